//! What the fitted ranking adds where the encoder has seen the entries.
//!
//! Where words agree they say more than meaning, and in a conversation the turns around an entry say what it is about;
//! where nobody used the question's words, or every message stands by itself, neither holds. No fixed weight is right for
//! both, so what an entry gains is `parts · W · features`: each of its parts has a weight that is a sum over what question
//! and index are like. `tools/training/fit_fusion.py` fits W and writes `models/fusion.json`.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::query::Parts;

/// Number of features.
pub const FEATURES: usize = 14;
/// Number of parts with a fitted weight.
pub const FITTED: usize = 14;
/// The first of them compare an entry with the question; the others say what stands around it.
const ARMS: usize = 6;

/// What weights depend on, about 0 – 1 each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Features {
    /// Share of the question's rare words that the best entry holds.
    pub covered: f32,
    /// Share of the question's rare words that any entry holds.
    pub known: f32,
    /// Share of the first five by words that are among the first five by the encoder.
    pub agreement: f32,
    /// The best cosine by the encoder.
    pub cosine: f32,
    /// What the best cosine is ahead of the tenth.
    pub cosine_lead: f32,
    /// What the best score by words is ahead of the tenth, as a share of it.
    pub keyword_lead: f32,
    /// Terms of the question, as a logarithm.
    pub terms: f32,
    /// How far entries are paragraphs rather than single turns.
    pub paragraphs: f32,
    /// Share of the candidates that are turns of a conversation.
    pub turns: f32,
    /// Share of the question's letters that the static table cannot read.
    pub foreign: f32,
    /// Share of the question that tells rather than asks.
    pub telling: f32,
    /// Share of the candidates that were said by whom the question is about.
    pub voiced: f32,
    /// How far the static table has pieces only for the question's words: it reads English best.
    pub split: f32,
}

impl Features {
    /// The values with a constant before them, in the order of the fitted weights.
    pub fn values(&self) -> [f32; FEATURES] {
        [
            1.0,
            self.covered,
            self.known,
            self.agreement,
            self.cosine,
            self.cosine_lead,
            self.keyword_lead,
            self.terms,
            self.paragraphs,
            self.turns,
            self.foreign,
            self.telling,
            self.voiced,
            self.split,
        ]
    }

    /// How far the fitted weights count. Nothing was fitted on long messages or on messages that go on with something.
    pub fn trust(&self) -> f32 {
        (1.0 - 0.5 * self.paragraphs) * (1.0 - 0.5 * self.telling)
    }
}

/// Fitted weights: a row for each part, a value in it for each feature.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Learned(pub [[f32; FEATURES]; FITTED]);

/// What the fitted ranking adds for each part of one question's candidates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Added(pub [f32; FITTED]);

impl Learned {
    /// The weights in the binary.
    pub fn builtin() -> &'static Self {
        static BUILTIN: LazyLock<Learned> = LazyLock::new(|| {
            serde_json::from_str(include_str!("../../../../models/fusion.json")).expect("a test reads the file")
        });
        &BUILTIN
    }

    /// The weights for a question and an index that are like this.
    pub fn added(&self, features: &Features) -> Added {
        let (values, trust) = (features.values(), features.trust());
        Added(self.0.map(|row| trust * row.iter().zip(values).map(|(weight, value)| weight * value).sum::<f32>()))
    }
}

impl Added {
    fn columns(parts: &Parts) -> [f32; FITTED] {
        [
            parts.keyword,
            parts.held,
            parts.vector,
            parts.late,
            parts.meaning,
            parts.cosine,
            parts.around,
            parts.before,
            parts.session,
            parts.talk,
            parts.asking,
            parts.signs.before,
            parts.signs.session,
            parts.signs.talk,
        ]
    }

    /// What an entry gains by what it says itself.
    pub fn alone(&self, parts: &Parts) -> f32 {
        self.0.iter().zip(Self::columns(parts)).take(ARMS).map(|(weight, part)| weight * part).sum()
    }

    /// What an entry gains by what stands around it.
    pub fn beside(&self, parts: &Parts) -> f32 {
        self.0.iter().zip(Self::columns(parts)).skip(ARMS).map(|(weight, part)| weight * part).sum()
    }

    /// Sum of the weights of what an entry says itself.
    pub fn arms(&self) -> f32 {
        self.0.iter().take(ARMS).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn meaning_counts_more_where_the_question_s_words_are_not_there() {
        let learned = Learned::builtin();
        let vague =
            Features { covered: 0.2, known: 0.3, cosine: 0.45, keyword_lead: 0.3, terms: 0.6, ..Features::default() };
        let worded = Features { covered: 0.9, known: 0.95, keyword_lead: 0.9, ..vague };
        let by_meaning = Parts { meaning: 1.0, cosine: 0.45, ..Parts::default() };
        let by_words = Parts { keyword: 1.0, held: 0.9, ..Parts::default() };
        let gap = |features: &Features| {
            let added = learned.added(features);
            added.alone(&by_meaning) - added.alone(&by_words)
        };
        assert!(gap(&vague) > gap(&worded) && gap(&vague) > 0.0, "{} {}", gap(&vague), gap(&worded));
    }

    #[test]
    fn long_messages_and_tellings_are_trusted_less() {
        let learned = Learned::builtin();
        let turn = Features { covered: 0.5, ..Features::default() };
        let (short, telling) = (learned.added(&turn).0, learned.added(&Features { telling: 1.0, ..turn }).0);
        assert!(short.iter().zip(telling).any(|(a, b)| a.abs() > b.abs()));
        assert_eq!(Features { paragraphs: 1.0, telling: 1.0, ..turn }.trust(), 0.25);
    }
}
