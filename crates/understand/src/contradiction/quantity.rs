//! Numbers, clock times, durations, money and days, however they are written.
//!
//! "52k" is "52,000", "two hours" are "120 minutes", "a quarter past nine" is "9:15".

mod amount;
mod clock;

use super::token::Token;
use amount::{amount, rate};
use clock::{clock, date};

/// What a number counts.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Unit {
    /// Nothing named.
    Bare,
    /// Minutes of the day; `false` where the half of the day is open.
    Clock(bool),
    /// Seconds.
    Duration,
    Money,
    Percent,
    /// The third floor, the 1st.
    Ordinal,
    /// Times a year: "weekly", "every three months".
    Rate,
    /// Things: the word after the number, as it is written.
    Of(String),
}

/// A number with its unit.
#[derive(Debug, Clone)]
pub(super) struct Quantity {
    pub unit: Unit,
    /// In the base unit.
    pub value: f64,
    /// As it was said.
    pub said: f64,
    /// Where it stands.
    pub at: usize,
}

/// A part of a date or of the day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Year,
    Month,
    Day,
    Weekday,
    Season,
    OfDay,
}

/// What is said of when, and which tokens said it.
#[derive(Debug, Default)]
pub(super) struct Values {
    pub quantities: Vec<Quantity>,
    pub when: Vec<(Part, u16)>,
    /// Where each part of `when` stands.
    pub when_at: Vec<usize>,
    /// Whether the day comes round again: "on Fridays", "every May".
    pub recurring: bool,
    /// For each token, whether it is part of a value.
    pub taken: Vec<bool>,
}

