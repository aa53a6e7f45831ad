//! Credentials of vendors that have no prefix: known by the lengths and the alphabets of their parts.

use std::ops::Range;

use super::placeholder::is_placeholder_body;
use super::value::{capital_flips, has_mixed_case};
use super::vendors::has_digit;

/// Finds every such credential in `text`.
pub(super) fn find(text: &str, found: &mut Vec<(&'static str, Range<usize>)>) {
    if !has_digit(text) {
        return;
    }
    digits_colon_token(text, found);
    for (word, at) in long_words(text) {
        if let Some((kind, length)) = without_prefix(word) {
            found.push((kind, at..at + length));
        }
    }
}

/// Telegram: the bot's number, a colon and 35 characters.
fn digits_colon_token(text: &str, found: &mut Vec<(&'static str, Range<usize>)>) {
    let bytes = text.as_bytes();
    for (colon, _) in text.match_indices(":A") {
        let digits = bytes[..colon].iter().rev().take(11).take_while(|b| b.is_ascii_digit()).count();
        let body = bytes[colon + 1..]
            .iter()
            .take(41)
            .take_while(|b| b.is_ascii_alphanumeric() || matches!(**b, b'-' | b'_'))
            .count();
        if (8..=10).contains(&digits)
            && (32..=40).contains(&body)
            && !is_placeholder_body(&text[colon + 1..colon + 1 + body])
        {
            found.push(("telegram", colon - digits..colon + 1 + body));
        }
    }
}

/// Words that are long enough for a key, with where they stand.
fn long_words(text: &str) -> impl Iterator<Item = (&str, usize)> {
    let mut next = 0;
    text.split(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '/' | ':' | '|'))).filter_map(
        move |word| {
            let at = next;
            next += word.len() + text[at + word.len()..].chars().next().map_or(0, char::len_utf8);
            (word.len() >= 40).then_some((word, at))
        },
    )
}

/// Keys that are known by the lengths of their parts: what kind, and how long without a mark at the end.
fn without_prefix(word: &str) -> Option<(&'static str, usize)> {
    let word = word.trim_end_matches(['.', ':', '-']);
    let hex = |part: &str, n: usize| part.len() == n && part.bytes().all(|b| b.is_ascii_hexdigit()) && has_digit(part);
    let number = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
    let dotted: Vec<&str> = word.split('.').take(4).collect();
    let dashed: Vec<&str> = word.split('-').take(10).collect();
    let kind = match (&dotted[..], &dashed[..]) {
        // The bot's id in base64, a short and a long part.
        ([id, stamp, body], _)
            if word.starts_with(['M', 'N', 'O'])
                && (22..=30).contains(&id.len())
                && (5..=8).contains(&stamp.len())
                && (25..=45).contains(&body.len())
                && has_mixed_case(body) =>
        {
            "discord"
        }
        ([id, secret], _)
            if hex(id, 32)
                && secret.len() == 16
                && has_mixed_case(secret)
                && (has_digit(secret) || capital_flips(secret) >= 4) =>
        {
            "zhipu"
        }
        (_, [key, first, second]) if hex(key, 32) && hex(first, 8) && hex(second, 8) => "mailgun",
        (_, parts) if parts.len() == 8 && parts.iter().all(|part| part.len() == 6 && number(part)) => "bitlocker",
        _ if (40..=44).contains(&word.len())
            && word.ends_with("NRAL")
            && word.bytes().take(32).all(|b| b.is_ascii_hexdigit()) =>
        {
            "newrelic"
        }
        _ if word.len() == 56
            && word.starts_with('S')
            && has_digit(word)
            && word.bytes().all(|b| matches!(b, b'A'..=b'Z' | b'2'..=b'7')) =>
        {
            "stellar"
        }
        _ if word.split_once('_').is_some_and(|(first, second)| {
            let part = |part: &str| {
                part.bytes().all(|b| b.is_ascii_alphanumeric()) && has_digit(part) && capital_flips(part) >= 5
            };
            matches!(first.len(), 26..=30) && matches!(second.len(), 20..=24) && part(first) && part(second)
        }) =>
        {
            "ngrok"
        }
        _ => match (word.split_once(':'), word.split_once('|')) {
            (Some((user, key)), _)
                if hex(key, 32)
                    && user.len() > 12
                    && user[2..].bytes().all(|b| b.is_ascii_digit())
                    && user[1..].starts_with('/') =>
            {
                "asana"
            }
            (_, Some((app, key)))
                if (14..=17).contains(&app.len())
                    && number(app)
                    && (24..=32).contains(&key.len())
                    && has_mixed_case(key) =>
            {
                "facebook"
            }
            _ => return None,
        },
    };
    Some((kind, word.len()))
}
