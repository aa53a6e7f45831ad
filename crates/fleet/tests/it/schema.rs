//! The versions of the schema: an older one is brought up to date with what it holds, a newer one is used as it is.

use soulfile_fleet::{Error, Fleet};
use soulfile_testkit::postgres::Postgres;

use crate::fixture::{Fixture, append, entries, open, settings};

#[test]
fn an_older_fleet_is_brought_up_to_date_and_a_newer_one_is_used() {
    let fixture = Fixture::new();
    let ask = |sql: &str| Postgres::shared().ask(&fixture.address, sql);
    fixture.adopt("aria");
    let newest = fixture.fleet.status().unwrap().schema;
    // As the first version made it.
    ask("DROP TABLE shared_memories, shared_files; DROP SEQUENCE shared_versions;
         ALTER TABLE workspaces DROP COLUMN searched_position; DELETE FROM fleet_versions WHERE version > 1");
    match Fleet::open(&settings(&fixture.address)) {
        Err(Error::Invalid(text)) => assert!(text.contains("soul fleet init"), "{text}"),
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("it opened tables it cannot use"),
    }
    let objects = format!("file://{}", fixture.path("objects").display());
    let (one, two) = std::thread::scope(|scope| {
        let bring_up = || Fleet::init(&settings(&fixture.address), &objects).map(drop);
        let (one, two) = (scope.spawn(bring_up), scope.spawn(bring_up));
        (one.join().unwrap(), two.join().unwrap())
    });
    assert!(one.is_ok() && two.is_ok(), "two at once: {one:?}, {two:?}");
    assert_eq!(fixture.fleet.status().unwrap().schema, newest);

    // A later version added something; this program goes on beside it.
    ask("ALTER TABLE workspaces ADD COLUMN of_a_later_version int; INSERT INTO fleet_versions (version) VALUES (1000)");
    let one = fixture.gateway("one");
    let workspace = open(&one, "aria");
    workspace.apply(append("second")).unwrap();
    assert_eq!(entries(&workspace), ["first", "second"]);
    assert_eq!(one.fleet.status().unwrap().schema, 1000);
}
