//! MCP over streamable HTTP: the token decides who asks, request by request.

use std::collections::BTreeSet;

use axum::http::Request;
use serde_json::{Value, json};
use soulfile_server::auth::Caller;
use soulfile_testkit::leaks::{self, Viewer};

use crate::fixture::{HttpReply, Site, group, subagent, with_user};
use crate::leaks::{DAY, planted};

async fn post(site: &Site, token: &str, agent: &str, message: &Value) -> HttpReply {
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

pub async fn tool(site: &Site, token: &str, name: &str, arguments: Value) -> Value {
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

/// The names in a list of the server's.
async fn names(site: &Site, token: &str, method: &str, list: &str) -> Vec<String> {
    let listed = full(site, token, method, json!({})).await["result"][list].clone();
    listed.as_array().expect(list).iter().map(|it| it["name"].as_str().expect("a name").to_owned()).collect()
}

/// One request with all tools shown.
async fn full(site: &Site, token: &str, method: &str, params: Value) -> Value {
    let message = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
    post(site, token, "aria?profile=full", &message).await.is(200).json()
}

/// Every marker a caller gets hold of, by every tool, resource and prompt that anybody is offered.
async fn seen(site: &Site, token: &str) -> BTreeSet<&'static str> {
    // A caller's new token takes the place of its old one, so the lists come from a site of their own.
    let other = Site::new();
    let own = other.token(&Caller::agent("aria"));
    let tools = names(&other, &own, "tools/list", "tools").await;
    let prompts = names(&other, &own, "prompts/list", "prompts").await;
    assert!(tools.len() > 7, "{tools:?}");
    let mut all = String::new();
    for (method, params) in leaks::mcp::requests(&tools, &prompts, "soul://aria/{+path}", DAY) {
        all += &full(site, token, method, params).await.to_string();
    }
    leaks::found_in(&all)
}

#[tokio::test]
async fn no_token_sees_more_than_its_session() {
    let dev = Viewer::Group(Some("dev"), None);
    for (caller, viewer) in [
        (Caller::agent("aria"), Viewer::Main(None)),
        (with_user(Caller::agent("aria"), "alice"), Viewer::Main(Some("alice"))),
        (subagent("scout"), Viewer::Nobody),
        (group("dev"), dev),
        (Caller { read_only: true, ..group("dev") }, dev),
        (with_user(group("ops"), "bob"), Viewer::Group(Some("ops"), Some("bob"))),
    ] {
        let site = planted();
        let token = site.token(&caller);
        assert_eq!(seen(&site, &token).await, viewer.sees(), "{viewer:?}");
    }
    let site = planted();
    assert_eq!(seen(&site, &site.token(&subagent("clerk"))).await, ["proceduremark"].into(), "with a grant");
}

#[tokio::test]
async fn more_tools_are_shown_on_request_and_only_to_who_sees_everything() {
    let site = Site::new();
    let own = site.token(&Caller::agent("aria"));
    let all = names(&site, &own, "tools/list", "tools").await;
    let few = ask(&site, &own, "tools/list", json!({})).await["result"]["tools"].as_array().expect("tools").len();
    assert_eq!(few, 7);
    assert!(all.len() > few && all.contains(&"memory_core".to_owned()), "{all:?}");
    let other = tool(&site, &own, "memory_core", json!({})).await;
    assert!(other.is_null(), "what is not shown cannot be called: {other}");
    for caller in [group("dev"), subagent("scout"), with_user(Caller::agent("aria"), "bob")] {
        assert_eq!(names(&site, &site.token(&caller), "tools/list", "tools").await.len(), 7);
    }
    let wrong = json!({ "jsonrpc": "2.0", "id": 1, "method": "ping" });
    post(&site, &own, "aria?profile=everything", &wrong).await.is(400);
    post(&site, &own, "aria?session=main", &wrong).await.is(400);
}
