//! Passwords that nobody would take for a word, in a sentence about logging in: "his password? …", "log in with …",
//! 用…登录.
//!
//! The label and the value need no fixed words between them here; the value must be striking instead.

use std::ops::Range;
use std::sync::LazyLock;

use soulfile_text::literals::Literals;

use super::floor;
use super::placeholder::is_placeholder_value;
use super::value::is_hash;

type Found = Vec<(&'static str, Range<usize>)>;

/// What passwords are called; `|` stands between them.
const PLAIN: &str = "password|passwd|passwort|passphrase|passcode|pw |pwd |pw:|pw is|login|creds|credentials|密码|口令|wifi|wi-fi|ssid|\
hotspot|pasword|passwrd|pword|p/w| psk|secret |security question|community string";
/// What is said where one is used: with these a value must have marks in it.
const TOUCHED: &str = "log in|log into|logs in|logs into|logged in|logging in|log on|sign in|sign into|unlock|decrypt|encrypted|opens |\
opened with|open it with|admin|root|username|user:|u:|account|protected|ldap|登录|登陆|账号|账户|帐号|用户名|解锁|解压|无线|wpa";
static ANY: LazyLock<Literals> = LazyLock::new(|| Literals::new(PLAIN.split('|').chain(TOUCHED.split('|'))).any_case());

/// How far from its label a value may stand, in bytes.
const BEFORE: usize = 80;
const AFTER: usize = 48;

/// Finds every password that stands out so.
pub(super) fn find(text: &str, found: &mut Found) {
    let mut labels: Option<Vec<(usize, bool)>> = None;
    let mut next = 0;
    let mut after_mail = false;
    let mails = text.contains('@');
    for word in text.split(|c: char| !c.is_ascii_graphic()) {
        let at = next;
        next += word.len() + text[at + word.len()..].chars().next().map_or(0, char::len_utf8);
        let mail = mails && word.split_once('@').is_some_and(|(name, host)| !name.is_empty() && host.contains('.'));
        let follows_mail = after_mail;
        after_mail = mail || (after_mail && word.len() < 2);
        if word.len() < 7 || word.len() > 120 || !word.bytes().any(|b| b.is_ascii_digit()) || word.contains("://") {
            continue;
        }
        let (value, pair) = bare(word);
        let marked = is_marked(value);
        let before = text[..at].trim_end();
        // "tove / …": a name and a password with a stroke between.
        let stroke = before.len() < at && [" /", " |", "／"].iter().any(|mark| before.ends_with(mark));
        let opening = is_opening(before) && is_word_with_number(value);
        if !(marked || opening || is_scrambled(value, stroke))
            || is_placeholder_value(value)
            || is_hash(value)
            || is_stock(value)
        {
            continue;
        }
        let plain = PLAIN.split('|').count();
        let labels = labels.get_or_insert_with(|| {
            ANY.find_iter(text).map(|hit| (hit.start(), hit.pattern().as_usize() < plain)).collect()
        });
        let start = at + word.find(value).unwrap_or(0);
        let span = start..start + value.len();
        let named = labels.iter().any(|(label, plain)| {
            let (from, to) = (span.start.min(*label), span.end.max(*label));
            let outside = *label < span.start || *label >= span.end;
            let reach = if *label < span.start { BEFORE } else { AFTER };
            outside
                && (marked || stroke || *plain)
                && to - from <= reach + value.len()
                && !text[from..to].contains("\n\n")
        });
        if (named || opening || ((pair || follows_mail || stroke) && (marked || has_cases(value))))
            && !is_likened(&text[floor(text, span.start.saturating_sub(24))..span.start])
        {
            found.push(("password", span));
        }
    }
}

/// The word without quotes, brackets and marks around it; of a pair of name and password, the password, and whether
/// the name is an address.
fn bare(word: &str) -> (&str, bool) {
    let word = word.trim_matches(['"', '\'', '`', '(', ')', '<', '>', '[', ']', ',', ';']);
    let word = word.trim_end_matches(['.', ',', ':', ';']);
    let is_name = |name: &str| {
        name.len() >= 3 && name.bytes().all(|b| b.is_ascii_lowercase() || matches!(b, b'.' | b'@' | b'-' | b'_'))
    };
    match word.split_once([':', '/', '|']) {
        Some((name, value)) if is_name(name) => (value, name.contains('@')),
        _ => (word, false),
    }
}

fn count(value: &str, is: impl Fn(u8) -> bool) -> usize {
    value.bytes().filter(|b| is(*b)).count()
}

/// Letters, digits and marks that no word, address, price or formula has together.
fn is_marked(value: &str) -> bool {
    let letters = count(value, |b| b.is_ascii_alphabetic());
    let digits = count(value, |b| b.is_ascii_digit());
    if !(7..=64).contains(&value.len()) || letters < 3 || digits < 1 {
        return false;
    }
    let foreign = |b: u8| {
        matches!(
            b,
            b'(' | b')'
                | b'{'
                | b'}'
                | b'['
                | b']'
                | b'<'
                | b'>'
                | b'"'
                | b'\\'
                | b'/'
                | b';'
                | b','
                | b'|'
                | b':'
                | b'`'
        )
    };
    let mail = value.split_once('@').is_some_and(|(_, host)| host.contains('.'));
    let query = value.contains('=') && (value.contains('&') || !value.ends_with('='));
    if count(value, foreign) > 0 || mail || query || value.starts_with(['@', '-', '.', '/']) {
        return false;
    }
    let inner = value.trim_end_matches(['!', '?']).trim_start_matches(['#', '$', '@']);
    // Escapes of an address are no marks.
    if inner.split('%').skip(1).any(|rest| rest.len() >= 2 && rest.starts_with("2")) && inner.contains('.') {
        return false;
    }
    let strong = count(inner, |b| matches!(b, b'!' | b'?' | b'$' | b'%' | b'^' | b'*' | b'~'));
    let weak = count(inner, |b| matches!(b, b'#' | b'&' | b'+' | b'@' | b'='));
    let cases = count(value, |b| b.is_ascii_uppercase()) > 0 && count(value, |b| b.is_ascii_lowercase()) > 0;
    (strong > 0 && (cases || digits >= 2))
        || (weak > 0 && cases && (digits >= 2 || chunks(value) >= 6))
        || weak + strong >= 3
}

/// Runs of digits, of small letters with or without a capital before them, of capitals, and of marks.
fn chunks(value: &str) -> usize {
    let class = |b: u8| match b {
        b'0'..=b'9' => 0,
        b'a'..=b'z' => 1,
        b'A'..=b'Z' => 2,
        _ => 3,
    };
    let bytes = value.as_bytes();
    1 + (1..bytes.len())
        .filter(|n| {
            let (before, here) = (class(bytes[n - 1]), class(bytes[*n]));
            let begins_word = here == 2 && before == 2 && bytes.get(n + 1).is_some_and(u8::is_ascii_lowercase);
            before != here && !(before == 2 && here == 1) || begins_word
        })
        .count()
}

fn has_cases(value: &str) -> bool {
    count(value, |b| b.is_ascii_uppercase()) > 0 && count(value, |b| b.is_ascii_lowercase()) > 0
}

/// "The sheet is locked with …".
fn is_opening(before: &str) -> bool {
    let near = &before[floor(before, before.len().saturating_sub(80))..];
    let mut words = near.rsplit(' ');
    matches!(words.next(), Some("with" | "using"))
        && words.take(3).any(|word| matches!(word, "locked" | "unlock" | "unlocks" | "opens" | "unlocked"))
}

/// A word with a number at its end, as people make passwords.
fn is_word_with_number(value: &str) -> bool {
    let value = value.trim_end_matches(['!', '?', '$', '#', '*']);
    let word = value.trim_end_matches(|c: char| c.is_ascii_digit());
    word.len() >= 4
        && value.len() - word.len() >= 2
        && word.bytes().all(|b| b.is_ascii_alphabetic())
        && word.bytes().skip(1).all(|b| b.is_ascii_lowercase())
}

/// Letters of both cases and digits in an order that no name has; without capitals only after a stroke.
fn is_scrambled(value: &str, stroke: bool) -> bool {
    if !(8..=40).contains(&value.len()) || !value.bytes().all(|b| b.is_ascii_alphanumeric()) {
        return false;
    }
    let upper = count(value, |b| b.is_ascii_uppercase());
    let lower = count(value, |b| b.is_ascii_lowercase());
    let digits = count(value, |b| b.is_ascii_digit());
    let inside = value.trim_end_matches(|c: char| c.is_ascii_digit()).bytes().any(|b| b.is_ascii_digit());
    let parts = chunks(value);
    if stroke && upper == 0 && lower > 0 && parts >= 4 && !value.bytes().all(|b| b.is_ascii_hexdigit()) {
        return true;
    }
    if upper == 0 || lower == 0 || digits == 0 || !(inside || parts >= 5) {
        return false;
    }
    // "OAuth2Client", "KeePass2Android": names are made of words.
    let mut words = 0;
    for run in value.split(|c: char| !c.is_ascii_lowercase()) {
        if run.len() >= 2 && run.bytes().any(|b| b"aeiou".contains(&b)) {
            words += run.len() + 1;
        }
    }
    parts >= 4 && value.len() * 10 <= parts * 26 && words * 10 < value.len() * 6
}

/// Passwords that are only talked about.
fn is_stock(value: &str) -> bool {
    let plain: String = value
        .chars()
        .map(|c| match c.to_ascii_lowercase() {
            '0' => 'o',
            '@' | '4' => 'a',
            '$' | '5' => 's',
            '3' => 'e',
            '1' | '!' => 'i',
            c => c,
        })
        .collect();
    ["password", "passwort", "example", "changeme", "secret", "qwerty"].iter().any(|word| plain.contains(word))
}

/// "such as …": an example, not a password.
fn is_likened(before: &str) -> bool {
    let lower = before.to_lowercase();
    let lower = lower.trim_end_matches([' ', '"', '\'', '“', '`', ',', ':']);
    [
        "like",
        "such as",
        "e.g.",
        "e.g",
        "for example",
        "for instance",
        "例如",
        "比如",
        "像",
        "类似",
        "similar to",
        "version",
        "model",
    ]
    .iter()
    .any(|word| lower.ends_with(word))
}
