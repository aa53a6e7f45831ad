//! A few words, each once: what statements are compared by.
//!
//! A memory is compared with every fact of its entity, a dozen words each. A sorted list of so few is read and compared
//! in a fraction of the time that a tree takes.

/// Words in alphabetical order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Bag(Vec<String>);

impl Bag {
    pub(crate) fn insert(&mut self, word: String) {
        if let Err(at) = self.0.binary_search(&word) {
            self.0.insert(at, word);
        }
    }

    pub(crate) fn remove(&mut self, word: &str) {
        self.0.retain(|known| known != word);
    }

    pub(crate) fn contains(&self, word: &str) -> bool {
        self.0.binary_search_by(|known| known.as_str().cmp(word)).is_ok()
    }

    pub(crate) fn iter(&self) -> std::slice::Iter<'_, String> {
        self.0.iter()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The words that the other holds too.
    pub(crate) fn intersection<'a>(&'a self, other: &'a Bag) -> impl Iterator<Item = &'a String> {
        self.iter().filter(|word| other.contains(word))
    }
}

impl FromIterator<String> for Bag {
    fn from_iter<I: IntoIterator<Item = String>>(words: I) -> Bag {
        let mut words: Vec<String> = words.into_iter().collect();
        words.sort_unstable();
        words.dedup();
        Bag(words)
    }
}

impl<'a> IntoIterator for &'a Bag {
    type Item = &'a String;
    type IntoIter = std::slice::Iter<'a, String>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
