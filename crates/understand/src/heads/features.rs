//! What the heads see: the vector, a few signs, and hashed n-grams of words and characters. The same as
//! `tools/training/features.py`, which says what each sign is.

use std::collections::BTreeSet;

use soulfile_text::encoder::{DIMS, Vector};

use crate::lexicon::{self, CLASSES, Classes, PHRASES, Signs};

/// Buckets of n-grams.
pub const BUCKETS: usize = 1 << 15;
const SIGNS: usize = 10 + CLASSES + PHRASES;
const PAIR_SIGNS: usize = 17;
/// Dense inputs of a message, and of a pair.
pub const MESSAGE_DENSE: usize = DIMS + SIGNS;
pub const PAIR_DENSE: usize = 2 * DIMS + PAIR_SIGNS;

pub fn message(text: &str, vector: &Vector) -> (Vec<f32>, Vec<u32>) {
    let line = PlainLine::new(text);
    let mut dense = vector.to_floats().to_vec();
    dense.extend(signs(text, &line));
    (dense, line.grams())
}

pub fn pair(a: (&str, &Vector), b: (&str, &Vector)) -> (Vec<f32>, Vec<u32>) {
    let (first, second) = (PlainLine::new(a.0), PlainLine::new(b.0));
    let (u, v) = (a.1.to_floats(), b.1.to_floats());
    let mut dense: Vec<f32> = u.iter().zip(&v).map(|(u, v)| (u - v).abs()).collect();
    dense.extend(u.iter().zip(&v).map(|(u, v)| u * v));
    let cosine = dense[DIMS..].iter().sum();
    dense.extend(pair_signs((a.0, &first), (b.0, &second), cosine));
    let (before, after) = (first.grams(), second.grams());
    let without = |all: &[u32], others: &[u32]| -> Vec<u32> {
        all.iter().filter(|gram| others.binary_search(gram).is_err()).copied().collect()
    };
    let mut grams = without(&after, &before);
    grams.extend(without(&before, &after).iter().map(|gram| gram + BUCKETS as u32));
    (dense, grams)
}

/// The words of a text in lower case, digits as zeros, with a space before, between and after them.
struct PlainLine {
    text: String,
    /// Where each character begins, and the end.
    characters: Vec<usize>,
    /// Where each word begins, and where the one after the last would.
    words: Vec<usize>,
    signs: Signs,
}

impl PlainLine {
    fn new(text: &str) -> Self {
        let words = lexicon::words(text);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let signs = lexicon::signs(&words);
        let text = format!(" {} ", words.join(" "));
        let characters = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        let starts = text.match_indices(' ').map(|(at, _)| at + 1).collect::<Vec<_>>();
        let words = if words.is_empty() { vec![1] } else { starts };
        Self { text, characters, words, signs }
    }

    fn words(&self) -> impl Iterator<Item = &str> {
        self.words.windows(2).map(|pair| &self.text[pair[0]..pair[1] - 1])
    }

