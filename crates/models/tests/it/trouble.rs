use std::net::TcpListener;
use std::time::Duration;

use serde_json::json;
use soulfile_models::Provider;
use soulfile_recall::embed::EmbedRole;
use soulfile_testkit::embeddings::provider;
use soulfile_testkit::http::{Server, ServerTrouble};

use super::protocols::model;

const PATIENCE: Duration = Duration::from_secs(60);

fn status(status: u16) -> ServerTrouble {
    ServerTrouble::Status(status, "", json!({ "error": { "message": "try later" } }).to_string())
}

/// What a model says about a server in trouble, and how often it asked.
fn said(troubles: Vec<ServerTrouble>, patience: Duration) -> (Result<usize, String>, usize) {
    let server = Server::start(provider);
    server.trouble(troubles);
    let model = model(Provider::Openai, &format!("{}/v1", server.url), Some("sk-very-secret"));
    let done = model.embed(&["a"], EmbedRole::Entry, patience);
    (done.map(|d| d.vectors.len()).map_err(|e| e.to_string()), server.requests().len())
}

#[test]
fn passing_trouble_is_waited_out() {
    for trouble in [429, 500, 502, 503, 504].map(status).into_iter().chain([ServerTrouble::HangUp]) {
        assert_eq!(said(vec![trouble.clone()], PATIENCE), (Ok(1), 2));
    }
    assert_eq!(said(vec![status(503), ServerTrouble::HangUp], PATIENCE), (Ok(1), 3));
    let asked = ServerTrouble::Status(429, "retry-after: 0\r\n", "{}".to_owned());
    assert_eq!(said(vec![asked; 3], PATIENCE), (Ok(1), 4));
}

#[test]
fn lasting_trouble_ends_after_a_few_tries() {
    let (answer, tries) = said(vec![ServerTrouble::Status(429, "retry-after: 0\r\n", "{}".to_owned()); 50], PATIENCE);
    assert!(answer.unwrap_err().contains("status 429"));
    assert_eq!(tries, 4);
}

#[test]
fn a_wait_that_is_longer_than_the_patience_is_not_begun() {
    let asked = ServerTrouble::Status(429, "retry-after: 3600\r\n", "{}".to_owned());
    let (answer, tries) = said(vec![asked], PATIENCE);
    assert!(answer.unwrap_err().contains("status 429"));
    assert_eq!(tries, 1);
}

#[test]
fn a_server_that_says_nothing_is_given_up() {
    let (answer, tries) = said(vec![ServerTrouble::Silence; 9], Duration::from_millis(80));
    assert!(answer.unwrap_err().contains("in time"));
    assert_eq!(tries, 1);
}

#[test]
fn what_trying_again_cannot_mend_is_said_at_once() {
    for (code, words) in [(401, "does not accept the key"), (403, "does not accept the key"), (404, "does not know")] {
        let (answer, tries) = said(vec![status(code)], PATIENCE);
        assert!(answer.unwrap_err().contains(words));
        assert_eq!(tries, 1);
    }
    let moved = ServerTrouble::Status(302, "location: http://127.0.0.1:1/elsewhere\r\n", String::new());
    let (answer, tries) = said(vec![moved], PATIENCE);
    assert!(answer.unwrap_err().contains("status 302"), "a redirect is not followed: it would carry the key");
    assert_eq!(tries, 1);
}

#[test]
fn nobody_there_is_said_at_once() {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let model = model(Provider::Ollama, &format!("http://127.0.0.1:{port}"), None);
    let said = model.embed(&["a"], EmbedRole::Entry, PATIENCE).unwrap_err().to_string();
    assert!(said.contains("refuses connections") && said.contains(&port.to_string()), "{said}");
}

#[test]
fn answers_that_cannot_be_used_are_refused() {
    for (body, words) in [
        ("not json", "not JSON"),
        (r#"{"data":[]}"#, "1 texts were sent and 0"),
        (r#"{"data":[{"index":0,"embedding":[1,"x"]}]}"#, "no finite number"),
        (r#"{"data":[{"index":0,"embedding":[1e999]}]}"#, ""),
    ] {
        let (answer, tries) = said(vec![ServerTrouble::Status(200, "", body.to_owned())], PATIENCE);
        assert!(answer.unwrap_err().contains(words));
        assert_eq!(tries, 1);
    }
}

#[test]
fn the_key_is_in_no_message() {
    let echo = json!({ "error": { "message": "Incorrect API key provided: sk-very-secret. Bearer sk-very-secret" } });
    for code in [400, 401, 403, 404, 418, 429, 500] {
        let trouble = ServerTrouble::Status(code, "retry-after: 0\r\n", echo.to_string());
        let (answer, _) = said(vec![trouble; 9], PATIENCE);
        let words = answer.unwrap_err();
        assert!(!words.contains("very-secret"), "{words}");
    }
}
