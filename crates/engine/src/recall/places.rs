//! A memory and what was drawn from it are one, and take one place among the results.
//!
//! A fact that a reflection drew from an entry answers the same questions as the entry. Shown beside each
//! other the two would say one thing twice and push out what says another. The entry stands, in the words that were
//! said, at the better of the two ranks; the fact is cited with it. A line of core memory that says
//! all the entry says stands for it, since that is what a person reads every day; one that says less, and a procedure,
//! have a place of their own.

use std::collections::HashSet;

use soulfile_recall::Store;

use super::RecallHit;

/// Results, each memory once.
#[derive(Debug, Default)]
pub(super) struct Places {
    hits: Vec<(RecallHit, Option<String>)>,
}

impl Places {
    /// Adds the next best result, and what it was drawn from.
    pub(super) fn add(&mut self, mut hit: RecallHit, source: Option<&str>) {
        let entry = source.or(hit.id.as_deref()).map(str::to_owned);
        let is_entry = |(one, _): &(RecallHit, Option<String>)| source.is_some() && one.id == entry;
        let drawn = |(_, source): &(RecallHit, Option<String>)| source.is_some() && *source == entry;
        let told_by = |one: &(RecallHit, Option<String>)| drawn(one) && tells(&one.0, &hit);
        let first_drawn = self.hits.iter().position(|one| drawn(one) && !is_shaped(&one.0));
        if let Some(place) = self.hits.iter().position(is_entry) {
            if tells(&hit, &self.hits[place].0) {
                hit.score = self.hits[place].0.score;
                let (entry, _) = std::mem::replace(&mut self.hits[place], (hit, source.map(str::to_owned)));
                cite(&mut self.hits[place].0, entry);
            } else if is_shaped(&hit) {
                self.hits.push((hit, source.map(str::to_owned)));
            } else {
                cite(&mut self.hits[place].0, hit);
            }
        } else if let Some(place) = self.hits.iter().position(told_by) {
            cite(&mut self.hits[place].0, hit);
        } else if let Some(place) = first_drawn.filter(|_| source.is_none()) {
            hit.score = self.hits[place].0.score;
            let from_it = |one: &(RecallHit, Option<String>)| drawn(one) && !is_shaped(&one.0);
            let (drawn, others): (Vec<_>, Vec<_>) = std::mem::take(&mut self.hits).into_iter().partition(from_it);
            drawn.into_iter().for_each(|(drawn, _)| cite(&mut hit, drawn));
            self.hits = others;
            self.hits.insert(place, (hit, None));
        } else {
            self.hits.push((hit, source.map(str::to_owned)));
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.hits.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.hits.len()
    }

    /// The first so many.
    pub(super) fn take(self, most: usize) -> Vec<RecallHit> {
        self.hits.into_iter().take(most).map(|(hit, _)| hit).collect()
    }
}

/// Whether a result was given a form of its own: a line kept in mind, the steps of a procedure.
fn is_shaped(hit: &RecallHit) -> bool {
    matches!(hit.store, Store::Core | Store::Procedural)
}

/// Whether a line kept in mind says what another result says, so that it can stand for it.
fn tells(line: &RecallHit, other: &RecallHit) -> bool {
    let words = |hit: &RecallHit| -> HashSet<String> {
        hit.text.to_lowercase().split(|c: char| !c.is_alphanumeric()).map(str::to_owned).collect()
    };
    line.store == Store::Core && words(other).is_subset(&words(line))
}

/// Cites on the result that stands the one that does not.
fn cite(stands: &mut RecallHit, other: RecallHit) {
    stands.folded.push(other.citation);
    stands.folded.extend(other.folded);
    stands.also.extend(other.id);
    stands.also.extend(other.also);
    stands.newer = stands.newer.take().or(other.newer);
}
