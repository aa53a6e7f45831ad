//! Changes as they happen: told once, resumable from any commit, closed when the token is gone.

use axum::body::Body;
use futures_util::StreamExt;
use soulfile_server::auth::Caller;
use tower::ServiceExt;

use crate::fixture::Site;

/// An open stream.
struct Stream {
    body: axum::body::BodyDataStream,
    read: String,
}

/// One event.
#[derive(Debug, PartialEq)]
struct Event {
    kind: String,
    id: String,
    data: String,
}

impl Stream {
    async fn open(site: &Site, token: &str, last: Option<&str>) -> Self {
        Self::try_open(site, token, last).await.expect("a place")
    }

    /// Opens a stream; `None` when there is no place for it.
    async fn try_open(site: &Site, token: &str, last: Option<&str>) -> Option<Self> {
        let mut request =
            Site::request("GET", "/api/workspace/aria/events").header("authorization", format!("Bearer {token}"));
        if let Some(last) = last {
            request = request.header("last-event-id", last);
        }
        let response = site.router.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        if response.status() == 503 {
            return None;
        }
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        Some(Self { body: response.into_body().into_data_stream(), read: String::new() })
    }

    /// The next event; `None` when the stream ended.
    async fn next(&mut self) -> Option<Event> {
        loop {
            if let Some((block, rest)) = self.read.split_once("\n\n") {
                let field = |name: &str| {
                    let found = block.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
                    found.unwrap_or_default().trim().to_owned()
                };
                let event = Event { kind: field("event"), id: field("id"), data: field("data") };
                self.read = rest.to_owned();
                if !event.kind.is_empty() {
                    return Some(event);
                }
                continue;
            }
            self.read += std::str::from_utf8(&self.body.next().await?.ok()?).unwrap();
        }
    }
}

async fn remember(site: &Site, text: &str) -> String {
    let body = serde_json::json!({ "text": text });
    let kept = site.json("POST", &site.person(), "/api/workspace/aria/remember", &body).await.is(200).json();
    kept["receipt"]["commit"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_change_is_told_and_a_client_resumes_where_it_was() {
    let site = Site::new();
    let mut stream = Stream::open(&site, &site.person(), None).await;
    let ready = stream.next().await.unwrap();
    assert_eq!(ready.kind, "ready");
    let first = remember(&site, "The kettle is blue.").await;
    let event = stream.next().await.unwrap();
    assert_eq!((event.kind.as_str(), &event.id), ("change", &first));
    let data: serde_json::Value = serde_json::from_str(&event.data).unwrap();
    assert_eq!(data["commit"], first);
    assert!(data["files"].as_array().unwrap().iter().any(|file| file.as_str().unwrap().starts_with("memory/")));
    drop(stream);
    let second = remember(&site, "The teapot is green.").await;
    let mut resumed = Stream::open(&site, &site.person(), Some(&first)).await;
    assert_eq!(resumed.next().await.unwrap().id, second);
    let mut from_start = Stream::open(&site, &site.person(), Some(&ready.id)).await;
    assert_eq!(from_start.next().await.unwrap().id, first);
    assert_eq!(from_start.next().await.unwrap().id, second);
    let mut lost = Stream::open(&site, &site.person(), Some("0000000000000000000000000000000000000000")).await;
    let reset = lost.next().await.unwrap();
    assert_eq!((reset.kind.as_str(), &reset.id), ("reset", &second));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hand_edit_is_told() {
    let site = Site::new();
    let mut stream = Stream::open(&site, &site.person(), None).await;
    stream.next().await.unwrap();
    site.write("TOOLS.md", "# Tools\nby hand\n");
    let event = stream.next().await.unwrap();
    assert!(event.data.contains("TOOLS.md") && event.data.contains("manual"), "{event:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_token_cannot_hold_all_streams() {
    let site = Site::new();
    let agent = site.gateway.tokens.make(&Caller::agent("aria"), None).unwrap();
    let mut held = Vec::new();
    while held.len() < 200 {
        match Stream::try_open(&site, &agent.text, None).await {
            Some(stream) => held.push(stream),
            None => break,
        }
    }
    assert!((1..64).contains(&held.len()), "{} of 64", held.len());
    // Whatever an agent holds, the person comes in.
    let mut person = Stream::open(&site, &site.person(), None).await;
    assert_eq!(person.next().await.unwrap().kind, "ready");
    // What is closed makes room again.
    held.clear();
    assert!(Stream::try_open(&site, &agent.text, None).await.is_some());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn streams_end_with_their_token_and_with_the_gateway() {
    let site = Site::new();
    let token = site.gateway.tokens.make(&Caller::agent("aria"), None).unwrap();
    let (mut one, mut two) =
        (Stream::open(&site, &token.text, None).await, Stream::open(&site, &site.person(), None).await);
    assert!(one.next().await.is_some() && two.next().await.is_some());
    site.gateway.tokens.revoke(&token.token.id).unwrap();
    assert_eq!(one.next().await, None);
    site.gateway.stop();
    assert_eq!(two.next().await, None);
}
