//! How sure an answer is, from what does not depend on the other entries: the share of the
//! question's telling words that the best hit holds, and how close its vector is.

use crate::attribute::Attribute;
use crate::image::Image;
use crate::query::Confidence;
use crate::question::Question;
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
pub(crate) struct Verdict {
    pub confidence: Confidence,
    /// The evidence of the best candidates, 0 – 1.
    pub evidence: f32,
    /// Puts scores on an absolute scale.
    pub scale: f32,
}

/// Judges the best candidates.
pub(crate) fn judge(image: &Image, question: &Question, candidates: &mut [Candidate]) -> Verdict {
    let mut best = 0f32;
    for candidate in candidates.iter_mut().take(LOOKED_AT) {
        candidate.parts.coverage = telling::told(image, &question.asked, candidate.slot);
        best = best.max(evidence(question, candidate));
    }
    // Whoever is named, what is asked of them is not there.
    if let Some(attribute) = &question.attribute
        && !candidates.iter().take(LOOKED_AT).any(|candidate| tells(image, attribute, candidate))
    {
        best = best.min(GUESS);
    }
    let confidence = if best < NOTHING {
        Confidence::Nothing
    } else if best < SURE {
        Confidence::Unsure
    } else {
        Confidence::Sure
    };
    Verdict { confidence, evidence: best.clamp(0.0, 1.0), scale: (best / SURE).clamp(0.2, 1.0) }
}

fn evidence(question: &Question, candidate: &Candidate) -> f32 {
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
