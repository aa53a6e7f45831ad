//! Wallet secrets with a checksum: BIP-39 word lists and WIF keys.

use std::ops::Range;
use std::sync::LazyLock;

use sha2::{Digest, Sha256};

use crate::word_table::WordMap;

/// The English word list of the BIP-39 standard.
static WORDS: LazyLock<WordMap<u16>> =
    LazyLock::new(|| include_str!("bip39_english.txt").lines().zip(0u16..).collect());

const LENGTHS: [usize; 5] = [12, 15, 18, 21, 24];

/// Finds runs of BIP-39 words that are a valid mnemonic, or that are labelled as one.
pub(super) fn find(text: &str, found: &mut Vec<(&'static str, Range<usize>)>) {
    // The shortest phrase has twelve words, and every word of the list three letters.
    if text.split(|c: char| !c.is_alphabetic()).filter(|word| word.len() >= 3).nth(11).is_none() {
        return;
    }
    let mut run: Vec<(u16, Range<usize>)> = Vec::new();
    let mut labelled = false;
    // One list of everyday words in sixteen has a checksum that holds.
    let mut everyday = false;
    let mut start = None;
    let finish = |run: &mut Vec<(u16, Range<usize>)>, labelled: bool, everyday: bool, found: &mut Vec<_>| {
        if run.len() >= 12
            && (labelled || !everyday)
            && (is_phrase(run, labelled, is_listed(text, run)) || is_bare_phrase(text, run))
        {
            found.push(("seed_phrase", run[0].1.start..run[run.len() - 1].1.end));
        }
        run.clear();
    };
    for (at, c) in text.char_indices().chain([(text.len(), '\n')]) {
        if c.is_alphabetic() && at < text.len() {
            start.get_or_insert(at);
            continue;
        }
        if let Some(from) = start.take() {
            let word = text[from..at].to_lowercase();
            // Some of these are words of a phrase too.
            everyday |= run.len() < 2
                && matches!(
                    word.as_str(),
                    "shopping"
                        | "groceries"
                        | "grocery"
                        | "ingredients"
                        | "menu"
                        | "vocabulary"
                        | "spelling"
                        | "buy"
                        | "pantry"
                        | "recipe"
                );
            match WORDS.get(word.as_str()) {
                Some(index) => run.push((*index, from..at)),
                None => {
                    labelled |= matches!(word.as_str(), "mnemonic" | "seed" | "recovery" | "wallet" | "backup")
                        || word.contains("助记词");
                    finish(&mut run, labelled, everyday, found);
                }
            }
            // Labels can be list words themselves ("seed", "wallet", "phrase", "word").
            labelled |= matches!(word.as_str(), "seed" | "wallet" | "phrase");
        }
        // A number before a word may have a colon.
        let breaks_run = !(c.is_whitespace()
            || c.is_ascii_digit()
            || matches!(c, ',' | '.' | ')' | '-' | '、' | '，' | ';' | '|' | '"' | '\'' | '/' | '_' | '>' | '→' | '·')
            || (c == ':' && text[..at].ends_with(|before: char| before.is_ascii_digit())));
        if breaks_run || at == text.len() {
            finish(&mut run, labelled, everyday, found);
        }
    }
}

/// Whether commas stand between the words, as in a list of anything.
fn is_listed(text: &str, run: &[(u16, Range<usize>)]) -> bool {
    run.windows(2).any(|pair| text[pair[0].1.end..pair[1].1.start].contains(','))
}

fn is_phrase(run: &[(u16, Range<usize>)], labelled: bool, listed: bool) -> bool {
    let indices: Vec<u16> = run.iter().map(|(index, _)| *index).collect();
    let mut distinct = indices.clone();
    distinct.sort_unstable();
    distinct.dedup();
    // The standard's own test vectors repeat one word; a stretch of the list itself ascends.
    if distinct.len() * 2 < indices.len() || indices.windows(2).all(|w| w[1] == w[0] + 1) {
        return false;
    }
    for n in LENGTHS {
        if n > indices.len() {
            break;
        }
        // A label such as "seed phrase" may itself have been read as the first words.
        let fits = indices.len() == n || (labelled || !listed) && indices.len() <= n + 4;
        if fits && indices.windows(n).any(checksum_holds) {
            return true;
        }
    }
    labelled && LENGTHS.iter().any(|n| indices.len() >= *n && indices.len() <= n + 4)
}

/// Twelve or more list words with nothing but a space between them and nothing else on the line: no sentence does
/// without its small words for so long, and a list of groceries has commas.
fn is_bare_phrase(text: &str, run: &[(u16, Range<usize>)]) -> bool {
    let (Some(first), Some(last)) = (run.first(), run.last()) else { return false };
    let line_before = text[..first.1.start].rsplit('\n').next().unwrap_or("");
    let line_after = text[last.1.end..].split('\n').next().unwrap_or("");
    let apart = |mark: &str| mark.chars().all(|c| c.is_whitespace() || c == '"' || c == '.');
    let spaced = run.windows(2).all(|pair| matches!(&text[pair[0].1.end..pair[1].1.start], " " | "\n"));
    let mut distinct: Vec<u16> = run.iter().map(|(index, _)| *index).collect();
    distinct.sort_unstable();
    distinct.dedup();
    LENGTHS.contains(&run.len())
        && spaced
        && distinct.len() * 2 >= run.len()
        && !run.windows(2).all(|pair| pair[1].0 == pair[0].0 + 1)
        && (apart(line_before) || line_before.trim_end().ends_with(':'))
        && apart(line_after)
}

fn checksum_holds(indices: &[u16]) -> bool {
    let bits = indices.len() * 11;
    let checksum_bits = bits / 33;
    let entropy_bytes = (bits - checksum_bits) / 8;
    let mut bytes = [0u8; 34];
    for (word, index) in indices.iter().enumerate() {
        for bit in 0..11 {
            if index & (1 << (10 - bit)) != 0 {
                let position = word * 11 + bit;
                bytes[position / 8] |= 1 << (7 - position % 8);
            }
        }
    }
    let hash = Sha256::digest(&bytes[..entropy_bytes]);
    let expected = hash[0] >> (8 - checksum_bits);
    bytes[entropy_bytes] >> (8 - checksum_bits) == expected
}

const BASE58: &[u8; 58] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/// Finds private keys in wallet import format, checksum verified.
pub(super) fn find_wif(text: &str, found: &mut Vec<(&'static str, Range<usize>)>) {
    let mut at = 0;
    for word in text.split(|c: char| !c.is_ascii_alphanumeric()) {
        let start = at;
        at += word.len() + text[at + word.len()..].chars().next().map_or(0, char::len_utf8);
        if matches!(word.len(), 51 | 52) && word.starts_with(['5', 'K', 'L', 'c', '9']) && wif_checksum_holds(word) {
            found.push(("wif", start..start + word.len()));
        }
    }
}

fn wif_checksum_holds(word: &str) -> bool {
    let mut bytes: Vec<u8> = Vec::with_capacity(40);
    for b in word.bytes() {
        let Some(mut carry) = BASE58.iter().position(|c| *c == b) else {
            return false;
        };
        for digit in &mut bytes {
            carry += *digit as usize * 58;
            *digit = (carry & 0xff) as u8;
            carry >>= 8;
        }
        while carry > 0 {
            bytes.push((carry & 0xff) as u8);
            carry >>= 8;
        }
    }
    bytes.reverse();
    if bytes.len() < 37 || !matches!(bytes[0], 0x80 | 0xef) {
        return false;
    }
    let (payload, checksum) = bytes.split_at(bytes.len() - 4);
    Sha256::digest(Sha256::digest(payload))[..4] == *checksum
}
