use serde_json::Value;

use crate::run::Sandbox;

/// A workspace with three hand edits on the trail.
fn lived_in() -> Sandbox {
    let s = Sandbox::new();
    for (file, text) in [
        ("MEMORY.md", "# Memory\n- first fact\n"),
        ("memory/episodes/2026-02-02.md", "## 10:00 | note\nthe CSS bug\n"),
        ("MEMORY.md", "# Memory\n- first fact\n- second fact\n"),
    ] {
        s.write(file, text);
        s.soul(["audit", "log"]).ok();
    }
    s
}

fn commit_of(s: &Sandbox, nth: usize) -> String {
    s.git(["log", "--format=%H"]).lines().nth(nth).unwrap().to_owned()
}

#[test]
fn the_log_is_newest_first_and_filters() {
    let s = lived_in();
    let all = s.soul(["audit", "log", "--json"]).ok().json();
    let all = all.as_array().unwrap();
    assert_eq!(all.len(), 4);
    assert_eq!(all[0]["files"], serde_json::json!(["MEMORY.md"]));
    assert!(all.windows(2).all(|w| w[0]["time"].as_i64() > w[1]["time"].as_i64()));
    let count = |args: &[&str]| {
        let log = s.soul([&["audit", "log", "--json"], args].concat()).ok().json();
        log.as_array().unwrap().len()
    };
    assert_eq!(count(&["MEMORY.md"]), 3, "seeded and edited twice");
    assert_eq!(count(&["memory/episodes"]), 1);
    assert_eq!(count(&["--actor", "manual"]), 3);
    assert_eq!(count(&["--actor", "system:init"]), 1);
    assert_eq!(count(&["-n", "2"]), 2);
    assert_eq!(count(&["-n", "0"]), 4);
    assert_eq!(count(&["--grep", "seeded"]), 1);
    assert_eq!(count(&["--session", "none"]), 0);
    assert_eq!(count(&["--since", "2026-02-02"]), 4);
    assert_eq!(count(&["--since", "2026-02-03T10:00Z"]), 0);
    s.soul(["audit", "log", "--since", "whenever"]).code(4).tells("whenever");
    s.soul(["audit", "log", "--session", "none"]).ok().says("No such entry.");
    s.soul(["audit", "log"]).ok().says("by manual").says("CREATE").says("m-");
}

#[test]
fn one_entry_is_shown_with_its_diff_by_id_or_commit() {
    let s = lived_in();
    let log = s.soul(["audit", "log", "--json"]).ok().json();
    let (id, commit) = (log[0]["message"]["mutation"].as_str().unwrap(), log[0]["commit"].as_str().unwrap());
    for name in [id, commit, &commit[..8]] {
        let shown = s.soul(["audit", "show", name, "--json"]).ok().json();
        assert_eq!(shown["entry"]["commit"], commit);
        assert!(shown["diff"].as_str().unwrap().contains("+- second fact"));
    }
    s.soul(["audit", "show", id]).ok().says("+- second fact");
    s.soul(["audit", "show", "m-ffffffffff"]).code(3).tells("soul audit log");
    s.soul(["audit", "show", "x"]).code(3);
}

#[test]
fn blame_names_the_entry_behind_each_line() {
    let s = lived_in();
    let lines = s.soul(["audit", "blame", "MEMORY.md", "--json"]).ok().json();
    let lines = lines.as_array().unwrap();
    assert_eq!(
        lines.iter().map(|l| l["text"].as_str().unwrap()).collect::<Vec<_>>(),
        ["# Memory", "- first fact", "- second fact"]
    );
    assert_ne!(lines[1]["commit"], lines[2]["commit"]);
    assert!(lines.iter().all(|l| l["actor"] == "manual"), "{lines:?}");
    s.append("MEMORY.md", "- not committed yet\n");
    s.soul(["audit", "blame", "MEMORY.md"]).ok().says("- not committed yet");
    let seeded = s.soul(["audit", "blame", "SOUL.md", "--json"]).ok().json();
    assert!(seeded.as_array().unwrap().iter().all(|l| l["actor"] == "system:init"));
    s.soul(["audit", "blame", "GONE.md"]).code(3);
}

#[test]
fn why_tells_what_wrote_and_what_removed() {
    let s = lived_in();
    std::fs::remove_file(s.ws().join("memory/episodes/2026-02-02.md")).unwrap();
    let why = s.soul(["audit", "why", "episodes", "--json"]).ok().json();
    assert_eq!(why["about"], "episodes");
    assert_eq!(why["written"].as_array().unwrap().len() + why["forgotten"].as_array().unwrap().len(), 2, "{why}");
    s.soul(["audit", "why", "seeded"]).ok().says("Written").says("soul setup").says("seeded");
    s.soul(["audit", "why", "nothing like it"]).ok().says("Nothing on the trail mentions that.");
}

