//! BERT's uncased word pieces: greedy longest match over a fixed vocabulary.
//!
//! Lower case, accents stripped, punctuation and CJK characters apart; a word no piece fits is
//! dropped, since an unknown piece has no vector.

use std::collections::HashMap;
use std::sync::LazyLock;

use soulfile_text::tokens::is_cjk;
use soulfile_text::word::fold;

static VOCABULARY: &str = include_str!("../../../../models/vocab.txt");
const LONGEST_WORD: usize = 64;

struct Vocabulary {
    starts: HashMap<&'static str, u16, Fast>,
    rests: HashMap<&'static str, u16, Fast>,
}

static PIECES: LazyLock<Vocabulary> = LazyLock::new(|| {
    let mut starts = HashMap::with_capacity_and_hasher(26_000, Fast);
    let mut rests = HashMap::with_capacity_and_hasher(7_000, Fast);
    for (id, piece) in VOCABULARY.lines().enumerate() {
        match piece.strip_prefix("##") {
            Some(rest) => rests.insert(rest, id as u16),
            None => starts.insert(piece, id as u16),
        };
    }
    Vocabulary { starts, rests }
});

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
                split(&PIECES, word, &mut self.ids);
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

fn is_mark(c: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&c)
}

/// Adds the pieces of one word; none when a part of it fits no piece.
fn split(vocabulary: &Vocabulary, word: &str, ids: &mut Vec<u16>) {
    let folded = fold(word);
    let known = ids.len();
    let mut start = 0;
    while start < folded.len() {
        let table = if start == 0 { &vocabulary.starts } else { &vocabulary.rests };
        let found = (start + 1..=folded.len())
            .rev()
            .filter(|end| folded.is_char_boundary(*end))
            .find_map(|end| table.get(&folded[start..end]).map(|id| (end, *id)));
        let Some((end, id)) = found else {
            ids.truncate(known);
            break;
        };
        ids.push(id);
        start = end;
    }
}

/// FNV-1a: the vocabulary is fixed and trusted, so a fast hash is enough.
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
    fn unknown_words_are_dropped() {
        assert!(pieces("\u{1f600}").is_empty());
        assert!(pieces("").is_empty());
    }
}
