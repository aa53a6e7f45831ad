//! What was said wrong or has changed since, and things said in plain words.

use super::{DAY, acquainted, hides, says};

#[test]
fn a_correction_is_what_is_answered_from_then_on() {
    let s = acquainted();
    let mut chat = s.chat::<&str>([]);
    chat.say("remember that the tundra deadline is March 14");
    says(&chat.say("No wait, the deadline is March 21."), &["receipt m-"]);
    let answer = chat.say("when is the tundra deadline?");
    let (new, old) = (answer.find("March 21").expect("the new one"), answer.rfind("March 14"));
    assert!(old.is_none_or(|old| new < old), "{answer}");
    says(&s.text(DAY), &["March 14", "March 21"]);
}

#[test]
fn a_reflection_never_proposes_to_undo_a_correction() {
    let s = acquainted();
    let mut chat = s.chat::<&str>([]);
    chat.say("My flight to Oslo is on 2026-12-03 at 09:40.");
    chat.say("No, my flight is on 2026-12-04.");
    says(&s.text(DAY), &["2026-12-03", "No, my flight is on 2026-12-04.", "corrects:episode:2026-02-02:"]);
    chat.leave("/quit\r");
    let view = s.soul(["reflect", "--dry-run", "--json"]).ok().json();
    for item in view["items"].as_array().unwrap() {
        let older = item["op"]["newer"]["text"].as_str().unwrap_or_default().contains("12-03");
        let back = item["op"]["text"].as_str().unwrap_or_default().contains("12-03");
        assert!(!older && !back, "{item:#}");
    }
    let pairs = view["items"].as_array().unwrap().iter().filter(|item| item["kind"] == "contradiction").count();
    assert!(pairs <= 1, "{view:#}");
}

#[test]
fn plain_words_do_what_commands_do() {
    let s = acquainted();
    let mut chat = s.chat::<&str>([]);
    says(&chat.say("Hello, who are you?"), &["I'm Aria"]);
    says(&chat.say("what can you do?"), &["/undo", "remember that"]);
    chat.say("Remember that I prefer tea over coffee.");
    says(&chat.say("undo that"), &["Taken back"]);
    hides(&s.text("MEMORY.md"), &["tea over coffee"]);
    says(&chat.say("你好"), &["你好！"]);
    says(&chat.say("帮助"), &["/undo"]);
    chat.say("我叫王芳。");
    says(&chat.say("我叫什么名字？"), &["王芳"]);
    says(&chat.say("撤销"), &["已撤销"]);
    says(&chat.say("write me a poem about the sea"), &["language model"]);
}

#[test]
fn how_a_thing_is_done_is_kept_and_nothing_else_is_taken_for_it() {
    let s = acquainted();
    let mut chat = s.chat::<&str>([]);
    chat.say("I'm working on a Rust project called tundra.");
    chat.say("To deploy tundra I first run make build, then push the tag, then check the dashboard.");
    says(&chat.say("how do I deploy tundra?"), &["make build", "push the tag"]);
}

#[test]
fn a_long_day_is_told_by_what_was_kept() {
    let s = acquainted();
    let mut chat = s.chat::<&str>([]);
    chat.say("Remember that the meeting is in the blue room.");
    for n in 0..15 {
        chat.say(&format!("who is person number {n}?"));
    }
    let told = chat.say("what did we talk about today?");
    says(&told, &["blue room"]);
    hides(&told, &["person number"]);
}
