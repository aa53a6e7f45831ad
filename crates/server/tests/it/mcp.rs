//! MCP over streamable HTTP: the token decides who asks, request by request.

use axum::http::Request;
use serde_json::{Value, json};
use soulfile_engine::context_layer::session::SessionKind;
use soulfile_server::auth::Caller;

use crate::fixture::{Reply, Site, group, subagent, with_user};
use crate::leaks::{PLANTED, planted};

async fn post(site: &Site, token: &str, agent: &str, message: &Value) -> Reply {
    let mut request: Request<_> = Site::with_json("POST", token, &format!("/mcp/{agent}"), message);
    request.headers_mut().insert("accept", "application/json, text/event-stream".parse().expect("a header"));
    request.headers_mut().insert("mcp-protocol-version", "2025-11-25".parse().expect("a header"));
    site.send(request).await
}

/// One request and its answer.
async fn ask(site: &Site, token: &str, method: &str, params: Value) -> Value {
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
    post(site, token, "aria", &message).await.is(200).json()
}

async fn tool(site: &Site, token: &str, name: &str, arguments: Value) -> Value {
    ask(site, token, "tools/call", json!({ "name": name, "arguments": arguments })).await["result"].clone()
}

fn hello() -> Value {
    json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "test", "version": "1" } } })
}

#[tokio::test]
async fn a_conversation_needs_no_session() {
    let site = Site::new();
    let token = site.token(&Caller::agent("aria"));
    let answer = post(&site, &token, "aria", &hello()).await.is(200);
    assert!(answer.headers.get("mcp-session-id").is_none(), "there is no session to steal");
    assert_eq!(answer.json()["result"]["serverInfo"]["name"], "soulfile");
    let done = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    assert_eq!(post(&site, &token, "aria", &done).await.status, 202);
    let content = "My name is Alex and I'm working on a Rust project called tundra.";
    let written = tool(&site, &token, "memory_write", json!({ "content": content })).await;
    assert_eq!(written["structuredContent"]["saved"], true, "{written}");
    let found = tool(&site, &token, "memory_search", json!({ "query": "What project am I working on?" })).await;
    assert!(found["structuredContent"]["results"][0]["snippet"].to_string().contains("tundra"), "{found}");
    // The other agent's memory is another one.
    let nova = site.token(&Caller::agent("nova"));
    let search = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": { "name": "memory_search", "arguments": { "query": "tundra" } } });
    assert!(!post(&site, &nova, "nova", &search).await.is(200).text.contains("Alex"));
    post(&site, &nova, "aria", &search).await.is(403);
    post(&site, &token, "nobody", &search).await.is(403);
    post(&site, "", "aria", &search).await.is(401);
}

#[tokio::test]
async fn a_revoked_token_fails_on_the_next_request_and_a_reading_one_does_not_write() {
    let site = Site::new();
    let made = site.gateway.tokens.make(&group("dev"), None).expect("a token");
    assert!(tool(&site, &made.text, "memory_status", json!({})).await["structuredContent"]["room"] == "dev");
    site.gateway.tokens.revoke(&made.token.id).expect("revoked");
    post(&site, &made.text, "aria", &hello()).await.is(401);
    let reader = site.token(&Caller { read_only: true, ..group("dev") });
    for (name, arguments) in
        [("memory_write", json!({ "content": "x y z" })), ("memory_propose", json!({ "content": "x" }))]
    {
        let refused = tool(&site, &reader, name, arguments).await;
        assert!(refused["isError"] == true && refused.to_string().contains("may only read"), "{refused}");
    }
    assert_ne!(tool(&site, &reader, "memory_search", json!({ "query": "x" })).await["isError"], true);
}

