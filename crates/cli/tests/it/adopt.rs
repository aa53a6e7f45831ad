//! Existing workspaces and repositories are used in place, byte for byte.

use crate::run::{Sandbox, strings};

/// Files of other tools and of people that must stay exactly as they are.
const FOREIGN: [(&str, &str); 9] = [
    ("memory/2026-02-01-standup.md", "# Standup\r\n\r\n- 09:00 weird   spacing\t\n"),
    ("memory/2026-01-31.md", "## [10:12:00] note\nold layout\n"),
    ("memory/.dreams/session.json", "{\"dream\": 1}"),
    ("memory/dreaming/light.md", "# light sleep\n"),
    ("memory/imports/chat.md", "# imported\n"),
    ("DREAMS.md", "# Dreams\n\nno final newline"),
    ("skills/weather/SKILL.md", "---\nname: weather\n---\n"),
    (".openclaw/workspace-state.json", "{\"version\":1}\n"),
    ("avatars/aria.png", "\u{89}PNG not really"),
];

fn plant(s: &Sandbox, own: &[(&str, &str)]) {
    for (file, text) in own.iter().chain(&FOREIGN) {
        s.write(file, text);
    }
}

fn adopt_and_compare(own: &[(&str, &str)]) -> Sandbox {
    let s = Sandbox::empty();
    plant(&s, own);
    let before = Sandbox::snapshot(&s.ws(), &[]);
    let seeded = s.soul(["setup", "--yes", "--json"]).ok().json();
    let created = strings(&seeded["created"]);
    assert!(!created.contains(&"BOOTSTRAP.md"), "a workspace that was lived in has no first run");
    for (file, _) in own {
        assert!(strings(&seeded["kept"]).contains(file) || strings(&seeded["adopted"]).contains(file), "{file}");
        assert!(strings(&seeded["adopted"]).contains(file), "{file} is taken into history");
    }
    for verb in [&["context"][..], &["identity"], &["audit", "log"], &["doctor"], &["history", "MEMORY.md"]] {
        let run = s.soul(verb);
        assert!(matches!(run.code, 0 | 8), "{run:?}");
    }
    for (file, bytes) in &before {
        assert_eq!(&std::fs::read(s.ws().join(file)).unwrap(), bytes, "{file} is not what it was");
    }
    let tracked = s.git(["ls-files"]);
    for foreign in
        ["memory/.dreams", "memory/dreaming", "memory/imports", "DREAMS.md", "skills", ".openclaw", "avatars"]
    {
        assert!(!tracked.lines().any(|f| f.starts_with(foreign)), "{foreign} belongs to another tool:\n{tracked}");
    }
    assert!(tracked.contains("memory/2026-02-01-standup.md"));
    s.soul(["audit", "verify"]).ok();
    s
}

#[test]
fn a_classic_openclaw_workspace_is_adopted_in_place() {
    let s = adopt_and_compare(&[
        ("SOUL.md", "# SOUL.md - Who You Are\n\n_You're not a chatbot._\n"),
        ("IDENTITY.md", "- **Name:** Aria\n- **Emoji:** 🦊\n- **Avatar:** avatars/aria.png\n"),
        ("AGENTS.md", "# AGENTS.md\n\nEvery session: read SOUL.md.\n"),
        ("USER.md", "- **Name:** Anna <!-- observed: 2026-01-02 | status: sure -->\n"),
        ("TOOLS.md", "# cameras\n- kitchen\n"),
        ("HEARTBEAT.md", "- check mail\n"),
        ("MEMORY.md", "# Memory\n- likes tea <!-- trigger: tea importance: high -->\n"),
    ]);
    let identity = s.soul(["identity", "--json"]).ok().json();
    assert_eq!(identity["name"]["value"], "Aria");
    assert_eq!(identity["avatar"]["value"]["value"], "avatars/aria.png");
    s.soul(["context", "--session", "heartbeat"]).ok().says("check mail").says("kitchen");
    s.soul(["context"]).ok().says("importance: high").says("observed: 2026-01-02").says("weird   spacing");
}

