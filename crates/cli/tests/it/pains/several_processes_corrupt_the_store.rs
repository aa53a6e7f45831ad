//! Pain 19: several processes corrupt the store; runaway processes stay behind.

use std::process::{Child, Stdio};

use crate::run::{Run, Sandbox};

fn start(s: &Sandbox, args: &[&str]) -> Child {
    let mut command = s.command();
    command.arg("-C").arg(s.ws()).args(args).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Processes that name this sandbox's directory, besides this one.
fn left_behind(s: &Sandbox) -> Vec<String> {
    let name = s.dir().to_str().unwrap().as_bytes();
    let mut found = Vec::new();
    for entry in std::fs::read_dir("/proc").unwrap().flatten() {
        let Ok(pid) = entry.file_name().to_string_lossy().parse::<u32>() else { continue };
        let read = |file: &str| std::fs::read(entry.path().join(file)).unwrap_or_default();
        let named = |bytes: &[u8]| bytes.windows(name.len()).any(|w| w == name);
        if pid != std::process::id() && (named(&read("cmdline")) || named(&read("environ"))) {
            found.push(String::from_utf8_lossy(&read("cmdline")).into_owned());
        }
    }
    found
}

#[test]
fn hand_edits_taken_in_by_many_processes_at_once_are_all_kept_once() {
    let s = Sandbox::new();
    let mut expected = 1;
    for round in 0..4 {
        for writer in 0..8 {
            s.write(&format!("memory/r{round}-w{writer}.md"), format!("{round} {writer}\n"));
        }
        let verbs: [&[&str]; 8] = [
            &["audit", "log"],
            &["context"],
            &["alerts"],
            &["history"],
            &["audit", "blame", "SOUL.md"],
            &["audit", "why", "x"],
            &["audit", "log", "--json"],
            &["doctor", "--fix", "--yes"],
        ];
        let children: Vec<Child> = verbs.iter().map(|args| start(&s, args)).collect();
        for (child, args) in children.into_iter().zip(verbs) {
            Run::from(child.wait_with_output().unwrap(), format!("{args:?}")).ok();
        }
        s.soul(["audit", "log"]).ok();
        expected += 8;
        let added = s.git(["log", "--diff-filter=A", "--name-only", "--format=", "--", "memory/r*"]);
        assert_eq!(added.lines().count(), expected - 1, "each file is committed exactly once:\n{added}");
    }
    s.assert_clean();
    assert_eq!(left_behind(&s), Vec::<String>::new());
}

#[test]
fn writers_of_every_kind_at_once_lose_nothing() {
    let s = Sandbox::new();
    s.append("SOUL.md", "more\n");
    s.soul(["alerts"]).ok();
    s.write("MEMORY.md", "one\n");
    let commit = s.soul(["audit", "log", "--json"]).ok().json()[0]["commit"].as_str().unwrap().to_owned();
    let sessions: Vec<String> = (0..4).map(|i| format!("s-{i}")).collect();
    s.configure("{ approvals: { terminal: false }, hooks: { internal: { entries: { 'soul-evil': { enabled: true, chance: 1 } } } } }");
    s.soul(["alerts", "ack", "config"]).ok();
    let before: usize = s.git(["rev-list", "--count", "HEAD"]).trim().parse().unwrap();
    s.write("USER.md", "edited meanwhile\n");
    let mut verbs: Vec<Vec<&str>> = vec![
        vec!["alerts", "ack", "all"],
        vec!["setup", "--done"],
        vec!["setup", "--yes"],
        vec!["rollback", &commit, "--yes"],
        vec!["audit", "log"],
    ];
    verbs.extend(sessions.iter().map(|id| vec!["context", "--session-id", id]));
    let children: Vec<Child> = verbs.iter().map(|args| start(&s, args)).collect();
    for (child, args) in children.into_iter().zip(&verbs) {
        Run::from(child.wait_with_output().unwrap(), format!("{args:?}")).ok();
    }
    // One commit each: the acknowledgement, the ritual, the undo, the hand edit, four personas.
    let after: usize = s.git(["rev-list", "--count", "HEAD"]).trim().parse().unwrap();
    assert_eq!(after - before, 8, "{}", s.git(["log", "--format=%s"]));
    assert_eq!(s.text("USER.md"), "edited meanwhile\n");
    assert_ne!(s.text("MEMORY.md"), "one\n");
    assert!(!s.ws().join("BOOTSTRAP.md").exists());
    let receipts = s.soul(["context", "--receipts", "--json"]).ok().json();
    assert_eq!(receipts.as_array().unwrap().len(), 4);
    s.assert_clean();
    assert_eq!(left_behind(&s), Vec::<String>::new());
}

#[test]
fn a_killed_process_blocks_nobody() {
    let s = Sandbox::new();
    for round in 0..6 {
        s.write("MEMORY.md", format!("round {round}\n"));
        let mut child = start(&s, &["audit", "log"]);
        child.kill().unwrap();
        child.wait().unwrap();
        s.soul(["audit", "log"]).ok();
        assert_eq!(s.text("MEMORY.md"), format!("round {round}\n"));
    }
    s.assert_clean();
    assert_eq!(s.git(["show", "HEAD:MEMORY.md"]), "round 5\n");
    assert_eq!(left_behind(&s), Vec::<String>::new());
}
