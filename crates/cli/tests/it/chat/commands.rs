//! The /commands, proposals, and what a terminal does for its person.

use std::os::unix::fs::PermissionsExt;

use super::{acquainted, hides, says};

#[test]
fn proposals_are_shown_at_the_start_and_decided_in_private() {
    let s = acquainted();
    for (from, text) in [("researcher", "Ana works at Initech."), ("coder", "The build needs Rust 1.95.")] {
        s.soul(["proposals", "add", text, "--from", from, "--store", "semantic"]).ok();
    }
    let mut chat = s.chat::<&str>([]);
    says(&chat.shown, &["2 memory proposals wait", "/proposals"]);
    says(&chat.say("/proposals"), &["#1 researcher proposes", "Ana works at Initech.", "#2 coder proposes"]);
    says(&chat.say("/approve #1"), &["Kept: Ana works at Initech.", "receipt m-"]);
    says(&chat.say("/reject #2 it needs less"), &["Proposal #2 is dropped"]);
    says(&chat.say("/proposals"), &["No proposals wait"]);
    says(&chat.say("who is Ana?"), &["Initech"]);
    let mut room = s.chat(["--session", "group", "--room", "dev"]);
    says(&room.say("/approve #1"), &["private conversation"]);
    chat.leave("/quit\r");
    let log = s.soul(["audit", "log", "-n", "0"]).ok().out;
    says(&log, &["accepted proposal #1", "rejected proposal #2", "it needs less"]);
}

#[test]
fn every_command_answers() {
    let s = acquainted();
    let mut chat = s.chat::<&str>([]);
    chat.say("Remember that Nora lives in Lisbon.");
    says(&chat.say("/help"), &["/remember", "/undo", "remember that"]);
    says(&chat.say("/recall Lisbon"), &["Nora lives in Lisbon", ".md:"]);
    says(&chat.say("/recall"), &["Say what"]);
    says(&chat.say("/remember the wifi is slow on Fridays"), &["Noted"]);
    says(&chat.say("/context"), &["SOUL.md", "MEMORY.md", "tokens", "digest"]);
    says(&chat.say("/persona"), &["I wear SOUL.md"]);
    says(&chat.say("/alerts"), &["Nothing about who I am"]);
    says(&chat.say("/memry"), &["Did you mean /memory?"]);
    says(&chat.say("/frobnicate"), &["/help"]);
    says(&chat.say("/new"), &["Hello Sam"]);
    says(&chat.say("thanks"), &["Any time."]);
    says(&chat.say("/etc/hosts is odd"), &["Noted"]);
    let (last, code) = chat.leave("bye\r");
    says(&last, &["See you"]);
    assert_eq!(code, 0);
    s.assert_clean();
}

#[test]
fn commands_and_names_are_completed_and_history_is_private() {
    let s = acquainted();
    let mut chat = s.chat::<&str>([]);
    chat.say("Remember that Nora lives in Lisbon.");
    chat.keys("/mem\t\r");
    says(&chat.until_prompt(), &["MEMORY.md,"]);
    chat.keys("who is Nor\t?\r");
    says(&chat.until_prompt(), &["Lisbon"]);
    // Up, up: the line before the last.
    chat.keys("\x1b[A\x1b[A\r");
    says(&chat.until_prompt(), &["MEMORY.md,"]);
    // A line that goes on is one line.
    chat.keys("Remember that Pia \\\rlives in Porto.\r");
    says(&chat.until_prompt(), &["Noted"]);
    chat.leave("/quit\r");
    let history = s.state().join("chat-history");
    assert_eq!(std::fs::metadata(&history).expect("a history").permissions().mode() & 0o777, 0o600);
    let mut next = s.chat::<&str>([]);
    next.keys("\x1b[A\x1b[A\r");
    says(&next.until_prompt(), &["I have that already"]);
    let mut room = s.chat(["--session", "group", "--room", "dev"]);
    room.keys("who is Nor\t\r");
    hides(&room.until_prompt(), &["Nora"]);
    hides(&room.shown, &["Nora"]);
}

#[test]
fn questions_of_every_kind_are_answered_with_citations() {
    let s = acquainted();
    let mut chat = s.chat::<&str>([]);
    for told in [
        "Remember that we decided to use Postgres for billing.",
        "Remember: to deploy: run the tests, tag the build, then push to staging",
        "Remember that Alice leads project Heron.",
        "Remember that I keep the spare key under the blue flowerpot.",
    ] {
        says(&chat.say(told), &["Noted"]);
    }
    says(&chat.say("when did we decide on Postgres?"), &["2026-02-02", "Postgres", ".md:"]);
    says(&chat.say("how do I usually deploy?"), &["run the tests", "push to staging"]);
    says(&chat.say("what's the latest on Heron?"), &["Alice leads project Heron"]);
    says(&chat.say("where do I keep the spare key?"), &["blue flowerpot", ".md:"]);
    says(&chat.say("what do you know about me?"), &["You are Sam."]);
    says(&chat.say("what did we talk about today?"), &["Postgres"]);
    let unknown = chat.say("who is Zebediah?");
    says(&unknown, &["I"]);
    chat.leave("/quit\r");
}
