//! The handshake, what is listed, and what is an error.

use serde_json::{Value, json};

use super::client::Client;
use crate::run::Sandbox;

#[test]
fn every_protocol_version_with_a_handshake_is_spoken() {
    let s = Sandbox::new();
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let mut client = Client::spawn(&s, &[]);
        let answer = client.initialize(version);
        assert_eq!(answer["protocolVersion"], version);
        assert_eq!(answer["serverInfo"]["name"], "soulfile");
        assert!(answer["instructions"].as_str().unwrap().contains("memory_search"));
        for part in ["tools", "resources", "prompts"] {
            assert!(answer["capabilities"].get(part).is_some(), "{part}: {answer}");
        }
        assert_eq!(client.result("tools/list", json!({}))["tools"].as_array().unwrap().len(), 7, "{version}");
        assert_eq!(client.close().code, 0);
    }
}

#[test]
fn a_version_nobody_knows_is_answered_with_one_we_speak() {
    let s = Sandbox::new();
    for version in ["1999-01-01", "2026-07-28", "2099-12-31"] {
        let mut client = Client::spawn(&s, &[]);
        assert_eq!(client.initialize(version)["protocolVersion"], "2025-11-25", "{version}");
        assert_eq!(client.close().code, 0);
    }
}

/// What the newest revision sends with every request, in place of a handshake.
pub fn inline() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
    })
}

#[test]
fn the_revision_without_a_handshake_is_spoken() {
    let s = Sandbox::new();
    let mut client = Client::spawn(&s, &[]);
    let found = client.result("server/discover", json!({ "_meta": inline() }));
    assert!(found["supportedVersions"].as_array().unwrap().contains(&json!("2026-07-28")), "{found}");
    let tools = client.result("tools/list", json!({ "_meta": inline() }));
    assert_eq!(tools["tools"].as_array().unwrap().len(), 7);
    let params =
        json!({ "_meta": inline(), "name": "memory_write", "arguments": { "content": "Ana plays the cello." } });
    let written = client.result("tools/call", params);
    assert_eq!(written["structuredContent"]["saved"], true, "{written}");
    let params = json!({ "_meta": inline(), "uri": "soul://nobody/SOUL.md" });
    assert_eq!(client.ask("resources/read", params)["error"]["code"], -32602);
    assert_eq!(client.close().code, 0);
}

#[test]
fn the_tools_are_exactly_these_with_these_schemas() {
    let s = Sandbox::new();
    let mut client = Client::start(&s, &[]);
    let listed = client.result("tools/list", json!({}))["tools"].clone();
    let shown = serde_json::to_string_pretty(&listed).unwrap() + "\n";
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/mcp/tools.json");
    if std::env::var_os("SOUL_BLESS").is_some() {
        std::fs::write(path, &shown).unwrap();
    }
    let known = std::fs::read_to_string(path).unwrap_or_default();
    assert!(known == shown, "tests/it/mcp/tools.json is not what is listed (SOUL_BLESS=1 writes it):\n{shown}");
    let names: Vec<&str> = listed.as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    assert_eq!(
        names,
        [
            "memory_context",
            "memory_forget",
            "memory_get",
            "memory_propose",
            "memory_search",
            "memory_status",
            "memory_write"
        ]
    );
    client.close();
}

#[test]
fn what_is_unknown_is_an_error_that_says_what_is_known() {
    let s = Sandbox::new();
    let mut client = Client::start(&s, &[]);
    let error = client.ask("tools/call", json!({ "name": "memory_approve", "arguments": {} }))["error"].clone();
    assert_eq!(error["code"], -32602);
    assert!(error["message"].as_str().unwrap().contains("memory_search"), "{error}");
    assert_eq!(client.ask("nothing/here", json!({}))["error"]["code"], -32601);
    for (tool, arguments) in [
        ("memory_search", json!({ "query": "tea", "session": "main" })),
        ("memory_get", json!({ "path": "USER.md", "agent": "other" })),
        ("memory_write", json!({ "content": "x", "scope": "shared" })),
        ("memory_write", json!({ "content": "x", "approved": true })),
        ("memory_forget", json!({ "query": "x", "confirm": true })),
        ("memory_context", json!({ "room": "dev" })),
        ("memory_propose", json!({ "content": "x", "from": "somebody" })),
        ("memory_status", json!({ "user": "bob" })),
    ] {
        let message = client.refused(tool, arguments);
        assert!(message.starts_with("invalid: ") && message.contains("unknown field"), "{tool}: {message}");
    }
    for (tool, arguments, why) in [
        ("memory_search", json!({}), "missing field `query`"),
        ("memory_search", json!({ "query": 5 }), "invalid type"),
        ("memory_search", json!({ "query": "  " }), "query is empty"),
        ("memory_search", json!({ "query": "x", "corpus": "everything" }), "is no corpus"),
        ("memory_search", json!({ "query": "x", "maxResults": -1 }), "invalid value"),
        ("memory_get", json!({ "path": "../outside.md" }), "outside.md"),
        ("memory_get", json!({ "path": "/etc/passwd" }), "/etc/passwd"),
        ("memory_write", json!({ "content": " " }), "empty"),
        ("memory_write", json!({ "content": "x", "category": "wisdom" }), "unknown entry type"),
        ("memory_propose", json!({ "content": "x", "store": "attic" }), "unknown store"),
        ("memory_forget", json!({ "query": "" }), "at least 1 characters"),
    ] {
        let message = client.refused(tool, arguments);
        assert!(message.contains(why), "{tool}: {message}");
    }
    assert_eq!(client.ask("tools/call", json!({}))["error"]["code"], -32602);
    assert_eq!(client.ask("resources/read", json!({ "uri": 5 }))["error"]["code"], -32602);
    assert_eq!(client.ask("prompts/get", json!({ "name": "approve" }))["error"]["code"], -32602);
    let argued = json!({ "name": "session_start", "arguments": { "session": "main" } });
    assert_eq!(client.ask("prompts/get", argued)["error"]["code"], -32602);
    assert_eq!(client.ask("resources/read", json!({ "uri": "file:///etc/passwd" }))["error"]["code"], -32002);
    assert_eq!(client.ask("resources/list", json!({ "cursor": "5" }))["error"]["code"], -32602);
    assert_eq!(client.ask("tools/list", json!({ "cursor": "5" }))["error"]["code"], -32602);
    assert_eq!(client.close().code, 0);
}
