//! Private markers planted in every store: no caller gets one that its session may not see, through
//! any route.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use soulfile_server::auth::Caller;
use soulfile_server::http::routes::table;
use soulfile_testkit::leaks::{self, Viewer};
use soulfile_vocabulary::SessionKind;

use crate::fixture::{Site, group, subagent, with_user};
use crate::samples::sample;

pub const DAY: &str = "2026-02-10";

pub fn planted() -> Site {
    let site = Site::new();
    for (path, text) in leaks::files(DAY) {
        site.write(&path, &text);
    }
    site
}

/// More requests than the samples: everything that takes a word, a path or an id is asked for the
/// planted ones.
fn probes() -> Vec<(&'static str, String, Value)> {
    let mut out = Vec::new();
    for mark in leaks::PLANTED {
        let (path, word) = (leaks::path_on(mark.path, DAY), mark.word);
        let name = path.replace('/', "%2F");
        for lines in ["", "&from=2&lines=3"] {
            out.push(("GET", format!("memory/lines?path={name}{lines}"), Value::Null));
        }
        out.push(("GET", format!("file/{path}"), Value::Null));
        out.push(("GET", format!("audit/blame?path={name}"), Value::Null));
        out.push(("GET", format!("history?path={name}"), Value::Null));
        out.push(("GET", format!("recall?query=zebra+crossing+code+word+{word}&min_score=0&limit=20"), Value::Null));
        out.push(("GET", format!("recall?query=zebra&min_score=0&why_not={name}"), Value::Null));
        out.push(("POST", "forget/candidates".into(), json!({ "query": "zebra crossing", "include_archived": true })));
    }
    for store in ["core", "episodic", "graph", "procedural", "vault", "note"] {
        for more in [
            "",
            "&include_archived=true&include_dormant=true",
            "&known_at=2026-02-10T12:00:00Z",
            "&as_of=2026-02-10T12:00:00",
        ] {
            out.push((
                "GET",
                format!("recall?query=zebra+crossing+code+word&min_score=0&limit=20&store={store}{more}"),
                Value::Null,
            ));
        }
    }
    for query in [
        "graph?around=ana",
        "graph/entity?name=person--ana",
        "graph/path?from=ana&to=person--ana",
        "audit/why?about=zebra",
        "memory/daily/2026-02-10",
        "index?deep=true",
    ] {
        out.push(("GET", query.into(), Value::Null));
    }
    // Writing is no way to read: what is stored is told only to who may see it.
    out.push(("POST", "remember".into(), json!({ "text": "The zebra crossing code word is secret." })));
    out.push(("POST", "remember".into(), json!({ "text": "Ana works at the zebra crossing." })));
    out.push((
        "POST",
        "proposals".into(),
        json!({ "content": "Ana knows the zebra crossing code word.", "entities": ["person--ana"] }),
    ));
    out
}

/// Every marker a caller gets hold of, by every route of the table.
async fn seen(site: &Site, token: &str) -> BTreeSet<&'static str> {
    let mut all = String::new();
    // The stream of events never ends; who may open it is the auth matrix's.
    for route in table().iter().filter(|route| !route.path.ends_with("/events")) {
        let (path, body) = sample(route);
        let reply = site.json(route.method.as_str(), token, &path, &body).await;
        all += &format!("{:?}{}", reply.headers, reply.text);
    }
    for (method, path, body) in probes() {
        let reply = site.json(method, token, &format!("/api/workspace/aria/{path}"), &body).await;
        let mut text = reply.text;
        if let Ok(Value::Object(mut answer)) = serde_json::from_str::<Value>(&text) {
            // What the caller said itself.
            answer.remove("query");
            answer.remove("about");
            text = Value::Object(answer).to_string();
        }
        all += &format!("{:?}{text}", reply.headers);
    }
    leaks::found_in(&all)
}

#[tokio::test]
async fn no_caller_sees_more_than_its_session() {
    let dev = Viewer::Group(Some("dev"), None);
    let cases = [
        ("nobody", None, Viewer::Nobody),
        ("other agent", Some(Caller::agent("nova")), Viewer::Nobody),
        ("sub-agent", Some(subagent("scout")), Viewer::Nobody),
        ("sub-agent nobody knows", Some(subagent("mallory")), Viewer::Nobody),
        ("group without a room", Some(Caller { session: SessionKind::Group, ..Caller::agent("aria") }), Viewer::Nobody),
        ("room", Some(group("dev")), dev),
        ("read-only room", Some(Caller { read_only: true, ..group("dev") }), dev),
        ("other room", Some(with_user(group("ops"), "bob")), Viewer::Group(Some("ops"), Some("bob"))),
        ("other user", Some(with_user(Caller::agent("aria"), "alice")), Viewer::Main(Some("alice"))),
        // What the user's own agent gets hold of is everything: the test would notice.
        ("the agent itself", Some(Caller::agent("aria")), Viewer::Main(None)),
    ];
    for (name, caller, viewer) in cases {
        // What is written while one is tried must not hide what was planted: a site of its own each.
        let site = planted();
        let token = caller.map_or_else(String::new, |caller| site.token(&caller));
        assert_eq!(seen(&site, &token).await, viewer.sees(), "{name}");
    }
    let site = planted();
    let granted = seen(&site, &site.token(&subagent("clerk"))).await;
    assert_eq!(granted, ["proceduremark"].into(), "a sub-agent with a grant");
}

#[tokio::test]
async fn what_is_said_in_a_room_stays_there() {
    let site = Site::new();
    let token = site.token(&group("dev"));
    let said = json!({ "text": "Remember that I prefer the staging database iris." });
    let kept = site.json("POST", &token, "/api/workspace/aria/remember", &said).await.is(200).json();
    for entry in kept["entries"].as_array().unwrap() {
        assert_eq!(entry["store"], "episodic", "nobody in a room edits what is always in mind: {kept}");
    }
    let ask = "/api/workspace/aria/recall?query=staging+database+iris";
    assert!(site.get(&token, ask).await.is(200).text.contains("iris"));
    assert!(!site.get(&site.token(&group("ops")), ask).await.is(200).json()["hits"].to_string().contains("iris"));
    assert!(!site.text("MEMORY.md").contains("iris"));
}

#[tokio::test]
async fn a_sub_agent_only_ever_proposes() {
    let site = Site::new();
    let token = site.token(&subagent("scout"));
    let said = json!({ "text": "The staging database is called iris.", "pin": true });
    let kept = site.json("POST", &token, "/api/workspace/aria/remember", &said).await.is(200).json();
    assert_eq!(kept["entries"], json!([]));
    assert_eq!(kept["proposals"], json!([1]));
    let shown = site.get(&site.person(), "/api/workspace/aria/proposals/1").await.is(200).json();
    assert_eq!((shown["from"].as_str(), shown["trust"].as_str()), (Some("scout"), Some("subagent")));
}
