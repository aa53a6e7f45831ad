use soulfile_vocabulary::layout::AUDIT_LOG;
use soulfile_workspace::{Requester, Severity};

use crate::fixture::{WorkspaceFixture, append, bot, person, write};

fn some_history() -> WorkspaceFixture {
    let f = WorkspaceFixture::new();
    f.apply(person(vec![write("SOUL.md", "kind\n")])).unwrap();
    for i in 0..5 {
        f.apply(bot(vec![append("memory/2026-02-02.md", &format!("entry {i}\n"))])).unwrap();
    }
    f.assert_clean();
    f
}

#[test]
fn audit_log_has_a_line_per_file_and_rebuilds_identically() {
    let f = some_history();
    let log = f.text(AUDIT_LOG);
    let first = log.lines().next().unwrap();
    assert!(
        first.starts_with("2026-02-02T14:30Z | CREATE | SOUL.md | manual | — | ⚠️ CRITICAL: test change | 1."),
        "{first}"
    );
    assert!(
        log.lines().nth(1).unwrap().contains("| ALERT | SOUL.md | system:audit | — | Critical file change detected.")
    );
    std::fs::remove_file(f.root().join(AUDIT_LOG)).unwrap();
    f.ws().rebuild_audit_log().unwrap();
    assert_eq!(f.text(AUDIT_LOG), log);
}

#[test]
fn every_kind_of_tampering_with_the_log_is_noticed() {
    let f = some_history();
    let log = f.text(AUDIT_LOG);
    let lines: Vec<&str> = log.lines().collect();
    let mut swapped = lines.clone();
    swapped.swap(2, 3);
    let mut inserted = lines.clone();
    inserted.insert(0, "2020-01-01T00:00Z | EDIT | MEMORY.md | manual | — | forged | 0.000000000000");
    let tampered = [
        log.replacen("entry", "ENTRY", 1).replacen("bot:main", "manual", 1),
        lines[..lines.len() - 1].join("\n") + "\n",
        lines[1..].join("\n") + "\n",
        swapped.join("\n") + "\n",
        inserted.join("\n") + "\n",
        log.clone() + lines[2] + "\n",
    ];
    for text in tampered {
        f.by_hand(AUDIT_LOG, &text);
        let found = f.ws().verify().unwrap();
        assert!(!found.ok && found.problems[0].contains("audit.log"), "{found:?}");
    }
    f.by_hand(AUDIT_LOG, &log);
    assert!(f.ws().verify().unwrap().ok);
}

#[test]
fn a_cut_tail_is_told_after_the_next_write_too_until_it_is_accepted() {
    let mut f = some_history();
    f.git(&["reset", "-q", "--hard", "HEAD~2"]);
    let ws = f.reopen();
    ws.apply(bot(vec![write("memory/innocent.md", "after\n")])).unwrap();
    let found = ws.verify().unwrap();
    assert!(found.problems.iter().any(|p| p.contains("the trail was cut")), "{found:?}");
    ws.rebuild_audit_log().unwrap();
    assert!(!ws.verify().unwrap().ok, "mending the log does not accept the loss");
    ws.accept_cuts().unwrap();
    assert!(ws.verify().unwrap().ok);
}

#[test]
fn another_branch_is_a_cut_until_head_is_back() {
    let mut f = some_history();
    f.git(&["checkout", "-q", "-b", "older", "HEAD~2"]);
    let ws = f.reopen();
    ws.apply(bot(vec![write("memory/innocent.md", "after\n")])).unwrap();
    assert!(ws.verify().unwrap().problems.iter().any(|p| p.contains("the trail was cut")));
    ws.settle().unwrap();
    f.git(&["checkout", "-q", "-f", "main"]);
    // What was written on the other branch is now what HEAD does not reach.
    let found = f.reopen().verify().unwrap();
    assert!(found.problems.iter().any(|p| p.contains("the trail was cut")), "{found:?}");
    f.git(&["merge", "-q", "older"]);
    let ws = f.reopen();
    ws.rebuild_audit_log().unwrap();
    assert!(ws.verify().unwrap().ok, "{:?}", ws.verify().unwrap());
}

