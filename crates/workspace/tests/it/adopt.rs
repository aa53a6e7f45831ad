use soulfile_workspace::{Error, LogFilter, Workspace};

use crate::fixture::{WorkspaceFixture, append, bot, git, write};

#[test]
fn an_existing_repository_is_used_as_it_is() {
    let mut f = WorkspaceFixture::bare();
    let root = f.root();
    std::fs::create_dir_all(root.join("memory")).unwrap();
    git(&root, &["init", "-q", "-b", "trunk"]);
    f.by_hand("MEMORY.md", "mine\n");
    f.by_hand("notes.txt", "mine too\n");
    git(&root, &["add", "."]);
    git(&root, &["commit", "-qm", "my own commit"]);
    // Dirty: something staged, something changed.
    f.by_hand("notes.txt", "staged\n");
    git(&root, &["add", "notes.txt"]);
    f.by_hand("notes.txt", "and changed again\n");
    f.workspace = Some(Workspace::open(&root, f.options()).unwrap());
    f.apply(bot(vec![append("MEMORY.md", "bot\n")])).unwrap();
    f.ws().settle().unwrap();
    assert_eq!(git(&root, &["status", "--porcelain"]), "MM notes.txt\n");
    assert_eq!(git(&root, &["diff", "--cached", "--name-only"]), "notes.txt\n");
    // The person commits in between, with plain git.
    git(&root, &["commit", "-qam", "another one"]);
    f.apply(bot(vec![append("MEMORY.md", "bot again\n")])).unwrap();
    let subjects: Vec<String> = git(&root, &["log", "--format=%s"]).lines().map(str::to_owned).collect();
    assert_eq!(subjects[1..], ["another one", "[EDIT] MEMORY.md — test change", "my own commit"]);
    assert_eq!(git(&root, &["branch", "--show-current"]), "trunk\n");
    f.assert_clean();
}

#[test]
fn a_detached_head_moves_and_branches_stay() {
    let mut f = WorkspaceFixture::new();
    f.apply(bot(vec![write("MEMORY.md", "a\n")])).unwrap();
    f.ws().settle().unwrap();
    f.git(&["checkout", "-q", "--detach"]);
    f.reopen();
    f.apply(bot(vec![write("MEMORY.md", "b\n")])).unwrap();
    assert_eq!(f.git(&["rev-list", "--count", "main"]).trim(), "1");
    assert_eq!(f.git(&["rev-list", "--count", "HEAD"]).trim(), "2");
    f.assert_clean();
}

#[test]
fn packed_refs_and_packed_objects_are_read() {
    let mut f = WorkspaceFixture::new();
    for i in 0..30 {
        f.apply(bot(vec![append("memory/a.md", &format!("{i}\n"))])).unwrap();
    }
    f.ws().settle().unwrap();
    f.git(&["gc", "-q"]);
    f.reopen();
    f.apply(bot(vec![append("memory/a.md", "after\n")])).unwrap();
    assert_eq!(f.ws().log(&LogFilter { limit: 100, ..Default::default() }).unwrap().len(), 31);
    f.assert_clean();
}

#[test]
fn a_directory_without_a_repository_is_not_a_workspace() {
    let f = WorkspaceFixture::bare();
    std::fs::create_dir_all(f.root()).unwrap();
    assert!(matches!(Workspace::open(&f.root(), f.options()), Err(Error::NotFound { .. })));
}

#[test]
fn a_linked_work_tree_is_used_like_a_repository() {
    let mut f = WorkspaceFixture::bare();
    let main = f.dir.path().join("main");
    std::fs::create_dir_all(&main).unwrap();
    git(&main, &["init", "-q", "-b", "main"]);
    git(&main, &["commit", "-q", "--allow-empty", "-m", "root"]);
    let root = f.root();
    git(&main, &["worktree", "add", "-q", "-b", "soul", root.to_str().unwrap()]);
    f.workspace = Some(Workspace::open(&root, f.options()).unwrap());
    f.apply(bot(vec![write("MEMORY.md", "a\n")])).unwrap();
    f.ws().settle().unwrap();
    assert_eq!(git(&root, &["status", "--porcelain"]), "");
    assert_eq!(git(&main, &["rev-list", "--count", "soul"]).trim(), "2");
}
