//! `soul ask`, `soul chat`, `soul models`, `soul usage` and `soul sessions` with a model: a scripted one, behind a server
//! on the loopback interface that speaks chat completions.

use std::io::Write;
use std::process::Stdio;

use serde_json::{Value, json};
use soulfile_testkit::chat::{ScriptedAnswer, last_of, scripted};
use soulfile_testkit::http::Request;
use soulfile_testkit::stream::{Stream, StreamServer};

use crate::run::{Run, Sandbox};

pub fn after_tool(request: &Request) -> bool {
    request.body["messages"].as_array().and_then(|m| m.last()).is_some_and(|m| m["role"] == "tool")
}

pub fn with_model(server: &StreamServer) -> Sandbox {
    let s = Sandbox::new();
    configure(&s, server);
    s
}

fn configure(s: &Sandbox, server: &StreamServer) {
    s.soul(["config", "set", "provider.mine.baseUrl", &format!("{}/v1", server.url)]).ok();
    s.soul(["config", "set", "provider.mine.apiKey", "${MINE_KEY}"]).ok();
    s.soul(["config", "set", "models.primary", "mine/scripted"]).ok();
}

pub fn piped(s: &Sandbox, args: &[&str], input: &str) -> Run {
    let mut command = s.command();
    command.env("MINE_KEY", "sk-very-secret").arg("-C").arg(s.ws()).args(args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the command starts");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("written");
    Run::from(child.wait_with_output().expect("an end"), args.join(" "))
}

/// Looks into memory, then says what it found.
fn diligent(request: &Request) -> ScriptedAnswer {
    match after_tool(request) {
        true if last_of(request, "tool").contains("tundra") => ScriptedAnswer::text("You work on tundra."),
        true => ScriptedAnswer::text("I do not know."),
        false if last_of(request, "user").contains('?') => {
            ScriptedAnswer::call("memory_search", json!({ "query": "project", "top_k": 5 }))
        }
        false => ScriptedAnswer::text("Nice to meet you."),
    }
}

#[test]
fn one_question_is_answered_by_the_model_with_its_memory() {
    let server = scripted(diligent);
    let s = with_model(&server);
    s.soul(["remember", "I'm working on a Rust project called tundra."]).ok();
    let run = piped(&s, &["ask", "What project am I working on?"], "");
    assert_eq!((run.code, run.out.trim()), (0, "You work on tundra."), "{}", run.err);
    let answer = piped(&s, &["ask", "--json", "What project am I working on?"], "").ok().json();
    assert_eq!(answer["answer"], "You work on tundra.");
    assert_eq!((&answer["model"], &answer["usage"]["calls"]), (&json!("mine/scripted"), &json!(2)));
    let run = piped(&s, &["ask", "What does this say?"], "material from a pipe\n");
    assert_eq!(run.code, 0, "{}", run.err);
    let sent = server.requests().iter().any(|request| last_of(request, "user").contains("material from a pipe"));
    assert!(sent, "what comes through the pipe joins in");
    assert!(!s.text("memory/episodes/2026-02-02.md").contains("material from a pipe"), "and is not remembered");
    let header = server.requests()[0].header("authorization").map(str::to_owned);
    assert_eq!(header.as_deref(), Some("Bearer sk-very-secret"));
}

#[test]
fn without_a_model_memory_answers() {
    let s = Sandbox::new();
    s.soul(["remember", "I'm working on a Rust project called tundra."]).ok();
    let run = s.soul(["ask", "What project am I working on?"]).ok();
    assert!(run.out.contains("tundra"), "{}", run.out);
    s.soul(["models"]).ok().says("No language model is configured");
    s.soul(["models", "test"]).code(3);
    s.soul(["usage"]).ok().says("No language model was asked");
}

#[test]
fn a_chat_with_a_model_is_kept_resumed_counted_and_forgotten() {
    let server = scripted(diligent);
    let s = with_model(&server);
    let run = piped(&s, &["chat", "--json"], "My name is Alex and I'm working on a Rust project called tundra.\n");
    assert!(run.out.contains("Nice to meet you.") && run.out.contains("receipt"), "{}", run.out);
    let run = piped(&s, &["chat"], "What project am I working on?\n");
    assert!(run.out.contains("You work on tundra."), "{}", run.out);
    let listed = s.soul(["sessions", "--json"]).ok().json();
    let ids: Vec<String> = listed
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| one["id"].as_str().unwrap_or_default().to_owned())
        .collect();
    assert_eq!(ids.len(), 2, "{listed}");
    let asked = listed.as_array().expect("a list").iter().find(|one| one["first"] == "What project am I working on?");
    let id = asked.expect("the second session")["id"].as_str().expect("an id").to_owned();
    piped(&s, &["chat", "--resume", &id], "Is that so?\n").ok();
    let last = server.requests().last().expect("requests").body["messages"].to_string();
    assert!(last.contains("What project am I working on?"), "{last}");
    let usage = s.soul(["usage", "--by", "session", "--json"]).ok().json();
    assert_eq!(usage["rows"].as_array().map(Vec::len), Some(2), "{usage}");
    s.soul(["usage"]).ok().says("2026-02-02").says("without a price");
    s.soul(["sessions", "forget", &id]).ok();
    assert_eq!(s.soul(["sessions", "--json"]).ok().json().as_array().map(Vec::len), Some(1));
    s.soul(["sessions", "forget", &id]).code(3);
}

#[test]
fn a_key_is_printed_nowhere_and_a_wrong_one_is_said() {
    let server = StreamServer::start(|_| {
        Stream::refusal(401, "", r#"{"error":{"message":"Incorrect API key provided: sk-very-secret"}}"#)
    });
    let s = with_model(&server);
    let run = piped(&s, &["ask", "Is anybody there?"], "");
    assert_eq!(run.code, 1, "a script hears of it");
    assert!(run.err.contains("does not accept the key"), "{}", run.err);
    let mut all = format!("{}{}", run.out, run.err);
    for args in [&["models"][..], &["models", "test"], &["config", "get", "provider"], &["models", "--json"]] {
        let run = piped(&s, args, "");
        all += &format!("{}{}", run.out, run.err);
    }
    assert!(!all.contains("very-secret"), "{all}");
    assert!(all.contains("mine/scripted"), "{all}");
    // Told, kept and found, although the model is of no use.
    let run = piped(&s, &["chat"], "I'm working on a Rust project called tundra.\n");
    assert!(run.out.contains("receipt") && run.out.contains("does not accept the key"), "{}", run.out);
}

#[test]
fn models_are_tried_listed_and_offered() {
    let server = scripted(|_| ScriptedAnswer::text("ready"));
    let s = with_model(&server);
    let run = piped(&s, &["models", "test"], "");
    assert!(run.code == 0 && run.out.contains("answers") && run.out.contains("ready"), "{}{}", run.out, run.err);
    let run = piped(&s, &["models", "list", "mine"], "");
    assert_eq!(run.out.trim(), "mine/scripted", "{}", run.err);
    let fresh = Sandbox::empty();
    let mut command = fresh.command();
    command.env("ANTHROPIC_API_KEY", "sk-very-secret").arg("-C").arg(fresh.ws()).args(["setup", "--yes"]);
    let run = Run::of(command);
    assert!(run.err.contains("ANTHROPIC_API_KEY is set") && !run.err.contains("very-secret"), "{}", run.err);
    let config: Value = fresh.soul(["config", "get", "models.primary", "--json"]).json();
    assert!(config.is_null(), "a key in the environment is no consent: {config}");
}
