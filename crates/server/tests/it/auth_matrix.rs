//! Every route with every kind of token: exactly those the table names get in.

use axum::body::Body;
use soulfile_server::auth::Caller;
use soulfile_server::http::routes::{Route, Who, table};

use crate::fixture::{Site, group, subagent, with_user};
use crate::samples::sample;

/// What a caller is to get.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Expected {
    In,
    Unknown,
    Denied,
}

/// Who calls, and what their token is good for.
struct Case {
    name: &'static str,
    header: Option<String>,
    /// None for a token that is no good at all.
    caller: Option<Caller>,
}

fn cases(site: &Site) -> Vec<Case> {
    let bearer = |text: &str| Some(format!("Bearer {text}"));
    let good = |name, caller: Caller| Case { name, header: bearer(&site.token(&caller)), caller: Some(caller) };
    let bad = |name, header: Option<String>| Case { name, header, caller: None };
    let expired = site.gateway.tokens.make(&with_user(Caller::agent("aria"), "x"), "2026-02-10T11:59:59Z".parse().ok());
    let revoked = site.gateway.tokens.make(&with_user(Caller::agent("aria"), "y"), None).expect("a token");
    site.gateway.tokens.revoke(&revoked.token.id).expect("revoked");
    let person = site.person();
    vec![
        bad("none", None),
        bad("empty", bearer("")),
        bad("wrong", bearer("soul_person_0000")),
        bad("another scheme", Some(format!("Basic {person}"))),
        bad("no scheme", Some(person.clone())),
        bad("cut", bearer(&person[..person.len() - 1])),
        bad("longer", bearer(&format!("{person}0"))),
        bad("expired", bearer(&expired.expect("a token").text)),
        bad("revoked", bearer(&revoked.text)),
        Case { name: "person", header: bearer(&person), caller: Some(Caller::person()) },
        good("agent", Caller::agent("aria")),
        good("read-only", Caller { read_only: true, ..Caller::agent("aria") }),
        good("other agent", Caller::agent("nova")),
        good("group", group("dev")),
        good("group with a user", with_user(group("dev"), "bob")),
        good("other user", with_user(Caller::agent("aria"), "alice")),
        good("sub-agent", subagent("scout")),
        good("sub-agent with grants", subagent("clerk")),
    ]
}

/// The rule, said a second time.
fn expected(route: &Route, caller: Option<&Caller>) -> Expected {
    // On the interfaces of models the sample names the agent as the model.
    let by_model = route.path.starts_with("/v1/") && route.mutates;
    let of_agent = route.path.contains("{agent_name}") || by_model;
    match (route.who, caller) {
        (Who::Public, _) => Expected::In,
        // No token stands for a signature.
        (Who::Signed, _) => Expected::Unknown,
        (_, None) => Expected::Unknown,
        (_, Some(caller)) if of_agent && caller.agent.as_deref() == Some("nova") => Expected::Denied,
        (_, Some(caller)) if route.mutates && caller.read_only => Expected::Denied,
        (_, Some(caller)) if caller.is_person() => Expected::In,
        (Who::Agent, _) => Expected::In,
        (Who::Private, Some(caller)) => {
            let whole = caller.session.name() == "main" && caller.user.is_none();
            if whole { Expected::In } else { Expected::Denied }
        }
        (Who::Person, _) => Expected::Denied,
    }
}

#[tokio::test]
async fn every_route_lets_in_whom_the_table_names_and_nobody_else() {
    let site = Site::new();
    let cases = cases(&site);
    let mut tried = 0;
    for route in table() {
        let (path, body) = sample(&route);
        for case in &cases {
            let mut request = Site::with_json(route.method.as_str(), "", &path, &body);
            if let Some(header) = &case.header {
                request.headers_mut().insert("authorization", header.parse().expect("a header"));
            }
            let wanted = expected(&route, case.caller.as_ref());
            let status = status_of(&site, request).await;
            let got = match status {
                401 => Expected::Unknown,
                403 => Expected::Denied,
                _ => Expected::In,
            };
            assert_eq!(got, wanted, "{} {path} as {}: {status}", route.method, case.name);
            tried += 1;
        }
    }
    assert!(tried > 900, "{tried}");
}

