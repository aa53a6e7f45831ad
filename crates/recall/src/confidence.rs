//! How sure an answer is, from what does not depend on the other entries: the share of the
//! question's rare words that the best hit holds, and how close its vector is.

use crate::image::Image;
use crate::query::Confidence;
use crate::question::Question;
use crate::search::Candidate;

/// Evidence under which the best hit is only a guess.
const UNSURE: f32 = 0.42;
/// Evidence under which nothing relevant was found.
const NOTHING: f32 = 0.2;

/// Judges the best candidates; also returns a factor that puts scores on an absolute scale.
pub(crate) fn judge(_image: &Image, question: &Question, candidates: &[Candidate]) -> (Confidence, f32) {
    let best = candidates.iter().take(3).map(|c| evidence(question, c)).fold(0.0, f32::max);
    let confidence = if best < NOTHING {
        Confidence::Nothing
    } else if best < UNSURE {
        Confidence::Unsure
    } else {
        Confidence::Sure
    };
    (confidence, (best / UNSURE).clamp(0.2, 1.0))
}

fn evidence(question: &Question, candidate: &Candidate) -> f32 {
    let parts = &candidate.parts;
    let words = parts.coverage;
    let known = 1.0 - question.foreign;
    // A text the model cannot read is judged by its words alone.
    let meaning = parts.cosine * known + words * (1.0 - known);
    0.5 * words + 0.5 * meaning + 0.1 * parts.graph + 0.1 * parts.time
}