#[rustfmt::skip]
const NUMBER_WORDS: &[(&str, f64)] = &[
    ("zero", 0.0), ("one", 1.0), ("two", 2.0), ("three", 3.0), ("four", 4.0), ("five", 5.0), ("six", 6.0), ("seven", 7.0), ("eight", 8.0), ("nine", 9.0), ("ten", 10.0), ("eleven", 11.0), ("twelve", 12.0), ("thirteen", 13.0), ("fourteen", 14.0), ("fifteen", 15.0), ("sixteen", 16.0), ("seventeen", 17.0), ("eighteen", 18.0), ("nineteen", 19.0), ("twenty", 20.0), ("thirty", 30.0), ("forty", 40.0), ("fifty", 50.0), ("sixty", 60.0), ("seventy", 70.0), ("eighty", 80.0), ("ninety", 90.0), ("dozen", 12.0), ("hundred", 100.0), ("thousand", 1000.0), ("million", 1_000_000.0),
];
const ORDINALS: &[&str] =
    &["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
#[rustfmt::skip]
const MONTHS: &[&str] = &["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"];
const SHORT_MONTHS: &[&str] = &["jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec"];
const WEEKDAYS: &[&str] = &["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const SEASONS: &[&str] = &["spring", "summer", "autumn", "winter"];
const DAY_PARTS: &[&str] = &["morning", "afternoon", "evening", "night"];
/// Days that are no single weekday.
const DAY_KINDS: &[&str] = &["weekday", "weekend", "christmas", "easter"];

/// Whether a word is a number, in digits or in letters.
pub(super) fn is_number(word: &str) -> bool {
    plain_number(word).is_some()
}

pub(super) fn number_word(word: &str) -> Option<f64> {
    NUMBER_WORDS.iter().find(|(name, _)| *name == word).map(|(_, value)| *value)
}

/// The value of a token, and the letters behind its digits.
fn plain_number(word: &str) -> Option<(f64, &str)> {
    if word.as_bytes().first().is_some_and(u8::is_ascii_digit) {
        let end = word.find(|c: char| !c.is_ascii_digit() && c != ',' && c != '.').unwrap_or(word.len());
        let digits: String = word[..end].trim_end_matches(['.', ',']).chars().filter(|c| *c != ',').collect();
        return digits.parse().ok().map(|value| (value, &word[end..]));
    }
    match word.split_once('-') {
        Some((tens, ones)) => match (number_word(tens), number_word(ones)) {
            (Some(tens), Some(ones)) if tens >= 20.0 && ones < 10.0 => Some((tens + ones, "")),
            _ => None,
        },
        None => number_word(word).map(|value| (value, "")),
    }
}

/// A month named by the token; "may" and "march" only where a number or "in" says so.
fn month(tokens: &[Token<'_>], at: usize) -> Option<u16> {
    let token = &tokens[at];
    let word = token.low.as_str();
    let number = MONTHS.iter().position(|month| *month == word).or_else(|| {
        let at = SHORT_MONTHS.iter().position(|month| *month == word)?;
        MONTHS.iter().position(|month| month.starts_with(&SHORT_MONTHS[at][..3]))
    })?;
    (token.capital || !matches!(word, "may" | "march" | "mar")).then_some(number as u16 + 1)
}

fn weekday(word: &str) -> Option<u16> {
    let word = word.strip_suffix('s').unwrap_or(word);
    WEEKDAYS
        .iter()
        .position(|day| {
            *day == word || day.len() > 3 && word.len() == 3 && day.starts_with(word) && word != "sun" && word != "sat"
        })
        .map(|at| at as u16)
}

/// Reads the values of a statement.
pub(super) fn read(tokens: &[Token<'_>]) -> Values {
    let mut out = Values { taken: vec![false; tokens.len()], ..Values::default() };
    let word = |at: usize| tokens.get(at).map_or("", |token| token.low.as_str());
    let mut at = 0;
    while at < tokens.len() {
        let end = rate(tokens, at, &mut out)
            .or_else(|| clock(tokens, at, &mut out))
            .or_else(|| date(tokens, at, &mut out))
            .or_else(|| amount(tokens, at, &mut out))
            .or_else(|| named_time(tokens, at, &mut out));
        match end {
            Some(end) => {
                out.when_at.resize(out.when.len(), at);
                out.taken[at..end].fill(true);
                at = end;
            }
            None => {
                out.recurring |= matches!(word(at), "every" | "each" | "weekly" | "daily" | "always");
                at += 1;
            }
        }
    }
    out
}

fn named_time(tokens: &[Token<'_>], at: usize, out: &mut Values) -> Option<usize> {
    let token = &tokens[at];
    let plain = token.low.strip_suffix('s').filter(|plain| plain.len() > 4).unwrap_or(&token.low);
    let plural = plain.len() < token.low.len();
    let find = |list: &[&str], word: &str| list.iter().position(|known| *known == word).map(|at| at as u16);
    if let Some(day) = weekday(&token.low).filter(|_| token.capital) {
        out.when.push((Part::Weekday, day));
        out.recurring |= plural;
        // "Monday the 8th", "Monday 8".
        let word = |at: usize| tokens.get(at).map_or("", |token| token.low.as_str());
        let next = at + 1 + usize::from(word(at + 1) == "the");
        let alone = next + 1 >= tokens.len() || month(tokens, next + 1).is_none() && word(next + 1) != "of";
        if let Some(day) =
            clock::day_of(word(next)).filter(|_| !plural && alone && word(next).as_bytes()[0].is_ascii_digit())
            && (next > at + 1
                || word(next).ends_with(char::is_alphabetic)
                || next + 1 == tokens.len()
                || matches!(word(next + 1), "is" | "at"))
        {
            out.when.push((Part::Day, day));
            return Some(next + 1);
        }
    } else if let Some(day) = find(DAY_KINDS, plain).or_else(|| find(DAY_KINDS, &token.low)) {
        out.when.push((Part::Weekday, day + 10));
        out.recurring = true;
    } else if let Some(season) = find(SEASONS, if token.low == "fall" { "" } else { plain }) {
        out.when.push((Part::Season, season));
    } else if let Some(part) = find(DAY_PARTS, if plain == "nightly" { "night" } else { plain }) {
        if matches!(
            tokens.get(at + 1).map_or("", |next| next.low.as_str()),
            "shift" | "shifts" | "owl" | "person" | "mode"
        ) {
            return None;
        }
        out.when.push((Part::OfDay, part));
        out.recurring |= plural;
    } else {
        return None;
    }
    Some(at + 1)
}

impl Quantity {
    /// Whether both can be values of one slot: the same unit, or one that is not named.
    pub(super) fn comparable(&self, other: &Quantity, same_word: impl Fn(&str, &str) -> bool) -> bool {
        match (&self.unit, &other.unit) {
            (Unit::Bare, Unit::Ordinal) | (Unit::Ordinal, Unit::Bare) => false,
            // "Leo is 7" counts no children.
            (Unit::Bare, Unit::Of(_)) | (Unit::Of(_), Unit::Bare) => self.equals(other),
            (Unit::Rate, _) | (_, Unit::Rate) => self.unit == other.unit,
            (Unit::Bare, _) | (_, Unit::Bare) => true,
            (Unit::Clock(_), Unit::Clock(_)) => true,
            // "Two approvals" and "two people who approve": the words decide.
            (Unit::Of(a), Unit::Of(b)) => same_word(a, b) || self.value >= 2.0 && self.equals(other),
            (a, b) => a == b,
        }
    }

    /// Whether both are the same.
    pub(super) fn equals(&self, other: &Quantity) -> bool {
        let close = |a: f64, b: f64| (a - b).abs() <= 0.000_1 * a.abs().max(b.abs());
        match (&self.unit, &other.unit) {
            (Unit::Clock(a), Unit::Clock(b)) if !a || !b => close(self.value % 720.0, other.value % 720.0),
            (Unit::Bare, _) | (_, Unit::Bare) => close(self.said, other.said) || close(self.value, other.value),
            _ => close(self.value, other.value),
        }
    }
}
