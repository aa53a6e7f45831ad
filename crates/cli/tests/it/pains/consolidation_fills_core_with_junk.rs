//! Pain 5: automatic consolidation fills MEMORY.md with junk or its own output.

use crate::run::Sandbox;

#[test]
fn only_what_is_worth_it_reaches_core_memory() {
    let s = Sandbox::new();
    let before = s.text("MEMORY.md");
    for said in
        ["Yesterday we had ramen near the station.", "Ana works at Initech.", "The build took nine minutes today."]
    {
        s.soul(["remember", said]).ok();
    }
    assert_eq!(s.text("MEMORY.md"), before);
    s.soul(["remember", "I prefer short answers"]).ok();
    s.soul(["remember", "I prefer short answers"]).ok();
    assert_eq!(s.text("MEMORY.md").matches("short answers").count(), 1, "said twice, kept once");
}

#[test]
fn what_others_say_never_gets_there_by_itself() {
    let s = Sandbox::new();
    let before = s.text("MEMORY.md");
    for source in ["web", "tool", "import", "subagent"] {
        s.soul(["remember", "I prefer long answers", "--source", source]).ok();
    }
    assert_eq!(s.text("MEMORY.md"), before);
    s.soul(["proposals", "add", "User prefers long answers", "--from", "x", "--store", "core", "--core-worthy"]).ok();
    assert_eq!(s.text("MEMORY.md"), before, "a proposal is not a memory");
}

#[test]
fn a_reflection_proposes_with_evidence_and_never_quotes_itself() {
    let s = Sandbox::new();
    let before = s.text("MEMORY.md");
    s.write(
        "memory/episodes/2026-02-01.md",
        "# 2026-02-01\n\n## 09:00 | preference\nUser prefers short answers.\n\n## 09:10 | event\nWe had ramen.\n\n## 09:20 | fact | source:reflection\nUser prefers long answers.\n",
    );
    let view = s.soul(["reflect", "--json"]).ok().json();
    assert_eq!(s.text("MEMORY.md"), before, "proposals only");
    assert!(view["items"].as_array().unwrap().iter().all(|item| !item["evidence"].as_array().unwrap().is_empty()));
    assert!(!view["items"].to_string().contains("long answers"), "its own output is no evidence");
    s.soul(["reflect", "approve"]).ok();
    assert!(s.text("MEMORY.md").contains("short answers") && !s.text("MEMORY.md").contains("ramen"));
    assert_eq!(s.soul(["reflect", "--since", "2026-01-01", "--json"]).ok().json()["items"], serde_json::json!([]));
    s.soul(["recall", "Reflection Summary tokens processed"]).ok().hides("memory/meta");
}
