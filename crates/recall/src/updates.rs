//! Updates among results: of statements on one matter, the newest first.
//!
//! People do not repeat a statement to change it: "no, 43", "moved it to thursday", "Kim doesn't work there any more, it's Ada". What may replace
//! one of the first results stands among the first itself, follows it at once, or says one of its rare words again: of the last kind the
//! question may share nothing with it. That a newer statement is on the same matter is told by a logistic regression: how close their
//! vectors are, whether the newer one has the tone of a correction and is short, follows at once, says the older one's rare words, and
//! answers about as well. Fitted by `tools/training/fit_updates.py`. [`crate::supersede`] tells statements that are equal but for their
//! value, without the encoder.

use std::sync::LazyLock;

use rusqlite::Connection;
use serde::Deserialize;
use soulfile_text::Analyzer;
use soulfile_vocabulary::Store;

use crate::image::Image;
use crate::keyword;
use crate::load::read_text;
use crate::meaning::Asked;
use crate::query::Parts;
use crate::record::NO_DATE;
use crate::search::Candidate;
use crate::supersede::order;
use crate::voice;

/// First results that may be outdated, and those that may replace them.
const OLDER: usize = 5;
const NEWER: usize = 8;
/// Entries that hold a rare word of an older statement, at most.
const HOLDERS: usize = 5;
/// What a newer statement's score is above the older one's.
const ABOVE: f32 = 1.0005;
/// Word pieces of a statement's opening, at most, in which whom it is about is looked for.
const OPENING: usize = 3;
/// Terms of a statement at most; what is longer tells many things.
const LONGEST: u32 = 60;
/// A newer statement that answers better than the older one does so this much at most.
const BETTER: f32 = 1.5;
/// Number of signs.
const SIGNS: usize = 9;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fitted {
    /// Weights of a vector's values for the tone of a correction.
    tone: Vec<f32>,
    tone_bias: f32,
    /// Weights of the signs of [`Compared::signs`].
    replaces: [f32; SIGNS],
    replaces_bias: f32,
    /// The same for saying so of the older one: fitted on what has nothing to do with a question, too.
    marks: [f32; SIGNS],
    marks_bias: f32,
    /// Probability from which on a newer statement goes first, and from which on the older one says that it was replaced.
    least: f32,
    marked: f32,
}

static FITTED: LazyLock<Fitted> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../models/updates.json")).expect("a test reads the file")
});

/// What a search knows that updates are looked for in.
pub(crate) struct Ground<'a> {
    pub image: &'a Image,
    pub asked: &'a Asked,
    /// What may be shown.
    pub allowed: &'a [bool],
    /// Where the texts are.
    pub reading: &'a Connection,
}

/// A newer statement beside an older one.
struct Compared {
    closeness: f32,
    /// How much the newer one sounds like a correction.
    tone: f32,
    /// Whether it follows at once.
    follows: bool,
    /// Its score as a share of the older one's.
    ratio: f32,
    /// The rarest word that both hold, and all of them together; 1 is a word of one entry.
    rarest: f32,
    shared: f32,
    /// Terms of the newer one.
    length: u32,
    /// Share of the question's rare words that the older one holds and the newer one does not.
    lost: f32,
}

impl Compared {
    /// In the order of the fitted weights.
    fn signs(&self) -> [f32; SIGNS] {
        [
            self.closeness,
            self.tone,
            f32::from(u8::from(self.follows)),
            self.ratio.min(BETTER),
            self.tone * self.closeness,
            self.rarest,
            self.shared / 3.0,
            (1.0 + self.length as f32).ln() / 4.0,
            self.lost,
        ]
    }

    /// The probability that the newer one is to stand before the older one.
    fn goes_first(&self) -> f32 {
        self.probability(&FITTED.replaces, FITTED.replaces_bias)
    }

    /// The probability that the older one was replaced, whatever was asked.
    fn is_replaced(&self) -> f32 {
        self.probability(&FITTED.marks, FITTED.marks_bias)
    }

    fn probability(&self, weights: &[f32; SIGNS], bias: f32) -> f32 {
        let sum: f32 = self.signs().iter().zip(weights).map(|(sign, weight)| sign * weight).sum();
        1.0 / (1.0 + (-sum - bias).exp())
    }
}

