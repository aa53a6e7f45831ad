//! BERT's uncased word pieces: greedy longest match over a fixed vocabulary.
//!
//! Lower case, accents stripped, punctuation and CJK characters apart; a word no piece fits is
//! dropped, since an unknown piece has no vector.

use std::collections::HashMap;

use crate::tokens::is_cjk;
use crate::word::fold;

use crate::vectors::layout::{EMPTY, SLOTS, WRAPS, first_slot};

static VOCABULARY: &str = include_str!("../../../../models/vocab.txt");
const LONGEST_WORD: usize = 64;

/// Where each piece begins in the vocabulary, and where it is looked for; both made by the build script, so that a
/// process that asks one question builds no table.
static STARTS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/starts.bin"));
static TABLE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/slots.bin"));

/// The number at a place of such a table.
pub(crate) fn number_at(table: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([table[at * 2], table[at * 2 + 1]])
}

/// The number of a piece, as it stands in the vocabulary.
fn number_of(piece: &[u8]) -> Option<u16> {
    let mut at = first_slot(piece);
    loop {
        let id = number_at(TABLE, at);
        if id == EMPTY {
            return None;
        }
        if line(id).as_bytes() == piece {
            return Some(id);
        }
        at = (at + 1) % SLOTS;
    }
}

/// A line of the vocabulary.
fn line(id: u16) -> &'static str {
    let id = usize::from(id);
    let start = |id: usize| {
        let wraps = (0..WRAPS).filter(|wrap| usize::from(number_at(STARTS, *wrap)) <= id).count();
        wraps << 16 | usize::from(number_at(STARTS, WRAPS + id))
    };
    VOCABULARY[start(id)..start(id + 1)].trim_end_matches('\n')
}

/// Returns the word-piece ids of `text`, unknown words left out.
pub fn pieces(text: &str) -> Vec<u16> {
    Splitter::default().pieces(text)
}

/// Words a splitter remembers before it forgets them all.
const REMEMBERED: usize = 100_000;

/// Splits texts, remembering the words it has seen: most words of a text were in one before.
#[derive(Default)]
pub struct Splitter {
    /// Where a word's pieces begin in `ids`, and how many there are.
    words: HashMap<Box<str>, (u32, u32), Fast>,
    ids: Vec<u16>,
}

impl Splitter {
    /// Returns the word-piece ids of `text`, unknown words left out.
    pub fn pieces(&mut self, text: &str) -> Vec<u16> {
        let mut out = Vec::with_capacity(text.len() / 4);
        let mut start = 0;
        for (at, c) in text.char_indices() {
            let alone = if c.is_ascii() { !c.is_ascii_alphanumeric() } else { stands_alone(c) };
            if !alone {
                continue;
            }
            self.word(&text[start..at], &mut out);
            start = at + c.len_utf8();
            if !c.is_whitespace() && !c.is_control() {
                self.word(&text[at..start], &mut out);
            }
        }
        self.word(&text[start..], &mut out);
        out
    }

    fn word(&mut self, word: &str, out: &mut Vec<u16>) {
        if word.is_empty() || word.len() > LONGEST_WORD {
            return;
        }
        let (start, count) = match self.words.get(word) {
            Some(known) => *known,
            None => {
                if self.words.len() >= REMEMBERED {
                    self.words.clear();
                    self.ids.clear();
                }
                let start = self.ids.len();
                split(word, &mut self.ids);
                let known = (start as u32, (self.ids.len() - start) as u32);
                self.words.insert(word.into(), known);
                known
            }
        };
        out.extend_from_slice(&self.ids[start as usize..][..count as usize]);
    }
}

fn stands_alone(c: char) -> bool {
    is_cjk(c) || (!c.is_alphanumeric() && !is_mark(c))
}

/// Says whether a piece is one of the commonest words or a single character; the vocabulary is
/// ordered by frequency.
pub fn is_common(piece: u16) -> bool {
    piece < 2_200
}

/// Says whether a piece has letters or digits.
pub fn is_word(piece: u16) -> bool {
    line(piece).contains(char::is_alphanumeric)
}

fn is_mark(c: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&c)
}

/// What a piece inside a word is marked with in the vocabulary.
const INSIDE: &[u8] = b"##";

/// Adds the pieces of one word; none when a part of it fits no piece.
fn split(word: &str, ids: &mut Vec<u16>) {
    longest_pieces(&fold(word), number_of, ids);
}

/// Adds the pieces of a cleaned word, each the longest that fits, and says whether all of it fits; else it adds none.
/// `number_of` looks a piece up; one inside the word has `##` before it.
pub fn longest_pieces<Id>(word: &str, number_of: impl Fn(&[u8]) -> Option<Id>, ids: &mut Vec<Id>) -> bool {
    let known = ids.len();
    let mut marked = [INSIDE, word.as_bytes()].concat();
    let mut start = 0;
    while start < word.len() {
        // The mark is written over what is already split, right before the rest.
        let head = if start == 0 { INSIDE.len() } else { start };
        marked[start..start + INSIDE.len()].copy_from_slice(INSIDE);
        let found = (start + 1..=word.len())
            .rev()
            .filter(|end| word.is_char_boundary(*end))
            .find_map(|end| number_of(&marked[head..end + INSIDE.len()]).map(|id| (end, id)));
        let Some((end, id)) = found else {
            ids.truncate(known);
            return false;
        };
        ids.push(id);
        start = end;
    }
    true
}

/// FNV-1a: words come from the person's own files, so a fast hash is enough.
#[derive(Clone, Copy, Default)]
struct Fast;

impl std::hash::BuildHasher for Fast {
    type Hasher = Fnv;
    fn build_hasher(&self) -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

struct Fnv(u64);

impl std::hash::Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for b in bytes {
            self.0 = (self.0 ^ u64::from(*b)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<&'static str> {
        let all: Vec<&str> = VOCABULARY.lines().collect();
        pieces(text).into_iter().map(|p| all[p as usize]).collect()
    }

    #[test]
    fn splits_like_the_reference_tokenizer() {
        assert_eq!(shown("Unaffable embeddings!"), ["una", "##ffa", "##ble", "em", "##bed", "##ding", "##s", "!"]);
        assert_eq!(shown("Café déjà-vu"), ["cafe", "de", "##ja", "-", "vu"]);
        assert_eq!(shown("東京 2023"), ["東", "京", "202", "##3"]);
    }

    #[test]
    fn no_text_is_split_into_a_piece_without_a_row() {
        for piece in (0..crate::vectors::layout::FIRST).chain(crate::vectors::layout::GAP) {
            let written = line(piece as u16);
            let apart = |c: char| !c.is_alphanumeric() || is_cjk(c);
            assert!(written.strip_prefix("##").unwrap_or(written).contains(apart), "{written}");
        }
    }

    #[test]
    fn unknown_words_are_dropped() {
        assert!(pieces("\u{1f600}").is_empty());
        assert!(pieces("").is_empty());
    }
}
