//! What browsers send on behalf of other people's pages is refused, on every route, before anything
//! is looked at.

use axum::body::Body;
use axum::http::Request;
use soulfile_server::http::routes::{Who, table};

use crate::fixture::{Site, send};
use crate::samples::sample;

const OWN: &str = "127.0.0.1:8377";

type Combination = (Option<&'static str>, Option<&'static str>, Option<&'static str>, bool);

/// Host, Origin, Sec-Fetch-Site, and whether it may pass.
#[rustfmt::skip]
const COMBINATIONS: [Combination; 46] = [
    (Some(OWN), None, None, true),
    (Some("localhost:8377"), None, None, true),
    (Some("LOCALHOST:8377"), None, None, true),
    (Some("localhost"), None, None, true),
    (Some("[::1]:8377"), None, None, true),
    (Some("soul.example"), None, None, true),
    (Some("soul.example:443"), None, None, true),
    (Some(OWN), Some("http://127.0.0.1:8377"), None, true),
    (Some(OWN), Some("http://127.0.0.1:8377"), Some("same-origin"), true),
    (Some("localhost:8377"), Some("http://localhost:8377"), Some("same-origin"), true),
    (Some(OWN), None, Some("none"), true),
    (Some(OWN), None, Some("same-origin"), true),
    (Some(OWN), Some("https://ui.example"), None, true),
    (Some(OWN), Some("https://ui.example"), Some("cross-site"), true),
    (None, None, None, false),
    (Some(""), None, None, false),
    (Some("evil.example"), None, None, false),
    (Some("evil.example:8377"), None, None, false),
    (Some("127.0.0.1.evil.example"), None, None, false),
    (Some("localhost.evil.example:8377"), None, None, false),
    (Some("localhost."), None, None, false),
    (Some("127.0.0.2:8377"), None, None, false),
    (Some("127.1"), None, None, false),
    (Some("2130706433"), None, None, false),
    (Some("0.0.0.0:8377"), None, None, false),
    (Some("[::]:8377"), None, None, false),
    (Some("[::ffff:127.0.0.1]:8377"), None, None, false),
    (Some("192.168.1.4:8377"), None, None, false),
    (Some("soul.example.evil"), None, None, false),
    (Some("evil@127.0.0.1:8377"), None, None, false),
    (Some("127.0.0.1:8377@evil.example"), None, None, false),
    (Some("127.0.0.1:99999"), None, None, false),
    (Some(OWN), Some("http://evil.example"), None, false),
    (Some(OWN), Some("https://evil.example"), Some("cross-site"), false),
    (Some(OWN), Some("null"), None, false),
    (Some(OWN), Some("null"), Some("cross-site"), false),
    (Some(OWN), Some("http://localhost:8377"), None, false),
    (Some(OWN), Some("http://localhost:3000"), Some("same-site"), false),
    (Some(OWN), Some("http://127.0.0.1:3000"), Some("same-site"), false),
    (Some(OWN), Some("https://127.0.0.1:8377"), None, false),
    (Some(OWN), Some("http://127.0.0.1:8377.evil.example"), None, false),
    (Some(OWN), Some("https://ui.example.evil"), None, false),
    (Some(OWN), Some("file://"), None, false),
    (Some(OWN), None, Some("cross-site"), false),
    (Some(OWN), None, Some("same-site"), false),
    (Some("evil.example"), Some("http://evil.example"), Some("same-origin"), false),
];

/// Every route and what is mounted beside them: method, path, body, and whether anyone may call it.
fn everything() -> Vec<(String, String, serde_json::Value, bool)> {
    let mut all: Vec<_> = table()
        .iter()
        .map(|route| {
            let (path, body) = sample(route);
            (route.method.to_string(), path, body, route.who == Who::Public)
        })
        .collect();
    for method in ["GET", "POST", "DELETE"] {
        all.push((method.to_owned(), "/mcp/aria".to_owned(), serde_json::json!({}), false));
    }
    all
}

#[tokio::test]
async fn no_route_answers_a_foreign_page_or_a_foreign_name() {
    let site = Site::new();
    for (method, path, body, public) in everything() {
        for (host, origin, fetched, passes) in COMBINATIONS {
            // Without a token: what passes the browser check is asked for one.
            let mut request = Site::with_json(&method, "", &path, &body);
            let headers = request.headers_mut();
            headers.remove("host");
            for (name, value) in [("host", host), ("origin", origin), ("sec-fetch-site", fetched)] {
                if let Some(value) = value {
                    headers.insert(name, value.parse().expect("a header"));
                }
            }
            let reply = send(site.router.clone(), request).await;
            let shown = format!("{method} {path} {host:?} {origin:?} {fetched:?}: {}", reply.status);
            // A code that nobody made signs nobody in.
            let asked = if path == "/api/sign-in" {
                404
            } else if public {
                200
            } else {
                401
            };
            if passes {
                assert_eq!(reply.status, asked, "{shown}");
            } else {
                assert!(matches!(reply.status, 400 | 403), "{shown}");
            }
            for header in reply.headers.keys() {
                assert!(!header.as_str().starts_with("access-control-"), "{shown}: {header}");
            }
            assert_eq!(reply.header("x-content-type-options"), "nosniff", "{shown}");
            assert_eq!(reply.header("cache-control"), "no-store", "{shown}");
            assert!(reply.header("content-security-policy").contains("default-src 'none'"), "{shown}");
        }
    }
}

#[tokio::test]
async fn preflights_get_nothing() {
    let site = Site::new();
    for route in table() {
        let (path, _) = sample(&route);
        let request = Site::request("OPTIONS", &path)
            .header("origin", "http://127.0.0.1:8377")
            .header("access-control-request-method", "PUT")
            .body(Body::empty())
            .expect("a request");
        let reply = send(site.router.clone(), request).await.is(405);
        assert!(reply.headers.keys().all(|name| !name.as_str().starts_with("access-control-")), "{path}");
        assert!(!reply.header("allow").is_empty(), "{path}");
    }
}

#[tokio::test]
async fn what_a_form_can_send_is_no_request() {
    let site = Site::new();
    let token = site.person();
    for route in table() {
        let (path, body) = sample(&route);
        if body.is_null() {
            continue;
        }
        for kind in [
            None,
            Some("text/plain"),
            Some("application/x-www-form-urlencoded"),
            Some("multipart/form-data; boundary=x"),
            Some("application/jsonp"),
        ] {
            let mut request = Site::with_json(route.method.as_str(), &token, &path, &body);
            request.headers_mut().remove("content-type");
            if let Some(kind) = kind {
                request.headers_mut().insert("content-type", kind.parse().expect("a header"));
            }
            // What a service delivers counts by its signature, which no page can make.
            let refused = if route.who == Who::Signed { 401 } else { 415 };
            send(site.router.clone(), request).await.is(refused);
        }
    }
}

#[tokio::test]
async fn a_foreign_page_with_a_stolen_token_changes_nothing() {
    let site = Site::new();
    let token = site.person();
    let etag = site.get(&token, "/api/workspace/aria/file/SOUL.md").await.is(200).etag();
    let before = site.text("SOUL.md");
    let body = serde_json::json!({ "content": "# Soul\nowned\n" });
    for (name, value) in [("origin", "http://evil.example"), ("sec-fetch-site", "cross-site"), ("host", "evil.example")]
    {
        let mut request = Site::with_json("PUT", &token, "/api/workspace/aria/file/SOUL.md?confirm=true", &body);
        request.headers_mut().insert("if-match", etag.parse().expect("a header"));
        request.headers_mut().insert(name, value.parse().expect("a header"));
        send(site.router.clone(), request).await.is(403);
    }
    assert_eq!(site.text("SOUL.md"), before);
}

#[tokio::test]
async fn two_hosts_or_a_host_beside_another_address_are_refused() {
    let site = Site::new();
    let twice = Request::builder().uri("/api/health").header("host", OWN).header("host", "evil.example");
    send(site.router.clone(), twice.body(Body::empty()).expect("a request")).await.is(400);
    let other = Request::builder().uri("http://evil.example/api/health").header("host", OWN);
    send(site.router.clone(), other.body(Body::empty()).expect("a request")).await.is(400);
}
