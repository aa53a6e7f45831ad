//! Pain 14: the agent says "saved" and did not.

use serde_json::Value;

use crate::run::Sandbox;

#[test]
fn every_write_returns_a_receipt_that_verify_confirms_or_refutes() {
    let s = Sandbox::empty();
    let check = |receipt: &Value| {
        let id = receipt["id"].as_str().unwrap();
        let status = s.soul(["audit", "verify", id, "--json"]).ok().json();
        assert_eq!((&status["ok"], &status["commit"]), (&true.into(), &receipt["commit"]));
        for file in receipt["files"].as_array().unwrap() {
            let name = file["path"].as_str().unwrap();
            assert_eq!(file["hash"].is_null(), !s.ws().join(name).exists(), "{name}");
            if let Some(lines) = file["lines"].as_array() {
                let last = lines[1].as_u64().unwrap() as usize;
                assert!(last <= s.text(name).lines().count(), "{file}");
            }
        }
        s.git(["cat-file", "-e", receipt["commit"].as_str().unwrap()]);
    };
    check(&s.soul(["setup", "--yes", "--json"]).ok().json()["receipt"]);
    s.write("MEMORY.md", "edited\n");
    s.soul(["audit", "log"]).ok();
    check(&s.soul(["rollback", "--last", "--yes", "--json"]).ok().json());
    let ritual = s.soul(["setup", "--done", "--json"]).ok().json();
    check(&ritual);
    // A receipt nobody gave is refuted, and so is one whose entry is no longer in the history.
    s.soul(["audit", "verify", "m-00000000-made-up"]).code(3);
    s.git(["reset", "-q", "--hard", "HEAD~1"]);
    s.soul(["audit", "verify", ritual["id"].as_str().unwrap()]).code(3);
    s.soul(["audit", "verify"]).code(8);
}

#[test]
fn a_refused_write_says_so_and_leaves_nothing() {
    let s = Sandbox::new();
    s.soul(["remember", "I like tea"]).ok();
    let head = s.git(["rev-parse", "HEAD"]);
    s.soul(["rollback", "--last"]).code(6);
    s.soul(["alerts", "ack", "nothing"]).code(3);
    s.soul(["rollback", "--file", "../x", "--to", &head[..10], "--yes"]).code(4);
    assert_eq!(s.git(["rev-parse", "HEAD"]), head);
    // Where the disk refuses, the program does too.
    let locked = s.ws().join(".git/objects");
    let before = Sandbox::snapshot(&s.ws(), &[".git", "memory/meta/audit.log"]);
    s.write("MEMORY.md", "x\n");
    std::fs::rename(&locked, s.ws().join(".git/objects.gone")).unwrap();
    std::fs::write(&locked, "").unwrap();
    let run = s.soul(["rollback", "--last", "--yes"]);
    assert_ne!(run.code, 0, "{run:?}");
    assert!(!run.out.contains("receipt"), "{run:?}");
    std::fs::remove_file(&locked).unwrap();
    std::fs::rename(s.ws().join(".git/objects.gone"), &locked).unwrap();
    s.soul(["rollback", "--last", "--yes"]).ok();
    assert_eq!(Sandbox::snapshot(&s.ws(), &[".git", "memory/meta/audit.log"]), before);
}
