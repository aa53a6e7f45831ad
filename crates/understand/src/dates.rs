//! Finds expressions of time in English and Chinese and resolves them against a given now.
//!
//! Owns what "last Tuesday", "in March" and 两周前 mean as a span of civil time. Knows no clock and
//! no time zone but the one of the `now` it is given. Start with [`find`].

mod chinese;
mod english;

use std::ops::Range;

use jiff::civil::{Date, DateTime, Weekday};
use jiff::{ToSpan, Zoned};
use serde::Serialize;

/// A stretch of civil time; the end is exclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct TimeRange {
    /// The first moment.
    pub start: DateTime,
    /// The first moment after it.
    pub end: DateTime,
}

impl TimeRange {
    /// One whole day.
    pub fn day(date: Date) -> TimeRange {
        TimeRange::days(date, 1)
    }

    /// `count` days from `date` on.
    pub fn days(date: Date, count: i32) -> TimeRange {
        let start = date.at(0, 0, 0, 0);
        let end = date.checked_add(count.days()).unwrap_or(date).at(0, 0, 0, 0);
        TimeRange { start, end }
    }

    /// From the first day to the last, both included.
    pub fn between(first: Date, last: Date) -> TimeRange {
        let (first, last) = if first <= last { (first, last) } else { (last, first) };
        TimeRange { start: first.at(0, 0, 0, 0), end: TimeRange::day(last).end }
    }

    /// Says whether the stretch lies wholly before `now`.
    pub fn is_past(&self, now: DateTime) -> bool {
        self.end <= now
    }
}

/// An expression of time found in a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TimeExpression {
    /// Where it stands, in bytes, with its preposition.
    pub span: Range<usize>,
    /// What it means.
    pub range: TimeRange,
    /// Whether it names a weekday or clock time only, which may be a habit and not a date.
    pub weak: bool,
}

/// Finds every expression of time in `text`, in order, without overlaps.
pub fn find(text: &str, now: &Zoned) -> Vec<TimeExpression> {
    let now = now.datetime();
    let mut found = Vec::new();
    if text.bytes().any(|b| b.is_ascii_alphanumeric()) {
        english::find(text, now, &mut found);
    }
    if soulfile_text::script::has_han(text) {
        chinese::find(text, now, &mut found);
    }
    found.sort_by_key(|e| (e.span.start, usize::MAX - e.span.end));
    let mut kept: Vec<TimeExpression> = Vec::new();
    for expression in found {
        match kept.last() {
            Some(last) if last.span.end > expression.span.start => {}
            _ => kept.push(expression),
        }
    }
    kept
}

/// The date of `weekday` in the week `weeks` away from `today`'s; weeks begin on Monday.
fn weekday_of_week(today: Date, weekday: Weekday, weeks: i32) -> Date {
    let monday = today.checked_sub(i32::from(today.weekday().to_monday_zero_offset()).days()).unwrap_or(today);
    let offset = weeks * 7 + i32::from(weekday.to_monday_zero_offset());
    monday.checked_add(offset.days()).unwrap_or(today)
}

/// The last `weekday` before `today`.
fn last_weekday(today: Date, weekday: Weekday) -> Date {
    let back =
        (i32::from(today.weekday().to_monday_zero_offset()) - i32::from(weekday.to_monday_zero_offset())).rem_euclid(7);
    let back = if back == 0 { 7 } else { back };
    today.checked_sub(back.days()).unwrap_or(today)
}

/// The next `weekday` after `today`.
fn next_weekday(today: Date, weekday: Weekday) -> Date {
    let on =
        (i32::from(weekday.to_monday_zero_offset()) - i32::from(today.weekday().to_monday_zero_offset())).rem_euclid(7);
    let on = if on == 0 { 7 } else { on };
    today.checked_add(on.days()).unwrap_or(today)
}

fn month_range(year: i16, month: i8) -> Option<TimeRange> {
    let first = Date::new(year, month, 1).ok()?;
    Some(TimeRange::between(first, first.last_of_month()))
}

fn year_range(year: i16) -> Option<TimeRange> {
    Some(TimeRange::between(Date::new(year, 1, 1).ok()?, Date::new(year, 12, 31).ok()?))
}

