//! Pain 21: entity merge errors retire good facts.

use crate::run::Sandbox;

#[test]
fn close_names_are_never_merged_silently() {
    let s = Sandbox::new();
    s.soul(["remember", "--store", "semantic", "Jonathan Smith plays the cello."]).ok();
    let done = s.soul(["remember", "--store", "semantic", "Jonathon Smith works at Initech.", "--json"]).ok().json();
    let number = done["proposals"][0].as_u64().unwrap_or_else(|| panic!("no proposal: {done}")).to_string();
    let facts = |who: &str| s.soul(["graph", "entity", who, "--json"]).ok().json()["facts"].as_array().unwrap().len();
    assert_eq!(
        (facts("person--jonathan-smith"), facts("person--jonathon-smith")),
        (1, 1),
        "two until a person says so"
    );
    s.soul(["proposals", "commit", &number]).ok();
    assert_eq!(facts("person--jonathan-smith"), 2);
    // And every merge can be split.
    s.soul(["graph", "split", "person--jonathon-smith"]).ok();
    assert_eq!((facts("person--jonathan-smith"), facts("person--jonathon-smith")), (1, 1));
}

#[test]
fn an_exact_alias_is_the_same_entity() {
    let s = Sandbox::new();
    s.soul(["remember", "Robert Meyer plays the cello."]).ok();
    let path = "memory/graph/entities/person--robert-meyer.md";
    s.append(path, "\n## Aliases\n- Bob Meyer\n");
    s.soul(["audit", "log"]).ok();
    s.soul(["remember", "Bob Meyer works at Initech."]).ok();
    assert!(s.text(path).contains("Bob Meyer works at Initech."), "{}", s.text(path));
    assert!(!s.ws().join("memory/graph/entities/person--bob-meyer.md").exists());
}
