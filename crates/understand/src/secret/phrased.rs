//! Credentials that people and files name in other ways: in other languages, with the value in an attribute of its own,
//! by the lock they open, as a phrase of plain words.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;
use soulfile_text::literals::Literals;

use super::floor;
use super::placeholder::is_placeholder_value;
use super::value::{is_hash, is_made_up, is_random, trim_value};

type Found = Vec<(&'static str, Range<usize>)>;

/// "Password" in other languages; `|` stands between them.
const FOREIGN: &str = "contraseña|contrasena|clave|mot de passe|mdp|passwort|kennwort|zugangscode|parola|senha|palavra-passe|wachtwoord|\
lösenord|adgangskode|passord|salasana|hasło|haslo|heslo|jelszó|şifre|sifre|пароль|Пароль|пароля|κωδικός|パスワード|暗証番号|비밀번호|암호|\
كلمة المرور|كلمة السر|סיסמה|mật khẩu|kata sandi|รหัสผ่าน|पासवर्ड|رمز عبور|lozinka|parolă|slaptažodis|парола|password di|password del|password de|password für|password van|password voor|\
geheime schlüssel|geheimer schlüssel|geheimen schlüssel|signaturschlüssel|api-schlüssel|zugriffstoken|clé secrète|clé de signature|clé api|\
clave secreta|llave secreta|chiave segreta|chiave api|chave secreta|chave de api|geheime sleutel|api-sleutel|секретный ключ|ключ api|\
tajny klucz|klucz api|gizli anahtar|api anahtarı|秘密鍵|秘密键|비밀 키|비밀키";
/// "Is" in other languages, between a value and what it is.
const COPULAS: &str = " is ist war lautet est es è é jest это är er - – — = ";

static LABEL: LazyLock<Literals> = LazyLock::new(|| Literals::new(FOREIGN.split('|')).any_case());

/// The rules of [`shapes`], each with words of which a text holds one where it finds something.
const WORDS_OF_SHAPES: [&str; 9] = [
    "value",
    "key",
    "key",
    "wifi:",
    "otp|2fa|mfa|authenticator|factor",
    "app-|app p|application|specific",
    "recovery|backup|rescue|emergency",
    "-key| key",
    "solana|phantom|eth |ethereum|wallet|btc|bitcoin|metamask",
];

/// Which of them the words of a text allow, one bit each.
fn allowed(text: &str) -> u16 {
    static ANY: LazyLock<(Literals, Vec<u16>)> = LazyLock::new(|| {
        let words =
            || WORDS_OF_SHAPES.iter().enumerate().flat_map(|(n, words)| words.split('|').map(move |word| (word, n)));
        (Literals::new(words().map(|(word, _)| word)).any_case(), words().map(|(_, n)| 1 << n).collect())
    });
    ANY.0.find_overlapping_iter(text).fold(0, |bits, hit| bits | ANY.1[hit.pattern().as_usize()])
}

/// How far past a label its value may stand, in words and in bytes.
const WORDS: usize = 9;
const REACH: usize = 120;

/// Finds every credential that is named so.
pub(super) fn find(text: &str, found: &mut Found) {
    for label in LABEL.find_iter(text) {
        foreign(text, label.range(), found);
        foreign_before(text, label.start(), found);
    }
    let allowed = allowed(text);
    if allowed != 0 {
        shapes(text, allowed, found);
    }
    if text.bytes().any(|b| b.is_ascii_digit()) || text.contains("pass") || text.contains("Pass") {
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

/// "9f86d0… ist der geheime Schlüssel": the value stands before its name, with a verb behind it.
fn foreign_before(text: &str, label: usize, found: &mut Found) {
    let line = text[..label].rsplit('\n').next().unwrap_or("");
    let mut end = label;
    let mut verb = false;
    for word in line.rsplit(char::is_whitespace).take(WORDS) {
        let start = end - word.len();
        let value = trim_value(word.trim_start_matches(['"', '\'', '`', '„', '«']));
        if verb && (is_strong(value) || is_random(value, 16)) && !is_placeholder_value(value) && !is_hash(value) {
            let at = start + word.find(value).unwrap_or(0);
            found.push(("token", at..at + value.len()));
            return;
        }
        verb = !word.is_empty() && COPULAS.contains(&format!(" {} ", word.to_lowercase()));
        end = start - text[..start].chars().next_back().map_or(0, char::len_utf8);
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

/// Values in attributes of their own, keys of wallets, seeds of second factors, codes that stand in for them.
fn shapes(text: &str, allowed: u16, found: &mut Found) {
    static SHAPES: LazyLock<Vec<(&'static str, Regex)>> = LazyLock::new(|| {
        let name = r"[\w.:-]*(?:password|passwd|pwd|passphrase|secret|token|api[_-]?key|apikey|private[_-]?key|access[_-]?key)[\w.:-]*";
        [
            ("password", format!(r#"(?i)(?:key|name|id)\s*[=:]\s*["']?{name}["']?\s*,?\s*"?value"?\s*[=:]\s*["']?([^"'\s<>]{{5,200}})"#)),
            ("wallet_key", r"(?i)\b(?:private|priv|secret|wallet|signing|spend)[ _-]?key\b[^.\n]{0,40}?\b((?:0x)?[0-9a-f]{64})\b".to_owned()),
            ("wallet_key", r"(?i)\b((?:0x)?[0-9a-f]{64})\b[^.\n]{0,24}\b(?:private|priv|secret)[ _-]?key\b".to_owned()),
            ("password", r"WIFI:(?:[TSH]:[^;]*;)*P:([^;]{5,63});".to_owned()),
            ("totp", r"(?i)\b(?:t?otp|2fa|mfa|authenticator|two[- ]factor)\b(?:[ _-](?:secret|seed|key|setup|setup key|manual|code))*\b[^\n:=]{0,24}?[:=\s]\s*((?:[a-z2-7]{4}[ -]){3,12}[a-z2-7]{4}|[A-Z2-7]{16,64})\b".to_owned()),
            ("password", r"(?i)\bapp(?:lication)?(?:[- ]specific)?[- ]passwords?\b[^\n:=]{0,30}?[:=\s]\s*([a-z]{4}(?:[ -][a-z]{4}){3})\b".to_owned()),
            ("backup_codes", r"(?i)\b(?:recovery|backup|rescue|emergency)[ -](?:key|code)\b[^\n:=0-9]{0,40}?(?:[:=]|\bis\b|\s)\s*([A-Z0-9]{4,8}(?:-[A-Z0-9]{4,8}){2,8}|[0-9]{6,10})\b".to_owned()),
            ("password", r"(?i)\b(?:wi-?fi|wpa[23]?|network|wlan|hotspot)[ -]key\b[^\n:=]{0,30}?(?:[:=]|\bis\b|\s)\s*([A-Za-z0-9!-~]{8,63})".to_owned()),
            ("wallet_key", r"(?i)\b(?:solana|phantom|eth(?:ereum)?|wallet|btc|bitcoin|metamask)(?: wallet)? (?:priv|private|secret)?(?: ?key)?[:= ]{1,3}([1-9A-HJ-NP-Za-km-z]{86,88}|(?:0x)?[0-9a-f]{64})\b".to_owned()),
        ]
        .map(|(kind, source)| (kind, Regex::new(&source).expect("valid pattern")))
        .into()
    });
    for (_, (kind, regex)) in SHAPES.iter().enumerate().filter(|(n, _)| allowed & (1 << n) != 0) {
        for hit in regex.captures_iter(text) {
            let value = hit.get(1).expect("every shape has one group");
            let trimmed = trim_value(value.as_str());
            let digits = trimmed.bytes().filter(u8::is_ascii_digit).count();
            let good = match *kind {
                "password" if trimmed.contains([' ', '-']) && digits == 0 => is_grouped(trimmed),
                "password" => is_made_up(trimmed),
                "totp" if trimmed.contains([' ', '-']) => digits > 0 || is_grouped(trimmed),
                "totp" => digits > 0 || trimmed.bytes().all(|b| b.is_ascii_uppercase()),
                "backup_codes" => digits > 1,
                _ => digits >= 8,
            };
            if good && !is_placeholder_value(trimmed) {
                found.push((kind, value.start()..value.start() + trimmed.len()));
            }
        }
    }
}

/// Groups of four letters that are no words: the words of a sentence have vowels.
fn is_grouped(value: &str) -> bool {
    value.split([' ', '-']).any(|group| !group.bytes().any(|b| b"aeiouy".contains(&b.to_ascii_lowercase())))
}

/// "The passphrase is correct horse battery staple": several plain words, none of which joins others to a sentence.
fn phrase(text: &str, found: &mut Found) {
    static PHRASE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)\bpass ?phrase\b[^.:=\n]{0,40}?(?:[:=]|\bis\b)\s*((?-i:[a-z]{3,12})(?:[ -](?:(?-i:[a-z]{3,12})|[0-9]{1,4})){3,7})(?:[.,;!]|\s*$|\n)").expect("valid pattern")
    });
    const JOINING: &str = " the and for are was not you your our with that this from what which who how when where has have had but can its any all see ask too very only never always same kept than then them they will must should into just about under over written stored set ";
    if !text.contains("hrase") {
        return;
    }
    for hit in PHRASE.captures_iter(text) {
        let value = hit.get(1).expect("one group");
        if value.as_str().split([' ', '-']).all(|word| !JOINING.contains(&format!(" {word} "))) {
            found.push(("password", value.range()));
        }
    }
}
