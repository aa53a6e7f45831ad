//! The first conversation.

use super::{hides, says};
use crate::run::Sandbox;

fn fresh() -> Sandbox {
    let s = Sandbox::empty();
    s.soul(["setup", "--yes"]).ok();
    s
}

#[test]
fn the_ritual_fills_in_who_is_who_and_ends() {
    let s = fresh();
    let mut chat = s.chat::<&str>([]);
    says(&chat.shown, &["What should I call you?"]);
    says(&chat.say("hello!"), &["What should I call you?"]);
    says(&chat.say("I'm Alex"), &["So I call you Alex?"]);
    says(&chat.say("yes"), &["Nice to meet you, Alex", "call me?"]);
    says(&chat.say("hmm how about Koda?"), &["So I go by Koda?"]);
    says(&chat.say("yes"), &["How would you like me to be?"]);
    says(&chat.say("🌿"), &["How would you like me to be?"]);
    let proposed = chat.say("warm and brief");
    says(
        &proposed,
        &["USER.md", "+ - **Name:** Alex", "IDENTITY.md", "+ - **Name:** Koda", "SOUL.md", "Is that right?"],
    );
    let head = s.git(["rev-parse", "HEAD"]);
    assert!(!s.text("IDENTITY.md").contains("Koda"), "nothing is written before a yes");
    assert_eq!(s.git(["rev-parse", "HEAD"]), head);
    says(&chat.say("yes"), &["Koda > ", "I'm Koda now", "receipt m-"]);
    assert!(s.text("USER.md").contains("- **Name:** Alex\n"));
    assert!(s.text("IDENTITY.md").contains("- **Name:** Koda\n- **Creature:**\n- **Vibe:** warm and brief\n"));
    assert!(s.text("SOUL.md").contains("## Vibe\n\nAlex would like you to be: warm and brief.\n\nWarm, clear"));
    assert_eq!(s.text("BOOTSTRAP.md"), "<absent>");
    says(&s.git(["show", "HEAD~1:BOOTSTRAP.md"]), &["your first conversation"]);
    let log = s.soul(["audit", "log", "--actor", "bot:introduction", "--json"]).ok().json();
    assert_eq!(log[0]["message"]["approval"], "approved", "{log}");
    chat.leave("/quit\r");
    let next = s.chat::<&str>([]);
    says(&next.shown, &["Koda > Hello Alex"]);
    hides(&next.shown, &["was modified", "new here"]);
    s.assert_clean();
}

#[test]
fn a_longer_answer_is_a_name_and_a_memory() {
    let s = fresh();
    let mut chat = s.chat::<&str>([]);
    let answer = chat.say("My name is Alex and I'm working on a Rust project called tundra.");
    says(&answer, &["receipt m-", "So I call you Alex?"]);
    says(&chat.say("yes"), &["Nice to meet you, Alex"]);
    // A question is answered, and the ritual goes on.
    says(&chat.say("What project am I working on?"), &["tundra", "call me?"]);
    says(&chat.say("Koda"), &["So I go by Koda?"]);
    says(&chat.say("yes"), &["How would you like me to be?"]);
    says(&chat.say("no"), &["Is that right?", "Koda"]);
    says(&chat.say("no"), &["What should I call you?"]);
    says(&chat.say("/later"), &["another time"]);
    assert_ne!(s.text("BOOTSTRAP.md"), "<absent>");
    says(&chat.say("/hello"), &["What should I call you?"]);
    chat.leave("\x04");
    assert!(!s.text("IDENTITY.md").contains("Koda"));
    s.assert_clean();
}

#[test]
fn the_ritual_speaks_chinese_too() {
    let s = fresh();
    s.configure("{ user: { language: 'zh-CN' } }");
    let mut chat = s.chat::<&str>([]);
    says(&chat.shown, &["我该怎么称呼你"]);
    says(&chat.say("我叫小明"), &["那我叫你小明"]);
    says(&chat.say("是"), &["很高兴认识你，小明"]);
    says(&chat.say("叫阿福吧"), &["那我就叫阿福"]);
    says(&chat.say("是"), &["什么样的"]);
    says(&chat.say("温暖简洁"), &["阿福", "对吗"]);
    says(&chat.say("是"), &["我现在叫阿福"]);
    assert!(s.text("USER.md").contains("- **Name:** 小明"));
    s.assert_clean();
}

#[test]
fn a_room_holds_no_ritual() {
    let s = fresh();
    let mut chat = s.chat(["--session", "group", "--room", "dev"]);
    hides(&chat.shown, &["What should I call you", "introduced"]);
    says(&chat.say("/hello"), &["private conversation"]);
}
