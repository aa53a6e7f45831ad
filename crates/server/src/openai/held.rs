//! Conversations without a model that are held between requests, each by its key; the one used longest ago goes first.
//!
//! A program sends its whole conversation each time, and nobody decides through it: what the web app holds
//! ([`crate::sessions`]) is kept on disk and a person's, this is neither.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use soulfile_agent::Conversation;

/// Held conversations.
pub(crate) struct HeldConversations<S = Conversation> {
    most: usize,
    held: Mutex<Shelf<S>>,
}

struct Shelf<S> {
    by_key: HashMap<String, (u64, Arc<Mutex<S>>)>,
    uses: u64,
}

impl<S> HeldConversations<S> {
    /// Holds so many at most.
    pub fn new(most: usize) -> Self {
        Self { most: most.max(1), held: Mutex::new(Shelf { by_key: HashMap::new(), uses: 0 }) }
    }

    /// How many are held.
    pub fn count(&self) -> usize {
        self.held.lock().unwrap_or_else(PoisonError::into_inner).by_key.len()
    }

    /// The conversation of this key, if it is held.
    pub fn find(&self, key: &str) -> Option<Arc<Mutex<S>>> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        held.uses += 1;
        let now = held.uses;
        let (used, session) = held.by_key.get_mut(key)?;
        *used = now;
        Some(session.clone())
    }

    /// Holds a conversation, in place of the one of the same key.
    pub fn hold(&self, key: &str, session: S) -> Arc<Mutex<S>> {
        let session = Arc::new(Mutex::new(session));
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        held.uses += 1;
        let now = held.uses;
        held.by_key.insert(key.to_owned(), (now, session.clone()));
        if held.by_key.len() > self.most {
            let oldest = held.by_key.iter().min_by_key(|(_, (used, _))| *used).map(|(key, _)| key.clone());
            oldest.map(|key| held.by_key.remove(&key));
        }
        session
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_one_used_longest_ago_goes_first() {
        let sessions = HeldConversations::new(2);
        sessions.hold("a", 1);
        sessions.hold("b", 2);
        assert!(sessions.find("a").is_some());
        sessions.hold("c", 3);
        assert!(sessions.find("b").is_none(), "used longest ago");
        assert_eq!(*sessions.find("a").unwrap().lock().unwrap(), 1);
        assert_eq!(*sessions.hold("a", 4).lock().unwrap(), 4, "held anew");
    }
}
