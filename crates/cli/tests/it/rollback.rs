use serde_json::json;

use crate::mcp::client::Client;
use crate::run::Sandbox;

/// Commits what was edited by hand and gives the mutation's id.
fn commit(s: &Sandbox) -> String {
    let log = s.soul(["audit", "log", "--json"]).ok().json();
    log[0]["message"]["mutation"].as_str().unwrap().to_owned()
}

fn files(s: &Sandbox) -> Vec<(String, Vec<u8>)> {
    Sandbox::snapshot(&s.ws(), &[".git", "memory/meta/audit.log"])
}

#[test]
fn the_last_change_is_undone_byte_for_byte_and_the_undo_too() {
    let s = Sandbox::new();
    let before = files(&s);
    s.write("MEMORY.md", "mine\r\nno final newline");
    s.write("memory/new/deep.md", "new\n");
    std::fs::remove_file(s.ws().join("TOOLS.md")).unwrap();
    commit(&s);
    let edited = files(&s);
    s.soul(["rollback", "--last", "--yes"]).ok().says("Done: undid m-").says("receipt m-");
    assert_eq!(files(&s), before);
    let receipt = s.soul(["rollback", "--last", "--yes", "--json"]).ok().json();
    assert_eq!(files(&s), edited, "an undo is a change and can be undone");
    s.soul(["audit", "verify", receipt["id"].as_str().unwrap()]).ok();
    s.soul(["audit", "log", "-n", "1"]).ok().says("REVERT").says("manual");
    s.assert_clean();
}

#[test]
fn an_uncommitted_hand_edit_is_taken_in_before_it_is_undone() {
    let s = Sandbox::new();
    s.write("MEMORY.md", "precious hand edit\n");
    s.soul(["rollback", "--last", "--yes"]).ok();
    assert_ne!(s.text("MEMORY.md"), "precious hand edit\n");
    assert_eq!(s.git(["show", "HEAD~1:MEMORY.md"]), "precious hand edit\n", "it is in history");
}

#[test]
fn without_a_person_or_yes_nothing_happens() {
    let s = Sandbox::new();
    s.write("MEMORY.md", "mine\n");
    commit(&s);
    let before = files(&s);
    let head = s.git(["rev-parse", "HEAD"]);
    s.soul(["rollback", "--last"]).code(6).says("restores MEMORY.md").tells("--yes");
    s.soul(["rollback", "--last", "--json"]).code(6);
    s.soul(["rollback", "--last", "--dry-run"]).ok().says("This undoes").says("restores MEMORY.md");
    let plan = s.soul(["rollback", "--last", "--dry-run", "--yes", "--json"]).ok().json();
    assert_eq!((&plan["restores"], &plan["removes"]), (&serde_json::json!(["MEMORY.md"]), &serde_json::json!([])));
    assert_eq!(files(&s), before);
    assert_eq!(s.git(["rev-parse", "HEAD"]), head);
}

#[test]
fn one_change_is_undone_and_what_came_after_is_kept() {
    let s = Sandbox::new();
    let base: String = (0..30).map(|i| format!("line {i}\n")).collect();
    s.write("MEMORY.md", &base);
    commit(&s);
    s.write("MEMORY.md", base.replace("line 3\n", "line three\n"));
    let id = commit(&s);
    s.write("MEMORY.md", base.replace("line 3\n", "line three\n").replace("line 25\n", "line twenty-five\n"));
    commit(&s);
    s.soul(["rollback", &id, "--yes"]).ok();
    assert_eq!(s.text("MEMORY.md"), base.replace("line 25\n", "line twenty-five\n"));
}

#[test]
fn an_undo_that_would_lose_a_later_change_is_refused_by_name() {
    let s = Sandbox::new();
    s.write("MEMORY.md", "one\n");
    let id = commit(&s);
    s.write("MEMORY.md", "two\n");
    commit(&s);
    s.soul(["rollback", &id, "--yes"]).code(5).tells("MEMORY.md");
    assert_eq!(s.text("MEMORY.md"), "two\n");
}

#[test]
fn one_file_goes_back_and_the_others_stay() {
    let s = Sandbox::new();
    s.write("MEMORY.md", "one\n");
    s.write("USER.md", "user one\n");
    let id = commit(&s);
    s.write("MEMORY.md", "two\n");
    s.write("USER.md", "user two\n");
    commit(&s);
    s.soul(["rollback", "--file", "MEMORY.md", "--to", &id, "--yes"]).ok();
    assert_eq!((s.text("MEMORY.md"), s.text("USER.md")), ("one\n".into(), "user two\n".into()));
    s.soul(["rollback", "--file", "MEMORY.md", "--yes"]).code(2);
    s.soul(["rollback", "--last", "--to", &id, "--yes"]).code(2);
    s.soul(["rollback", "--file", "MEMORY.md", "--to", "m-ffffffff", "--yes"]).code(3);
    s.soul(["rollback", "--file", "../x", "--to", &id, "--yes"]).code(4);
    s.assert_clean();
}

