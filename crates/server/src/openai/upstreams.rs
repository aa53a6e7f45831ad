//! The models requests are passed on to, kept as long as the configuration stays: their connections are used again.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use soulfile_engine::Result;
use soulfile_models::chat::RemoteChat;

/// Most models kept; a program may name as many as it likes.
const MOST: usize = 64;

/// By agent, and by the model's name where one was given.
type Known = HashMap<(String, Option<String>), Option<Arc<RemoteChat>>>;

#[derive(Default)]
pub(crate) struct Upstreams {
    known: Mutex<(u64, Known)>,
}

impl Upstreams {
    /// The model of this name, made when it is not known under this configuration.
    pub fn find(
        &self,
        stamp: u64,
        agent: &str,
        name: Option<&str>,
        make: impl FnOnce() -> Result<Option<Arc<RemoteChat>>>,
    ) -> Result<Option<Arc<RemoteChat>>> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.0 != stamp || known.1.len() >= MOST {
            *known = (stamp, HashMap::new());
        }
        let key = (agent.to_owned(), name.map(str::to_owned));
        if let Some(found) = known.1.get(&key) {
            return Ok(found.clone());
        }
        let made = make()?;
        known.1.insert(key, made.clone());
        Ok(made)
    }

    /// Makes all of them anew when they are next asked for: a key was refused, and its file may hold another now.
    pub fn forget(&self) {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).1.clear();
    }
}
