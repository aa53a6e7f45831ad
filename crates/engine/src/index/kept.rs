//! What is known of files, kept between searches.
//!
//! Reading a day's log into its entries costs more than finding one in it. The text is still read for
//! every answer; only what follows from it is kept, and only while the text, the scores, the day and
//! every other file that was looked at are what they were.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::Arc;

use jiff::civil::Date;

use super::{Lifecycle, lock};
use crate::open::Engine;
use crate::recall::entry_metadata::{FileMetadata, Surroundings};

/// Files kept at most; a search shows a few dozen.
const MOST: usize = 1024;

/// What was known of files, by path.
pub(crate) type KnownFiles = HashMap<String, KeptFile>;

/// What was known of one file, and what it followed from.
pub(crate) struct KeptFile {
    text: blake3::Hash,
    scores: i64,
    today: Date,
    others: Vec<(String, Option<blake3::Hash>)>,
    known: Arc<FileMetadata>,
}

fn hash(text: &str) -> blake3::Hash {
    blake3::hash(text.as_bytes())
}

impl Engine {
    /// What is known of a file's entries, as [`Engine::known`] says, without reading it twice.
    pub(crate) fn known_again(&self, path: &str, text: &str, lifecycle: &Lifecycle) -> Arc<FileMetadata> {
        let (now, today) = (hash(text), self.now().date());
        if let Some(known) = self.still_known(path, now, lifecycle.stamp(), today) {
            return known;
        }
        let others = RefCell::new(Vec::new());
        let read = |other: &str| {
            let text = self.text_of(other);
            others.borrow_mut().push((other.to_owned(), text.as_deref().map(hash)));
            text
        };
        let known = Arc::new(FileMetadata::read(path, text, &Surroundings { lifecycle, today, read: &read }));
        let kept =
            KeptFile { text: now, scores: lifecycle.stamp(), today, others: others.into_inner(), known: known.clone() };
        let mut files = lock(&self.index.known);
        if files.len() >= MOST {
            files.clear();
        }
        files.insert(path.to_owned(), kept);
        known
    }

    fn still_known(&self, path: &str, text: blake3::Hash, scores: i64, today: Date) -> Option<Arc<FileMetadata>> {
        let (others, known) = {
            let files = lock(&self.index.known);
            let kept = files.get(path)?;
            let same = kept.text == text && kept.scores == scores && kept.today == today;
            same.then(|| (kept.others.clone(), kept.known.clone()))?
        };
        let unchanged = |(other, was): &(String, Option<blake3::Hash>)| match was {
            Some(was) => self.text_of(other).as_deref().map(hash) == Some(*was),
            None => self.metadata(other).is_none(),
        };
        others.iter().all(unchanged).then_some(known)
    }
}
