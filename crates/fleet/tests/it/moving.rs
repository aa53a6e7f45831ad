//! Checkpoints, caches that are lost, and the ways in and out.

use std::fs;

use soulfile_fleet::{Error, Served};
use soulfile_testkit::postgres::Postgres;
use soulfile_workspace::{Workspace, WorkspaceOptions};

use crate::fixture::{DAY, Fixture, append, entries, git, lines, open};

#[test]
fn a_checkpoint_takes_the_place_of_the_rows_before_it() {
    let fixture = Fixture::new();
    fixture.adopt("aria");
    let one = fixture.gateway("one");
    let writing = open(&one, "aria");
    // More than are kept, and more packs than one manifest names.
    for round in 0..20 {
        writing.apply(append(&format!("{round}"))).unwrap();
        assert!(one.checkpoint("aria").unwrap());
    }
    assert!(!one.checkpoint("aria").unwrap(), "nothing new");
    let rows = Postgres::shared().ask(&fixture.address, "SELECT count(*) FROM journal");
    assert_eq!(rows, "0");
    writing.apply(append("after")).unwrap();
    let count = |folder: &str| fs::read_dir(fixture.path("objects/aria").join(folder)).unwrap().count();
    assert_eq!(count("manifests"), 4);
    assert!(count("packs") <= 20, "{} packs", count("packs"));

    // The machine is gone with its disk.
    let head = writing.revision();
    drop((writing, one));
    let two = fixture.gateway("two");
    let restored = open(&two, "aria");
    assert_eq!(restored.revision(), head);
    assert_eq!(entries(&restored).len(), 22);
    assert_eq!(restored.hand_edited().unwrap(), Vec::<String>::new());
    let verified = restored.verify().unwrap();
    assert!(verified.ok && verified.other_keys == 0, "{verified:?}");

    assert!(two.checkpoint("aria").unwrap());
    let (bare, clone) = (fixture.path("aria.git"), fixture.path("clone"));
    two.fleet.export("aria", &bare).unwrap();
    git(fixture.dir.path(), &["clone", "-q", bare.to_str().unwrap(), clone.to_str().unwrap()]);
    assert_eq!(git(&clone, &["rev-parse", "HEAD"]).trim(), head.unwrap());
    assert_eq!(lines(&fs::read_to_string(clone.join(DAY)).unwrap()).len(), 22);
    git(&clone, &["fsck", "--strict"]);
}

#[test]
fn a_cache_that_is_damaged_is_made_again() {
    let fixture = Fixture::new();
    fixture.adopt("aria");
    let one = fixture.gateway("one");
    open(&one, "aria").apply(append("second")).unwrap();
    one.stop();
    drop(one);
    let head = fixture.path("one/workspaces/aria/.git/HEAD");
    fs::write(head, "nonsense").unwrap();
    let one = fixture.gateway("one");
    assert_eq!(entries(&open(&one, "aria")), ["first", "second"]);
}

#[test]
fn into_the_fleet_and_out_of_it_with_the_history_whole() {
    let fixture = Fixture::new();
    fixture.adopt("aria");
    let options = WorkspaceOptions::new(fixture.path("state/aria"));
    let left = Workspace::open(&fixture.path("aria"), options.clone()).unwrap();
    assert!(left.apply(append("behind its back")).is_err(), "what was adopted is a cache from then on");
    assert!(matches!(fixture.fleet.adopt("aria", &fixture.path("aria"), options), Err(Error::Invalid(_))));

    let one = fixture.gateway("one");
    let head = open(&one, "aria").apply(append("second")).unwrap().commit;
    let out = WorkspaceOptions::new(fixture.path("state-out/aria"));
    let held = fixture.fleet.release("aria", &fixture.path("out"), out.clone());
    assert!(matches!(held, Err(Error::Held { .. })), "a gateway has it open");
    one.stop();
    fixture.fleet.release("aria", &fixture.path("out"), out.clone()).unwrap();
    let free = Workspace::open(&fixture.path("out"), out).unwrap();
    assert_eq!(free.revision(), Some(head));
    let verified = free.verify().unwrap();
    assert!(verified.ok && verified.problems.is_empty(), "{verified:?}");
    free.apply(append("third")).unwrap();
    assert_eq!(entries(&free), ["first", "second", "third"]);
    assert!(free.verify().unwrap().ok);
    assert_eq!(git(&fixture.path("out"), &["status", "--porcelain"]), "");
    assert!(matches!(one.serve("aria"), Err(Error::NotFound(_))));
}

#[test]
fn workspaces_move_and_gateways_drain() {
    let fixture = Fixture::new();
    fixture.adopt("aria");
    let (one, two) = (fixture.gateway("one"), fixture.gateway("two"));
    drop(open(&one, "aria"));
    fixture.fleet.move_to("aria", &two.id).unwrap();
    let moved = open(&two, "aria");
    moved.apply(append("on two")).unwrap();
    assert_eq!(one.serve("aria").unwrap(), Served::There("http://two.test".to_owned()));

    fixture.fleet.drain(&two.id, true).unwrap();
    let drained = open(&one, "aria");
    assert_eq!(entries(&drained), ["first", "on two"]);
    assert_eq!(two.serve("aria").unwrap(), Served::There("http://one.test".to_owned()));
    assert!(matches!(fixture.fleet.move_to("aria", &two.id), Err(Error::NotFound(_))), "it takes none");
    let status = fixture.fleet.status().unwrap();
    assert_eq!(status.workspaces[0].holder.as_deref(), Some(one.id.as_str()));
    assert!(status.gateways.iter().all(|gateway| gateway.lives && gateway.draining == (gateway.id == two.id)));
}
