//! A first conversation: a name, a project, a restart, and the question again.

use serde_json::json;

use super::client::Client;
use crate::run::Sandbox;

#[test]
fn name_and_project_are_there_after_a_restart() {
    let s = Sandbox::new();
    let mut client = Client::start(&s, &[]);
    let content = "My name is Alex and I'm working on a Rust project called tundra.";
    let written = client.call("memory_write", json!({ "content": content }));
    assert_eq!(written["saved"], true, "{written}");
    let receipt = written["receipt"]["id"].as_str().unwrap().to_owned();
    s.soul(["audit", "verify", &receipt]).ok();
    let found = client.call("memory_search", json!({ "query": "What project am I working on?" }));
    assert!(found["results"][0]["snippet"].as_str().unwrap().contains("tundra"), "{found}");
    assert_eq!(client.close().code, 0);

    let mut client = Client::start(&s, &[]);
    let found = client.call("memory_search", json!({ "query": "What project am I working on?" }));
    let best = &found["results"][0];
    assert!(best["snippet"].as_str().unwrap().contains("tundra"), "{found}");
    for key in ["path", "startLine", "endLine", "score", "snippet", "source", "citation"] {
        assert!(best.get(key).is_some(), "no {key} in {best}");
    }
    assert!(best.get("trust").is_none(), "the person's own word: {best}");
    s.soul(["remember", "The ferry to Pico leaves at eight.", "--source", "web"]).ok();
    let ferry = client.call("memory_search", json!({ "query": "When does the ferry to Pico leave?" }));
    assert_eq!(ferry["results"][0]["trust"], "web", "{ferry}");
    let lines = json!({ "path": best["path"], "from": best["startLine"], "lines": 3 });
    assert!(client.call("memory_get", lines)["text"].as_str().unwrap().contains("tundra"));
    let context = client.call("memory_context", json!({}));
    assert!(context["text"].as_str().unwrap().contains("tundra"), "it is in mind");
    let start = client.result("prompts/get", json!({ "name": "session_start" }));
    assert!(start["messages"][0]["content"]["text"].as_str().unwrap().contains("tundra"));
    // A person edits the soul; the next turn sees it.
    s.append("SOUL.md", "\n- Speak like a lighthouse keeper.\n");
    let context = client.call("memory_context", json!({}));
    assert!(context["text"].as_str().unwrap().contains("lighthouse keeper"));
    assert!(context["text"].as_str().unwrap().contains("SOUL.md"), "and is told that it changed");
    assert_eq!(client.close().code, 0);
    s.assert_clean();
}

#[test]
fn a_hand_edit_in_place_is_found_by_the_next_search() {
    let s = Sandbox::new();
    s.write("memory/2026-02-01.md", "## 10:00 | fact\nThe key lies under the red pot.\n");
    let mut client = Client::start(&s, &[]);
    let mut found = |query: &str| client.call("memory_search", json!({ "query": query }))["results"].to_string();
    for _ in 0..3 {
        assert!(found("where is the key").contains("red pot"));
    }
    let note = std::fs::File::options().write(true).open(s.ws().join("memory/2026-02-01.md")).unwrap();
    for pot in ["tin", "big", "old"] {
        std::os::unix::fs::FileExt::write_all_at(&note, pot.as_bytes(), 39).unwrap();
        assert!(found("where is the key").contains(&format!("the {pot} pot")));
        s.write(&format!("bank/{pot}/shelf.md"), format!("The {pot}lamp stands on the shelf.\n"));
        assert!(found(&format!("{pot}lamp")).contains("shelf"), "a file in a new folder");
    }
    assert_eq!(client.close().code, 0);
}
