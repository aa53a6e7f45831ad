//! What common English words mean: which mean the same, which exclude each other, which are values of one kind.
//!
//! The words stand in `meanings.txt`, sorted, and are found by their first two letters and by halving.
//! `tools/make_meanings.py` writes the file from WordNet 3.1 and from a list written by hand, and says what its codes
//! mean.

use std::borrow::Cow;
use std::sync::LazyLock;

static TEXT: &str = include_str!("meanings.txt");

/// What a word can mean.
#[derive(Debug, Clone, Default)]
pub(super) struct Meaning {
    /// Words that share one of these mean the same.
    groups: Vec<u16>,
    /// Pairs of opposites, and on which side the word stands.
    sides: Vec<(u16, bool)>,
    /// The kinds it is a value of: a bit for each.
    pub kinds: u64,
    /// Whether it is used as a verb.
    pub verb: bool,
    /// Whether it begins something of several words.
    pub begins: bool,
}

impl Meaning {
    /// Whether both can mean the same.
    pub(super) fn same(&self, other: &Meaning) -> bool {
        self.groups.iter().any(|group| other.groups.contains(group))
    }

    /// The meanings and pairs of opposites that the word has a part in.
    pub(super) fn codes(&self) -> impl Iterator<Item = u32> + '_ {
        let groups = self.groups.iter().map(|group| u32::from(*group));
        groups.chain(self.sides.iter().map(|(pair, _)| u32::from(*pair) | 1 << 16))
    }

    /// Whether there is a word that excludes it.
    pub(super) fn has_opposite(&self) -> bool {
        !self.sides.is_empty()
    }

    /// Whether they exclude each other.
    pub(super) fn opposite(&self, other: &Meaning) -> bool {
        self.sides.iter().any(|(pair, side)| other.sides.contains(&(*pair, !side)))
    }

    /// Takes on what another word means.
    pub(super) fn join(&mut self, other: Meaning) {
        self.groups.extend(other.groups);
        self.sides.extend(other.sides);
        self.verb |= other.verb;
    }

    /// Takes on the synonyms of another word, but not what excludes it.
    pub(super) fn mean_also(&mut self, other: &Meaning) {
        self.groups.extend(&other.groups);
    }

    fn add(&mut self, codes: &str) {
        let mut rest = codes.as_bytes();
        let code = |high: u8, low: u8| u16::from_be_bytes([high, low]);
        loop {
            rest = match rest {
                [b'+', high, low, after @ ..] => {
                    self.sides.push((code(*high, *low), true));
                    after
                }
                [b'-', high, low, after @ ..] => {
                    self.sides.push((code(*high, *low), false));
                    after
                }
                [b'@', kind, after @ ..] => {
                    self.kinds |= 1 << (kind - b'!');
                    after
                }
                [b'>', after @ ..] => {
                    self.begins = true;
                    after
                }
                [b'"', after @ ..] => {
                    self.verb = true;
                    after
                }
                [high, low, after @ ..] if *high != b'=' => {
                    self.groups.push(code(*high, *low));
                    after
                }
                _ => return,
            }
        }
    }
}

/// Where the words begin that start with the same two bytes, in order.
static STARTS: LazyLock<Vec<([u8; 2], u32)>> = LazyLock::new(|| {
    let mut starts: Vec<([u8; 2], u32)> = Vec::with_capacity(1024);
    let mut at = 0;
    for line in TEXT.split_inclusive('\n') {
        let first = first_two(line);
        if starts.last().is_none_or(|(known, _)| *known != first) {
            starts.push((first, at));
        }
        at += line.len() as u32;
    }
    starts
});

fn first_two(word: &str) -> [u8; 2] {
    let bytes = word.as_bytes();
    [bytes.first().copied().unwrap_or(b' '), bytes.get(1).copied().unwrap_or(b' ')]
}

/// The codes of a word as it is written.
fn codes(word: &str) -> Option<&'static str> {
    let at = STARTS.binary_search_by_key(&first_two(word), |(first, _)| *first).ok()?;
    let bytes = TEXT.as_bytes();
    let (mut low, mut high) =
        (STARTS[at].1 as usize, STARTS.get(at + 1).map_or(bytes.len(), |(_, next)| *next as usize));
    while low < high {
        let middle = (low + high) / 2;
        let start = bytes[low..middle].iter().rposition(|byte| *byte == b'\n').map_or(low, |at| low + at + 1);
        let end = start + bytes[start..].iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len() - start);
        let (entry, codes) = TEXT[start..end].split_once(' ')?;
        match entry.cmp(word) {
            std::cmp::Ordering::Equal => return Some(codes),
            std::cmp::Ordering::Less => low = end + 1,
            std::cmp::Ordering::Greater => high = start,
        }
    }
    None
}

/// The word in its plain form, and what it means. `None` for a word that is not known in any form.
pub(super) fn look_up(word: &str) -> Option<(Cow<'_, str>, Meaning)> {
    let mut meaning = Meaning::default();
    let own = codes(word);
    if let Some(own) = own {
        meaning.add(own);
        if let Some((_, lemma)) = own.split_once('=') {
            if lemma != word {
                meaning.add(codes(lemma).unwrap_or(""));
            }
            return Some((Cow::Borrowed(lemma), meaning));
        }
    }
    // "Heading" is a word by itself, and a form of "head".
    for lemma in plain_forms(word) {
        let Some(found) = codes(&lemma) else { continue };
        let mut plain = meaning.clone();
        plain.add(found);
        let lemma = match found.split_once('=') {
            Some((_, other)) if other != lemma => {
                plain.add(codes(other).unwrap_or(""));
                other.to_owned()
            }
            _ => lemma,
        };
        // "Badger" is no badge, but "taller" is tall.
        let compared = (word.ends_with("er") || word.ends_with("est")) && !word.ends_with("eer");
        if compared && plain.verb {
            continue;
        }
        if own.is_none() || plain.verb || word.ends_with("ly") {
            return Some((Cow::Owned(lemma), plain));
        }
    }
    own.map(|_| (Cow::Borrowed(word), meaning))
}

