use std::sync::Arc;

use soulfile_workspace::{LogFilter, Workspace};

use crate::fixture::{WorkspaceFixture, append, bot, write};

#[test]
fn concurrent_appends_are_all_kept_with_a_commit_each() {
    let f = WorkspaceFixture::new();
    let ws = Arc::new(Workspace::open(&f.root(), f.options()).unwrap());
    std::thread::scope(|scope| {
        for writer in 0..16 {
            let ws = ws.clone();
            scope.spawn(move || {
                for i in 0..10 {
                    ws.apply(bot(vec![append("memory/2026-02-02.md", &format!("w{writer} i{i}\n"))])).unwrap();
                }
            });
        }
    });
    drop(ws);
    let text = f.text("memory/2026-02-02.md");
    for writer in 0..16 {
        let own: Vec<_> = text.lines().filter(|l| l.starts_with(&format!("w{writer} "))).collect();
        assert_eq!(own, (0..10).map(|i| format!("w{writer} i{i}")).collect::<Vec<_>>());
    }
    assert_eq!(f.git(&["rev-list", "--count", "HEAD"]).trim(), "160");
    f.assert_clean();
}

#[test]
fn two_openings_see_each_other() {
    let f = WorkspaceFixture::new();
    let other = Workspace::open(&f.root(), f.options()).unwrap();
    for i in 0..5 {
        f.apply(bot(vec![write(&format!("memory/a{i}.md"), "a\n")])).unwrap();
        other.apply(bot(vec![write(&format!("memory/b{i}.md"), "b\n")])).unwrap();
    }
    assert_eq!(other.log(&LogFilter { limit: 100, ..Default::default() }).unwrap().len(), 10);
    drop(other);
    f.assert_clean();
}

#[test]
fn one_refused_mutation_does_not_hold_up_the_batch() {
    let f = WorkspaceFixture::new();
    let ws = Arc::new(Workspace::open(&f.root(), f.options()).unwrap());
    let results: Vec<bool> = std::thread::scope(|scope| {
        let handles: Vec<_> = (0..12)
            .map(|i| {
                let ws = ws.clone();
                let file = if i % 3 == 0 { "SOUL.md".to_owned() } else { format!("memory/{i}.md") };
                scope.spawn(move || ws.apply(bot(vec![write(&file, "x\n")])).is_ok())
            })
            .collect();
        handles.into_iter().map(|h| h.join().unwrap()).collect()
    });
    assert_eq!(results.iter().filter(|ok| **ok).count(), 8);
    drop(ws);
    f.assert_clean();
}
