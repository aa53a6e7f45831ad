//! The day's log: every memory has its entry there.

use soulfile_language::vocabulary::Confidence;
use soulfile_memory::episode::{DayLog, Layout, NewEpisode, Place, path_for_day};
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
        let path = self.engine.day_path(now.date())?;
        let logs = self.engine.day_logs(&day)?;
        let old = match logs.iter().find(|(found, _)| *found == path) {
            Some((_, log)) => log.clone(),
            None => match logs.last() {
                Some((_, earlier)) => DayLog::parse_after(earlier, ""),
                None => DayLog::parse(day.clone(), ""),
            },
        };
        // What the same change adds before this counts: ids are given in order.
        let (header, added) = self.draft.appended(&path);
        let old = match (added.is_empty(), old.text().is_empty()) {
            (true, _) => old,
            (false, true) => DayLog::parse(day.clone(), header + &added),
            (false, false) => DayLog::parse(day.clone(), format!("{}{added}", old.text())),
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
        let (text, places) = old.append_all(&fresh)?;
        let header = match old.text() {
            "" => format!("# {day} — Episode Log\n\n"),
            _ => String::new(),
        };
        let added = text[old.text().len()..].strip_prefix(&header).unwrap_or(&text[old.text().len()..]).to_owned();
        self.draft.append(&path, header, added)?;
        for (memory, place) in memories.iter().zip(&places) {
            self.entry(MemoryId::Episode(place.id.clone()), &path, place.lines, &memory.summary, true);
        }
        self.day = Some(Expected { path, day, hash: ContentHash::of(text.as_bytes()) });
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
    /// Where new entries of a day go.
    pub(crate) fn day_path(&self, date: jiff::civil::Date) -> Result<String> {
        use soulfile_context::config::Layout as Configured;
        let layout = match self.config().memory.layout {
            Configured::Auto => Layout::Auto,
            Configured::Episodes => Layout::Episodes,
            Configured::Flat => Layout::Flat,
        };
        let mut existing: Vec<String> = Vec::new();
        for path in [format!("memory/episodes/{date}.md"), format!("memory/{date}.md")] {
            if self.workspace.read(&soulfile_workspace::WorkspacePath::parse(&path)?)?.is_some() {
                existing.push(path);
            }
        }
        // Only the first entry of a day has to look where the others are.
        if existing.is_empty() && layout == Layout::Auto {
            existing = self.day_files()?.into_iter().map(|(_, path)| path).collect();
        }
        Ok(path_for_day(date, layout, existing.iter().map(String::as_str)))
    }
}
