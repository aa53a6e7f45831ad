//! Broken, huge and early messages: each is answered or told on stderr, and the next one works.

use serde_json::json;

use super::client::Client;
use crate::run::Sandbox;

#[test]
fn a_line_that_is_not_json_is_answered_and_the_next_one_works() {
    let s = Sandbox::new();
    let mut client = Client::start(&s, &[]);
    for line in [&b"{"[..], b"not json", b"\xff\xfe", b"{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":"] {
        client.line(line);
        let answer = client.read();
        assert_eq!(answer["error"]["code"], -32700, "{answer}");
        assert!(answer["id"].is_null());
    }
    for (line, code) in [
        (&br#"{"jsonrpc":"1.0","id":7,"method":"ping"}"#[..], -32600),
        (b"[]", -32600),
        (br#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, -32600),
        (b"5", -32600),
        (br#"{"id":7}"#, -32600),
    ] {
        client.line(line);
        let answer = client.read();
        assert!(answer["error"]["code"] == code || answer["error"]["code"] == -32602, "{answer}");
    }
    client.line(b"");
    client.line(b"   \r");
    client.line(b"\xEF\xBB\xBF{\"jsonrpc\":\"2.0\",\"id\":\"bom\",\"method\":\"ping\"}\r");
    assert_eq!(client.read()["id"], "bom");
    assert!(client.result("ping", json!({})).is_object());
    let ended = client.close();
    assert_eq!(ended.code, 0);
    assert!(ended.err.contains("soul: mcp: a line is not JSON"), "{}", ended.err);
}

#[test]
fn what_comes_before_the_handshake_does_not_end_the_server() {
    let s = Sandbox::new();
    let mut client = Client::spawn(&s, &[]);
    client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
    client.send(&json!({ "jsonrpc": "2.0", "id": 5, "result": {} }));
    client.send(&json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {} }));
    assert!(client.ask("tools/list", json!({}))["error"].is_object(), "no tools before the handshake");
    assert!(client.result("ping", json!({})).is_object());
    assert_eq!(client.initialize("2025-06-18")["protocolVersion"], "2025-06-18");
    assert_eq!(client.result("tools/list", json!({}))["tools"].as_array().unwrap().len(), 7);
    let ended = client.close();
    assert_eq!(ended.code, 0);
    assert!(ended.err.contains("before the first request"), "{}", ended.err);
}

#[test]
fn a_client_that_leaves_without_a_word_ends_the_server_quietly() {
    let s = Sandbox::new();
    let ended = Client::spawn(&s, &[]).close();
    assert_eq!((ended.code, ended.err.as_str()), (0, ""));
}

#[test]
fn what_is_too_large_is_refused_and_said() {
    let s = Sandbox::new();
    let mut client = Client::start(&s, &[]);
    let huge = vec![b'x'; (4 << 20) + 10];
    client.line(&huge);
    let answer = client.read();
    assert!(answer["error"]["message"].as_str().unwrap().contains("4194304"), "{answer}");
    let message = client.refused("memory_write", json!({ "content": "word ".repeat(5_000) }));
    assert!(message.contains("16384") || message.contains("limit"), "{message}");
    let long = "word ".repeat(5_000);
    let message = client.refused("memory_propose", json!({ "content": "Ana sings", "reason": long }));
    assert!(message.starts_with("invalid: the reason has 24999 bytes, the limit is 16384"), "{message}");
    let message = client.refused("memory_propose", json!({ "content": "Ana sings", "entities": [long] }));
    assert!(message.contains("the list of entities has 25000 bytes"), "{message}");
    assert!(!s.ws().join("memory/meta/pending-memories.md").exists(), "nothing was written");
    let message = client.refused("memory_search", json!({ "query": "word ".repeat(1_000) }));
    assert!(message.contains("5000"), "{message}");
    let found = client.call("memory_search", json!({ "query": "anything", "maxResults": 1_000_000 }));
    assert!(found["notes"].to_string().contains("at most 20"), "{found}");
    s.write("bank/long.md", format!("{}\n{}\nlast\n", "a".repeat(90_000), "b\n".repeat(50_000)));
    let got = client.call("memory_get", json!({ "path": "bank/long.md", "lines": 1_000_000 }));
    assert!(got["text"].as_str().unwrap().len() < 21_000 && got["truncated"] == true, "bounded");
    assert!(got["text"].as_str().unwrap().contains("[cut: this one line has 70000 more letters]"));
    assert!(got["nextFrom"].as_u64().unwrap() > 1);
    let listed = client.result("resources/list", json!({}));
    let uri =
        listed["resources"].as_array().unwrap().iter().find(|r| r["name"] == "bank/long.md").unwrap()["uri"].clone();
    let read = client.result("resources/read", json!({ "uri": uri }));
    let text = read["contents"][0]["text"].as_str().unwrap();
    assert!(text.len() < 21_000 && text.contains("[cut here: read on with memory_get"), "bounded and said");
    assert_eq!(client.close().code, 0);
}

/// Numbers that look random and are the same every time.
fn below(state: &mut u64, limit: usize) -> usize {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    (*state % limit as u64) as usize
}

#[test]
fn a_thousand_malformed_frames_leave_the_server_whole() {
    let s = Sandbox::new();
    let mut client = Client::start(&s, &[]);
    let good = [
        json!({ "jsonrpc": "2.0", "id": 900, "method": "tools/call", "params": { "name": "memory_get", "arguments": { "path": "SOUL.md" } } }).to_string(),
        json!({ "jsonrpc": "2.0", "id": 901, "method": "resources/read", "params": { "uri": "soul://x/SOUL.md" } }).to_string(),
        json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 3 } }).to_string(),
    ];
    let mut state = 88_172_645_463_325_252;
    for _ in 0..1_000 {
        let mut frame = good[below(&mut state, good.len())].clone().into_bytes();
        for _ in 0..1 + below(&mut state, 4) {
            let at = below(&mut state, frame.len());
            match below(&mut state, 4) {
                0 => frame.truncate(at.max(1)),
                1 => frame[at] = below(&mut state, 256) as u8,
                2 => drop(frame.remove(at)),
                _ => frame.insert(at, b"{}[],:\"\\0"[below(&mut state, 9)]),
            }
            if frame.is_empty() {
                frame.push(b' ');
            }
        }
        frame.retain(|byte| *byte != b'\n');
        client.line(&frame);
    }
    assert!(client.result("ping", json!({})).is_object());
    assert_eq!(client.call("memory_get", json!({ "path": "SOUL.md" }))["path"], "SOUL.md");
    assert_eq!(client.close().code, 0);
    s.assert_clean();
}

#[test]
fn stdout_carries_the_protocol_and_stderr_the_talk() {
    let s = Sandbox::new();
    s.configure("{ memori: { layout: 'flat' } }");
    let mut client = Client::start(&s, &[]);
    client.call("memory_write", json!({ "content": "The key is under the third flower pot." }));
    client.call("memory_context", json!({}));
    let ended = client.close();
    assert_eq!(ended.code, 0);
    assert!(ended.err.contains("memori"), "the warning is told: {}", ended.err);
}

#[test]
fn without_a_workspace_it_says_so_and_ends() {
    let s = Sandbox::empty();
    s.plain(["-C", "nowhere", "mcp"]).code(3).tells("soul setup");
    s.plain(["-C", "nowhere", "mcp", "--session", "guest"]).code(2);
    let s = Sandbox::new();
    s.soul(["mcp", "--grant", "core"]).code(4).tells("--session subagent");
    s.soul(["mcp", "--session", "subagent", "--grant", "everything"]).code(2);
}
