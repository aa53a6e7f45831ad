//! Whether an entry answers, told from the two vectors.
//!
//! A cosine weighs every value of two vectors alike; which of them tell that a statement answers a question, rather than being about the
//! same thing, is fitted: a weight for each product of the two, and one for each value of the entry's own. The first candidates only are
//! read. `tools/training/fit_answering.py` fits the weights and writes `models/answering.json`.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::meaning::Asked;
use crate::search::Candidate;

/// Candidates that are read.
const READ: usize = 20;
/// Products of two unit vectors' values are this much smaller than the values.
const PRODUCT: f32 = 16.0;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AnsweringWeights {
    /// Weights of the products of question and entry.
    both: Vec<f32>,
    /// Weights of the entry's values.
    own: Vec<f32>,
}

static FITTED: LazyLock<AnsweringWeights> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../models/answering.json")).expect("a test reads the file")
});

/// Adds what the vectors of the first candidates say, times `share`. `candidates` is sorted by score and must be sorted again
/// afterwards.
pub(crate) fn add(asked: &Asked, candidates: &mut [Candidate], share: f32) {
    let question = asked.vector();
    let weights: Vec<f32> = FITTED
        .own
        .iter()
        .zip(&FITTED.both)
        .zip(question)
        .map(|((own, both), value)| own + PRODUCT * both * value)
        .collect();
    for candidate in candidates.iter_mut().take(READ) {
        candidate.score = (candidate.score + share * asked.weigh(candidate.slot, &weights)).max(0.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fitted_weights_are_read() {
        assert_eq!([FITTED.both.len(), FITTED.own.len()], [soulfile_text::encoder::DIMS; 2]);
    }
}
