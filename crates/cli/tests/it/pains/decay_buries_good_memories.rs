//! Pain 22: decay buries good memories.

use crate::run::Sandbox;

#[test]
fn a_season_later_a_memory_sleeps_and_is_still_there_by_name() {
    let s = Sandbox::new();
    s.soul(["remember", "Ana plays the cello."]).ok();
    let done = s.soul(["remember", "--pin", "The lease ends in 2027", "--json"]).ok().json();
    s.at("2026-10-01T10:00:00Z");
    s.soul(["decay", "run"]).ok();
    s.soul(["graph", "entity", "ana"]).ok().says("Ana plays the cello.");
    let vault = done["entries"].as_array().unwrap().iter().find(|e| e["store"] == "vault").unwrap();
    s.soul(["decay", "explain", vault["id"].as_str().unwrap()]).ok().says("pinned at 1");
    assert!(s.text("memory/episodes/2026-02-02.md").contains("cello"), "decay never touches a file of memories");
    s.soul(["decay", "status"]).ok().says("forgotten 0");
}

#[test]
fn an_old_memory_that_answers_ranks_before_new_ones_that_do_not() {
    let s = Sandbox::new();
    s.at("2025-06-13T10:00:00Z");
    s.soul(["remember", "We named the sailing boat Petrel after the storm bird."]).ok();
    for day in 1..=9 {
        s.at(&format!("2026-01-{day:02}T10:00:00Z"));
        s.soul(["remember", &format!("Went sailing, wind from the west, day {day} of the year.")]).ok();
    }
    s.at("2026-02-10T10:00:00Z");
    s.soul(["decay", "run"]).ok();
    let found = s.soul(["recall", "what did we name the sailing boat", "--include-archived", "--json"]).ok().json();
    assert!(found["hits"][0]["text"].as_str().unwrap().contains("Petrel"), "{found}");
    for hit in found["hits"].as_array().unwrap() {
        let decay = hit["parts"]["decay"].as_f64().unwrap();
        assert!((0.69..=1.16).contains(&decay), "{hit}");
    }
}
