//! Mem0 beside this memory, against a server on the loopback interface that speaks the format of Mem0's own.

use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use soulfile_testkit::http::{Request, Server};

use crate::run::Sandbox;

/// A Mem0 that keeps what it is told and finds everything that shares a word with the question.
fn mem0() -> (Server, Arc<Mutex<Vec<String>>>) {
    let kept: Arc<Mutex<Vec<String>>> = Arc::default();
    kept.lock().unwrap().push("User keeps bees behind the barn".to_owned());
    let memories = kept.clone();
    let server = Server::start(move |request: &Request| {
        let mut memories = memories.lock().unwrap();
        if request.body["user_id"] != "sam" {
            return (400, json!({ "detail": "At least one identifier is required." }));
        }
        match request.path.as_str() {
            "/memories" => {
                let said = request.body["messages"][0]["content"].as_str().unwrap_or_default().to_owned();
                memories.push(said.clone());
                (200, json!({ "results": [{ "id": format!("m{}", memories.len()), "memory": said, "event": "ADD" }] }))
            }
            "/search" => {
                let asked = request.body["query"].as_str().unwrap_or_default().to_lowercase();
                let near = |text: &&String| asked.split_whitespace().any(|word| text.to_lowercase().contains(word));
                let found: Vec<Value> = memories
                    .iter()
                    .filter(near)
                    .enumerate()
                    .map(|(at, text)| json!({ "id": format!("m{at}"), "memory": text, "hash": "x", "score": 0.8, "created_at": "2025-11-03T10:00:00-08:00", "updated_at": null, "user_id": "sam" }))
                    .collect();
                (200, json!({ "results": found }))
            }
            _ => (404, json!({ "detail": "Not Found" })),
        }
    });
    (server, kept)
}

fn with_mem0(url: &str, settings: &str) -> Sandbox {
    let s = Sandbox::new();
    s.configure(&format!(
        "{{ memory: {{ mem0_search: {{ baseUrl: '{url}', userId: 'sam', apiKey: 'm0-secret-key', {settings} }} }} }}"
    ));
    s
}

#[test]
fn mem0_is_neither_asked_nor_told_by_default() {
    let (server, _) = mem0();
    let s = with_mem0(&server.url, "");
    s.soul(["remember", "The bees are fed in March."]).ok();
    s.soul(["recall", "bees"]).ok().says("March").hides("barn");
    assert!(server.requests().is_empty());
}

#[test]
fn what_mem0_finds_is_merged_by_rank_and_marked() {
    let (server, _) = mem0();
    let s = with_mem0(&server.url, "enabled: true");
    s.soul(["remember", "The bees are fed in March."]).ok();
    let answer = s.soul(["recall", "where are the bees", "--json"]).ok().json();
    let hits = answer["hits"].as_array().unwrap();
    let found = hits.iter().find(|hit| hit["beside"] == "mem0").expect("what Mem0 knows");
    assert!(hits[0]["beside"].is_null() && found["text"] == "User keeps bees behind the barn", "{answer:#}");
    assert_eq!(
        (&found["citation"], &found["trust"], &found["date"]),
        (&json!("mem0:m0"), &json!("import"), &json!("2025-11-03"))
    );
    assert!(hits.iter().position(|hit| hit["beside"] == "mem0") == Some(1), "{answer:#}");
    s.soul(["recall", "where are the bees"]).ok().says("mem0:m0").says("from outside, unchecked");
    let request = &server.requests()[0];
    assert_eq!((request.path.as_str(), request.header("x-api-key")), ("/search", Some("m0-secret-key")));
    assert_eq!(request.body["query"], "where are the bees");
    assert_eq!(server.requests().iter().filter(|request| request.path != "/search").count(), 0, "it is only asked");
    // Mem0 knows no rooms: nobody but the owner, in private, learns what it holds.
    let before = server.requests().len();
    s.soul(["recall", "bees", "--session", "group", "--room", "dev"]).ok().hides("barn");
    assert_eq!(server.requests().len(), before);
}

