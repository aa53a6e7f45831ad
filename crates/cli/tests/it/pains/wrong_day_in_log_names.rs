//! Pain 17: the wrong day in log names (UTC, daylight saving, midnight).

use crate::run::Sandbox;

#[test]
fn today_is_the_users_day_whatever_the_machine_says() {
    for (zone, now, today, yesterday) in [
        ("Europe/Berlin", "2026-02-02T23:30:00Z", "2026-02-03", "2026-02-02"),
        ("America/Los_Angeles", "2026-02-02T07:30:00Z", "2026-02-01", "2026-01-31"),
        ("Pacific/Kiritimati", "2026-12-31T10:30:00Z", "2027-01-01", "2026-12-31"),
        ("Pacific/Apia", "2011-12-31T12:00:00Z", "2012-01-01", "2011-12-31"),
        // Clocks go forward and back that night.
        ("Europe/Berlin", "2026-03-29T00:59:00Z", "2026-03-29", "2026-03-28"),
        ("Europe/Berlin", "2026-03-29T22:01:00Z", "2026-03-30", "2026-03-29"),
        ("Europe/Berlin", "2026-10-25T00:30:00Z", "2026-10-25", "2026-10-24"),
        ("Europe/Berlin", "2026-10-25T22:59:00Z", "2026-10-25", "2026-10-24"),
        // Midnight does not exist there on that day.
        ("America/Sao_Paulo", "2018-11-04T03:30:00Z", "2018-11-04", "2018-11-03"),
        ("Asia/Kathmandu", "2026-02-02T18:16:00Z", "2026-02-03", "2026-02-02"),
    ] {
        let s = Sandbox::empty();
        s.at("2001-01-01T00:00:00Z");
        s.soul(["setup", "--yes", "--timezone", zone]).ok();
        let day = |date: &str, by: i64| {
            let date: jiff::civil::Date = date.parse().unwrap();
            date.checked_add(jiff::Span::new().days(by)).unwrap().to_string()
        };
        let (tomorrow, before) = (day(today, 1), day(yesterday, -1));
        for (date, word) in [
            (today, "word-today"),
            (yesterday, "word-yesterday"),
            (&tomorrow, "word-tomorrow"),
            (&before, "word-before"),
        ] {
            s.write(&format!("memory/{date}.md"), format!("{word}\n"));
        }
        // The runner's clock moves a minute per command; this one is to see exactly `now`.
        let mut command = s.command();
        command.arg("-C").arg(s.ws()).arg("context").env("SOULFILE_NOW", now).env("TZ", "Asia/Tokyo");
        let run = crate::run::Run::of(command).ok();
        let shown = |word: &str| run.out.contains(word);
        assert!(shown("word-today") && shown("word-yesterday"), "{zone} {now}:\n{}", run.out);
        assert!(!shown("word-tomorrow") && !shown("word-before"), "{zone} {now}");
        assert!(shown(&format!("{today} ")), "{zone} {now}: the runtime line names the day");
    }
}

#[test]
fn yesterday_in_a_question_is_the_users_yesterday() {
    let s = Sandbox::empty();
    s.at("2026-02-02T22:00:00Z");
    s.soul(["setup", "--yes", "--timezone", "Europe/Berlin"]).ok();
    s.at("2026-02-02T23:10:00Z");
    s.write("MEMORY.md", "after midnight in Berlin\n");
    s.soul(["audit", "log"]).ok();
    let today = s.soul(["audit", "log", "--since", "today", "--json"]).ok().json();
    assert_eq!(today.as_array().unwrap().len(), 1, "the seeding was yesterday there");
    assert_eq!(s.soul(["audit", "log", "--since", "yesterday", "--json"]).ok().json().as_array().unwrap().len(), 2);
    s.soul(["rollback", "--to-time", "today", "--yes"]).ok();
    assert_ne!(s.text("MEMORY.md"), "after midnight in Berlin\n");
}
