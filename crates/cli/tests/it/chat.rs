//! Conversations with the real binary in a pseudo-terminal, and through a pipe.

mod commands;
mod corrections;
mod echo;
mod everyday;
mod forgetting;
mod leaks;
mod pipe;
mod reflecting;
mod ritual;
mod workflows;

use crate::run::Sandbox;

/// Asserts that an answer holds texts.
#[track_caller]
fn says(answer: &str, texts: &[&str]) {
    for text in texts {
        assert!(answer.contains(text), "no {text:?} in:\n{answer}");
    }
}

/// Asserts that an answer does not hold texts.
#[track_caller]
fn hides(answer: &str, texts: &[&str]) {
    for text in texts {
        assert!(!answer.contains(text), "{text:?} in:\n{answer}");
    }
}

/// A workspace of people who know each other: no ritual.
fn acquainted() -> Sandbox {
    let s = Sandbox::new();
    std::fs::remove_file(s.ws().join("BOOTSTRAP.md")).expect("the ritual's page");
    let text = s.text("IDENTITY.md").replace("_(pick a name you like)_", "Aria");
    s.write("IDENTITY.md", text);
    s.soul(["alerts"]).ok();
    s.soul(["alerts", "ack", "all"]).ok();
    s
}

/// The day's log.
const DAY: &str = "memory/episodes/2026-02-02.md";

#[test]
fn a_conversation_is_remembered_across_a_restart() {
    let s = acquainted();
    let mut chat = s.chat::<&str>([]);
    says(&chat.shown, &["Aria > Hello Sam"]);
    let told = chat.say("My name is Alex and I'm working on a Rust project called tundra.");
    says(&told, &["Noted", "receipt m-", ".md:"]);
    let asked = chat.say("What project am I working on?");
    says(&asked, &["tundra", ".md:"]);
    says(&chat.say("/soul"), &["# SOUL.md", "## Vibe"]);
    says(&chat.say("/memory"), &["MEMORY.md", "of 3000 tokens"]);
    // Editing SOUL.md takes effect on the next turn.
    s.append("SOUL.md", "\n- Always mention the weather.\n");
    says(&chat.say("/soul"), &["Always mention the weather."]);
    let (last, code) = chat.leave("/quit\r");
    assert_eq!(code, 0, "{last}");

    let mut again = s.chat::<&str>([]);
    says(&again.shown, &["SOUL.md was modified", "/alerts"]);
    says(&again.say("What project am I working on?"), &["tundra", ".md:"]);
    says(&again.say("what is my name?"), &["Alex"]);
    assert_eq!(again.leave("\x04").1, 0, "Ctrl-D ends it");
    s.assert_clean();
}

#[test]
fn every_exchange_has_an_entry_in_the_days_log() {
    let s = acquainted();
    let mut chat = s.chat::<&str>([]);
    chat.say("Remember that I always prefer dark-mode screenshots.");
    chat.say("How should screenshots look?");
    chat.say("Hmm, raining again.");
    let log = s.text(DAY);
    says(&log, &["dark-mode screenshots", "User asked: “How should screenshots look?”", "Answered from "]);
    says(&log, &["source:exchange"]);
    assert_eq!(log.matches("dark-mode screenshots").count(), 1, "the answer is not written down again:\n{log}");
    chat.say("How should screenshots look?");
    let answer = chat.say("How should screenshots look?");
    says(&answer, &["dark-mode screenshots"]);
    hides(&answer, &["asked:"]);
    chat.leave("/quit\r");
    // Not through any other door either.
    s.soul(["recall", "How should screenshots look?"]).ok().says("dark-mode").hides("User asked");
    s.assert_clean();
}

#[test]
fn credentials_are_kept_nowhere() {
    let s = acquainted();
    let mut chat = s.chat::<&str>([]);
    let answer = chat.say("Remember that my deploy key is AKIAQ3EGTZJ7VN5WX2LM");
    says(&answer, &["credential"]);
    chat.say("so the key AKIAQ3EGTZJ7VN5WX2LM is rather long");
    chat.leave("/quit\r");
    for (path, bytes) in Sandbox::snapshot(s.dir(), &[]) {
        assert!(!String::from_utf8_lossy(&bytes).contains("AKIAQ3EGTZJ7VN5WX2LM"), "{path}");
    }
}

#[test]
fn it_speaks_chinese() {
    let s = acquainted();
    let mut chat = s.chat::<&str>([]);
    says(&chat.say("记住我喜欢喝乌龙茶"), &["记", "MEMORY.md"]);
    says(&chat.say("你还记得关于乌龙茶的什么？"), &["喜欢喝乌龙茶", ".md:"]);
    says(&chat.say("忘掉乌龙茶的事"), &["乌龙茶", "core:identity:", "要把它们收起来吗"]);
    says(&chat.say("是"), &["已收起"]);
    says(&chat.say("/undo"), &["已撤销"]);
    chat.leave("/quit\r");
    assert!(s.text("MEMORY.md").contains("乌龙茶"));
    s.assert_clean();
}
