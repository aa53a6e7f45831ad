//! What comes from memory is never taken for news.

use super::{DAY, acquainted, hides, says};

#[test]
fn quoted_and_pasted_memories_are_not_captured_again() {
    let s = acquainted();
    let mut chat = s.chat::<&str>([]);
    chat.say("Remember that I'm allergic to peanuts.");
    chat.say("My sister Nora lives in Lisbon.");
    let answer = chat.say("what do you remember about Nora?");
    let shown = answer.lines().find(|line| line.contains("Lisbon")).expect("the memory").trim().to_owned();
    let shown = shown.trim_start_matches("Aria > ").trim_start_matches("- ").to_owned();
    let (core, log) = (s.text("MEMORY.md"), s.text(DAY).matches("Lisbon").count());
    let graph = || s.text("memory/graph/entities/person--nora.md");
    let nora = graph();
    let bare = shown.split("  [").next().unwrap_or(&shown).to_owned();
    for echo in [
        shown.as_str(),
        bare.as_str(),
        &format!("> {bare}"),
        &format!("⟦recalled MEMORY.md:7⟧ {bare} ⟦end of recall⟧"),
        "My sister Nora lives in Lisbon.",
        "Remember that my sister Nora lives in Lisbon.",
        "I'm allergic to peanuts.",
    ] {
        chat.say(echo);
        assert_eq!(s.text("MEMORY.md"), core, "{echo}");
        assert_eq!(s.text(DAY).matches("Lisbon").count(), log, "{echo}:\n{}", s.text(DAY));
        assert_eq!(graph(), nora, "{echo}");
    }
    // What is new beside it is kept.
    chat.say(&format!("{bare} I moved to Oslo."));
    says(&s.text(DAY), &["moved to Oslo"]);
    assert_eq!(s.text(DAY).matches("Lisbon").count(), log);
    chat.leave("/quit\r");
    // And in another session.
    let mut next = s.chat::<&str>([]);
    says(&next.say("I'm allergic to peanuts."), &["I have that already"]);
    assert_eq!(s.text("MEMORY.md").matches("peanuts").count(), 1);
    s.assert_clean();
}

#[test]
fn a_question_is_never_the_answer_to_itself() {
    let s = acquainted();
    let mut chat = s.chat::<&str>([]);
    for _ in 0..3 {
        let answer = chat.say("what is my sister's favourite colour?");
        hides(&answer, &["User asked", "favourite colour"]);
    }
    chat.leave("/quit\r");
}
