//! Private markers planted in every store: no caller gets one that its session may not see, through
//! any route.

use serde_json::{Value, json};
use soulfile_engine::context_layer::session::SessionKind;
use soulfile_server::auth::Caller;
use soulfile_server::http::routes::{Who, table};

use crate::fixture::{Site, group, subagent, with_user};
use crate::samples::sample;

/// A marker per place, each beside the same words, so that one question finds them all.
pub const PLANTED: [(&str, &str); 23] = [
    ("SOUL.md", "soulmark"),
    ("USER.md", "usermark"),
    ("HEARTBEAT.md", "heartbeatmark"),
    ("BOOT.md", "bootmark"),
    ("SOUL_EVIL.md", "evilmark"),
    ("MEMORY.md", "coremark"),
    ("memory/2026-02-10.md", "episodemark"),
    ("memory/2026-02-10.md", "roomdevmark"),
    ("memory/2026-02-10.md", "roomopsmark"),
    ("memory/2026-02-10.md", "userbobmark"),
    ("memory/2026-02-10.md", "everyonemark"),
    ("memory/graph/entities/person--ana.md", "summarymark"),
    ("memory/graph/entities/person--ana.md", "privatefact"),
    ("memory/graph/entities/person--ana.md", "roomfact"),
    ("memory/procedures/deploy.md", "proceduremark"),
    ("memory/vault/pin.md", "vaultmark"),
    ("bank/notes.md", "bankmark"),
    ("rooms/dev.md", "devfilemark"),
    ("users/bob.md", "bobfilemark"),
    ("users/bob.md", "bobsharedmark"),
    ("users/alice.md", "alicefilemark"),
    ("memory/meta/pending-memories.md", "metamark"),
    ("memory/meta/reflection-log.md", "reflectmark"),
];

pub fn planted() -> Site {
    let site = Site::new();
    let say = |mark: &str| format!("The zebra crossing code word is {mark}.");
    for (file, mark) in [("SOUL.md", "soulmark"), ("USER.md", "usermark"), ("SOUL_EVIL.md", "evilmark")] {
        site.write(file, &format!("# Head\n{}\n", say(mark)));
    }
    site.write("HEARTBEAT.md", &format!("- {}\n", say("heartbeatmark")));
    site.write("BOOT.md", &format!("- {}\n", say("bootmark")));
    site.write("MEMORY.md", &format!("# Memory\n\n## Critical Facts\n- {} <!-- scope:shared -->\n", say("coremark")));
    let entry = |time: &str, more: &str, mark: &str| format!("## {time} | fact{more}\n{}\n\n", say(mark));
    site.write(
        "memory/2026-02-10.md",
        &[
            "# 2026-02-10\n\n".to_owned(),
            entry("10:00", "", "episodemark"),
            entry("11:00", " | scope:room:dev", "roomdevmark"),
            entry("12:00", " | scope:room:ops", "roomopsmark"),
            entry("13:00", " | scope:user:bob", "userbobmark"),
            entry("14:00", " | scope:shared", "everyonemark"),
        ]
        .concat(),
    );
    site.write(
        "memory/graph/entities/person--ana.md",
        &format!(
            "# person--ana\n\n## Summary\n{}\n\n## Facts\n- {} <!-- id:f1 -->\n- {} <!-- id:f2 scope:room:dev -->\n",
            say("summarymark"),
            say("privatefact"),
            say("roomfact")
        ),
    );
    site.write("memory/procedures/deploy.md", &format!("# Deploy\n\n## Steps\n1. {}\n", say("proceduremark")));
    site.write("memory/vault/pin.md", &format!("# Pin\n**Scope:** shared\n\n{}\n", say("vaultmark")));
    site.write("bank/notes.md", &format!("{}\n", say("bankmark")));
    site.write("rooms/dev.md", &format!("# dev\n{}\n", say("devfilemark")));
    site.write("users/bob.md", &format!("# Bob\n{}\n\n## Shareable\n{}\n", say("bobfilemark"), say("bobsharedmark")));
    site.write("users/alice.md", &format!("# Alice\n{}\n", say("alicefilemark")));
    site.write("memory/meta/pending-memories.md", &format!("# Pending\n{}\n", say("metamark")));
    site.write("memory/meta/reflection-log.md", &format!("# Log\n{}\n", say("reflectmark")));
    site
}

