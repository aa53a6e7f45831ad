//! Pain 16: stale or contradicted facts keep winning.

use crate::run::Sandbox;

#[test]
fn an_update_supersedes_and_the_past_stays_readable() {
    let s = Sandbox::new();
    s.soul(["remember", "Ana lives in Bonn."]).ok();
    s.at("2026-03-01T10:00:00Z");
    s.soul(["remember", "Ana no longer lives in Bonn, she moved to Berlin."]).ok().says("replaces");
    let entity = s.soul(["graph", "entity", "ana", "--json"]).ok().json();
    let facts = entity["facts"].as_array().unwrap();
    let old = facts.iter().find(|f| f["text"] == "Ana lives in Bonn.").unwrap();
    assert_eq!((&old["current"], &old["until"]), (&false.into(), &"2026-03-01".into()), "{entity}");
    let current: Vec<&str> =
        facts.iter().filter(|f| f["current"] == true).map(|f| f["text"].as_str().unwrap()).collect();
    assert!(current.len() == 1 && current[0].contains("Berlin"), "{current:?}");
}

#[test]
fn a_contradiction_nobody_announced_is_flagged_on_both_sides() {
    let s = Sandbox::new();
    s.soul(["remember", "--store", "semantic", "Ana's shoe size is 38."]).ok();
    s.soul(["remember", "--store", "semantic", "Ana's shoe size is 41."]).ok().says("contradicts");
    let entity = s.soul(["graph", "entity", "ana", "--json"]).ok().json();
    let facts = entity["facts"].as_array().unwrap();
    assert_eq!(facts.len(), 2);
    for fact in facts {
        assert_eq!((&fact["current"], &fact["confidence"]), (&true.into(), &"low".into()), "{fact}");
        assert!(!fact["contradicts"].is_null());
    }
}

#[test]
fn a_change_that_likely_means_an_older_fact_is_asked_about_and_replaces_nothing() {
    let s = Sandbox::new();
    s.soul(["remember", "Ana keeps her notes on paper."]).ok();
    s.soul(["remember", "Ana now writes everything into Obsidian."]).ok().says("may contradict");
    let entity = s.soul(["graph", "entity", "ana", "--json"]).ok().json();
    let facts = entity["facts"].as_array().unwrap();
    assert!(facts.len() == 2 && facts.iter().all(|fact| fact["current"] == true), "{entity}");
}

#[test]
fn a_correction_replaces_the_line_in_core_memory() {
    let s = Sandbox::new();
    s.soul(["remember", "I live in Bonn.", "--store", "core"]).ok();
    s.soul(["remember", "I don't live in Bonn any more, I moved to Berlin.", "--store", "core"]).ok().says("replaces");
    let core = s.text("MEMORY.md");
    assert!(core.contains("moved to Berlin") && !core.contains("I live in Bonn"), "{core}");
    assert!(s.text("memory/graph/entities/person--user.md").contains("~~I live in Bonn.~~"));
}

#[test]
fn a_web_page_never_supersedes_what_a_person_said() {
    let s = Sandbox::new();
    s.soul(["remember", "Ana lives in Bonn."]).ok();
    s.soul(["remember", "Ana no longer lives in Bonn.", "--source", "web"]).ok();
    let entity = s.soul(["graph", "entity", "ana", "--json"]).ok().json();
    let fact = entity["facts"].as_array().unwrap().iter().find(|f| f["text"] == "Ana lives in Bonn.").unwrap().clone();
    assert_eq!(fact["current"], true, "{entity}");
}

#[test]
fn a_reflection_replaces_what_changed_and_keeps_the_past() {
    let s = Sandbox::new();
    s.write("memory/episodes/2026-01-05.md", "# 2026-01-05\n\n## 09:00 | fact\nBen works at Initech.\n");
    s.soul(["reflect"]).ok();
    s.soul(["reflect", "approve"]).ok();
    s.write(
        "memory/episodes/2026-01-25.md",
        "# 2026-01-25\n\n## 09:00 | fact\nBen no longer works at Initech, he joined Globex.\n",
    );
    s.soul(["reflect"]).ok();
    s.soul(["reflect", "approve"]).ok();
    let ben = s.text("memory/graph/entities/person--ben.md");
    assert!(ben.contains("~~Ben works at Initech.~~") && ben.contains("until:2026-01-25"), "{ben}");
}