#[tokio::test]
async fn what_is_no_message_is_refused() {
    let site = Site::new();
    let token = site.token(&Caller::agent("aria"));
    for method in ["GET", "DELETE", "PUT"] {
        let request = Site::with_json(method, &token, "/mcp/aria", &Value::Null);
        assert_eq!(site.send(request).await.status, 405, "{method}");
    }
    for body in [json!([]), json!({}), json!("x"), json!({ "jsonrpc": "2.0", "id": 1 })] {
        let status = post(&site, &token, "aria", &body).await.status;
        assert!((400..500).contains(&status), "{body}: {status}");
    }
    let huge = json!({ "jsonrpc": "2.0", "id": 1, "method": "ping", "params": { "x": "y".repeat(2 << 20) } });
    assert_eq!(post(&site, &token, "aria", &huge).await.status, 413);
    let wrong = tool(&site, &token, "memory_search", json!({ "query": "x", "session": "main" })).await;
    assert!(wrong["isError"] == true && wrong.to_string().contains("unknown field"), "{wrong}");
}

/// Every marker a caller gets hold of, by every tool, resource and prompt.
async fn seen(site: &Site, token: &str) -> Vec<&'static str> {
    let mut all = String::new();
    let words = "zebra crossing code word";
    for corpus in ["all", "core", "episodic", "graph", "procedural", "vault", "note"] {
        let search = json!({ "query": words, "maxResults": 20, "minScore": 0, "corpus": corpus });
        all += &tool(site, token, "memory_search", search).await.to_string();
    }
    for (path, mark) in PLANTED {
        all += &tool(site, token, "memory_search", json!({ "query": format!("{words} {mark}"), "minScore": 0 }))
            .await
            .to_string();
        all += &tool(site, token, "memory_get", json!({ "path": path })).await.to_string();
        all += &ask(site, token, "resources/read", json!({ "uri": format!("soul://aria/{path}") })).await.to_string();
    }
    for (name, arguments) in [
        ("memory_context", json!({})),
        ("memory_status", json!({})),
        ("memory_forget", json!({ "query": words })),
        ("memory_write", json!({ "content": "The zebra crossing code word is now swordfish." })),
        ("memory_propose", json!({ "content": "Ana's code word is swordfish.", "entities": ["person--ana"] })),
    ] {
        all += &tool(site, token, name, arguments).await.to_string();
    }
    for (method, params) in [
        ("resources/list", json!({})),
        ("prompts/list", json!({})),
        ("prompts/get", json!({ "name": "session_start" })),
        ("prompts/get", json!({ "name": "reflect" })),
    ] {
        all += &ask(site, token, method, params).await.to_string();
    }
    PLANTED.iter().map(|(_, mark)| *mark).filter(|mark| all.contains(mark)).collect()
}

#[tokio::test]
async fn no_token_sees_more_than_its_session() {
    let in_dev: &[&str] = &["soulmark", "roomdevmark", "everyonemark", "roomfact", "devfilemark"];
    let everything: Vec<&str> = PLANTED.iter().map(|(_, mark)| *mark).collect();
    let cases: [(&str, Caller, &[&str]); 7] = [
        ("the user", Caller::agent("aria"), &everything),
        ("sub-agent", subagent("scout"), &[]),
        ("sub-agent with grants", subagent("clerk"), &["proceduremark"]),
        ("group", Caller { session: SessionKind::Group, ..Caller::agent("aria") }, &["soulmark", "everyonemark"]),
        ("room", group("dev"), in_dev),
        ("other room", with_user(group("ops"), "bob"), &["soulmark", "roomopsmark", "everyonemark", "bobsharedmark"]),
        ("read-only room", Caller { read_only: true, ..group("dev") }, in_dev),
    ];
    for (name, caller, expected) in cases {
        let site = planted();
        let token = site.token(&caller);
        assert_eq!(seen(&site, &token).await, expected, "{name}");
    }
    let site = planted();
    let alice = seen(&site, &site.token(&with_user(Caller::agent("aria"), "alice"))).await;
    assert!(!["userbobmark", "bobfilemark", "bobsharedmark"].iter().any(|mark| alice.contains(mark)), "{alice:?}");
}
