//! Can two statements both be true?
//!
//! Owns the comparison of a new fact with a stored one: the same in other words, compatible, or
//! in contradiction, and in which respect. It also says whether the second statement announces a
//! change itself ("no longer", "moved to"), which lets a caller supersede instead of asking.
//! It decides nothing about storage. Start with [`compare`].

mod chinese;
mod english;
mod lexicon;
mod statement;

use serde::{Deserialize, Serialize};

use crate::lang::Lang;

/// How two statements stand to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Cannot both be true now; an update that replaces the other counts.
    Contradiction,
    /// Both can be true.
    Compatible,
    /// The same fact in other words.
    Duplicate,
}

impl Verdict {
    /// The word used in labels.
    pub const fn as_str(self) -> &'static str {
        match self {
            Verdict::Contradiction => "contradiction",
            Verdict::Compatible => "compatible",
            Verdict::Duplicate => "duplicate",
        }
    }
}

/// The outcome of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Comparison {
    /// How the statements stand to each other.
    pub verdict: Verdict,
    /// In which respect: `negation`, `number`, `time`, `place`, `value`, `antonym` …; `none` when
    /// compatible or duplicate.
    pub aspect: &'static str,
    /// Whether the second statement announces a change or correction.
    pub update: bool,
}

/// Compares an older statement `a` with a newer one `b`.
pub fn compare(a: &str, b: &str) -> Comparison {
    let (verdict, aspect) = match (Lang::of(a), Lang::of(b)) {
        (Lang::Zh, Lang::Zh) => chinese::compare(a, b),
        (Lang::En, Lang::En) => english::compare(a, b),
        _ => (Verdict::Compatible, "none"),
    };
    Comparison { verdict, aspect, update: announces_change(b) }
}

/// Says whether `text` corrects or updates something by its own words: "actually", "no longer",
/// "moved to", 改成, 不再.
pub fn announces_change(text: &str) -> bool {
    let lower = text.to_lowercase();
    const WORDS: &[&str] = &[
        "no longer",
        "not any more",
        "not anymore",
        "any more",
        "anymore",
        "instead of",
        "instead",
        "used to",
        "switched",
        "changed to",
        "moved to",
        "moved from",
        "replaced",
        "now ",
        " now",
        "actually",
        "correction",
        "from now on",
        "has become",
        "became",
        "left ",
        "quit",
        "stopped",
        "gave up",
        "rescheduled",
        "postponed",
        "renamed",
        "rather than",
        "in fact",
        "turns out",
        "migrated",
        "was wrong",
        "not the",
        "updated to",
        "since then",
        "as of",
    ];
    const HAN: &[&str] = &[
        "不再",
        "改成",
        "改为",
        "改到",
        "换成",
        "搬到",
        "现在",
        "其实",
        "已经",
        "更正",
        "不是",
        "调到",
        "推迟",
        "提前到",
        "离开",
        "辞",
        "戒",
    ];
    WORDS.iter().any(|w| lower.contains(w)) || HAN.iter().any(|w| text.contains(w))
}

#[cfg(test)]
#[path = "contradiction_tests.rs"]
mod tests;
