//! Amounts with their units, and how often something happens.

use super::{ORDINALS, Quantity, Unit, Values, number_word, plain_number, weekday};
use crate::contradiction::sentence::is_function;
use crate::contradiction::token::Token;

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
        "quarter" => 7_889_400.0,
        "decade" => 315_576_000.0,
        "century" | "centurie" => 3_155_760_000.0,
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
        "sqm" | "m2" | "m²" | "square-metre" | "square-meter" => ("sqm", 1.0),
        _ => return None,
    })
}

fn is_money(word: &str) -> bool {
    matches!(
        word.strip_suffix('s').unwrap_or(word),
        "euro"
            | "dollar"
            | "pound"
            | "eur"
            | "usd"
            | "gbp"
            | "franc"
            | "chf"
            | "yen"
            | "krona"
            | "kroner"
            | "buck"
            | "quid"
    )
}

/// How often: "daily", "once a week", "every other day".
pub(super) fn rate(tokens: &[Token<'_>], at: usize, out: &mut Values) -> Option<usize> {
    const YEAR: f64 = 31_557_600.0;
    let word = |at: usize| tokens.get(at).map_or("", |token| token.low.as_str());
    let length = |at: usize| match word(at) {
        "night" | "nights" | "morning" | "evening" => Some(86_400.0),
        word => seconds(word).filter(|seconds| *seconds >= 60.0),
    };
    let paid = out
        .quantities
        .last()
        .is_some_and(|last| matches!(last.unit, Unit::Money | Unit::Bare | Unit::Of(_)) && last.at + 4 > at);
    let mut push = |times: f64, end: usize| {
        out.recurring = true;
        out.quantities.push(Quantity {
            unit: Unit::Rate,
            value: if times < 4.0 { times } else { times.round() },
            said: times,
            at,
        });
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
            // "Every second Monday": how often, and then which day.
            if matches!(word(at + 1), "other" | "second") && weekday(word(at + 2)).is_some() {
                return push(26.0, at + 2);
            }
            if matches!(word(at + 1), "other" | "second") {
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
    // "30 euros a month".
    if matches!(word(at), "a" | "an" | "per")
        && (1..=2).any(|back| at >= back && out.taken[at - back])
        && paid
        && !matches!(word(at + 1), "night" | "nights" | "morning" | "evening")
        && let Some(length) = length(at + 1)
    {
        return push(YEAR / length, at + 2);
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

pub(super) fn amount(tokens: &[Token<'_>], at: usize, out: &mut Values) -> Option<usize> {
    let word = |at: usize| tokens.get(at).map_or("", |token| token.low.as_str());
    let push = |out: &mut Values, unit: Unit, value: f64, said: f64| {
        out.quantities.push(Quantity { unit, value, said, at });
    };
    // "half an hour", "an hour": durations in words, but "3 euros an hour" is a rate.
    if word(at) == "half" && word(at + 1) == "an" && word(at + 2) == "hour" {
        push(out, Unit::Duration, 1800.0, 0.5);
        return Some(at + 3);
    }
    if matches!(word(at), "a" | "an" | "one")
        && matches!(word(at + 1), "hour" | "minute" | "week" | "month" | "year" | "day" | "decade" | "fortnight")
    {
        let length = at > 0
            && !out.taken[at - 1]
            && matches!(
                word(at - 1),
                "last"
                    | "lasts"
                    | "take"
                    | "takes"
                    | "took"
                    | "for"
                    | "about"
                    | "spent"
                    | "is"
                    | "was"
                    | "only"
                    | "just"
                    | "nearly"
                    | "almost"
                    | "within"
                    | "needs"
                    | "exactly"
                    | "roughly"
                    | "over"
                    | "under"
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
    // "Half a kilo", "half a day".
    if word(at) == "half" && matches!(word(at + 1), "a" | "an") {
        if let Some((name, factor)) = measure(word(at + 2)) {
            push(out, Unit::Of(name.to_owned()), factor / 2.0, 0.5);
            return Some(at + 3);
        }
        if let Some(length) = seconds(word(at + 2)) {
            push(out, Unit::Duration, length / 2.0, 0.5);
            return Some(at + 3);
        }
    }
    if word(at) == "quarter" && word(at + 1) == "of" && word(at + 2) == "an" && word(at + 3) == "hour" {
        push(out, Unit::Duration, 900.0, 15.0);
        return Some(at + 4);
    }
    // A trio has three members.
    if let Some(number) = ["duo", "trio", "quartet", "quintet", "sextet"].iter().position(|name| *name == word(at)) {
        push(out, Unit::Of("member".into()), number as f64 + 2.0, number as f64 + 2.0);
        return Some(at + 1);
    }
    // "Three quarters of an hour", "a three-quarter-hour break".
    if word(at) == "three" && word(at + 1).starts_with("quarter") {
        let hour = (2..5).find(|ahead| word(at + ahead) == "hour");
        if word(at + 1).ends_with("-hour") || hour.is_some() {
            push(out, Unit::Duration, 2700.0, 45.0);
            return Some(at + hour.map_or(2, |ahead| ahead + 1));
        }
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
        && matches!(word(at + 1), "of" | "floor" | "grade" | "grader" | "graders" | "storey")
        && word(at + 1) != "half"
    {
        push(out, Unit::Ordinal, ordinal as f64 + 1.0, ordinal as f64 + 1.0);
        return Some(at + 1);
    }
    // "Her seventieth birthday".
    if let Some(number) = ordinal(&token.low)
        && matches!(word(at + 1), "birthday" | "anniversary")
    {
        push(out, Unit::Bare, number, number);
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
    while let Some(factor) =
        number_word(word(end)).filter(|factor| *factor >= 100.0 || *factor == 12.0 && word(end) == "dozen")
    {
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
    // "50 %".
    if letters.is_empty() && tokens[at].percent {
        push(out, Unit::Percent, value, said);
        return Some(end);
    }
    if letters.is_empty() && word(end) == "square" && matches!(word(end + 1), "metres" | "meters" | "metre" | "meter") {
        push(out, Unit::Of("sqm".into()), value, said);
        return Some(end + 2);
    }
    // "Six members of the choir" are a part of it.
    if at == 0
        && word(end + 1) == "of"
        && matches!(word(end + 2), "the" | "our" | "my" | "user")
        && seconds(word(end)).is_none()
    {
        return Some(end);
    }
    // "Ten working days" are days of their own kind.
    if letters.is_empty()
        && matches!(word(end), "working" | "business" | "work" | "week")
        && matches!(word(end + 1), "day" | "days")
    {
        push(out, Unit::Of("workday".into()), value, said);
        return Some(end + 2);
    }
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
    let measured = if letters.is_empty() || letters == "k" {
        follows.then(|| measure(&unit_word)).flatten()
    } else {
        measure(letters)
    };
    if let Some((name, factor)) = measured {
        let end = if letters.is_empty() || letters == "k" { end + 1 } else { end };
        let end = if word(end) == "celsius" || name == "degree" && word(end) == "c" { end + 1 } else { end };
        push(out, Unit::Of(name.to_owned()), value * factor, said);
        return Some(end);
    }
    let unit = match follows && !is_function(&unit_word) {
        true => Unit::Of(unit_word),
        false if letters.is_empty() || letters == "k" => Unit::Bare,
        false => Unit::Of(letters.to_owned()),
    };
    push(out, unit, value, said);
    Some(end)
}

/// The number that an ordinal stands for: "seventieth", "forty-second", "70th".
fn ordinal(word: &str) -> Option<f64> {
    if let Some((number, "st" | "nd" | "rd" | "th")) = plain_number(word) {
        return Some(number);
    }
    if let Some(at) = ORDINALS.iter().position(|ordinal| *ordinal == word) {
        return Some(at as f64 + 1.0);
    }
    if let Some((tens, ones)) = word.split_once('-') {
        let at = ORDINALS.iter().position(|ordinal| *ordinal == ones)?;
        return Some(number_word(tens)? + at as f64 + 1.0);
    }
    if let Some(tens) = word.strip_suffix("ieth") {
        return number_word(&format!("{tens}y"));
    }
    match word {
        "twelfth" => Some(12.0),
        word => number_word(word.strip_suffix("th")?),
    }
}

/// What is told apart by numbers.
fn is_numbered(word: &str) -> bool {
    matches!(
        word,
        "room"
            | "level"
            | "day"
            | "year"
            | "gate"
            | "platform"
            | "floor"
            | "unit"
            | "version"
            | "line"
            | "chapter"
            | "page"
            | "section"
            | "flat"
            | "apartment"
            | "number"
            | "step"
            | "grade"
            | "group"
            | "team"
            | "terminal"
            | "seat"
            | "lane"
            | "season"
            | "episode"
            | "phase"
            | "windows"
            | "python"
            | "class"
            | "table"
            | "door"
            | "locker"
            | "drawer"
            | "box"
            | "ward"
            | "building"
            | "house"
            | "track"
            | "bay"
            | "area"
            | "zone"
            | "route"
            | "bus"
            | "tram"
            | "type"
    )
}
