//! A search finds what changed before it began, whoever changed it and however often it was asked before.

use std::fs;
use std::io::Write;
use std::os::unix::fs::FileExt;

use soulfile_engine::RecallRequest;

use crate::fixture::{RecallFixture, best, main, texts};

const NOTE: &str = "memory/2026-02-01.md";

/// An agent that was asked often enough to listen instead of walking.
fn listening() -> RecallFixture {
    let f = RecallFixture::new();
    f.write(NOTE, "## 10:00 | fact\nThe key lies under the red pot.\n");
    f.write("bank/garden.md", "The gate is painted green.\n");
    for _ in 0..3 {
        assert_eq!(best(&f.ask("where is the key")), "memory/2026-02-01.md:2");
    }
    f
}

#[test]
fn every_way_of_changing_a_file_is_found_by_the_next_search() {
    let f = listening();
    // In place, not closed, and as long as before.
    let note = fs::File::options().write(true).open(f.root.join(NOTE)).unwrap();
    note.write_all_at(b"tin", 39).unwrap();
    assert!(texts(&f.ask("where is the key"))[0].contains("tin pot"));
    fs::File::options()
        .append(true)
        .open(f.root.join(NOTE))
        .unwrap()
        .write_all(b"\n## 11:00 | fact\nA lamp.\n")
        .unwrap();
    assert!(texts(&f.ask("lamp"))[0].contains("A lamp."));
    // As editors save: beside it, then over it.
    fs::write(f.root.join("memory/.save"), "## 10:00 | fact\nThe key is in the drawer.\n").unwrap();
    fs::rename(f.root.join("memory/.save"), f.root.join(NOTE)).unwrap();
    assert!(texts(&f.ask("where is the key"))[0].contains("drawer"));
    assert!(!texts(&f.ask("lamp")).iter().any(|text| text.contains("lamp")));
    f.write("memory/2026-02-02.md", "## 10:00 | fact\nThe violin is at the shop.\n");
    assert_eq!(best(&f.ask("violin")), "memory/2026-02-02.md:2");
    // A folder nobody listens to yet, and one inside it.
    f.write("bank/people/near/ana.md", "Ana plays the oboe.\n");
    assert_eq!(best(&f.ask("oboe")), "bank/people/near/ana.md:1");
    f.write("bank/people/near/otto.md", "Otto repairs boilers.\n");
    assert_eq!(best(&f.ask("boilers")), "bank/people/near/otto.md:1");
    fs::rename(f.root.join("bank/people"), f.root.join("bank/friends")).unwrap();
    assert_eq!(best(&f.ask("oboe")), "bank/friends/near/ana.md:1");
    fs::remove_dir_all(f.root.join("bank/friends")).unwrap();
    assert!(!texts(&f.ask("oboe")).iter().any(|text| text.contains("oboe")));
    assert_eq!(f.engine.index_status(true).unwrap().problems, Some(Vec::new()));
}

#[test]
fn what_another_process_indexed_meanwhile_is_found_too() {
    let f = listening();
    let other = f.another();
    for number in 0..20 {
        let mark = format!("marker{number}");
        f.write(&format!("bank/{mark}.md"), &format!("The {mark} lies on the shelf.\n"));
        let asked = if number % 2 == 0 { &other } else { &f.engine };
        let then = if number % 2 == 0 { &f.engine } else { &other };
        for engine in [asked, then] {
            let answer = engine.recall(&RecallRequest::new(&mark, main())).unwrap();
            assert!(texts(&answer)[0].contains(&mark), "{mark}");
        }
        if number % 5 == 4 {
            other.rebuild_index().unwrap();
        }
    }
}

#[test]
fn more_changes_than_the_kernel_remembers_lose_nothing() {
    let f = listening();
    let most: u64 = fs::read_to_string("/proc/sys/fs/inotify/max_queued_events").unwrap().trim().parse().unwrap();
    // Two files in turn, because equal events in a row count as one.
    let files = [NOTE, "bank/garden.md"].map(|path| fs::File::options().write(true).open(f.root.join(path)).unwrap());
    for number in 0..most + 2 {
        files[number as usize % 2].write_all_at(b"#", 0).unwrap();
    }
    f.write("memory/2026-02-05.md", "## 10:00 | fact\nThe lantern hangs in the cellar.\n");
    assert_eq!(best(&f.ask("lantern")), "memory/2026-02-05.md:2");
    f.write("memory/2026-02-06.md", "## 10:00 | fact\nThe kettle stands on the stove.\n");
    assert_eq!(best(&f.ask("kettle")), "memory/2026-02-06.md:2");
}

/// Written under another name of the same file, a change makes no event here. It stands for all that make none.
#[test]
fn a_change_without_an_event_is_found_by_the_next_walk() {
    let f = listening();
    let elsewhere = f.root.parent().unwrap().join("elsewhere");
    fs::hard_link(f.root.join(NOTE), &elsewhere).unwrap();
    f.ask("anything");
    fs::write(&elsewhere, "## 10:00 | fact\nThe key was thrown into the sea.\n").unwrap();
    fs::remove_file(&elsewhere).unwrap();
    f.clock.set("2026-02-10T12:01:01Z");
    assert!(texts(&f.ask("where is the key"))[0].contains("sea"));
}

#[test]
fn a_new_life_cycle_state_is_found_by_the_next_search() {
    let f = listening();
    let scores = r#"{"version":1,"entries":{"episode:2026-02-01:10:00":{"store":"episodic","status":"archived"}}}"#;
    f.write("memory/meta/decay-scores.json", scores);
    // Age hides nothing: where nothing livelier answers, the second tier does, and says so.
    let found = f.ask("where is the key");
    let keys: Vec<_> = found.hits.iter().filter(|hit| hit.text.contains("key")).collect();
    assert!(!keys.is_empty() && keys.iter().all(|hit| format!("{:?}", hit.state) == "Archived"), "{keys:?}");
}

#[test]
fn a_new_entity_is_known_by_its_name_at_once() {
    let f = listening();
    f.write("memory/graph/entities/person--zora.md", "# person--zora\n\n## Facts\n- Collects stamps <!-- id:f1 -->\n");
    f.write("memory/2026-02-07.md", "## 10:00 | fact\nMet [[person--zora]] at the harbour.\n");
    let parts = f.ask("What about Zora?").hits.iter().map(|hit| hit.parts.graph).fold(0.0, f32::max);
    assert!(parts > 0.0, "the graph was asked");
}
