//! Moments as a person reads them: in their own time zone, in one form. JSON keeps RFC 3339.

use jiff::Timestamp;
use jiff::tz::TimeZone;

/// A moment in RFC 3339 as `2026-02-02 14:30:00` where the user is; what is none stays as it is.
pub fn local(at: &str, zone: &TimeZone) -> String {
    at.parse::<Timestamp>().map_or_else(|_| at.to_owned(), |at| moment(at, zone))
}

/// A moment as `2026-02-02 14:30:00` where the user is.
pub fn moment(at: Timestamp, zone: &TimeZone) -> String {
    at.to_zoned(zone.clone()).strftime("%Y-%m-%d %H:%M:%S").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_told_where_the_user_is() {
        let zone = TimeZone::get("Asia/Shanghai").expect("a known zone");
        assert_eq!(local("2026-02-02T20:30:00Z", &zone), "2026-02-03 04:30:00");
        assert_eq!(local("some day", &zone), "some day");
    }
}
