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
    static OTHER: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)order|parcel|track|invoice|ticket|isbn|imei|serial|shipment|reference|ref\b|account id|customer|phone|tel\b|timestamp|barcode|ean\b|sku|booking|case|订单|单号|快递|运单|编号|流水")
            .expect("valid pattern")
    });
    static CARD: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)card|visa|master|maestro|amex|american express|discover|diners|jcb|unionpay|debit|credit|cvv|cvc|expir|\bexp\b|pay |\bcc\b|信用卡|银行卡|卡号|借记卡|储蓄卡|有效期")
            .expect("valid pattern")
    });
    if text.bytes().filter(u8::is_ascii_digit).nth(12).is_none() {
        return;
    }
    let card_words = LazyCell::new(|| CARD.is_match(text));
    let mut rest = &*groups(text);
    while let Some(group) = rest.first() {
        // Digits that follow may be the month of expiry, digits before a count: the number is some of the groups.
        let hit = (1..=rest.len().min(MOST_GROUPS)).find_map(|n| {
            let joined = n == 1 || rest[..n].windows(2).all(|pair| joins(&text[pair[0].end..pair[1].start]));
            let span = group.start..rest[n - 1].end;
            (joined && is_card(text, &span, &card_words, &OTHER)).then_some((n, span))
        });
        match hit {
            Some((n, span)) => {
                found.push(("credit_card", span));
                rest = &rest[n..];
            }
            None => rest = &rest[1..],
        }
    }
}

/// A card of nineteen digits is printed in five groups.
const MOST_GROUPS: usize = 5;

/// The runs of digits.
fn groups(text: &str) -> Vec<Range<usize>> {
    let mut groups: Vec<Range<usize>> = Vec::new();
    for (at, _) in text.bytes().enumerate().filter(|(_, b)| b.is_ascii_digit()) {
        match groups.last_mut() {
            Some(last) if last.end == at => last.end += 1,
            _ => groups.push(at..at + 1),
        }
    }
    groups
}

/// What stands between two groups of one number: a mark, with or without spaces.
fn joins(between: &str) -> bool {
    let mark = |c: char| {
        matches!(c, ' ' | '-' | '.' | '_' | '\u{a0}' | '\u{2009}' | '\u{202f}' | '\u{2010}'..='\u{2014}' | '·')
    };
    between.len() <= 5 && between.chars().all(mark) && between.chars().filter(|c| *c != ' ').count() <= 1
}

fn is_card(
    text: &str,
    span: &Range<usize>,
    card_words: &LazyCell<bool, impl FnOnce() -> bool>,
    other: &LazyLock<Regex>,
) -> bool {
    let number = &text[span.clone()];
    let digits: String = number.chars().filter(char::is_ascii_digit).collect();
    if !is_issued(&digits) || !luhn(&digits) || TEST_NUMBERS.contains(&digits.as_str()) {
        return false;
    }
    let before = text[..span.start].chars().next_back();
    let after = text[span.end..].chars().next();
    if before.is_some_and(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '_' | '.'))
        || (before.is_some_and(|c| matches!(c, '#' | '/' | '=')) && !**card_words)
        || after.is_some_and(|c| c.is_ascii_alphanumeric() || matches!(c, '_'))
    {
        return false;
    }
    let distinct = (b'0'..=b'9').filter(|d| digits.as_bytes().contains(d)).count();
    let grouped = number.len() > digits.len();
    if grouped && !is_printed_so(number, digits.len()) {
        return false;
    }
    let near = &text[floor(text, span.start.saturating_sub(40))..span.start];
    if (other.is_match(near) && !**card_words) || distinct < 3 || (digits.len() == 13 && !**card_words) {
        return false;
    }
    // An unlabelled plain run is as likely an identifier unless its length is a card's; so is a rare issuer's.
    **card_words || ((grouped || matches!(digits.len(), 15 | 16)) && !is_rare(&digits))
}

/// Groups as cards have them: fours, or the shapes of American Express, Diners Club and UnionPay.
fn is_printed_so(number: &str, digits: usize) -> bool {
    let lengths: Vec<usize> = number.split(|c: char| !c.is_ascii_digit()).map(str::len).filter(|n| *n > 0).collect();
    let (last, firsts) = lengths.split_last().expect("a grouped number has groups");
    (firsts.iter().all(|n| *n == 4) && (1..=4).contains(last))
        || matches!(lengths[..], [4, 6, 5] | [4, 6, 4] | [6, 13] | [6, 10] | [8, 8] | [4, 4, 8] | [4, 5, 6])
        || digits == 19 && lengths.len() <= 4
}

/// Says whether the number lies in a range some network issues, with that network's length.
fn is_issued(digits: &str) -> bool {
    let n = digits.len();
    let head = |k: usize| digits[..k].parse::<u32>().unwrap_or(0);
    match digits.as_bytes()[0] {
        b'4' => matches!(n, 13 | 16 | 19),
        b'5' => (n == 16 && (51..=55).contains(&head(2))) || (matches!(n, 16 | 18 | 19) && is_rare(digits)),
        b'2' => n == 16 && ((2221..=2720).contains(&head(4)) || is_rare(digits)),
        b'3' => {
            (n == 15 && matches!(head(2), 34 | 37))
                || (n == 14 && (matches!(head(2), 36 | 38 | 39) || (300..=305).contains(&head(3))))
                || (n == 16 && (3528..=3589).contains(&head(4)))
        }
        b'6' => {
            (matches!(n, 16 | 19) && (head(4) == 6011 || head(2) == 65 || (644..=649).contains(&head(3))))
                || ((16..=19).contains(&n) && head(2) == 62)
                || (matches!(n, 16 | 18 | 19) && is_rare(digits))
        }
        b'8' => n == 16 && is_rare(digits),
        b'9' => n == 16 && is_rare(digits),
        _ => false,
    }
}

/// Ranges of networks of one country or one kind: believed only where a card is spoken of.
fn is_rare(digits: &str) -> bool {
    let head = digits[..4].parse::<u32>().unwrap_or(0);
    // Mir, Maestro, RuPay, Troy.
    (2200..=2204).contains(&head)
        || matches!(head, 5018 | 5020 | 5038 | 5893 | 6304 | 6759 | 6761..=6763 | 5612 | 6390)
        || matches!(head / 100, 60 | 81 | 82)
        || head == 9792
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
