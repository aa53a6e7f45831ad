//! Finds credentials in text: keys, tokens, private keys, passwords, PINs, cards, seed phrases.
//!
//! Owns the decision "somebody could use this to get in". Identifiers, hashes, public keys,
//! placeholders and talk about secrets are not findings. It never stores or prints what it finds:
//! a finding is a kind and a span. Start with [`scan`].

mod card;
mod command;
mod disguised;
mod identity_number;
mod labelled;
mod lock_code;
mod near;
mod parts;
mod phrased;
mod placeholder;
mod seed_phrase;
mod spoken;
mod value;
mod vendors;

use std::borrow::Cow;
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use serde::Serialize;

use crate::injection::takes_no_room;
use disguised::{Joining, Rewritten};

/// One credential found in a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Secret {
    /// What it is: a vendor's name, or `private_key`, `password`, `pin`, `credit_card` …
    pub kind: &'static str,
    /// Where it stands, in bytes.
    pub span: Range<usize>,
}

/// Finds every credential in `text`, in order, without overlaps.
pub fn scan(text: &str) -> Vec<Secret> {
    let mut found: Vec<(&'static str, Range<usize>)> = Vec::new();
    collect(text, &mut found);
    let joined = [Joining::Narrow, Joining::Led, Joining::Wide].map(|joining| Rewritten::joined(text, joining));
    let readings = std::iter::once(Rewritten::digits(text)).chain(joined);
    for rewritten in readings.flatten() {
        let mut hidden = Vec::new();
        collect(&rewritten.text, &mut hidden);
        found.extend(hidden.into_iter().filter_map(|(kind, span)| Some((kind, rewritten.origin(&span)?))));
    }
    found.sort_by_key(|(_, span)| (span.start, usize::MAX - span.end));
    let mut secrets: Vec<Secret> = Vec::new();
    for (kind, span) in found {
        if secrets.last().is_none_or(|last| last.span.end <= span.start) {
            secrets.push(Secret { kind, span });
        }
    }
    secrets
}

/// Runs every rule over a text as it stands.
fn collect(text: &str, found: &mut Vec<(&'static str, Range<usize>)>) {
    private_keys(text, found);
    vendors::find(text, found);
    connection_strings(text, found);
    labelled::find(text, found);
    phrased::find(text, found);
    command::commands(text, found);
    // What these find has a digit in it, and most messages have none.
    if text.bytes().any(|b| b.is_ascii_digit()) {
        spoken::find(text, found);
        command::password_lines(text, found);
        lock_code::find(text, found);
        near::find(text, found);
        card::find(text, found);
        identity_number::find(text, found);
    }
    seed_phrase::find(text, found);
    seed_phrase::find_wif(text, found);
}

/// The text as a machine would read a credential in it: without characters that are not seen, and with
/// full-width letters as plain ones.
pub fn revealed(text: &str) -> Cow<'_, str> {
    let wide = |c: char| matches!(c, '\u{ff01}'..='\u{ff5e}');
    if !text.chars().any(|c| takes_no_room(c) || wide(c)) {
        return Cow::Borrowed(text);
    }
    let plain = |c: char| if wide(c) { char::from_u32(c as u32 - 0xfee0).unwrap_or(c) } else { c };
    Cow::Owned(text.chars().filter(|c| !takes_no_room(*c)).map(plain).collect())
}

/// Says whether `text` holds any credential.
pub fn contains_secret(text: &str) -> bool {
    !scan(text).is_empty()
}

/// Returns `text` with each credential replaced by `[kind]`, for messages about a refusal.
pub fn mask(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut from = 0;
    for secret in scan(text) {
        out.push_str(&text[from..secret.span.start]);
        out.push('[');
        out.push_str(secret.kind);
        out.push(']');
        from = secret.span.end;
    }
    out.push_str(&text[from..]);
    out
}

/// No private key is longer than this.
const LONGEST_KEY: usize = 16 << 10;

/// The last place at or before `at` where a character begins.
fn floor(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// A private key has a header or a body longer than most messages.
const SHORTEST_KEY: usize = 60;

/// PEM, OpenSSH, PGP and PuTTY private keys that have a body.
fn private_keys(text: &str, found: &mut Vec<(&'static str, Range<usize>)>) {
    if text.len() < SHORTEST_KEY {
        return;
    }
    static HEADER: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----|-----BEGIN OpenVPN Static key V1-----|PuTTY-User-Key-File-\d: |Private-Lines: \d+",
        )
        .expect("valid pattern")
    });
    let headers: Vec<_> = HEADER.find_iter(text).collect();
    for (at, header) in headers.iter().enumerate() {
        // No key holds the beginning of another.
        let next = headers.get(at + 1).map_or(text.len(), |next| next.start());
        let rest = &text[header.end()..next.min(floor(text, header.end() + LONGEST_KEY))];
        let body_end = rest.find("-----END").unwrap_or(rest.len());
        let body = &rest[..body_end];
        let letters = body.bytes().filter(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'=')).count();
        let stand_in = body.contains("...") || body.contains('…') || body.contains('<') || body.contains("[");
        if letters >= 40 && !(stand_in && letters < 400) {
            let footer = rest[body_end..].find('\n').map_or(rest.len(), |n| body_end + n);
            found.push(("private_key", header.start()..header.end() + footer));
        }
    }
    static BARE: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"\bb3BlbnNzaC1rZXktdjE[A-Za-z0-9+/=\s]{60,}").expect("valid pattern"));
    found.extend(BARE.find_iter(text).map(|m| ("private_key", m.range())));
    static JWK: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r#""kty"\s*:.{0,2000}?"d"\s*:\s*"[A-Za-z0-9_-]{20,}""#).expect("valid pattern"));
    found.extend(JWK.find_iter(text).map(|m| ("private_key", m.range())));
}

/// URLs with a password in them.
fn connection_strings(text: &str, found: &mut Vec<(&'static str, Range<usize>)>) {
    static URL: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r#"\b[a-zA-Z][a-zA-Z0-9+.-]{1,30}://([^\s:/@"'<>`]{0,80}):([^\s@"'`]{1,200})@([^\s"'<>`/:?]+)"#)
            .expect("valid pattern")
    });
    if !text.contains("://") {
        return;
    }
    for url in URL.captures_iter(text) {
        let (user, password) = (&url[1], &url[2]);
        let lower = password.to_ascii_lowercase();
        let stock = ["password", "passwd", "pass", "pwd", "pw", "secret", "user", "username", "token", "p4ss"];
        if stock.contains(&lower.as_str())
            || placeholder::is_placeholder_value(password)
            || (user == password && matches!(&url[3], "localhost" | "127.0.0.1" | "db"))
            || password.len() < 3
            || is_port(password)
        {
            continue;
        }
        found.push(("connection_string", url.get(0).expect("group 0 always matches").range()));
    }
}

/// `8080/a:b` of an address: a port and a path with marks in it.
fn is_port(password: &str) -> bool {
    password.split_once('/').is_some_and(|(port, _)| port.len() <= 5 && port.bytes().all(|b| b.is_ascii_digit()))
}

#[cfg(test)]
#[path = "secret_tests.rs"]
mod tests;
