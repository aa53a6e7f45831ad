//! Going back: the database from its backup and its archived log, the objects as they are.

use soulfile_testkit::postgres::Postgres;

use crate::fixture::{Fixture, append, entries, open, settings};
use soulfile_fleet::{Fleet, FleetGateway, GatewayOptions};
use std::sync::Arc;
use std::time::Duration;

#[test]
fn going_back_to_a_point_in_time() {
    let postgres = Postgres::start_archiving();
    let fixture = Fixture::on(&postgres);
    fixture.adopt("aria");
    let one = fixture.gateway("one");
    let writing = open(&one, "aria");
    writing.apply(append("before the backup")).unwrap();
    postgres.back_up();
    for number in 0..5 {
        writing.apply(append(&format!("before {number}"))).unwrap();
        one.checkpoint("aria").unwrap();
    }
    writing.apply(append("the last")).unwrap();
    let (head, known) = (writing.revision(), entries(&writing));
    let time = postgres.ask(&fixture.address, "SELECT clock_timestamp()");
    // What comes later takes its rows away, and has a checkpoint of its own.
    for number in 0..3 {
        writing.apply(append(&format!("after {number}"))).unwrap();
    }
    one.checkpoint("aria").unwrap();
    drop(writing);
    one.stop();

    let earlier = postgres.restored(&time);
    let name = fixture.address.split("dbname=").nth(1).and_then(|rest| rest.split(' ').next()).unwrap();
    let address = format!("host={} user=postgres dbname={name} sslmode=disable", earlier.folder().display());
    let fleet = Arc::new(Fleet::open(&settings(&address)).unwrap());
    let options = GatewayOptions { lease: Duration::from_secs(1), ..GatewayOptions::new(fixture.path("two")) };
    let two = FleetGateway::new(fleet, options).unwrap();
    two.start("http://two.test", |_| ()).unwrap();
    let restored = open(&two, "aria");
    assert_eq!(entries(&restored), known);
    assert_eq!(restored.revision(), head);
    let verified = restored.verify().unwrap();
    assert!(verified.ok && verified.other_keys == 0, "{verified:?}");
    restored.apply(append("another way on")).unwrap();
    assert!(two.checkpoint("aria").unwrap());
}
