//! How many tokens texts have, counted once per content: counting one costs far more than reading its file.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use soulfile_text::tokens;
use soulfile_workspace::ContentHash;

/// Most counts that are kept.
const MOST: usize = 512;

/// Counts by content.
#[derive(Debug, Default)]
pub(crate) struct TokenCounts(Mutex<HashMap<ContentHash, usize>>);

impl TokenCounts {
    /// The count of `text`, whose hash this is.
    pub fn of(&self, hash: &ContentHash, text: &str) -> usize {
        let known = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = known().get(hash) {
            return *count;
        }
        let count = tokens::exact(text);
        let mut counts = known();
        if counts.len() >= MOST {
            counts.clear();
        }
        counts.insert(*hash, count);
        count
    }
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
        assert!(counts.0.lock().unwrap().len() <= MOST);
    }
}