    /// Buckets of words in ones to threes and characters in twos to fives, sorted, each once.
    fn grams(&self) -> Vec<u32> {
        let bytes = self.text.as_bytes();
        let mut found = Vec::with_capacity(self.characters.len() * 5);
        for size in 1..=3 {
            for pair in self.words.windows(size + 1) {
                found.push(bucket(extend(extend(!0, b"w"), &bytes[pair[0]..pair[size] - 1])));
            }
        }
        let begin = extend(!0, b"c");
        for start in 0..self.characters.len() - 1 {
            let mut hash = begin;
            for (size, pair) in self.characters[start..].windows(2).take(5).enumerate() {
                hash = extend(hash, &bytes[pair[0]..pair[1]]);
                if size > 0 {
                    found.push(bucket(hash));
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    fn thirds(&self) -> BTreeSet<&str> {
        self.characters.windows(4).map(|places| &self.text[places[0]..places[3]]).collect()
    }
}

fn signs(text: &str, line: &PlainLine) -> Vec<f32> {
    let has = |characters: &str| f32::from(u8::from(text.contains(|c: char| characters.contains(c))));
    let flag = |is: bool| f32::from(u8::from(is));
    let length = text.chars().count();
    let shape = [
        1.0,
        has("?？؟"),
        has("0123456789"),
        ((1 + length) as f32).log2() / 8.0,
        flag(line.words().count() < 4),
        has("{}()[]<>=_/\\`;|#$"),
        flag(text.contains("http") || text.contains("www.") || text.contains('@')),
        not_latin(text),
        has(":："),
        has("!！"),
    ];
    let has = (0..CLASSES).map(|at| line.signs.has.has_nth(at));
    let opens = (0..PHRASES).map(|at| line.signs.opens.has_nth(at));
    shape.into_iter().chain(has.chain(opens).map(flag)).collect()
}

fn pair_signs(a: (&str, &PlainLine), b: (&str, &PlainLine), cosine: f32) -> [f32; PAIR_SIGNS] {
    let (first, second): (BTreeSet<_>, BTreeSet<_>) = (a.1.words().collect(), b.1.words().collect());
    let (thirds, other_thirds) = (a.1.thirds(), b.1.thirds());
    let (numbers, other_numbers) = (numbers(a.0), numbers(b.0));
    let flag = |is: bool| f32::from(u8::from(is));
    let part = |some: usize, all: usize| some as f32 / all.max(1) as f32;
    let length = |text: &str| (1 + text.chars().count()) as f32;
    let (has, other_has) = (a.1.signs.has, b.1.signs.has);
    let (denies, other_denies) = (has.has(Classes::NEGATION), other_has.has(Classes::NEGATION));
    let common = part(first.intersection(&second).count(), first.union(&second).count());
    [
        1.0,
        cosine,
        cosine * cosine,
        common,
        part(thirds.intersection(&other_thirds).count(), thirds.union(&other_thirds).count()),
        part(first.difference(&second).count(), first.len()),
        part(second.difference(&first).count(), second.len()),
        flag(!numbers.is_empty() && !other_numbers.is_empty() && numbers != other_numbers),
        flag(numbers.intersection(&other_numbers).next().is_some()),
        (length(a.0) / length(b.0)).log2().abs(),
        flag((not_latin(a.0) - not_latin(b.0)).abs() > 0.4),
        flag(denies != other_denies),
        flag(denies && other_denies),
        flag(other_has.has(Classes::CHANGE)),
        flag(other_has.has(Classes::CORRECTION)),
        flag(has.has(Classes::CHANGE)),
        common * flag(numbers == other_numbers),
    ]
}

/// Share of characters beyond the Latin letters.
fn not_latin(text: &str) -> f32 {
    let (other, all) = text.chars().fold((0, 0), |(other, all), c| (other + u32::from(c > '\u{24f}'), all + 1));
    other as f32 / all.max(1) as f32
}

fn numbers(text: &str) -> BTreeSet<&str> {
    text.split(|c: char| !c.is_ascii_digit()).filter(|run| !run.is_empty()).collect()
}

/// Bucket of an n-gram by its CRC-32.
fn bucket(state: u32) -> u32 {
    (!state).wrapping_mul(0x9e37_79b1) >> 17
}

/// Goes on with a CRC-32, whose states are kept between the characters of an n-gram.
fn extend(state: u32, bytes: &[u8]) -> u32 {
    static TABLE: [u32; 256] = table();
    bytes.iter().fold(state, |state, byte| TABLE[usize::from(state as u8 ^ byte)] ^ (state >> 8))
}

const fn table() -> [u32; 256] {
    let mut table = [0; 256];
    let mut at = 0;
    while at < 256 {
        let mut value = at as u32;
        let mut bit = 0;
        while bit < 8 {
            value = if value & 1 == 1 { 0xedb8_8320 ^ (value >> 1) } else { value >> 1 };
            bit += 1;
        }
        table[at] = value;
        at += 1;
    }
    table
}
