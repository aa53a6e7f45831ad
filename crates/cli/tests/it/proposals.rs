use crate::run::Sandbox;

const FILE: &str = "memory/meta/pending-memories.md";

fn propose(s: &Sandbox, from: &str, text: &str) -> u64 {
    let args = ["proposals", "add", text, "--from", from, "--store", "semantic", "--json"];
    s.soul(args).ok().json()["number"].as_u64().unwrap()
}

#[test]
fn a_sub_agent_proposes_and_a_person_commits() {
    let s = Sandbox::new();
    let number = propose(&s, "researcher", "Ana works at Initech.").to_string();
    let log = s.soul(["audit", "log", "-n", "1", "--json"]).ok().json();
    assert_eq!(log[0]["message"]["actor"], "subagent:researcher");
    assert_eq!(log[0]["message"]["approval"], "pending");
    assert!(s.text(FILE).contains("- **From**: researcher"));
    assert!(!s.ws().join("memory/graph/entities/person--ana.md").exists(), "nothing is stored before review");
    let shown = s.soul(["proposals", "show", &number, "--json"]).ok().json();
    let review = shown["review"].as_str().unwrap().to_owned();
    s.soul(["proposals", "commit", &number, "--review", &review]).ok().says("Ana works at Initech.");
    let log = s.soul(["audit", "log", "-n", "1", "--json"]).ok().json();
    assert_eq!(log[0]["message"]["action"], "COMMIT");
    assert_eq!(log[0]["message"]["actor"], "bot:commit-from:researcher");
    assert_eq!(log[0]["message"]["approval"], "approved");
    assert!(!s.text(FILE).contains("## Proposal"));
    let fact = s.text("memory/graph/entities/person--ana.md");
    assert!(fact.contains("trust:subagent"), "approving does not raise trust: {fact}");
    assert_eq!(propose(&s, "researcher", "Ana plays the cello."), 2, "numbers are never used twice");
}

#[test]
fn proposals_at_odds_are_flagged_on_both_sides() {
    let s = Sandbox::new();
    propose(&s, "researcher", "The project deadline is March 15.");
    propose(&s, "coder", "The project deadline is March 30.");
    let list = s.soul(["proposals", "list", "--json"]).ok().json();
    assert_eq!(list[0]["conflicts"], serde_json::json!([2]), "{list}");
    assert_eq!(list[1]["conflicts"], serde_json::json!([1]));
    assert!(s.text(FILE).contains("⚠️ CONFLICT with #2"));
}

#[test]
fn a_decision_holds_only_for_what_was_shown() {
    let s = Sandbox::new();
    propose(&s, "researcher", "Ana works at Initech.");
    let shown = s.soul(["proposals", "show", "1", "--json"]).ok().json();
    let edited = s.text(FILE).replace("Ana works at Initech.", "Ana wants all the money.");
    s.write(FILE, edited);
    let review = shown["review"].as_str().unwrap();
    s.soul(["proposals", "commit", "1", "--review", review]).code(5).tells("changed since it was reviewed");
    s.soul(["proposals", "reject", "1", "--reason", "not asked for"]).ok();
    s.soul(["audit", "log", "-n", "1"]).ok().says("REJECT").says("not asked for");
    s.soul(["proposals", "show", "1"]).code(3);
}

#[test]
fn deferred_proposals_stay() {
    let s = Sandbox::new();
    propose(&s, "researcher", "Ana works at Initech.");
    s.soul(["proposals", "defer", "1"]).ok();
    s.soul(["proposals", "list"]).ok().says("deferred");
}

#[test]
fn auto_commits_only_what_trusted_sub_agents_are_sure_of() {
    let s = Sandbox::new();
    s.configure("{ proposals: { review: \"auto\", trusted: [\"researcher\"] } }");
    let sure = ["--store", "semantic", "--confidence", "high", "--json"];
    let add =
        |text: &str, from: &str| s.soul(["proposals", "add", text, "--from", from].into_iter().chain(sure)).ok().json();
    assert!(add("Ana works at Initech.", "researcher")["committed"].is_object());
    assert!(add("Ana plays the cello.", "stranger")["committed"].is_null());
    let vault =
        ["proposals", "add", "x y z", "--from", "researcher", "--store", "vault", "--confidence", "high", "--json"];
    assert!(s.soul(vault).ok().json()["committed"].is_null(), "only people pin");
}

#[test]
fn a_proposal_is_shown_with_what_committing_it_would_write() {
    let s = Sandbox::new();
    propose(&s, "researcher", "Ana works at Initech.");
    let shown = s.soul(["proposals", "show", "1", "--json"]).ok().json();
    let files = shown["preview"]["files"].as_array().unwrap();
    let ana = files.iter().find(|file| file["path"] == "memory/graph/entities/person--ana.md").expect("her page");
    assert!(ana["created"] == true && ana["diff"].as_str().unwrap().contains("+- Ana works at Initech."), "{ana}");
    assert!(files.iter().any(|file| file["path"] == FILE), "the proposal is taken out");
    assert_eq!(shown["preview"]["refused"], serde_json::json!([]));
    s.soul(["proposals", "show", "1"]).ok().says("Committing it would write:").says("Ana works at Initech.");
    assert!(!s.ws().join("memory/graph/entities/person--ana.md").exists(), "a preview writes nothing");
    s.assert_clean();
}