/// More requests than the samples: everything that takes a word, a path or an id is asked for the
/// planted ones.
fn probes() -> Vec<(&'static str, String, Value)> {
    let mut out = Vec::new();
    for (path, mark) in PLANTED {
        let name = path.replace('/', "%2F");
        for lines in ["", "&from=2&lines=3"] {
            out.push(("GET", format!("memory/lines?path={name}{lines}"), Value::Null));
        }
        out.push(("GET", format!("file/{path}"), Value::Null));
        out.push(("GET", format!("audit/blame?path={name}"), Value::Null));
        out.push(("GET", format!("history?path={name}"), Value::Null));
        out.push(("GET", format!("recall?query=zebra+crossing+code+word+{mark}&min_score=0&limit=20"), Value::Null));
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

/// Every marker a caller gets hold of, by every route.
async fn seen(site: &Site, token: &str) -> Vec<&'static str> {
    let mut all = String::new();
    for route in table().iter().filter(|route| !route.path.ends_with("/events")) {
        let (path, body) = sample(route);
        if route.who != Who::Person || token.is_empty() {
            let reply = site.json(route.method.as_str(), token, &path, &body).await;
            all += &format!("{:?}{}", reply.headers, reply.text);
        }
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
    PLANTED.iter().map(|(_, mark)| *mark).filter(|mark| all.contains(mark)).collect()
}

#[tokio::test]
async fn no_caller_sees_more_than_its_session() {
    // What the agents write while they are tried must not hide what was planted: a site of its own each.
    let in_dev = ["soulmark", "roomdevmark", "everyonemark", "roomfact", "devfilemark"];
    let none: [&str; 0] = [];
    let cases: [(&str, Option<Caller>, &[&str]); 9] = [
        ("nobody", None, &none),
        ("other agent", Some(Caller::agent("nova")), &none),
        ("sub-agent", Some(subagent("scout")), &none),
        ("sub-agent with grants", Some(subagent("clerk")), &["proceduremark"]),
        ("sub-agent nobody knows", Some(subagent("mallory")), &none),
        ("group", Some(Caller { session: SessionKind::Group, ..Caller::agent("aria") }), &["soulmark", "everyonemark"]),
        ("room", Some(group("dev")), &in_dev),
        (
            "other room",
            Some(with_user(group("ops"), "bob")),
            &["soulmark", "roomopsmark", "everyonemark", "bobsharedmark"],
        ),
        ("read-only room", Some(Caller { read_only: true, ..group("dev") }), &in_dev),
    ];
    for (name, caller, expected) in cases {
        let site = planted();
        let token = caller.map_or_else(String::new, |caller| site.token(&caller));
        assert_eq!(seen(&site, &token).await, expected, "{name}");
    }
}

#[tokio::test]
async fn another_users_memories_stay_theirs() {
    let site = planted();
    let token = site.token(&with_user(Caller::agent("aria"), "alice"));
    let seen = seen(&site, &token).await;
    for hidden in ["userbobmark", "bobfilemark", "bobsharedmark"] {
        assert!(!seen.contains(&hidden), "{seen:?}");
    }
    assert!(seen.contains(&"alicefilemark") && seen.contains(&"coremark"), "{seen:?}");
}

#[tokio::test]
async fn a_private_session_sees_everything_so_the_test_would_notice() {
    let site = planted();
    let seen = seen(&site, &site.token(&Caller::agent("aria"))).await;
    assert_eq!(seen, PLANTED.map(|(_, mark)| mark));
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