/// Puts newer entries above the older ones they replace, and where that is likely notes them there; one of less authority replaces
/// nothing. `candidates` is sorted by score and must be sorted again afterwards.
pub(crate) fn prefer_updates(ground: &Ground<'_>, candidates: &mut Vec<Candidate>) {
    let mut analyzer = Analyzer::new();
    let mut found: Vec<(f32, bool, usize, u32)> = Vec::new();
    for old in 0..candidates.len().min(OLDER) {
        let slot = candidates[old].slot;
        if !is_statement(ground.image, slot) {
            continue;
        }
        let terms = ground.rare_terms(&mut analyzer, slot);
        for newer in ground.newer_than(slot, candidates, &terms) {
            let compared = ground.compare(&candidates[old], newer, candidates, &terms);
            let likely = compared.goes_first();
            if likely >= FITTED.least {
                found.push((likely, compared.is_replaced() >= FITTED.marked, old, newer));
            }
        }
    }
    found.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.2, a.3).cmp(&(b.2, b.3))));
    for (_, replaced, old, newer) in found {
        let score = candidates[old].score * ABOVE;
        match candidates.iter_mut().find(|candidate| candidate.slot == newer) {
            Some(candidate) => candidate.score = candidate.score.max(score),
            None => {
                let parts = Parts { decay: 1.0, ..Parts::default() };
                candidates.push(Candidate { slot: newer, parts, score, folded: Vec::new(), newer: None });
            }
        }
        if replaced {
            candidates[old].newer.get_or_insert(newer);
        }
    }
}

impl Ground<'_> {
    /// The terms of an entry with their rarity, 1 for a word of one entry; none where its text cannot be read.
    fn rare_terms(&self, analyzer: &mut Analyzer, slot: u32) -> Vec<(u64, f32)> {
        let Ok(Some(text)) = read_text(self.reading, self.image.id(slot)) else { return Vec::new() };
        let most = keyword::idf(self.image.count, 1).max(f32::EPSILON);
        let terms = keyword::query_terms(self.image, analyzer, &text);
        terms.into_iter().map(|term| (term.hash, term.idf / most)).collect()
    }

    /// What may replace a statement.
    fn newer_than(&self, slot: u32, candidates: &[Candidate], terms: &[(u64, f32)]) -> Vec<u32> {
        let image = self.image;
        let mut newer: Vec<u32> = candidates.iter().take(NEWER).map(|candidate| candidate.slot).collect();
        newer.extend(image.neighbour(slot, 1));
        for (term, _) in terms.iter().filter(|(term, _)| image.holders(*term) <= HOLDERS) {
            image.each_posting(*term, |holder, _| newer.push(holder));
        }
        newer.sort_unstable();
        newer.dedup();
        newer.retain(|other| {
            self.allowed[*other as usize]
                && is_statement(image, *other)
                && order(image, *other) > order(image, slot)
                && image.row(*other).trust().may_supersede(image.row(slot).trust())
                && !tells_of_another(image.pieces_of(slot), image.pieces_of(*other))
        });
        newer
    }

    fn compare(&self, old: &Candidate, newer: u32, candidates: &[Candidate], terms: &[(u64, f32)]) -> Compared {
        let image = self.image;
        let known = candidates.iter().find(|candidate| candidate.slot == newer);
        let shared = || terms.iter().filter(|(term, _)| image.holds(*term, newer)).map(|(_, rarity)| *rarity);
        Compared {
            closeness: self.asked.closeness(old.slot, newer),
            tone: self.asked.weigh(newer, &FITTED.tone) + FITTED.tone_bias,
            follows: image.neighbour(old.slot, 1) == Some(newer),
            ratio: known.map_or(0.0, |new| new.score) / old.score.max(f32::EPSILON),
            rarest: shared().fold(0.0, f32::max),
            shared: shared().sum(),
            length: image.row(newer).length,
            lost: (old.parts.held - known.map_or(0.0, |new| new.parts.held)).max(0.0),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::embed::wordpiece;

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
        assert!((0.0..1.0).contains(&FITTED.least) && (0.0..1.0).contains(&FITTED.marked));
        assert!(FITTED.replaces[0] > 0.0 && FITTED.marks[0] > 0.0 && FITTED.marks_bias < FITTED.replaces_bias);
    }
}
