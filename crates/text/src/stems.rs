//! Beginnings of words, looked up where a word begins.
//!
//! A list of a thousand stems is asked ten times a message, once a word. That takes a look at the first letters of each
//! word, where an automaton of all stems would walk the whole text through memory that nothing else has touched lately.

use crate::pattern::gate::{WORDS, place};
use crate::script::is_han;

/// How long a beginning is, in bytes.
const BEGINNING: usize = 3;

/// Stems, each known by its number in the list they were made of.
pub struct Stems {
    /// By their bytes.
    sorted: Vec<(&'static str, usize)>,
    /// Those that are shorter than a beginning.
    short: Vec<(&'static str, usize)>,
    beginnings: [u64; WORDS],
}

impl Stems {
    /// The stems of a list.
    pub fn new(stems: impl IntoIterator<Item = &'static str>) -> Stems {
        let numbered = stems.into_iter().enumerate().map(|(number, stem)| (stem, number));
        let (mut sorted, short): (Vec<_>, Vec<_>) = numbered.partition(|(stem, _)| stem.len() >= BEGINNING);
        sorted.sort_unstable();
        let mut beginnings = [0; WORDS];
        for (stem, _) in &sorted {
            let place = stem.as_bytes().first_chunk().map_or(0, |beginning| place(*beginning));
            beginnings[usize::from(place / 64)] |= 1 << (place % 64);
        }
        Stems { sorted, short, beginnings }
    }

    /// The stems that `rest` begins with: the number of each, and how many bytes it has.
    pub fn at<'a>(&'a self, rest: &'a str) -> impl Iterator<Item = (usize, usize)> + 'a {
        let alike = self.alike(rest.as_bytes()).iter().chain(&self.short);
        alike.filter(move |(stem, _)| rest.starts_with(stem)).map(|(stem, number)| (*number, stem.len()))
    }

    /// The stems that begin as `rest` does.
    fn alike(&self, rest: &[u8]) -> &[(&'static str, usize)] {
        let Some(beginning) = rest.first_chunk::<BEGINNING>() else { return &[] };
        let place = place(*beginning);
        if self.beginnings[usize::from(place / 64)] >> (place % 64) & 1 == 0 {
            return &[];
        }
        let from = self.sorted.partition_point(|(stem, _)| stem.as_bytes() < beginning.as_slice());
        let length = self.sorted[from..].iter().take_while(|(stem, _)| stem.as_bytes().starts_with(beginning)).count();
        &self.sorted[from..from + length]
    }
}

/// Every letter of a text with its place, and whether a word may begin there. Chinese words have nothing between them.
pub fn letters(text: &str) -> impl Iterator<Item = (usize, char, bool)> + '_ {
    let mut before: Option<char> = None;
    text.char_indices().map(move |(at, letter)| {
        let within = before.replace(letter).is_some_and(|c| c.is_alphanumeric() && !is_han(c));
        (at, letter, !within)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_stem_that_a_text_begins_with_is_found() {
        let stems = Stems::new(["allerg", "all", "ci", "旅", "旅游", "name is"]);
        let at = |text: &str| -> Vec<usize> { stems.at(text).map(|(number, _)| number).collect() };
        assert_eq!(at("allergic to nuts"), [1, 0]);
        assert_eq!(at("city"), [2]);
        assert_eq!(at("旅游很好"), [3, 4]);
        assert_eq!(at("name isn't"), [5]);
        assert_eq!(at("ci"), [2]);
        assert!(at("an allergy").is_empty() && at("a").is_empty() && at("").is_empty() && at("旁边").is_empty());
    }
    #[test]
    fn words_begin_behind_what_is_no_letter_and_between_chinese_ones() {
        let begins: String = letters("an é-mail 旅游A1").filter(|(.., begins)| *begins).map(|(_, c, _)| c).collect();
        assert_eq!(begins, "aém旅游A");
    }
}
