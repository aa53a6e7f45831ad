//! Orders in disguise: base64, hex, percent and entity encoding, ROT13, reversed or spaced letters,
//! digits for letters. Each is undone once and read again.

use std::sync::LazyLock;

use crate::pattern::{Pattern as Regex, PatternMatch};
use crate::word_table::{self, WordSet};

use super::{Finding, evidence, languages, markup, orders};

static BLOB: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"[A-Za-z0-9+/_-]{20,}={0,2}"));
static HEX: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"(?:[0-9a-fA-F]{2}[\s:]?){16,}|(?:\\x[0-9a-fA-F]{2}){8,}"));
static BITS: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"(?:\b[01]{8}\b[ ,]?){8,}"));
static ESCAPES: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?:%[0-9a-fA-F]{2}){2}|(?:&#x?[0-9a-fA-F]{2,6};){4}|(?:\\u[0-9a-fA-F]{4}){4}|%20[A-Za-z]")
});
static SPACED: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"(?:\b[A-Za-z][ .\-_*|]{1,3}){7,}[A-Za-z]\b"));
/// What makes a decoded text worth an alarm when no rule names it: an order about the memory.
static CONCERN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"\b(?:ignore|disregard|delete|erase|forget|send|forward|post|upload|reveal|print|leak|overwrite|remember|write|execute|run|obey|email|exfiltrate|remove|grant|approve|tell|say|give|open|disable|drop|show|add|store)\b.{0,80}\b(?:instructions?|rules?|memor(?:y|ies)|vault|secrets?|passwords?|keys?|user|owner|system|prompt|history|notes|contacts|https?://|soul|identity|files?|everything|security|admin|token|credentials|approval|confirmation|safety)\b",
    )
});

/// What a text must look like for each rule to find something in it, told by one look at its bytes.
struct Shape(u8);

const BLOB_SIGN: u8 = 1;
const HEX_SIGN: u8 = 2;
const BITS_SIGN: u8 = 4;
const ESCAPES_SIGN: u8 = 8;
const SPACED_SIGN: u8 = 16;

impl Shape {
    fn of(text: &str) -> Shape {
        let mut signs = 0;
        let mut sign = |shown: bool, sign: u8| signs |= if shown { sign } else { 0 };
        // How long the run is that ends here: of base64, of hexadecimal digits, of bits, each with what may stand between.
        let (mut blob, mut hex, mut bits) = (0, 0, 0);
        let mut single_letters = 0;
        let bytes = text.as_bytes();
        let in_word = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_alphanumeric);
        for (at, byte) in bytes.iter().enumerate() {
            let run = |length: usize, goes_on: bool| if goes_on { length + 1 } else { 0 };
            blob = run(blob, byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'_' | b'-'));
            hex = run(hex, byte.is_ascii_hexdigit() || matches!(byte, b'\t'..=b'\r' | b' ' | b':'));
            bits = run(bits, matches!(byte, b'0' | b'1' | b' ' | b','));
            let single = byte.is_ascii_alphabetic() && !in_word(at + 1) && (at == 0 || !in_word(at - 1));
            single_letters += usize::from(single);
            sign(blob == 20, BLOB_SIGN);
            sign(hex == 32 || *byte == b'\\', HEX_SIGN);
            sign(bits == 64, BITS_SIGN);
            sign(matches!(byte, b'%' | b'&' | b'\\'), ESCAPES_SIGN);
        }
        sign(single_letters >= 8, SPACED_SIGN);
        Shape(signs)
    }

    /// What a rule finds in a text of this shape.
    fn found<'t>(&self, sign: u8, rule: &Regex, text: &'t str) -> Vec<PatternMatch<'t>> {
        let found = if self.0 & sign != 0 { rule.find_iter(text) } else { Vec::new() };
        debug_assert!(self.0 & sign != 0 || rule.find_iter(text).is_empty(), "{text:?}");
        found
    }
}

/// A text longer than this is not tried letter by letter.
const LONGEST_DISGUISE: usize = 64 << 10;

