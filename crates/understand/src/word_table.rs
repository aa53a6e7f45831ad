//! Tables of words that are looked up, not walked through.
//!
//! A statement is read word by word against lists of a few hundred words each, and a memory is compared with every
//! fact of its entity. The lists stay what people read; these are made of them once.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// What is known of each word.
pub(crate) type WordMap<V> = HashMap<&'static str, V, BuildHasherDefault<WordHasher>>;

/// Words that are in a list.
pub(crate) type WordSet = HashSet<&'static str, BuildHasherDefault<WordHasher>>;

/// The set of a list.
pub(crate) fn set(list: &[&'static str]) -> WordSet {
    list.iter().copied().collect()
}

/// FNV-1a. The tables hold constants of this crate, so nobody can choose keys that collide; what is kept of words that people
/// use is little enough to be searched through.
pub(crate) struct WordHasher(u64);

impl Default for WordHasher {
    fn default() -> Self {
        WordHasher(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for WordHasher {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        // The table takes its bucket from the low bits and its tag from the high ones, which FNV mixes least.
        self.0 ^ (self.0 << 29)
    }
}
