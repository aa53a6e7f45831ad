//! BERT's word pieces over the vocabulary of a model: cleaned, lower case and without accents where
//! the model wants it, punctuation and CJK characters apart. How a cleaned word becomes pieces is `text`'s.
//!
//! Unlike the built-in pieces this keeps unknown words as the model's own mark for them, because a
//! transformer was trained to see it.

use std::collections::HashMap;
use std::path::Path;

use serde_json::Value;
use soulfile_text::vectors::wordpiece::longest_pieces;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::error::Error;

/// Longer words are unknown to every such model.
const LONGEST_WORD: usize = 100;

/// The vocabulary and the marks of a model.
pub struct Tokenizer {
    pieces: HashMap<String, u32>,
    lower: bool,
    /// Mark of an unknown word.
    pub unknown: u32,
    /// Mark before a text.
    pub first: u32,
    /// Mark after a text.
    pub last: u32,
}

impl Tokenizer {
    /// Reads `vocab.txt`, or the vocabulary inside `tokenizer.json`.
    pub fn load(folder: &Path, size: usize) -> Result<Self, Error> {
        let plain = folder.join("vocab.txt");
        let table = folder.join("tokenizer.json");
        let full = super::json(&table);
        let (path, pieces) = match std::fs::read_to_string(&plain) {
            Ok(text) => (plain, text.lines().enumerate().map(|(id, piece)| (piece.to_owned(), id as u32)).collect()),
            Err(_) => (table.clone(), from_table(full.as_ref()).ok_or_else(|| no_vocabulary(folder))?),
        };
        let wrong = |what: String| Error::file(&path, what);
        let mark = |name: &str| pieces.get(name).copied().ok_or_else(|| wrong(format!("it has no {name}")));
        let (unknown, first, last) = (mark("[UNK]")?, mark("[CLS]")?, mark("[SEP]")?);
        if pieces.values().any(|id| *id as usize >= size) {
            return Err(wrong(format!("it has more than the {size} words of the model")));
        }
        let own = super::json(&folder.join("tokenizer_config.json")).and_then(|c| c["do_lower_case"].as_bool());
        let normal = || full.as_ref().and_then(|t| t["normalizer"]["lowercase"].as_bool());
        Ok(Self { lower: own.or_else(normal).unwrap_or(true), unknown, first, last, pieces })
    }

    /// A digest of everything that decides how a text is cut.
    pub fn digest(&self) -> [u8; 32] {
        let mut all: Vec<(&u32, &String)> = self.pieces.iter().map(|(piece, id)| (id, piece)).collect();
        all.sort();
        let mut hasher = blake3::Hasher::new();
        hasher.update(&[u8::from(self.lower)]);
        for (id, piece) in all {
            hasher.update(&id.to_le_bytes()).update(piece.as_bytes()).update(&[0]);
        }
        *hasher.finalize().as_bytes()
    }

    /// Ids of the pieces of `text`, stopping once there are `enough`.
    pub fn pieces(&self, text: &str, enough: usize) -> Vec<u32> {
        let mut ids = Vec::new();
        let mut word = String::new();
        for c in text.chars() {
            if ids.len() >= enough {
                return ids;
            }
            if is_dropped(c) {
                continue;
            }
            if c.is_whitespace() || is_ideograph(c) || is_punctuation(c) {
                self.flush(&mut word, &mut ids);
                if !c.is_whitespace() {
                    word.push(c);
                    self.flush(&mut word, &mut ids);
                }
            } else {
                word.push(c);
            }
        }
        self.flush(&mut word, &mut ids);
        ids
    }

    fn flush(&self, word: &mut String, ids: &mut Vec<u32>) {
        if word.is_empty() {
            return;
        }
        let clean: String = if self.lower {
            word.to_lowercase().nfd().filter(|c| !is_combining_mark(*c)).collect()
        } else {
            word.nfc().collect()
        };
        word.clear();
        if clean.is_empty() {
            return;
        }
        let number_of = |piece: &[u8]| self.pieces.get(std::str::from_utf8(piece).ok()?).copied();
        let fits = clean.chars().count() <= LONGEST_WORD && longest_pieces(&clean, number_of, ids);
        if !fits {
            ids.push(self.unknown);
        }
    }
}

fn from_table(table: Option<&Value>) -> Option<HashMap<String, u32>> {
    let model = &table?["model"];
    if model["type"].as_str().is_some_and(|kind| kind != "WordPiece") {
        return None;
    }
    let entries = model["vocab"].as_object()?.iter();
    entries.map(|(piece, id)| Some((piece.clone(), u32::try_from(id.as_u64()?).ok()?))).collect()
}

fn no_vocabulary(folder: &Path) -> Error {
    Error::file(folder, "there is no vocab.txt, and no tokenizer.json with word pieces")
}

/// Characters that are words of their own to BERT: Chinese ones, but neither Kana nor Hangul, whose syllables it
/// takes apart.
fn is_ideograph(c: char) -> bool {
    matches!(c as u32,
        0x3400..=0x4dbf | 0x4e00..=0x9fff | 0xf900..=0xfaff | 0x20000..=0x2a6df | 0x2a700..=0x2ceaf | 0x2f800..=0x2fa1f)
}

/// Characters that are not seen at all: control and format characters.
fn is_dropped(c: char) -> bool {
    matches!(c, '\0' | '\u{fffd}' | '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{2064}' | '\u{feff}')
        || (c.is_control() && !matches!(c, '\t' | '\n' | '\r'))
}

/// ASCII that is neither letter nor digit, and the punctuation of other scripts.
fn is_punctuation(c: char) -> bool {
    c.is_ascii_punctuation()
        || matches!(
            c,
            '\u{a1}' | '\u{a7}' | '\u{ab}' | '\u{b6}' | '\u{b7}' | '\u{bb}' | '\u{bf}' | '\u{37e}' | '\u{387}'
        )
        || matches!(
            c,
            '\u{55a}'..='\u{55f}' | '\u{589}' | '\u{58a}' | '\u{5be}' | '\u{5c0}' | '\u{5c3}' | '\u{5f3}' | '\u{5f4}'
        )
        || matches!(
            c,
            '\u{60c}' | '\u{61b}' | '\u{61f}' | '\u{66a}'..='\u{66d}' | '\u{6d4}' | '\u{964}' | '\u{965}' | '\u{970}'
        )
        || matches!(c, '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{2043}' | '\u{2045}'..='\u{2051}' | '\u{2053}'..='\u{205e}')
        || matches!(c, '\u{2308}'..='\u{230b}' | '\u{2329}' | '\u{232a}' | '\u{2e00}'..='\u{2e5d}')
        || matches!(c, '\u{3001}'..='\u{3003}' | '\u{3008}'..='\u{3011}' | '\u{3014}'..='\u{301f}' | '\u{3030}' | '\u{303d}')
        || matches!(c, '\u{30a0}' | '\u{30fb}' | '\u{fe10}'..='\u{fe19}' | '\u{fe30}'..='\u{fe61}' | '\u{fe63}' | '\u{fe68}')
        || matches!(c, '\u{ff01}'..='\u{ff03}' | '\u{ff05}'..='\u{ff0a}' | '\u{ff0c}'..='\u{ff0f}' | '\u{ff1a}' | '\u{ff1b}')
        || matches!(c, '\u{ff1f}' | '\u{ff20}' | '\u{ff3b}'..='\u{ff3d}' | '\u{ff3f}' | '\u{ff5b}' | '\u{ff5d}' | '\u{ff5f}'..='\u{ff65}')
}
