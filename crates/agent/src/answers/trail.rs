//! Questions about the trail: what changed, whether a file ever changed, why something was forgotten.

use std::sync::LazyLock;

use jiff::Timestamp;
use regex::Regex;
use soulfile_api::{Action, LogEntry};
use soulfile_engine::{AuditQuery, EXCHANGE_SUMMARY, Result};

use crate::conversation::Conversation;
use crate::echo::letters;
use crate::reply::{Quotation, Reply};

/// Changes shown.
const SHOWN: usize = 8;
/// Entries of the trail looked at.
const LOOKED_AT: usize = 400;

impl Conversation {
    /// The latest changes, or those of the time that is named.
    pub(super) fn about_changes(&mut self, question: &str) -> Result<Option<Vec<Reply>>> {
        if !self.decides() {
            return Ok(Some(self.refuse_here()));
        }
        let since = self.engine.question(question).time().and_then(|time| {
            let zone = self.engine.now().time_zone().clone();
            Some(time.start.to_zoned(zone).ok()?.timestamp().as_second())
        });
        let query = AuditQuery { since, limit: LOOKED_AT, ..AuditQuery::default() };
        let entries = self.engine.audit_log(&query)?;
        self.told_of("trail", "trail_none", &entries)
    }

    /// The changes of a file that is named.
    pub(super) fn about_file(&mut self, question: &str) -> Result<Option<Vec<Reply>>> {
        static FILE: LazyLock<Regex> =
            LazyLock::new(|| Regex::new(r"[\w./-]*\w\.(?:md|json5?)\b").expect("valid pattern"));
        let Some(file) = FILE.find(question).map(|found| found.as_str().to_owned()) else { return Ok(None) };
        if !self.decides() {
            return Ok(Some(self.refuse_here()));
        }
        let query = AuditQuery { path: Some(file.clone()), limit: LOOKED_AT, ..AuditQuery::default() };
        let entries = self.engine.audit_log(&query)?;
        let key = match entries.len() {
            0 => return Ok(Some(vec![Reply::say(self.lang.say_with("file_unknown", &[("file", &file)]))])),
            1 => "file_unchanged",
            _ => "file_changed",
        };
        let mut replies = vec![Reply::say(self.lang.say_with(key, &[("file", &file)]))];
        replies.extend(self.changes_shown(&entries)?);
        Ok(Some(replies))
    }

    /// Why something was forgotten: the changes that did it, never what it said.
    pub(super) fn about_forgetting(&mut self, question: &str) -> Result<Option<Vec<Reply>>> {
        if !self.decides() {
            return Ok(Some(self.refuse_here()));
        }
        let entries = self.engine.audit_log(&AuditQuery { limit: LOOKED_AT, ..AuditQuery::default() })?;
        let gone: Vec<LogEntry> =
            entries.into_iter().filter(|entry| matches!(entry.action(), Action::Archive | Action::Delete)).collect();
        let about = self.engine.forgotten_like(question)?;
        let of_it = |entry: &&LogEntry| {
            let said = format!("{} {}", entry.summary(), entry.subject);
            about.iter().any(|id| said.contains(&id.to_string()))
        };
        let found: Vec<LogEntry> = gone.iter().filter(of_it).cloned().collect();
        // Nothing like it was forgotten: recall may know better what is meant.
        if found.is_empty() { Ok(None) } else { self.told_of("why_forgotten", "why_not_forgotten", &found) }
    }

    fn told_of(&self, some: &str, none: &str, entries: &[LogEntry]) -> Result<Option<Vec<Reply>>> {
        let shown = self.changes_shown(entries)?;
        if shown.is_empty() {
            return Ok(Some(vec![Reply::say(self.lang.say(none))]));
        }
        let mut replies = vec![Reply::say(self.lang.say(some))];
        replies.extend(shown);
        Ok(Some(replies))
    }

    /// Changes as a person reads them; what the program notes by itself is left out, and so are words that were
    /// forgotten since.
    fn changes_shown(&self, entries: &[LogEntry]) -> Result<Vec<Reply>> {
        let forgotten: Vec<String> = self.engine.archived()?.iter().map(|memory| letters(&memory.text)).collect();
        let of_somebody = |entry: &&LogEntry| {
            !matches!(entry.action(), Action::Decay | Action::Persona) && entry.summary() != EXCHANGE_SUMMARY
        };
        let zone = self.engine.now().time_zone().clone();
        let shown = entries.iter().filter(of_somebody).take(SHOWN).map(|entry| {
            let at = Timestamp::from_second(entry.time).ok().map(|at| at.to_zoned(zone.clone()));
            let quoted = letters(quoted_in(entry.summary()));
            let gone = quoted.chars().count() > 3
                && forgotten.iter().any(|text| text.starts_with(&quoted) || text.contains(&quoted));
            let text = if gone { self.lang.say("since_forgotten").to_owned() } else { entry.summary().to_owned() };
            let files = entry.files.iter().filter(|file| !file.starts_with("memory/meta/")).take(3);
            Reply::Recalled(Quotation {
                text: format!("{}: {text}", entry.action()),
                date: at.map(|at| at.strftime("%Y-%m-%d %H:%M").to_string()),
                marks: vec![entry.actor().to_string()],
                citations: std::iter::once(entry.id().to_owned()).chain(files.cloned()).collect(),
                ..Quotation::default()
            })
        });
        Ok(shown.collect())
    }
}

/// What a summary quotes of a memory.
fn quoted_in(summary: &str) -> &str {
    let quoted = summary.split('"').nth(1).unwrap_or_default();
    quoted.trim_end_matches('…')
}
