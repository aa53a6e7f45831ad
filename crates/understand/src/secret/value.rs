//! What a credential looks like: made up by a person, or random from a machine; and what only describes one.

use std::sync::LazyLock;

use crate::word_table::WordSet;

pub(super) fn trim_value(value: &str) -> &str {
    let inner = value.trim_matches(|c| matches!(c, '"' | '`' | '“' | '”' | '「' | '」' | '*' | '\''));
    let inner = inner.trim_end_matches(['.', ',', ';', ')', ']', '}', '>', '"', '\'', '`', ':']);
    inner.split("</").next().unwrap_or(inner)
}

pub(super) fn is_hash(value: &str) -> bool {
    value.starts_with("$2a$")
        || value.starts_with("$2b$")
        || value.starts_with("$2y$")
        || value.starts_with("$argon2")
        || value.starts_with("$apr1$")
        || value.starts_with("$1$")
        || value.starts_with("$y$")
        || value.starts_with("$6$")
        || value.starts_with("$5$")
        || value.starts_with("{SSHA}")
        || value.starts_with("sha256:")
        || value.starts_with("SHA256:")
        || value.starts_with("pbkdf2")
        || value.starts_with("http://")
        || value.starts_with("https://")
}

/// Words that describe a password rather than being one.
#[rustfmt::skip]
static DESCRIPTIONS: LazyLock<WordSet> = LazyLock::new(|| {
    "required wrong incorrect correct invalid valid weak strong secure insecure empty blank missing optional string \
     str text null none true false see ask same unknown default password secret case case-sensitive too not in on the \
     a an your my our at it what something nothing long short simple complex unique old new good bad safe there here \
     gone lost known unchanged fine ok okay encrypted never always only still now also tbd n/a hidden private \
     confidential different identical random important annoying ridiculous terrible awful easy hard field input env \
     varchar bytes yes no this that kept stale broken about mandatory pending due for from with and or to of by \
     bearer basic number int integer boolean object any char hash plaintext enough redacted masked placeholder either \
     like so very stuck up out back"
        .split_whitespace()
        .collect()
});

pub(super) fn is_password(value: &str, quoted: bool, assigned: bool, ends_here: bool, label: &str) -> bool {
    let lower = value.to_lowercase();
    let length = value.chars().count();
    if length < 4 || is_description(&lower) {
        return false;
    }
    if quoted && value.contains(' ') {
        return length >= 8 && value.split(' ').count() >= 3;
    }
    let path = value.starts_with('/') && value[1..].contains('/');
    if path || (!value.is_ascii() && !quoted) {
        return false;
    }
    if is_made_up(value) {
        return true;
    }
    let plain_word = value.chars().all(|c| c.is_alphabetic() || matches!(c, '-' | '_' | '\''));
    if !plain_word || value.contains("()") {
        // Symbols or digits only.
        return value.bytes().filter(u8::is_ascii_digit).count() >= 4 && !value.contains('.');
    }
    if quoted {
        return true;
    }
    // One plain word: a password if nothing else in the sentence explains it. Participles and
    // adjectives are what people say *about* passwords.
    let describes =
        ["ed", "ing", "able", "ible", "ive", "ful", "less", "ent", "ant", "ly", "ous", "al", "ten", "wn", "en"]
            .iter()
            .any(|s| lower.ends_with(s));
    if label.to_lowercase().ends_with("phrase") && value.contains('-') && length >= 12 {
        return true;
    }
    length >= 5 && ends_here && (assigned || !describes) && !value.chars().all(|c| c.is_ascii_uppercase() || c == '_')
}

/// A string nobody would write as a word: digits among letters, symbols inside, capitals inside.
pub(super) fn is_made_up(value: &str) -> bool {
    let letters = value.bytes().filter(u8::is_ascii_alphabetic).count();
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    let symbols = value
        .bytes()
        .filter(|b| b.is_ascii_punctuation() && !matches!(b, b'-' | b'_' | b'\'' | b'.' | b'/' | b',' | b'(' | b')'))
        .count();
    let inner_capital =
        value.chars().skip(1).any(|c| c.is_ascii_uppercase()) && value.bytes().any(|b| b.is_ascii_lowercase());
    if value.contains("://") || value.contains("()") || (value.contains('(') && value.ends_with(')')) {
        return false;
    }
    // Ordinals, measures and version numbers ("12-character", "90-day", "v2.1").
    if value.contains('-')
        && value
            .split('-')
            .all(|p| p.bytes().all(|b| b.is_ascii_digit()) || p.bytes().all(|b| b.is_ascii_lowercase()) && p.len() < 10)
        && value.bytes().next().is_some_and(|b| b.is_ascii_digit())
        && value.split('-').count() == 2
    {
        return false;
    }
    (letters > 0 && digits > 0 && letters + digits + symbols >= 5)
        || (symbols > 0 && letters >= 3)
        || (inner_capital && letters >= 6)
}

/// A machine-made token: long enough, letters and digits mixed, many different characters.
pub(super) fn is_random(value: &str, least: usize) -> bool {
    if value.len() < least || !value.is_ascii() || value.contains(' ') || value.contains('(') || value.contains("://") {
        return false;
    }
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    let letters = value.bytes().filter(u8::is_ascii_alphabetic).count();
    let mut seen = [false; 256];
    let distinct = value.bytes().filter(|b| !std::mem::replace(&mut seen[*b as usize], true)).count();
    if distinct < 7.min(value.len()) {
        return false;
    }
    // Names with a number at the end ("prod-db-password-2", "my.secret.v1") are not random.
    let parts = value.split(['-', '_', '.', '/']).filter(|p| !p.is_empty());
    let wordy = parts
        .clone()
        .filter(|p| p.bytes().all(|b| b.is_ascii_lowercase()) || p.bytes().all(|b| b.is_ascii_digit()))
        .count();
    let all = parts.count();
    if all > 1 && wordy * 3 >= all * 2 && !value.bytes().any(|b| b.is_ascii_uppercase()) && value.len() < 40 {
        return false;
    }
    (digits >= 2 && letters >= 2) || (has_mixed_case(value) && letters >= 16 && capital_flips(value) >= 4)
}

pub(super) fn has_mixed_case(value: &str) -> bool {
    value.bytes().any(|b| b.is_ascii_uppercase()) && value.bytes().any(|b| b.is_ascii_lowercase())
}

pub(super) fn capital_flips(value: &str) -> usize {
    value.as_bytes().windows(2).filter(|w| w[0].is_ascii_uppercase() != w[1].is_ascii_uppercase()).count()
}

/// Says whether a word in lower case is what people say about passwords.
pub(super) fn is_description(word: &str) -> bool {
    DESCRIPTIONS.contains(word)
}
