//! A memory and what was drawn from it are one, and take one place among the results.
//!
//! A fact that a reflection drew from an entry answers the same questions as the entry. Shown beside each
//! other the two would say one thing twice and push out what says another. The entry stands, in the words that were
//! said, at the better of the two ranks; the fact is cited with it. So does an entry that only says it again. The sections
//! of one procedure are one result too.

use std::collections::BTreeSet;

use soulfile_recall::Store;
use soulfile_text::Analyzer;
use soulfile_understand::Understand;

use super::RecallHit;

/// Fewer words than this are too little to say the same by.
const FEWEST: usize = 2;

/// Results, each memory once.
pub(super) struct Places<'u> {
    places: Vec<Place>,
    analyzer: Analyzer,
    understand: &'u dyn Understand,
}

struct Place {
    hit: RecallHit,
    source: Option<String>,
    /// The words of a fact, without its entity's name, or of an entry; empty until something is compared by them.
    words: BTreeSet<String>,
}

impl<'u> Places<'u> {
    pub(super) fn new(understand: &'u dyn Understand) -> Self {
        Self { places: Vec::new(), analyzer: Analyzer::new(), understand }
    }

    /// Adds the next best result, and what it was drawn from.
    pub(super) fn add(&mut self, hit: RecallHit, source: Option<&str>) {
        let part = |known: &&mut Place| hit.store == Store::Procedural && known.hit.path == hit.path;
        if let Some(procedure) = self.places.iter_mut().find(part) {
            procedure.hit.take_in(hit);
            return;
        }
        let mut place = Place { hit, source: source.map(str::to_owned), words: BTreeSet::new() };
        // Entries are compared with facts only, and most answers hold none.
        let analyzer = &mut self.analyzer;
        if place.is_drawn() {
            self.places.iter_mut().chain([&mut place]).for_each(|place| place.read(analyzer));
        } else if self.places.iter().any(Place::is_drawn) {
            place.read(analyzer);
        }
        let understand = self.understand;
        if let Some(entry) = self.places.iter_mut().find(|entry| entry.tells(&place, understand)) {
            cite(&mut entry.hit, place.hit);
        } else if let Some(first) = self.places.iter().position(|known| place.tells(known, understand)) {
            place.hit.score = self.places[first].hit.score;
            let (drawn, others): (Vec<_>, Vec<_>) =
                std::mem::take(&mut self.places).into_iter().partition(|known| place.tells(known, understand));
            drawn.into_iter().for_each(|drawn| cite(&mut place.hit, drawn.hit));
            self.places = others;
            self.places.insert(first, place);
        } else {
            self.places.push(place);
        }
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
    /// Whether it is a fact that was drawn from an entry.
    fn is_drawn(&self) -> bool {
        self.hit.store == Store::Graph && self.source.is_some()
    }

    /// Makes out its words, once.
    fn read(&mut self, analyzer: &mut Analyzer) {
        let said = match self.hit.store {
            _ if !self.words.is_empty() => return,
            Store::Graph => self.hit.text.split_once(": ").map_or(&self.hit.text[..], |(_, said)| said),
            Store::Episodic => &self.hit.text,
            _ => return,
        };
        let terms = analyzer.query_terms(&without_days(said)).into_iter().map(|(term, _)| term);
        self.words = terms.filter(|term| term != "user").collect();
    }

    /// Whether another result was drawn from this one, or is a fact that this entry says too and little else.
    fn tells(&self, other: &Self, understand: &dyn Understand) -> bool {
        if other.source.is_some() && other.source == self.hit.id {
            return true;
        }
        self.hit.store == Store::Episodic
            && other.is_drawn()
            && other.words.len() >= FEWEST
            && self.words.len() <= 2 * other.words.len()
            && other.words.is_subset(&self.words)
            && understand.statement(&self.hit.text).is_asserted()
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

impl RecallHit {
    /// Cites another section of the same procedure.
    fn take_in(&mut self, other: Self) {
        for citation in std::iter::once(other.citation).chain(other.folded) {
            if citation != self.citation && !self.folded.contains(&citation) {
                self.folded.push(citation);
            }
        }
    }
}

/// Cites on the result that stands the one that does not.
fn cite(stands: &mut RecallHit, other: RecallHit) {
    stands.folded.push(other.citation);
    stands.folded.extend(other.folded);
    stands.also.extend(other.id);
    stands.also.extend(other.also);
    // What takes the place of a fact may be the very entry the fact was drawn from.
    let same = |newer: &String| *newer == stands.citation || stands.folded.contains(newer);
    stands.newer = stands.newer.take().or(other.newer).filter(|newer| !same(newer));
}
