//! Clock times and dates.

use super::{ORDINALS, Part, Quantity, Unit, Values, month, plain_number, weekday};
use crate::contradiction::token::Token;

pub(super) fn clock(tokens: &[Token<'_>], at: usize, out: &mut Values) -> Option<usize> {
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

pub(super) fn date(tokens: &[Token<'_>], at: usize, out: &mut Values) -> Option<usize> {
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
        let after_in =
            at > 0 && matches!(word(at - 1), "in" | "since" | "until" | "by" | "to" | "every" | "last" | "next");
        if let Some(day) = day_of(word(at + 1)).filter(|_| word(at + 1) != "second") {
            out.when.extend([(Part::Month, month), (Part::Day, day)]);
            return Some(year_after(at + 2, out));
        }
        let followed = year_of(word(at + 1)).is_some() || matches!(word(at + 1), "is" | "was");
        // "Jan is Eva's father".
        let person = at == 0 && word(at).len() == 3 && word(at) != "may";
        if !person && (after_in || followed || !matches!(word(at), "may" | "march") || at > 0) {
            out.when.push((Part::Month, month));
            return Some(year_after(at + 1, out));
        }
    }
    None
}
