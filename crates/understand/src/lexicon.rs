//! The word lists of all languages, `data/<language>.toml`: phrases that open a request to the memory, and classes of words
//! that the learned heads take as signs.
//!
//! A further language is one more file. All lists are looked up together, so that mixed
//! messages need no guess of their language. `tools/training/features.py` reads the same files the same way.

mod layout;
#[cfg(test)]
mod lists;
mod words;

pub use layout::PHRASES;
use layout::{EMPTY, SLOTS, USES};
pub use words::{is_unspaced, plain, words};

/// How many lists the heads take as signs.
pub const CLASSES: usize = 24;
/// The longest entries that are looked up.
const MOST_WORDS: usize = 6;
const MOST_LETTERS: usize = 10;

/// A set of lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Classes(u32);

impl Classes {
    pub const REMEMBER: Self = Self(1);
    pub const FORGET: Self = Self(1 << 1);
    pub const REFLECT: Self = Self(1 << 2);
    pub const RECALL: Self = Self(1 << 3);
    pub const CORRECTION: Self = Self(1 << 6);
    pub const CHANGE: Self = Self(1 << 7);
    pub const JOKE: Self = Self(1 << 10);
    pub const HYPOTHETICAL: Self = Self(1 << 11);
    pub const MEMORY: Self = Self(1 << 18);
    pub const NEGATION: Self = Self(1 << 19);
    pub const PAST: Self = Self(1 << 24);
    const LEAD: Self = Self(1 << 25);

    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub const fn has_nth(self, at: usize) -> bool {
        self.0 & (1 << at) != 0
    }

    fn add(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// What a text has of the lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Signs {
    /// Anywhere.
    pub has: Classes,
    /// As its first words.
    pub opens: Classes,
}

/// The entries one after the other, where each begins, what it is, and where the search for it leads. Thousands of
/// entries are only looked up, so the build script puts them where a process that reads one text finds them.
static KEYS: &str = include_str!(concat!(env!("OUT_DIR"), "/lexicon_keys.txt"));
static STARTS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/lexicon_starts.bin"));
static LISTED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/lexicon_lists.bin"));
static PLACES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/lexicon_slots.bin"));

/// How an entry is used.
#[derive(Clone, Copy)]
enum EntryUse {
    Opening = 0,
    Whole = 1,
    Beginning = 2,
    Piece = 3,
}

/// The lists that have `text` as an entry of this use.
fn listed(text: &str, entry_use: EntryUse) -> Option<Classes> {
    let number = |all: &[u8], at: usize| u32::from_le_bytes(*all[at * 4..].first_chunk().expect("the table is whole"));
    let mut slot = layout::first_slot(text.as_bytes());
    loop {
        let entry = u16::from_le_bytes(*PLACES[slot * 2..].first_chunk().expect("the table is whole"));
        if entry == EMPTY {
            return None;
        }
        let entry = usize::from(entry);
        if KEYS[number(STARTS, entry) as usize..number(STARTS, entry + 1) as usize] == *text {
            return Some(Classes(number(LISTED, entry * USES + entry_use as usize))).filter(|classes| classes.0 != 0);
        }
        slot = (slot + 1) % SLOTS;
    }
}

/// Looks up which lists a text has words of.
pub fn signs(words: &[&str]) -> Signs {
    let mut signs = Signs::default();
    let mut found = |class: Option<Classes>, first: bool| {
        let class = class.unwrap_or_default();
        signs.has.add(class);
        if first {
            signs.opens.add(class);
        }
    };
    let line = words.join(" ");
    let starts: Vec<usize> = words
        .iter()
        .scan(0, |at, word| {
            let start = *at;
            *at += word.len() + 1;
            Some(start)
        })
        .collect();
    for (at, word) in words.iter().enumerate() {
        for last in at..words.len().min(at + MOST_WORDS) {
            found(listed(&line[starts[at]..starts[last] + words[last].len()], EntryUse::Whole), at == 0);
        }
        for (end, _) in word.char_indices().skip(2).chain([(word.len(), ' ')]).take(MOST_LETTERS - 1) {
            found(listed(&word[..end], EntryUse::Beginning), false);
        }
    }
    for (at, _) in line.char_indices().filter(|(_, c)| is_unspaced(*c)) {
        let rest = &line[at..];
        for (end, _) in rest.char_indices().skip(1).chain([(rest.len(), ' ')]).take(MOST_LETTERS) {
            found(listed(&rest[..end], EntryUse::Piece), at == 0);
        }
    }
    signs
}

/// How many bytes of a clause only lead up to what it says: "oh and please …".
pub fn lead(clause: &str) -> usize {
    const MOST: usize = 4;
    let mut at = 0;
    for _ in 0..MOST {
        let rest = &clause[at..];
        let word = rest.split_whitespace().next().unwrap_or_default();
        let is_lead = listed(&words(word).join(" "), EntryUse::Whole).is_some_and(|class| class.has(Classes::LEAD));
        let after = rest[word.len()..].trim_start();
        if !is_lead || after.is_empty() {
            break;
        }
        at = clause.len() - after.len();
    }
    at
}

/// The phrase of the lists that a text opens with: which request, and how many bytes it takes. The longest wins.
pub fn opening(text: &str) -> Option<(Classes, usize)> {
    let mut longest = None;
    let mut line = String::new();
    let mut letters = 0;
    for (at, c) in text.char_indices() {
        let end = at + c.len_utf8();
        match plain(c) {
            Some(c) => {
                line.extend(c.to_lowercase());
                letters += 1;
            }
            None if line.is_empty() => return longest,
            None if !line.ends_with(' ') => line.push(' '),
            None => {}
        }
        if letters > 4 * MOST_LETTERS {
            break;
        }
        let ends_word = text[end..].chars().next().is_none_or(|next| plain(next).is_none());
        if (ends_word || line.starts_with(is_unspaced))
            && let Some(class) = listed(&line, EntryUse::Opening)
        {
            longest = Some((class, end));
        }
    }
    longest
}

#[cfg(test)]
mod tests {
    use super::lists::{NAMES, RULED, entries, key};
    use super::*;

