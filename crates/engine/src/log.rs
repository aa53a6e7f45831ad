//! `log`: a day's episodes.

use jiff::civil::Date;
use soulfile_api::{DayView, EpisodeView};
use soulfile_memory::id::{Day, MemoryId};

use crate::error::Result;
use crate::open::Engine;

impl Engine {
    /// The episodes of a day, today when not given; archived ones only when asked for.
    pub fn log(&self, date: Option<Date>, include_archived: bool) -> Result<DayView> {
        let date = date.unwrap_or_else(|| self.now().date());
        let files = self.day_files()?;
        let scores = self.scores()?;
        let mut entries = Vec::new();
        let mut days: Vec<&Day> = files.iter().map(|(day, _)| day).filter(|day| day.date == date).collect();
        days.dedup();
        for day in days {
            for (path, log) in self.day_logs(day)? {
                for entry in log.entries() {
                    let id = MemoryId::Episode(entry.id.clone());
                    let archived = scores.get(&id).is_some_and(|score| score.forgotten.is_some());
                    if archived && !include_archived {
                        continue;
                    }
                    entries.push(EpisodeView {
                        id,
                        time: entry.time.map(|time| time.strftime("%H:%M").to_string()),
                        kind: entry.kind.map(|kind| kind.to_string()).or_else(|| entry.label.clone()),
                        confidence: entry.confidence.map(|c| c.to_string()),
                        tags: entry.tags.clone(),
                        source: entry.source.clone(),
                        scope: entry.scope.clone(),
                        trust: entry.trust,
                        content: entry.content.clone(),
                        path: path.clone(),
                        lines: entry.lines,
                        archived,
                    });
                }
            }
        }
        let before = files.iter().rev().map(|(day, _)| day.date).find(|day| *day < date);
        Ok(DayView { day: date.to_string(), entries, before: before.map(|day| day.to_string()) })
    }
}
