//! Updates among results: of statements on one matter, the newest first.
//!
//! People do not repeat a statement to change it: "no, 43", "moved it to thursday". What replaces the first results is looked
//! for among everything newer, whether or not it shares a word with the question. That it does is told by a logistic regression
//! over the encoder's vectors: how close the two are, whether the newer one has the tone of a correction, follows at once, and
//! holds the older one's words. Fitted by `tools/training/fit_updates.py`. [`crate::supersede`] tells statements that
//! are equal but for their value, without the encoder.

use std::sync::LazyLock;

use serde::Deserialize;
use soulfile_vocabulary::Store;

use crate::embed::wordpiece;
use crate::fuse::top;
use crate::image::Image;
use crate::meaning::Asked;
use crate::query::Parts;
use crate::record::NO_DATE;
use crate::search::Candidate;
use crate::supersede::{KEPT, order};
use crate::voice;

/// First results that may be outdated.
const OLDER: usize = 4;
/// Entries closest to such a result that may replace it.
const CLOSEST: usize = 12;
/// Changes followed from what was said first to what was said last.
const MOST_CHANGES: usize = 4;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fitted {
    /// Weights of a vector's values for the tone of a correction.
    tone: Vec<f32>,
    tone_bias: f32,
    /// Weights of the cosine of the two, the newer one's tone, its following at once, and the words they share.
    replaces: [f32; 4],
    replaces_bias: f32,
    /// Least probability of a replacement.
    least: f32,
}

static FITTED: LazyLock<Fitted> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../models/updates.json")).expect("a test reads the file")
});

/// Terms of a statement at most; what is longer tells many things.
const LONGEST: u32 = 60;

/// What replacements are looked for with.
pub(crate) struct Updates<'a> {
    pub image: &'a Image,
    pub asked: &'a Asked,
    pub allowed: &'a [bool],
}

/// Puts newer entries above the older ones they replace, and notes them there. `candidates` is sorted by score and must be
/// sorted again afterwards.
pub(crate) fn prefer_updates(updates: &Updates<'_>, candidates: &mut Vec<Candidate>) {
    let image = updates.image;
    let first: Vec<u32> = candidates.iter().take(OLDER).map(|c| c.slot).collect();
    for old in first {
        let mut newest = old;
        for _ in 0..MOST_CHANGES {
            let Some(next) = updates.replacement(newest) else { break };
            newest = next;
        }
        if newest == old {
            continue;
        }
        let at = candidates.iter().position(|c| c.slot == old).expect("it is one of the candidates");
        let score = candidates[at].score;
        match candidates.iter_mut().find(|c| same_entry(image, c.slot, newest)) {
            Some(current) => current.score = current.score.max(score),
            None => {
                let parts = Parts { decay: 1.0, cosine: candidates[at].parts.cosine, ..Parts::default() };
                candidates.push(Candidate { slot: newest, parts, score, folded: Vec::new(), newer: None });
            }
        }
        candidates[at].score = score * KEPT;
        candidates[at].newer = Some(newest);
    }
}

fn same_entry(image: &Image, a: u32, b: u32) -> bool {
    let (a, b) = (image.row(a), image.row(b));
    (a.file, a.entry) == (b.file, b.entry)
}

impl Updates<'_> {
    /// Says whether an entry is a statement of the person's own, or nobody's in particular: in a talk of several people a turn
    /// that resembles an earlier one goes on with it.
    fn is_statement(&self, slot: u32) -> bool {
        let row = self.image.row(slot);
        let own = row.speaker == 0 || row.speaker == voice::person();
        own && row.store() == Store::Episodic && row.date != NO_DATE && row.part == 0 && row.length <= LONGEST
    }

    /// The entry that most likely replaces another.
    fn replacement(&self, old: u32) -> Option<u32> {
        let (image, fitted) = (self.image, &*FITTED);
        if !self.is_statement(old) {
            return None;
        }
        let follower = image.neighbour(old, 1);
        let close = self.asked.closeness_to(old);
        let written = order(image, old);
        let mut closest = top(&close, self.allowed, 0.0, CLOSEST * 2, |slot| order(image, slot));
        closest.retain(|slot| order(image, *slot) > written);
        closest.truncate(CLOSEST);
        closest.extend(follower.filter(|slot| order(image, *slot) > written));
        let words = rare_pieces(image, old);
        let likely = |new: u32| {
            let own = rare_pieces(image, new);
            let shared = own.iter().filter(|piece| words.binary_search(piece).is_ok()).count();
            let signs = [
                close[new as usize],
                self.asked.weigh(new, &fitted.tone) + fitted.tone_bias,
                f32::from(u8::from(follower == Some(new))),
                shared as f32 / own.len().max(1) as f32,
            ];
            let sum: f32 = signs.iter().zip(fitted.replaces).map(|(sign, weight)| sign * weight).sum();
            1.0 / (1.0 + (-sum - fitted.replaces_bias).exp())
        };
        let allowed = closest.into_iter().filter(|slot| self.allowed[*slot as usize] && self.is_statement(*slot));
        let best = allowed.map(|slot| (likely(slot), slot)).max_by(|a, b| a.0.total_cmp(&b.0))?;
        (best.0 >= fitted.least).then_some(best.1)
    }
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
    fn the_fitted_weights_are_read() {
        assert_eq!(FITTED.tone.len(), soulfile_text::encoder::DIMS);
        assert!((0.0..1.0).contains(&FITTED.least) && FITTED.replaces[0] > 0.0);
    }
}
