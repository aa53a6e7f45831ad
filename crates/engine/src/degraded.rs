//! What could not be used while something was read: told to the caller, never a reason to fail.
//!
//! The files alone answer. The history, the trail, the index and the notes beside them make answers better, and on a
//! full or read-only disk, or with a damaged repository, they may be missing.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::open::Engine;

/// What did not work when it was last tried, and why.
#[derive(Default)]
pub(crate) struct Degraded(Mutex<BTreeMap<&'static str, String>>);

impl Degraded {
    fn lock_reasons(&self) -> MutexGuard<'_, BTreeMap<&'static str, String>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Engine {
    /// What reading had to do without, one line each; empty when everything could be used.
    pub fn degraded(&self) -> Vec<String> {
        self.degraded.lock_reasons().iter().map(|(what, why)| format!("{what}: {why}")).collect()
    }

    /// Goes on without something that a read does not need, and keeps in mind that it did.
    pub(crate) fn go_on_without<T, E: Display>(
        &self,
        what: &'static str,
        result: std::result::Result<T, E>,
    ) -> Option<T> {
        match result {
            Ok(value) => {
                self.degraded.lock_reasons().remove(what);
                Some(value)
            }
            Err(error) => {
                self.degraded.lock_reasons().insert(what, error.to_string());
                None
            }
        }
    }
}
