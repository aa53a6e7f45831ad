//! `planned`: what was said to be on coming days.

mod day_names;

use jiff::civil::Date;
use jiff::{ToSpan, Zoned};
use soulfile_context::session::{Session, SessionKind};
use soulfile_memory::id::MemoryId;
use soulfile_understand::{MessageInput, TimeExpression};
use soulfile_vocabulary::{Authority, Scope};

use crate::error::Result;
use crate::exchange::is_log_only;
use crate::links::Corrections;
use crate::open::Engine;

/// Days back in which something planned may have been told.
const TOLD_WITHIN: i64 = 400;

/// Something that was said to be on a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Planned {
    /// The day it is on.
    pub day: Date,
    /// What was said, as it is stored.
    pub text: String,
    /// When it was told: `2026-02-02 14:30`.
    pub told: Option<String>,
    /// Where it stands.
    pub citation: String,
    /// How far whoever said it is trusted.
    pub trust: Authority,
}

impl Engine {
    /// The days a text names, each as its first and its last, for somebody who says it at `told`.
    pub fn days_named(&self, text: &str, told: &Zoned) -> Vec<(Date, Date)> {
        let read = self.understanding().message(&MessageInput::new(text).at(told));
        let range =
            |found: &TimeExpression| (found.range.start.date(), found.range.end.saturating_sub(1.second()).date());
        // A month or a year is no day to do something on.
        let mut days: Vec<(Date, Date)> =
            read.dates().iter().map(range).filter(|(from, to)| *to <= from.saturating_add(7.days())).collect();
        if days.is_empty() {
            days.extend(day_names::find(text, told.date()));
        }
        days
    }

    /// What was said to be on the days from `first` to `last`, in their order; what others than the owner and the agent
    /// said comes after. Statements that were corrected since or forgotten are left out. In a private session only.
    pub fn planned(&self, session: &Session, first: Date, last: Date) -> Result<Vec<Planned>> {
        if session.kind != SessionKind::Main {
            return Ok(Vec::new());
        }
        let sees = |scope: &Scope| match scope {
            Scope::User(user) => session.user.as_ref().is_none_or(|own| own == user),
            _ => true,
        };
        let scores = self.scores()?;
        let earliest = first.saturating_sub(TOLD_WITHIN.days());
        let mut days: Vec<_> = self.day_files()?.into_iter().map(|(day, _)| day).collect();
        days.retain(|day| day.date >= earliest && day.date <= last);
        days.dedup();
        let mut planned = Vec::new();
        let mut corrections = Corrections::default();
        for day in days {
            for (path, log) in self.day_logs(&day)? {
                corrections.read(&log);
                for entry in log.entries() {
                    let id = MemoryId::Episode(entry.id.clone());
                    let forgotten = scores.get(&id).is_some_and(|score| score.forgotten.is_some());
                    if forgotten || is_log_only(entry.source.as_deref()) || !sees(&entry.scope) {
                        continue;
                    }
                    let time = entry.time.unwrap_or_default();
                    let Ok(told) = day.date.to_datetime(time).to_zoned(self.zone.clone()) else { continue };
                    let named = self.days_named(&entry.content, &told);
                    let within = |(from, to): &(Date, Date)| *from <= last && *to >= first;
                    let Some((on, _)) = named.into_iter().find(within) else { continue };
                    let on = on.max(first);
                    planned.push((
                        id,
                        Planned {
                            day: on,
                            text: entry.content.clone(),
                            told: Some(told.strftime("%Y-%m-%d %H:%M").to_string()),
                            citation: format!("{path}:{}-{}", entry.lines.0, entry.lines.1),
                            trust: entry.trust,
                        },
                    ));
                }
            }
        }
        planned.retain(|(id, plan)| !corrections.correct(id, plan.trust));
        let mut planned: Vec<Planned> = planned.into_iter().map(|(_, plan)| plan).collect();
        planned.sort_by_key(|plan| (!plan.trust.rights().answer, plan.day));
        Ok(planned)
    }
}
