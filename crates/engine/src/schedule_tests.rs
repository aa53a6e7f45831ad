//! What runs by the clock: once, not at the first look, and told when it was missed.

use std::sync::Arc;

use jiff::tz::TimeZone;
use soulfile_context::config::Config;
use soulfile_workspace::FixedClock;

use super::*;
use crate::open::Place;
use crate::remember::RememberRequest;

struct Clockwork {
    engine: Engine,
    clock: Arc<FixedClock>,
    place: Place,
    _dir: tempfile::TempDir,
}

/// An agent at half past two in the night of Berlin.
fn clockwork(config: serde_json::Value) -> Clockwork {
    let dir = tempfile::tempdir().unwrap();
    let clock = Arc::new(FixedClock::at("2026-02-02T01:30:00Z".parse().unwrap()));
    let config: Config = serde_json::from_value(config).unwrap();
    let place = Place {
        config,
        machine_zone: TimeZone::get("Europe/Berlin").unwrap(),
        clock: clock.clone(),
        ..Place::for_test(dir.path())
    };
    let engine = Engine::init(place.clone()).unwrap();
    Clockwork { engine, clock, place, _dir: dir }
}

fn remember(engine: &Engine, text: &str) {
    engine.remember(&RememberRequest { text: text.to_owned(), ..RememberRequest::default() }).unwrap();
}

/// Something was logged that nobody has made anything of yet.
fn lived(place: &Place, day: &str, text: &str) {
    let folder = place.workspace.join("memory/episodes");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join(format!("{day}.md")), format!("# {day}\n\n## 09:00 | fact\n{text}\n")).unwrap();
}

const HOUR: i64 = 3600;

#[test]
fn the_daily_reflection_is_drafted_once_at_its_time_in_the_users_zone() {
    let at = clockwork(serde_json::json!({}));
    let (engine, clock, place) = (&at.engine, &at.clock, &at.place);
    lived(place, "2026-01-31", "Ana works at Initech.");
    assert!(engine.run_due(None).reflection.is_none(), "the first look only notes where the clock stands");
    clock.advance(HOUR / 4);
    assert!(engine.run_due(None).reflection.is_none(), "it is a quarter to three");
    clock.advance(HOUR / 4);
    let ran = engine.run_due(None);
    assert_eq!(ran.reflection.expect("three o'clock").trigger, "schedule");
    assert!(ran.notes.is_empty(), "{:?}", ran.notes);
    engine.deciding(crate::Decider::Person).reflect_reject(&crate::RejectRequest::default()).unwrap();
    lived(place, "2026-02-01", "Ben lives in Graz.");
    clock.advance(HOUR);
    assert!(engine.run_due(None).reflection.is_none(), "once a day is enough");
    clock.advance(24 * HOUR);
    assert!(engine.run_due(None).reflection.is_some(), "the next night it is due again, late or not");
}

#[test]
fn enough_episodes_are_reason_enough_and_nothing_is_read_again_without_a_change() {
    let at = clockwork(serde_json::json!({
        "memory": { "reflection": { "dailyAt": null, "thresholdEntries": 2 } }
    }));
    let engine = &at.engine;
    remember(engine, "Ana works at Initech.");
    let ran = engine.run_due(None);
    assert!(ran.reflection.is_none());
    remember(engine, "Ben lives in Graz.");
    assert!(engine.run_due(engine.workspace.revision().as_deref()).reflection.is_none(), "told it was looked at");
    let ran = engine.run_due(ran.revision.as_deref());
    assert_eq!(ran.reflection.expect("two episodes").trigger, "2 unprocessed episodes");
}

