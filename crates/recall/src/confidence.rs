//! How sure an answer is, from what does not depend on the other entries: the share of the
//! question's rare words that the best hit holds, and how close its vector is.

use crate::image::Image;
use crate::query::Confidence;
use crate::question::Question;
use crate::search::Candidate;

/// Results whose evidence counts.
const LOOKED_AT: usize = 3;
/// Evidence under which the best hit is only a guess: where it lets through the most questions that have an answer
/// and the fewest that have none (mean of the best thresholds of four sets).
pub const SURE: f32 = 0.36;
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
        candidate.parts.coverage = coverage(image, question, candidate.slot);
        best = best.max(evidence(question, candidate));
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

/// Share of the question's information that the entry's words hold.
fn coverage(image: &Image, question: &Question, slot: u32) -> f32 {
    let total: f32 = question.terms.iter().map(|t| t.idf).sum();
    let held: f32 = question.terms.iter().filter(|t| image.holds(t.hash, slot)).map(|t| t.idf).sum();
    if total > 0.0 { held / total } else { 0.0 }
}

fn evidence(question: &Question, candidate: &Candidate) -> f32 {
    let parts = &candidate.parts;
    let words = parts.coverage;
    let known = 1.0 - question.foreign;
    // A text the model cannot read is judged by its words alone.
    let meaning = parts.cosine * known + words * (1.0 - known);
    0.5 * words + 0.5 * meaning + 0.1 * parts.graph + 0.1 * parts.time
}