#[tokio::test]
async fn what_is_mounted_beside_the_routes_is_behind_the_same_check() {
    let site = Site::new();
    let hello = serde_json::json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "test", "version": "1" } } });
    for case in cases(&site) {
        let mut request = Site::with_json("POST", "", "/mcp/aria", &hello);
        request.headers_mut().insert("accept", "application/json, text/event-stream".parse().expect("a header"));
        if let Some(header) = &case.header {
            request.headers_mut().insert("authorization", header.parse().expect("a header"));
        }
        let wanted = match &case.caller {
            None => 401,
            Some(caller) if !caller.reaches("aria") => 403,
            Some(_) => 200,
        };
        assert_eq!(status_of(&site, request).await, wanted, "{}", case.name);
    }
}

/// The status alone: a stream never ends by itself.
async fn status_of(site: &Site, request: axum::http::Request<Body>) -> u16 {
    use tower::ServiceExt;
    site.router.clone().oneshot(request).await.expect("an answer").status().as_u16()
}

#[tokio::test]
async fn nothing_that_decides_for_a_person_is_open_to_an_agent() {
    for route in table() {
        let decides =
            ["commit", "reject", "defer", "approve", "acknowledge", "/rollback", "/forget", "/restore", "/pin"];
        let harmless = ["/rollback/plan", "/forget/candidates"];
        if route.mutates && decides.iter().any(|word| route.path.contains(word)) {
            assert_eq!(route.who, Who::Person, "{} {}", route.method, route.path);
        }
        assert!(!harmless.iter().any(|end| route.path.ends_with(end) && route.mutates), "{}", route.path);
    }
}

#[tokio::test]
async fn a_rotated_token_fails_on_the_next_request() {
    let site = Site::new();
    let token = site.gateway.tokens.own(&Caller::person()).expect("a token");
    site.get(&token.text, "/api/agents").await.is(200);
    let new = site.gateway.tokens.rotate(&token.token.id).expect("rotated");
    site.get(&token.text, "/api/agents").await.is(401);
    site.get(&new.text, "/api/agents").await.is(200);
    site.gateway.tokens.revoke(&new.token.id).expect("revoked");
    site.get(&new.text, "/api/agents").await.is(401);
}

#[tokio::test]
async fn a_token_in_the_header_of_anthropics_clients_is_the_same_token() {
    let site = Site::new();
    let ask = |headers: &[(&str, String)]| {
        let mut request = Site::request("GET", "/api/agents");
        for (name, value) in headers {
            request = request.header(*name, value);
        }
        request.body(Body::empty()).expect("a request")
    };
    let person = site.person();
    assert_eq!(status_of(&site, ask(&[("x-api-key", person.clone())])).await, 200);
    for wrong in ["", "sk-ant-123", &person[1..]] {
        assert_eq!(status_of(&site, ask(&[("x-api-key", wrong.to_owned())])).await, 401, "{wrong:?}");
    }
    let both = [("authorization", "Bearer wrong".to_owned()), ("x-api-key", person.clone())];
    assert_eq!(status_of(&site, ask(&both)).await, 401, "one of them counts, and never the other as well");
    let twice = [("x-api-key", person.clone()), ("x-api-key", person)];
    assert_eq!(status_of(&site, ask(&twice)).await, 401);
}

#[tokio::test]
async fn an_agent_cannot_choose_its_session() {
    let site = Site::new();
    let token = site.token(&group("dev"));
    for path in ["context", "context-report", "recall"] {
        for choice in ["session=main", "room=ops", "user=bob", "as=clerk"] {
            let path = format!("/api/workspace/aria/{path}?query=x&{choice}")
                .replace("context?query=x&", "context?")
                .replace("report?query=x&", "report?");
            site.get(&token, &path).await.is(403);
        }
    }
    let scoped = serde_json::json!({ "text": "The kettle is blue.", "scope": "shared" });
    site.json("POST", &token, "/api/workspace/aria/remember", &scoped).await.is(403);
    site.get(&site.person(), "/api/workspace/aria/context-report?session=group&room=dev").await.is(200);
    site.get(&site.person(), "/api/agents/aria/context-report").await.is(200);
}