#[test]
fn a_newer_openclaw_workspace_without_tools_or_heartbeat_is_adopted_in_place() {
    let s = adopt_and_compare(&[
        ("SOUL.md", "# Soul\ncalm\n"),
        ("IDENTITY.md", "---\nname: Nova\nemoji: ✨\n---\n# Identity\n"),
        ("AGENTS.md", "# Rules\n\n## Tools\n- ssh box\n"),
        ("USER.md", "# User\n"),
        ("MEMORY.md", "# Memory\n- fact\n"),
    ]);
    assert_eq!(s.soul(["identity", "--json"]).ok().json()["name"]["value"], "Nova");
    s.soul(["context"]).ok().says("ssh box");
}

#[test]
fn a_dirty_repository_stays_as_dirty_as_it_was() {
    let s = Sandbox::empty();
    s.write("src/main.rs", "fn main() {}\n");
    s.write("SOUL.md", "# Soul\n");
    s.git(["init", "-q", "-b", "trunk"]);
    s.git(["add", "."]);
    s.git(["commit", "-qm", "my own"]);
    s.write("src/main.rs", "fn main() { staged() }\n");
    s.git(["add", "src/main.rs"]);
    s.write("src/main.rs", "fn main() { changed() }\n");
    s.write("SOUL.md", "# Soul, edited and not committed\n");
    s.write("notes.txt", "untracked\n");
    s.write(".gitignore", "*.tmp\n");
    s.soul(["setup", "--yes"]).ok();
    assert_eq!(s.git(["status", "--porcelain"]), "MM src/main.rs\n?? .gitignore\n?? notes.txt\n");
    assert_eq!(s.git(["diff", "--cached", "--", "src/main.rs"]).matches("staged()").count(), 1);
    assert_eq!(s.git(["branch", "--show-current"]), "trunk\n");
    assert_eq!(s.text("SOUL.md"), "# Soul, edited and not committed\n");
    assert_eq!(s.git(["log", "--reverse", "--format=%s"]).lines().next(), Some("my own"));
    let log = s.soul(["audit", "log", "SOUL.md", "--json"]).ok().json();
    assert_eq!(log[0]["message"]["actor"], "manual");
    s.soul(["audit", "verify"]).ok();
}

#[test]
fn a_persons_own_commits_in_between_are_part_of_the_trail() {
    let s = Sandbox::new();
    s.write("MEMORY.md", "# Memory\nmine\n");
    s.git(["commit", "-qam", "tidied up"]);
    s.soul(["audit", "log", "MEMORY.md"]).ok().says("tidied up").says("manual");
    // One notice, one acknowledgement.
    s.soul(["audit", "verify"]).code(8).says("1 made directly with git");
    s.soul(["rollback", "--last", "--yes"]).ok();
    s.soul(["alerts", "ack", "all"]).ok();
    assert_ne!(s.text("MEMORY.md"), "# Memory\nmine\n");
    s.assert_clean();
}

#[test]
fn planted_hooks_filters_and_configuration_never_run() {
    use std::os::unix::fs::PermissionsExt;
    let s = Sandbox::new();
    let canary = s.dir().join("canary");
    let script = format!("#!/bin/sh\necho ran >> '{}'\n", canary.display());
    let planted = s.dir().join("planted.sh");
    let hooks = s.ws().join(".git/hooks");
    std::fs::create_dir_all(&hooks).unwrap();
    let names =
        ["pre-commit", "post-commit", "commit-msg", "reference-transaction", "post-index-change", "post-checkout"];
    for path in names.iter().map(|name| hooks.join(name)).chain([planted.clone()]) {
        std::fs::write(&path, &script).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    let config = s.ws().join(".git/config");
    let run = planted.display();
    let text = std::fs::read_to_string(&config).unwrap()
        + &format!(
            "[core]\n\tfsmonitor = {run}\n\tpager = {run}\n\tsshCommand = {run}\n[filter \"x\"]\n\tclean = {run}\n\tsmudge = {run}\n[diff \"x\"]\n\tcommand = {run}\n\ttextconv = {run}\n"
        );
    std::fs::write(&config, text).unwrap();
    s.write(".gitattributes", "* filter=x diff=x\n");
    s.write("MEMORY.md", "# edited\n");
    s.soul(["audit", "log"]).ok().says("MEMORY.md");
    s.soul(["context"]).ok();
    s.soul(["audit", "blame", "MEMORY.md"]).ok();
    s.soul(["audit", "show", "HEAD"]).code(3);
    s.soul(["doctor"]).ok();
    s.soul(["rollback", "--last", "--yes"]).ok();
    s.soul(["audit", "verify"]).ok();
    assert!(!canary.exists(), "something planted was executed");
}
