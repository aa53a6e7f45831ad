use std::time::Duration;

use serde_json::json;
use soulfile_models::{EmbeddingSettings, Key, Provider, choose};
use soulfile_recall::embed::{EmbedRole, Embedder};
use soulfile_testkit::embeddings::{provider, texts_of};
use soulfile_testkit::http::Server;

const PATIENCE: Duration = Duration::from_secs(60);

pub fn model(provider: Provider, url: &str, key: Option<&str>) -> std::sync::Arc<dyn Embedder> {
    let settings = EmbeddingSettings {
        provider,
        base_url: Some(url.to_owned()),
        key: key.and_then(Key::new),
        ..EmbeddingSettings::default()
    };
    let chosen = choose(&settings);
    chosen.embedder.unwrap_or_else(|| panic!("{:?}", chosen.problem))
}

fn embed(model: &dyn Embedder, texts: &[&str], role: EmbedRole) -> Vec<Vec<f32>> {
    model.embed(texts, role, PATIENCE).expect("vectors").vectors
}

fn unit(length: f32) -> Vec<f32> {
    let norm = (length * length + 1.0).sqrt();
    vec![length / norm, 1.0 / norm]
}

#[test]
fn openai_is_asked_in_its_own_words() {
    let server = Server::start(provider);
    let model = model(Provider::Openai, &format!("{}/v1", server.url), Some("sk-test"));
    assert_eq!(embed(&*model, &["a", "bbb"], EmbedRole::Entry), [unit(1.0), unit(3.0)]);
    let request = &server.requests()[0];
    assert_eq!(request.path, "/v1/embeddings");
    assert_eq!(request.header("authorization"), Some("Bearer sk-test"));
    assert_eq!(
        request.body,
        json!({ "model": "text-embedding-3-small", "input": ["a", "bbb"], "encoding_format": "float" })
    );
    assert!(model.id().starts_with("openai:text-embedding-3-small@127.0.0.1:"), "{}", model.id());
}

#[test]
fn gemini_is_asked_in_its_own_words_and_told_questions_from_entries() {
    let server = Server::start(provider);
    let model = model(Provider::Gemini, &format!("{}/v1beta", server.url), Some("AIza-test"));
    assert_eq!(embed(&*model, &["a", "bbb"], EmbedRole::Entry), [unit(1.0), unit(3.0)]);
    embed(&*model, &["why"], EmbedRole::Question);
    let requests = server.requests();
    assert_eq!(requests[0].path, "/v1beta/models/gemini-embedding-001:batchEmbedContents");
    assert_eq!(requests[0].header("x-goog-api-key"), Some("AIza-test"));
    assert_eq!(requests[0].header("authorization"), None);
    assert_eq!(
        requests[0].body["requests"][1],
        json!({
            "model": "models/gemini-embedding-001",
            "content": { "parts": [{ "text": "bbb" }] },
            "taskType": "RETRIEVAL_DOCUMENT",
        })
    );
    assert_eq!(requests[1].body["requests"][0]["taskType"], "RETRIEVAL_QUERY");
}

#[test]
fn ollama_is_asked_in_its_own_words_and_compatible_servers_in_openai_s() {
    let server = Server::start(provider);
    let own = model(Provider::Ollama, &server.url, None);
    assert_eq!(embed(&*own, &["a"], EmbedRole::Entry), [unit(1.0)]);
    let compatible = model(Provider::Ollama, &format!("{}/v1", server.url), None);
    assert_eq!(embed(&*compatible, &["a"], EmbedRole::Entry), [unit(1.0)]);
    let requests = server.requests();
    assert_eq!(requests[0].path, "/api/embed");
    assert_eq!(requests[0].body, json!({ "model": "nomic-embed-text", "input": ["a"], "truncate": false }));
    assert_eq!(requests[0].header("authorization"), None);
    assert_eq!(requests[1].path, "/v1/embeddings");
    assert_ne!(own.id(), compatible.id());
}

#[test]
fn many_texts_go_in_few_requests_and_come_back_in_order() {
    let server = Server::start(provider);
    let model = model(Provider::Openai, &format!("{}/v1", server.url), Some("k"));
    let texts: Vec<String> = (1..=500).map(|n| "x".repeat(n)).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let vectors = embed(&*model, &texts, EmbedRole::Entry);
    assert_eq!(vectors.len(), 500);
    for (at, vector) in vectors.iter().enumerate() {
        assert_eq!(*vector, unit(at as f32 + 1.0));
    }
    let requests = server.requests();
    assert_eq!(requests.len(), 500usize.div_ceil(model.batch()));
    assert!(requests.iter().all(|r| texts_of(&r.body).len() <= model.batch()));
}

#[test]
fn long_texts_are_cut_and_it_is_said() {
    let server = Server::start(provider);
    let model = model(Provider::Ollama, &server.url, None);
    let long = "ö".repeat(5_000);
    let done = model.embed(&["short", &long, "short too"], EmbedRole::Entry, PATIENCE).unwrap();
    assert_eq!(done.cut, [1]);
    let sent = texts_of(&server.requests()[0].body);
    assert!(sent[1].chars().count() < 5_000 && long.starts_with(&sent[1]));
}

#[test]
fn a_text_that_is_refused_is_found_among_the_others_and_shortened_or_left_out() {
    let server = Server::start(|request| {
        let refused = |t: &String| t.starts_with('!') || t.chars().count() > 400;
        if texts_of(&request.body).iter().any(refused) {
            return (400, json!({ "error": { "message": "input is too long" } }));
        }
        provider(request)
    });
    let model = model(Provider::Openai, &format!("{}/v1", server.url), Some("k"));
    let long = "y".repeat(700);
    let texts = ["a", "bb", &long, "ccc", "!bad", "dddd"];
    let done = model.embed(&texts, EmbedRole::Entry, PATIENCE).unwrap();
    assert_eq!(done.vectors[0], unit(1.0));
    assert_eq!(done.vectors[2], unit(350.0));
    assert_eq!(done.vectors[4], [0.0, 0.0], "no vector: found by words");
    assert_eq!(done.vectors[5], unit(4.0));
    assert_eq!(done.cut, [2, 4]);
    // A server that takes nothing at all has another fault than the texts.
    let never = Server::start(|_| (400, json!({ "error": "model is not an embedding model" })));
    let model = super::protocols::model(Provider::Ollama, &never.url, None);
    let said = model.embed(&["a", "b"], EmbedRole::Entry, PATIENCE).unwrap_err().to_string();
    assert!(said.contains("not an embedding model"), "{said}");
    assert!(never.requests().len() < 20, "{}", never.requests().len());
}
