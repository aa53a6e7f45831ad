//! The rows of the search, and who sees which.

use std::collections::BTreeSet;

use soulfile_fleet::{MEANING_DIMS, MemoryReader, SearchRow};
use soulfile_testkit::postgres::Postgres;

use crate::fixture::{Fixture, append, open};

fn row(id: &str, scope: &str, authority: i32, text: &str) -> SearchRow {
    SearchRow {
        id: id.to_owned(),
        scope: scope.to_owned(),
        authority,
        trust: "user".to_owned(),
        day: Some("2026-02-02".to_owned()),
        text: text.to_owned(),
    }
}

fn rows() -> Vec<SearchRow> {
    vec![
        row("everybody", "shared", 8, "The harbour contract ends in May"),
        row("room", "room:dev", 8, "The harbour build is broken"),
        row("person", "user:sam", 8, "Sam sails out of the harbour"),
        row("tool", "shared", 3, "A page about the harbour"),
        row("other", "shared", 8, "Tea in the garden"),
    ]
}

/// A made-up meaning: what is about the harbour is near to what is about the harbour.
fn meanings(texts: &[String]) -> Vec<Vec<f32>> {
    let meaning = |text: &String| {
        let mut vector = vec![0.0; MEANING_DIMS];
        vector[usize::from(text.contains("harbour"))] = 1.0;
        vector
    };
    texts.iter().map(meaning).collect()
}

#[test]
fn the_database_decides_who_sees_which_memory() {
    let fixture = Fixture::new();
    fixture.adopt("aria");
    let fleet = &fixture.fleet;
    assert_eq!(fleet.share_memories("aria", 1, 7, &rows(), meanings).unwrap(), Some(5));
    let found = |scopes: Option<&[&str]>, least_authority: i32| -> BTreeSet<String> {
        let scopes = scopes.map(|scopes| scopes.iter().map(|scope| (*scope).to_owned()).collect());
        let reader = MemoryReader { scopes, least_authority };
        let found = fleet.search(&reader, "harbour?", None, 10).unwrap();
        found.into_iter().map(|memory| memory.id).collect()
    };
    let set = |ids: &[&str]| -> BTreeSet<String> { ids.iter().map(|id| (*id).to_owned()).collect() };
    assert_eq!(found(None, 0), set(&["everybody", "room", "person", "tool"]));
    assert_eq!(found(Some(&["shared"]), 4), set(&["everybody"]));
    assert_eq!(found(Some(&["shared", "room:dev"]), 4), set(&["everybody", "room"]));
    assert_eq!(found(Some(&["shared", "user:sam"]), 0), set(&["everybody", "person", "tool"]));
    assert_eq!(found(Some(&[]), 0), set(&[]));

    // Whoever asks the table itself without saying who they are sees nothing, as its owner too.
    let ask = |sql: &str| Postgres::shared().ask(&fixture.address, sql);
    assert_eq!(ask("SET ROLE soul_reader; SELECT count(*) FROM shared_memories"), "0");
    ask(
        "CREATE ROLE an_owner_like_any; GRANT USAGE ON SCHEMA public TO an_owner_like_any; ALTER TABLE shared_memories OWNER TO an_owner_like_any",
    );
    assert_eq!(ask("SET ROLE an_owner_like_any; SELECT count(*) FROM shared_memories"), "0");
    ask(
        "ALTER TABLE shared_memories OWNER TO postgres; REVOKE ALL ON SCHEMA public FROM an_owner_like_any; DROP ROLE an_owner_like_any",
    );
}

#[test]
fn rows_follow_the_workspace_and_only_its_owner_writes_them() {
    let fixture = Fixture::new();
    fixture.adopt("aria");
    let fleet = &fixture.fleet;
    fleet.share_memories("aria", 1, 7, &rows(), meanings).unwrap();
    let mut changed = rows();
    changed.retain(|row| row.id != "room");
    changed[0].text = "The harbour contract ends in June".to_owned();
    assert_eq!(fleet.share_memories("aria", 0, 8, &[], meanings).unwrap(), None, "a fence that is not in force");
    assert_eq!(fleet.share_memories("aria", 1, 8, &changed, meanings).unwrap(), Some(2));
    assert_eq!(fleet.share_memories("aria", 1, 9, &changed, meanings).unwrap(), Some(0));
    let reader = MemoryReader { scopes: None, least_authority: 0 };
    let found = fleet.search(&reader, "harbour contract", None, 10).unwrap();
    assert_eq!(found[0].text, "The harbour contract ends in June");
    assert!(found.iter().all(|memory| memory.id != "room"));

    // Private memories have no place there, whatever a gateway does.
    assert!(fleet.share_memories("aria", 1, 10, &[row("mine", "private", 8, "x")], meanings).is_err());

    assert_eq!(fleet.forget_shared().unwrap(), ["aria"]);
}

#[test]
fn meanings_are_compared_where_the_database_can() {
    let fixture = Fixture::new();
    fixture.adopt("aria");
    let fleet = &fixture.fleet;
    fleet.share_memories("aria", 1, 7, &rows(), meanings).unwrap();
    let near = meanings(&["harbour".to_owned()]).remove(0);
    let reader = MemoryReader { scopes: None, least_authority: 0 };
    let available = "SELECT count(*) FROM pg_available_extensions WHERE name = 'vector'";
    let available = Postgres::shared().ask(&fixture.address, available) == "1";
    assert_eq!(fleet.compares_meanings().unwrap(), available);
    if available {
        // No word in common.
        let found = fleet.search(&reader, "boats", Some(&near), 4).unwrap();
        assert_eq!(found.len(), 4);
        assert!(found.iter().all(|memory| memory.text.contains("harbour")), "{found:?}");
    } else {
        assert!(fleet.search(&reader, "boats", None, 4).unwrap().is_empty());
    }
}

#[test]
fn a_gateway_is_told_which_of_its_workspaces_the_search_lacks() {
    let fixture = Fixture::new();
    fixture.adopt("aria");
    fixture.adopt("nova");
    let (gateway, other) = (fixture.gateway("one"), fixture.gateway("two"));
    let workspace = open(&gateway, "aria");
    open(&other, "nova");
    let behind = || gateway.unsearched().unwrap();
    let share = || {
        let (fence, position) = gateway.written("aria").unwrap();
        fixture.fleet.share_memories("aria", fence, position, &rows(), meanings).unwrap().unwrap()
    };
    assert_eq!(behind(), ["aria"], "its own, never shared yet");
    assert_eq!(share(), 5);
    assert!(behind().is_empty());
    workspace.apply(append("second")).unwrap();
    assert_eq!(behind(), ["aria"]);
    share();
    fixture.fleet.forget_shared().unwrap();
    assert_eq!(behind(), ["aria"], "to be made anew");
}
