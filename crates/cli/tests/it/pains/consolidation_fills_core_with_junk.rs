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