#[test]
fn what_is_remembered_is_told_and_comes_back_once() {
    let (server, kept) = mem0();
    let s = with_mem0(&server.url, "enabled: true, storeEnabled: true");
    let remembered = s.soul(["remember", "The spare key lies under the red pot.", "--json"]).ok().json();
    assert_eq!(kept.lock().unwrap().last().map(String::as_str), Some("The spare key lies under the red pot."));
    let told = server.requests().into_iter().find(|request| request.path == "/memories").expect("told");
    assert_eq!((&told.body["infer"], &told.body["metadata"]["receipt"]), (&json!(false), &remembered["receipt"]["id"]));
    let answer = s.soul(["recall", "where is the spare key", "--json"]).ok().json();
    let hits = answer["hits"].as_array().unwrap();
    assert!(hits[0]["text"].as_str().unwrap().contains("red pot") && hits[0]["beside"].is_null(), "{answer:#}");
    let again = |hit: &&Value| hit["beside"] == "mem0" && hit["text"].as_str().unwrap().contains("red pot");
    assert_eq!(hits.iter().filter(again).count(), 0, "{answer:#}");
    s.soul(["remember", "--scope", "room:dev", "The staging database is called iris."]).ok();
    assert!(!kept.lock().unwrap().iter().any(|text| text.contains("iris")), "what is said in a room stays in the room");
}

#[test]
fn a_mem0_that_fails_is_said_and_is_never_an_error() {
    let (server, _) = mem0();
    let s = with_mem0(&server.url, "enabled: true, storeEnabled: true, timeoutMs: 200");
    for (status, body) in [(500, "{}"), (401, "{\"detail\":\"bad key\"}"), (200, "<html>"), (200, "{\"results\":7}")] {
        let answer = move |_: &Request| (status, serde_json::from_str(body).unwrap_or(Value::String(body.to_owned())));
        let broken = Server::start(answer);
        s.configure(&format!(
            "{{ memory: {{ mem0Search: {{ enabled: true, storeEnabled: true, timeoutMs: 200, baseUrl: '{}' }} }} }}",
            broken.url
        ));
        let kept = s.soul(["remember", &format!("Parcel {status} of {} arrived.", body.len())]).ok();
        assert!(kept.out.contains("receipt"), "{}", kept.out);
        s.soul(["recall", "which parcel arrived"]).ok().says("arrived").tells("mem0 was not searched");
    }
    s.configure("{ memory: { mem0Search: { enabled: true, storeEnabled: true, baseUrl: 'http://127.0.0.1:9' } } }");
    let kept = s.soul(["remember", "The last parcel arrived."]).ok();
    assert!(kept.out.contains("mem0 did not take it"), "{}", kept.out);
    s.soul(["recall", "last parcel"]).ok().says("last parcel").tells("refuses connections");
    s.configure("{ memory: { mem0Search: { enabled: true, baseUrl: 'http://mem0.example', apiKey: 'k-123456' } } }");
    s.soul(["recall", "last parcel"]).ok().tells("http would show the key").hides("k-123456");
}

#[test]
fn what_a_running_mem0_keeps_can_be_taken_over() {
    let memories = json!({ "results": [
        { "id": "m1", "memory": "Keeps bees behind the barn", "created_at": "2025-11-03T10:00:00-08:00", "user_id": "sam" },
        { "id": "m2", "memory": "Feeds them in March", "metadata": { "source": "soulfile" }, "user_id": "sam" },
    ] });
    let server = Server::start(move |request: &Request| match request.path.split_once('?') {
        Some(("/memories", query)) if query.starts_with("user_id=sam%2Bco&") => (200, memories.clone()),
        Some(("/memories", _)) => (200, json!({ "results": [] })),
        _ => (404, json!({ "detail": "Not Found" })),
    });
    let s = Sandbox::new();
    s.configure(&format!("{{ memory: {{ mem0Search: {{ baseUrl: '{}', userId: 'sam+co' }} }} }}", server.url));
    s.soul(["import", "--mem0", "--dry-run"]).ok().says("1 taken, 0 waiting, 1 skipped").says("told from here");
    s.soul(["recall", "bees"]).ok().hides("barn");
    let done = s.soul(["import", "--mem0", "--json"]).ok().json();
    assert_eq!((&done["taken"][0]["source"], &done["taken"][0]["day"]), (&json!("mem0#m1"), &json!("2025-11-03")));
    s.soul(["recall", "bees"]).ok().says("barn");
    s.soul(["import", "--mem0"]).ok().says("known already").says("Nothing new.");
    s.configure(&format!("{{ memory: {{ mem0Search: {{ baseUrl: '{}', userId: 'eve' }} }} }}", server.url));
    s.soul(["import", "--mem0"]).code(3).tells("Mem0 keeps nothing of \"eve\"");
}
