//! One owner at a time: who was taken over is refused, however late it notices.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use soulfile_fleet::{Fleet, FleetGateway, GatewayOptions, Served};
use soulfile_testkit::postgres::Postgres;
use soulfile_workspace::Error;

use crate::fixture::{Fixture, append, entries, open, settings, workspace};

#[test]
fn an_owner_that_was_taken_over_is_refused_and_nothing_is_lost() {
    let fixture = Fixture::new();
    fixture.adopt("aria");
    let one = fixture.gateway("one");
    let old = open(&one, "aria");
    old.apply(append("second")).unwrap();
    let two = fixture.gateway("two");
    assert_eq!(two.serve("aria").unwrap(), Served::There("http://one.test".to_owned()), "it lives");

    // It lives no longer as far as the database can tell, and knows nothing of that.
    let _connections = one.fleet.clone();
    drop(one);
    let new = open(&two, "aria");
    assert_eq!(entries(&new), ["first", "second"]);
    let head = old.revision();
    assert!(matches!(old.apply(append("late")), Err(Error::Fenced(_))));
    assert_eq!((old.revision(), entries(&old)), (head, vec!["first".to_owned(), "second".to_owned()]));
    new.apply(append("third")).unwrap();
    assert!(matches!(old.apply(append("later")), Err(Error::Fenced(_))));
    assert_eq!(entries(&new), ["first", "second", "third"]);
    assert!(new.verify().unwrap().ok);
}

#[test]
fn a_gateway_that_comes_back_follows_what_others_wrote() {
    let fixture = Fixture::new();
    fixture.adopt("aria");
    let one = fixture.gateway("one");
    open(&one, "aria").apply(append("by one")).unwrap();
    one.stop();
    drop(one);
    let two = fixture.gateway("two");
    open(&two, "aria").apply(append("by two")).unwrap();
    two.stop();
    drop(two);
    let one = fixture.gateway("one");
    let again = open(&one, "aria");
    assert_eq!(entries(&again), ["first", "by one", "by two"]);
    again.apply(append("by one again")).unwrap();
    assert_eq!(entries(&workspace(&one, "aria")).len(), 4);
}

#[test]
fn many_writers_share_transactions_and_each_has_its_commit() {
    let fixture = Fixture::new();
    fixture.adopt("aria");
    let one = fixture.gateway("one");
    let writing = open(&one, "aria");
    std::thread::scope(|scope| {
        for writer in 0..8 {
            let writing = &writing;
            scope.spawn(move || (0..50).for_each(|n| drop(writing.apply(append(&format!("{writer}-{n}"))).unwrap())));
        }
    });
    let rows: i64 = Postgres::shared().ask(&fixture.address, "SELECT position FROM workspaces").parse().unwrap();
    assert!(rows < 401, "{rows} transactions for 400 mutations");
    drop((writing, one));
    let two = fixture.gateway("two");
    let read = open(&two, "aria");
    assert_eq!(entries(&read).len(), 401);
    let verified = read.verify().unwrap();
    assert!(verified.ok && verified.checked == 401, "{verified:?}");
}

#[test]
fn a_gateways_own_cache_belongs_to_one_process() {
    let fixture = Fixture::new();
    let one = fixture.gateway("one");
    let fleet = one.fleet.clone();
    let again = soulfile_fleet::FleetGateway::new(fleet, soulfile_fleet::GatewayOptions::new(fixture.path("one")));
    assert!(again.is_err());
}

#[test]
fn workspaces_past_what_may_be_open_are_given_up_and_open_again_when_asked_for() {
    let fixture = Fixture::new();
    let names = ["w1", "w2", "w3", "w4"];
    names.iter().for_each(|name| fixture.adopt(name));
    let fleet = Arc::new(Fleet::open(&settings(&fixture.address)).unwrap());
    let options =
        GatewayOptions { lease: Duration::from_secs(1), most_open: 2, ..GatewayOptions::new(fixture.path("one")) };
    let one = FleetGateway::new(fleet, options).unwrap();
    one.start("http://one.test", |_| ()).unwrap();
    // In use as long as it is held.
    one.serve("w1").unwrap();
    let held = one.tenure("w1").unwrap();
    for name in &names[1..] {
        open(&one, name).apply(append("more")).unwrap();
    }
    for _ in 0..400 {
        if one.open_names().len() == 2 {
            break;
        }
        std::thread::sleep(Duration::from_millis(25));
    }
    assert_eq!(one.open_names().iter().map(String::as_str).collect::<BTreeSet<_>>(), BTreeSet::from(["w1", "w4"]));
    assert_eq!(entries(&open(&one, "w2")), ["first", "more"]);
    assert!(one.figures().given_up >= 2 && one.figures().openings == 5, "{:?}", one.figures());

    // Its end is heard of by whoever holds it.
    one.stop();
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(held.over());
}
