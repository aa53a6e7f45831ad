//! `planned`: what was said to be on coming days.

mod day_names;
mod log_days;

use jiff::civil::Date;
use jiff::{ToSpan, Zoned};
use soulfile_context::session::{Session, SessionKind};
use soulfile_understand::{MessageInput, TimeExpression};
use soulfile_vocabulary::{Authority, Scope};

use crate::error::Result;
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

    /// What was said to be on the days from `first` to `last`: first what the owner said or approved, then what the agent
    /// did, then others, each in the order of the days. Statements that were corrected since or forgotten are left out. In
    /// a private session only.
    pub fn planned(&self, session: &Session, first: Date, last: Date) -> Result<Vec<Planned>> {
        if session.kind != SessionKind::Main {
            return Ok(Vec::new());
        }
        let sees = |scope: &Scope| match scope {
            Scope::User(user) => session.user.as_ref().is_none_or(|own| own == user),
            _ => true,
        };
        let lifecycle = self.lifecycle();
        let logs = self.logs_with_days(first.saturating_sub(TOLD_WITHIN.days()), last)?;
        let mut corrections = Corrections::default();
        logs.iter().flat_map(|log| &log.corrections).for_each(|(id, by)| corrections.note(id, *by));
        let mut planned = Vec::new();
        for log in &logs {
            for entry in &log.entries {
                let within = |(from, to): &(Date, Date)| *from <= last && *to >= first;
                let Some((on, _)) = entry.days.iter().copied().find(within) else { continue };
                if lifecycle.is_forgotten(&entry.id.to_string()) {
                    continue;
                }
                // What went since the log was looked at is no plan.
                let Ok(view) = self.memory(&entry.id) else { continue };
                if sees(&view.scope) && !corrections.correct(&entry.id, view.trust) {
                    planned.push(Planned {
                        day: on.max(first),
                        text: view.text,
                        told: Some(entry.told.clone()),
                        citation: format!("{}:{}-{}", view.path, view.lines.0, view.lines.1),
                        trust: view.trust,
                    });
                }
            }
        }
        planned.sort_by_key(|plan| {
            let rights = plan.trust.rights();
            (!rights.unquoted, !rights.answer, plan.day)
        });
        Ok(planned)
    }

    /// What the owner said or approved, on an earlier day, to be on this one: what a session begins with. Nobody else's
    /// words come up by themselves, so that nobody can crowd out the owner's.
    pub fn due_today(&self, session: &Session) -> Result<Vec<Planned>> {
        let today = self.now().date();
        let begins = today.to_string();
        let mut due = self.planned(session, today, today)?;
        due.retain(|plan| {
            plan.trust.rights().unquoted && plan.told.as_ref().is_some_and(|told| !told.starts_with(&begins))
        });
        Ok(due)
    }
}
