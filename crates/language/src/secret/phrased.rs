//! Credentials that people and files name in other ways: in other languages, with the value in an attribute of its own,
//! by the lock they open, as a phrase of plain words.

use std::ops::Range;
use std::sync::LazyLock;

use aho_corasick::AhoCorasick;
use regex::Regex;

use super::floor;
use super::placeholder::is_placeholder_value;
use super::value::{is_made_up, trim_value};

type Found = Vec<(&'static str, Range<usize>)>;

/// "Password" in other languages; `|` stands between them.
const FOREIGN: &str = "contraseña|contrasena|clave|mot de passe|mdp|passwort|kennwort|zugangscode|parola|senha|palavra-passe|wachtwoord|\
lösenord|adgangskode|passord|salasana|hasło|haslo|heslo|jelszó|şifre|sifre|пароль|Пароль|пароля|κωδικός|パスワード|暗証番号|비밀번호|암호|\
كلمة المرور|كلمة السر|סיסמה|mật khẩu|kata sandi|รหัสผ่าน|पासवर्ड|رمز عبور|lozinka|parolă|slaptažodis|парола|password di|password del|password de|password für|password van|password voor";

static LABEL: LazyLock<AhoCorasick> = LazyLock::new(|| {
    AhoCorasick::builder().ascii_case_insensitive(true).build(FOREIGN.split('|')).expect("words make an automaton")
});

/// Words of which a text holds one where the rules of [`shapes`] find something.
static ANY: LazyLock<AhoCorasick> = LazyLock::new(|| {
    let words = [
        "key",
        "code",
        "combination",
        "combo",
        "pass",
        "secret",
        "token",
        "pwd",
        "wifi:",
        "lock",
        "door",
        "gate",
        "alarm",
        "safe",
        "0x",
        "open",
        "garage",
        "disarm",
    ];
    AhoCorasick::builder().ascii_case_insensitive(true).build(words).expect("words make an automaton")
});

/// How far past a label its value may stand, in words and in bytes.
const WORDS: usize = 9;
const REACH: usize = 120;

/// Finds every credential that is named so.
pub(super) fn find(text: &str, found: &mut Found) {
    for label in LABEL.find_iter(text) {
        foreign(text, label.range(), found);
    }
    if ANY.is_match(text) {
        shapes(text, found);
        phrase(text, found);
    }
}

/// A made-up string soon after the label; what stands between is in a language this crate does not read.
fn foreign(text: &str, label: Range<usize>, found: &mut Found) {
    let before = text[..label.start].chars().next_back();
    if before.is_some_and(|c| c.is_ascii_alphabetic()) && text.as_bytes()[label.start].is_ascii_alphabetic() {
        return;
    }
    let rest = &text[label.end..floor(text, label.end + REACH)];
    let line = rest.split('\n').next().unwrap_or("");
    let mut at = label.end;
    for (n, word) in
        line.split_inclusive(|c: char| c.is_whitespace() || matches!(c, '：' | '，' | '。' | '、')).enumerate()
    {
        let start = at;
        at += word.len();
        let inner = word.trim_matches(|c: char| {
            c.is_whitespace() || matches!(c, '：' | '，' | '。' | '、' | '«' | '»' | '„' | '“' | '”' | '"' | '(' | ')')
        });
        let value = trim_value(inner.trim_start_matches([':', '=']));
        if n > WORDS {
            return;
        }
        if is_strong(value) && !is_placeholder_value(value) {
            let offset = word.find(value).unwrap_or(0);
            found.push(("password", start + offset..start + offset + value.len()));
            return;
        }
    }
}

/// Letters and digits or marks mixed, and no address, date or measure.
pub(super) fn is_strong(value: &str) -> bool {
    let count = |is: fn(&u8) -> bool| value.bytes().filter(is).count();
    let (digits, letters) = (count(u8::is_ascii_digit), count(u8::is_ascii_alphabetic));
    let marks = value
        .bytes()
        .filter(|b| matches!(b, b'!' | b'#' | b'$' | b'%' | b'&' | b'*' | b'+' | b'?' | b'^' | b'~' | b'=' | b'@'))
        .count();
    let cases = value.bytes().any(|b| b.is_ascii_uppercase()) && value.bytes().any(|b| b.is_ascii_lowercase());
    value.is_ascii()
        && value.len() >= 6
        && letters >= 2
        && digits >= 1
        && (marks > 0 || cases && digits >= 1 || digits >= 2 && letters >= 4)
        && is_made_up(value)
        && !value.contains("://")
        && !(value.contains('@') && value.rsplit('@').next().is_some_and(|host| host.contains('.')))
}

const LOCK: &str = r"(?:doors?|gate|alarm|safe|lock|padlock|keypad|garage|lockers?|mailbox|lockbox|suitcase|building|shed|cabin|gym|elevator|lift|barn|cellar|entrance|entry|strongbox|vault|gun cabinet|bike|key ?box|intercom|phone|tablet|sim|card)";

/// Values in attributes of their own, keys of wallets, codes of locks.
fn shapes(text: &str, found: &mut Found) {
    static SHAPES: LazyLock<Vec<(&'static str, Regex)>> = LazyLock::new(|| {
        let name = r"[\w.:-]*(?:password|passwd|pwd|passphrase|secret|token|api[_-]?key|apikey|private[_-]?key|access[_-]?key)[\w.:-]*";
        let code = r"([0-9][0-9 -]{2,12}[0-9][#*]?|[*#]?[0-9]{4,10}[#*]?)";
        [
            ("password", format!(r#"(?i)(?:key|name|id)\s*[=:]\s*["']?{name}["']?\s*,?\s*"?value"?\s*[=:]\s*["']?([^"'\s<>]{{5,200}})"#)),
            ("wallet_key", r"(?i)\b(?:private|priv|secret|wallet|signing|spend)[ _-]?key\b[^.\n]{0,40}?\b((?:0x)?[0-9a-f]{64})\b".to_owned()),
            ("wallet_key", r"(?i)\b((?:0x)?[0-9a-f]{64})\b[^.\n]{0,24}\b(?:private|priv|secret)[ _-]?key\b".to_owned()),
            ("password", r"WIFI:(?:[TSH]:[^;]*;)*P:([^;]{5,63});".to_owned()),
            ("pin", format!(r"(?i)\b(?:code|combination|combo|pin)\s+(?:for|to|of|on)\s+(?:[\w'’]+\s+){{0,4}}?{LOCK}\b[^.,;:\n0-9]{{0,24}}(?:[:=,]|\bis\b|\bto\b|\s)\s*{code}")),
            ("pin", format!(r"(?i)\b{LOCK}\b[^.,;:\n0-9]{{0,30}}\b(?:(?:opens?|unlocks?|disarms?|works) (?:with|on|by)|takes|wants|accepts)\s+(?:the )?(?:code |number |combination )?{code}")),
            ("pin", format!(r"(?i)\b(?:punch|type|enter|key|dial)(?: in)? {code} (?:to|at|on|into|and)\b[^.\n]{{0,30}}\b{LOCK}\b")),
        ]
        .map(|(kind, source)| (kind, Regex::new(&source).expect("valid pattern")))
        .into()
    });
    for (kind, regex) in SHAPES.iter() {
        for hit in regex.captures_iter(text) {
            let value = hit.get(1).expect("every shape has one group");
            let trimmed = trim_value(value.as_str());
            let digits = trimmed.bytes().filter(u8::is_ascii_digit).count();
            let good = match *kind {
                "pin" => (4..=10).contains(&digits) && !is_year(trimmed) && !counts(&text[value.end()..]),
                "password" => is_made_up(trimmed),
                _ => digits >= 8,
            };
            if good && !is_placeholder_value(trimmed) {
                found.push((kind, value.start()..value.start() + trimmed.len()));
            }
        }
    }
}

/// A year says when, not how to open.
fn is_year(value: &str) -> bool {
    value.len() == 4 && (value.starts_with("19") || value.starts_with("20"))
}

fn counts(rest: &str) -> bool {
    let rest = rest.trim_start();
    ["digit", "time", "char", "%", "euro", "kg", "km", "metre", "meter", "people", "card"]
        .iter()
        .any(|unit| rest.starts_with(unit))
}

/// "The passphrase is correct horse battery staple": several plain words, none of which joins others to a sentence.
fn phrase(text: &str, found: &mut Found) {
    static PHRASE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)\bpass ?phrase\b[^.:=\n]{0,40}?(?:[:=]|\bis\b)\s*((?-i:[a-z]{3,12})(?:[ -](?-i:[a-z]{3,12})){3,7})(?:[.,;!]|\s*$|\n)").expect("valid pattern")
    });
    const JOINING: &str = " the and for are was not you your our with that this from what which who how when where has have had but can its any all see ask too very only never always same kept than then them they will must should into just about under over written stored set ";
    for hit in PHRASE.captures_iter(text) {
        let value = hit.get(1).expect("one group");
        if value.as_str().split([' ', '-']).all(|word| !JOINING.contains(&format!(" {word} "))) {
            found.push(("password", value.range()));
        }
    }
}
