//! Daily notes: which days, which files, which entries.

use soulfile_vocabulary::day_file::{DayLayout, day_of_path};
use soulfile_vocabulary::markdown::Fences;
use soulfile_vocabulary::{Scope, Store, layout};

use super::super::episode::{DailyEntry, entries};
use super::super::fence::{neutralise, remark};
use super::super::plan::{ContextSlot, View, may_see, view};
use super::load::FileRead;
use super::{Content, EntryText, Gatherer};
use crate::day;

/// What a report calls the day files as a whole.
const DAILY_NOTES: &str = "memory/";

impl Gatherer<'_, '_> {
    /// Daily notes, the oldest day first: yesterday no longer changes, so it is the better cache prefix.
    pub(super) fn recent(&mut self) {
        let seen = view(ContextSlot::Recent, self.kind());
        let access = &self.request.session.access;
        let granted_none = seen == View::PerGrant && !access.has_store(Store::Episodic) && access.tags.is_empty();
        if granted_none {
            return self.report.left_out(DAILY_NOTES, "daily notes are not granted", 0);
        }
        if seen == View::RoomEntries && self.request.session.room.is_none() {
            return self.report.left_out(DAILY_NOTES, "no room was named, so no entry is of this room", 0);
        }
        for day in day::recent_days(self.request.now, self.request.settings.recent_days).into_iter().rev() {
            let mut paths = vec![DayLayout::Episodes.path(day), DayLayout::Flat.path(day)];
            match self.files.list_starting(layout::MEMORY_DIR, &format!("{day}-")) {
                Ok(found) => paths.extend(found.into_iter().filter(|path| day_of_path(path).is_some())),
                Err(why) => self.report.warn(format!("{DAILY_NOTES} cannot be listed: {why}")),
            }
            let before = self.report.files.len();
            for path in &paths {
                self.daily(path, seen);
            }
            if self.report.files.len() == before {
                self.report.left_out(&paths[0], "no notes on this day", 0);
            }
        }
    }

    /// One daily file; a file that a grant has already brought in is not shown twice.
    pub(super) fn daily(&mut self, path: &str, seen: View) {
        if self.report.files.iter().any(|file| file.path == path) {
            return;
        }
        match self.read(path) {
            FileRead::Missing => {}
            FileRead::Refused(why) => self.refused(ContextSlot::Recent, path, &why),
            FileRead::Text { text, bytes } => {
                self.limits(path, &text, bytes);
                let all = entries(&text);
                let total = all.len();
                let shown: Vec<EntryText> = all
                    .into_iter()
                    .filter(|entry| may_see(self.request.session, seen, entry))
                    .map(entry_text)
                    .collect();
                let why = match seen {
                    View::RoomEntries => "entries of this room",
                    View::PerGrant => "granted entries",
                    _ => "recent notes",
                };
                if shown.is_empty() {
                    let why = if total == 0 { "empty" } else { "no entry this session may see" };
                    self.report.left_out(path, why, bytes);
                } else {
                    self.report.included(path, &format!("{why} ({} of {total})", shown.len()), bytes);
                    self.add(ContextSlot::Recent, Some(path), why, Content::Entries(shown));
                }
            }
        }
    }
}

/// An entry as it is shown. Text of a trusted source is neutralised here; other text when it is quoted.
fn entry_text(entry: DailyEntry<'_>) -> EntryText {
    let mut text = match entry.untrusted {
        Some(_) => entry.text.to_owned(),
        None => neutralise(entry.text).into_owned(),
    };
    if entry.broken && entry.scope != Scope::Private {
        let mut fences = Fences::default();
        for line in entry.text.lines() {
            fences.enter(line);
        }
        if let Some(close) = fences.closing() {
            text = format!("{}\n{close}\n", text.trim_end());
        }
        let told = remark("what follows in the file is not shown: a code block here is not closed before a heading");
        text.push_str(&told);
    }
    EntryText { text, untrusted: entry.untrusted }
}
