//! Payment card numbers: issuer range, length, Luhn, and what the words around say.

use std::cell::LazyCell;
use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use super::floor;

/// Numbers printed in every payment provider's test guide.
const TEST_NUMBERS: &[&str] = &[
    "4242424242424242",
    "4111111111111111",
    "4012888888881881",
    "4222222222222",
    "5555555555554444",
    "5105105105105100",
    "2223003122003222",
    "378282246310005",
    "371449635398431",
    "6011111111111117",
    "6011000990139424",
    "30569309025904",
    "38520000023237",
    "3530111333300000",
    "3566002020360505",
    "4000056655665556",
    "4000000000000002",
    "4000000000003220",
    "4000000000009995",
];

pub(super) fn find(text: &str, found: &mut Vec<(&'static str, Range<usize>)>) {
    static DIGITS: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"[0-9](?:[ \-\u{a0}\u{2011}.]?[0-9]){12,22}").expect("valid pattern"));
    static OTHER: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)order|parcel|track|invoice|ticket|isbn|imei|serial|shipment|reference|ref\b|account id|customer|phone|tel\b|timestamp|barcode|ean\b|sku|booking|case|订单|单号|快递|运单|编号|流水")
            .expect("valid pattern")
    });
    static CARD: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)card|visa|master|amex|american express|discover|debit|credit|cvv|cvc|expir|\bexp\b|pay |信用卡|银行卡|卡号|借记卡|有效期")
            .expect("valid pattern")
    });
    if text.bytes().filter(u8::is_ascii_digit).nth(12).is_none() {
        return;
    }
    let card_words = LazyCell::new(|| CARD.is_match(text));
    for m in DIGITS.find_iter(text) {
        let before = text[..m.start()].chars().next_back();
        let after = text[m.end()..].chars().next();
        if before.is_some_and(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '_' | '.' | '#' | '/'))
            || after.is_some_and(|c| c.is_ascii_alphanumeric() || matches!(c, '_'))
        {
            continue;
        }
        let digits: String = m.as_str().chars().filter(char::is_ascii_digit).collect();
        if !is_issued(&digits) || !luhn(&digits) || TEST_NUMBERS.contains(&digits.as_str()) {
            continue;
        }
        let distinct = (b'0'..=b'9').filter(|d| digits.as_bytes().contains(d)).count();
        let grouped = m.as_str().len() > digits.len();
        let near = &text[floor(text, m.start().saturating_sub(40))..m.start()];
        if (OTHER.is_match(near) && !*card_words) || (distinct < 3) || (digits.len() == 13 && !*card_words) {
            continue;
        }
        // An unlabelled plain run is as likely an identifier unless its length is a card's.
        if !grouped && !*card_words && !matches!(digits.len(), 15 | 16) {
            continue;
        }
        found.push(("credit_card", m.range()));
    }
}

/// Says whether the number lies in a range some network issues, with that network's length.
fn is_issued(digits: &str) -> bool {
    let n = digits.len();
    let head = |k: usize| digits[..k].parse::<u32>().unwrap_or(0);
    match digits.as_bytes()[0] {
        b'4' => matches!(n, 13 | 16 | 19),
        b'5' => n == 16 && (51..=55).contains(&head(2)),
        b'2' => n == 16 && (2221..=2720).contains(&head(4)),
        b'3' => {
            (n == 15 && matches!(head(2), 34 | 37))
                || (n == 14 && (matches!(head(2), 36 | 38) || (300..=305).contains(&head(3))))
                || (n == 16 && (3528..=3589).contains(&head(4)))
        }
        b'6' => {
            (matches!(n, 16 | 19) && (head(4) == 6011 || head(2) == 65 || (644..=649).contains(&head(3))))
                || ((16..=19).contains(&n) && head(2) == 62)
        }
        _ => false,
    }
}

fn luhn(digits: &str) -> bool {
    let sum: u32 = digits
        .bytes()
        .rev()
        .enumerate()
        .map(|(i, b)| {
            let d = u32::from(b - b'0');
            if i % 2 == 1 { if d > 4 { d * 2 - 9 } else { d * 2 } } else { d }
        })
        .sum();
    sum.is_multiple_of(10)
}