#[test]
fn a_whole_trail_verifies_and_so_does_every_receipt() {
    let s = lived_in();
    let found = s.soul(["audit", "verify", "--json"]).ok().json();
    assert_eq!(
        (&found["ok"], &found["checked"], &found["problems"]),
        (&true.into(), &4.into(), &serde_json::json!([]))
    );
    s.soul(["audit", "verify"]).ok().says("✓ 4 entries checked");
    for entry in s.soul(["audit", "log", "--json"]).ok().json().as_array().unwrap() {
        let id = entry["message"]["mutation"].as_str().unwrap();
        let status = s.soul(["audit", "verify", id, "--json"]).ok().json();
        assert_eq!((&status["ok"], &status["id"]), (&true.into(), &Value::from(id)));
    }
    s.soul(["audit", "verify", &commit_of(&s, 1)]).ok().says("still as written");
    s.soul(["audit", "verify", &commit_of(&s, 2)]).ok().says("changed again since");
    s.soul(["audit", "verify", "m-00000000"]).code(3);
}

#[test]
fn an_edited_cut_or_lost_log_is_noticed_and_comes_back_identical() {
    let s = lived_in();
    let log = s.ws().join("memory/meta/audit.log");
    let whole = std::fs::read_to_string(&log).unwrap();
    assert!(whole.lines().count() >= 4 && whole.contains("| manual |"));
    let edited = whole.replace("manual", "bot:main");
    let cut = whole.lines().take(2).map(|l| format!("{l}\n")).collect::<String>();
    for tampered in
        [edited.as_str(), &cut, "", &format!("{whole}2026-02-02T15:00Z | EDIT | X.md | manual | — | forged\n")]
    {
        std::fs::write(&log, tampered).unwrap();
        s.soul(["audit", "verify"]).code(8).says("audit.log").says("soul audit rebuild");
        s.soul(["doctor"]).code(8).says("audit trail");
        s.soul(["audit", "rebuild"]).ok();
        assert_eq!(std::fs::read_to_string(&log).unwrap(), whole);
        s.soul(["audit", "verify"]).ok();
    }
    std::fs::remove_file(&log).unwrap();
    assert_eq!(s.soul(["audit", "rebuild", "--json"]).ok().json()["rebuilt"], true);
    assert_eq!(std::fs::read_to_string(&log).unwrap(), whole);
}

#[test]
fn a_cut_tail_a_rewrite_and_an_altered_commit_are_noticed() {
    let s = lived_in();
    let head = commit_of(&s, 0);
    // The newest entries are cut off.
    s.git(["reset", "-q", "--hard", "HEAD~2"]);
    s.soul(["audit", "rebuild"]).ok();
    s.soul(["audit", "verify"]).code(8).says("the newest 2 entries are gone");
    s.git(["reset", "-q", "--hard", &head]);
    s.soul(["audit", "rebuild"]).ok();
    s.soul(["audit", "verify"]).ok();
    // The message of the newest entry is rewritten: another actor.
    let message = s.git(["log", "-1", "--format=%B"]).replace("Actor: manual", "Actor: bot:main");
    s.git(["commit", "-q", "--amend", "-m", &message]);
    s.soul(["audit", "rebuild"]).ok();
    let run = s.soul(["audit", "verify", "--json"]).code(8).json();
    assert!(run["problems"].to_string().contains("altered"), "{run}");
    s.soul(["audit", "verify", &commit_of(&s, 0)]).code(8).says("the entry was altered");
}

#[test]
fn the_log_says_what_the_commits_say() {
    let s = lived_in();
    let log = s.text("memory/meta/audit.log");
    let line = log.lines().last().unwrap();
    assert!(line.starts_with("2026-02-02T") && line.contains(" | MEMORY.md | manual | — | "), "{line}");
    assert!(!s.git(["ls-files"]).contains("audit.log"), "derived, not tracked");
    let message = s.git(["log", "-1", "--format=%B"]);
    for part in ["[EDIT] MEMORY.md — ", "Actor: manual", "Approval: —", "Trigger: ", "Mutation: m-", "Chain: "] {
        assert!(message.contains(part), "{part}:\n{message}");
    }
}

#[test]
fn months_past_the_window_become_digests() {
    let s = Sandbox::empty();
    s.at("2025-09-01T10:00:00Z");
    s.soul(["setup", "--yes"]).ok();
    for day in 2..6 {
        s.at(&format!("2025-09-0{day}T10:00:00Z"));
        s.write("MEMORY.md", format!("# Memory {day}\n"));
        s.soul(["audit", "log"]).ok();
    }
    s.soul(["audit", "digest"]).ok().says("Nothing is past the window.");
    s.at("2026-02-02T10:00:00Z");
    s.soul(["audit", "digest"]).ok().says("memory/meta/audit-archive.md");
    assert!(s.text("memory/meta/audit-archive.md").contains("2025-09"), "{}", s.text("memory/meta/audit-archive.md"));
    assert!(!s.text("memory/meta/audit.log").contains("2025-09"));
    assert_eq!(s.soul(["audit", "log", "-n", "0", "--json"]).ok().json().as_array().unwrap().len(), 6, "git keeps all");
    s.soul(["audit", "verify"]).ok();
}

#[test]
fn what_is_added_to_a_file_is_an_append_in_the_log() {
    let s = Sandbox::new();
    s.soul(["remember", "Ana plays the cello.", "--store", "episodic"]).ok();
    s.soul(["remember", "Bo plays the oboe.", "--store", "episodic"]).ok();
    let log = s.text("memory/meta/audit.log");
    let last = log.lines().rev().find(|line| line.contains("memory/episodes/")).expect("a line for the day's log");
    assert!(last.contains("| APPEND |"), "{last}");
}
