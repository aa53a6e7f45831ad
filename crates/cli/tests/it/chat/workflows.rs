//! The everyday workflows: setting up, changing who it is, asking it to remember, looking after its
//! memory, backing it up, several agents, the alternate persona, the heartbeat, finding trouble.

use std::process::Command;

use super::{DAY, acquainted, hides, says};
use crate::pty::Pty;
use crate::run::{Run, Sandbox};
use crate::serve::RunningGateway;

#[test]
fn setting_up_a_new_agent_from_scratch() {
    let s = Sandbox::empty();
    s.soul(["setup", "--yes"]).ok();
    for file in ["AGENTS.md", "SOUL.md", "IDENTITY.md", "USER.md", "TOOLS.md", "HEARTBEAT.md"] {
        assert_ne!(s.text(file), "<absent>", "{file}");
    }
    let chat = s.chat::<&str>([]);
    says(&chat.shown, &["I'm new here", "What should I call you?"]);
    assert_eq!(chat.leave("/quit\r").1, 0);
    s.assert_clean();
}

#[test]
fn customising_the_agent_by_hand_takes_effect_at_the_next_session() {
    let s = acquainted();
    s.write("IDENTITY.md", "# IDENTITY.md\n\n- **Name:** Koda\n- **Emoji:** 🐻\n- **Vibe:** calm and exact\n");
    s.append("SOUL.md", "\n- Prefer depth over breadth.\n");
    s.write("USER.md", "# USER.md\n\n- **Name:** Robin\n- **Language:** English\n");
    s.append("TOOLS.md", "\n- build host: ssh heron.example\n");
    let mut chat = s.chat::<&str>([]);
    says(&chat.shown, &["Koda > Hello Robin", "IDENTITY.md shrank", "SOUL.md was modified"]);
    says(&chat.say("who are you?"), &["I'm Koda 🐻", "calm and exact"]);
    let context = chat.say("/context full");
    says(&context, &["Prefer depth over breadth.", "ssh heron.example", "Robin"]);
    says(&chat.say("/alerts"), &["+- Prefer depth over breadth.", "/alerts ack"]);
    says(&chat.say("/alerts ack"), &["Settled"]);
    chat.leave("/quit\r");
    hides(&s.chat::<&str>([]).shown, &["was modified"]);
    s.assert_clean();
}

#[test]
fn asking_the_agent_to_remember_something() {
    let s = acquainted();
    let mut chat = s.chat::<&str>([]);
    let answer = chat.say("Remember that I always prefer dark-mode screenshots.");
    says(&answer, &["Noted", "MEMORY.md:", "receipt m-"]);
    assert!(s.text("MEMORY.md").contains("dark-mode screenshots"));
    let receipt = answer.split("receipt ").nth(1).and_then(|rest| rest.split_whitespace().next()).expect("a receipt");
    s.soul(["audit", "verify", receipt]).ok();
    chat.leave("/quit\r");
    // In a new session the preference is in context already.
    let mut next = s.chat::<&str>([]);
    says(&next.say("/context full"), &["dark-mode screenshots"]);
    says(&next.say("What do you remember about screenshots?"), &["dark-mode screenshots", ".md:"]);
    says(&next.say("Remember that I always prefer dark-mode screenshots."), &["I have that already"]);
    assert_eq!(s.text("MEMORY.md").matches("dark-mode").count(), 1);
}

#[test]
fn reviewing_and_maintaining_memory_by_hand() {
    let s = acquainted();
    s.write("memory/2024-05-01.md", "# 2024-05-01\n\n- The old office was in Turku.\n");
    let mut chat = s.chat::<&str>([]);
    chat.say("Remember that I'm allergic to peanuts.");
    chat.say("Remember that I prefer tea over coffee.");
    says(&chat.say("where was the old office?"), &["Turku", "memory/2024-05-01.md:"]);
    says(&chat.say("/memory"), &["allergic to peanuts", "tea over coffee"]);
    // Old logs removed, a stale line taken out, while the conversation goes on.
    std::fs::remove_file(s.ws().join("memory/2024-05-01.md")).expect("an old log");
    let kept: String =
        s.text("MEMORY.md").lines().filter(|line| !line.contains("tea over")).map(|l| format!("{l}\n")).collect();
    s.write("MEMORY.md", kept);
    hides(&chat.say("where was the old office?"), &["Turku"]);
    let memory = chat.say("/memory");
    says(&memory, &["allergic to peanuts"]);
    hides(&memory, &["tea over coffee"]);
    chat.say("Remember that my sister is called Nora.");
    chat.leave("/quit\r");
    let history = s.soul(["audit", "log", "-n", "0"]).ok();
    says(&history.out, &["by manual"]);
    s.assert_clean();
}

#[test]
fn a_clone_of_the_workspace_is_the_same_agent() {
    let s = acquainted();
    let mut chat = s.chat::<&str>([]);
    chat.say("Remember that my sister is called Nora.");
    chat.leave("/quit\r");
    let other = s.dir().join("new-machine");
    let mut clone = s.hermetic(Command::new("git"));
    clone.args(["clone", "-q"]).arg(s.ws()).arg(&other);
    Run::of(clone).ok();
    let mut command = s.command();
    command.env("TERM", "xterm-256color").env("NO_COLOR", "1").arg("-C").arg(&other).arg("chat");
    let mut there = Pty::open(command);
    says(&there.shown, &["Aria > Hello Sam"]);
    says(&there.say("what is my sister called?"), &["Nora"]);
    assert_eq!(there.leave("/quit\r").1, 0);
}

