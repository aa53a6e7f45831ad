//! A memory and what was drawn from it are one, and take one place among the results.
//!
//! A fact that a reflection drew from an entry answers the same questions as the entry. Shown beside each
//! other the two would say one thing twice and push out what says another. The entry stands, in the words that were
//! said, at the better of the two ranks; the fact is cited with it. So does an entry that only says it again.

use std::collections::BTreeSet;

use soulfile_language::claim::{self, Voice};
use soulfile_recall::Store;
use soulfile_text::Analyzer;

use super::RecallHit;

/// Fewer words than this are too little to say the same by.
const FEWEST: usize = 2;

/// Results, each memory once.
#[derive(Default)]
pub(super) struct Places {
    places: Vec<Place>,
    analyzer: Analyzer,
}

struct Place {
    hit: RecallHit,
    source: Option<String>,
    /// The words of a fact, without its entity's name, or of an entry.
    words: BTreeSet<String>,
}

impl Places {
    /// Adds the next best result, and what it was drawn from.
    pub(super) fn add(&mut self, hit: RecallHit, source: Option<&str>) {
        let words = self.words(&hit);
        let mut place = Place { hit, source: source.map(str::to_owned), words };
        if let Some(entry) = self.places.iter_mut().find(|entry| entry.tells(&place)) {
            cite(&mut entry.hit, place.hit);
        } else if let Some(first) = self.places.iter().position(|known| place.tells(known)) {
            place.hit.score = self.places[first].hit.score;
            let (drawn, others): (Vec<_>, Vec<_>) =
                std::mem::take(&mut self.places).into_iter().partition(|known| place.tells(known));
            drawn.into_iter().for_each(|drawn| cite(&mut place.hit, drawn.hit));
            self.places = others;
            self.places.insert(first, place);
        } else {
            self.places.push(place);
        }
    }

    fn words(&mut self, hit: &RecallHit) -> BTreeSet<String> {
        let said = match hit.store {
            Store::Graph => hit.text.split_once(": ").map_or(&hit.text[..], |(_, said)| said),
            Store::Episodic => &hit.text,
            _ => return BTreeSet::new(),
        };
        self.analyzer
            .query_terms(&without_days(said))
            .into_iter()
            .map(|(term, _)| term)
            .filter(|t| t != "user")
            .collect()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    /// The first so many.
    pub(super) fn take(self, most: usize) -> Vec<RecallHit> {
        self.places.into_iter().take(most).map(|place| place.hit).collect()
    }
}

impl Place {
    /// Whether another result was drawn from this one, or is a fact that this entry says too and little else.
    fn tells(&self, other: &Self) -> bool {
        if other.source.is_some() && other.source == self.hit.id {
            return true;
        }
        (self.hit.store, other.hit.store) == (Store::Episodic, Store::Graph)
            && other.source.is_some()
            && other.words.len() >= FEWEST
            && self.words.len() <= 2 * other.words.len()
            && other.words.is_subset(&self.words)
            && claim::voice(&self.hit.text) == Voice::Asserted
    }
}

/// The text without days that were added in brackets: `on Friday (2026-02-06)`.
fn without_days(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, inside)) = rest.split_once(" (") {
        let day = inside.split_once(')').filter(|(day, _)| {
            day.starts_with(|c: char| c.is_ascii_digit())
                && day.chars().all(|c| c.is_ascii_digit() || matches!(c, '-' | ' ' | 't' | 'o'))
        });
        kept.push_str(before);
        match day {
            Some((_, after)) => rest = after,
            None => {
                kept.push_str(" (");
                rest = inside;
            }
        }
    }
    kept.push_str(rest);
    kept
}

/// Cites on the result that stands the one that does not.
fn cite(stands: &mut RecallHit, other: RecallHit) {
    stands.folded.push(other.citation);
    stands.folded.extend(other.folded);
    stands.also.extend(other.id);
    stands.also.extend(other.also);
    stands.newer = stands.newer.take().or(other.newer);
}
