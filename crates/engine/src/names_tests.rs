use soulfile_workspace::{Action, Actor, Change, Mutation, WorkspacePath};

use super::*;
use crate::open::Place;

fn engine(dir: &Path) -> Engine {
    Engine::init(Place::for_test(dir)).unwrap()
}

fn write(engine: &Engine, entity: &str, text: Option<&str>) {
    let path = WorkspacePath::parse(&format!("memory/graph/entities/{entity}.md")).unwrap();
    let change = match text {
        Some(text) => Change::Write { path, bytes: text.as_bytes().to_vec(), base: None },
        None => Change::Delete { path, base: None },
    };
    engine.workspace.apply(Mutation::new(Action::Edit, Actor::Manual, "test", vec![change]).confirmed(true)).unwrap();
}

fn like(engine: &Engine, name: &str) -> Vec<String> {
    let found = engine.names_like(Named { name, kind: EntityType::Person }).unwrap();
    found.into_iter().map(|(name, id)| format!("{id} {name}")).collect()
}

#[test]
fn what_another_process_writes_is_found_by_one_that_has_looked_before() {
    let dir = tempfile::tempdir().unwrap();
    let (one, other) = (engine(dir.path()), engine(dir.path()));
    write(&one, "person--katrin-vogel", Some("# Katrin Vogel\n"));
    for engine in [&one, &other] {
        assert_eq!(like(engine, "Kathrin Vogel"), ["person--katrin-vogel Katrin Vogel"]);
    }
    write(&other, "person--kurt", Some("# Kurt\n\n## Aliases\n- Katrin Weber\n"));
    for engine in [&one, &other, &self::engine(dir.path())] {
        assert_eq!(like(engine, "Katrin Weber").last().map(String::as_str), Some("person--kurt Katrin Weber"));
    }
    write(&one, "person--kurt", Some("# Kurt\n\n## Aliases\n- Katrin Weber\n- Petra Lang\n"));
    assert_eq!(like(&other, "Petra Lang"), ["person--kurt Petra Lang"]);
}

#[test]
fn a_cache_that_is_gone_damaged_or_of_another_form_is_made_anew() {
    let dir = tempfile::tempdir().unwrap();
    let engine = engine(dir.path());
    write(&engine, "person--katrin-vogel", Some("# Katrin Vogel\n"));
    let found = like(&engine, "Katrin Vogel");
    assert_eq!(found.len(), 1);
    let revision = engine.names_dir().join("revision");
    let gone = || fs::remove_dir_all(engine.names_dir()).unwrap();
    let damaged = || fs::write(&revision, "5aff439b").unwrap();
    for spoil in [&gone as &dyn Fn(), &damaged] {
        spoil();
        assert_eq!(like(&engine, "Katrin Vogel"), found);
        spoil();
        assert_eq!(like(&self::engine(dir.path()), "Katrin Vogel"), found);
    }
}

#[test]
fn what_a_purge_threw_away_is_not_kept_in_mind() {
    let dir = tempfile::tempdir().unwrap();
    let (one, other) = (engine(dir.path()), engine(dir.path()));
    write(&one, "person--katrin-vogel", Some("# Katrin Vogel\n"));
    assert_eq!(like(&one, "Katrin Vogel").len(), 1);
    assert_eq!(like(&other, "Katrin Vogel").len(), 1);
    write(&one, "person--katrin-vogel", None);
    one.scrub_state(&["Katrin Vogel".to_owned()]).unwrap();
    for engine in [&one, &other] {
        assert_eq!(like(engine, "Katrin Vogel"), Vec::<String>::new());
    }
}

#[test]
fn the_flat_directory_is_counted_again_when_it_may_be_full() {
    let dir = tempfile::tempdir().unwrap();
    let engine = engine(dir.path());
    write(&engine, "person--ana", Some("# Ana\n"));
    like(&engine, "Ana");
    assert_eq!(engine.flat_entities().unwrap(), 1);
    engine.names.lock_names().flat = Some((FLAT_LIMIT - 1, 0));
    assert_eq!(engine.flat_entities().unwrap(), FLAT_LIMIT - 1);
    for number in 0..2 {
        write(&engine, &format!("person--ben-{number}"), Some("# Ben\n"));
    }
    like(&engine, "Ana");
    assert_eq!(engine.flat_entities().unwrap(), 3);
}
