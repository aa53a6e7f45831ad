//! Decay: how memories fade, and what keeps them.
//!
//! Owns the formula, its parameters, the life-cycle states and the factor by which a score may move a
//! result's rank. The file that keeps the numbers is in `decay/file.rs`. Nothing here reads a clock.

use std::fmt;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use soulfile_vocabulary::State;

mod file;

pub use file::{DecayEntry, DecayFile, Transition};

/// Base relevance of what a person asked to remember.
pub const EXPLICIT: f64 = 1.0;
/// Base relevance of what was detected without being asked.
pub const DETECTED: f64 = 0.7;
/// Base relevance of what was inferred.
pub const INFERRED: f64 = 0.5;

/// What fades more slowly than in this many days does not fade: a thousand years.
const MOST_DAYS: i64 = 365_000;

/// The tunables of decay.
#[derive(Debug, Clone)]
pub struct DecayParams {
    /// How fast memories fade, per day; 0.03 halves them in about 23 days.
    pub lambda: f64,
    /// Below this score a memory is fading.
    pub fading_threshold: f64,
    /// Below this one it is dormant.
    pub dormant_threshold: f64,
    /// Below this one it is archived.
    pub archive_threshold: f64,
    /// Whose calendar days are counted.
    pub zone: TimeZone,
}

impl Default for DecayParams {
    fn default() -> Self {
        DecayParams {
            lambda: 0.03,
            fading_threshold: 0.5,
            dormant_threshold: 0.2,
            archive_threshold: 0.05,
            zone: TimeZone::UTC,
        }
    }
}

impl DecayParams {
    /// The state a score stands for.
    pub fn status(&self, score: f64) -> State {
        if score >= self.fading_threshold {
            State::Active
        } else if score >= self.dormant_threshold {
            State::Fading
        } else if score >= self.archive_threshold {
            State::Dormant
        } else {
            State::Archived
        }
    }

    /// Scores an entry as of `now`, with every number that went into it.
    pub fn score(&self, entry: &DecayEntry, now: Timestamp) -> Score {
        let days = entry.last_accessed.or(entry.created).map_or(0, |last| self.days_between(last, now));
        let reason = if entry.forgotten.is_some() {
            Reason::Forgotten
        } else if entry.pinned || entry.store.row().is_pinned {
            Reason::Pinned
        } else {
            Reason::Computed
        };
        let mut score = Score {
            base_relevance: entry.base_relevance,
            lambda: self.lambda,
            days,
            // Creation is the first access.
            access_count: entry.access_count.max(1),
            type_weight: entry.type_weight,
            raw: 0.0,
            value: 0.0,
            status: State::Archived,
            reason,
        };
        score.raw = score.formula(days as f64);
        score.value = score.after(days as f64);
        if reason != Reason::Forgotten {
            score.status = self.status(score.value);
        }
        score
    }

    /// In how many days without use a memory changes state next, and to which. Looked for in the formula: it only ever falls.
    pub fn next_state(&self, score: &Score) -> Option<(i64, State)> {
        let has_changed = |days: i64| self.status(score.after(days as f64)) != score.status;
        let (mut unchanged, mut changed) = (score.days, score.days.checked_add(MOST_DAYS)?);
        if score.status == State::Archived || !has_changed(changed) {
            return None;
        }
        while changed - unchanged > 1 {
            let middle = unchanged + (changed - unchanged) / 2;
            match has_changed(middle) {
                true => changed = middle,
                false => unchanged = middle,
            }
        }
        Some((changed - score.days, self.status(score.after(changed as f64))))
    }

    /// Calendar days from `earlier` to `later` in the user's time zone; a clock that went
    /// backwards counts as none.
    fn days_between(&self, earlier: Timestamp, later: Timestamp) -> i64 {
        let day = |at: Timestamp| at.to_zoned(self.zone.clone()).date();
        let span = day(later).duration_since(day(earlier));
        (span.as_hours() / 24).max(0)
    }
}

/// How far a faded memory is lowered in ranking. What is not dormant is not moved at all: a memory that is shown is used, and were
/// use to raise it, it would be shown ever more.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RankPenalty {
    /// Factor of a score of 0.
    pub floor: f64,
    /// Score from which on nothing is lowered.
    pub dormant_threshold: f64,
}

impl RankPenalty {
    /// The factor of a score in ranking.
    pub fn factor(self, score: f64) -> f64 {
        if score >= self.dormant_threshold {
            return 1.0;
        }
        let score = if score.is_finite() { score.max(0.0) } else { 0.0 };
        self.floor + (1.0 - self.floor) * score / self.dormant_threshold
    }
}

/// Why a score is what it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// By the formula.
    Computed,
    /// Pinned, or in the vault: always 1.
    Pinned,
    /// A person had it forgotten: always 0.
    Forgotten,
}

/// A score with the numbers it was made of.
#[derive(Debug, Clone, PartialEq)]
pub struct Score {
    /// Its importance at first.
    pub base_relevance: f64,
    /// The decay rate.
    pub lambda: f64,
    /// Calendar days since it was last used.
    pub days: i64,
    /// How often it was used, its creation included.
    pub access_count: u32,
    /// The weight of its store.
    pub type_weight: f64,
    /// What the formula gives.
    pub raw: f64,
    /// The score: `raw` within 0 and 1, or what pinning or forgetting says.
    pub value: f64,
    /// The state it stands for.
    pub status: State,
    /// Why it is what it is.
    pub reason: Reason,
}

impl Score {
    /// How strong the memory is when it was last used `days` ago.
    pub fn after(&self, days: f64) -> f64 {
        match (self.reason, self.formula(days)) {
            (Reason::Forgotten, _) => 0.0,
            (Reason::Pinned, _) => 1.0,
            (Reason::Computed, raw) if raw.is_finite() => raw.clamp(0.0, 1.0),
            (Reason::Computed, _) => 0.0,
        }
    }

    fn formula(&self, days: f64) -> f64 {
        let fade = (-self.lambda * days).exp();
        let reinforcement = (f64::from(self.access_count) + 1.0).log2();
        self.base_relevance * fade * reinforcement * self.type_weight
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:.2} × e^(-{} × {}) × log2({} + 1) × {:.1} = {:.4}",
            self.base_relevance, self.lambda, self.days, self.access_count, self.type_weight, self.raw
        )?;
        match self.reason {
            Reason::Computed if self.raw > 1.0 => write!(f, ", capped at 1")?,
            Reason::Computed => {}
            Reason::Pinned => write!(f, ", pinned at 1")?,
            Reason::Forgotten => write!(f, ", forgotten: 0")?,
        }
        write!(f, " → {}", self.status)
    }
}

#[cfg(test)]
#[path = "decay_tests.rs"]
mod tests;
