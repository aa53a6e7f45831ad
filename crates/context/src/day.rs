//! The one "human day": which calendar day, and which daily file, an instant belongs to.
//!
//! The day is the calendar day on the clock
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
