//! Updates among results: of statements on one matter, the newest first.
//!
//! People do not repeat a statement to change it: "no, 43", "moved it to thursday". Only the first results are compared with
//! each other, and with what follows one at once: both answer the question, so the newer one on the same matter is what
//! holds. That it is on the same matter is told by a logistic regression: how close their vectors are, whether
//! the newer one has the tone of a correction, follows at once, holds the older one's words, and answers about as well. Fitted by
//! `tools/training/fit_updates.py`. [`crate::supersede`] tells statements that are equal but for their value, without the encoder.

use std::sync::LazyLock;

use serde::Deserialize;
use soulfile_vocabulary::Store;

use crate::embed::wordpiece;
use crate::image::Image;
use crate::meaning::Asked;
use crate::record::NO_DATE;
use crate::search::Candidate;
use crate::supersede::order;
use crate::voice;

/// First results that may be outdated, and those that may replace them.
const OLDER: usize = 5;
const NEWER: usize = 8;
/// Where an older statement holds this share of the question's rare words, the newer one must hold as much but for `LOST`:
/// a question that names its matter is not answered by a statement that names another.
const NAMED: f32 = 0.7;
const LOST: f32 = 0.1;
/// … unless it has clearly the tone of a correction.
const CLEAR: f32 = 2.0;
/// What a newer statement's score is above the older one's.
const ABOVE: f32 = 1.0005;
/// Word pieces of a statement's opening, at most, in which whom it is about is looked for.
const OPENING: usize = 3;
/// Terms of a statement at most; what is longer tells many things.
const LONGEST: u32 = 60;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fitted {
    /// Weights of a vector's values for the tone of a correction.
    tone: Vec<f32>,
    tone_bias: f32,
    /// Weights of the cosine of the two, the newer one's tone, its following at once, the share of its words that the older one
    /// holds, and its score as a share of the older one's.
    replaces: [f32; 5],
    replaces_bias: f32,
    /// Least probability of a replacement.
    least: f32,
}

static FITTED: LazyLock<Fitted> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../models/updates.json")).expect("a test reads the file")
});

/// Puts newer entries above the older ones they replace, and notes them there; one of less authority replaces nothing. `candidates` is sorted by score and must be
/// sorted again afterwards.
pub(crate) fn prefer_updates(image: &Image, asked: &Asked, candidates: &mut [Candidate]) {
    let first = candidates.len().min(NEWER);
    let mut found: Vec<(f32, usize, usize)> = Vec::new();
    for old in 0..first.min(OLDER) {
        let slot = candidates[old].slot;
        if !is_statement(image, slot) {
            continue;
        }
        let follower = image.neighbour(slot, 1);
        let next = follower.and_then(|next| candidates.iter().position(|c| c.slot == next)).filter(|at| *at >= first);
        for new in (0..first).chain(next) {
            let other = candidates[new].slot;
            if order(image, other) <= order(image, slot) || !is_statement(image, other) {
                continue;
            }
            if !image.row(other).trust().may_supersede(image.row(slot).trust()) {
                continue;
            }
            if tells_of_another(image.pieces_of(slot), image.pieces_of(other)) {
                continue;
            }
            let follows = follower == Some(other);
            let (of_old, of_new) = (candidates[old].parts.held, candidates[new].parts.held);
            let tone = asked.weigh(other, &FITTED.tone) + FITTED.tone_bias;
            if !follows && of_old >= NAMED && of_new < of_old - LOST && tone < CLEAR {
                continue;
            }
            let ratio = candidates[new].score / candidates[old].score.max(f32::EPSILON);
            let likely = likely(image, asked, slot, other, [tone, f32::from(u8::from(follows)), ratio]);
            if likely >= FITTED.least {
                found.push((likely, old, new));
            }
        }
    }
    found.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    for (_, old, new) in found {
        let score = candidates[old].score;
        if candidates[new].score <= score {
            candidates[new].score = score * ABOVE;
        }
        if candidates[old].newer.is_none() {
            candidates[old].newer = Some(candidates[new].slot);
        }
    }
}

/// Says whether an entry is a statement of the person's own, or nobody's in particular: in a talk of several people a turn
/// that resembles an earlier one goes on with it.
fn is_statement(image: &Image, slot: u32) -> bool {
    let row = image.row(slot);
    let own = row.speaker == 0 || row.speaker == voice::person();
    own && row.store() == Store::Episodic && row.date != NO_DATE && row.part == 0 && row.length <= LONGEST
}

/// Says whether two statements say the same of two: they open differently and go on with the same words, as "I moved to Turin"
/// and "Kim moved to Linz".
fn tells_of_another(a: &[u16], b: &[u16]) -> bool {
    (1..=OPENING).any(|i| {
        (1..=OPENING).any(|j| {
            let goes_on = |text: &[u16], at: usize| text.get(at..at + 2).map(<[u16]>::to_vec);
            goes_on(a, i).is_some()
                && goes_on(a, i) == goes_on(b, j)
                && a[..i].iter().all(|piece| !b[..j].contains(piece))
        })
    })
}

/// The probability that a newer statement is on the same matter as an older one.
fn likely(image: &Image, asked: &Asked, old: u32, new: u32, [tone, follows, ratio]: [f32; 3]) -> f32 {
    let fitted = &*FITTED;
    let (words, own) = (rare_pieces(image, old), rare_pieces(image, new));
    let shared = own.iter().filter(|piece| words.binary_search(piece).is_ok()).count();
    let signs = [asked.closeness(old, new), tone, follows, shared as f32 / own.len().max(1) as f32, ratio];
    let sum: f32 = signs.iter().zip(fitted.replaces).map(|(sign, weight)| sign * weight).sum();
    1.0 / (1.0 + (-sum - fitted.replaces_bias).exp())
}

/// Word pieces of an entry that are not among the commonest, each once.
fn rare_pieces(image: &Image, slot: u32) -> Vec<u16> {
    let mut pieces: Vec<u16> =
        image.pieces_of(slot).iter().copied().filter(|piece| !wordpiece::is_common(*piece)).collect();
    pieces.sort_unstable();
    pieces.dedup();
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_of_somebody_else_is_no_update() {
        let another = |a: &str, b: &str| tells_of_another(&wordpiece::pieces(a), &wordpiece::pieces(b));
        assert!(another("I moved to Turin.", "Kim moved to Linz."));
        assert!(another("my dentist moved to thursday", "the cello lesson moved to friday"));
        assert!(!another("I live in Rome.", "I moved to Turin."));
        assert!(!another("dentist on tuesday at 4", "dentist moved to thursday"));
        assert!(!another("shoe size 42", "no, 43"));
    }

    #[test]
    fn the_fitted_weights_are_read() {
        assert_eq!(FITTED.tone.len(), soulfile_text::encoder::DIMS);
        assert!((0.0..1.0).contains(&FITTED.least) && FITTED.replaces[0] > 0.0);
    }
}