#[test]
fn several_agents_on_one_host_know_nothing_of_each_other() {
    let s = Sandbox::empty();
    s.configure(
        "{ agents: { list: [ { id: 'aria', default: true, workspace: '~/aria', identity: { name: 'Aria', emoji: '🌿' } },\
         { id: 'devbot', workspace: '~/devbot', identity: { name: 'Dev', emoji: '🤖' } } ] } }",
    );
    let talk = |agent: &str| {
        let mut command = s.command();
        command.env("TERM", "xterm-256color").env("NO_COLOR", "1").args(["-a", agent, "chat"]);
        Pty::open(command)
    };
    for agent in ["aria", "devbot"] {
        s.plain(["-a", agent, "setup", "--yes", "--user-name", "Sam"]).ok();
    }
    let mut aria = talk("aria");
    says(&aria.shown, &["Aria > "]);
    aria.say("/later");
    aria.say("Remember that the garden gate code is on the fridge.");
    let mut dev = talk("devbot");
    says(&dev.shown, &["Dev > "]);
    dev.say("/later");
    let answer = dev.say("where is the garden gate code?");
    hides(&answer, &["fridge"]);
    says(&aria.say("where is the garden gate code?"), &["fridge"]);
}

#[test]
fn the_alternate_persona_is_worn_by_sessions_that_begin_in_its_window() {
    let s = acquainted();
    s.write("SOUL_EVIL.md", "# Soul\nthe-other-one\n");
    s.configure(
        "{ user: { timezone: 'Europe/Berlin' }, hooks: { internal: { enabled: true, entries: { 'soul-evil': \
         { enabled: true, file: 'SOUL_EVIL.md', purge: { at: '22:00', duration: '60m' } } } } } }",
    );
    s.soul(["alerts", "ack", "all"]);
    let mut before = s.chat::<&str>([]);
    says(&before.say("/persona"), &["I wear SOUL.md"]);
    s.at("2026-02-02T21:10:00Z");
    let mut night = s.chat::<&str>([]);
    says(&night.say("/persona"), &["I wear SOUL_EVIL.md"]);
    says(&night.say("/soul"), &["the-other-one"]);
    hides(&before.say("/soul"), &["the-other-one"]);
    s.at("2026-02-02T22:10:00Z");
    let mut after = s.chat::<&str>([]);
    says(&after.say("/persona"), &["I wear SOUL.md"]);
    assert_eq!(s.text("SOUL_EVIL.md"), "# Soul\nthe-other-one\n", "no file is changed");
    s.soul(["audit", "log", "--actor", "system:persona"]).ok().says("SOUL_EVIL.md");
}

#[test]
fn the_heartbeat_works_through_its_checklist_by_the_clock_and_logs_what_came_of_it() {
    let s = acquainted();
    s.soul(["heartbeat"]).ok().says("asks for nothing");
    let checklist = "# HEARTBEAT.md\n\n- Check if the backup server is reachable.\n\
        - Summarize the day's memory log and write key points to MEMORY.md.\n";
    s.write("HEARTBEAT.md", checklist);
    s.write("memory/episodes/2026-02-01.md", "# 2026-02-01\n\n## 09:00 | fact\nAna works at Initech.\n");
    let memory = s.text("MEMORY.md");
    // The first look only notes where the clock stands.
    RunningGateway::start(&s).stop("TERM");
    s.soul(["log"]).ok().says("Nothing is logged");
    s.at("2026-02-02T15:05:00Z");
    RunningGateway::start(&s).stop("TERM");
    s.soul(["log"])
        .ok()
        .says("[ ] Check if the backup server is reachable")
        .says("left over")
        .says("waits for approval");
    s.soul(["audit", "log", "-n", "2"]).ok().says("bot:heartbeat").says("1 of 2 items done");
    assert_eq!(s.text("MEMORY.md"), memory, "nothing is written there without a person");
    // The next run finds the same and says so only to whoever asks.
    s.at("2026-02-02T15:35:00Z");
    RunningGateway::start(&s).stop("TERM");
    s.soul(["heartbeat"]).ok().says("not logged again");
    assert_eq!(s.text(DAY).matches("source:heartbeat").count(), 1);
    // What it drafted waits for the person, who finds it at the start of a conversation.
    let mut chat = s.chat::<&str>([]);
    says(&chat.shown, &["Reflection #1", "→ /reflect"]);
    hides(&chat.say("/context full"), &["- Check if the backup server"]);
    hides(&chat.say("is the backup server reachable?"), &["Check if"]);
    chat.leave("/quit\r");
    s.soul(["context", "--session", "heartbeat"]).ok().says("backup server is reachable");
    s.assert_clean();
}

#[test]
fn trouble_is_found_and_does_not_keep_the_agent_from_starting() {
    let s = acquainted();
    s.soul(["memory", "status"]).ok();
    s.soul(["memory", "status", "--deep"]).ok();
    s.soul(["channels", "status", "--probe"]).ok();
    std::fs::remove_file(s.ws().join("IDENTITY.md")).expect("a file");
    std::fs::remove_file(s.ws().join("SOUL.md")).expect("a file");
    s.soul(["doctor"]).code(8).says("SOUL.md");
    let mut chat = s.chat::<&str>([]);
    says(&chat.shown, &["Assistant > "]);
    says(&chat.say("/soul"), &["SOUL.md"]);
    says(&chat.say("Remember that I prefer tea over coffee."), &["Noted"]);
    chat.leave("/quit\r");
    s.soul(["setup", "--yes"]).ok();
    says(&s.chat::<&str>([]).say("/soul"), &["## Core Truths"]);
}
