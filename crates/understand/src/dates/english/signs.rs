//! What a text must hold for a rule to be tried: digits, months, weekdays, units. Told by single words, before any rule is
//! built.

use std::sync::LazyLock;

use soulfile_text::literals::Literals;

const DIGIT: u8 = 1;
const A_MONTH: u8 = 2;
const A_WEEKDAY: u8 = 4;
const A_UNIT: u8 = 8;
const BETWEEN: u8 = 16;
const A_FEAST: u8 = 32;
const A_QUARTER: u8 = 64;
/// Digits with a mark between them.
const A_DATE: u8 = 128;

/// What every match of a rule holds, read off its groups.
pub(super) fn signs_needed(source: &str) -> u8 {
    let groups = [
        (r"(?P<d>\d", DIGIT),
        ("(?P<month>MONTH)", A_MONTH),
        ("(?P<weekday>", A_WEEKDAY),
        ("(?P<unit>", A_UNIT),
        ("(?:between|from)", BETWEEN),
        ("(?P<feast>", A_FEAST),
        ("Q(?P<q>", DIGIT | A_QUARTER),
        ("/.](?P<m>", A_DATE),
    ];
    groups.iter().filter(|(group, _)| source.contains(group)).fold(0, |signs, (_, sign)| signs | sign)
}

/// The signs of time in a text, by its words; more than are there do no harm.
pub(super) fn signs_of(text: &str) -> u8 {
    let lower = text.to_ascii_lowercase();
    let is_date = |around: &[u8]| {
        around[0].is_ascii_digit() && matches!(around[1], b'-' | b'/' | b'.') && around[2].is_ascii_digit()
    };
    let mut signs = if lower.as_bytes().windows(3).any(is_date) { A_DATE } else { 0 };
    for word in lower.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()) {
        if word.bytes().any(|b| b.is_ascii_digit()) {
            signs |= DIGIT;
        }
        let begins = |heads: &[&str]| heads.iter().any(|head| word.starts_with(head));
        // "Mar" and "march", not "mark"; "sat" and "saturday", not "satisfied".
        let short = word.len() <= 5;
        if word == "may"
            || begins(&["jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "oct", "nov", "dec"])
                && (short
                    || begins(&["january", "february", "march", "april", "august", "september", "october"])
                    || begins(&["november", "december"]))
        {
            signs |= A_MONTH;
        }
        if begins(&["mon", "tue", "wed", "thu", "fri", "sat", "sun"]) && (short || word.contains("day")) {
            signs |= A_WEEKDAY;
        }
        if begins(&["min", "hour", "hr", "day", "week", "wk", "fortnight", "month", "quarter", "year", "yr", "decade"])
            || begins(&["night", "morning", "evening"])
            || matches!(word, "spring" | "summer" | "autumn" | "fall" | "winter")
            || begins(&["springs", "summers", "autumns", "falls", "winters", "nights", "evenings", "mornings"])
            || word.ends_with("days")
        {
            signs |= A_UNIT;
        }
        match word {
            "between" | "from" => signs |= BETWEEN,
            "new" => signs |= A_FEAST,
            _ if begins(&["christmas", "boxing", "xmas", "easter", "halloween", "thanksgiving", "valentine"]) => {
                signs |= A_FEAST
            }
            _ if word.starts_with('q') => signs |= A_QUARTER,
            _ => {}
        }
    }
    signs
}

/// Every expression of time holds a digit or one of these.
pub(super) static WORDS: LazyLock<Literals> = LazyLock::new(|| {
    let words = [
        "day",
        "week",
        "month",
        "year",
        "quarter",
        "decade",
        "fortnight",
        "hour",
        "minute",
        "morn",
        "noon",
        "evening",
        "night",
        "nite",
        "tmrw",
        "tomorow",
        "morrow",
        "spring",
        "summer",
        "autumn",
        "fall",
        "winter",
        "jan",
        "feb",
        "mar",
        "apr",
        "may",
        "jun",
        "jul",
        "aug",
        "sep",
        "oct",
        "nov",
        "dec",
        "mon",
        "tue",
        "wed",
        "thu",
        "fri",
        "sat",
        "sun",
        "christmas",
        "xmas",
        "easter",
        "halloween",
        "thanksgiving",
        "valentine",
        "q1",
        "q2",
        "q3",
        "q4",
        "yr",
        "wk",
        "hr",
        "min",
    ];
    Literals::new(words).any_case()
});