    /// Every file of `data/`: the language and its text, listed by the build script.
    const FILES: &[(&str, &str)] = &include!(concat!(env!("OUT_DIR"), "/languages.rs"));

    #[test]
    fn every_entry_is_found_in_its_list() {
        for (list, entry) in FILES.iter().flat_map(|(_, file)| entries(file)) {
            let key = key(entry);
            let uses = [EntryUse::Whole, EntryUse::Beginning, EntryUse::Piece];
            let mut found = uses.into_iter().filter_map(|entry_use| listed(&key, entry_use));
            assert!(found.any(|classes| classes.has_nth(list)), "{entry}");
        }
        assert!(listed("no entry has these words", EntryUse::Whole).is_none());
    }

    #[test]
    fn every_language_has_every_list() {
        assert!(RULED.iter().all(|ruled| FILES.iter().any(|(language, _)| language == ruled)));
        for (language, file) in FILES {
            for (at, name) in NAMES.iter().enumerate() {
                let count = entries(file).filter(|(list, _)| *list == at).count();
                assert!(count > 1, "{name} in {language}");
            }
        }
    }

    #[test]
    fn a_request_opens_with_a_phrase_in_any_language() {
        for (text, class, phrase) in [
            ("n’oublie pas: le lait", Classes::REMEMBER, "n’oublie pas"),
            ("olvídate de mi ex", Classes::FORGET, "olvídate de"),
            ("Merk dir: Tor 4", Classes::REMEMBER, "Merk dir"),
            ("覚えといて、燃えるゴミは火曜", Classes::REMEMBER, "覚えといて"),
            ("забудь про дачу", Classes::FORGET, "забудь про"),
        ] {
            let (found, end) = opening(text).unwrap_or_else(|| panic!("{text}"));
            assert!(found.has(class), "{text}");
            assert_eq!(&text[..end], phrase);
        }
        for text in ["forget about Bo", "je n'oublie pas", "olvidadizo soy", "  olvida eso", ""] {
            assert_eq!(opening(text), None, "{text}");
        }
    }

    #[test]
    fn words_of_the_lists_are_signs() {
        let read = |text: &str| signs(&words(text).iter().map(String::as_str).collect::<Vec<_>>());
        assert!(read("we moved, not at Elm St anymore").has.has(Classes::CHANGE));
        assert!(read("ich hab keine Zeit").has.has(Classes::NEGATION));
        assert!(read("我不喜欢").has.has(Classes::NEGATION));
        assert_eq!(read("").has, Classes::default());
    }
}
