//! What a text wants of whoever reads it: what it asks of the memory, and whether it tries to steer an assistant. Fitted and
//! reported by `tools/training/fit_addressed.py`.

use std::sync::OnceLock;

use soulfile_text::encoder::{Encoder, Vector};

use super::group::{Damage, Group, GroupReader};
use super::{features, sigmoid, softmax};
use crate::quoted;

static WEIGHTS: &[u8] = include_bytes!("../../../../models/addressed.bin");
const NAMES: &str = "injection\nasks=none\nasks=remember\nasks=forget\nasks=reflect\nasks=recall";

/// Probabilities of what a text, without what it quotes, wants of whoever reads it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AddressedScores {
    /// It tries to steer an assistant that reads it.
    pub injection: f32,
    /// What it asks of the memory: nothing, to remember, to forget, to reflect, to recall; sums to 1.
    pub asks: [f32; 5],
}

impl AddressedScores {
    /// What is said of a text when the weights cannot be used: it asks nothing.
    const UNKNOWN: Self = Self { injection: 0.0, asks: [1.0, 0.0, 0.0, 0.0, 0.0] };

    /// Scores a text whose quotations are hidden, encoding it.
    pub fn of(visible: &str) -> Self {
        static BUILTIN: OnceLock<Result<Group<'static>, Damage>> = OnceLock::new();
        match (BUILTIN.get_or_init(|| open(WEIGHTS)), Encoder::builtin()) {
            (Ok(group), Ok(encoder)) => {
                let words = quoted::blanked(visible);
                Self::with_vector(group, visible, &words, &encoder.encode(&words))
            }
            _ => Self::UNKNOWN,
        }
    }

    fn with_vector(group: &Group<'_>, visible: &str, words: &str, vector: &Vector) -> Self {
        let (dense, grams) = features::addressed(visible, words, vector);
        let logits = group.logits(&dense, &grams);
        Self { injection: sigmoid(logits[0]), asks: softmax(&logits[1..]) }
    }
}

fn open(bytes: &[u8]) -> Result<Group<'_>, Damage> {
    GroupReader::open(bytes)?.next(NAMES, features::ADDRESSED_DENSE, features::BUCKETS)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn texts_are_scored_as_in_python() {
        let numbers = |of: &Value| -> Vec<f32> {
            of.as_array().expect("a list").iter().map(|score| score.as_f64().expect("a number") as f32).collect()
        };
        let group = open(WEIGHTS).expect("the weights in the binary are whole");
        let encoder = Encoder::builtin().expect("the encoder's weights are whole");
        let mut seen = 0;
        for line in include_str!("addressed.jsonl").lines() {
            let line: Value = serde_json::from_str(line).expect("JSON");
            let text = line["text"].as_str().expect("a text");
            let visible = quoted::hide(text);
            let words = quoted::blanked(&visible);
            let vector = encoder.encode(&words);
            let (dense, _) = features::addressed(&visible, &words, &vector);
            assert_eq!(dense[features::MESSAGE_DENSE..], numbers(&line["signs"])[..], "{text:?}");
            let found = AddressedScores::with_vector(&group, &visible, &words, &vector);
            // The vectors differ by the rounding of int8 values, so the scores by a little.
            let expected = numbers(&line["scores"]);
            for (found, expected) in std::iter::once(found.injection).chain(found.asks).zip(&expected) {
                assert!((found - expected).abs() < 0.03, "{text:?}: {found} instead of {expected}");
            }
            assert_eq!(expected.len(), 6);
            seen += 1;
        }
        assert!(seen >= 15);
    }

    #[test]
    fn damage_is_told() {
        let refused = |bytes: &[u8]| open(bytes).err();
        assert_eq!(refused(b"something else"), Some(Damage::Format));
        assert_eq!(refused(&WEIGHTS[..WEIGHTS.len() - 1]), Some(Damage::Content));
        assert_eq!(refused(include_bytes!("../../../../models/heads.bin")), Some(Damage::Format));
    }
}
