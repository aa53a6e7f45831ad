//! The alternate persona: whether a new session wears it, which file it reads, and why.
//!
//! Decided once when a session starts, in memory only; nothing here changes a file. The decision
//! carries its reason so that the audit trail can say which persona a session had and why.

use jiff::civil::Time;
use jiff::{SignedDuration, Timestamp, ToSpan, Zoned};
use serde::{Deserialize, Serialize};

use crate::config::SoulEvil;
use crate::files::stays_inside;
use soulfile_vocabulary::layout::{self, RootRole};

/// The persona every session has unless the alternate one is on.
pub const SOUL_FILE: &str = layout::SOUL;

/// Which persona file a session reads, and why.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct PersonaDecision {
    /// The file to read in place of SOUL.md, or SOUL.md itself.
    pub file: String,
    /// Why this file was chosen.
    pub reason: PersonaReason,
}

/// Why a persona was chosen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum PersonaReason {
    /// The hook is off or has neither a window nor a chance.
    Off,
    /// The session started inside the daily window.
    Window {
        /// When this day's window opened.
        from: Timestamp,
        /// When it closes.
        until: Timestamp,
    },
    /// The draw fell below the configured chance.
    Chance {
        /// The configured chance, 0 to 1.
        chance: f64,
        /// What was drawn, 0 to 1.
        roll: f64,
    },
    /// The hook is on, but it is not the time and the draw did not hit.
    NotNow,
    /// The configuration cannot be followed; the normal persona is used and this says what to mend.
    Refused {
        /// What is wrong, with the key.
        problem: String,
    },
}

impl PersonaDecision {
    /// The normal persona, for sessions where the hook plays no part.
    pub fn normal() -> Self {
        Self { file: SOUL_FILE.to_owned(), reason: PersonaReason::Off }
    }

    /// Says whether the session wears the alternate persona.
    pub fn is_alternate(&self) -> bool {
        matches!(self.reason, PersonaReason::Window { .. } | PersonaReason::Chance { .. })
    }

    /// One line for the audit trail.
    pub fn explain(&self) -> String {
        match &self.reason {
            PersonaReason::Off => "the normal persona; no alternate one is configured".to_owned(),
            PersonaReason::Window { from, until } => {
                format!("{} in the daily window from {from} until {until}", self.file)
            }
            PersonaReason::Chance { chance, roll } => {
                format!("{} by chance: drew {roll:.4} below {chance}", self.file)
            }
            PersonaReason::NotNow => "the normal persona; outside the window and not drawn".to_owned(),
            PersonaReason::Refused { problem } => format!("the normal persona; {problem}"),
        }
    }
}

/// Decides the persona of a session that starts at `now` (in the user's zone). `roll` is a number
/// drawn by the caller from 0 (included) to 1 (excluded).
pub fn decide(hook: &SoulEvil, now: &Zoned, roll: f64) -> PersonaDecision {
    let normal = |reason| PersonaDecision { file: SOUL_FILE.to_owned(), reason };
    if !hook.enabled || (hook.purge.is_none() && hook.chance.is_none()) {
        return normal(PersonaReason::Off);
    }
    if !may_be_a_persona(&hook.file) {
        let problem = format!("hooks.internal.entries.soul-evil.file {:?} may not be used as a persona", hook.file);
        return normal(PersonaReason::Refused { problem });
    }
    if let Some(purge) = &hook.purge {
        let parsed = parse_clock(&purge.at).and_then(|at| Some((at, parse_duration(&purge.duration)?)));
        let Some((at, duration)) = parsed else {
            let problem =
                format!("soul-evil.purge {:?} for {:?} is not a time and a duration", purge.at, purge.duration);
            return normal(PersonaReason::Refused { problem });
        };
        if let Some((from, until)) = window_at(at, duration, now) {
            return PersonaDecision { file: hook.file.clone(), reason: PersonaReason::Window { from, until } };
        }
    }
    match hook.chance {
        Some(chance) if roll < chance => {
            PersonaDecision { file: hook.file.clone(), reason: PersonaReason::Chance { chance, roll } }
        }
        _ => normal(PersonaReason::NotNow),
    }
}

/// Says whether a configured file may take the place of SOUL.md. Personas are shown in groups, so a
/// private file named here would leak; only a Markdown file at the root that is no other file's is one.
pub fn may_be_a_persona(file: &str) -> bool {
    let is_other = |root: &layout::RootFile| root.role != RootRole::Identity || root.name == layout::IDENTITY;
    let taken = layout::ROOT_FILES.iter().filter(|root| is_other(root));
    let private = [layout::MEMORY_DIR, layout::USERS_DIR, layout::ROOMS_DIR, layout::BANK_DIR];
    stays_inside(file)
        && file.to_ascii_lowercase().ends_with(".md")
        && !taken.into_iter().any(|root| root.name.eq_ignore_ascii_case(file))
        && !file.split_once('/').is_some_and(|(dir, _)| private.iter().any(|p| p.eq_ignore_ascii_case(dir)))
}

/// Gives the window that contains `now`. Each calendar day opens exactly one window of exactly
/// `duration`: a start that the clock skips moves forward with the clock, a start that happens twice
/// counts the first time only.
fn window_at(at: Time, duration: SignedDuration, now: &Zoned) -> Option<(Timestamp, Timestamp)> {
    let today = now.date();
    let yesterday = today.checked_sub(1.day()).ok()?;
    [today, yesterday].into_iter().find_map(|day| {
        let from = day.to_datetime(at).to_zoned(now.time_zone().clone()).ok()?.timestamp();
        let until = from.checked_add(duration).ok()?;
        (from <= now.timestamp() && now.timestamp() < until).then_some((from, until))
    })
}

/// Reads a time of day, `HH:MM` or `H:MM`.
pub fn parse_clock(text: &str) -> Option<Time> {
    let (hour, minute) = text.trim().split_once(':')?;
    let digits = |part: &str| !part.is_empty() && part.len() <= 2 && part.bytes().all(|b| b.is_ascii_digit());
    if !digits(hour) || minute.len() != 2 || !digits(minute) {
        return None;
    }
    Time::new(hour.parse().ok()?, minute.parse().ok()?, 0, 0).ok()
}

/// Reads a duration such as `30m`, `1h30m`, `90s` or plain minutes; more than nothing, at most a day.
pub fn parse_duration(text: &str) -> Option<SignedDuration> {
    let text = text.trim();
    let mut seconds: i64 = 0;
    let mut number = String::new();
    for c in text.chars().filter(|c| !c.is_whitespace()) {
        if c.is_ascii_digit() {
            number.push(c);
            continue;
        }
        let unit = match c.to_ascii_lowercase() {
            'd' => 86_400,
            'h' => 3_600,
            'm' => 60,
            's' => 1,
            _ => return None,
        };
        seconds = seconds.checked_add(number.parse::<i64>().ok()?.checked_mul(unit)?)?;
        number.clear();
    }
    if !number.is_empty() {
        // "90" is minutes, as the hook has always read it; "1h30" is one hour and thirty minutes too.
        seconds = seconds.checked_add(number.parse::<i64>().ok()?.checked_mul(60)?)?;
    }
    (1..=86_400).contains(&seconds).then(|| SignedDuration::from_secs(seconds))
}

#[cfg(test)]
#[path = "persona_tests.rs"]
mod tests;
