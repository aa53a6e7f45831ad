use crate::run::Sandbox;

#[test]
fn memories_fade_by_the_formula_and_the_numbers_are_shown() {
    let s = Sandbox::new();
    let done = s.soul(["remember", "Ana plays the cello.", "--store", "episodic", "--json"]).ok().json();
    let id = done["entries"][0]["id"].as_str().unwrap().to_owned();
    s.at("2026-02-22T14:30:00Z");
    let explained = s.soul(["decay", "explain", &id, "--json"]).ok().json();
    let expected = 1.0 * (-0.03f64 * 20.0).exp() * 1.0 * 0.8;
    assert!((explained["score"].as_f64().unwrap() - expected).abs() < 1e-9, "{explained}");
    assert_eq!(explained["status"], "fading");
    s.soul(["decay", "explain", &id]).ok().says("e^(-0.03 × 20)").says("→ fading");
}

#[test]
fn a_run_writes_one_commit_and_logs_the_transitions() {
    let s = Sandbox::new();
    s.soul(["remember", "Ana plays the cello.", "--store", "episodic"]).ok();
    s.soul(["remember", "--pin", "our wedding song was Harvest Moon"]).ok();
    s.soul(["decay", "run"]).ok();
    let count = || s.git(["rev-list", "--count", "HEAD"]).trim().parse::<usize>().unwrap();
    let before = count();
    s.at("2026-03-20T14:30:00Z");
    let run = s.soul(["decay", "run", "--json"]).ok().json();
    assert_eq!(count(), before + 1);
    assert!(run["transitions"].as_array().unwrap().iter().all(|t| t["from"] == "active"), "{run}");
    s.soul(["audit", "log", "-n", "1"]).ok().says("DECAY").says("system:decay").says("transitioned");
    let scores: serde_json::Value = serde_json::from_str(&s.text("memory/meta/decay-scores.json")).unwrap();
    let vault = scores["entries"].as_object().unwrap().iter().find(|(id, _)| id.starts_with("vault:")).unwrap().1;
    assert_eq!((&vault["status"], &vault["current_score"]), (&"active".into(), &1.0.into()));
}

#[test]
fn scores_follow_a_rollback() {
    let s = Sandbox::new();
    s.soul(["remember", "Ana plays the cello.", "--store", "episodic"]).ok();
    s.soul(["remember", "Bo plays the oboe.", "--store", "episodic"]).ok();
    s.soul(["rollback", "--last", "--yes"]).ok();
    s.soul(["decay", "run"]).ok();
    let scores: serde_json::Value = serde_json::from_str(&s.text("memory/meta/decay-scores.json")).unwrap();
    let episodes = scores["entries"].as_object().unwrap().keys().filter(|id| id.starts_with("episode:")).count();
    assert_eq!(episodes, 1, "{scores}");
}

#[test]
fn hand_written_memories_are_scored_too() {
    let s = Sandbox::new();
    s.write("memory/2025-11-20.md", "# 2025-11-20\n\n- Moved house.\n");
    s.soul(["decay", "run"]).ok();
    s.soul(["decay", "status"]).ok().says("active    1");
    // Age counts from when it was first seen.
    s.at("2026-06-20T14:30:00Z");
    s.soul(["decay", "run"]).ok();
    s.soul(["decay", "status"]).ok().hides("active    1");
}

#[test]
fn a_run_brings_the_graph_index_up_to_date() {
    let s = Sandbox::new();
    s.soul(["remember", "Ana plays the cello."]).ok();
    s.soul(["decay", "run"]).ok();
    let index = s.text("memory/graph/index.md");
    assert!(index.contains("person--ana"), "{index}");
}
