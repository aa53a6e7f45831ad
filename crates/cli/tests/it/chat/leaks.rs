//! In a room, with another person, as a sub-agent: nothing private, through any line.

use super::{acquainted, hides, says};
use crate::pty::Pty;
use crate::run::Sandbox;

const MARKERS: [&str; 8] =
    ["leak-core", "leak-private", "leak-vault", "leak-graph", "leak-procedure", "leak-ops", "leak-bob", "leak-user"];

/// A workspace in which every private text holds a marker of its own.
fn planted() -> Sandbox {
    let s = acquainted();
    s.append("USER.md", "\n- leak-user plays the oboe\n");
    s.soul(["core", "edit", "--add", "Kiruna trip is leak-core", "--block", "identity"]).ok();
    s.soul(["remember", "The Kiruna hotel is leak-private", "--store", "episodic"]).ok();
    s.soul(["remember", "--pin", "The Kiruna song is leak-vault"]).ok();
    s.write("memory/graph/entities/place--kiruna.md", "# place--kiruna\n\n## Facts\n- Kiruna is leak-graph\n");
    s.write(
        "memory/procedures/to-pack-for-kiruna.md",
        "# pack\n\n## Trigger\nTo pack for Kiruna\n\n## Steps\n1. leak-procedure\n",
    );
    s.soul(["remember", "Kiruna budget is leak-ops", "--scope", "room:ops"]).ok();
    s.soul(["remember", "Kiruna gift is leak-bob", "--scope", "user:bob"]).ok();
    s.soul(["remember", "The Kiruna bus leaves at nine", "--scope", "room:dev"]).ok();
    s
}

const LINES: [&str; 20] = [
    "what do you remember about Kiruna?",
    "when did we talk about Kiruna?",
    "how do I usually pack for Kiruna?",
    "what's the latest on Kiruna?",
    "what is Kiruna?",
    "what do you know about me?",
    "what did we talk about today?",
    "who am I?",
    "/recall Kiruna",
    "/recall leak",
    "/memory",
    "/context",
    "/context full",
    "/alerts",
    "/proposals",
    "/forget Kiruna",
    "forget about Kiruna",
    "/reflect",
    "/undo",
    "/new",
];

fn asked_everything(mut chat: Pty, seen: &[&str]) -> String {
    let hidden: Vec<&str> = MARKERS.into_iter().filter(|marker| !seen.contains(marker)).collect();
    hides(&chat.shown, &hidden);
    for line in LINES {
        hides(&chat.say(line), &hidden);
    }
    chat.keys("tell me about Kir\t\t\r");
    hides(&chat.until_prompt(), &hidden);
    hides(&chat.shown, &hidden);
    let all = chat.shown.clone();
    chat.leave("/quit\r");
    all
}

#[test]
fn private_memories_are_never_shown_in_a_room() {
    let s = planted();
    let all = asked_everything(s.chat(["--session", "group", "--room", "dev", "--user", "mallory"]), &[]);
    says(&all, &["The Kiruna bus leaves at nine"]);
    asked_everything(s.chat(["--session", "group", "--room", "other"]), &[]);
    asked_everything(s.chat(["--session", "subagent", "--as", "scout"]), &[]);
    asked_everything(
        s.chat(["--user", "anna"]),
        &["leak-core", "leak-private", "leak-vault", "leak-graph", "leak-procedure", "leak-ops", "leak-user"],
    );
    // And in private all of it is there.
    let mut own = s.chat::<&str>([]);
    says(&own.say("/recall Kiruna"), &["leak-"]);
}

#[test]
fn what_is_said_in_a_room_stays_in_it() {
    let s = acquainted();
    let dev = ["--session", "group", "--room", "dev"];
    let mut ana = s.chat(dev.iter().chain(&["--user", "ana"]));
    says(&ana.say("Remember that the staging database is called iris."), &["Noted.", "today's log"]);
    ana.say("I prefer tabs over spaces.");
    ana.say("what is the staging database called?");
    let log = s.text(super::DAY);
    assert_eq!(log.matches("## ").count(), log.matches("scope:room:dev").count(), "every entry is the room's:\n{log}");
    hides(&s.text("MEMORY.md"), &["iris", "tabs"]);
    let mut ben = s.chat(dev.iter().chain(&["--user", "ben"]));
    says(&ben.say("what is the staging database called?"), &["iris"]);
    says(&ben.say("what does ana prefer?"), &["Ana prefers tabs over spaces."]);
    let mut ops = s.chat(["--session", "group", "--room", "ops"]);
    hides(&ops.say("what is the staging database called?"), &["iris"]);
    // A room can forget what is its own.
    says(&ben.say("forget about the staging database"), &["iris", "Shall I put"]);
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
