//! The exit codes that `soul --help` documents.

use crate::run::Sandbox;

#[test]
fn zero_is_done() {
    let s = Sandbox::new();
    s.soul(["identity"]).ok();
    s.soul(["doctor"]).ok();
}

#[test]
fn one_is_failed() {
    let s = Sandbox::new();
    s.soul(["context", "--config", "/nonexistent/soulfile.json5"]).code(1).tells("/nonexistent/soulfile.json5");
    let mut command = s.command();
    command.args(["agents"]).env_remove("HOME").env_remove("SOULFILE_HOME");
    crate::run::Run::of(command).code(1).tells("HOME");
    let mut command = s.command();
    command.args(["agents"]).env("SOULFILE_NOW", "soon");
    crate::run::Run::of(command).code(1).tells("SOULFILE_NOW");
}

#[test]
fn two_is_usage() {
    let s = Sandbox::new();
    for args in [
        &["nonsense"][..],
        &["context", "--session", "guest"],
        &["audit"],
        &["setup", "--what"],
        &["config", "set", "x"],
    ] {
        let run = s.soul(args).code(2);
        assert!(run.out.is_empty() && run.err.contains("Usage:") || run.err.contains("error:"), "{run:?}");
    }
}

#[test]
fn three_is_not_found() {
    let s = Sandbox::new();
    for args in [
        &["audit", "show", "m-ffffffff"][..],
        &["audit", "blame", "GONE.md"],
        &["alerts", "ack", "ffffffff"],
        &["rollback", "m-ffffffff", "--yes"],
        &["config", "get", "no.such"],
        &["man", "nothing"],
        &["context", "--receipts", "deadbeef"],
        &["history", "GONE.md"],
        &["audit", "log", "GONE.md"],
    ] {
        let run = s.soul(args).code(3);
        assert!(run.out.is_empty() && run.err.starts_with("soul: "), "{run:?}");
    }
    s.plain(["identity", "--agent", "ghost"]).code(3);
    s.plain(["-C", "/nonexistent/place", "context"]).code(3);
}

#[test]
fn four_is_invalid() {
    let s = Sandbox::new();
    for args in [
        &["audit", "blame", "../x"][..],
        &["audit", "log", "--since", "whenever"],
        &["rollback", "--to-time", "whenever", "--yes"],
        &["config", "set", "user.timezone", "Nowhere"],
        &["setup", "--timezone", "Nowhere"],
        &["recall", ""],
        &["recall", "  "],
    ] {
        s.soul(args).code(4);
    }
    s.soul(["reflect", "--since", "nonsense"]).code(4).tells("write 2026-02-01, today or yesterday");
    s.soul(["reflect", "--since", "yesterday"]).ok();
}

#[test]
fn five_is_a_conflict() {
    let s = Sandbox::new();
    s.write("MEMORY.md", "one\n");
    let log = s.soul(["audit", "log", "--json"]).ok().json();
    s.write("MEMORY.md", "two\n");
    s.soul(["rollback", log[0]["commit"].as_str().unwrap(), "--yes"]).code(5);
}

#[test]
fn six_is_not_allowed_without_a_person() {
    let s = Sandbox::new();
    s.soul(["remember", "I like tea"]).ok();
    s.soul(["rollback", "--last"]).code(6).tells("nothing was changed");
    let before = s.git(["rev-parse", "HEAD"]);
    let shown = s.soul(["forget", "tea", "--json"]).code(6).tells("nothing was changed");
    assert_eq!(shown.json()["confirmed"], false);
    s.soul(["forget", "tea", "--json", "--dry-run"]).ok();
    assert_eq!(s.git(["rev-parse", "HEAD"]), before);
}

/// Waits out the program's whole patience (half a minute) with another process's lock.
#[test]
fn seven_is_busy() {
    let s = Sandbox::new();
    let lock = std::fs::File::options().append(true).open(s.ws().join(".git/soulfile/lock")).unwrap();
    lock.lock().unwrap();
    s.soul(["audit", "log"]).code(7).tells("busy").tells("try again");
    lock.unlock().unwrap();
    s.soul(["audit", "log"]).ok();
}

#[test]
fn eight_is_problems_found() {
    let s = Sandbox::new();
    std::fs::write(s.ws().join("memory/meta/audit.log"), "forged\n").unwrap();
    s.soul(["audit", "verify"]).code(8);
    s.soul(["doctor"]).code(8);
    s.soul(["doctor", "--json"]).code(8);
    s.configure("{ user: { timezone: 1 } }");
    s.plain(["config", "validate"]).code(8);
}
