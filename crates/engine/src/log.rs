//! `log`: a day's episodes, and adding one to the end of its log.

use jiff::civil::{Date, Time};
use soulfile_api::{DayLogAddition, DayView, EpisodeView, Remembered};
use soulfile_context::session::Session;
use soulfile_memory::id::{Day, MemoryId};
use soulfile_vocabulary::{EntryKind, Origin, Speaker};

use crate::error::Result;
use crate::open::Engine;
use crate::remember::{By, RememberRequest};

/// The time of an entry of a past day that names none.
const NOON: Time = Time::constant(12, 0, 0, 0);

impl Engine {
    /// Adds an entry to the end of a day's log, word for word, in the scope of a session.
    pub fn append_to_day(&self, session: &Session, date: Date, new: &DayLogAddition, by: By) -> Result<Remembered> {
        let today = date == self.now().date();
        let time = new.time.or((!today).then_some(NOON));
        let speaker = if by == By::Person { Speaker::Owner } else { Speaker::Agent };
        let request = RememberRequest {
            text: new.text.clone(),
            kind: Some(new.kind.unwrap_or(EntryKind::Event)),
            tags: new.tags.clone(),
            trust: Some(Origin::words_of(speaker).authority()),
            as_said: true,
            by,
            at: time.map(|time| date.to_datetime(time)),
            session: new.session_id.clone(),
            ..RememberRequest::default()
        };
        self.remember_for(session, &request)
    }

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
