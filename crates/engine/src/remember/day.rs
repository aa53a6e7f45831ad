//! The day's log: every memory has its entry there.

use jiff::civil::Date;
use soulfile_language::vocabulary::Confidence;
use soulfile_memory::episode::{Addition, DayEnd, Layout, NewEpisode, Place, path_for_day};
use soulfile_memory::id::{Day, MemoryId};
use soulfile_workspace::{ContentHash, Receipt};

use super::{Pen, RememberedEntry, Remembering, Understood};
use crate::error::Result;
use crate::open::Engine;

/// The log as it will be when nobody else writes to it meanwhile.
pub(super) struct Expected {
    path: String,
    day: Day,
    hash: ContentHash,
}

impl Pen<'_, '_> {
    /// Adds one entry per memory.
    pub(super) fn write_day(&mut self, memories: &[Understood]) -> Result<Vec<Place>> {
        let now = self.engine.now();
        let day = Day::from(now.date());
        let (path, end) = self.engine.day_end(now.date())?;
        // What the same change adds before this counts: ids are given in order.
        let (header, added) = self.draft.appended(&path);
        let end = match (added.is_empty(), end.text().is_empty()) {
            (true, _) => end,
            (false, true) => DayEnd::read(day.clone(), header + &added),
            (false, false) => DayEnd::read(day.clone(), format!("{}{added}", end.text())),
        };
        let source = self.request.source.clone().unwrap_or_else(|| {
            match self.request.how {
                Remembering::Explicit => "user-explicit",
                Remembering::Detected | Remembering::Inferred => "conversation",
            }
            .to_owned()
        });
        let fresh: Vec<NewEpisode> = memories
            .iter()
            .map(|memory| NewEpisode {
                time: now.time().round(jiff::Unit::Second).unwrap_or(now.time()),
                kind: memory.kind,
                confidence: match self.request.how {
                    Remembering::Inferred => Confidence::Low,
                    _ => memory.route.confidence,
                },
                tags: memory.tags.clone(),
                source: Some(source.clone()),
                scope: self.request.scope.clone(),
                trust: self.trust,
                content: memory.summary.clone(),
            })
            .collect();
        let Addition { header, text, places } = end.append(&fresh)?;
        let hash = ContentHash::of(format!("{}{header}{text}", end.text()).as_bytes());
        self.draft.append(&path, header, text)?;
        for (memory, place) in memories.iter().zip(&places) {
            self.entry(MemoryId::Episode(place.id.clone()), &path, place.lines, &memory.summary, true);
        }
        self.day = Some(Expected { path, day, hash });
        Ok(places)
    }
}

impl Expected {
    /// Gives the entries their final ids and lines when somebody else appended in between.
    pub(super) fn settle(&self, engine: &Engine, receipt: &Receipt, entries: &mut [RememberedEntry]) -> Result<()> {
        let Some(file) = receipt.files.iter().find(|f| f.path.as_str() == self.path) else { return Ok(()) };
        let Some(lines) = file.lines.filter(|_| file.hash.as_ref() != Some(&self.hash)) else { return Ok(()) };
        let views = engine.day_views(&self.day)?;
        let mut ours = views.iter().filter(|v| v.path == self.path && v.lines.0 >= lines.0 && v.lines.1 <= lines.1);
        for entry in entries.iter_mut().filter(|e| e.path == self.path) {
            if let Some(view) = ours.next() {
                entry.id = view.id.clone();
                entry.lines = view.lines;
            }
        }
        Ok(())
    }
}

impl Engine {
    /// Where new entries of a day go, and what is there.
    pub(crate) fn day_end(&self, date: Date) -> Result<(String, DayEnd)> {
        let (flat, nested) = (format!("memory/{date}.md"), format!("memory/episodes/{date}.md"));
        let (flat_text, nested_text) = (self.read_text(&flat)?, self.read_text(&nested)?);
        let mut existing = Vec::new();
        existing.extend(flat_text.is_some().then(|| flat.clone()));
        existing.extend(nested_text.is_some().then(|| nested.clone()));
        let path = self.day_path(date, existing)?;
        let end = DayEnd::read(date, flat_text.unwrap_or_default());
        Ok(if path == flat { (path, end) } else { (path, end.then(nested_text.unwrap_or_default())) })
    }

    /// Where new entries of a day go, given the files that day has.
    fn day_path(&self, date: Date, mut existing: Vec<String>) -> Result<String> {
        use soulfile_context::config::Layout as Configured;
        let layout = match self.config().memory.layout {
            Configured::Auto => Layout::Auto,
            Configured::Episodes => Layout::Episodes,
            Configured::Flat => Layout::Flat,
        };
        // Only the first entry of a day has to look where the others are.
        if existing.is_empty() && layout == Layout::Auto {
            existing = self.day_files()?.into_iter().map(|(_, path)| path).collect();
        }
        Ok(path_for_day(date, layout, existing.iter().map(String::as_str)))
    }
}
