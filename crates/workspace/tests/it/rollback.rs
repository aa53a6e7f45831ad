use proptest::prelude::*;
use soulfile_workspace::{Change, Error, Mutation, Target};

use crate::fixture::{WorkspaceFixture, append, bot, path, person, write};

fn undo(f: &WorkspaceFixture, target: Target) -> Result<soulfile_workspace::Receipt, Error> {
    let mutation = f.ws().plan_rollback(&target)?;
    f.apply(mutation.confirmed(true))
}

#[test]
fn the_last_mutation_is_undone_byte_for_byte() {
    let f = WorkspaceFixture::new();
    f.apply(bot(vec![write("memory/a.md", "a\n")])).unwrap();
    let before = f.git(&["rev-parse", "HEAD^{tree}"]);
    f.apply(bot(vec![write("memory/a.md", "b\n"), write("memory/new.md", "n\n")])).unwrap();
    undo(&f, Target::Last).unwrap();
    assert_eq!(f.git(&["rev-parse", "HEAD^{tree}"]), before);
    assert!(f.git(&["log", "-1", "--format=%s"]).starts_with("[REVERT] memory/a.md (+1 more) — undid m-"));
    undo(&f, Target::Last).unwrap();
    assert_eq!(f.text("memory/new.md"), "n\n", "an undo can be undone");
    f.assert_clean();
}

#[test]
fn an_older_mutation_is_undone_around_later_ones_or_refused() {
    let f = WorkspaceFixture::new();
    f.apply(bot(vec![write("memory/a.md", "1\n2\n3\n4\n5\n6\n7\n")])).unwrap();
    let first = f.apply(bot(vec![write("memory/a.md", "one\n2\n3\n4\n5\n6\n7\n")])).unwrap();
    f.apply(bot(vec![write("memory/a.md", "one\n2\n3\n4\n5\n6\nseven\n")])).unwrap();
    undo(&f, Target::Mutation(first.id.clone())).unwrap();
    assert_eq!(f.text("memory/a.md"), "1\n2\n3\n4\n5\n6\nseven\n");
    f.apply(bot(vec![write("memory/a.md", "uno\n2\n3\n4\n5\n6\nseven\n")])).unwrap();
    assert!(matches!(undo(&f, Target::Mutation(first.id)), Err(Error::Conflict { .. })));
    f.assert_clean();
}

#[test]
fn a_session_and_a_reflection_are_undone_whole() {
    let f = WorkspaceFixture::new();
    f.apply(bot(vec![write("memory/a.md", "a\n")])).unwrap();
    let tree = f.git(&["rev-parse", "HEAD^{tree}"]);
    let in_session = |m: Mutation| m.session(Some("s-1".into()));
    f.apply(in_session(bot(vec![append("memory/a.md", "1\n")]))).unwrap();
    f.apply(in_session(bot(vec![append("memory/a.md", "2\n"), write("memory/b.md", "b\n")]))).unwrap();
    undo(&f, Target::Session("s-1".into())).unwrap();
    assert_eq!(f.git(&["rev-parse", "HEAD^{tree}"]), tree);
    assert!(matches!(undo(&f, Target::Session("none".into())), Err(Error::NotFound { .. })));
    f.assert_clean();
}

#[test]
fn one_file_or_everything_goes_back_to_a_time() {
    let f = WorkspaceFixture::new();
    let first = f.apply(person(vec![write("SOUL.md", "v1\n"), write("memory/a.md", "a\n")])).unwrap();
    let time = soulfile_workspace::Clock::now(f.clock.as_ref()).as_second();
    f.clock.advance(3600);
    f.apply(person(vec![write("SOUL.md", "v2\n"), write("memory/b.md", "b\n")])).unwrap();
    undo(&f, Target::File { path: path("SOUL.md"), to: first.commit }).unwrap();
    assert_eq!((f.text("SOUL.md"), f.text("memory/b.md")), ("v1\n".into(), "b\n".into()));
    undo(&f, Target::Time(time)).unwrap();
    assert_eq!(f.text("memory/b.md"), "<absent>");
    assert!(matches!(undo(&f, Target::Time(0)), Err(Error::NotFound { .. })));
    f.assert_clean();
}

/// A random step of a history: which of four files, and what becomes of it.
fn step() -> impl Strategy<Value = (usize, u8, String)> {
    (0..4usize, 0..4u8, "[a-z]{1,12}(\n[a-z]{0,12}){0,6}")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn undoing_a_random_history_step_by_step_restores_every_state(steps in proptest::collection::vec(step(), 1..8)) {
        let f = WorkspaceFixture::new();
        let tree = |f: &WorkspaceFixture| f.git(&["rev-parse", "HEAD^{tree}"]);
        f.apply(bot(vec![write("memory/keep.md", "keep\n")])).unwrap();
        let mut states = vec![tree(&f)];
        for (file, kind, text) in steps {
            let name = format!("memory/f{file}.md");
            let change = match kind {
                0 => append(&name, &text),
                1 => Change::Delete { path: path(&name), base: None },
                2 => Change::Rename { from: path(&name), to: path(&format!("memory/r{file}.md")) },
                _ => write(&name, &text),
            };
            match f.apply(bot(vec![change]).confirmed(true)) {
                Ok(receipt) if receipt.id != "unchanged" => states.push(tree(&f)),
                _ => {}
            }
        }
        let mut ids: Vec<String> = f.git(&["rev-list", "HEAD"]).lines().map(str::to_owned).collect();
        ids.pop();
        for id in ids {
            states.pop();
            undo(&f, Target::Mutation(id)).unwrap();
            prop_assert_eq!(&tree(&f), states.last().unwrap());
        }
        f.assert_clean();
    }
}
