//! The word lists of all languages, `data/<language>.toml`: phrases that open a request to the memory, and classes of words
//! that the learned heads take as signs.
//!
//! A further language is one more file. All lists are looked up together, so that mixed
//! messages need no guess of their language. `tools/training/features.py` reads the same files the same way.

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::LazyLock;

/// Every file of `data/`: the language and its text, listed by the build script.
const FILES: &[(&str, &str)] = &include!(concat!(env!("OUT_DIR"), "/languages.rs"));

/// Languages whose requests are told by rules of their own.
const RULED: [&str; 2] = ["en", "zh"];

/// Names of the lists, in the order of the heads' signs; the first [`PHRASES`] open a request.
const NAMES: [&str; LISTS] = [
    "remember",
    "forget",
    "reflect",
    "recall",
    "undo",
    "dont_store",
    "correction",
    "change",
    "lasting",
    "passing",
    "joke",
    "hypothetical",
    "greeting",
    "question",
    "request",
    "said",
    "self",
    "kin",
    "memory",
    "negation",
    "asks_when",
    "asks_how",
    "asks_newest",
    "asks_about",
    // No signs of the heads.
    "past",
    "lead",
];
/// How many lists the heads take as signs.
pub const CLASSES: usize = 24;
const LISTS: usize = 26;
pub const PHRASES: usize = 6;
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

/// Lists by entry. Thousands of entries are put in whenever a process first reads a text, and all of them are ours, so a
/// plain hash does.
type Entries = HashMap<Cow<'static, str>, Classes, BuildHasherDefault<PlainHasher>>;

struct Lexicon {
    /// Phrases that open a request, by [`opening`].
    openings: Entries,
    whole: Entries,
    beginnings: Entries,
    pieces: Entries,
}

/// FNV-1a.
struct PlainHasher(u64);

impl Default for PlainHasher {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for PlainHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

/// An entry as texts are looked up by.
fn key(entry: &'static str) -> Cow<'static, str> {
    let stem = entry.strip_suffix('*').unwrap_or(entry);
    let letters = stem.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b' ');
    let is_plain = letters && !stem.starts_with(' ') && !stem.ends_with(' ') && !stem.contains("  ");
    if is_plain { Cow::Borrowed(stem) } else { Cow::Owned(words(entry).join(" ")) }
}

static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| {
    let mut lexicon = Lexicon {
        openings: Entries::with_capacity_and_hasher(1024, BuildHasherDefault::default()),
        whole: Entries::with_capacity_and_hasher(4096, BuildHasherDefault::default()),
        beginnings: Entries::default(),
        pieces: Entries::default(),
    };
    for (language, (class, entry)) in FILES.iter().flat_map(|(name, file)| entries(file).map(move |e| (name, e))) {
        let line = key(entry);
        if !RULED.contains(language) && class.0 < 1 << PHRASES {
            lexicon.openings.entry(line.clone()).or_default().add(class);
        }
        let place = if entry.ends_with('*') {
            &mut lexicon.beginnings
        } else if line.starts_with(is_unspaced) {
            &mut lexicon.pieces
        } else {
            &mut lexicon.whole
        };
        place.entry(line).or_default().add(class);
    }
    lexicon
});

/// The entries of a file: `name = [ "entry", … ]`, over as many lines as it takes.
fn entries(file: &'static str) -> impl Iterator<Item = (Classes, &'static str)> {
    let mut class = Classes::default();
    file.lines().filter(|line| !line.starts_with('#')).flat_map(move |line| {
        let list = match line.split_once(" = ") {
            Some((name, list)) => {
                class = NAMES.iter().position(|known| *known == name).map_or(Classes::default(), |at| Classes(1 << at));
                list
            }
            None => line,
        };
        list.split('"').skip(1).step_by(2).map(move |entry| (class, entry))
    })
}

/// Looks up which lists a text has words of.
pub fn signs(words: &[&str]) -> Signs {
    let mut signs = Signs::default();
    let mut found = |class: Option<&Classes>, first: bool| {
        let class = class.copied().unwrap_or_default();
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
            found(LEXICON.whole.get(&line[starts[at]..starts[last] + words[last].len()]), at == 0);
        }
        for (end, _) in word.char_indices().skip(2).chain([(word.len(), ' ')]).take(MOST_LETTERS - 1) {
            found(LEXICON.beginnings.get(&word[..end]), false);
        }
    }
    for (at, _) in line.char_indices().filter(|(_, c)| is_unspaced(*c)) {
        let rest = &line[at..];
        for (end, _) in rest.char_indices().skip(1).chain([(rest.len(), ' ')]).take(MOST_LETTERS) {
            found(LEXICON.pieces.get(&rest[..end]), at == 0);
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
        let is_lead = LEXICON.whole.get(words(word).join(" ").as_str()).is_some_and(|class| class.has(Classes::LEAD));
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
            && let Some(class) = LEXICON.openings.get(line.as_str())
        {
            longest = Some((*class, end));
        }
    }
    longest
}

/// Words in lower case, digits as zeros.
pub fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    for c in text.chars().flat_map(char::to_lowercase) {
        match plain(c) {
            Some(c) => word.push(c),
            None if !word.is_empty() => words.push(std::mem::take(&mut word)),
            None => {}
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

/// A character of a word; `None` for what stands between words.
pub fn plain(c: char) -> Option<char> {
    match c {
        '’' => Some('\''),
        '0'..='9' => Some('0'),
        c if separates(c) => None,
        c => Some(c),
    }
}

/// Whether a character stands between words: spaces, punctuation but for the apostrophe.
fn separates(c: char) -> bool {
    match c {
        '\0'..='\x7f' => !c.is_ascii_alphanumeric() && c != '\'',
        '\u{80}'..='\u{bf}' | '\u{2000}'..='\u{206f}' | '\u{3000}'..='\u{303f}' | '\u{ff00}'..='\u{ff0f}' => true,
        '\u{ff1a}'..='\u{ff20}' | '\u{ff3b}'..='\u{ff40}' | '\u{60c}' | '\u{61b}' | '\u{61f}' | '\u{964}' => true,
        _ => false,
    }
}

/// Whether a character belongs to a script that puts no spaces between words, or endings on them: Thai, Hangul, kana,
/// Han.
pub fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{e00}'..='\u{e7f}' | '\u{1100}'..='\u{11ff}' | '\u{3040}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_every_list() {
        assert!(RULED.iter().all(|ruled| FILES.iter().any(|(language, _)| language == ruled)));
        for (language, file) in FILES {
            for (at, name) in NAMES.iter().enumerate() {
                let count = entries(file).filter(|(class, _)| *class == Classes(1 << at)).count();
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
