//! Conversations over HTTP: with and without a model, kept, gone on with, stopped, removed.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use soulfile_models::chat::{ChatModel, ChatSettings, WireFormat, chat_model};
use soulfile_server::state::Limits;
use soulfile_testkit::chat::{Format, ScriptedAnswer, last_of, scripted};
use soulfile_testkit::stream::{End, StreamServer};

use crate::fixture::Site;

const CHAT: &str = "/api/workspace/aria/chat";

fn model(server: &StreamServer) -> Option<Arc<dyn ChatModel>> {
    let settings = ChatSettings {
        provider: "scripted".into(),
        api: WireFormat::OpenaiChat,
        model: "m".into(),
        base_url: Some(format!("{}/v1", server.url)),
        key: None,
        key_file: None,
        window: 32_000,
        silence: Duration::from_secs(30),
        proxy: None,
    };
    Some(chat_model(&settings).expect("a model"))
}

/// Says a line and gives the events that came.
async fn say(site: &Site, id: &str, text: &str) -> Vec<Value> {
    let reply = site.json("POST", &site.person(), &format!("{CHAT}/{id}/say"), &json!({ "text": text })).await.is(200);
    assert_eq!(reply.header("content-type"), "text/event-stream");
    let data = reply.text.lines().filter_map(|line| line.strip_prefix("data: "));
    data.map(|data| serde_json::from_str(data).expect("JSON")).collect()
}

/// The replies among events.
fn replies<'e>(events: &'e [Value], kind: &str) -> Vec<&'e Value> {
    let all = events.iter().filter(|event| event["kind"] == "reply").map(|event| &event["data"]);
    all.filter(|reply| reply["kind"] == kind).collect()
}

/// Begins a conversation with somebody who was introduced already.
async fn begin(site: &Site, body: Value) -> Value {
    let _ = std::fs::remove_file(site.dir.path().join("aria/BOOTSTRAP.md"));
    site.json("POST", &site.person(), CHAT, &body).await.is(200).json()
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_model_it_keeps_answers_with_citations_and_is_gone_on_with() {
    let site = Site::new();
    let begun = begin(&site, json!({})).await;
    let id = begun["id"].as_str().expect("an id");
    assert!(begun.get("model").is_none());
    let told = say(&site, id, "remember that Alice leads project Heron").await;
    assert!(!replies(&told, "note").is_empty(), "{told:?}");
    let asked = say(&site, id, "who leads Heron?").await;
    let recalled = replies(&asked, "recalled");
    assert!(recalled[0]["text"].as_str().expect("text").contains("Alice"), "{asked:?}");
    let citation = recalled[0]["citations"][0].as_str().expect("a citation");
    assert!(citation.contains(".md"), "{citation}");

    let person = site.person();
    let shown = site.get(&person, &format!("{CHAT}/{id}")).await.is(200).json();
    let lines: Vec<&Value> = shown["exchanges"].as_array().expect("a list").iter().map(|one| &one["said"]).collect();
    assert!(lines.contains(&&json!("who leads Heron?")), "{shown}");
    let listed = site.get(&person, CHAT).await.is(200).json();
    assert_eq!(listed[0]["id"], id);
    assert_eq!(listed[0]["first"], "remember that Alice leads project Heron");

    // A gateway that is started anew reads it from disk.
    let again = site.restarted();
    let shown_again = again.get(&person, &format!("{CHAT}/{id}")).await.is(200).json();
    assert_eq!(shown_again["exchanges"], shown["exchanges"]);
    let gone = again.json("DELETE", &person, &format!("{CHAT}/{id}"), &Value::Null).await.is(200).json();
    assert_eq!(gone["ended"], true);
    again.get(&person, &format!("{CHAT}/{id}")).await.is(404);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_models_words_come_as_they_are_said() {
    let server = scripted(|request| {
        ScriptedAnswer::text(format!("You said: {}", last_of(request, "user").lines().next().unwrap_or_default()))
    });
    let site = Site::speaking(Limits::default(), model(&server));
    let begun = begin(&site, json!({})).await;
    assert_eq!(begun["model"], "scripted/m");
    let id = begun["id"].as_str().expect("an id");
    let events = say(&site, id, "good morning, how is it going?").await;
    let words: String = events.iter().filter(|e| e["kind"] == "text").filter_map(|e| e["data"].as_str()).collect();
    assert!(words.starts_with("You said: "), "{events:?}");
    assert!(events.iter().filter(|event| event["kind"] == "text").count() > 1, "in pieces");
    assert_eq!(replies(&events, "say")[0]["text"].as_str(), Some(words.as_str()), "and whole at the end");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_is_stopped_and_meanwhile_no_other_line_is_taken() {
    let server = StreamServer::start(|_| {
        let mut stream = Format::OpenaiChat.stream(&ScriptedAnswer::text("It begins and never ends"));
        stream.pieces.truncate(2);
        stream.ending(End::Silence)
    });
    let site = Arc::new(Site::speaking(Limits::default(), model(&server)));
    let begun = begin(&site, json!({})).await;
    let id = begun["id"].as_str().expect("an id").to_owned();
    let (busy, its) = (site.clone(), id.clone());
    let answering = tokio::spawn(async move { say(&busy, &its, "tell me a long story").await });
    let person = site.person();
    let path = format!("{CHAT}/{id}");
    while site.get(&person, &path).await.is(200).json()["answering"] != true {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    site.json("POST", &person, &format!("{path}/say"), &json!({ "text": "and now?" })).await.is(409);
    let stopped = site.json("POST", &person, &format!("{path}/stop"), &Value::Null).await.is(200).json();
    assert_eq!(stopped["ended"], true);
    let events = answering.await.expect("answered");
    assert!(replies(&events, "warning").iter().any(|w| w["text"].as_str().is_some_and(|t| t.contains("stopped"))));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_room_hears_nothing_private_and_decides_nothing() {
    let site = Site::new();
    let mine = begin(&site, json!({})).await;
    say(&site, mine["id"].as_str().expect("an id"), "remember that my locker code is mulberry").await;
    let room = begin(&site, json!({ "room": "dev" })).await;
    assert_eq!(room["room"], "dev");
    let id = room["id"].as_str().expect("an id");
    let events = say(&site, id, "what is my locker code?").await;
    assert!(!format!("{events:?}").contains("mulberry"), "{events:?}");
    let decided = say(&site, id, "/proposals").await;
    assert!(format!("{decided:?}").contains("private"), "{decided:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_forgotten_leaves_the_transcript_too() {
    let site = Site::new();
    let begun = begin(&site, json!({})).await;
    let id = begun["id"].as_str().expect("an id");
    say(&site, id, "remember that the vault opens with marzipan").await;
    say(&site, id, "forget that the vault opens with marzipan").await;
    let events = say(&site, id, "yes").await;
    assert!(!replies(&events, "say").is_empty(), "{events:?}");
    let shown = site.get(&site.person(), &format!("{CHAT}/{id}")).await.is(200);
    assert!(!shown.text.contains("remember that the vault"), "{}", shown.text);
    let file = site.dir.path().join(format!("state/aria/sessions/{id}.jsonl"));
    let kept = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    assert!(!kept.contains("remember that the vault"), "{kept}");
}
