//! Pain 6: memory or identity files are overwritten or deleted by updates, doctors, templates, two writers.

use crate::run::Sandbox;

#[test]
fn nothing_a_person_wrote_is_ever_overwritten_or_deleted() {
    let s = Sandbox::new();
    let mine = [
        ("SOUL.md", "# mine\r\nwith odd line ends"),
        ("IDENTITY.md", "not even a list\n"),
        ("AGENTS.md", "\n"),
        ("USER.md", "\u{feff}# with a mark\n"),
        ("MEMORY.md", "## unparsable ](\n```\nopen fence\n"),
        ("HEARTBEAT.md", "- mine\n"),
        ("memory/graph/index.md", "edited by hand\n"),
        ("memory/meta/evolution.md", "edited by hand\n"),
        ("notes/private.txt", "not the program's at all\n"),
        ("memory/2026-02-02.md", "free text\n"),
    ];
    for (file, text) in mine {
        s.write(file, text);
    }
    for args in [
        &["setup", "--yes", "--user-name", "X", "--agent-name", "Y"][..],
        &["doctor", "--fix", "--yes"],
        &["context"],
        &["context", "--session", "heartbeat"],
        &["alerts", "ack", "all"],
        &["audit", "rebuild"],
        &["audit", "digest"],
        &["audit", "verify"],
        &["channels", "status", "--probe"],
        &["setup", "--done"],
        &["setup", "--yes"],
    ] {
        s.soul(args);
        for (file, text) in mine {
            assert_eq!(s.text(file), text, "{file} after {args:?}");
        }
    }
    // Every version ever written can be had back.
    s.write("SOUL.md", "overwritten by someone\n");
    s.soul(["rollback", "--last", "--yes"]).ok();
    assert_eq!(s.text("SOUL.md"), mine[0].1);
}

#[test]
fn a_deleted_file_comes_back_byte_for_byte() {
    let s = Sandbox::new();
    s.write("memory/episodes/2026-02-02.md", "## 10:00 | note\n\u{1f980} crab\n");
    s.soul(["audit", "log"]).ok();
    let before = s.text("memory/episodes/2026-02-02.md");
    std::fs::remove_dir_all(s.ws().join("memory")).unwrap();
    s.soul(["rollback", "--last", "--yes"]).ok();
    assert_eq!(s.text("memory/episodes/2026-02-02.md"), before);
    assert!(s.ws().join("memory/graph/index.md").is_file());
}
