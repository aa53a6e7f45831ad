//! Core memory and what else a sub-agent was granted to read.

use soulfile_vocabulary::day_file::day_of_path;
use soulfile_vocabulary::{Store, layout};

use super::super::plan::{ContextSlot, View};
use super::load::FileRead;
use super::{Content, Gatherer};
use crate::markdown::section;
use crate::session::{SessionKind, grantable, matches_pattern};

impl Gatherer<'_, '_> {
    pub(super) fn core(&mut self) {
        const PATH: &str = layout::CORE;
        match self.visible(ContextSlot::Core, PATH) {
            Some(View::Whole) => self.expected(ContextSlot::Core, PATH, "core memory", None),
            Some(View::PerGrant) if self.request.session.access.allows(PATH) => {
                self.optional(ContextSlot::Core, PATH, "granted");
            }
            Some(View::PerGrant)
                if self.request.session.access.sections.iter().any(|s| layout::section_of(s, layout::CORE)) => {}
            Some(_) => self.report.left_out(PATH, "not granted", 0),
            None => {}
        }
    }

    /// What a sub-agent was granted beyond the rules, core memory and daily notes.
    pub(super) fn grants(&mut self) {
        if self.kind() != SessionKind::Subagent {
            return;
        }
        let access = self.request.session.access.clone();
        let mut paths: Vec<String> = Vec::new();
        for pattern in &access.files {
            if !pattern.contains('*') {
                paths.push(pattern.clone());
                continue;
            }
            let dir = pattern.rsplit_once('/').map_or("", |(dir, _)| dir);
            match self.files.list(dir) {
                Ok(found) if !dir.contains('*') => {
                    paths.extend(found.into_iter().filter(|p| matches_pattern(pattern, p)))
                }
                _ => self.report.warn(format!("the grant {pattern} cannot be listed")),
            }
        }
        paths.sort();
        paths.dedup();
        for path in paths {
            if layout::root_file(&path).is_some_and(|file| file.for_subagents || file.name == layout::CORE) {
                continue;
            }
            if !grantable(&path) {
                self.report.left_out(&path, "cannot be granted", 0);
            } else if day_of_path(&path).is_some() {
                // Entry by entry, so that untrusted ones are quoted here too.
                self.daily(&path, View::Whole);
            } else {
                self.optional(ContextSlot::Granted, &path, "granted");
            }
        }
        for wanted in &access.sections {
            self.granted_section(wanted);
        }
        // The day files are shown as they are; the other folders are too large for that.
        let stores: Vec<String> = Store::ALL
            .iter()
            .filter(|store| **store != Store::Episodic && access.has_store(**store))
            .filter_map(|store| store.folder().map(|folder| format!("{folder}/")))
            .collect();
        if !stores.is_empty() {
            let text = format!("You may read {} with memory_search and memory_get.", stores.join(", "));
            self.add(ContextSlot::Granted, None, "granted stores", Content::Text(text));
        }
    }

    pub(super) fn granted_section(&mut self, wanted: &str) {
        let Some((path, title)) = wanted.split_once('#') else {
            return self.report.warn(format!("the grant {wanted:?} is not FILE.md#Heading"));
        };
        if !grantable(path) {
            return self.report.left_out(path, "cannot be granted", 0);
        }
        if day_of_path(path).is_some() {
            let instead = "daily notes are granted by file, store or tag, not by section";
            return self.report.left_out(path, instead, 0);
        }
        let slot = if path == layout::CORE { ContextSlot::Core } else { ContextSlot::Granted };
        match self.read(path) {
            FileRead::Text { text, bytes } => match section(&text, title) {
                Some(part) => {
                    let part = part.to_owned();
                    self.take(slot, path, &format!("granted: the section “{}”", title.trim()), part, bytes);
                }
                None => self.report.left_out(path, &format!("has no section “{}”", title.trim()), bytes),
            },
            FileRead::Missing => self.report.left_out(path, "missing", 0),
            FileRead::Refused(why) => self.refused(slot, path, &why),
        }
    }
}
