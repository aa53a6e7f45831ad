//! How sure an answer is.
//!
//! Where the encoder ranked, the probability that one of the first results answers, by a logistic regression over how close the
//! first is, how far it is ahead, what it holds of the question, and what question and index are like;
//! `tools/training/fit_sureness.py` fits it, and the probabilities from which on an answer is likely or sure. Where only the quick
//! arms ranked, the share of the question's telling words that the best hits hold, and how close their vectors are.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::attribute::Attribute;
use crate::fuse::Features;
use crate::image::Image;
use crate::query::Sureness;
use crate::question::PreparedQuestion;
use crate::search::Candidate;
use crate::telling;

/// Results whose evidence counts.
const LOOKED_AT: usize = 3;
/// Evidence under which the best hit is only a guess: where it lets through the most questions that have an answer
/// and the fewest that have none (mean of the best thresholds of four sets).
pub const SURE: f32 = 0.36;
/// The most evidence there is for what is not what was asked for.
const GUESS: f32 = 0.3;
/// Evidence under which nothing relevant was found.
const NOTHING: f32 = 0.2;

/// What is thought of an answer.
pub(crate) struct SurenessVerdict {
    pub confidence: Sureness,
    /// The evidence of the best candidates, 0 – 1.
    pub evidence: f32,
    /// Puts scores on an absolute scale.
    pub scale: f32,
}

/// Number of signs of the probability that an answer is among the first results.
const SIGNS: usize = 17;
/// Results beside the first whose cosines are compared with its own.
const COMPARED: usize = 5;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fitted {
    bias: f32,
    /// Weights of [`signs`].
    weights: [f32; SIGNS],
    /// Probability from which on what is shown likely answers.
    likely: f32,
    /// Probability from which on the first result is sure to answer; above 1 where that was never so.
    sure: f32,
    /// Probability under which nothing was found, where the evidence is weak as well.
    nothing: f32,
}

static FITTED: LazyLock<Fitted> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../models/sureness.json")).expect("a test reads the file")
});

/// What the probability is made of, in the order of the fitted weights; none without a result.
fn signs(features: &Features, entries: usize, candidates: &[Candidate]) -> Option<[f32; SIGNS]> {
    let first = candidates.first()?;
    let second = candidates.get(1).map_or(0.0, |c| c.score);
    let other = candidates[1..].iter().take(COMPARED - 1).map(|c| c.parts.cosine).fold(0.0, f32::max);
    Some([
        first.parts.cosine,
        first.parts.cosine - other,
        1.0 - second / first.score.max(f32::EPSILON),
        first.parts.held,
        first.parts.late,
        first.parts.keyword,
        first.parts.coverage,
        (1.0 + entries as f32).ln(),
        features.covered,
        features.known,
        features.agreement,
        features.cosine,
        features.cosine_lead,
        features.keyword_lead,
        features.terms,
        features.foreign,
        features.split,
    ])
}

/// The probability that one of the first results answers.
fn probability(signs: Option<[f32; SIGNS]>) -> f32 {
    let Some(signs) = signs else { return 0.0 };
    let sum: f32 = signs.iter().zip(FITTED.weights).map(|(sign, weight)| sign * weight).sum();
    1.0 / (1.0 + (-sum - FITTED.bias).exp())
}

/// Judges the best candidates; `features` are the question's where the encoder ranked them.
pub(crate) fn judge(
    image: &Image,
    question: &PreparedQuestion,
    candidates: &mut [Candidate],
    features: Option<&Features>,
) -> SurenessVerdict {
    let (verdict, denied) = judge_by_evidence(image, question, candidates);
    let Some(features) = features else { return verdict };
    let fitted = &*FITTED;
    let likely = probability(signs(features, image.count, candidates));
    let likely = if denied { likely.min(fitted.likely * 0.9) } else { likely };
    // On the scale of the evidence, so that one threshold divides both.
    let evidence = if likely >= fitted.likely {
        SURE + (1.0 - SURE) * (likely - fitted.likely) / (1.0 - fitted.likely)
    } else {
        SURE * likely / fitted.likely
    };
    let confidence = match likely {
        _ if likely >= fitted.sure => Sureness::Sure,
        _ if likely >= fitted.likely => Sureness::Likely,
        _ if likely < fitted.nothing && verdict.evidence < NOTHING => Sureness::Nothing,
        _ => Sureness::Unsure,
    };
    // How sure the answer is stands beside it. The least score says which entries are near the question, and an answer that is
    // worth showing must not go because the first result is no sure one.
    SurenessVerdict { confidence, evidence, scale: 1.0 }
}

/// Judges by what does not depend on the other entries. Also says whether what is asked of somebody is not there.
fn judge_by_evidence(
    image: &Image,
    question: &PreparedQuestion,
    candidates: &mut [Candidate],
) -> (SurenessVerdict, bool) {
    let mut best = 0f32;
    for candidate in candidates.iter_mut().take(LOOKED_AT) {
        candidate.parts.coverage = telling::told(image, &question.asked, candidate.slot);
        best = best.max(evidence(question, candidate));
    }
    // Whoever is named, what is asked of them is not there.
    let denied = question.attribute.as_ref().is_some_and(|attribute| {
        !candidates.iter().take(LOOKED_AT).any(|candidate| tells(image, attribute, candidate))
    });
    if denied {
        best = best.min(GUESS);
    }
    let confidence = if best < NOTHING {
        Sureness::Nothing
    } else if best < SURE {
        Sureness::Unsure
    } else {
        Sureness::Likely
    };
    (SurenessVerdict { confidence, evidence: best.clamp(0.0, 1.0), scale: (best / SURE).clamp(0.2, 1.0) }, denied)
}

fn evidence(question: &PreparedQuestion, candidate: &Candidate) -> f32 {
    let parts = &candidate.parts;
    let words = parts.coverage;
    let known = 1.0 - question.foreign;
    // A text the model cannot read is judged by its words alone.
    let meaning = parts.cosine * known + words * (1.0 - known);
    0.5 * words + 0.5 * meaning + 0.1 * parts.graph + 0.1 * parts.time
}

/// Says whether an entry is about whom the question names, and holds what is asked of them.
fn tells(image: &Image, attribute: &Attribute, candidate: &Candidate) -> bool {
    let (slot, parts) = (candidate.slot, &candidate.parts);
    let about = parts.graph > 0.0 || parts.voice > 0.0 || attribute.is_of(image, slot);
    about && attribute.is_in(image, slot)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fitted_weights_are_read_and_grow_with_the_evidence() {
        let candidate = |cosine: f32, score: f32| Candidate {
            slot: 0,
            parts: crate::query::Parts { cosine, held: cosine, late: cosine, coverage: cosine, ..Default::default() },
            score,
            folded: Vec::new(),
            newer: None,
        };
        let features = |cosine: f32| Features { covered: cosine, known: cosine, cosine, ..Features::default() };
        let likely = |cosine: f32, candidates: &[Candidate]| probability(signs(&features(cosine), 20, candidates));
        let strong = likely(0.8, &[candidate(0.8, 1.0), candidate(0.1, 0.3)]);
        let weak = likely(0.2, &[candidate(0.2, 1.0), candidate(0.2, 0.95)]);
        assert!(strong > FITTED.likely && weak < 0.3, "{strong} {weak}");
        assert!(FITTED.nothing < FITTED.likely && FITTED.likely <= FITTED.sure);
        assert_eq!(likely(0.8, &[]), 0.0);
    }
}
