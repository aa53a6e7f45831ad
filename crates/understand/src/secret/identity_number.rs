//! Numbers that stand in for a person at offices and banks: social security, national insurance, identity cards.
//!
//! Told by what they are called and by their shape; where the shape has a check digit, it has to hold.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::placeholder::is_placeholder_value;

/// Finds every such number in `text`.
pub(super) fn find(text: &str, found: &mut Vec<(&'static str, Range<usize>)>) {
    static NAMED: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"(?ix)(?:\bssn\b|\bsocial\s+(?:security|insurance)\b|\bnational\s+insurance\b|\bnino\b|\bsozialversicherungsnummer\b
              |\bs[eé]curit[eé]\s+sociale\b|\bseguridad\s+social\b|\bcodice\s+fiscale\b|\bbsn\b|\bpesel\b|\bcpf\b|身份证|社保号|주민등록번호|マイナンバー)
              [^\n]{0,40}?(?P<number>\b[A-Z]{0,6}\d[\dA-Z]*(?:[\x20.-][\dA-Z]{1,6}){0,6})",
        )
        .expect("valid pattern")
    });
    for hit in NAMED.captures_iter(text) {
        let number = hit.name("number").expect("named group");
        let digits: Vec<u32> = number.as_str().chars().filter_map(|c| c.to_digit(10)).collect();
        if (6..=18).contains(&digits.len()) && !is_placeholder_value(number.as_str()) && !all_same(&digits) {
            found.push(("identity_number", number.range()));
        }
    }
    chinese(text, found);
}

/// Chinese identity numbers need no name: eighteen digits with a date inside and a check digit.
fn chinese(text: &str, found: &mut Vec<(&'static str, Range<usize>)>) {
    static SHAPE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"\b[1-9]\d{5}(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dXx]\b")
            .expect("valid pattern")
    });
    const WEIGHTS: [u32; 17] = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
    for hit in SHAPE.find_iter(text) {
        let sum: u32 = hit.as_str().chars().zip(WEIGHTS).filter_map(|(c, weight)| Some(c.to_digit(10)? * weight)).sum();
        let check = b"10X98765432"[(sum % 11) as usize];
        if hit.as_str().as_bytes()[17].to_ascii_uppercase() == check {
            found.push(("identity_number", hit.range()));
        }
    }
}

fn all_same(digits: &[u32]) -> bool {
    digits.windows(2).all(|pair| pair[0] == pair[1])
}