#[test]
fn a_heartbeat_runs_once_per_slot_whatever_dies_and_what_was_missed_is_told() {
    let at = clockwork(serde_json::json!({
        "memory": { "reflection": { "dailyAt": null } }
    }));
    let (engine, clock, place) = (&at.engine, &at.clock, &at.place);
    std::fs::write(place.workspace.join("HEARTBEAT.md"), "- Check the backup server.\n").unwrap();
    assert!(engine.run_due(None).heartbeat.is_none());
    clock.advance(HOUR / 2);
    let first = engine.run_due(None).heartbeat.expect("half an hour later");
    assert!(first.receipt.is_some() && !first.items[0].done);
    let second_process = Engine::open(place.clone()).unwrap();
    assert!(second_process.run_due(None).heartbeat.is_none(), "somebody else ran it");
    clock.advance(HOUR / 2);
    let same = second_process.run_due(None).heartbeat.expect("the next one");
    assert!(same.receipt.is_none(), "the same result is not logged again");
    // Killed between the claim and the end.
    clock.advance(HOUR / 2);
    let slot = engine.latest_slot(HOUR / 2).unwrap();
    engine.claim(ScheduledJob::Heartbeat, slot).unwrap().expect("claimed");
    assert!(engine.run_due(None).heartbeat.is_none(), "not run twice");
    clock.advance(2 * HOUR);
    let ran = engine.run_due(None);
    assert!(ran.heartbeat.is_some());
    assert!(ran.notes.iter().any(|note| note.contains("did not come to its end")), "{:?}", ran.notes);
    assert!(ran.notes.iter().any(|note| note.starts_with("3 runs of the heartbeat")), "{:?}", ran.notes);
    clock.advance(-3 * HOUR);
    assert!(engine.run_due(None).heartbeat.is_none(), "a clock set back repeats nothing");
}

#[test]
fn a_heartbeat_does_what_it_can_and_logs_the_rest_as_left_over() {
    let at = clockwork(serde_json::json!({}));
    let (engine, place) = (&at.engine, &at.place);
    let run = engine.heartbeat().unwrap();
    assert!(run.items.is_empty() && run.receipt.is_none(), "no checklist, nothing written");
    lived(place, "2026-02-01", "Ana works at Initech.");
    let checklist = "# HEARTBEAT.md\n\n- Check if the backup server is reachable.\n\
        - Summarize the day's memory log and write key points to MEMORY.md.\n";
    std::fs::write(place.workspace.join("HEARTBEAT.md"), checklist).unwrap();
    let run = engine.heartbeat().unwrap();
    assert_eq!(run.items.iter().map(|item| item.done).collect::<Vec<_>>(), [false, true]);
    assert!(engine.reflection().unwrap().is_some_and(|view| view.trigger == "heartbeat"), "drafted, not applied");
    let log = engine.log(None, false).unwrap();
    let entry = log.entries.iter().find(|entry| entry.source.as_deref() == Some("heartbeat")).expect("logged");
    assert!(entry.content.contains("[ ] Check if the backup server is reachable"), "{}", entry.content);
    assert!(entry.content.contains("waits for approval"), "{}", entry.content);
}

#[test]
fn a_heartbeat_is_quiet_outside_its_hours_and_what_it_passed_over_is_not_called_missed() {
    // Half past two in Berlin is half past ten in Tokyo.
    let hours = |zone: Option<&str>| {
        clockwork(serde_json::json!({
            "memory": { "reflection": { "dailyAt": null } },
            "agents": { "defaults": { "heartbeat": { "activeHours": { "start": "08:00", "end": "22:00", "timezone": zone } } } }
        }))
    };
    let write =
        |at: &Clockwork| std::fs::write(at.place.workspace.join("HEARTBEAT.md"), "- Check the roof.\n").unwrap();
    let at = hours(None);
    write(&at);
    at.engine.run_due(None);
    for _ in 0..10 {
        at.clock.advance(HOUR / 2);
        assert!(at.engine.run_due(None).heartbeat.is_none(), "it is night");
    }
    at.clock.advance(HOUR / 2);
    let ran = at.engine.run_due(None);
    assert!(ran.heartbeat.is_some() && ran.notes.is_empty(), "eight o'clock: {:?}", ran.notes);
    let at = hours(Some("Asia/Tokyo"));
    write(&at);
    at.engine.run_due(None);
    at.clock.advance(HOUR / 2);
    assert!(at.engine.run_due(None).heartbeat.is_some(), "it is day in the zone that is named");
}
