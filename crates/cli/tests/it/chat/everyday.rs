//! A first evening: what people say to such a program before they know what it can do.

use serde_json::json;

use super::{DAY, acquainted, hides, says};

#[test]
fn small_talk_gets_a_short_honest_word() {
    let s = acquainted();
    let mut chat = s.chat::<&str>([]);
    for (line, answer) in [
        ("hi", "Hello!"),
        ("how are you?", "All well here"),
        ("are you an AI?", "a program that remembers"),
        ("where do you keep what I tell you?", "plain Markdown files"),
        ("can anyone else see this?", "private"),
        ("how do I delete something?", "/undo"),
        ("what time is it?", "Monday 2026-02-02"),
        ("what day is it today?", "Monday 2026-02-02"),
        ("thanks a lot", "Any time."),
        ("lol", "Okay."),
        ("gracias", "De nada."),
        ("谢谢啦", "不客气"),
        ("现在几点了？", "2026-02-02"),
    ] {
        let told = chat.say(line);
        says(&told, &[answer]);
        hides(&told, &["I checked", "查过了", "receipt"]);
    }
}

#[test]
fn what_is_told_is_kept_and_quoted_with_date_and_source() {
    let s = acquainted();
    let mut chat = s.chat::<&str>([]);
    for told in [
        "i work at Initech as a nurse",
        "my car is a red Volvo",
        "the lease runs out in december",
        "I parked on level 3",
        "we have a dog named Biscuit",
        "mi hermana Clara vive en Lisboa",
    ] {
        says(&chat.say(told), &["receipt m-", DAY]);
    }
    for (question, answer) in [
        ("where do I work?", "Initech as a nurse"),
        ("what car do I drive?", "red Volvo"),
        ("what's my dog's name?", "Biscuit"),
        ("¿dónde vive mi hermana?", "Lisboa"),
    ] {
        says(&chat.say(question), &[answer, "2026-02-02", ".md:"]);
    }
    // What was never told is not answered as if it were known.
    says(&chat.say("what is the capital of Mongolia?"), &["I"]);
    says(&chat.say("what did I tell you today?"), &["Volvo", "Biscuit"]);
}

#[test]
fn what_is_not_to_be_stored_is_not() {
    let s = acquainted();
    let mut chat = s.chat::<&str>([]);
    chat.say("my dentist is Dr Okafor");
    for line in [
        "please don't store this: I earn 4200 zlatkies",
        "speicher das nicht: ich verdiene 4200 zlatkies",
        "これは保存しないで、給料は4200 zlatkies",
    ] {
        let answer = chat.say(line);
        hides(&answer, &["receipt", "Okafor"]);
    }
    chat.leave("/quit\r");
    hides(&s.text(DAY), &["zlatkies"]);
    says(&s.text(DAY), &["Okafor"]);
}

#[test]
fn a_request_that_needs_a_model_is_refused_in_words() {
    let s = acquainted();
    let mut chat = s.chat::<&str>([]);
    says(&chat.say("translate this into French: good morning everyone"), &["language model"]);
    let again = chat.say("write me a poem about autumn");
    says(&again, &["without a language model"]);
    hides(&again, &["Okay.", "Noted"]);
}

#[test]
fn questions_about_the_trail_and_the_agenda_are_answered() {
    let s = acquainted();
    let mut chat = s.chat::<&str>([]);
    chat.say("Remember that the gym opens at seven.");
    chat.say("dinner with Tom on Sunday at 8");
    says(&chat.say("what changed recently?"), &["The latest changes:", "gym opens", "m-"]);
    says(&chat.say("has SOUL.md ever been changed?"), &["SOUL.md", "2026-02-02"]);
    says(&chat.say("what do I have to do on Sunday?"), &["inner with Tom", "2026-02-08"]);
    chat.say("forget about the gym");
    says(&chat.say("yes"), &["out of my mind"]);
    let trail = chat.say("what changed recently?");
    hides(&trail, &["gym"]);
    let why = chat.say("why did you forget about the gym?");
    says(&why, &["It was forgotten", "trigger-forget"]);
    hides(&why, &["seven"]);
}

#[test]
fn nothing_is_reworded() {
    let s = acquainted();
    let mut chat = s.chat::<&str>([]);
    chat.say("shoe size is 42");
    says(&chat.say("no, 43"), &["Before, I had:", "shoe size is 42"]);
    says(&s.text(DAY), &["\nshoe size is 42\n", "\nno, 43\n", "corrects:episode:2026-02-02:"]);
    let answer = chat.say("what's my shoe size?");
    let (new, old) = (answer.find("no, 43").expect("the correction"), answer.rfind("hoe size is 42").expect("the old"));
    assert!(new < old, "{answer}");
    says(&answer, &["earlier"]);
}

#[test]
fn what_was_said_to_be_on_a_day_comes_up_on_it() {
    let s = acquainted();
    let mut chat = s.chat::<&str>([]);
    says(&chat.say("remind me to call the dentist on wednesday"), &["receipt m-"]);
    says(&chat.say("the electrician comes wednesday too"), &["receipt m-"]);
    says(&chat.say("today i had soup"), &["receipt m-"]);
    drop(chat);
    // Somebody else's note is no plan of the owner's.
    let notes = s.dir().join("notes.md");
    std::fs::write(&notes, "Pay the invoice on wednesday.\n").expect("a note");
    s.soul(["import", notes.to_str().unwrap()]).ok();
    // Nor is what an agent writes.
    let mut agent = crate::mcp::client::Client::start(&s, &[]);
    agent.tool("memory_write", json!({ "content": "On 2026-02-04 pay Mal" }));
    agent.close();
    for kind in ["main", "heartbeat", "group"] {
        s.soul(["context", "--session", kind, "--room", "hall"]).ok().hides("call the dentist\" (told");
    }
    s.at("2026-02-04T07:00:00Z");
    let context = s.soul(["context"]).ok();
    let context = context
        .says("Today: \"call the dentist on wednesday\" (told 2026-02-02")
        .says("Today: \"the electrician comes");
    context.hides("Today: \"Pay the invoice").hides("Mal\" (told").hides("Today: \"today i had soup");
    s.soul(["context", "--session", "group", "--room", "hall"]).ok().hides("dentist\" (told");
    let mut chat = s.chat::<&str>([]);
    says(&chat.shown, &["dentist", "electrician", "→ Wed 2026-02-04"]);
    says(&chat.say("forget the dentist"), &["dentist"]);
    chat.say("yes");
    drop(chat);
    s.soul(["context"]).ok().hides("dentist\" (told").says("Today: \"the electrician");
    s.at("2026-02-05T07:00:00Z");
    s.soul(["context"]).ok().hides("Today: ");
}
