//! A memory and what was drawn from it are one, and take one place among the results.
//!
//! A fact that a reflection drew from an entry answers the same questions as the entry. Shown beside each
//! other the two would say one thing twice and push out what says another. The entry stands, in the words that were
//! said, at the better of the two ranks; the fact is cited with it.

use super::RecallHit;

/// Results, each memory once.
#[derive(Debug, Default)]
pub(super) struct Places {
    hits: Vec<(RecallHit, Option<String>)>,
}

impl Places {
    /// Adds the next best result, and what it was drawn from.
    pub(super) fn add(&mut self, mut hit: RecallHit, source: Option<&str>) {
        let id = hit.id.clone();
        let from_it = |(_, source): &(RecallHit, Option<String>)| source.is_some() && *source == id;
        if let Some(entry) = self.hits.iter_mut().find(|(entry, _)| source.is_some() && entry.id.as_deref() == source) {
            cite(&mut entry.0, hit);
        } else if let Some(first) = self.hits.iter().position(from_it) {
            hit.score = self.hits[first].0.score;
            let (drawn, others): (Vec<_>, Vec<_>) = std::mem::take(&mut self.hits).into_iter().partition(from_it);
            drawn.into_iter().for_each(|(drawn, _)| cite(&mut hit, drawn));
            self.hits = others;
            self.hits.insert(first, (hit, source.map(str::to_owned)));
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

/// Cites on the result that stands the one that does not.
fn cite(stands: &mut RecallHit, other: RecallHit) {
    stands.folded.push(other.citation);
    stands.folded.extend(other.folded);
    stands.also.extend(other.id);
    stands.also.extend(other.also);
    stands.newer = stands.newer.take().or(other.newer);
}