/// The most recent year in which `month` has begun, or the coming one when `future`.
fn year_for_month(today: Date, month: i8, future: bool) -> i16 {
    match (month > today.month(), future) {
        (true, false) => today.year() - 1,
        (false, true) if month < today.month() => today.year() + 1,
        _ => today.year(),
    }
}

/// `n` units before (`-1`) or after (`1`) now, as a stretch as long as the unit.
fn shifted(now: DateTime, n: i64, unit: Unit, sign: i64) -> Option<TimeRange> {
    let n = n.clamp(0, 20_000) * sign;
    let today = now.date();
    Some(match unit {
        Unit::Minute => hour_range(now.checked_add(n.minutes()).ok()?),
        Unit::Hour => hour_range(now.checked_add(n.hours()).ok()?),
        Unit::Day => TimeRange::day(today.checked_add(n.days()).ok()?),
        Unit::Week => {
            let middle = today.checked_add((n * 7).days()).ok()?;
            let start = middle.checked_sub(3.days()).ok()?;
            TimeRange::days(start, 7)
        }
        Unit::Month => {
            let there = today.checked_add(n.months()).ok()?;
            month_range(there.year(), there.month())?
        }
        Unit::Year => year_range(today.checked_add(n.years()).ok()?.year())?,
    })
}

/// The last `n` units up to now.
fn trailing(now: DateTime, n: i64, unit: Unit) -> Option<TimeRange> {
    let n = n.clamp(0, 20_000);
    let start = match unit {
        Unit::Minute => now.checked_sub(n.minutes()),
        Unit::Hour => now.checked_sub(n.hours()),
        Unit::Day => now.checked_sub(n.days()),
        Unit::Week => now.checked_sub((n * 7).days()),
        Unit::Month => now.checked_sub(n.months()),
        Unit::Year => now.checked_sub(n.years()),
    };
    Some(TimeRange { start: start.ok()?, end: now })
}

fn hour_range(at: DateTime) -> TimeRange {
    let start = at.date().at(at.hour(), 0, 0, 0);
    TimeRange { start, end: start.checked_add(1.hours()).unwrap_or(start) }
}

/// A unit of time people count in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unit {
    Minute,
    Hour,
    Day,
    Week,
    Month,
    Year,
}

/// A part of a month or a year, as people name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Edge {
    /// The start or beginning of it.
    Start,
    Early,
    Middle,
    Late,
    /// The end of it.
    End,
}

impl Edge {
    /// Narrows a month or a year: its end is the last week of a month and December of a year.
    fn narrow(self, whole: TimeRange) -> TimeRange {
        let (first, last) = (whole.start.date(), whole.end.date().yesterday().unwrap_or(whole.start.date()));
        if first.first_of_month() == last.first_of_month() {
            let days = |from: i8, to: i8| {
                let day = |n: i8| Date::new(first.year(), first.month(), n).unwrap_or(last);
                TimeRange::between(day(from), day(to))
            };
            return match self {
                Edge::Start => days(1, 7),
                Edge::Early => days(1, 10),
                Edge::Middle => days(11, 20),
                Edge::Late => days(21, last.day()),
                Edge::End => days(last.day() - 6, last.day()),
            };
        }
        let months = |from: i8, to: i8| {
            let month = |n: i8| Date::new(first.year(), n, 1).unwrap_or(first);
            TimeRange::between(month(from), month(to).last_of_month())
        };
        match self {
            Edge::Start => months(1, 1),
            Edge::Early => months(1, 3),
            Edge::Middle => months(5, 8),
            Edge::Late => months(10, 12),
            Edge::End => months(12, 12),
        }
    }
}

/// Narrows a day to a part of it, by hours.
fn part_of_day(day: TimeRange, from: i8, to: i8) -> TimeRange {
    let start = day.start.date().at(from, 0, 0, 0);
    let end = if to >= 24 {
        TimeRange::day(day.start.date()).end.checked_add((i64::from(to) - 24).hours()).unwrap_or(day.end)
    } else {
        day.start.date().at(to, 0, 0, 0)
    };
    TimeRange { start, end }
}

#[cfg(test)]
#[path = "dates_tests.rs"]
mod tests;
