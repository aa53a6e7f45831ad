//! A second place for the journal: what is acknowledged is there, what is refused is not, and another directory that
//! follows it becomes the same workspace.

use std::path::Path;
use std::sync::{Arc, Mutex};

use soulfile_workspace::{
    Action, Actor, Change, Error, JournalSink, Mutation, Result, SinkBatch, Workspace, WorkspaceOptions, WorkspacePath,
};

#[derive(Default)]
struct Memory {
    batches: Mutex<Vec<(String, Vec<u8>)>>,
    refuse: Mutex<bool>,
}

impl JournalSink for Memory {
    fn commit(&self, batch: &SinkBatch<'_>) -> Result<()> {
        if *self.refuse.lock().unwrap() {
            return Err(Error::Fenced("the lease was taken".to_owned()));
        }
        let mut batches = self.batches.lock().unwrap();
        assert_eq!(batches.last().map(|(commit, _)| commit.as_str()), batch.parent);
        batches.push((batch.commit.to_owned(), batch.records.to_owned()));
        Ok(())
    }

    fn withdraw(&self, commit: &str) -> Result<()> {
        let taken = self.batches.lock().unwrap().pop();
        assert_eq!(taken.map(|(commit, _)| commit).as_deref(), Some(commit));
        Ok(())
    }
}

fn open(dir: &Path, name: &str, sink: Option<Arc<Memory>>) -> Workspace {
    let state = dir.join("state").join(name);
    std::fs::create_dir_all(&state).unwrap();
    std::fs::write(state.join("audit.key"), [7; 32]).unwrap();
    let sink = sink.map(|sink| sink as Arc<dyn JournalSink>);
    Workspace::init(&dir.join(name), WorkspaceOptions { sink, ..WorkspaceOptions::new(state) }).unwrap()
}

fn append(text: &str) -> Mutation {
    let path = WorkspacePath::parse("memory/2026-02-02.md").unwrap();
    let change = Change::Append { path, header: b"# 2026-02-02\n".to_vec(), bytes: format!("- {text}\n").into_bytes() };
    Mutation::new(Action::Create, Actor::Manual, text, vec![change])
}

fn day(workspace: &Workspace) -> String {
    let read = workspace.read(&WorkspacePath::parse("memory/2026-02-02.md").unwrap()).unwrap();
    read.map_or_else(String::new, |file| String::from_utf8(file.bytes).unwrap())
}

#[test]
fn another_directory_follows_and_becomes_the_same() {
    let dir = tempfile::tempdir().unwrap();
    let sink = Arc::new(Memory::default());
    let one = open(dir.path(), "one", Some(sink.clone()));
    one.mark_as_cache("aria").unwrap();
    std::thread::scope(|scope| {
        for writer in 0..4 {
            let one = &one;
            scope.spawn(move || (0..40).for_each(|n| drop(one.apply(append(&format!("{writer}-{n}"))).unwrap())));
        }
    });
    std::fs::write(one.path().join("notes.md"), "by hand\n").unwrap();
    assert_eq!(one.take_in_hand_edits().unwrap(), ["notes.md"]);

    let two = open(dir.path(), "two", Some(sink.clone()));
    let batches: Vec<Vec<u8>> = sink.batches.lock().unwrap().iter().map(|(_, bytes)| bytes.clone()).collect();
    let (early, late) = batches.split_at(batches.len() / 2);
    assert_eq!(two.follow(early).unwrap() + two.follow(late).unwrap(), 161);
    assert_eq!((two.revision(), day(&two)), (one.revision(), day(&one)));
    assert_eq!(two.hand_edited().unwrap(), Vec::<String>::new());
    assert!(two.verify().unwrap().problems.is_empty());
    assert!(matches!(two.follow(late), Err(Error::Damaged(_))), "what was followed does not fit again");

    drop(one);
    let without = open(dir.path(), "one", None);
    assert!(matches!(without.apply(append("behind its back")), Err(Error::Unsupported(_))));
    without.unmark_as_cache().unwrap();
    without.apply(append("released")).unwrap();
}

#[test]
fn what_the_sink_refuses_did_not_happen() {
    let dir = tempfile::tempdir().unwrap();
    let sink = Arc::new(Memory::default());
    let workspace = open(dir.path(), "one", Some(sink.clone()));
    workspace.apply(append("first")).unwrap();
    let (before, text) = (workspace.revision(), day(&workspace));
    *sink.refuse.lock().unwrap() = true;
    assert!(matches!(workspace.apply(append("late")), Err(Error::Fenced(_))));
    assert_eq!((workspace.revision(), day(&workspace)), (before, text.clone()));
    drop(workspace);
    let again = open(dir.path(), "one", Some(sink.clone()));
    assert_eq!(day(&again), text, "nor after it is opened again");
    *sink.refuse.lock().unwrap() = false;
    again.apply(append("second")).unwrap();
    assert_eq!(sink.batches.lock().unwrap().len(), 2);
}
