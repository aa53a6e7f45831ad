//! How many event streams may be open: in all, by one token, and by agents together, so that a person always gets one.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The places for streams.
pub struct Streams {
    most: usize,
    open: Mutex<HashMap<String, Open>>,
}

#[derive(Default)]
struct Open {
    count: usize,
    person: bool,
}

/// A place that is taken; free again when it is dropped.
pub struct StreamSlot {
    streams: Arc<Streams>,
    token: String,
}

impl Streams {
    /// Lets so many be open at once. One token holds an eighth of them at most, agents together three quarters.
    pub fn new(most: usize) -> Self {
        Self { most, open: Mutex::default() }
    }

    /// How many are open.
    pub fn count(&self) -> usize {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).values().map(|held| held.count).sum()
    }

    /// Takes a place for a token, or says that there is none.
    pub fn take(self: &Arc<Self>, token: &str, person: bool) -> Option<StreamSlot> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let total: usize = open.values().map(|held| held.count).sum();
        let agents: usize = open.values().filter(|held| !held.person).map(|held| held.count).sum();
        let own = open.get(token).map_or(0, |held| held.count);
        let of_one = (self.most / 8).max(1);
        if total >= self.most || own >= of_one || (!person && agents >= self.most - self.most.div_ceil(4)) {
            return None;
        }
        let held = open.entry(token.to_owned()).or_default();
        held.count += 1;
        held.person = person;
        Some(StreamSlot { streams: self.clone(), token: token.to_owned() })
    }
}

impl Drop for StreamSlot {
    fn drop(&mut self) {
        let mut open = self.streams.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(held) = open.get_mut(&self.token) {
            held.count -= 1;
            if held.count == 0 {
                open.remove(&self.token);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_token_holds_its_share_and_agents_leave_some_for_the_person() {
        let streams = Arc::new(Streams::new(16));
        let take = |token: &str, person, count| -> Vec<StreamSlot> {
            (0..count).map_while(|_| streams.take(token, person)).collect()
        };
        let mut held = take("t-0", false, 100);
        assert_eq!(held.len(), 2, "an eighth");
        for agent in 1..50 {
            held.extend(take(&format!("t-{agent}"), false, 100));
        }
        assert_eq!(held.len(), 12, "agents together");
        assert_eq!(take("p-1", true, 100).len(), 2, "the person still gets in");
        drop(held);
        assert_eq!(take("t-0", false, 100).len(), 2, "places come back");
        assert!(streams.open.lock().unwrap().is_empty());
    }
}
