//! How much the encoder and the talk around an entry count, from what question and index are like.
//!
//! Where words agree they say more than meaning, and in a conversation the turns around an entry say what it is about;
//! where nobody used the question's words, or every message stands by itself, neither holds. No fixed weight is right for
//! both, so the encoder's weight is `exp(θ·features)` and the factor of the talk around `1 / (1 + exp(-θ·features))`. `tools/training/fit_fusion.py` fits θ and writes `models/fusion.json`.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

/// Number of features.
pub const FEATURES: usize = 13;

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
        ]
    }
}

/// Fitted weights.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Learned {
    /// For the weight of the encoder.
    pub meaning: [f32; FEATURES],
    /// For the factor of what stands around an entry.
    pub context: [f32; FEATURES],
}

/// Bounds of the encoder's weight: features far from those it was fitted on must not turn an arm into the only one.
const LEAST: f32 = 0.02;
const MOST: f32 = 8.0;

impl Learned {
    /// The weights in the binary.
    pub fn builtin() -> &'static Self {
        static BUILTIN: LazyLock<Learned> = LazyLock::new(|| {
            serde_json::from_str(include_str!("../../../../models/fusion.json")).expect("a test reads the file")
        });
        &BUILTIN
    }

    /// Weight of the encoder.
    pub fn meaning(&self, features: &Features) -> f32 {
        sum(&self.meaning, features).exp().clamp(LEAST, MOST)
    }

    /// Factor of the talk around an entry, 0 – 1.
    pub fn context(&self, features: &Features) -> f32 {
        1.0 / (1.0 + (-sum(&self.context, features)).exp())
    }
}

fn sum(theta: &[f32; FEATURES], features: &Features) -> f32 {
    theta.iter().zip(features.values()).map(|(weight, value)| weight * value).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weights_in_the_binary_are_read_and_bounded() {
        let learned = Learned::builtin();
        for features in [Features::default(), Features { covered: 1.0, terms: 40.0, ..Features::default() }] {
            assert!((LEAST..=MOST).contains(&learned.meaning(&features)));
            assert!((0.0..=1.0).contains(&learned.context(&features)));
        }
    }

    #[test]
    fn meaning_counts_less_where_the_question_s_words_lead() {
        let learned = Learned::builtin();
        let vague =
            Features { covered: 0.4, known: 0.45, cosine: 0.45, keyword_lead: 0.1, terms: 0.6, ..Features::default() };
        let worded = Features { covered: 0.9, known: 0.95, keyword_lead: 0.9, ..vague };
        assert!(learned.meaning(&vague) > learned.meaning(&worded));
    }
}
