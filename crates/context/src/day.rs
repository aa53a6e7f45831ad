//! The one "human day": which calendar day, and which daily file, an instant belongs to.
//!
//! Every daily file name in the product comes from here. The day is the calendar day on the clock
//! of the user's time zone, never the UTC day and never "24 hours ago", so that midnight, daylight
//! saving and zones that skip a whole day give the name a person would write.

use jiff::civil::Date;
use jiff::tz::{TimeZone, TimeZoneDatabase};
use jiff::{Timestamp, Zoned};

/// Gives the calendar day of `now` in the user's zone.
pub fn human_day(now: Timestamp, zone: &TimeZone) -> Date {
    zone.to_datetime(now).date()
}

/// Gives the calendar days of the last `count` days, today first. Yesterday is the calendar day
/// before, even where a day has 23 or 25 hours.
pub fn recent_days(now: &Zoned, count: usize) -> Vec<Date> {
    let mut day = now.date();
    let mut days = Vec::with_capacity(count);
    for _ in 0..count {
        days.push(day);
        match day.yesterday() {
            Ok(before) => day = before,
            Err(_) => break,
        }
    }
    days
}

/// Gives the file name of a day, `YYYY-MM-DD.md`.
pub fn day_file(day: Date) -> String {
    format!("{day}.md")
}

/// Gives the path of a day in the layout of one directory per store.
pub fn episodes_path(day: Date) -> String {
    format!("memory/episodes/{day}.md")
}

/// Gives the path of a day in the flat layout.
pub fn flat_path(day: Date) -> String {
    format!("memory/{day}.md")
}

/// Reads the day, and the slug if any, from a daily file's path: `memory/2026-02-02.md`,
/// `memory/episodes/2026-02-02.md`, `memory/2026-02-02-standup.md`.
pub fn day_of_path(path: &str) -> Option<(Date, Option<&str>)> {
    let name = path.strip_prefix("memory/")?;
    let name = name.strip_prefix("episodes/").unwrap_or(name).strip_suffix(".md")?;
    if name.contains('/') {
        return None;
    }
    let day: Date = name.get(..10)?.parse().ok()?;
    match &name[10..] {
        "" => Some((day, None)),
        rest => rest.strip_prefix('-').filter(|slug| !slug.is_empty()).map(|slug| (day, Some(slug))),
    }
}

/// Finds a time zone by its IANA name in the database carried by the binary, so that the answer does
/// not depend on the machine.
pub fn zone(name: &str) -> Result<TimeZone, UnknownZone> {
    TimeZoneDatabase::bundled().get(name.trim()).map_err(|_| UnknownZone(name.to_owned()))
}

/// A time zone name that is not in the database.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no time zone is called {0:?}; use a name such as Europe/Berlin, Asia/Shanghai or UTC")]
pub struct UnknownZone(
    /// The name as it was given.
    pub String,
);

#[cfg(test)]
#[path = "day_tests.rs"]
mod tests;