/// Whether a word is written so in the list.
pub(super) fn is_known(word: &str) -> bool {
    codes(word).is_some()
}

/// Whether a word with a hyphen is no word of its own, and its parts are.
pub(super) fn splits(whole: &str, first: &str, second: &str) -> bool {
    let numbered = matches!(first, "first" | "second" | "third") || first.ends_with("th");
    let known = |word: &str| look_up(word).is_some();
    // "Turn-based" is one word; what is based in a town is written with its name.
    second != "based"
        && first.len() > 2
        && second.len() > 2
        && codes(whole).is_none()
        && (numbered || known(first))
        && known(second)
}

/// What something of several words means, joined by underscores.
pub(super) fn look_up_phrase(phrase: &str) -> Option<Meaning> {
    let mut meaning = Meaning::default();
    meaning.add(codes(phrase)?);
    Some(meaning)
}

/// What a regular form may be a form of.
fn plain_forms(word: &str) -> Vec<String> {
    let mut forms = Vec::new();
    if !word.is_ascii() || word.len() < 4 {
        return forms;
    }
    let undoubled = |base: &str| {
        let bytes = base.as_bytes();
        let n = bytes.len();
        (n > 2 && bytes[n - 1] == bytes[n - 2]).then(|| base[..n - 1].to_owned())
    };
    if let Some(base) = word.strip_suffix("ies").or_else(|| word.strip_suffix("ied")) {
        forms.push(format!("{base}y"));
    }
    for ending in ["ing", "ed"] {
        if let Some(base) = word.strip_suffix(ending).filter(|base| base.len() > 1) {
            forms.push(format!("{base}e"));
            forms.push(base.to_owned());
            forms.extend(undoubled(base));
        }
    }
    if let Some(base) = word.strip_suffix('s').filter(|base| !base.ends_with('s')) {
        forms.push(base.to_owned());
    }
    if let Some(base) = word.strip_suffix("es").filter(|base| base.ends_with(['s', 'x', 'z', 'h', 'o'])) {
        forms.push(base.to_owned());
    }
    for ending in ["ly", "er", "est"] {
        if let Some(base) = word.strip_suffix(ending).filter(|base| base.len() > 3) {
            forms.push(base.to_owned());
            if ending != "ly" {
                forms.push(format!("{base}e"));
                forms.extend(undoubled(base));
            }
        }
    }
    forms
}

/// The kind of relatives and others that are somebody's.
pub(super) fn kin() -> u64 {
    static KIN: LazyLock<u64> = LazyLock::new(|| kind_of("niece"));
    *KIN
}

/// The kind that a word names: all that is a "sport".
pub(super) fn kind_under(word: &str) -> u64 {
    static KINDS: LazyLock<[(&str, u64); 4]> = LazyLock::new(|| {
        [
            ("instrument", kind_of("violin") & kind_of("trumpet")),
            ("sport", kind_of("tennis") & kind_of("rugby")),
            ("language", kind_of("catalan") & kind_of("hindi")),
            ("animal", kind_of("dog") & kind_of("horse")),
        ]
    });
    KINDS.iter().find(|(name, _)| *name == word).map_or(0, |(_, kind)| *kind)
}

fn kind_of(word: &str) -> u64 {
    look_up(word).map_or(0, |(_, meaning)| meaning.kinds)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meaning(word: &str) -> Meaning {
        look_up(word).unwrap_or_else(|| panic!("{word} is known")).1
    }

    #[test]
    fn every_line_is_found_by_its_word() {
        let words: Vec<&str> = TEXT.lines().map(|line| line.split_once(' ').expect("word and codes").0).collect();
        assert!(words.is_sorted());
        assert!(TEXT.len() <= 115_000, "{}", TEXT.len());
        for line in TEXT.lines() {
            let (word, held) = line.split_once(' ').unwrap();
            assert_eq!(codes(word), Some(held), "{word}");
        }
        assert_eq!(codes("zzzz"), None);
        assert_eq!(codes(""), None);
    }

    #[test]
    fn words_mean_what_they_mean() {
        for (a, b) in [("brief", "concise"), ("commutes", "commuter"), ("resides", "lives"), ("vets", "veterinarian")] {
            assert!(meaning(a).same(&meaning(b)), "{a} {b}");
        }
        for (a, b) in [("hot", "cold"), ("open", "closed"), ("manual", "automatic"), ("accepts", "rejected")] {
            assert!(meaning(a).opposite(&meaning(b)) && meaning(b).opposite(&meaning(a)), "{a} {b}");
        }
        assert!(!meaning("brief").same(&meaning("long")));
        assert_ne!(meaning("red").kinds & meaning("purple").kinds, 0);
        assert_ne!(meaning("plumber").kinds & meaning("nurse").kinds, 0);
        assert_ne!(meaning("aunt").kinds & kin(), 0);
    }
}
