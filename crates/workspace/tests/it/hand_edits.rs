use crate::fixture::{WorkspaceFixture, append, bot, person, write};

#[test]
fn a_hand_edit_is_committed_as_manual_before_the_same_file_is_written() {
    let f = WorkspaceFixture::new();
    f.apply(bot(vec![write("MEMORY.md", "a\n")])).unwrap();
    f.by_hand("MEMORY.md", "a\nmine\n");
    f.apply(bot(vec![append("MEMORY.md", "bot\n")])).unwrap();
    assert_eq!(f.text("MEMORY.md"), "a\nmine\nbot\n");
    assert_eq!(f.actors(), ["bot:main", "manual", "bot:main"]);
    let blame = f.ws().blame(&crate::fixture::path("MEMORY.md")).unwrap();
    let by: Vec<_> = blame.iter().map(|l| (l.text.as_str(), l.actor.as_str())).collect();
    assert_eq!(by, [("a", "bot:main"), ("mine", "manual"), ("bot", "bot:main")]);
    f.assert_clean();
}

#[test]
fn a_look_around_takes_in_everything_done_by_hand() {
    let f = WorkspaceFixture::new();
    f.apply(bot(vec![write("memory/a.md", "a\n"), write("memory/b.md", "b\n")])).unwrap();
    f.by_hand("memory/a.md", "changed\n");
    f.by_hand("rooms/dev.md", "new\n");
    f.by_hand("src/main.rs", "not ours\n");
    f.by_hand("memory/.dreams/x.md", "not ours\n");
    std::fs::remove_file(f.root().join("memory/b.md")).unwrap();
    assert_eq!(f.ws().take_in_hand_edits().unwrap(), ["memory/a.md", "memory/b.md", "rooms/dev.md"]);
    assert_eq!(f.ws().take_in_hand_edits().unwrap(), Vec::<String>::new());
    f.ws().settle().unwrap();
    assert_eq!(f.git(&["status", "--porcelain"]), "?? memory/.dreams/\n?? src/\n");
}

#[test]
fn removing_by_hand_and_then_writing_keeps_both_in_history() {
    let f = WorkspaceFixture::new();
    f.apply(bot(vec![write("memory/a.md", "a\n")])).unwrap();
    std::fs::remove_file(f.root().join("memory/a.md")).unwrap();
    f.apply(bot(vec![append("memory/a.md", "again\n")])).unwrap();
    assert_eq!(f.text("memory/a.md"), "# log\nagain\n");
    assert_eq!(f.git(&["log", "--format=%s"]).lines().nth(1).unwrap(), "[DELETE] memory/a.md — removed by hand");
    f.assert_clean();
}

#[test]
fn a_late_save_into_a_displaced_file_is_merged_in() {
    use std::io::Write;
    let f = WorkspaceFixture::new();
    f.apply(person(vec![write("memory/a.md", "one\ntwo\nthree\nfour\n")])).unwrap();
    // An editor has the file open while we replace it, and writes afterwards.
    let mut editor = std::fs::OpenOptions::new().append(true).open(f.root().join("memory/a.md")).unwrap();
    f.apply(bot(vec![write("memory/a.md", "ONE\ntwo\nthree\nfour\n")])).unwrap();
    editor.write_all(b"late\n").unwrap();
    drop(editor);
    f.ws().settle().unwrap();
    assert_eq!(f.text("memory/a.md"), "ONE\ntwo\nthree\nfour\nlate\n");
    assert_eq!(f.actors()[0], "manual");
    f.assert_clean();
}

#[test]
fn among_many_displaced_files_only_those_that_an_editor_holds_are_kept() {
    use std::io::Write;
    let f = WorkspaceFixture::new();
    f.apply(person(vec![write("memory/a.md", "one\ntwo\nthree\n")])).unwrap();
    let mut editor = std::fs::OpenOptions::new().append(true).open(f.root().join("memory/a.md")).unwrap();
    for number in 0..400 {
        f.apply(bot(vec![write("memory/a.md", &format!("one {number}\ntwo\nthree\n"))])).unwrap();
    }
    // Longer than it takes an open that was under way to be over.
    std::thread::sleep(std::time::Duration::from_millis(100));
    f.ws().settle().unwrap();
    let kept = std::fs::read_dir(f.root().join(".git/soulfile/old")).unwrap().count();
    // Up to 256 are kept without a look at who has them open.
    assert!(kept <= 256, "{kept} of 400 are still there");
    editor.write_all(b"late\n").unwrap();
    f.ws().settle().unwrap();
    assert_eq!(f.text("memory/a.md"), "one 399\ntwo\nthree\nlate\n");
}

#[test]
fn a_late_save_that_does_not_merge_becomes_a_conflict_copy() {
    use std::io::{Seek, Write};
    let f = WorkspaceFixture::new();
    f.apply(person(vec![write("memory/a.md", "one\n")])).unwrap();
    let mut editor = std::fs::OpenOptions::new().write(true).open(f.root().join("memory/a.md")).unwrap();
    f.apply(bot(vec![write("memory/a.md", "bot\n")])).unwrap();
    editor.rewind().unwrap();
    editor.write_all(b"me!\n").unwrap();
    drop(editor);
    f.ws().settle().unwrap();
    assert_eq!(f.text("memory/a.md"), "bot\n");
    assert_eq!(f.text("memory/a.conflict-20260202-143002.md"), "me!\n");
}

#[test]
fn odd_bytes_survive_untouched() {
    let f = WorkspaceFixture::new();
    let odd = b"\xef\xbb\xbf# BOM\r\nCRLF\r\nlone\rCR\0NUL \xff\xfe not utf-8";
    std::fs::create_dir_all(f.root().join("memory")).unwrap();
    std::fs::write(f.root().join("memory/odd.md"), odd).unwrap();
    f.apply(bot(vec![append("memory/odd.md", "added\n")])).unwrap();
    let now = std::fs::read(f.root().join("memory/odd.md")).unwrap();
    assert_eq!(now, [&odd[..], b"\nadded\n"].concat());
    f.assert_clean();
}

#[test]
fn an_edit_between_our_write_and_the_index_is_still_noticed() {
    let f = WorkspaceFixture::new();
    f.apply(bot(vec![write("memory/a.md", "a\n")])).unwrap();
    f.by_hand("memory/a.md", "b\n");
    f.ws().settle().unwrap();
    assert_eq!(f.git(&["status", "--porcelain"]), " M memory/a.md\n");
    assert_eq!(f.ws().take_in_hand_edits().unwrap(), ["memory/a.md"]);
    assert_eq!(f.actors(), ["manual", "bot:main"]);
    f.assert_clean();
}
