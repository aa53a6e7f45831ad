//! What an open agent counts of itself, for whoever watches a gateway: numbers only, nothing that is remembered.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::open::Engine;

/// Upper bounds of the buckets in which the times of searches are counted, in milliseconds.
pub const RECALL_BUCKETS: [u32; 11] = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1000, 5000];

/// Counts since the agent was opened.
#[derive(Default)]
pub(crate) struct Counters {
    mutations: AtomicU64,
    /// One count per bucket, and one for what took longer than all.
    recalls: [AtomicU64; RECALL_BUCKETS.len() + 1],
    recall_micros: AtomicU64,
}

impl Counters {
    pub(crate) fn mutated(&self) {
        self.mutations.fetch_add(1, Relaxed);
    }

    pub(crate) fn recalled(&self, ms: f64) {
        let bucket = RECALL_BUCKETS.iter().position(|most| ms <= f64::from(*most)).unwrap_or(RECALL_BUCKETS.len());
        self.recalls[bucket].fetch_add(1, Relaxed);
        self.recall_micros.fetch_add((ms.max(0.0) * 1000.0) as u64, Relaxed);
    }
}

/// What an open agent counted, and how large what it holds is now.
#[derive(Debug, Clone, PartialEq)]
pub struct EngineMeasures {
    /// Changes that were committed.
    pub mutations: u64,
    /// Searches by the time they took: one count per bucket of [`RECALL_BUCKETS`], and one for the rest.
    pub recalls: Vec<u64>,
    /// Milliseconds all searches took together.
    pub recall_ms: f64,
    /// Entries of the search index; none where it cannot be opened.
    pub index_entries: Option<usize>,
    /// Alerts nobody acknowledged, as of the last look.
    pub alerts: usize,
    /// Bytes of the journal.
    pub journal_bytes: u64,
}

impl Engine {
    /// The agent's measures. Looks at no memory and catches up with nothing, so that it may be asked often.
    pub fn measures(&self) -> EngineMeasures {
        EngineMeasures {
            mutations: self.counters.mutations.load(Relaxed),
            recalls: self.counters.recalls.iter().map(|count| count.load(Relaxed)).collect(),
            recall_ms: self.counters.recall_micros.load(Relaxed) as f64 / 1000.0,
            index_entries: self.opened_index().ok().map(|index| index.status().chunks),
            alerts: self.workspace.last_known_alerts().len(),
            journal_bytes: self.workspace.journal_bytes(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::open::Place;
    use crate::remember::RememberRequest;

    #[test]
    fn a_time_is_counted_in_the_first_bucket_that_holds_it() {
        let counters = Counters::default();
        [0.0, 1.0, 1.1, 4000.0, 90_000.0].into_iter().for_each(|ms| counters.recalled(ms));
        let counts: Vec<u64> = counters.recalls.iter().map(|count| count.load(Relaxed)).collect();
        assert_eq!(counts, [2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1]);
    }

    #[test]
    fn a_change_and_its_entry_are_counted() {
        let dir = tempfile::tempdir().unwrap();
        let engine = Engine::init(Place::for_test(dir.path())).unwrap();
        let before = engine.measures();
        let text = "Yesterday we had ramen near the station.".to_owned();
        engine.remember(&RememberRequest { text, ..RememberRequest::default() }).unwrap();
        let after = engine.measures();
        assert!(after.mutations > before.mutations && after.journal_bytes > 0, "{after:?}");
    }
}
