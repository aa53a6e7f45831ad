use std::os::unix::fs::PermissionsExt;

use crate::run::Sandbox;

fn findings(s: &Sandbox) -> String {
    s.soul(["doctor", "--json"]).json()["findings"].to_string()
}

fn chmod(s: &Sandbox, file: &str, mode: u32) {
    std::fs::set_permissions(s.ws().join(file), std::fs::Permissions::from_mode(mode)).unwrap();
}

fn mode(s: &Sandbox, file: &str) -> u32 {
    std::fs::metadata(s.ws().join(file)).unwrap().permissions().mode() & 0o777
}

#[test]
fn a_fresh_workspace_has_nothing_wrong() {
    let s = Sandbox::new();
    s.soul(["doctor"]).ok().says("nothing is wrong");
    assert_eq!(findings(&s), "[]");
}

#[test]
fn loose_permissions_are_found_and_mended() {
    let s = Sandbox::new();
    chmod(&s, "SOUL.md", 0o644);
    chmod(&s, "memory/graph", 0o755);
    chmod(&s, ".git", 0o755);
    chmod(&s, "", 0o750);
    let run = s.soul(["doctor"]).code(8);
    for subject in ["SOUL.md", "memory/graph", ".git", "(mode 644, should be 600)", "(mode 750, should be 700)"] {
        assert!(run.out.contains(subject), "{subject}:\n{}", run.out);
    }
    assert_eq!(mode(&s, "SOUL.md"), 0o644, "looking changes nothing");
    s.soul(["doctor", "--fix"]).code(8);
    assert_eq!(mode(&s, "SOUL.md"), 0o644, "without a person's yes nothing is mended");
    s.soul(["doctor", "--fix", "--yes"]).ok().says("made SOUL.md private");
    assert_eq!(
        (mode(&s, "SOUL.md"), mode(&s, "memory/graph"), mode(&s, ".git"), mode(&s, "")),
        (0o600, 0o700, 0o700, 0o700)
    );
    s.soul(["doctor"]).ok();
}

#[test]
fn mending_is_told_as_data_too() {
    let s = Sandbox::new();
    chmod(&s, "SOUL.md", 0o644);
    let report = s.soul(["doctor", "--fix", "--yes", "--json"]).ok().json();
    assert_eq!(report["mended"][0]["done"], "made SOUL.md private");
    assert_eq!(report["left"], 0);
    assert_eq!(mode(&s, "SOUL.md"), 0o600);
}

#[test]
fn a_missing_file_is_seeded_and_nothing_else_is_touched() {
    let s = Sandbox::new();
    s.write("USER.md", "# Mine alone\n");
    std::fs::remove_file(s.ws().join("SOUL.md")).unwrap();
    s.soul(["doctor"]).code(8).says("SOUL.md: is missing").says("changed by hand");
    s.soul(["doctor", "--fix", "--yes"]).ok().says("seeded SOUL.md from its template").says("hand edits");
    assert!(s.text("SOUL.md").contains("## Core Truths"));
    assert_eq!(s.text("USER.md"), "# Mine alone\n");
    s.soul(["doctor"]).ok();
    s.assert_clean();
}

#[test]
fn hand_edits_are_told_and_taken_in() {
    let s = Sandbox::new();
    s.write("MEMORY.md", "by hand\n");
    s.soul(["doctor"]).code(8).says("not yet in the history: MEMORY.md");
    s.soul(["doctor", "--fix", "--yes"]).ok();
    assert_eq!(s.git(["status", "--porcelain"]), "");
    assert_eq!(s.text("MEMORY.md"), "by hand\n");
}

#[test]
fn a_stale_git_lock_is_removed_and_a_live_one_is_not() {
    let s = Sandbox::new();
    let lock = s.ws().join(".git/HEAD.lock");
    std::fs::write(&lock, "").unwrap();
    s.soul(["doctor"]).code(8).says("a git lock whose owner is gone");
    s.soul(["doctor", "--fix", "--yes"]).ok().says("removed");
    assert!(!lock.exists());
    s.soul(["doctor"]).ok();
    let held = std::fs::File::create(&lock).unwrap();
    s.soul(["doctor", "--fix", "--yes"]).code(8).says("held by a running process");
    assert!(lock.exists());
    drop(held);
}

