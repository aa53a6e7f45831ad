//! What a person is shown: a memory once, times in their own zone, one form.

use crate::run::Sandbox;

#[test]
fn a_memory_is_shown_once_with_its_other_places() {
    let s = Sandbox::new();
    s.soul(["remember", "My wife is called Ana"]).ok();
    let run = s.soul(["recall", "Ana"]).ok();
    assert_eq!(run.out.matches("wife is called Ana").count(), 1, "{}", run.out);
    run.says("also in ").says("memory/graph/entities/person--ana.md").hides("<!-- Type");
    // JSON keeps every place: folded into a result, or as one that says which it is the same as.
    let answer = s.soul(["recall", "Ana", "--json"]).ok().json();
    let hits = answer["hits"].as_array().unwrap();
    for hit in &hits[1..] {
        assert_eq!(hit["same_as"], hits[0]["citation"], "{hit:#}");
    }
    for place in ["memory/episodes/2026-02-02.md:4", "memory/graph/entities/person--ana.md:6", "person--ana.md:1-3"] {
        assert!(answer["hits"].to_string().contains(place), "{place}: {answer:#}");
    }
}

#[test]
fn the_page_of_an_entity_alone_is_shown_by_its_name() {
    let s = Sandbox::new();
    s.write(
        "memory/graph/entities/person--zoe.md",
        "# person--zoe\n\n<!-- Type: person | Label: Zoe | Created: 2026-02-01 | Last updated: 2026-02-01 -->\n",
    );
    s.soul(["recall", "Zoe"]).ok().says("Zoe (person)").hides("<!--");
}

#[test]
fn times_are_the_users_in_text_and_rfc_3339_in_json() {
    let s = Sandbox::new();
    s.soul(["remember", "I prefer tea"]).ok();
    s.soul(["forget", "tea", "--yes"]).ok();
    s.append("SOUL.md", "- be kind\n");
    for args in [&["audit", "log", "-n", "1"][..], &["restore"], &["alerts"], &["history", "-n", "1"]] {
        let run = s.soul(args).ok();
        assert!(run.out.contains("2026-02-02 15:"), "{args:?}: {}", run.out);
        assert!(!run.out.contains("Z\n") && !run.out.contains("T14:"), "{args:?}: {}", run.out);
    }
    s.soul(["audit", "log", "-n", "1", "--json"]).ok().says("2026-02-02T14:");
}