/// Looks for encoded orders in `text`.
pub(super) fn scan(text: &str, findings: &mut Vec<Finding>) {
    let mut report = |span: std::ops::Range<usize>| findings.push(Finding { kind: "encoded", span, strong: true });
    let shape = Shape::of(text);
    for blob in shape.found(BLOB_SIGN, &BLOB, text) {
        // An image in the text is no message.
        if text[..blob.start()].strip_suffix(";base64,").is_some_and(|before| before.contains("data:")) {
            continue;
        }
        // What stands before it, up to a mark that base64 knows too, is no part of it.
        let parts = blob.as_str().split(['-', '_', '/']).filter(|part| part.len() >= 20);
        if std::iter::once(blob.as_str()).chain(parts).filter_map(base64).any(|decoded| is_order(&decoded)) {
            report(blob.range());
        }
    }
    for blob in shape.found(HEX_SIGN, &HEX, text) {
        if let Some(decoded) = hex(blob.as_str())
            && is_order(&decoded)
        {
            report(blob.range());
        }
    }
    for blob in shape.found(BITS_SIGN, &BITS, text) {
        if is_order(&bits(blob.as_str())) {
            report(blob.range());
        }
    }
    if shape.0 & ESCAPES_SIGN != 0 && ESCAPES.is_match(text) {
        let decoded = unescape(text);
        if decoded != text && is_order(&decoded) && !is_plain_order(text) {
            report(0..text.len());
        }
    }
    for run in shape.found(SPACED_SIGN, &SPACED, text) {
        let joined: String = run.as_str().chars().filter(char::is_ascii_alphabetic).collect();
        let lower = joined.to_ascii_lowercase();
        let verb = [
            "ignore",
            "disregard",
            "forget",
            "override",
            "reveal",
            "delete",
            "obey",
            "bypass",
            "send",
            "forward",
            "erase",
        ]
        .iter()
        .any(|v| lower.contains(v));
        let object = [
            "instruction",
            "rules",
            "prompt",
            "memory",
            "memories",
            "system",
            "secret",
            "previous",
            "everything",
            "vault",
            "thispage",
            "password",
            "theuser",
        ]
        .iter()
        .any(|o| lower.contains(o));
        if verb && object {
            report(run.range());
        }
    }
    if text.len() > LONGEST_DISGUISE {
        return;
    }
    // Letters in disguise, clause by clause: ordinary words beside it must not hide it.
    let mut start = 0;
    for clause in text.split_inclusive(['.', '!', '?', ';', ':', '\n']) {
        let span = start..start + clause.len();
        start = span.end;
        let turned = !is_english(clause)
            && [rot13(clause), clause.chars().rev().collect()]
                .iter()
                .any(|plain| is_known_order(plain) || clause.is_ascii() && evidence::orders_anything(plain));
        // Digits are common enough that only an order of the known kinds is believed.
        let spelled = || leet(clause).is_some_and(|plain| is_known_order(&plain));
        if (turned || spelled()) && !is_known_order(clause) {
            report(span);
            return;
        }
    }
}

/// Says whether a clause holds one of the words that hardly any English clause goes without.
fn is_english(clause: &str) -> bool {
    #[rustfmt::skip]
    const COMMON: &[&str] = &[
        "the", "a", "an", "and", "or", "of", "to", "in", "is", "are", "was", "were", "be", "it", "its", "i", "you", "he", "she",
        "we", "they", "me", "him", "them", "us", "my", "your", "his", "her", "our", "their", "this", "that", "these", "with",
        "for", "on", "at", "by", "from", "as", "have", "has", "had", "do", "does", "did", "not", "no", "but", "if", "so",
        "will", "would", "can", "could", "there", "what", "when", "where", "who", "how", "all", "just", "about", "up", "out",
        "i'm", "it's", "don't", "please", "thanks", "ok", "yes",
    ];
    static WORDS: LazyLock<WordSet> = LazyLock::new(|| word_table::set(COMMON));
    let lower = clause.to_ascii_lowercase();
    lower.split(|c: char| !(c.is_alphanumeric() || c == '\'')).any(|word| WORDS.contains(word))
}

fn is_order(decoded: &str) -> bool {
    is_known_order(decoded) || evidence::orders_anything(decoded)
}

fn is_known_order(text: &str) -> bool {
    CONCERN.is_match(text) || is_plain_order(text)
}

fn is_plain_order(text: &str) -> bool {
    let mut found = Vec::new();
    orders::scan(text, &mut found);
    languages::scan(text, &mut found);
    markup::scan(text, text, &mut found);
    found.iter().any(|(_, _, strong)| *strong)
}

