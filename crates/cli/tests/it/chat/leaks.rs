//! In a room, with another person, as a sub-agent: nothing private, through any line.

use std::collections::BTreeSet;

use soulfile_testkit::leaks::{self, Viewer};

use super::{acquainted, hides, says};
use crate::run::planted;

const DAY: &str = "2026-02-02";

const LINES: [&str; 27] = [
    "what do you remember about the zebra crossing code word?",
    "when did we talk about the zebra crossing?",
    "how do I usually deploy?",
    "what's the latest on the zebra crossing?",
    "what is the zebra crossing code word?",
    "what do you know about me?",
    "what do you know about Ana?",
    "what did we talk about today?",
    "what did we talk about on 2026-01-15?",
    "who am I?",
    "/recall zebra crossing code word",
    "/remember the zebra crossing code word is swordfish",
    "/soul",
    "/persona",
    "/memory",
    "/context",
    "/context full",
    "/alerts",
    "/proposals",
    "/forget zebra crossing",
    "forget about the zebra crossing code word",
    "/reflect",
    "/approve",
    "/reject",
    "/undo",
    "/hello",
    "/new",
];

/// Every marker shown while every line and command there is was tried.
fn seen(args: &[&str]) -> BTreeSet<&'static str> {
    let s = planted(DAY);
    let mut chat = s.chat(args);
    let help = chat.say("/help");
    for command in help.split(|c: char| c.is_whitespace()).filter(|word| word.starts_with('/')) {
        let tried = LINES.iter().any(|line| line.split(' ').next() == Some(command));
        assert!(tried || ["/quit", "/help"].contains(&command), "{command} is not tried");
    }
    for line in LINES {
        chat.say(line);
    }
    chat.keys("tell me about zeb\t\t\r");
    chat.until_prompt();
    let all = chat.shown.clone();
    chat.leave("/quit\r");
    leaks::found_in(&all)
}

#[test]
fn nothing_is_shown_that_the_session_may_not_see() {
    for (args, viewer) in [
        (
            &["--session", "group", "--room", "dev", "--user", "mallory"][..],
            Viewer::Group(Some("dev"), Some("mallory")),
        ),
        (&["--session", "group", "--room", "other"], Viewer::Group(Some("other"), None)),
        (&["--session", "subagent", "--as", "scout"], Viewer::Nobody),
        (&["--user", "alice"], Viewer::Main(Some("alice"))),
    ] {
        let seen = seen(args);
        assert!(seen.is_subset(&viewer.sees()), "{args:?}: {seen:?}");
    }
    let own = seen(&[]);
    assert!(own.contains("coremark") && own.contains("usermark") && own.contains("episodemark"), "{own:?}");
    let room = seen(&["--session", "group", "--room", "dev"]);
    assert!(room.contains("roomdevmark"), "{room:?}");
}

#[test]
fn what_is_said_in_a_room_stays_in_it() {
    let s = acquainted();
    let dev = ["--session", "group", "--room", "dev"];
    let mut ana = s.chat(dev.iter().chain(&["--user", "ana"]));
    says(&ana.say("Remember that the staging database is called iris."), &["Noted", "receipt m-"]);
    ana.say("I prefer tabs over spaces.");
    ana.say("what is the staging database called?");
    let log = s.text(super::DAY);
    assert_eq!(log.matches("## ").count(), log.matches("scope:room:dev").count(), "every entry is the room's:\n{log}");
    hides(&s.text("MEMORY.md"), &["iris", "tabs"]);
    let mut ben = s.chat(dev.iter().chain(&["--user", "ben"]));
    says(&ben.say("what is the staging database called?"), &["iris"]);
    says(&ben.say("what does ana prefer?"), &["tabs over spaces"]);
    let mut ops = s.chat(["--session", "group", "--room", "ops"]);
    hides(&ops.say("what is the staging database called?"), &["iris"]);
    // A room can forget what is its own.
    says(&ben.say("forget about the staging database"), &["iris", "Shall I forget it?"]);
    says(&ben.say("yes"), &["out of my mind"]);
    hides(&ana.say("what is the staging database called?"), &["iris"]);
    s.assert_clean();
}

#[test]
fn a_sub_agent_only_proposes() {
    let s = acquainted();
    let head = s.text("MEMORY.md");
    let mut scout = s.chat(["--session", "subagent", "--as", "scout"]);
    says(&scout.say("Remember that the vendor prefers mail."), &["proposal #1"]);
    says(&scout.say("/approve #1"), &["private conversation"]);
    says(&scout.say("forget about the vendor"), &["private conversation"]);
    scout.leave("/quit\r");
    assert_eq!(s.text("MEMORY.md"), head);
    assert_eq!(s.text(super::DAY), "<absent>");
    s.soul(["proposals", "list"]).ok().says("the vendor prefers mail");
    s.soul(["chat", "--session", "heartbeat"]).code(4);
    s.soul(["chat", "--session", "group"]).code(4).tells("--room");
}
