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