#[test]
fn a_cut_tail_and_a_whole_rewrite_of_history_are_noticed() {
    let mut f = some_history();
    f.git(&["reset", "-q", "--hard", "HEAD~2"]);
    let ws = f.reopen();
    ws.rebuild_audit_log().unwrap();
    let found = ws.verify().unwrap();
    assert!(found.problems[0].contains("newest 2 entries are gone"), "{found:?}");

    let f = some_history();
    // Same messages, same files, other content: the chain values no longer fit.
    f.git(&["filter-branch", "-f", "--tree-filter", "sed -i s/entry/ENTRY/ memory/2026-02-02.md || true", "HEAD"]);
    let found = f.ws().verify().unwrap();
    assert!(found.problems.iter().any(|p| p.contains("was altered")), "{found:?}");
}

#[test]
fn a_receipt_is_confirmed_and_says_when_the_file_changed_since() {
    let f = WorkspaceFixture::new();
    let receipt = f.apply(bot(vec![write("MEMORY.md", "a\n")])).unwrap();
    let status = f.ws().verify_receipt(&receipt.id).unwrap();
    assert!(status.ok);
    assert_eq!(status.files, [("MEMORY.md".to_owned(), true)]);
    f.apply(bot(vec![write("MEMORY.md", "b\n")])).unwrap();
    assert_eq!(f.ws().verify_receipt(&receipt.id).unwrap().files, [("MEMORY.md".to_owned(), false)]);
    assert!(f.ws().verify_receipt("m-0000000").is_err());
}

#[test]
fn critical_changes_alert_until_acknowledged() {
    let mut f = WorkspaceFixture::new();
    f.apply(person(vec![write("SOUL.md", "one\n")])).unwrap();
    f.by_hand("SOUL.md", "two\n");
    // Before anyone looks around, the file is simply not what was recorded.
    let alerts = f.ws().alerts().unwrap();
    assert_eq!((alerts.len(), alerts[1].severity), (2, Severity::Integrity));
    f.ws().take_in_hand_edits().unwrap();
    let alerts = f.ws().alerts().unwrap();
    assert_eq!(alerts.iter().map(|a| a.severity).collect::<Vec<_>>(), [Severity::Change, Severity::Change]);
    f.ws().acknowledge(&alerts[0].id, &Requester::default()).unwrap();
    assert_eq!(f.reopen().alerts().unwrap().len(), 1);
    // The state outside can be lost; the history brings it back.
    std::fs::remove_file(f.dir.path().join("state/alerts.json")).unwrap();
    assert_eq!(f.ws().alerts().unwrap().len(), 1);
    f.ws().acknowledge("all", &Requester::default()).unwrap();
    assert!(f.ws().alerts().unwrap().is_empty());
    assert!(f.ws().acknowledge("all", &Requester::default()).is_err());
}

#[test]
fn months_out_of_the_window_become_digests() {
    let f = some_history();
    f.clock.advance(120 * 86_400);
    f.apply(bot(vec![write("MEMORY.md", "new\n")])).unwrap();
    f.ws().apply_retention().unwrap().unwrap();
    let digest = f.text("memory/meta/audit-archive.md");
    assert!(
        digest.contains("# Audit Digest — February 2026") && digest.contains("- 6 total mutations across 2 files"),
        "{digest}"
    );
    assert!(!f.text(AUDIT_LOG).contains("2026-02-02"));
    assert!(f.ws().apply_retention().unwrap().is_none(), "once is enough");
    f.assert_clean();
}

#[test]
fn damage_to_objects_that_only_the_past_needs_is_found() {
    let f = WorkspaceFixture::new();
    f.apply(bot(vec![write("memory/a.md", "a\n")])).unwrap();
    f.apply(bot(vec![write("memory/a.md", "b\n")])).unwrap();
    let found =
        |f: &WorkspaceFixture| f.ws().inspect().unwrap().into_iter().filter(|x| x.subject == "repository").count();
    assert_eq!(found(&f), 0);
    let pack = std::fs::read_dir(f.root().join(".git/objects/pack")).unwrap().flatten().map(|e| e.path());
    for file in pack {
        let whole = std::fs::read(&file).unwrap();
        let mut flipped = whole.clone();
        let at = whole.len() - 25;
        flipped[at] ^= 4;
        std::fs::write(&file, &flipped).unwrap();
        assert!(found(&f) > 0, "{}", file.display());
        std::fs::write(&file, &whole).unwrap();
    }
}