#[test]
fn damage_is_mended_without_touching_a_file() {
    for damage in ["HEAD", "branch", "objects", "index"] {
        let s = Sandbox::new();
        s.write("MEMORY.md", "precious\n");
        s.soul(["audit", "log"]).ok();
        s.write("USER.md", "not committed yet\n");
        let git = s.ws().join(".git");
        match damage {
            "HEAD" => std::fs::write(git.join("HEAD"), "garbage").unwrap(),
            "branch" => std::fs::write(git.join("refs/heads/main"), "").unwrap(),
            "objects" => {
                std::fs::remove_dir_all(git.join("objects")).unwrap();
                std::fs::create_dir_all(git.join("objects/pack")).unwrap();
            }
            _ => std::fs::write(git.join("index"), "garbage").unwrap(),
        }
        let before = Sandbox::snapshot(&s.ws(), &[".git", "memory/meta/audit.log"]);
        let found = s.soul(["doctor"]);
        assert_eq!(found.code, 8, "{damage}: {found:?}");
        let mended = s.soul(["doctor", "--fix", "--yes"]);
        assert!(matches!(mended.code, 0 | 8), "{damage}: {mended:?}");
        let mut after = Sandbox::snapshot(&s.ws(), &[".git", "memory/meta/audit.log"]);
        after.retain(|(name, _)| !name.starts_with(".git-damaged-"));
        assert_eq!(after, before, "{damage}");
        s.soul(["context"]).ok().says("precious").says("not committed yet");
        s.write("MEMORY.md", "precious, and more\n");
        s.soul(["audit", "log"]).ok().says("MEMORY.md");
        s.git(["fsck", "--strict"]);
        assert!(
            s.git(["rev-list", "--count", "HEAD"]).trim().parse::<u32>().unwrap() >= 4,
            "{damage}: history is kept"
        );
    }
}

#[test]
fn odd_files_are_reported_and_never_followed() {
    let s = Sandbox::new();
    let outside = s.dir().join("outside");
    std::fs::create_dir(&outside).unwrap();
    std::fs::write(outside.join("x.md"), "canary\n").unwrap();
    std::fs::set_permissions(outside.join("x.md"), std::fs::Permissions::from_mode(0o644)).unwrap();
    std::os::unix::fs::symlink(&outside, s.ws().join("rooms")).unwrap();
    std::os::unix::fs::symlink("/dev/zero", s.ws().join("memory/zero.md")).unwrap();
    std::fs::hard_link(outside.join("x.md"), s.ws().join("memory/hard.md")).unwrap();
    let mut mkfifo = s.hermetic(std::process::Command::new("mkfifo"));
    mkfifo.arg(s.ws().join("memory/fifo.md"));
    crate::run::Run::of(mkfifo).ok();
    s.write("memory/zero\u{200b}width.md", "hidden\n");
    s.write("memory/binary.md", b"\xff\xfe\x00");
    s.write("memory/Grüße 机器人.md", "fine\n");
    let found = findings(&s);
    for odd in ["rooms", "memory/zero.md", "memory/hard.md", "memory/fifo.md", "width.md", "memory/binary.md"] {
        assert!(found.contains(odd), "{odd}: {found}");
    }
    let named = s.soul(["doctor"]).code(8).out;
    assert!(!named.lines().any(|l| l.contains("机器人.md: the name")), "a name in another script is fine: {named}");
    assert!(found.contains("is not UTF-8") && found.contains("never followed"));
    s.soul(["context", "--session", "group", "--room", "x"]).ok().hides("canary");
    s.soul(["doctor", "--fix", "--yes"]).code(8);
    let mode = std::fs::metadata(outside.join("x.md")).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode, 0o644, "mending a hard link's mode would change the file elsewhere");
    assert_eq!(std::fs::read_to_string(outside.join("x.md")).unwrap(), "canary\n");
}

#[test]
fn a_clock_that_went_backwards_is_told() {
    let s = Sandbox::new();
    s.at("2026-02-02T13:00:00Z");
    s.soul(["doctor"]).code(8).says("clock").says("minutes in the future");
}

#[test]
fn damaged_scores_are_found_and_made_anew_without_losing_what_was_forgotten_or_pinned() {
    const SCORES: &str = "memory/meta/decay-scores.json";
    let s = Sandbox::new();
    let remember = |text: &str| {
        let done = s.soul(["remember", text, "--json"]).ok().json();
        done["entries"][0]["id"].as_str().expect("an id").to_owned()
    };
    let (ana, ben) = (remember("Ana works at Initech."), remember("Ben plays the oud."));
    s.soul(["pin", &ana]).ok();
    s.soul(["forget", &ben, "--yes"]).ok();
    for damage in ["{broken", "[]", "{\"entries\": 3}"] {
        s.write(SCORES, damage);
        s.soul(["pin", &ana]).tells("soul doctor --fix");
        s.soul(["doctor"]).code(8).says(SCORES).says("doctor --fix can mend it");
        s.soul(["doctor", "--fix", "--yes"]).ok().says("made memory/meta/decay-scores.json anew");
        s.soul(["doctor"]).ok().says("nothing is wrong");
        let scores: serde_json::Value = serde_json::from_str(&s.text(SCORES)).expect("readable again");
        assert_eq!(scores["entries"][&ana]["pinned"], true, "{scores:#}");
        assert!(scores["entries"].to_string().contains("forgotten"), "{scores:#}");
    }
    let kept = s.state().join("decay-scores.damaged-1.json");
    assert_eq!(std::fs::read_to_string(kept).unwrap(), "{broken");
    s.soul(["unpin", &ana]).ok();
    s.assert_clean();
}
