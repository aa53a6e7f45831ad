//! How two statements stand to each other: the same, at odds, or both true.
//!
//! The same words are the same statement; everything else is the pair heads' to say. Only what they are sure of may drop
//! or replace what somebody said.

use std::collections::{HashMap, HashSet};
use std::sync::{LazyLock, Mutex};

use serde::{Deserialize, Serialize};
use soulfile_text::encoder::{Encoder, Vector};

use crate::heads::{LearnedHeads, PairScores};
use crate::names;

/// From here on a verdict is sure.
const SURE: f32 = 0.9;
/// From here on the second statement is told as replacing the first.
const NEWER: f32 = 0.5;
/// Vectors kept in memory, about 300 bytes each.
const CACHED: usize = 4096;

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
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Comparison {
    /// How the statements stand to each other.
    pub verdict: Verdict,
    /// Whether the second statement is told as replacing the first.
    pub update: bool,
    /// Whether it may drop or replace what somebody said; otherwise it is likely, and a person is told.
    pub sure: bool,
    /// Probability of the verdict.
    pub probability: f32,
}

impl Comparison {
    const UNRELATED: Self = Self { verdict: Verdict::Compatible, update: false, sure: true, probability: 1.0 };

    /// The comparison as far as it is sure: otherwise both may be true.
    pub fn if_sure(self) -> Self {
        if self.sure { self } else { Self { verdict: Verdict::Compatible, ..self } }
    }
}

/// Compares an older statement with a newer one.
pub fn compare(older: &str, newer_text: &str) -> Comparison {
    if same_words(older, newer_text) {
        return Comparison { verdict: Verdict::Duplicate, ..Comparison::UNRELATED };
    }
    let Some(PairScores { same, at_odds, compatible, unrelated, newer }) = scores(older, newer_text) else {
        return Comparison::UNRELATED;
    };
    // Two values are not the same, whatever else is; what is said of one person is not at odds with what is said of another.
    let same = if differ_in_value(older, newer_text) { 0.0 } else { same };
    let at_odds = if have_different_subjects(older, newer_text) { 0.0 } else { at_odds };
    let both = compatible + unrelated;
    let (verdict, probability) =
        [(Verdict::Duplicate, same), (Verdict::Contradiction, at_odds), (Verdict::Compatible, both)]
            .into_iter()
            .max_by(|a, b| a.1.total_cmp(&b.1))
            .expect("three verdicts");
    let update = verdict == Verdict::Contradiction && newer >= NEWER;
    Comparison { verdict, update, sure: probability >= SURE, probability }
}

/// Probabilities for a pair; `None` where the weights in the binary are damaged.
fn scores(older: &str, newer: &str) -> Option<PairScores> {
    let (heads, one, other) = (LearnedHeads::builtin().ok()?, vector(older)?, vector(newer)?);
    Some(heads.compare((older, &one), (newer, &other)))
}

/// The vector of a statement. Statements are compared with many others, so vectors are kept.
fn vector(text: &str) -> Option<Vector> {
    static KEPT: LazyLock<Mutex<HashMap<String, Vector>>> = LazyLock::new(Mutex::default);
    if let Some(known) = KEPT.lock().ok()?.get(text) {
        return Some(known.clone());
    }
    let vector = Encoder::builtin().ok()?.encode(text);
    let mut kept = KEPT.lock().ok()?;
    if kept.len() >= CACHED {
        kept.clear();
    }
    kept.insert(text.to_owned(), vector.clone());
    Some(vector)
}

/// Whether each has a number or a name that the other has not.
fn differ_in_value(one: &str, other: &str) -> bool {
    let values = |text: &str| -> HashSet<String> {
        let numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|run| !run.is_empty()).map(str::to_owned);
        let names = names::find(text).into_iter().filter(|name| !name.opens_sentence);
        numbers.chain(names.map(|name| text[name.span].to_lowercase())).collect()
    };
    let (one, other) = (values(one), values(other));
    one.difference(&other).next().is_some() && other.difference(&one).next().is_some()
}

/// Whether both open with a name, and not the same.
fn have_different_subjects(one: &str, other: &str) -> bool {
    let subject = |text: &str| -> Option<String> {
        let name = names::find(text).into_iter().next().filter(|name| name.span.start == 0)?;
        Some(text[name.span].to_lowercase())
    };
    let shares_word = |one: &str, other: &str| one.split(' ').any(|word| other.split(' ').any(|that| word == that));
    subject(one).zip(subject(other)).is_some_and(|(one, other)| !shares_word(&one, &other))
}

/// Whether two texts differ at most in case, spacing and punctuation.
pub fn same_words(one: &str, other: &str) -> bool {
    let lower = |word: &str| word.chars().flat_map(char::to_lowercase).collect::<Vec<_>>();
    let words = |text: &'_ str| -> Vec<Vec<char>> {
        text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(lower).collect()
    };
    words(one) == words(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_are_the_same_at_odds_or_both_true() {
        let verdict = |a: &str, b: &str| compare(a, b).verdict;
        assert_eq!(verdict("I live in Graz.", "i live in graz"), Verdict::Duplicate);
        assert_eq!(verdict("I live in Graz.", "I live in Linz now, not Graz."), Verdict::Contradiction);
        assert_eq!(verdict("Ana plays the cello.", "The gym opens at seven."), Verdict::Compatible);
        assert_eq!(verdict("我住在上海", "我现在住在北京"), Verdict::Contradiction);
        assert_ne!(verdict("Ana lives in Bonn.", "Ana lives in Berlin."), Verdict::Duplicate);
        assert_eq!(verdict("Ana works at Initech.", "Cem works at Globex."), Verdict::Compatible);
    }

    #[test]
    fn only_what_is_sure_counts_where_it_has_to() {
        let unsure = Comparison { verdict: Verdict::Duplicate, update: false, sure: false, probability: 0.6 };
        assert_eq!(unsure.if_sure().verdict, Verdict::Compatible);
        assert_eq!(Comparison { sure: true, ..unsure }.if_sure().verdict, Verdict::Duplicate);
    }
}
