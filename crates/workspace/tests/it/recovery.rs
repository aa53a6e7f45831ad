//! What killed processes, full disks and power cuts leave behind, and that the next open mends it.

use std::io::Write;

use soulfile_workspace::{LogFilter, Workspace};

use crate::fixture::{WorkspaceFixture, append, bot, git, write};

#[test]
fn what_a_process_left_that_was_killed_before_its_journal_entry_is_removed() {
    let mut f = WorkspaceFixture::new();
    f.apply(bot(vec![write("memory/a.md", "a\n")])).unwrap();
    let git = f.root().join(".git");
    std::fs::write(git.join("soulfile/tmp/7-1-1"), "staged").unwrap();
    std::fs::write(git.join("soulfile/tmp/pack-50011f11e00.idx"), "half").unwrap();
    std::fs::write(git.join("objects/pack/pack-50011f11e00.pack"), "no index").unwrap();
    std::fs::hard_link(git.join("soulfile/token"), git.join("refs/heads/main.lock")).unwrap();
    f.reopen();
    assert!(!git.join("refs/heads/main.lock").exists());
    assert!(!git.join("soulfile/tmp/pack-50011f11e00.idx").exists());
    assert!(!git.join("objects/pack/pack-50011f11e00.pack").exists());
    f.apply(bot(vec![append("memory/a.md", "b\n")])).unwrap();
    f.assert_clean();
}

#[test]
fn a_log_that_could_not_be_written_is_made_good_for() {
    let mut f = WorkspaceFixture::new();
    f.apply(bot(vec![write("memory/a.md", "a\n")])).unwrap();
    let log = f.root().join(soulfile_vocabulary::layout::AUDIT_LOG);
    for reopen in [false, true] {
        std::fs::remove_file(&log).unwrap();
        std::fs::create_dir(&log).unwrap();
        let receipt = f.apply(bot(vec![append("memory/a.md", &format!("{reopen}\n"))])).unwrap();
        assert!(receipt.notes.iter().any(|n| n.starts_with("the change is safe")), "{:?}", receipt.notes);
        std::fs::remove_dir(&log).unwrap();
        if reopen {
            f.reopen();
        }
        let verification = f.ws().verify().unwrap();
        assert!(verification.ok, "{:?}", verification.problems);
    }
    assert_eq!(f.text("memory/a.md"), "a\nfalse\ntrue\n");
    f.assert_clean();
}

#[test]
fn an_editor_that_has_truncated_a_displaced_file_is_waited_for() {
    let f = WorkspaceFixture::new();
    f.apply(bot(vec![write("memory/a.md", "one\ntwo\nthree\n")])).unwrap();
    let mut editor = std::fs::OpenOptions::new().append(true).open(f.root().join("memory/a.md")).unwrap();
    f.apply(bot(vec![append("memory/a.md", "ours\n")])).unwrap();
    editor.set_len(0).unwrap();
    f.ws().settle().unwrap();
    assert_eq!(f.text("memory/a.md"), "one\ntwo\nthree\nours\n", "an empty file says nothing yet");
    editor.write_all(b"zero\none\ntwo\nthree\n").unwrap();
    f.ws().settle().unwrap();
    assert_eq!(f.text("memory/a.md"), "zero\none\ntwo\nthree\nours\n");
    editor.write_all(b"and more\n").unwrap();
    f.ws().settle().unwrap();
    let all = f.git(&["grep", "--untracked", "-h", "and more"]);
    assert_eq!(all, "and more\n", "what follows is not lost either");
    f.assert_clean();
}

#[test]
fn a_displaced_file_that_a_power_cut_emptied_is_nobodys_save() {
    let mut f = WorkspaceFixture::new();
    f.apply(bot(vec![write("memory/a.md", &"a line\n".repeat(300))])).unwrap();
    f.apply(bot(vec![append("memory/a.md", "more\n")])).unwrap();
    let old = f.root().join(".git/soulfile/old");
    let name = std::fs::read_dir(&old).unwrap().next().unwrap().unwrap().path();
    for torn in [Vec::new(), vec![0; 600]] {
        std::fs::write(&name, torn).unwrap();
        f.reopen().settle().unwrap();
        let log = f.ws().log(&LogFilter { limit: 9, ..LogFilter::default() }).unwrap();
        assert!(log.iter().all(|e| !e.actor().is_person()), "{log:?}");
    }
}

#[test]
fn an_index_that_a_power_cut_tore_is_made_anew() {
    let mut f = WorkspaceFixture::new();
    f.apply(bot(vec![write("memory/a.md", "a\n"), write("memory/b.md", "b\n")])).unwrap();
    f.ws().settle().unwrap();
    let index = f.root().join(".git/index");
    let whole = std::fs::read(&index).unwrap();
    let mut zeros = whole.clone();
    zeros[40..120].fill(0);
    for (number, torn) in [Vec::new(), whole[..50].to_vec(), zeros].into_iter().enumerate() {
        std::fs::write(&index, torn).unwrap();
        f.apply(bot(vec![append("memory/a.md", &format!("{number}\n"))])).unwrap();
        f.reopen();
        f.assert_clean();
    }
}

#[test]
fn packs_that_a_power_cut_emptied_stand_in_nobodys_way() {
    let f = WorkspaceFixture::new();
    f.apply(bot(vec![write("memory/a.md", "one\n")])).unwrap();
    f.apply(bot(vec![append("memory/a.md", "two\n")])).unwrap();
    // What reached the disk: the journal, the indexes, and of the packs and the file no more than their names.
    let disk = tempfile::tempdir().unwrap();
    let root = disk.path().join("ws");
    let copied = std::process::Command::new("cp").arg("-a").arg(f.root()).arg(&root).status().unwrap();
    assert!(copied.success());
    let packs = std::fs::read_dir(root.join(".git/objects/pack")).unwrap().map(|entry| entry.unwrap().path());
    let packs: Vec<_> = packs.filter(|path| path.extension().is_some_and(|end| end == "pack")).collect();
    assert!(!packs.is_empty());
    for emptied in packs.iter().chain([&root.join("memory/a.md")]) {
        std::fs::remove_file(emptied).unwrap();
        std::fs::write(emptied, "").unwrap();
    }
    mount_anew(&root.join(".git/soulfile/journal"));
    let workspace = Workspace::open(&root, f.options()).unwrap();
    workspace.apply(bot(vec![append("memory/a.md", "three\n")])).unwrap();
    assert_eq!(std::fs::read_to_string(root.join("memory/a.md")).unwrap(), "one\ntwo\nthree\n");
    workspace.settle().unwrap();
    assert_eq!(git(&root, &["status", "--porcelain"]), "");
}

/// Makes a journal that of another mount of its file system.
fn mount_anew(journal: &std::path::Path) {
    let mut bytes = std::fs::read(journal).unwrap();
    let end = 20 + u32::from_le_bytes(bytes[16..20].try_into().unwrap()) as usize;
    bytes[20] ^= 1;
    let sum = crc32fast::hash(&bytes[..end]);
    bytes[end..end + 4].copy_from_slice(&sum.to_le_bytes());
    std::fs::write(journal, bytes).unwrap();
}
