//! Limits: body, rate, failed tokens, time, waiting.

use std::time::Duration;

use serde_json::json;
use soulfile_server::state::Limits;

use crate::fixture::Site;

#[tokio::test]
async fn a_body_over_the_limit_is_refused_whole() {
    let site = Site::with(Limits { body: 2_000, ..Limits::default() });
    let body = json!({ "text": "x".repeat(3_000) });
    site.json("POST", &site.person(), "/api/workspace/aria/remember", &body).await.is(413);
}

#[tokio::test]
async fn a_token_that_asks_too_often_waits_and_others_do_not() {
    let site = Site::with(Limits { per_second: 1, ..Limits::default() });
    let person = site.person();
    let mut held = 0;
    for _ in 0..40 {
        let reply = site.get(&person, "/api/agents").await;
        held += usize::from(reply.status == 429);
        assert!(reply.status == 200 || reply.header("retry-after") == "1", "{reply:?}");
    }
    assert!(held > 0);
    let other = site.token(&soulfile_server::auth::Caller::agent("aria"));
    site.get(&other, "/api/agents").await.is(200);
}

#[tokio::test]
async fn guessing_is_held_up_and_a_good_token_is_not() {
    let site = Site::with(Limits { failures_per_minute: 5, ..Limits::default() });
    let mut held = 0;
    for guess in 0..50 {
        let status = site.get(&format!("soul_person_{guess}"), "/api/agents").await.status;
        assert!(matches!(status, 401 | 429), "{status}");
        held += usize::from(status == 429);
    }
    assert!(held >= 40, "{held}");
    site.get(&site.person(), "/api/agents").await.is(200);
}

#[tokio::test]
async fn a_request_that_takes_too_long_is_given_up() {
    let site = Site::with(Limits { time: Duration::from_millis(50), ..Limits::default() });
    // Somebody holds the workspace, so that the answer cannot come in time.
    let lock = std::fs::File::open(site.dir.path().join("aria/.git/soulfile/lock")).unwrap();
    lock.lock().unwrap();
    site.get(&site.person(), "/api/workspace/aria/doctor").await.is(503);
}

#[tokio::test]
async fn health_says_nothing_private() {
    let site = Site::new();
    let reply = site.get("", "/api/health").await.is(200);
    let keys: Vec<String> = reply.json().as_object().unwrap().keys().cloned().collect();
    assert_eq!(keys, ["status", "version"]);
    assert!(!reply.text.contains(&site.dir.path().display().to_string()));
}

#[tokio::test]
async fn what_is_not_there_is_said_in_json() {
    let site = Site::new();
    for (method, path, status) in
        [("POST", "/", 404), ("GET", "/api", 404), ("POST", "/api/health", 405), ("GET", "/mcp", 404)]
    {
        let reply = site.json(method, "", path, &json!(null)).await.is(status);
        assert!(reply.json()["error"]["message"].is_string());
    }
    let unknown = site.get(&site.person(), "/api/workspace/aria/recall?query=x&colour=blue").await.is(400);
    assert!(unknown.text.contains("colour"), "unknown parameters are errors: {}", unknown.text);
    let body = json!({ "text": "x", "colour": "blue" });
    assert!(
        site.json("POST", &site.person(), "/api/workspace/aria/remember", &body).await.is(400).text.contains("colour")
    );
}
