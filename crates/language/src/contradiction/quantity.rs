//! Numbers, clock times, durations, money and days, however they are written.
//!
//! "52k" is "52,000", "two hours" are "120 minutes", "a quarter past nine" is "9:15".

use super::token::Token;

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
    DayPart,
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

/// Seconds of a unit of time.
fn seconds(word: &str) -> Option<f64> {
    Some(match word.strip_suffix('s').unwrap_or(word) {
        "second" | "sec" => 1.0,
        "minute" | "min" => 60.0,
        "hour" | "hr" | "h" => 3600.0,
        "day" => 86_400.0,
        "week" => 604_800.0,
        "fortnight" => 1_209_600.0,
        "month" => 2_629_800.0,
        "year" | "yr" => 31_557_600.0,
        _ => return None,
    })
}

/// One name for each unit of measure, and what of it makes one.
fn measure(word: &str) -> Option<(&'static str, f64)> {
    let plain = word.strip_suffix('s').filter(|plain| plain.len() > 2).unwrap_or(word);
    Some(match plain {
        "km" | "kilometre" | "kilometer" => ("m", 1000.0),
        "mile" => ("m", 1609.0),
        "m" | "metre" | "meter" => ("m", 1.0),
        "cm" | "centimetre" | "centimeter" => ("m", 0.01),
        "mm" | "millimetre" | "millimeter" => ("m", 0.001),
        "kg" | "kilo" | "kilogram" | "kilogramme" => ("g", 1000.0),
        "g" | "gram" | "gramme" => ("g", 1.0),
        "mg" | "milligram" => ("g", 0.001),
        "tonne" | "ton" => ("g", 1_000_000.0),
        "lb" | "lbs" => ("g", 453.6),
        "l" | "litre" | "liter" => ("l", 1.0),
        "ml" | "millilitre" => ("l", 0.001),
        "gb" | "gigabyte" | "gig" => ("b", 1000.0),
        "mb" | "megabyte" => ("b", 1.0),
        "tb" | "terabyte" => ("b", 1_000_000.0),
        "c" | "celsius" | "degree" => ("degree", 1.0),
        "hectare" | "ha" => ("hectare", 1.0),
        "sqm" | "m2" => ("sqm", 1.0),
        _ => return None,
    })
}

fn is_money(word: &str) -> bool {
    matches!(
        word.strip_suffix('s').unwrap_or(word),
        "euro" | "dollar" | "pound" | "eur" | "usd" | "gbp" | "franc" | "chf" | "yen" | "krona" | "kroner" | "buck" | "quid"
    )
}

