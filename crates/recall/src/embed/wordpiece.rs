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
    let vocabulary = &*PIECES;
    let mut ids = Vec::with_capacity(text.len() / 4);
    let mut word = String::new();
    for c in text.chars() {
        let alone = is_cjk(c) || (!c.is_alphanumeric() && !is_mark(c));
        if !alone {
            word.push(c);
            continue;
        }
        flush(vocabulary, &mut word, &mut ids);
        if !c.is_whitespace() && !c.is_control() {
            word.push(c);
            flush(vocabulary, &mut word, &mut ids);
        }
    }
    flush(vocabulary, &mut word, &mut ids);
    ids
}

/// Says whether a piece is one of the commonest words or a single character; the vocabulary is
/// ordered by frequency.
pub fn is_common(piece: u16) -> bool {
    piece < 2_200
}

fn is_mark(c: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&c)
}

fn flush(vocabulary: &Vocabulary, word: &mut String, ids: &mut Vec<u16>) {
    if !word.is_empty() && word.len() <= LONGEST_WORD {
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
    word.clear();
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