fn readable(bytes: Vec<u8>) -> Option<String> {
    let text = String::from_utf8(bytes).ok()?;
    let letters = text.chars().filter(|c| c.is_alphanumeric() || c.is_whitespace() || c.is_ascii_punctuation()).count();
    (letters * 10 >= text.chars().count() * 9 && text.chars().any(char::is_whitespace)).then_some(text)
}

fn base64(blob: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(blob.len() * 3 / 4);
    let (mut buffer, mut bits) = (0u32, 0u32);
    for b in blob.bytes() {
        let value = match b {
            b'A'..=b'Z' => b - b'A',
            b'a'..=b'z' => b - b'a' + 26,
            b'0'..=b'9' => b - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => break,
        };
        buffer = buffer << 6 | u32::from(value);
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((buffer >> bits) as u8);
            buffer &= (1 << bits) - 1;
        }
    }
    readable(bytes)
}

fn hex(blob: &str) -> Option<String> {
    let digits: Vec<u8> = blob.replace("\\x", "").bytes().filter(u8::is_ascii_hexdigit).collect();
    let value = |b: u8| (b as char).to_digit(16).unwrap_or(0) as u8;
    readable(digits.chunks_exact(2).map(|p| value(p[0]) << 4 | value(p[1])).collect())
}

/// Bytes written as eight digits each.
fn bits(blob: &str) -> String {
    let bytes = blob.split([' ', ',']).filter_map(|byte| u8::from_str_radix(byte, 2).ok()).collect();
    String::from_utf8(bytes).unwrap_or_default()
}

fn unescape(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let raw = text.as_bytes();
    let mut i = 0;
    while i < raw.len() {
        let rest = &text.as_bytes()[i..];
        if raw[i] == b'%'
            && let Some(code) = raw
                .get(i + 1..i + 3)
                .and_then(|h| std::str::from_utf8(h).ok())
                .and_then(|h| u8::from_str_radix(h, 16).ok())
        {
            bytes.push(code);
            i += 3;
        } else if rest.starts_with(b"&#")
            && let Some(end) = rest.iter().take(10).position(|b| *b == b';')
            && let Some(c) = std::str::from_utf8(&rest[2..end])
                .ok()
                .and_then(|d| match d.strip_prefix(['x', 'X']) {
                    Some(h) => u32::from_str_radix(h, 16).ok(),
                    None => d.parse().ok(),
                })
                .and_then(char::from_u32)
        {
            bytes.extend(c.to_string().as_bytes());
            i += end + 1;
        } else if rest.starts_with(b"\\u")
            && let Some(c) = rest
                .get(2..6)
                .and_then(|h| std::str::from_utf8(h).ok())
                .and_then(|h| u32::from_str_radix(h, 16).ok())
                .and_then(char::from_u32)
        {
            bytes.extend(c.to_string().as_bytes());
            i += 6;
        } else {
            bytes.push(raw[i]);
            i += 1;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn rot13(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            'a'..='m' | 'A'..='M' => (c as u8 + 13) as char,
            'n'..='z' | 'N'..='Z' => (c as u8 - 13) as char,
            _ => c,
        })
        .collect()
}

/// Digits and signs read as the letters they stand for, in words that mix both; `None` where there is none. Addresses
/// and handles are no such words.
fn leet(text: &str) -> Option<String> {
    let stands_for = |c: char| match c {
        '0' => Some('o'),
        '1' | '!' => Some('i'),
        '3' => Some('e'),
        '4' | '@' => Some('a'),
        '5' | '$' => Some('s'),
        '7' => Some('t'),
        _ => None,
    };
    let mut changed = false;
    let mut out = String::with_capacity(text.len());
    for word in text.split_inclusive(char::is_whitespace) {
        let body = word.trim_end().trim_end_matches(['.', ',', '!', '?', ';', ':']);
        let mixed = body.contains(char::is_alphabetic) && body.contains(|c: char| stands_for(c).is_some());
        let address = body.contains('@') && (body.starts_with('@') || body.contains('.') || body.contains('_'));
        if !mixed || address {
            out.push_str(word);
            continue;
        }
        changed = true;
        out.extend(body.chars().map(|c| stands_for(c).unwrap_or(c)));
        out.push_str(&word[body.len()..]);
    }
    changed.then_some(out)
}
