//! The day's log: every memory has its entry there.

use soulfile_memory::episode::{Addition, NewEpisode, Place};
use soulfile_memory::id::MemoryId;
use soulfile_understand::vocabulary::Confidence;
use soulfile_workspace::Receipt;

use super::{Pen, RememberedEntry, Remembering, Understood};
use crate::error::Result;
use crate::last_day::DayAt;
use crate::open::Engine;

/// The log as it will be when nobody else writes to it meanwhile.
pub(super) struct Expected(DayAt);

impl Pen<'_, '_> {
    /// Adds one entry per memory.
    pub(super) fn write_day(&mut self, memories: &[Understood]) -> Result<Vec<Place>> {
        let now = self.engine.now();
        let mut at = self.engine.day_end(now.date())?;
        // What the same change adds before this counts: ids are given in order.
        let (header, added) = self.draft.appended(at.path());
        if at.end.length() == 0 {
            at.grow(&header);
        }
        at.grow(&added);
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
        let Addition { header, text, places } = at.end.append(&fresh)?;
        at.grow(&header);
        at.grow(&text);
        self.draft.append(at.path(), header, text)?;
        for (memory, place) in memories.iter().zip(&places) {
            self.entry(MemoryId::Episode(place.id.clone()), at.path(), place.lines, &memory.summary, true);
        }
        self.day = Some(Expected(at));
        Ok(places)
    }
}

impl Expected {
    /// Gives the entries their final ids and lines when somebody else appended in between.
    pub(super) fn settle(self, engine: &Engine, receipt: &Receipt, entries: &mut [RememberedEntry]) -> Result<()> {
        let Expected(day) = self;
        let Some(file) = receipt.files.iter().find(|f| f.path.as_str() == day.path()) else { return Ok(()) };
        let Some(lines) = file.lines.filter(|_| file.hash != Some(day.hash())) else {
            engine.keep_day_end(day);
            return Ok(());
        };
        let views = engine.day_views(day.end.day())?;
        let mut ours = views.iter().filter(|v| v.path == day.path() && v.lines.0 >= lines.0 && v.lines.1 <= lines.1);
        for entry in entries.iter_mut().filter(|e| e.path == day.path()) {
            if let Some(view) = ours.next() {
                entry.id = view.id.clone();
                entry.lines = view.lines;
            }
        }
        Ok(())
    }
}
