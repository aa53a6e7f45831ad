use super::*;
use crate::config::PurgeConfig;
use crate::day::zone;

fn hook(at: &str, duration: &str) -> SoulEvil {
    SoulEvil {
        enabled: true,
        purge: Some(PurgeConfig { at: at.into(), duration: duration.into() }),
        ..SoulEvil::default()
    }
}

fn at(instant: &str, zone_name: &str) -> Zoned {
    instant.parse::<Timestamp>().unwrap().to_zoned(zone(zone_name).unwrap())
}

fn on(hook: &SoulEvil, instant: &str, zone_name: &str) -> bool {
    decide(hook, &at(instant, zone_name), 0.99).is_alternate()
}

#[test]
fn the_window_is_on_the_users_clock() {
    let hook = hook("22:00", "60m");
    assert!(!on(&hook, "2026-02-02T20:59:59Z", "Europe/Berlin"));
    assert!(on(&hook, "2026-02-02T21:00:00Z", "Europe/Berlin"));
    assert!(on(&hook, "2026-02-02T21:59:59Z", "Europe/Berlin"));
    assert!(!on(&hook, "2026-02-02T22:00:00Z", "Europe/Berlin"));
    assert!(!on(&hook, "2026-02-02T21:00:00Z", "UTC"));
}

#[test]
fn a_window_runs_over_midnight() {
    let hook = hook("23:30", "1h30m");
    assert!(on(&hook, "2026-02-02T23:30:00Z", "UTC"));
    assert!(on(&hook, "2026-02-03T00:59:59Z", "UTC"));
    assert!(!on(&hook, "2026-02-03T01:00:00Z", "UTC"));
    assert!(!on(&hook, "2026-02-03T23:00:00Z", "UTC"));
}

#[test]
fn a_start_the_clock_skips_moves_forward() {
    // Berlin, 29 March 2026: 02:00 becomes 03:00, so 02:30 does not exist.
    let hook = hook("02:30", "30m");
    assert!(!on(&hook, "2026-03-29T01:29:00Z", "Europe/Berlin"));
    assert!(on(&hook, "2026-03-29T01:30:00Z", "Europe/Berlin"));
    assert!(!on(&hook, "2026-03-29T02:00:00Z", "Europe/Berlin"));
}

#[test]
fn a_start_that_happens_twice_counts_once() {
    // Berlin, 25 October 2026: 03:00 becomes 02:00; 02:30 is 00:30Z and again 01:30Z.
    let hook = hook("02:30", "30m");
    assert!(on(&hook, "2026-10-25T00:30:00Z", "Europe/Berlin"));
    assert!(!on(&hook, "2026-10-25T01:30:00Z", "Europe/Berlin"));
}

#[test]
fn every_day_of_ten_years_has_one_window_of_the_configured_length() {
    let hook = hook("00:15", "60m");
    for name in
        ["Asia/Beirut", "Africa/Cairo", "America/Santiago", "Australia/Lord_Howe", "Pacific/Apia", "America/Havana"]
    {
        let start: Timestamp = "2024-01-01T12:00:00Z".parse().unwrap();
        let zone = zone(name).unwrap();
        for change in zone.following(start).take_while(|c| c.timestamp().as_second() < 2_051_222_400) {
            // Two days around each change hold four or five starts; count the minutes that are on.
            let from = change.timestamp() - SignedDuration::from_hours(48);
            let minutes = (0..96 * 60)
                .filter(|m| {
                    let now = (from + SignedDuration::from_mins(*m)).to_zoned(zone.clone());
                    decide(&hook, &now, 0.99).is_alternate()
                })
                .count();
            assert!((3 * 60..=5 * 60).contains(&minutes), "{name} at {}: {minutes} minutes", change.timestamp());
        }
    }
}

#[test]
fn chance_is_a_draw_and_says_what_it_drew() {
    let hook = SoulEvil { enabled: true, chance: Some(0.25), ..SoulEvil::default() };
    let now = at("2026-02-02T12:00:00Z", "UTC");
    assert!(decide(&hook, &now, 0.2).is_alternate());
    assert!(!decide(&hook, &now, 0.25).is_alternate());
    assert!(decide(&hook, &now, 0.2).explain().contains("0.2000"));
}

#[test]
fn the_hook_is_off_unless_enabled() {
    let mut hook = hook("00:00", "24h");
    hook.enabled = false;
    assert_eq!(decide(&hook, &at("2026-02-02T12:00:00Z", "UTC"), 0.0), PersonaDecision::normal());
}

#[test]
fn a_private_file_can_never_be_worn_as_a_persona() {
    for file in ["USER.md", "memory.md", "MEMORY.md", "users/anna.md", "Memory/2026-02-02.md", "../x.md", "notes.txt"] {
        let hook = SoulEvil { enabled: true, chance: Some(1.0), file: file.into(), ..SoulEvil::default() };
        let decision = decide(&hook, &at("2026-02-02T12:00:00Z", "UTC"), 0.0);
        assert_eq!(decision.file, SOUL_FILE, "{file}");
        assert!(matches!(decision.reason, PersonaReason::Refused { .. }));
    }
}

#[test]
fn a_broken_window_keeps_the_normal_persona_and_says_so() {
    let decision = decide(&hook("25:99", "soon"), &at("2026-02-02T12:00:00Z", "UTC"), 0.0);
    assert_eq!(decision.file, SOUL_FILE);
    assert!(decision.explain().contains("25:99"));
}

#[test]
fn durations_are_read_as_people_write_them() {
    let seconds = |text| parse_duration(text).map(|d| d.as_secs());
    assert_eq!(seconds("30m"), Some(1800));
    assert_eq!(seconds("1h30m"), Some(5400));
    assert_eq!(seconds("1h 30m"), Some(5400));
    assert_eq!(seconds("90"), Some(5400));
    assert_eq!(seconds("24h"), Some(86_400));
    for bad in ["", "0m", "m", "25h", "-5m", "1x", "99999999999999999999h"] {
        assert_eq!(seconds(bad), None, "{bad}");
    }
}
