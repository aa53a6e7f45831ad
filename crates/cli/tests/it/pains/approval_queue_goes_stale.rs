//! Pain 20: an approval queue nobody sees, or items gone stale.

use crate::run::Sandbox;

#[test]
fn a_proposal_says_when_its_ground_has_changed() {
    let s = Sandbox::new();
    s.soul(["remember", "Ana works at Initech."]).ok();
    let add = ["proposals", "add", "Ana leads the Initech team", "--from", "researcher", "--store", "semantic"];
    s.soul(add.into_iter().chain(["--entities", "person--ana"])).ok();
    let fresh = s.soul(["proposals", "show", "1", "--json"]).ok().json();
    assert_eq!(fresh["stale"], serde_json::json!([]));
    s.soul(["remember", "Ana no longer works at Initech."]).ok();
    let stale = s.soul(["proposals", "list", "--json"]).ok().json();
    assert_eq!(stale[0]["stale"], serde_json::json!(["memory/graph/entities/person--ana.md"]));
    s.soul(["proposals", "commit", "1"]).code(5);
    s.soul(["proposals", "commit", "1", "--even-if-stale"]).ok();
}

#[test]
fn what_waits_is_shown_at_the_start_of_a_session() {
    let s = Sandbox::new();
    s.soul(["proposals", "add", "Ana plays the cello", "--from", "researcher"]).ok();
    let context = s.soul(["context", "--session", "main"]).ok().out;
    assert!(context.contains("proposal") && context.contains("soul proposals"), "{context}");
    let group = s.soul(["context", "--session", "group", "--room", "dev"]).ok().out;
    assert!(!group.contains("soul proposals list"), "a group is not told");
}
