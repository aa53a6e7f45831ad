//! Parts of a month or a year that are counted: "the first half of May", "two summers ago".

use jiff::ToSpan;
use jiff::civil::{Date, DateTime};

use super::{month_only, number, which};
use crate::dates::{TimeRange, year_range};
use crate::pattern::Groups as Captures;

/// "The first half of May", "the last week of June 2024".
pub(super) fn of_month(c: &Captures<'_>, now: DateTime) -> Option<TimeRange> {
    let month = month_only(c, now)?;
    let first = month.start.date();
    let last = first.last_of_month();
    let day = |n: i8| Date::new(first.year(), first.month(), n.clamp(1, last.day())).unwrap_or(last);
    let length = if c["piece"].to_lowercase().ends_with("days") { 5 } else { 7 };
    let (from, to) = match (c["piece"].to_lowercase().as_str(), c["nth"].to_lowercase().as_str()) {
        ("half", "first") => (1, 15),
        ("half", _) => (16, last.day()),
        (_, "first") => (1, length),
        (_, "second") => (1 + length, 2 * length),
        (_, "third") => (1 + 2 * length, 3 * length),
        _ => (last.day() - length + 1, last.day()),
    };
    Some(TimeRange::between(day(from), day(to)))
}

/// "The second half of 2024", "the third quarter of last year".
pub(super) fn of_year(c: &Captures<'_>, now: DateTime) -> Option<TimeRange> {
    let year = match (c.name("y"), c["rel"].to_lowercase().as_str()) {
        (Some(year), _) => year.as_str().parse().ok()?,
        (None, "last") => now.year() - 1,
        (None, "next") => now.year() + 1,
        _ => now.year(),
    };
    let whole = year_range(year)?;
    if c["piece"].eq_ignore_ascii_case("quarter") {
        let first = match c["nth"].to_lowercase().as_str() {
            "first" => 1,
            "second" => 4,
            "third" => 7,
            _ => 10,
        };
        let last = Date::new(year, first + 2, 1).ok()?.last_of_month();
        return Some(TimeRange::between(Date::new(year, first, 1).ok()?, last));
    }
    let middle = Date::new(year, 7, 1).ok()?.at(0, 0, 0, 0);
    Some(match c["nth"].to_lowercase().as_str() {
        "first" => TimeRange { end: middle, ..whole },
        _ => TimeRange { start: middle, ..whole },
    })
}

/// "The first three months of 2024".
pub(super) fn months_of_year(c: &Captures<'_>, _: DateTime) -> Option<TimeRange> {
    let whole = year_range(c["y"].parse().ok()?)?;
    let n = number(&c["n"])?.clamp(1, 52);
    let length = if c["unit"].to_lowercase() == "weeks" { n.weeks() } else { n.min(12).months() };
    Some(match c["nth"].to_lowercase().as_str() {
        "first" => TimeRange { end: whole.start.checked_add(length).ok()?, ..whole },
        _ => TimeRange { start: whole.end.checked_sub(length).ok()?, ..whole },
    })
}

/// "Two summers ago", "three Fridays ago": the last one, and one more back for each.
pub(super) fn seasons_ago(c: &Captures<'_>, now: DateTime) -> Option<TimeRange> {
    let back = number(&c["n"])?.clamp(1, 500);
    let unit = c["unit"].to_lowercase();
    if let Some(part) = unit.strip_suffix('s').filter(|unit| matches!(*unit, "night" | "evening" | "morning")) {
        let day = TimeRange::day(now.date().checked_sub(back.days()).ok()?);
        return Some(super::part(day, part));
    }
    if let Some(weekday) = super::weekday(&unit).filter(|_| unit.ends_with("days")) {
        let last = crate::dates::last_weekday(now.date(), weekday);
        return Some(TimeRange::day(last.checked_sub((back - 1).weeks()).ok()?));
    }
    let last = which(now.date(), "last", unit.trim_end_matches('s'))?;
    let by = if unit == "weekends" { (back - 1).weeks() } else { (back - 1).years() };
    Some(TimeRange { start: last.start.checked_sub(by).ok()?, end: last.end.checked_sub(by).ok()? })
}

/// "The week before last".
pub(super) fn before_last(c: &Captures<'_>, now: DateTime) -> Option<TimeRange> {
    let unit = c["back"].to_lowercase();
    if let Some(weekday) = super::weekday(&unit).filter(|_| unit.ends_with("day")) {
        let last = crate::dates::last_weekday(now.date(), weekday);
        return Some(TimeRange::day(last.checked_sub(1.weeks()).ok()?));
    }
    if unit == "night" {
        return Some(super::part(TimeRange::day(now.date().checked_sub(2.days()).ok()?), "night"));
    }
    let last = which(now.date(), "last", &unit)?;
    let back = |at: DateTime| match unit.as_str() {
        "week" | "weekend" => at.checked_sub(1.weeks()),
        "month" => at.checked_sub(1.months()),
        _ => at.checked_sub(1.years()),
    };
    Some(TimeRange { start: back(last.start).ok()?, end: back(last.end).ok()? })
}

/// "3" of "between 3 and 9 May", with the month.
pub(super) fn with_month(first: &str, last: &str) -> String {
    let plain = |word: &str| word.trim_end_matches(|c: char| c.is_ascii_alphabetic()).parse::<u8>().is_ok();
    let mut words = first.split_whitespace();
    match (words.next(), words.next()) {
        (Some(day), year) if plain(day) && year.is_none_or(|year| year.len() == 4) && first.len() < 12 => {
            let rest: Vec<&str> = last.split_whitespace().filter(|word| !plain(word)).collect();
            format!("{day} {}", rest.join(" "))
        }
        _ => first.to_owned(),
    }
}
