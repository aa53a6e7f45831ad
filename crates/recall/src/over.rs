//! What a reflection found to be over: an entry that says it comes after what took its place.
//!
//! A fact that ended is tied to the entry it was drawn from, and the fact that took its place to the one that ended
//! ([`crate::entry::Facts::entities`]). So an old entry leads to what holds now, even where the two have no word in
//! common with each other or with the question. Entries that only said the same again go with the one the fact was
//! drawn from.

use soulfile_vocabulary::{State, Store};

use crate::embed::wordpiece;
use crate::image::Image;
use crate::query::Parts;
use crate::record::{NO_DATE, Row};
use crate::search::Candidate;

/// Results that may be moved.
const DEPTH: usize = 30;
/// What an entry keeps of its score that says something which is over.
const KEPT: f32 = 0.8;
/// Fewer words than this are too little to call two entries the same by.
const SHORTEST: usize = 3;
/// Changes followed from what held first to what holds now.
const MOST_CHANGES: usize = 8;

/// An entry that says what is over.
struct Over {
    slot: u32,
    /// When that ended.
    until: i64,
    /// What took its place, where that may be seen.
    holds: Option<u32>,
}

/// Puts what holds now in the place of what held, and that after it. `sees` says whether a row that is over may count:
/// what is hidden must move nothing; `answers`, whether what took a place may answer the question at all. `candidates` must be sorted again afterwards.
pub(crate) fn prefer_what_holds(
    image: &Image,
    candidates: &mut Vec<Candidate>,
    allowed: &[bool],
    sees: impl Fn(&Row) -> bool,
    answers: impl Fn(u32) -> bool,
) {
    let over: Vec<Over> = candidates.iter().filter_map(|c| read(image, c.slot, allowed, &sees)).collect();
    if over.is_empty() {
        return;
    }
    for at in 0..candidates.len().min(DEPTH) {
        let slot = candidates[at].slot;
        let direct = over.iter().find(|over| over.slot == slot);
        let Some(found) = direct.or_else(|| over.iter().find(|over| again(image, slot, over))) else { continue };
        let score = candidates[at].score;
        candidates[at].score = score * KEPT;
        let Some(holds) = found.holds else { continue };
        candidates[at].newer = Some(holds);
        match candidates.iter_mut().find(|c| c.slot == holds) {
            Some(current) => current.score = current.score.max(score),
            None if !answers(holds) => {}
            None => {
                let parts = Parts { decay: 1.0, ..Parts::default() };
                candidates.push(Candidate { slot: holds, parts, score, folded: Vec::new(), newer: None });
            }
        }
    }
}

/// Says of what is over what holds now; `sees` says which rows may be told of.
pub(crate) fn mark(image: &Image, candidates: &mut [Candidate], sees: impl Fn(&Row) -> bool) {
    for candidate in candidates.iter_mut().filter(|candidate| is_over(image, candidate.slot)) {
        let mut last = candidate.slot;
        for _ in 0..MOST_CHANGES {
            let Some(next) = tied(image, last).find(|next| sees(image.row(*next))) else { break };
            last = next;
            if !is_over(image, next) {
                candidate.newer = Some(next);
                break;
            }
        }
    }
}

/// Reads what became of what an entry says.
fn read(image: &Image, slot: u32, allowed: &[bool], sees: &impl Fn(&Row) -> bool) -> Option<Over> {
    let seen = |fact: &u32| is_over(image, *fact) && sees(image.row(*fact));
    tied(image, slot).filter(seen).find_map(|ended| {
        let mut holds = None;
        let mut last = ended;
        for _ in 0..MOST_CHANGES {
            holds = tied(image, last).find(|next| allowed[*next as usize]);
            match tied(image, last).find(seen) {
                Some(next) if holds.is_none() => last = next,
                _ => break,
            }
        }
        // Where the very entry tells what took its place, it is not out of date.
        let own = holds.is_some_and(|holds| tied(image, slot).any(|fact| fact == holds));
        (!own).then(|| Over { slot, until: image.row(ended).valid_to, holds })
    })
}

/// Live slots tied to a slot by its id: facts drawn from an entry, or the fact that took another's place.
fn tied(image: &Image, slot: u32) -> impl Iterator<Item = u32> + '_ {
    let id = image.row(slot).id;
    let known = (id != 0).then(|| image.about(id));
    known.into_iter().flatten().filter(move |other| *other != slot && image.is_live(*other))
}

fn is_over(image: &Image, slot: u32) -> bool {
    image.row(slot).state() == State::Superseded
}

/// Says whether an entry says again what another one says, before that was over.
fn again(image: &Image, slot: u32, over: &Over) -> bool {
    let row = image.row(slot);
    row.store() == Store::Episodic && row.date != NO_DATE && row.date < over.until && says(image, slot, over.slot)
}

/// Says whether the words of the shorter of two entries all stand in the longer one.
fn says(image: &Image, a: u32, b: u32) -> bool {
    let (Some(a), Some(b)) = (words(image, a), words(image, b)) else { return false };
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    short.len() >= SHORTEST && short.iter().all(|piece| long.binary_search(piece).is_ok())
}

/// The word pieces of an entry, each once; none where some of its words have no piece.
fn words(image: &Image, slot: u32) -> Option<Vec<u16>> {
    let pieces = image.pieces_of(slot);
    if pieces.len() < image.row(slot).length as usize {
        return None;
    }
    let mut words: Vec<u16> = pieces.iter().copied().filter(|piece| wordpiece::is_word(*piece)).collect();
    words.sort_unstable();
    words.dedup();
    Some(words)
}
