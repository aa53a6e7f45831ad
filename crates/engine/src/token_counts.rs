//! How many tokens texts have, counted once per content: counting one costs far more than reading its file.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};

use soulfile_text::tokens;
use soulfile_workspace::{ContentHash, Ident};

/// Most counts that are kept.
const MOST: usize = 512;

/// Counts by content, and the files whose content was counted.
#[derive(Debug, Default)]
pub(crate) struct TokenCounts {
    counts: Mutex<HashMap<ContentHash, usize>>,
    files: Mutex<HashMap<String, Ident>>,
}

impl TokenCounts {
    /// The count of `text`, whose hash this is.
    pub fn of(&self, hash: &ContentHash, text: &str) -> usize {
        if let Some(count) = lock(&self.counts).get(hash) {
            return *count;
        }
        let count = tokens::exact(text);
        insert(&self.counts, *hash, count);
        count
    }

    /// Notes that this version of a file was counted.
    pub fn note(&self, path: &str, version: Ident) {
        if !self.has_counted(path, version) {
            insert(&self.files, path.to_owned(), version);
        }
    }

    /// Says whether this version of a file was counted.
    pub fn has_counted(&self, path: &str, version: Ident) -> bool {
        lock(&self.files).get(path) == Some(&version)
    }
}

fn lock<T>(kept: &Mutex<T>) -> MutexGuard<'_, T> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}

fn insert<K: Eq + Hash, V>(kept: &Mutex<HashMap<K, V>>, key: K, value: V) {
    let mut kept = lock(kept);
    if kept.len() >= MOST {
        kept.clear();
    }
    kept.insert(key, value);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_counted_once_and_no_count_outlives_its_text() {
        let counts = TokenCounts::default();
        for text in ["a river near the garden", "a river"] {
            let hash = ContentHash::of(text.as_bytes());
            assert_eq!(counts.of(&hash, text), tokens::exact(text));
            // Asked again, the text is not looked at.
            assert_eq!(counts.of(&hash, ""), tokens::exact(text));
        }
        for n in 0..2 * MOST {
            let text = format!("line {n}");
            counts.of(&ContentHash::of(text.as_bytes()), &text);
        }
        assert!(counts.counts.lock().unwrap().len() <= MOST);
    }
}
