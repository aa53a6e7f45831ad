//! What an English statement touches, told at a glance.
//!
//! A new fact is held against every fact of its entity, and nearly all of them speak of something else. Two statements
//! can only be at odds, or the same, where a word, a meaning or a kind of value meets, or where one tells of a
//! change and the other of what changes; reading both in full is for those.

use super::english::life_rows;
use super::sentence::is_function;
use super::{lexicon, thesaurus};

/// Statements with fewer words than this say too little to be set apart by them.
const FEWEST: usize = 2;

/// What a statement touches.
#[derive(Debug, Clone, Default)]
pub(super) struct Glance {
    /// Words, meanings and kinds as numbers, sorted.
    touches: Vec<u64>,
    /// Whether it says too little to be set apart.
    bare: bool,
    /// Whether it tells of a change, or of what changes when one is told.
    changes: bool,
}

impl Glance {
    pub(super) fn of(text: &str) -> Glance {
        let mut glance = Glance::default();
        let mut telling = 0;
        // A word that begins something of several words: "evening" in "evening meal".
        let mut begun: Option<String> = None;
        for (at, word) in text.split(|c: char| !(c.is_alphanumeric() || c == '\'' || c == '’')).enumerate() {
            let word = word.split(['\'', '’']).next().unwrap_or_default();
            if word.is_empty() || word.bytes().all(|byte| byte.is_ascii_digit()) {
                continue;
            }
            let lower = word.to_lowercase();
            if let Some(first) = begun.take()
                && let Some(whole) = thesaurus::look_up_phrase(&format!("{first}_{lower}"))
            {
                glance.touches.extend(whole.codes().map(|code| 1 << 40 | u64::from(code)));
                glance.touches.extend(life_rows(&format!("{first}_{lower}")).map(|row| 1 << 42 | u64::from(row)));
            }
            if lower == "user" || is_function(&lower) {
                continue;
            }
            glance.changes |= changes(&lower);
            let (stem, meaning) = match thesaurus::look_up(&lower) {
                Some((stem, meaning)) => (stem, Some(meaning)),
                None => (lower.as_str().into(), None),
            };
            glance.changes |= changes(&stem);
            begun = meaning.as_ref().filter(|meaning| meaning.begins).map(|_| stem.clone().into_owned());
            // A name, or what may be one, is what all that is said of somebody shares.
            let name = word.starts_with(char::is_uppercase) && (at > 0 || meaning.is_none());
            telling += usize::from(!name);
            if !name {
                glance.touches.extend(life_rows(&stem).map(|row| 1 << 42 | u64::from(row)));
                glance.touches.push(hash(root(&stem).as_bytes()));
                // Who has no pets has no hamster.
                let general = lexicon::generals(&stem).iter();
                glance.touches.extend(general.map(|general| hash(root(general).as_bytes())));
            }
            for meaning in meaning.iter().filter(|_| !name || at > 0) {
                glance.touches.extend(meaning.codes().map(|code| 1 << 40 | u64::from(code)));
                glance.touches.extend((0..64).filter(|kind| meaning.kinds >> kind & 1 == 1).map(|kind| 1 << 41 | kind));
            }
        }
        glance.bare = telling < FEWEST;
        glance.touches.sort_unstable();
        glance.touches.dedup();
        glance
    }

    /// Whether two statements may bear on each other.
    pub(super) fn meets(&self, other: &Glance) -> bool {
        self.bare
            || other.bare
            || self.changes && other.changes
            || self.touches.iter().any(|touched| other.touches.binary_search(touched).is_ok())
    }
}

/// What a word shares with the words made of it: "commute", "commuter".
fn root(stem: &str) -> &str {
    let end = stem.char_indices().nth(5).map_or(stem.len(), |(at, _)| at);
    &stem[..end]
}

fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
        | 1 << 63
}

/// Verbs of a change, and of what is otherwise after one.
fn changes(word: &str) -> bool {
    matches!(
        word,
        "move"
            | "relocate"
            | "switch"
            | "change"
            | "swap"
            | "replace"
            | "quit"
            | "leave"
            | "left"
            | "stop"
            | "cease"
            | "drop"
            | "become"
            | "turn"
            | "sell"
            | "sold"
            | "live"
            | "reside"
            | "dwell"
            | "settle"
            | "home"
            | "base"
            | "based"
            | "use"
            | "work"
            | "drive"
            | "ride"
            | "student"
            | "pupil"
            | "apprentice"
            | "trainee"
            | "study"
            | "graduate"
            | "university"
            | "college"
            | "school"
            | "longer"
            | "anymore"
            | "instead"
            | "former"
            | "ex"
            | "retire"
            | "retired"
    )
}