#[test]
fn the_whole_workspace_goes_back_to_a_time() {
    let s = Sandbox::new();
    s.write("MEMORY.md", "one\n");
    commit(&s);
    let then = s.now();
    let before = files(&s);
    s.at("2026-02-04T09:00:00Z");
    for i in 0..15 {
        s.write(&format!("memory/note-{i}.md"), "note\n");
    }
    std::fs::remove_file(s.ws().join("USER.md")).unwrap();
    commit(&s);
    s.write("MEMORY.md", "three\n");
    s.soul(["rollback", "--to-time", "2026-02-03", "--yes"]).ok();
    assert_eq!(files(&s), before, "more than the brake allows, and a person said yes");
    s.soul(["rollback", "--to-time", &then.to_string(), "--yes"]).code(4).tells("nothing to undo");
    s.soul(["rollback", "--to-time", "2001-01-01", "--yes"]).code(3);
    s.soul(["rollback", "--to-time", "someday", "--yes"]).code(4);
    s.assert_clean();
}

#[test]
fn a_session_is_undone_whole() {
    let s = Sandbox::new();
    let mut client = Client::start(&s, &[]);
    for content in ["Ana plays the cello", "Ben lives in Graz"] {
        client.tool("memory_write", json!({ "content": content }));
    }
    client.close();
    let log = s.soul(["audit", "log", "--grep", "cello", "--json"]).ok().json();
    let session = log[0]["message"]["session"].as_str().expect("a session").to_owned();
    s.write("MEMORY.md", "after it\n");
    commit(&s);
    s.soul(["rollback", "--session", &session, "--yes"]).ok().says(&format!("undid session {session} (2 mutations)"));
    s.soul(["recall", "cello"]).ok().hides("Ana plays");
    assert_eq!(s.text("MEMORY.md"), "after it\n");
    // A session that only a commit message names is none.
    s.write("memory/a.md", "from the session\n");
    s.git(["add", "memory/a.md"]);
    let chain = "2.00000000.00000000000000000000000000000000";
    s.git(["commit", "-qm", &format!("[CREATE] memory/a.md — noted\n\nActor: bot:main\nApproval: auto\nTrigger: —\nSession: s-42\nMutation: m-2\nChain: {chain}")]);
    s.soul(["rollback", "--session", "s-42", "--yes"]).code(3);
    s.soul(["rollback", "--session", "s-none", "--yes"]).code(3);
    s.soul(["rollback", "--reflection", "r-012", "--yes"]).code(3);
}

#[test]
fn what_is_to_be_undone_must_be_said_once() {
    let s = Sandbox::new();
    s.soul(["rollback", "--yes"]).code(2);
    s.soul(["rollback", "--last", "--session", "x", "--yes"]).code(2);
    s.soul(["rollback", "m-ffffffff", "--yes"]).code(3);
}

#[test]
fn a_rolled_back_soul_raises_an_alert_like_any_change() {
    let s = Sandbox::new();
    s.append("SOUL.md", "x\n");
    commit(&s);
    s.soul(["alerts", "ack", "all"]).ok();
    let log = s.soul(["audit", "log", "SOUL.md", "--json"]).ok().json();
    s.soul(["rollback", log[0]["commit"].as_str().unwrap(), "--yes"]).ok();
    let alerts = s.soul(["alerts", "--json"]).ok().json();
    assert_eq!((&alerts[0]["path"], &alerts[0]["severity"]), (&"SOUL.md".into(), &"change".into()));
}

/// Remembers in a session of its own, as a chat does.
fn remember_in(s: &Sandbox, session: &str, text: &str) {
    s.soul(["remember", "--session", session, text]).ok();
}

#[test]
fn a_session_is_undone_though_others_added_to_the_same_day_since() {
    let s = Sandbox::new();
    remember_in(&s, "s-1", "The lamp is green");
    remember_in(&s, "s-2", "The roof is blue");
    remember_in(&s, "s-1", "The door is red");
    remember_in(&s, "s-2", "The gate is brown");
    s.soul(["rollback", "--session", "s-1", "--yes"]).ok().says("undid session s-1 (2 mutations)");
    let day = s.text("memory/episodes/2026-02-02.md");
    for (word, there) in [("lamp", false), ("roof", true), ("door", false), ("gate", true)] {
        assert_eq!(day.contains(word), there, "{word}: {day}");
    }
    s.assert_clean();
}

#[test]
fn a_session_is_undone_without_what_of_it_was_undone_already() {
    let s = Sandbox::new();
    remember_in(&s, "s-1", "The ferry leaves at nine.");
    remember_in(&s, "s-1", "My bike is red.");
    s.soul(["rollback", "--last", "--yes"]).ok();
    remember_in(&s, "s-2", "The bridge is closed on Mondays.");
    s.soul(["rollback", "--session", "s-1", "--yes"]).ok().says("undid session s-1 (1 mutation)");
    let day = || s.text("memory/episodes/2026-02-02.md");
    assert!(day().contains("bridge") && !day().contains("ferry") && !day().contains("bike"), "{}", day());
    // An undo of an undo counts again.
    remember_in(&s, "s-3", "The harbour has a crane.");
    s.soul(["rollback", "--last", "--yes"]).ok();
    s.soul(["rollback", "--last", "--yes"]).ok();
    s.soul(["rollback", "--session", "s-3", "--yes"]).ok().says("undid session s-3 (1 mutation)");
    assert!(!day().contains("crane"), "{}", day());
}

#[test]
fn the_last_change_is_somebodys_and_not_what_runs_in_the_background() {
    let s = Sandbox::new();
    s.soul(["remember", "The lamp is green"]).ok();
    s.soul(["decay", "run"]);
    s.soul(["reflect"]);
    let day = "memory/episodes/2026-02-02.md";
    assert!(s.text(day).contains("lamp"));
    s.soul(["rollback", "--last", "--yes"]).ok();
    assert!(!s.text(day).contains("lamp"), "{}", s.text(day));
}
