//! Where the day's log ends: what the next entry needs to know of it, kept from one entry to the next.
//!
//! A day's log grows by an entry at a time, mostly by this process. So what is known of its end is kept, without anything
//! of what it says, and counts for as long as the files are seen to be the same. Should that be wrong for once, an
//! append is still an append; the entry's id is read back from the file it ended up in.

use std::sync::{Mutex, MutexGuard, PoisonError};

use jiff::civil::Date;
use soulfile_memory::episode::DayEnd;
use soulfile_vocabulary::day_file::{DayLayout, LayoutSetting, path_for_day};
use soulfile_workspace::{ContentHash, Hashing, Ident, WorkspacePath};

use crate::error::Result;
use crate::open::Engine;

/// The last day's end that was written, until it is asked for.
#[derive(Default)]
pub(crate) struct DayLogCache(Mutex<Option<DayLogEnd>>);

/// The file that a day's next entry goes into, and how it ends.
pub(crate) struct DayLogEnd {
    pub end: DayEnd,
    date: Date,
    hashing: Hashing,
    /// The flat file and the nested one.
    files: [DayFile; 2],
    /// Which of them it is.
    file: usize,
}

struct DayFile {
    path: WorkspacePath,
    /// As it was seen.
    seen: Option<Ident>,
}

impl DayLogEnd {
    /// The file.
    pub(crate) fn path(&self) -> &str {
        self.files[self.file].path.as_str()
    }

    /// Takes in what is written at the end of the file.
    pub(crate) fn grow(&mut self, added: &str) {
        self.end.grow(added);
        self.hashing.update(added.as_bytes());
    }

    /// The hash of the file.
    pub(crate) fn hash(&self) -> ContentHash {
        self.hashing.hash()
    }
}

impl DayLogCache {
    fn kept(&self) -> MutexGuard<'_, Option<DayLogEnd>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Engine {
    /// Where new entries of a day go, and what is there.
    pub(crate) fn day_end(&self, date: Date) -> Result<DayLogEnd> {
        let as_seen = |file: &DayFile| self.workspace.version_on_disk(&file.path) == file.seen;
        let kept = self.day_log.kept().take();
        if let Some(kept) = kept.filter(|kept| kept.date == date && kept.files.iter().all(as_seen)) {
            return Ok(kept);
        }
        // Seen before it is read: what changes in between is not taken for what was seen.
        let file = |path: String| -> Result<(DayFile, Option<String>)> {
            let file = WorkspacePath::parse(&path)?;
            let seen = self.workspace.version_on_disk(&file);
            Ok((DayFile { path: file, seen }, self.read_text(&path)?))
        };
        let (flat, flat_text) = file(DayLayout::Flat.path(date))?;
        let (nested, nested_text) = file(DayLayout::Episodes.path(date))?;
        let mut existing = Vec::new();
        existing.extend(flat_text.is_some().then(|| flat.path.to_string()));
        existing.extend(nested_text.is_some().then(|| nested.path.to_string()));
        let file = usize::from(self.day_path(date, existing)? != flat.path.as_str());
        let texts = [flat_text.unwrap_or_default(), nested_text.unwrap_or_default()];
        let mut end = DayEnd::read(date, &texts[0]);
        if file == 1 {
            end = end.then(&texts[1]);
        }
        let mut hashing = Hashing::default();
        hashing.update(texts[file].as_bytes());
        Ok(DayLogEnd { end, date, hashing, files: [flat, nested], file })
    }

    /// Keeps a day's end once it is written.
    pub(crate) fn keep_day_end(&self, mut at: DayLogEnd) {
        let file = &mut at.files[at.file];
        file.seen = self.workspace.version_on_disk(&file.path);
        // Of another length, it was written again since: the next entry reads it.
        if file.seen.is_some_and(|seen| seen.size == at.end.length() as u64) {
            *self.day_log.kept() = Some(at);
        }
    }

    /// Where new entries of a day go, given the files that day has.
    fn day_path(&self, date: Date, mut existing: Vec<String>) -> Result<String> {
        let layout = self.config().memory.layout;
        // Only the first entry of a day has to look where the others are.
        if existing.is_empty() && layout == LayoutSetting::Auto {
            existing = self.day_files()?.into_iter().map(|(_, path)| path).collect();
        }
        Ok(path_for_day(date, layout, existing.iter().map(String::as_str)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::open::Place;
    use crate::remember::RememberRequest;

    fn remember(engine: &Engine, text: &str) -> (String, (usize, usize)) {
        let request = RememberRequest { text: text.to_owned(), ..RememberRequest::default() };
        let entry = engine.remember(&request).unwrap().entries.remove(0);
        (entry.id.to_string(), entry.lines)
    }

    #[test]
    fn what_is_kept_of_a_day_is_what_its_file_says() {
        let dir = tempfile::tempdir().unwrap();
        let engine = Engine::init(Place::for_test(dir.path())).unwrap();
        let date = engine.now().date();
        for text in ["Yesterday we had ramen near the station.", "We met at the lake on Sunday.", "昨天我们去爬山了。"]
        {
            remember(&engine, text);
            let kept = engine.day_log.kept().take().expect("kept after a write");
            let read = engine.day_end(date).unwrap();
            assert_eq!((kept.path(), &kept.end, kept.hash()), (read.path(), &read.end, read.hash()));
            engine.keep_day_end(kept);
        }
    }

    #[test]
    fn what_others_write_between_two_entries_is_seen() {
        let dir = tempfile::tempdir().unwrap();
        let engine = Engine::init(Place::for_test(dir.path())).unwrap();
        let first = remember(&engine, "Yesterday we had ramen near the station.");
        assert_eq!(first.0, "episode:2026-02-02:14:30");
        let log = dir.path().join("ws/memory/episodes/2026-02-02.md");
        let by_hand = std::fs::read_to_string(&log).unwrap() + "\n## 14:30 | note\nBy hand.\n";
        std::fs::write(&log, &by_hand).unwrap();
        let (id, lines) = remember(&engine, "We met at the lake on Sunday.");
        assert_eq!(id, "episode:2026-02-02:14:30-3");
        assert_eq!(lines.0, by_hand.lines().count() + 2);
        // A flat log of the same day counts as well.
        std::fs::write(dir.path().join("ws/memory/2026-02-02.md"), "## 14:30 | note\nFlat.\n").unwrap();
        assert_eq!(remember(&engine, "We met at the pond on Monday.").0, "episode:2026-02-02:14:30-5");
        std::fs::remove_file(&log).unwrap();
        assert_eq!(remember(&engine, "We met at the mill on Tuesday.").0, "episode:2026-02-02:14:30-2");
    }
}
