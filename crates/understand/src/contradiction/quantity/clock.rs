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
            // "Ten thirty pm".
            if let Some(minutes) =
                plain_number(word(at + 1)).filter(|_| letters.is_empty() && !tokens[at + 1].after_break)
                && matches!(minutes.0, 5.0 | 10.0 | 15.0 | 20.0 | 25.0 | 30.0 | 35.0 | 40.0 | 45.0 | 50.0 | 55.0)
                && !text.as_bytes()[0].is_ascii_digit()
                && (1.0..=12.0).contains(&hour)
            {
                let (half, end) = half_of_day(tokens, at + 2);
                if half.is_some() || at > 0 && matches!(word(at - 1), "at" | "around" | "by" | "until" | "till") {
                    let shift = if half == Some(true) && hour < 12.0 { 720.0 } else { 0.0 };
                    push(hour * 60.0 + minutes.0 + shift, half.is_some());
                    return Some(end);
                }
            }
            // "Ten to eight", "twenty past six".
            if letters.is_empty()
                && matches!(hour, 5.0 | 10.0 | 20.0 | 25.0)
                && matches!(word(at + 1), "to" | "past")
                && at > 0
                && matches!(word(at - 1), "at" | "by" | "until" | "till" | "around" | "before" | "after" | "about")
                && let Some((of, "")) = plain_number(word(at + 2)).filter(|(of, _)| (1.0..=12.0).contains(of))
            {
                let (half, end) = half_of_day(tokens, at + 3);
                let shift = if half == Some(true) && of < 12.0 { 720.0 } else { 0.0 };
                let minutes = if word(at + 1) == "to" { -hour } else { hour };
                push(of * 60.0 + minutes + shift, half.is_some());
                return Some(end);
            }
            if hour > 24.0 || is_range(tokens, at) {
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

/// Whether a number begins a range of something else than hours: "from 5 to 10 mg", "from 3 to 10 August".
fn is_range(tokens: &[Token<'_>], at: usize) -> bool {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.low.as_str());
    if !matches!(word(at + 1), "to" | "till" | "until") {
        return false;
    }
    let Some((_, letters)) = plain_number(word(at + 2)) else { return false };
    let unit = tokens.get(at + 3).filter(|unit| !unit.after_break);
    !matches!(letters, "" | "am" | "pm")
        || letters.is_empty()
            && unit.is_some_and(|unit| {
                month(tokens, at + 3).is_some()
                    || !is_after_clock(&unit.low)
                        && !matches!(unit.low.as_str(), "am" | "pm" | "a.m" | "p.m" | "o'clock")
            })
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
pub(super) fn day_of(word: &str) -> Option<u16> {
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
    // "The end of March" is its last day; "the end of 2028" is the end of December.
    if word(at) == "end" && word(at + 1) == "of" {
        if let Some(month) = month_at(at + 2) {
            let last = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][usize::from(month) - 1];
            out.when.extend([(Part::Month, month), (Part::Day, last)]);
            return Some(year_after(at + 3, out));
        }
        if let Some(year) = year_of(word(at + 2)) {
            out.when.extend([(Part::Year, year), (Part::Month, 12)]);
            return Some(at + 3);
        }
    }
    // "From 3 to 10 August".
    if let Some(first) = day_of(word(at)).filter(|_| matches!(word(at + 1), "to" | "till" | "until" | "and"))
        && let Some(last) = day_of(word(at + 2))
        && let Some(month) = month_at(at + 3)
    {
        out.when.extend([(Part::Month, month), (Part::Day, first), (Part::Month, month), (Part::Day, last)]);
        return Some(year_after(at + 4, out));
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
