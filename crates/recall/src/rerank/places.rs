//! A memory and what was drawn from it are one, and take one place among the results.
//!
//! A fact that a reflection drew from an entry answers the same questions as the entry. Shown beside each
//! other the two would say one thing twice and push out what says another. The entry stands, in the words that were
//! said, at the better of the two ranks; the fact is cited with it. So does an entry that only says it again. The sections
//! of one procedure are one result too.

use std::collections::BTreeSet;

use soulfile_text::Analyzer;

use soulfile_vocabulary::Store;

use crate::query::Hit;

/// Fewer words than this are too little to say the same by.
const FEWEST: usize = 2;

/// Results, each memory once.
pub(super) struct Places<'a> {
    places: Vec<Place>,
    analyzer: Analyzer,
    asserts: &'a dyn Fn(&str) -> bool,
}

struct Place {
    hit: Hit,
    /// The words of a fact, without its entity's name, or of an entry; empty until something is compared by them.
    words: BTreeSet<String>,
}

impl<'a> Places<'a> {
    pub(super) fn new(asserts: &'a dyn Fn(&str) -> bool) -> Self {
        Self { places: Vec::new(), analyzer: Analyzer::new(), asserts }
    }

    /// Adds the next best result.
    pub(super) fn add(&mut self, hit: Hit) {
        let part = |known: &&mut Place| hit.store == Store::Procedural && known.hit.path == hit.path;
        if let Some(procedure) = self.places.iter_mut().find(part) {
            take_in(&mut procedure.hit, hit);
            return;
        }
        let mut place = Place { hit, words: BTreeSet::new() };
        // Entries are compared with facts only, and most answers hold none.
        let analyzer = &mut self.analyzer;
        if place.is_drawn() {
            self.places.iter_mut().chain([&mut place]).for_each(|place| place.read(analyzer));
        } else if self.places.iter().any(Place::is_drawn) {
            place.read(analyzer);
        }
        let asserts = self.asserts;
        if let Some(entry) = self.places.iter_mut().find(|entry| entry.says(&place, asserts)) {
            cite(&mut entry.hit, place.hit);
        } else if let Some(first) = self.places.iter().position(|known| place.says(known, asserts)) {
            place.hit.score = self.places[first].hit.score;
            let (drawn, others): (Vec<_>, Vec<_>) =
                std::mem::take(&mut self.places).into_iter().partition(|known| place.says(known, asserts));
            drawn.into_iter().for_each(|drawn| cite(&mut place.hit, drawn.hit));
            self.places = others;
            self.places.insert(first, place);
        } else {
            self.places.push(place);
        }
    }

    /// Says whether a further result would only be added behind the first `most`: an entry can move up only into the
    /// place of a fact. Nobody need read its file then.
    pub(super) fn has_no_place_for(&self, hit: &Hit, most: usize) -> bool {
        self.places.len() >= most && hit.store == Store::Episodic && !self.places.iter().any(Place::is_drawn)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.places.len()
    }

    /// The first so many.
    pub(super) fn take(self, most: usize) -> Vec<Hit> {
        self.places.into_iter().take(most).map(|place| place.hit).collect()
    }
}

impl Place {
    /// Says whether it is a fact that was drawn from an entry.
    fn is_drawn(&self) -> bool {
        self.hit.store == Store::Semantic && self.hit.known.source.is_some()
    }

    /// Makes out its words, once.
    fn read(&mut self, analyzer: &mut Analyzer) {
        let said = match self.hit.store {
            _ if !self.words.is_empty() => return,
            Store::Semantic => self.hit.text.split_once(": ").map_or(&self.hit.text[..], |(_, said)| said),
            Store::Episodic => &self.hit.text,
            _ => return,
        };
        let terms = analyzer.query_terms(&without_days(said)).into_iter().map(|(term, _)| term);
        self.words = terms.filter(|term| term != "user").collect();
    }

    /// Says whether another result was drawn from this one, or is a fact that this entry says too and little else.
    fn says(&self, other: &Self, asserts: &dyn Fn(&str) -> bool) -> bool {
        let source = &other.hit.known.source;
        if source.is_some() && *source == self.hit.known.id {
            return true;
        }
        self.hit.store == Store::Episodic
            && other.is_drawn()
            && other.words.len() >= FEWEST
            && self.words.len() <= 2 * other.words.len()
            && other.words.is_subset(&self.words)
            && asserts(&self.hit.text)
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

/// Cites another section of the same procedure.
fn take_in(stands: &mut Hit, other: Hit) {
    for citation in std::iter::once(other.citation).chain(other.folded) {
        if citation != stands.citation && !stands.folded.contains(&citation) {
            stands.folded.push(citation);
        }
    }
}

/// Cites on the result that stands the one that does not.
fn cite(stands: &mut Hit, other: Hit) {
    stands.folded.push(other.citation);
    stands.folded.extend(other.folded);
    stands.known.also.extend(other.known.id);
    stands.known.also.extend(other.known.also);
    // What takes the place of a fact may be the very entry the fact was drawn from.
    let same = |newer: &String| *newer == stands.citation || stands.folded.contains(newer);
    stands.newer = stands.newer.take().or(other.newer).filter(|newer| !same(newer));
}
