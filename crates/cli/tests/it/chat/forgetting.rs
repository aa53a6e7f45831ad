//! Forgetting in two steps, and taking things back.

use super::{DAY, acquainted, hides, says};

#[test]
fn forgetting_shows_ids_waits_and_can_be_undone() {
    let s = acquainted();
    let mut chat = s.chat::<&str>([]);
    chat.say("Remember that I always prefer dark-mode screenshots.");
    chat.say("Remember that I'm allergic to peanuts.");
    let head = s.git(["rev-parse", "HEAD"]);
    let shown = chat.say("forget about dark-mode screenshots");
    // A line of MEMORY.md and the entry it came from are one thing to a person.
    says(&shown, &["I found this:", "1. ", "episode:2026-02-02:", "core:identity:", "Shall I forget it?"]);
    assert_eq!(s.git(["rev-parse", "HEAD"]), head, "nothing changed before the yes");
    says(&chat.say("no"), &["I keep it"]);
    says(&s.text("MEMORY.md"), &["dark-mode"]);
    chat.say("forget about dark-mode screenshots");
    says(&chat.say("yes"), &["out of my mind", "/undo"]);
    hides(&s.text("MEMORY.md"), &["dark-mode"]);
    hides(&chat.say("how should screenshots look?"), &["dark-mode"]);
    says(&s.text(DAY), &["dark-mode", "User had a memory put away."]);
    says(&chat.say("/undo"), &["Taken back: /forget"]);
    says(&s.text("MEMORY.md"), &["dark-mode", "peanuts"]);
    says(&chat.say("how should screenshots look?"), &["dark-mode"]);
    chat.leave("/quit\r");
    s.assert_clean();
}

#[test]
fn some_of_what_was_found_can_be_chosen_and_another_line_cancels() {
    let s = acquainted();
    let mut chat = s.chat::<&str>([]);
    chat.say("Remember that Nora likes kayaking.");
    chat.say("Remember that Nora dislikes cilantro.");
    let shown = chat.say("forget about Nora");
    says(&shown, &["Nora likes kayaking", "Nora dislikes cilantro"]);
    // A question is heard as one, and nothing is put away.
    says(&chat.say("what does Nora dislike?"), &["cilantro"]);
    says(&chat.say("yes"), &["I didn't ask anything"]);
    let shown = chat.say("forget that Nora dislikes cilantro");
    let line = shown.lines().find(|line| line.contains("cilantro") && line.contains("episode:")).expect("a candidate");
    let number: String = line.trim().chars().take_while(char::is_ascii_digit).collect();
    says(&chat.say(&number), &["out of my mind"]);
    chat.leave("/quit\r");
    s.soul(["restore"]).ok().says("cilantro").hides("kayaking");
}

#[test]
fn scratch_that_means_the_last_thing_and_erasing_wants_the_word() {
    let s = acquainted();
    let mut chat = s.chat::<&str>([]);
    chat.say("Remember that the meeting is in the blue room.");
    says(&chat.say("scratch that"), &["blue room", "Shall I forget it?"]);
    says(&chat.say("yes"), &["out of my mind"]);
    hides(&chat.say("where is the meeting?"), &["blue room"]);
    chat.say("Remember that the old office was in Turku.");
    let ask = chat.say("/forget permanently the old office");
    says(&ask, &["Turku", "for good", "Git history"]);
    says(&chat.say("yes"), &["yes, permanently"]);
    says(&chat.say("yes, permanently"), &["erased"]);
    chat.leave("/quit\r");
    hides(&s.text(DAY), &["Turku"]);
    s.assert_clean();
}

