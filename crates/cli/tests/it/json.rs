//! `--json` on every read: it parses, it is complete, and nothing else is on stdout.

use serde_json::Value;

use crate::run::Sandbox;

fn has(value: &Value, keys: &[&str]) {
    for key in keys {
        assert!(value.get(key).is_some(), "no {key} in {value}");
    }
}

#[test]
fn every_read_answers_in_json() {
    let s = Sandbox::new();
    s.append("SOUL.md", "more\n");
    let commit = s.soul(["audit", "log", "--json"]).ok().json()[0]["commit"].as_str().unwrap().to_owned();
    has(
        &s.soul(["context", "--json"]).ok().json(),
        &["sections", "rendered", "preamble", "digest", "report", "receipt"],
    );
    let context = s.soul(["context", "--json"]).ok().json();
    has(
        &context["sections"][0],
        &["name", "source", "why", "text", "bytes", "tokens", "cut", "cache_breakpoint", "placement"],
    );
    has(&context["report"], &["session", "persona", "budget_tokens", "used_tokens", "share", "files", "warnings"]);
    has(&context["report"]["files"][0], &["path", "included", "why", "bytes", "tokens", "share"]);
    has(
        &s.soul(["context", "--receipts", "--json"]).ok().json()[0],
        &["digest", "commit", "at", "session", "persona", "files"],
    );
    has(
        &s.soul(["identity", "--json"]).ok().json(),
        &[
            "agent",
            "workspace",
            "name",
            "avatar",
            "emoji",
            "theme",
            "creature",
            "vibe",
            "warnings",
            "bootstrap_pending",
        ],
    );
    has(
        &s.soul(["alerts", "--json"]).ok().json()[0],
        &["id", "severity", "path", "at", "actor", "text", "commit", "diff"],
    );
    has(&s.soul(["audit", "log", "--json"]).ok().json()[0], &["commit", "time", "at", "message", "subject", "files"]);
    has(
        &s.soul(["audit", "log", "--json"]).ok().json()[0]["message"],
        &["action", "file", "summary", "actor", "approval", "trigger", "mutation", "critical", "chain"],
    );
    has(&s.soul(["history", "--json"]).ok().json()[0], &["commit", "files"]);
    has(&s.soul(["audit", "show", &commit, "--json"]).ok().json(), &["entry", "diff"]);
    has(
        &s.soul(["audit", "blame", "SOUL.md", "--json"]).ok().json()[0],
        &["line", "text", "commit", "actor", "at", "summary"],
    );
    has(&s.soul(["audit", "why", "SOUL", "--json"]).ok().json(), &["about", "forgotten", "written"]);
    has(&s.soul(["audit", "verify", "--json"]).ok().json(), &["ok", "checked", "by_git", "other_keys", "problems"]);
    has(
        &s.soul(["audit", "verify", &commit, "--json"]).ok().json(),
        &["ok", "id", "commit", "summary", "files", "problems"],
    );
    has(&s.soul(["audit", "digest", "--json"]).ok().json(), &[]);
    has(&s.soul(["rollback", &commit, "--dry-run", "--json"]).ok().json(), &["summary", "restores", "removes"]);
    has(&s.soul(["agents", "--json"]).ok().json()[0], &["id", "workspace", "exists", "default", "shared_with"]);
    has(&s.soul(["channels", "status", "--json"]).ok().json(), &["identity", "routes", "problems"]);
    has(&s.soul(["config", "get", "--json"]).ok().json(), &["user", "agents", "memory", "context", "hooks", "audit"]);
    assert_eq!(s.soul(["config", "get", "user.name", "--json"]).ok().json(), "Sam");
    assert_eq!(s.soul(["config", "validate", "--json"]).ok().json(), serde_json::json!([]));
    has(&s.soul(["config", "schema", "--json"]).ok().json(), &["properties"]);
    has(&s.soul(["config", "default", "--json"]).ok().json(), &["user", "agents"]);
    assert_eq!(s.soul(["config", "path", "--json"]).ok().json(), s.config_file().to_str().unwrap());
    has(&s.soul(["doctor", "--json"]).ok().json(), &["agent", "workspace", "files", "findings"]);
}

#[test]
fn every_write_answers_with_a_receipt_in_json() {
    let s = Sandbox::empty();
    let receipt = |value: &Value| {
        has(value, &["id", "commit", "files"]);
        s.soul(["audit", "verify", value["id"].as_str().unwrap()]).ok();
    };
    let seeded = s.soul(["setup", "--json"]).ok().json();
    has(&seeded, &["agent", "workspace", "created", "kept", "adopted", "receipt"]);
    receipt(&seeded["receipt"]);
    receipt(&s.soul(["setup", "--done", "--json"]).ok().json());
    receipt(&s.soul(["rollback", "--last", "--yes", "--json"]).ok().json());
    s.append("SOUL.md", "more\n");
    s.soul(["alerts"]).ok();
    receipt(&s.soul(["alerts", "ack", "all", "--json"]).ok().json());
    assert_eq!(s.soul(["config", "set", "user.name", "Sam", "--json"]).ok().json(), "Sam");
    assert_eq!(s.soul(["config", "unset", "user.name", "--json"]).ok().json(), Value::Null);
}

#[test]
fn an_error_is_json_too_with_the_same_exit_code() {
    let s = Sandbox::new();
    s.soul(["remember", "I like tea"]).ok();
    for (args, code, kind) in [
        (&["audit", "show", "m-ffffffff"][..], 3, "not_found"),
        (&["audit", "log", "--since", "whenever"], 4, "invalid"),
        (&["rollback", "--last"], 6, "denied"),
        (&["recall", ""], 4, "invalid"),
        (&["history", "GONE.md"], 3, "not_found"),
        (&["reflect", "--since", "nonsense"], 4, "invalid"),
        (&["remember", "my key is ghp_16C7e42F292c6912E7710c838347Ae178B4a"], 6, "denied"),
        (&["nonsense"], 2, "usage"),
        (&["context", "--session", "guest"], 2, "usage"),
    ] {
        let run = s.soul([args, &["--json"]].concat()).code(code);
        let plain = s.soul(args).code(code);
        assert!(!plain.err.starts_with('{'), "{plain:?}");
        let line = run.err.lines().last().unwrap_or_default();
        let error: Value = serde_json::from_str(line).unwrap_or_else(|e| panic!("{args:?}: {e}: {}", run.err));
        assert_eq!(error["error"]["kind"], kind, "{error}");
        assert!(error["error"]["message"].as_str().is_some_and(|text| text.len() > 10), "{error}");
    }
    assert!(s.soul(["--help", "--json"]).ok().out.contains("Usage:"));
}
