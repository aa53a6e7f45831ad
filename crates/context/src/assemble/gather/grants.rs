//! Core memory and what else a sub-agent was granted to read.

use super::super::plan::{Slot, View};
use super::load::Read;
use super::{Content, Gatherer};
use crate::day;
use crate::markdown::section;
use crate::session::{SessionKind, Store, grantable, matches_pattern};

impl Gatherer<'_, '_> {
    pub(super) fn core(&mut self) {
        const PATH: &str = "MEMORY.md";
        match self.visible(Slot::Core, PATH) {
            Some(View::Whole) => self.expected(Slot::Core, PATH, "core memory", None),
            Some(View::PerGrant) if self.request.session.access.allows(PATH) => {
                self.optional(Slot::Core, PATH, "granted");
            }
            Some(View::PerGrant)
                if self.request.session.access.sections.iter().any(|s| s.starts_with("MEMORY.md#")) => {}
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
            if ["AGENTS.md", "TOOLS.md", "MEMORY.md"].contains(&path.as_str()) {
                continue;
            }
            if !grantable(&path) {
                self.report.left_out(&path, "cannot be granted", 0);
            } else if day::day_of_path(&path).is_some() {
                // Entry by entry, so that untrusted ones are quoted here too.
                self.daily(&path, View::Whole);
            } else {
                self.optional(Slot::Granted, &path, "granted");
            }
        }
        for wanted in &access.sections {
            self.granted_section(wanted);
        }
        let stores: Vec<&str> = [
            (Store::Semantic, "memory/graph/"),
            (Store::Procedural, "memory/procedures/"),
            (Store::Vault, "memory/vault/"),
        ]
        .into_iter()
        .filter(|(store, _)| access.has_store(*store))
        .map(|(_, dir)| dir)
        .collect();
        if !stores.is_empty() {
            let text = format!("You may read {} with memory_search and memory_get.", stores.join(", "));
            self.add(Slot::Granted, None, "granted stores", Content::Text(text));
        }
    }

    pub(super) fn granted_section(&mut self, wanted: &str) {
        let Some((path, title)) = wanted.split_once('#') else {
            return self.report.warn(format!("the grant {wanted:?} is not FILE.md#Heading"));
        };
        if !grantable(path) {
            return self.report.left_out(path, "cannot be granted", 0);
        }
        if day::day_of_path(path).is_some() {
            let instead = "daily notes are granted by file, store or tag, not by section";
            return self.report.left_out(path, instead, 0);
        }
        let slot = if path == "MEMORY.md" { Slot::Core } else { Slot::Granted };
        match self.read(path) {
            Read::Text { text, bytes } => match section(&text, title) {
                Some(part) => {
                    let part = part.to_owned();
                    self.take(slot, path, &format!("granted: the section “{}”", title.trim()), part, bytes);
                }
                None => self.report.left_out(path, &format!("has no section “{}”", title.trim()), bytes),
            },
            Read::Missing => self.report.left_out(path, "missing", 0),
            Read::Refused(why) => self.refused(slot, path, &why),
        }
    }
}