#[test]
fn undo_steps_back_through_what_the_conversation_did() {
    let s = acquainted();
    let mut chat = s.chat::<&str>([]);
    let before = s.text("MEMORY.md");
    chat.say("Remember that I prefer tea over coffee.");
    chat.say("Remember that I'm allergic to peanuts.");
    chat.say("what am I allergic to?");
    says(&chat.say("/undo"), &["Taken back", "peanuts"]);
    hides(&s.text("MEMORY.md"), &["peanuts"]);
    says(&s.text(DAY), &["tea over coffee", "what am I allergic to?"]);
    says(&chat.say("/undo"), &["Taken back", "tea over coffee"]);
    assert_eq!(s.text("MEMORY.md"), before);
    // Nothing of this conversation is left: the newest change of all is only taken back after a yes.
    says(&chat.say("/undo"), &["Nothing from this conversation", "Shall I take it back?"]);
    says(&chat.say("no"), &["it stays"]);
    chat.leave("/quit\r");
    s.assert_clean();
}

#[test]
fn erasing_shows_what_goes_along() {
    let s = acquainted();
    let done = s.soul(["remember", "Ana works at Initech", "--json"]).ok().json();
    let episode = done["entries"][0]["id"].as_str().unwrap();
    let mut chat = s.chat::<&str>([]);
    let shown = chat.say(&format!("/forget permanently {episode}"));
    says(&shown, &["Ana works at Initech", "+ ", "entity:project--initech", "for good"]);
    says(&chat.say("yes, permanently"), &["erased from the files"]);
    assert!(!s.ws().join("memory/graph/entities/project--initech.md").exists());
}

#[test]
fn a_request_works_in_another_language_than_the_memory() {
    let s = acquainted();
    let mut chat = s.chat::<&str>([]);
    chat.say("the spare key of the garage hangs behind fuse box 5518");
    chat.say("my cousin plays the trombone");
    says(&chat.say("olvida dónde cuelga la llave de repuesto del garaje"), &["5518", "episode:2026-02-02:", "¿"]);
    says(&chat.say("sí"), &["olvidado"]);
    hides(&chat.say("where is the spare key of the garage?"), &["5518"]);
    says(&chat.say("what does my cousin play?"), &["trombone"]);
    hides(&s.soul(["context", "--session", "main"]).ok().out, &["5518"]);
    chat.leave("/quit\r");
    let history = std::fs::read_to_string(s.state().join("chat-history")).unwrap_or_default();
    hides(&history, &["5518"]);
}

#[test]
fn only_the_part_that_is_meant_goes() {
    let s = acquainted();
    let line = "the spare bike stands at rack 9931 of the station, my brother's wedding is in Porto in June";
    s.write(DAY, format!("# 2026-02-02 — Episode Log\n\n## 09:10 | event | confidence:low | tags:[]\n{line}\n"));
    let mut chat = s.chat::<&str>([]);
    let shown = chat.say("forget where the spare bike stands");
    says(&shown, &["only this part", "rack 9931"]);
    says(&chat.say("yes"), &["out of my mind"]);
    says(&chat.say("where is my brother's wedding?"), &["Porto"]);
    hides(&chat.say("where is the spare bike?"), &["9931"]);
    says(&chat.say("/undo"), &["Taken back"]);
    says(&chat.say("where is the spare bike?"), &["9931"]);
}

#[test]
fn never_mind_deletes_nothing() {
    let s = acquainted();
    let mut chat = s.chat::<&str>([]);
    chat.say("my cousin plays the trombone");
    for line in ["forget it, thanks", "never mind", "vergiss es"] {
        hides(&chat.say(line), &["trombone", "Shall I"]);
    }
    says(&chat.say("what does my cousin play?"), &["trombone"]);
}

#[test]
fn what_corrected_a_statement_goes_with_it() {
    let s = acquainted();
    let mut chat = s.chat::<&str>([]);
    chat.say("my shoe size is 42");
    says(&chat.say("no, 43"), &["Before, I had", "42"]);
    chat.say("the dentist is called Moreau");
    let shown = chat.say("forget my shoe size");
    says(&shown, &["shoe size is 42", "no, 43"]);
    hides(shown.split("Shall I").next().expect("a list"), &["Moreau"]);
    chat.say("yes");
    hides(&chat.say("what's my shoe size?"), &["42", "43"]);
    chat.leave("/quit\r");
}
