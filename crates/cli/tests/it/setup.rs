use std::os::unix::fs::PermissionsExt;

use crate::run::{Sandbox, strings};

const SEEDED: [&str; 9] = [
    "SOUL.md",
    "IDENTITY.md",
    "AGENTS.md",
    "USER.md",
    "TOOLS.md",
    "HEARTBEAT.md",
    "BOOT.md",
    "BOOTSTRAP.md",
    "MEMORY.md",
];

#[test]
fn ensure_workspace_creates_directories() {
    let s = Sandbox::new();
    for dir in ["", "memory", "memory/graph", "memory/meta", ".git"] {
        let mode = std::fs::metadata(s.ws().join(dir)).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, 0o700, "{dir}");
    }
    assert_eq!(s.git(["rev-list", "--count", "HEAD"]).trim(), "1");
    s.assert_clean();
}

#[test]
fn ensure_workspace_copies_templates_filled_in() {
    let s = Sandbox::empty();
    let run =
        s.soul(["setup", "--yes", "--user-name", "Sam", "--language", "German", "--agent-name", "Aria", "--json"]).ok();
    let seeded = run.json();
    let created = strings(&seeded["created"]);
    for file in SEEDED {
        assert!(created.contains(&file), "{file}");
        assert!(!s.text(file).is_empty() && !s.text(file).contains("{{"), "{file}");
        let mode = std::fs::metadata(s.ws().join(file)).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "{file}");
    }
    assert!(s.text("USER.md").contains("Sam") && s.text("USER.md").contains("German"));
    assert!(s.text("IDENTITY.md").contains("Aria"));
    assert!(!s.ws().join("SOUL_EVIL.md").exists(), "the alternate persona is a choice");
    let id = seeded["receipt"]["id"].as_str().unwrap();
    s.soul(["audit", "verify", id]).ok();
}

#[test]
fn ensure_workspace_idempotent() {
    let s = Sandbox::new();
    s.write("SOUL.md", "# Mine\nI wrote this.\n");
    let before = Sandbox::snapshot(&s.ws(), &[".git", "memory/meta/audit.log"]);
    for _ in 0..2 {
        let again = s.soul(["setup", "--yes", "--user-name", "Other", "--json"]).ok().json();
        assert_eq!(strings(&again["created"]), Vec::<&str>::new());
        assert!(again["receipt"].is_null());
    }
    assert_eq!(Sandbox::snapshot(&s.ws(), &[".git", "memory/meta/audit.log"]), before);
    s.soul(["setup", "--yes"]).ok().says("kept SOUL.md");
    s.assert_clean();
}

#[test]
fn a_missing_file_is_seeded_and_the_others_are_kept() {
    let s = Sandbox::new();
    std::fs::remove_file(s.ws().join("TOOLS.md")).unwrap();
    s.write("USER.md", "# Only mine\n");
    let again = s.soul(["setup", "--yes", "--json"]).ok().json();
    assert_eq!(strings(&again["created"]), ["TOOLS.md"]);
    assert_eq!(s.text("USER.md"), "# Only mine\n");
}

#[test]
fn what_was_said_is_remembered_in_the_configuration_until_it_is_said_otherwise() {
    let s = Sandbox::new();
    assert_eq!(s.plain(["config", "get", "user.name"]).ok().out, "Sam\n");
    assert_eq!(s.plain(["config", "get", "user.timezone"]).ok().out, "Europe/Berlin\n");
    s.soul(["setup", "--yes"]).ok();
    assert_eq!(s.plain(["config", "get", "user.name"]).ok().out, "Sam\n");
    s.soul(["setup", "--yes", "--timezone", "Asia/Tokyo"]).ok().tells("was Europe/Berlin and is Asia/Tokyo now");
    assert_eq!(s.plain(["config", "get", "user.timezone"]).ok().out, "Asia/Tokyo\n");
    let mode = std::fs::metadata(s.config_file()).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode, 0o600);
    assert_eq!(s.soul(["alerts"]).ok().out, "No open alerts.\n");
}

#[test]
fn a_wrong_time_zone_is_refused_before_anything_is_made() {
    let s = Sandbox::empty();
    s.soul(["setup", "--yes", "--timezone", "Mars/Olympus"]).code(4).tells("Mars/Olympus");
    assert!(!s.ws().exists() && !s.config_file().exists());
}