fn number_word(word: &str) -> Option<f64> {
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
    WEEKDAYS.iter().position(|day| *day == word || day.len() > 3 && word.len() == 3 && day.starts_with(word) && word != "sun" && word != "sat").map(|at| at as u16)
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

fn clock(tokens: &[Token<'_>], at: usize, out: &mut Values) -> Option<usize> {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.low.as_str());
    let mut push = |minutes: f64, sure: bool| {
        let unit = Unit::Clock(sure);
        out.quantities.push(Quantity { unit, value: minutes, said: (minutes / 60.0).floor(), at });
    };
    match word(at) {
        "noon" | "midday" => push(720.0, true),
        "midnight" => push(0.0, true),
        first @ ("half" | "quarter") => {
            let (sign, minutes) = match (first, word(at + 1)) {
                ("half", "past") => (1.0, 30.0),
                ("quarter", "past") => (1.0, 15.0),
                ("quarter", "to") => (-1.0, 15.0),
                _ => return None,
            };
            let (hour, _) = plain_number(word(at + 2)).filter(|(hour, _)| *hour <= 12.0)?;
            let (half, end) = half_of_day(tokens, at + 3);
            let shift = if half == Some(true) && hour < 12.0 { 720.0 } else { 0.0 };
            push(hour * 60.0 + sign * minutes + shift, half.is_some());
            return Some(end);
        }
        text => {
            if let Some((hours, rest)) = text.split_once(':') {
                let (hours, minutes): (f64, f64) = (hours.parse().ok()?, rest.get(..2)?.parse().ok()?);
                let (half, end) = half_of_day(tokens, at + 1);
                let shift = if half == Some(true) && hours < 12.0 { 720.0 } else { 0.0 };
                push(hours * 60.0 + minutes + shift, true);
                return Some(end);
            }
            let (hour, letters) = plain_number(text)?;
            if hour > 24.0 {
                return None;
            }
            let (half, end) = match letters {
                "am" => (Some(false), at + 1),
                "pm" => (Some(true), at + 1),
                "" => half_of_day(tokens, at + 1),
                _ => return None,
            };
            let oclock = word(at + 1).starts_with("o'clock");
            let bare = at > 0
                && matches!(word(at - 1), "at" | "until" | "till" | "by" | "around" | "from")
                && hour >= 1.0
                && hour.fract() == 0.0
                && (end == tokens.len() || tokens[end].after_break || is_after_clock(word(end)));
            if half.is_none() && !oclock && !bare {
                return None;
            }
            let shift = if half == Some(true) && hour < 12.0 { 720.0 } else { 0.0 };
            push(hour * 60.0 + shift, half.is_some() || hour > 12.0);
            return Some(if oclock { at + 2 } else { end });
        }
    }
    Some(at + 1)
}

/// What can follow a bare hour: "at 6 on weekdays".
fn is_after_clock(word: &str) -> bool {
    matches!(word, "on" | "every" | "each" | "in" | "daily" | "sharp" | "and" | "to" | "for" | "with" | "now" | "not")
        || weekday(word).is_some()
}

/// "am", "pm", "in the evening": `Some(true)` for the second half of the day.
fn half_of_day(tokens: &[Token<'_>], at: usize) -> (Option<bool>, usize) {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.low.as_str());
    match word(at) {
        "am" | "a.m" => (Some(false), at + 1),
        "pm" | "p.m" => (Some(true), at + 1),
        "in" if word(at + 1) == "the" => match word(at + 2) {
            "morning" => (Some(false), at + 3),
            "afternoon" | "evening" => (Some(true), at + 3),
            _ => (None, at),
        },
        "at" if word(at + 1) == "night" => (Some(true), at + 2),
        _ => (None, at),
    }
}

fn year_of(word: &str) -> Option<u16> {
    let known = word.len() == 4 && (word.starts_with("19") || word.starts_with("20"));
    known.then(|| word.parse().ok()).flatten()
}

/// The day in "12", "12th" or "first".
fn day_of(word: &str) -> Option<u16> {
    if let Some(at) = ORDINALS.iter().position(|ordinal| *ordinal == word) {
        return Some(at as u16 + 1);
    }
    let (value, letters) = plain_number(word).filter(|_| word.as_bytes()[0].is_ascii_digit())?;
    (value.fract() == 0.0 && (1.0..=31.0).contains(&value) && matches!(letters, "" | "st" | "nd" | "rd" | "th"))
        .then_some(value as u16)
}

fn date(tokens: &[Token<'_>], at: usize, out: &mut Values) -> Option<usize> {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.low.as_str());
    let month_at = |at: usize| (at < tokens.len()).then(|| month(tokens, at)).flatten();
    let year_after = |at: usize, out: &mut Values| match year_of(word(at)) {
        Some(year) => {
            out.when.push((Part::Year, year));
            at + 1
        }
        None => at,
    };
    // 1990-02-02
    if let Some(year) = year_of(word(at)) {
        let joined = |next: usize| tokens.get(next).is_some_and(|token| token.after_hyphen);
        if joined(at + 1)
            && let Some(month) = word(at + 1).parse::<u16>().ok().filter(|month| (1..=12).contains(month))
        {
            out.when.extend([(Part::Year, year), (Part::Month, month)]);
            if joined(at + 2)
                && let Some(day) = day_of(word(at + 2).trim_start_matches('0'))
            {
                out.when.push((Part::Day, day));
                return Some(at + 3);
            }
            return Some(at + 2);
        }
        out.when.push((Part::Year, year));
        return Some(at + 1);
    }
    if let Some(day) = day_of(word(at)) {
        let next = if word(at + 1) == "of" { at + 2 } else { at + 1 };
        if let Some(month) = month_at(next) {
            out.when.extend([(Part::Month, month), (Part::Day, day)]);
            return Some(year_after(next + 1, out));
        }
    }
    if let Some(month) = month_at(at) {
        let after_in = at > 0 && matches!(word(at - 1), "in" | "since" | "until" | "by" | "to" | "every" | "last" | "next");
        if let Some(day) = day_of(word(at + 1)).filter(|_| word(at + 1) != "second") {
            out.when.extend([(Part::Month, month), (Part::Day, day)]);
            return Some(year_after(at + 2, out));
        }
        if after_in || !matches!(word(at), "may" | "march") || at > 0 {
            out.when.push((Part::Month, month));
            return Some(year_after(at + 1, out));
        }
    }
    None
}

/// How often: "daily", "once a week", "every other day".
fn rate(tokens: &[Token<'_>], at: usize, out: &mut Values) -> Option<usize> {
    const YEAR: f64 = 31_557_600.0;
    let word = |at: usize| tokens.get(at).map_or("", |token| token.low.as_str());
    let length = |at: usize| match word(at) {
        "night" | "nights" | "morning" | "evening" => Some(86_400.0),
        word => seconds(word).filter(|seconds| *seconds >= 60.0),
    };
    let mut push = |times: f64, end: usize| {
        out.recurring = true;
        out.quantities.push(Quantity { unit: Unit::Rate, value: times.round(), said: times, at });
        Some(end)
    };
    match word(at) {
        "daily" | "nightly" => return push(365.0, at + 1),
        "weekly" => return push(52.0, at + 1),
        "fortnightly" | "biweekly" => return push(26.0, at + 1),
        "monthly" => return push(12.0, at + 1),
        "quarterly" => return push(4.0, at + 1),
        "yearly" | "annually" | "annual" => return push(1.0, at + 1),
        "hourly" => return push(8766.0, at + 1),
        "every" | "each" => {
            if word(at + 1) == "half" && word(at + 2) == "hour" {
                return push(YEAR / 1800.0, at + 3);
            }
            if word(at + 1) == "other" {
                return push(YEAR / length(at + 2)? / 2.0, at + 3);
            }
            if let Some((number, _)) = plain_number(word(at + 1)) {
                return push(YEAR / length(at + 2)? / number.max(1.0), at + 3);
            }
            // "The 1st of every month" says which day, not how often.
            if at > 0 && word(at - 1) == "of" || matches!(word(at + 1), "morning" | "evening") {
                return None;
            }
            return push(YEAR / length(at + 1)?, at + 2);
        }
        _ => {}
    }
    let (times, next) = match word(at) {
        "once" => (1.0, at + 1),
        "twice" => (2.0, at + 1),
        number => {
            let (times, _) = plain_number(number)?;
            if !matches!(word(at + 1), "time" | "times") {
                return None;
            }
            (times, at + 2)
        }
    };
    if !matches!(word(next), "a" | "an" | "per" | "each" | "every") {
        return None;
    }
    push(times * YEAR / length(next + 1)?, next + 2)
}

fn amount(tokens: &[Token<'_>], at: usize, out: &mut Values) -> Option<usize> {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.low.as_str());
    let push = |out: &mut Values, unit: Unit, value: f64, said: f64| {
        out.quantities.push(Quantity { unit, value, said, at });
    };
    // "half an hour", "an hour": durations in words, but "3 euros an hour" is a rate.
    if word(at) == "half" && word(at + 1) == "an" && word(at + 2) == "hour" {
        push(out, Unit::Duration, 1800.0, 0.5);
        return Some(at + 3);
    }
    if matches!(word(at), "a" | "an") && matches!(word(at + 1), "hour" | "minute" | "week" | "month" | "year" | "day") {
        let length = at > 0
            && !out.taken[at - 1]
            && matches!(
                word(at - 1),
                "last" | "lasts" | "take" | "takes" | "took" | "for" | "about" | "spent" | "is" | "was" | "only" | "just" | "nearly"
                    | "almost" | "within" | "needs" | "exactly" | "roughly" | "over" | "under"
            );
        if !length {
            // "twice a week", "52k a year": how often, no length.
            return None;
        }
        let and_half = word(at + 2) == "and" && word(at + 3) == "a" && word(at + 4) == "half";
        let length = seconds(word(at + 1))?;
        push(out, Unit::Duration, if and_half { length * 1.5 } else { length }, 1.0);
        return Some(if and_half { at + 5 } else { at + 2 });
    }
    if matches!(word(at), "pair" | "couple") && word(at + 1) == "of" {
        let unit = Unit::Of(word(at + 2).to_owned());
        push(out, unit, 2.0, 2.0);
        return Some(at + 2);
    }
    if word(at) == "half" && matches!(word(at + 1), "of" | "the") {
        push(out, Unit::Percent, 50.0, 50.0);
        return Some(at + 1);
    }
    if word(at) == "ground" && word(at + 1) == "floor" {
        push(out, Unit::Ordinal, 0.0, 0.0);
        return Some(at + 1);
    }
    if word(at) == "twice" {
        push(out, Unit::Of("time".into()), 2.0, 2.0);
        return Some(at + 1);
    }
    let token = &tokens[at];
    if let Some(ordinal) = ORDINALS.iter().position(|ordinal| *ordinal == token.low)
        && matches!(word(at + 1), "of" | "floor" | "grade" | "storey")
        && word(at + 1) != "half"
    {
        push(out, Unit::Ordinal, ordinal as f64 + 1.0, ordinal as f64 + 1.0);
        return Some(at + 1);
    }
    // "one of them" counts nothing.
    if token.low == "one" && (word(at + 1) == "of" || at + 1 == tokens.len() || tokens[at + 1].after_break) {
        return None;
    }
    let (mut value, letters) = plain_number(&token.low)?;
    let mut end = at + 1;
    if word(end) == "of" && !token.low.as_bytes()[0].is_ascii_digit() {
        // "two of the hens": a part of what there is.
        return Some(end);
    }
    if word(end) == "and" && word(end + 1) == "a" && word(end + 2) == "half" {
        value += 0.5;
        end += 3;
    }
    while let Some(factor) = number_word(word(end)).filter(|factor| *factor >= 100.0 || *factor == 12.0 && word(end) == "dozen") {
        value *= factor;
        end += 1;
    }
    if value >= 100.0
        && word(end) == "and"
        && let Some((more, _)) = plain_number(word(end + 1)).filter(|(more, _)| *more < 100.0)
    {
        value += more;
        end += 2;
    }
    match letters {
        "k" => value *= 1000.0,
        "m" if value < 1000.0 && token.currency => value *= 1_000_000.0,
        "st" | "nd" | "rd" | "th" => {
            push(out, Unit::Ordinal, value, value);
            return Some(end);
        }
        _ => {}
    }
    let said = value;
    let unit_word = match letters {
        "" | "k" => word(end).to_owned(),
        "%" => "percent".to_owned(),
        letters => letters.trim_start_matches('%').to_owned(),
    };
    // "Room 4", "day 30": the number tells which.
    if letters.is_empty() && at > 0 && is_numbered(&tokens[at - 1].low) && !tokens[at].after_break {
        push(out, Unit::Of(tokens[at - 1].low.clone()), value, said);
        return Some(end);
    }
    let follows = matches!(letters, "" | "k") && !unit_word.is_empty() && !tokens[end].after_break;
    if token.currency || follows && is_money(&unit_word) || is_money(letters) {
        let named = follows && is_money(&unit_word);
        push(out, Unit::Money, value, said);
        return Some(if named { end + 1 } else { end });
    }
    if unit_word == "percent" || follows && unit_word == "per" && word(end + 1) == "cent" {
        push(out, Unit::Percent, value, said);
        return Some(if letters == "%" { end } else { end + 1 + usize::from(unit_word == "per") });
    }
    if let Some(length) = seconds(&unit_word).filter(|_| follows || !letters.is_empty()) {
        let end = if letters.is_empty() { end + 1 } else { end };
        let and_half = word(end) == "and" && word(end + 1) == "a" && word(end + 2) == "half";
        let value = if and_half { value + 0.5 } else { value };
        push(out, Unit::Duration, value * length, said);
        let end = if and_half { end + 3 } else { end };
        return Some(if word(end) == "old" { end + 1 } else { end });
    }
    if follows && matches!(unit_word.as_str(), "year-old" | "years-old") {
        push(out, Unit::Duration, value * 31_557_600.0, said);
        return Some(end + 1);
    }
    let measured = if letters.is_empty() || letters == "k" { follows.then(|| measure(&unit_word)).flatten() } else { measure(letters) };
    if let Some((name, factor)) = measured {
        let end = if letters.is_empty() || letters == "k" { end + 1 } else { end };
        let end = if word(end) == "celsius" || name == "degree" && word(end) == "c" { end + 1 } else { end };
        push(out, Unit::Of(name.to_owned()), value * factor, said);
        return Some(end);
    }
    let unit = match follows && !super::sentence::is_function(&unit_word) {
        true => Unit::Of(unit_word),
        false if letters.is_empty() || letters == "k" => Unit::Bare,
        false => Unit::Of(letters.to_owned()),
    };
    push(out, unit, value, said);
    Some(end)
}

/// What is told apart by numbers.
fn is_numbered(word: &str) -> bool {
    matches!(
        word,
        "room" | "level" | "day" | "year" | "gate" | "platform" | "floor" | "unit" | "version" | "line" | "chapter" | "page"
            | "section" | "flat" | "apartment" | "number" | "step" | "grade" | "group" | "team" | "terminal" | "seat" | "lane"
            | "season" | "episode" | "phase" | "windows" | "python" | "class" | "table" | "door" | "locker" | "drawer" | "box"
            | "ward" | "building" | "house" | "track" | "bay" | "area" | "zone" | "route" | "bus" | "tram" | "type"
    )
}

fn named_time(tokens: &[Token<'_>], at: usize, out: &mut Values) -> Option<usize> {
    let token = &tokens[at];
    let plain = token.low.strip_suffix('s').filter(|plain| plain.len() > 4).unwrap_or(&token.low);
    let plural = plain.len() < token.low.len();
    let find = |list: &[&str], word: &str| list.iter().position(|known| *known == word).map(|at| at as u16);
    if let Some(day) = weekday(&token.low).filter(|_| token.capital) {
        out.when.push((Part::Weekday, day));
        out.recurring |= plural;
    } else if let Some(day) = find(DAY_KINDS, plain).or_else(|| find(DAY_KINDS, &token.low)) {
        out.when.push((Part::Weekday, day + 10));
        out.recurring = true;
    } else if let Some(season) = find(SEASONS, if token.low == "fall" { "" } else { plain }) {
        out.when.push((Part::Season, season));
    } else if let Some(part) = find(DAY_PARTS, if plain == "nightly" { "night" } else { plain }) {
        if matches!(tokens.get(at + 1).map_or("", |next| next.low.as_str()), "shift" | "shifts" | "owl" | "person" | "mode") {
            return None;
        }
        out.when.push((Part::DayPart, part));
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
            (Unit::Of(a), Unit::Of(b)) => same_word(a, b),
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
