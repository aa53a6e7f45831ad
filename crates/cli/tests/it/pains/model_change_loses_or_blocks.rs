//! Pain 18: a change of the embedding model loses or blocks data.

use serde_json::Value;
use soulfile_testkit::embeddings::{ideas, texts_of};
use soulfile_testkit::http::{Server, ServerTrouble};

use crate::run::{Sandbox, strings};

const NOTES: [(&str, &str); 3] = [
    ("memory/2026-01-10.md", "She practised the violin all evening."),
    ("memory/2026-01-11.md", "The ferry was late again."),
    ("memory/2026-01-12.md", "Fresh bread from the corner shop."),
];

fn sandbox() -> Sandbox {
    let s = Sandbox::new();
    for (path, text) in NOTES {
        s.write(path, format!("## 10:00 | event\n{text}\n"));
    }
    s
}

fn configure(s: &Sandbox, provider: &str, url: &str, model: &str) {
    s.configure(&format!(
        "{{ memorySearch: {{ provider: '{provider}', model: '{model}', remote: {{ baseUrl: '{url}', apiKey: 'k' }} }} }}"
    ));
}

fn recall(s: &Sandbox, query: &str) -> Value {
    s.soul(["recall", query, "--json"]).ok().json()
}

/// How often a note was sent to the provider.
fn times(server: &Server, note: &str) -> usize {
    server.requests().iter().flat_map(|r| texts_of(&r.body)).filter(|text| text.contains(note)).count()
}

#[test]
fn going_to_a_model_to_another_and_back_answers_throughout_and_pays_once() {
    let s = sandbox();
    let server = Server::start(ideas);
    let url = format!("{}/v1", server.url);
    configure(&s, "openai", &url, "first");
    let found = recall(&s, "小提琴");
    assert_eq!(found["hits"][0]["path"], NOTES[0].0, "{found}");
    assert!(found["model"].as_str().unwrap().starts_with("openai:first@"), "{found}");
    assert_eq!(times(&server, NOTES[0].1), 1);
    // Another model begins while its provider is out of order: the built-in one answers, and says so.
    configure(&s, "openai", &url, "second");
    server.trouble(vec![ServerTrouble::Status(503, "retry-after: 3600\r\n", "{}".to_owned()); 1]);
    let found = recall(&s, "violin");
    assert_eq!(found["hits"][0]["path"], NOTES[0].0);
    assert!(found["model"].as_str().unwrap().starts_with("soulfile-"), "{found}");
    let notes = strings(&found["notes"]).join(" ");
    assert!(notes.contains("status 503") && notes.contains("built-in"), "{notes}");
    // Once it is back it catches up by itself.
    assert!(recall(&s, "渡轮")["model"].as_str().unwrap().starts_with("openai:second@"));
    assert_eq!(times(&server, NOTES[0].1), 3, "once for the first model, twice for the second: refused and taken");
    // Back, rebuilt, and searched by several processes: nothing is paid for twice.
    configure(&s, "openai", &url, "first");
    s.soul(["memory", "rebuild"]).ok().says("embedding openai:first@");
    std::fs::remove_file(s.state().join("index.sqlite")).unwrap();
    assert_eq!(recall(&s, "面包")["hits"][0]["path"], NOTES[2].0);
    assert_eq!(recall(&s, "面包")["hits"][0]["path"], NOTES[2].0);
    assert_eq!(times(&server, NOTES[0].1), 3);
    assert_eq!(times(&server, "面包"), 1);
    // A new note costs one text.
    s.write("memory/2026-01-13.md", "## 10:00 | event\nA boat trip in the rain.\n");
    assert!(recall(&s, "ferry")["model"].as_str().unwrap().starts_with("openai:first@"));
    assert_eq!(times(&server, "boat trip"), 1);
    assert_eq!(times(&server, NOTES[1].1), 3);
}

#[test]
fn the_key_comes_from_the_environment_or_a_file_and_is_never_shown() {
    let s = sandbox();
    let server = Server::start(ideas);
    let base = format!("{}/v1beta", server.url);
    std::fs::write(s.home().join("gemini.key"), "AIza-from-a-file\n").unwrap();
    s.configure(&format!(
        "{{ memorySearch: {{ provider: 'gemini', remote: {{ baseUrl: '{base}', apiKeyFile: '~/gemini.key' }} }} }}"
    ));
    assert!(recall(&s, "violin")["model"].as_str().unwrap().starts_with("gemini:"));
    assert!(server.requests().iter().all(|r| r.header("x-goog-api-key") == Some("AIza-from-a-file")));
    server.trouble(vec![
        ServerTrouble::Status(
            401,
            "",
            r#"{"error":{"message":"bad key AIza-from-a-file"}}"#.to_owned()
        );
        4
    ]);
    s.soul(["recall", "something new", "--json"]).ok().says("does not accept the key").hides("from-a-file");
    s.soul(["memory", "status", "--json"]).ok().hides("from-a-file");
}

#[test]
fn a_provider_that_is_gone_costs_nothing_but_quality() {
    let s = sandbox();
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    configure(&s, "ollama", &format!("http://127.0.0.1:{port}"), "nomic-embed-text");
    let found = recall(&s, "violin");
    assert_eq!(found["hits"][0]["path"], NOTES[0].0);
    assert!(strings(&found["notes"]).join(" ").contains("refuses connections"), "{found}");
    s.soul(["remember", "The spare key is with Marta."]).ok();
    s.soul(["recall", "spare key"]).ok().says("Marta");
    s.soul(["memory", "status"]).ok().says("entries to go, until then the built-in model answers");
}
