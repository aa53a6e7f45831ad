//! A client is told what changed, as far as its session sees it.

use serde_json::{Value, json};

use super::client::Client;
use super::protocol::inline;
use crate::run::Sandbox;

fn uri(client: &mut Client, meta: Value, path: &str) -> String {
    let listed = client.result("resources/templates/list", meta);
    listed["resourceTemplates"][0]["uriTemplate"].as_str().expect("a template").replace("{+path}", path)
}

/// Reads on until a file is told to have changed; gives all that were told so far.
fn told(client: &mut Client, uri: &str) -> Vec<String> {
    let mut all = Vec::new();
    loop {
        let message = client.read();
        if message["method"] == "notifications/resources/updated" {
            all.push(message["params"]["uri"].as_str().expect("an address").to_owned());
        }
        if all.last().is_some_and(|last| last == uri) {
            return all;
        }
    }
}

#[test]
fn a_file_that_was_subscribed_to_is_told_when_a_person_edits_it() {
    let s = Sandbox::new();
    let mut client = Client::spawn(&s, &[]);
    let capabilities = client.initialize("2025-11-25")["capabilities"].clone();
    assert_eq!(capabilities["resources"], json!({ "subscribe": true, "listChanged": true }));
    assert_eq!(capabilities["tools"], json!({}), "the tools never change");
    let tools = uri(&mut client, json!({}), "TOOLS.md");
    client.result("resources/subscribe", json!({ "uri": tools }));
    let missing = tools.replace("TOOLS.md", "nothing.md");
    assert!(client.ask("resources/subscribe", json!({ "uri": missing }))["error"].is_object());
    let soul = uri(&mut client, json!({}), "SOUL.md");
    client.result("resources/subscribe", json!({ "uri": soul }));
    s.append("TOOLS.md", "\n- the kettle\n");
    assert_eq!(told(&mut client, &tools), [tools.as_str()]);
    client.result("resources/unsubscribe", json!({ "uri": tools }));
    s.append("TOOLS.md", "\n- the toaster\n");
    s.append("SOUL.md", "\n- Be kind.\n");
    assert_eq!(told(&mut client, &soul), [soul.as_str()], "nothing of what is no longer watched");
    assert_eq!(client.close().code, 0);
}

#[test]
fn a_room_hears_nothing_of_private_changes() {
    let s = Sandbox::new();
    let log = "memory/episodes/2026-02-02.md";
    s.write(log, "# 2026-02-02\n\n## 10:00 | fact | scope:room:dev\nThe bus leaves at nine.\n");
    s.write("rooms/dev.md", "# dev\nA room.\n");
    let mut client = Client::start(&s, &["--session", "group", "--room", "dev"]);
    let (log_uri, room) = (uri(&mut client, json!({}), log), uri(&mut client, json!({}), "rooms/dev.md"));
    for uri in [&log_uri, &room] {
        client.result("resources/subscribe", json!({ "uri": uri }));
    }
    let user = uri(&mut client, json!({}), "USER.md");
    assert!(client.ask("resources/subscribe", json!({ "uri": user }))["error"].is_object(), "it is not there");
    s.append(log, "\n## 11:00 | fact\nA private word.\n");
    s.append("rooms/dev.md", "A loud one.\n");
    assert_eq!(told(&mut client, &room), [room.as_str()]);
    s.append(log, "\n## 12:00 | fact | scope:room:dev\nThe bus is late.\n");
    assert_eq!(told(&mut client, &log_uri), [log_uri.as_str()]);
    assert_eq!(client.close().code, 0);
}

#[test]
fn the_revision_without_a_handshake_listens() {
    let s = Sandbox::new();
    let mut client = Client::spawn(&s, &[]);
    let tools = uri(&mut client, json!({ "_meta": inline() }), "TOOLS.md");
    // A client is told when what it has read is no longer so.
    client.result("resources/read", json!({ "_meta": inline(), "uri": tools }));
    let wanted = json!({ "resourceSubscriptions": [tools], "resourcesListChanged": true, "toolsListChanged": true });
    client.send(&json!({ "jsonrpc": "2.0", "id": 99, "method": "subscriptions/listen",
        "params": { "_meta": inline(), "notifications": wanted } }));
    let acknowledged = client.read();
    assert_eq!(acknowledged["method"], "notifications/subscriptions/acknowledged", "{acknowledged}");
    s.append("TOOLS.md", "\n- the kettle\n");
    assert_eq!(told(&mut client, &tools), [tools.as_str()]);
    assert_eq!(client.close().code, 0);
}
