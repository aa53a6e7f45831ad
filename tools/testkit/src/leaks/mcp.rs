//! Every MCP request that may give something away, made from what a server lists.

use serde_json::{Value, json};

use super::{PLANTED, TOPIC, path_on};

/// Requests by method and parameters. `tools` and `prompts` are the names the widest session is
/// offered, `template` the address of a file with `{+path}` in it.
///
/// # Panics
///
/// When a tool or a prompt has no entry here: what is added to a server is tried.
pub fn requests(tools: &[String], prompts: &[String], template: &str, day: &str) -> Vec<(&'static str, Value)> {
    let mut out = Vec::new();
    for tool in tools {
        for arguments in arguments(tool, day) {
            out.push(("tools/call", json!({ "name": tool, "arguments": arguments })));
        }
    }
    for mark in PLANTED {
        let uri = template.replace("{+path}", &path_on(mark.path, day));
        out.push(("resources/read", json!({ "uri": uri })));
        out.push(("resources/subscribe", json!({ "uri": uri })));
    }
    out.push(("resources/list", json!({})));
    out.push(("prompts/list", json!({})));
    for prompt in prompts {
        assert!(["session_start", "reflect"].contains(&prompt.as_str()), "the prompt {prompt} has no entry");
        out.push(("prompts/get", json!({ "name": prompt })));
    }
    out
}

fn arguments(tool: &str, day: &str) -> Vec<Value> {
    let mut out = Vec::new();
    match tool {
        "memory_search" => {
            for corpus in ["all", "memory", "core", "episodic", "graph", "procedural", "vault", "note"] {
                let query = format!("what is the {TOPIC}");
                out.push(json!({ "query": query, "maxResults": 20, "minScore": 0, "corpus": corpus }));
            }
            out.extend(PLANTED.iter().map(|mark| json!({ "query": format!("{TOPIC} {}", mark.word), "minScore": 0 })));
        }
        "memory_get" => {
            for mark in PLANTED {
                for (from, lines) in [(1, 1_000), (2, 1), (5, 3)] {
                    out.push(json!({ "path": path_on(mark.path, day), "from": from, "lines": lines }));
                }
            }
        }
        "memory_forget" => {
            let queries = ["zebra crossing", "code word", "forget the zebra crossing code word", "scope", "Ana"];
            out.extend(queries.map(|query| json!({ "query": query })));
        }
        // Writing must not tell what it was compared with.
        "memory_write" => {
            out.push(json!({ "content": format!("The {TOPIC} is now swordfish.") }));
            out.push(json!({ "content": format!("Ana's {TOPIC} is swordfish.") }));
        }
        "memory_propose" => {
            let content = format!("Ana's {TOPIC} is swordfish.");
            out.push(json!({ "content": content, "store": "semantic", "entities": ["person--ana"] }));
        }
        "memory_log" => out.extend([json!({}), json!({ "day": day }), json!({ "day": "2026-01-15" })]),
        "memory_entity" => out.push(json!({ "name": "person--ana" })),
        "memory_graph" => out.extend([json!({}), json!({ "around": "person--ana" })]),
        "memory_history" => out.extend([json!({ "limit": 100 }), json!({ "path": "MEMORY.md" })]),
        "memory_why" => out.push(json!({ "about": "zebra" })),
        "memory_reflect" => out.push(json!({ "dryRun": true })),
        "memory_alerts" | "memory_context" | "memory_core" | "memory_doctor" | "memory_fading" | "memory_identity"
        | "memory_proposals" | "memory_reflection" | "memory_status" => out.push(json!({})),
        unknown => panic!("the tool {unknown} has no entry"),
    }
    out
}
