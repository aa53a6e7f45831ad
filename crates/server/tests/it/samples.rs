//! One request per route, that a caller who may call it can send without changing anything that
//! matters. A route without an entry here fails every test that goes over the table.

use serde_json::{Value, json};
use soulfile_server::http::routes::Route;

/// The path with its query, and the body.
pub fn sample(route: &Route) -> (String, Value) {
    let none = Value::Null;
    let nobody = "episode:2020-01-01:10:00";
    let review = "0123456789abcdef";
    let short = route.plain_path().replace("/api/workspace/{agent_name}", "");
    let (rest, body) = match (route.method.as_str(), short.as_str()) {
        ("GET", "/metrics" | "/api/health" | "/api/ready" | "/api/openapi.json" | "/api/agents") => {
            (short.clone(), none)
        }
        (
            "GET",
            "/files"
            | "/memory/daily"
            | "/context"
            | "/context-report"
            | "/context-receipts"
            | "/identity"
            | "/index"
            | "/memories"
            | "/archived"
            | "/core"
            | "/graph"
            | "/decay"
            | "/audit"
            | "/audit/verify"
            | "/history"
            | "/proposals"
            | "/alerts"
            | "/chat"
            | "/config"
            | "/models"
            | "/channels"
            | "/connectors"
            | "/tokens"
            | "/doctor"
            | "/lock"
            | "/events"
            | "/reflections"
            | "/reflections/history"
            | "/reflections/pending",
        ) => (short.clone(), none),
        ("POST", "/api/channels/{channel}/{account}") => ("/api/channels/webhook/default".into(), json!({})),
        ("POST", "/api/sign-in") => (short.clone(), json!({ "code": "0000" })),
        ("GET", "/api/agents/{agent_name}/context-report") => ("/api/agents/aria/context-report".into(), none),
        ("GET", "/file/{filename}") => ("/file/SOUL.md".into(), none),
        ("GET", "/file-default/{filename}") => ("/file-default/SOUL.md".into(), none),
        ("PUT", "/file/{filename}") => ("/file/SOUL.md".into(), json!({ "content": "" })),
        ("DELETE", "/file/{filename}") => ("/file/SOUL.md".into(), none),
        ("GET", "/memory/daily/{date}") => ("/memory/daily/2020-01-01".into(), none),
        ("POST", "/memory/daily/{date}") => {
            ("/memory/daily/2020-01-01".into(), json!({ "text": "The kettle is blue." }))
        }
        ("POST", "/remember") => (short.clone(), json!({ "text": "The kettle is blue." })),
        ("GET", "/recall") => ("/recall?query=kettle".into(), none),
        ("GET", "/memory/lines") => ("/memory/lines?path=MEMORY.md".into(), none),
        ("POST", "/used") => (short.clone(), json!({ "ids": [nobody] })),
        ("POST", "/index/rebuild" | "/decay/run" | "/heartbeat") => (short.clone(), none),
        ("POST", "/lock/open") => (short.clone(), json!({ "passphrase": "not the one" })),
        ("POST", "/forget/candidates") => (short.clone(), json!({ "query": "kettle" })),
        ("POST", "/forget" | "/restore") => (short.clone(), json!({ "ids": [nobody] })),
        ("POST", "/pin" | "/unpin") => (short.clone(), json!({ "id": nobody })),
        ("POST", "/core") => (short.clone(), json!({ "remove": "core:identity:000000" })),
        ("GET", "/graph/entity") => ("/graph/entity?name=nobody".into(), none),
        ("GET", "/graph/path") => ("/graph/path?from=a&to=b".into(), none),
        ("POST", "/graph/merge") => (short.clone(), json!({ "absorbed": "a", "into": "b" })),
        ("POST", "/graph/split") => (short.clone(), json!({ "name": "a" })),
        ("GET", "/decay/explain") => (format!("/decay/explain?id={nobody}"), none),
        ("GET", "/audit/entry/{id}") => ("/audit/entry/m-nothing".into(), none),
        ("GET", "/audit/receipt/{id}") => ("/audit/receipt/m-nothing".into(), none),
        ("GET", "/audit/blame") => ("/audit/blame?path=SOUL.md".into(), none),
        ("GET", "/audit/why") => ("/audit/why?about=kettle".into(), none),
        ("POST", "/rollback" | "/rollback/plan") => (short.clone(), json!({ "change": "m-nothing" })),
        ("POST", "/proposals") => (short.clone(), json!({ "content": "The kettle is blue." })),
        ("GET", "/proposals/{number}/preview") => ("/proposals/999/preview".into(), none),
        ("GET", "/proposals/{number}") => ("/proposals/999".into(), none),
        ("POST", "/proposals/{number}/commit") => ("/proposals/999/commit".into(), json!({ "review": review })),
        ("POST", "/proposals/{number}/reject") => ("/proposals/999/reject".into(), json!({ "review": review })),
        ("POST", "/proposals/{number}/defer") => ("/proposals/999/defer".into(), json!({ "review": review })),
        ("POST", "/reflections") => (short.clone(), json!({ "dry_run": true })),
        ("POST", "/reflections/pending/approve" | "/reflections/pending/preview" | "/reflections/pending/reject") => {
            (short.clone(), json!({ "review": review }))
        }
        ("POST", "/config") => (short.clone(), json!({ "key": "user.name" })),
        ("POST", "/models/test") => (short.clone(), json!({ "model": "nobody/nothing" })),
        ("DELETE", "/tokens/{id}") => ("/tokens/t-nothing".into(), none),
        ("POST", "/chat") => (short.clone(), json!({ "room": "a\nb" })),
        ("GET" | "DELETE", "/chat/{session}") => ("/chat/nothing".into(), none),
        ("POST", "/chat/{session}/say") => ("/chat/nothing/say".into(), json!({ "text": "hello" })),
        ("POST", "/chat/{session}/stop") => ("/chat/nothing/stop".into(), none),
        ("POST", "/alerts/{id}/acknowledge") => ("/alerts/nothing/acknowledge".into(), none),
        ("POST", "/doctor/mend") => (short.clone(), json!({ "subjects": [] })),
        ("GET", "/v1/models") => (short.clone(), none),
        ("GET", "/v1/models/{model}") => ("/v1/models/aria".into(), none),
        ("POST", "/v1/chat/completions" | "/v1/messages" | "/v1/messages/count_tokens") => {
            let asked = json!([{ "role": "user", "content": "What is the zebra crossing code word?" }]);
            (short.clone(), json!({ "model": "aria", "max_tokens": 100, "messages": asked }))
        }
        ("POST", "/v1/responses") => {
            (short.clone(), json!({ "model": "aria", "input": "What is the zebra crossing code word?" }))
        }
        ("POST", "/v1/embeddings") => (short.clone(), json!({ "input": "kettle" })),
        (method, path) => panic!("{method} {path} has no entry in samples.rs"),
    };
    let path = if route.path.starts_with("/api/workspace/") { format!("/api/workspace/aria{rest}") } else { rest };
    (path, body)
}
