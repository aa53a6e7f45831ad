//! The watcher keeps the index current, and tells what it found.

use soulfile_api::Noticed;
use std::sync::Arc;
use std::sync::mpsc;

use soulfile_engine::{RecallRequest, WatchOptions};

use crate::fixture::{RecallFixture, main};

/// Looks that may go by before what is waited for must have been heard.
const LOOKS: usize = 20;

#[test]
fn hand_edits_are_taken_in_and_indexed_without_a_search() {
    let f = RecallFixture::new();
    f.write("memory/2026-02-01.md", "## 10:00 | fact\nThe key lies under the red pot.\n");
    let engine = Arc::new(f.another());
    let (sender, heard) = mpsc::channel::<Noticed>();
    let watch = engine.watch(WatchOptions::default(), move |noticed| {
        let _ = sender.send(noticed.clone());
    });
    let watch = watch.expect("a watcher");
    let first = heard.recv().expect("the first look");
    assert_eq!(first.caught_up.read, 1, "{first:?}");
    assert_eq!(first.edited, ["memory/2026-02-01.md"]);
    assert!(first.problems.is_empty());
    let wait_for = |what: &dyn Fn(&Noticed) -> bool, name: &str| {
        let found = (0..LOOKS).find_map(|_| heard.recv().ok().filter(|noticed| what(noticed)));
        found.unwrap_or_else(|| panic!("{name} was not heard of"))
    };
    let indexed = || engine.index_status(true).expect("a status").problems;
    // An edit, a file in a folder that is new, and a removal.
    f.write("memory/2026-02-01.md", "## 10:00 | fact\nThe key lies behind the blue door.\n");
    wait_for(&|n| n.edited.contains(&"memory/2026-02-01.md".to_owned()), "the edit");
    f.write("bank/garden/gate.md", "The gate is painted green.\n");
    wait_for(&|n| n.edited.contains(&"bank/garden/gate.md".to_owned()), "the new folder");
    std::fs::remove_file(f.root.join("memory/2026-02-01.md")).unwrap();
    wait_for(&|n| n.caught_up.removed == 1, "the removal");
    assert_eq!(indexed(), Some(Vec::new()));
    drop(watch);
    // Stopped: nothing is heard any more, and a search still finds what changed since.
    assert!(heard.recv().is_err(), "the watcher's thread has ended");
    f.write("memory/2026-02-03.md", "## 10:00 | fact\nThe lantern hangs in the cellar.\n");
    let answer = engine.recall(&RecallRequest::new("lantern", main())).expect("an answer");
    assert_eq!(answer.hits[0].path, "memory/2026-02-03.md");
}

#[test]
fn a_damaged_index_is_mended_by_the_next_look() {
    let f = RecallFixture::new();
    f.write("memory/2026-02-01.md", "## 10:00 | fact\nThe key lies under the red pot.\n");
    f.engine.look(std::time::Duration::ZERO);
    std::fs::write(f.engine.index_path(), b"scribbled over ".repeat(1_000)).unwrap();
    let engine = f.another();
    let noticed = engine.look(std::time::Duration::ZERO);
    assert!(noticed.problems.is_empty(), "{noticed:?}");
    assert_eq!(engine.index_status(true).unwrap().problems, Some(Vec::new()));
}
