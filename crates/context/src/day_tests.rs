use jiff::civil::date;
use jiff::{SignedDuration, ToSpan};

use super::*;

const ZONES: [&str; 24] = [
    "UTC",
    "Europe/Berlin",
    "Europe/London",
    "Europe/Lisbon",
    "America/New_York",
    "America/Los_Angeles",
    "America/St_Johns",
    "America/Sao_Paulo",
    "America/Santiago",
    "America/Havana",
    "America/Asuncion",
    "America/Nuuk",
    "Africa/Cairo",
    "Africa/Casablanca",
    "Asia/Beirut",
    "Asia/Tehran",
    "Asia/Kolkata",
    "Asia/Kathmandu",
    "Asia/Shanghai",
    "Australia/Lord_Howe",
    "Australia/Sydney",
    "Pacific/Auckland",
    "Pacific/Chatham",
    "Pacific/Apia",
];

/// Each offset change of a zone from 2024 to 2034, found by walking it in half-hour steps.
fn transitions(zone: &TimeZone) -> Vec<Timestamp> {
    let end: Timestamp = "2034-12-31T00:00:00Z".parse().unwrap();
    let start: Timestamp = "2024-01-01T00:00:00Z".parse().unwrap();
    zone.following(start).take_while(|change| change.timestamp() < end).map(|change| change.timestamp()).collect()
}

#[test]
fn around_every_clock_change_the_day_is_the_one_on_the_wall() {
    let mut changes = 0;
    for name in ZONES {
        let zone = zone(name).unwrap();
        for change in transitions(&zone) {
            changes += 1;
            for minutes in (-26 * 60..=26 * 60).step_by(7) {
                let now = change + SignedDuration::from_mins(minutes);
                let zoned = now.to_zoned(zone.clone());
                let day = human_day(now, &zone);
                assert_eq!(day.to_string(), zoned.strftime("%Y-%m-%d").to_string(), "{name} at {now}");
                let days = recent_days(&zoned, 3);
                assert_eq!(days[0], day);
                assert_eq!(days[1], day.checked_sub(1.day()).unwrap(), "{name} at {now}");
                assert_eq!(days[2], day.checked_sub(2.days()).unwrap());
            }
        }
    }
    assert!(changes > 200, "only {changes} clock changes were walked");
}

#[test]
fn days_never_repeat_or_go_back_as_time_passes() {
    for name in ZONES {
        let zone = zone(name).unwrap();
        let mut now: Timestamp = "2024-01-01T00:00:00Z".parse().unwrap();
        let mut before = human_day(now, &zone);
        for _ in 0..(11 * 366) {
            now += SignedDuration::from_hours(24);
            let day = human_day(now, &zone);
            assert!(day > before, "{name}: {before} then {day} at {now}");
            before = day;
        }
    }
}

#[test]
fn five_to_midnight_in_berlin_is_not_the_utc_day() {
    let now: Timestamp = "2026-07-01T22:05:00Z".parse().unwrap();
    assert_eq!(human_day(now, &zone("Europe/Berlin").unwrap()), date(2026, 7, 2));
    assert_eq!(human_day(now, &zone("America/New_York").unwrap()), date(2026, 7, 1));
}

#[test]
fn a_zone_that_skipped_a_day_still_has_a_yesterday() {
    // Samoa went from 29 to 31 December 2011; the file of "yesterday" is simply not there.
    let zone = zone("Pacific/Apia").unwrap();
    let now: Timestamp = "2011-12-30T12:00:00Z".parse().unwrap();
    assert_eq!(recent_days(&now.to_zoned(zone), 2), [date(2011, 12, 31), date(2011, 12, 30)]);
}

#[test]
fn an_unknown_zone_says_what_to_write() {
    let error = zone("Europe/Atlantis").unwrap_err();
    assert!(error.to_string().contains("Europe/Atlantis") && error.to_string().contains("Europe/Berlin"));
}