#[test]
fn the_first_run_ritual_is_shown_until_it_is_done_and_stays_in_history() {
    let s = Sandbox::new();
    let ritual = s.text("BOOTSTRAP.md");
    assert_eq!(s.soul(["identity", "--json"]).ok().json()["bootstrap_pending"], true);
    s.soul(["context"]).ok().says("source=\"BOOTSTRAP.md\"");
    s.soul(["context", "--session", "group", "--room", "dev"]).ok().hides("source=\"BOOTSTRAP.md\"");
    s.soul(["setup", "--done"]).ok().says("The first-run ritual is done.").says("BOOTSTRAP.md (removed)");
    assert!(!s.ws().join("BOOTSTRAP.md").exists());
    s.soul(["context"]).ok().hides("source=\"BOOTSTRAP.md\"");
    assert_eq!(s.soul(["identity", "--json"]).ok().json()["bootstrap_pending"], false);
    assert_eq!(s.git(["show", "HEAD~1:BOOTSTRAP.md"]), ritual, "a copy is in history");
    s.soul(["audit", "log", "BOOTSTRAP.md"]).ok().says("the first-run ritual is done");
    // Setting up again does not bring it back, and there is nothing left to finish.
    s.soul(["setup", "--yes"]).ok();
    assert!(!s.ws().join("BOOTSTRAP.md").exists());
    s.soul(["setup", "--done"]).code(3);
    s.soul(["rollback", "--last", "--yes"]).ok();
    assert_eq!(s.text("BOOTSTRAP.md"), ritual, "and it can be had back");
}

#[test]
fn the_default_agent_lives_below_the_home_and_a_missing_workspace_says_so() {
    let s = Sandbox::empty();
    s.plain(["context"]).code(3).tells("soul setup");
    s.soul(["identity"]).code(3).tells("soul setup");
    s.plain(["setup", "--yes"]).ok();
    assert!(s.home().join(".soulfile/workspace/main/SOUL.md").is_file());
    s.plain(["context"]).ok().says("Agent: main");
}

#[test]
fn a_directory_with_spaces_and_unicode_works_through_and_through() {
    let s = Sandbox::empty();
    for name in ["my agent's space", "Größe 机器人 🤖", "-dash", "a'b\"c$HOME"] {
        let dir = s.dir().join(name);
        let run = |args: &[&str]| {
            let mut command = s.command();
            command.arg(format!("--workspace={}", dir.display())).args(args);
            crate::run::Run::of(command)
        };
        run(&["setup", "--yes"]).ok();
        std::fs::write(dir.join("MEMORY.md"), "edited\n").unwrap();
        run(&["audit", "log", "--json"]).ok();
        run(&["context"]).ok().says("edited");
        run(&["rollback", "--last", "--yes"]).ok();
        run(&["audit", "verify"]).ok();
        run(&["doctor"]).ok();
        let inside = s.inside(&dir.join("memory"), ["identity", "--json"]).ok().json();
        assert!(inside["workspace"].as_str().unwrap().ends_with(name), "{inside}");
    }
}

#[test]
fn a_symlinked_workspace_root_is_the_same_workspace() {
    let s = Sandbox::new();
    let link = s.dir().join("link");
    std::os::unix::fs::symlink(s.ws(), &link).unwrap();
    let via = |args: &[&str]| {
        let mut command = s.command();
        command.arg("-C").arg(&link).args(args);
        crate::run::Run::of(command)
    };
    let (direct, linked) = (s.soul(["identity", "--json"]).ok().json(), via(&["identity", "--json"]).ok().json());
    assert_eq!(direct["agent"], linked["agent"]);
    s.write("MEMORY.md", "by hand\n");
    via(&["audit", "log"]).ok().says("MEMORY.md");
    via(&["audit", "verify"]).ok();
    s.assert_clean();
    s.state();
}

#[test]
fn setting_up_several_times_at_once_gives_one_workspace() {
    let s = Sandbox::empty();
    let children: Vec<_> = (0..6)
        .map(|_| {
            let mut command = s.command();
            command.arg("-C").arg(s.ws()).args(["setup", "--yes", "--json"]);
            command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped()).spawn().unwrap()
        })
        .collect();
    for child in children {
        crate::run::Run::from(child.wait_with_output().unwrap(), "setup".to_owned()).ok();
    }
    for file in SEEDED {
        assert!(s.ws().join(file).is_file(), "{file}");
    }
    s.assert_clean();
}
