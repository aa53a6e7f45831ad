//! What an English statement touches, told at a glance.
//!
//! A new fact is held against every fact of its entity, and nearly all of them speak of something else. Two statements
//! can only be at odds, or the same, where a word, a meaning or a kind of value meets, or where one tells of a
//! change and the other of what changes; reading both in full is for those.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::rc::Rc;

use super::english::life_rows;
use super::sentence::is_function;
use super::{lexicon, thesaurus};
use crate::word_table::WordHasher;

/// Statements with fewer words than this say too little to be set apart by them.
const FEWEST: usize = 2;
/// How many words a thread keeps in mind, and how long ones; what is said of somebody is said in few.
const KEPT: usize = 1024;
const LONGEST: usize = 40;

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

/// What one word adds to that, wherever it stands.
#[derive(Debug, Default)]
struct Touch {
    /// Whether it only joins others.
    empty: bool,
    changes: bool,
    /// Its plain form, where that begins something of several words: "evening" in "evening meal".
    begins: Option<Box<str>>,
    /// Whether it is a word that is known, and no name.
    known: bool,
    /// What it touches by what it is.
    own: Vec<u64>,
    /// What it touches by what it means.
    meant: Vec<u64>,
}

impl Glance {
    pub(super) fn of(text: &str) -> Glance {
        let mut glance = Glance::default();
        let mut telling = 0;
        let mut begun: Option<Rc<Touch>> = None;
        for (at, word) in text.split(|c: char| !(c.is_alphanumeric() || c == '\'' || c == '’')).enumerate() {
            let word = word.split(['\'', '’']).next().unwrap_or_default();
            if word.is_empty() || word.bytes().all(|byte| byte.is_ascii_digit()) {
                continue;
            }
            let lower = match word.bytes().all(|byte| byte.is_ascii_lowercase()) {
                true => Cow::Borrowed(word),
                false => Cow::Owned(word.to_lowercase()),
            };
            if let Some(first) = begun.take().as_ref().and_then(|touch| touch.begins.as_deref()) {
                let whole = known(&format!("{first}_{lower}"), Touch::of_phrase);
                glance.touches.extend(&whole.meant);
            }
            let touch = known(&lower, Touch::of_word);
            if touch.empty {
                continue;
            }
            glance.changes |= touch.changes;
            // A name, or what may be one, is what all that is said of somebody shares.
            let name = word.starts_with(char::is_uppercase) && (at > 0 || !touch.known);
            telling += usize::from(!name);
            if !name {
                glance.touches.extend(&touch.own);
            }
            if !name || at > 0 {
                glance.touches.extend(&touch.meant);
            }
            begun = Some(touch);
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

impl Touch {
    fn of_word(word: &str) -> Touch {
        if word == "user" || is_function(word) {
            return Touch { empty: true, ..Touch::default() };
        }
        let (stem, meaning) = match thesaurus::look_up(word) {
            Some((stem, meaning)) => (stem, Some(meaning)),
            None => (word.into(), None),
        };
        let mut own: Vec<u64> = rows(&stem).collect();
        own.push(hash(root(&stem).as_bytes()));
        // Who has no pets has no hamster.
        own.extend(lexicon::generals(&stem).iter().map(|general| hash(root(general).as_bytes())));
        let mut meant = Vec::new();
        if let Some(meaning) = &meaning {
            meant.extend(meaning.codes().map(|code| 1 << 40 | u64::from(code)));
            meant.extend((0..64).filter(|kind| meaning.kinds >> kind & 1 == 1).map(|kind| 1 << 41 | kind));
        }
        let begins = meaning.as_ref().is_some_and(|meaning| meaning.begins).then(|| stem.as_ref().into());
        Touch { empty: false, changes: changes(word) || changes(&stem), begins, known: meaning.is_some(), own, meant }
    }

    /// Of several words that may mean something together, joined by an underscore.
    fn of_phrase(phrase: &str) -> Touch {
        let Some(meaning) = thesaurus::look_up_phrase(phrase) else { return Touch::default() };
        let codes = meaning.codes().map(|code| 1 << 40 | u64::from(code));
        Touch { meant: codes.chain(rows(phrase)).collect(), ..Touch::default() }
    }
}

fn rows(word: &str) -> impl Iterator<Item = u64> + '_ {
    life_rows(word).map(|row| 1 << 42 | u64::from(row))
}

/// What is known of a word, kept for the next statement it stands in.
fn known(word: &str, read: impl FnOnce(&str) -> Touch) -> Rc<Touch> {
    type Known = HashMap<Box<str>, Rc<Touch>, BuildHasherDefault<WordHasher>>;
    thread_local! {
        static KNOWN: RefCell<Known> = RefCell::default();
    }
    if word.len() > LONGEST {
        return Rc::new(read(word));
    }
    KNOWN.with_borrow_mut(|known| {
        if let Some(touch) = known.get(word) {
            return touch.clone();
        }
        if known.len() >= KEPT {
            known.clear();
        }
        let touch = Rc::new(read(word));
        known.insert(word.into(), touch.clone());
        touch
    })
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
