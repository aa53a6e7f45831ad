//! Private markers in every store: no tool, resource or prompt gives a session one that is not its.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::client::Client;
use crate::run::Sandbox;

/// A marker per place, each beside the same words, so that one question finds them all.
const PLANTED: [(&str, &str); 25] = [
    ("SOUL.md", "soulmark"),
    ("USER.md", "usermark"),
    ("HEARTBEAT.md", "heartbeatmark"),
    ("BOOT.md", "bootmark"),
    ("SOUL_EVIL.md", "evilmark"),
    ("MEMORY.md", "coremark"),
    ("memory/2026-02-02.md", "episodemark"),
    ("memory/2026-02-02.md", "roomdevmark"),
    ("memory/2026-02-02.md", "roomopsmark"),
    ("memory/2026-02-02.md", "userbobmark"),
    ("memory/2026-02-02.md", "everyonemark"),
    ("memory/2026-02-02.md", "taggedmark"),
    ("memory/episodes/2026-01-15.md", "oldmark"),
    ("memory/graph/entities/person--ana.md", "summarymark"),
    ("memory/graph/entities/person--ana.md", "privatefact"),
    ("memory/graph/entities/person--ana.md", "roomfact"),
    ("memory/procedures/deploy.md", "proceduremark"),
    ("memory/vault/pin.md", "vaultmark"),
    ("bank/notes.md", "bankmark"),
    ("rooms/dev.md", "devfilemark"),
    ("rooms/ops.md", "opsfilemark"),
    ("users/bob.md", "bobfilemark"),
    ("users/bob.md", "bobsharedmark"),
    ("memory/meta/reflection-log.md", "metamark"),
    ("memory/meta/pending-memories.md", "proposedmark"),
];

fn planted() -> Sandbox {
    let s = Sandbox::new();
    let say = |mark: &str| format!("The zebra crossing code word is {mark}.");
    for (file, mark) in [
        ("SOUL.md", "soulmark"),
        ("USER.md", "usermark"),
        ("HEARTBEAT.md", "heartbeatmark"),
        ("BOOT.md", "bootmark"),
        ("SOUL_EVIL.md", "evilmark"),
        ("bank/notes.md", "bankmark"),
        ("rooms/dev.md", "devfilemark"),
        ("rooms/ops.md", "opsfilemark"),
        ("memory/meta/reflection-log.md", "metamark"),
    ] {
        s.write(file, format!("# Notes\n- {}\n", say(mark)));
    }
    s.write("MEMORY.md", format!("# Memory\n\n## Critical Facts\n- {} <!-- scope:shared -->\n", say("coremark")));
    let entry = |time: &str, more: &str, mark: &str| format!("## {time} | fact{more}\n{}\n\n", say(mark));
    let today = [
        entry("10:00", "", "episodemark"),
        entry("11:00", " | scope:room:dev", "roomdevmark"),
        entry("12:00", " | scope:room:ops", "roomopsmark"),
        entry("13:00", " | scope:user:bob", "userbobmark"),
        entry("14:00", " | scope:shared", "everyonemark"),
        entry("15:00", " | tags:[handover]", "taggedmark"),
    ];
    s.write("memory/2026-02-02.md", "# 2026-02-02\n\n".to_owned() + &today.concat());
    s.write("memory/episodes/2026-01-15.md", "# 2026-01-15\n\n".to_owned() + &entry("09:00", "", "oldmark"));
    s.write(
        "memory/graph/entities/person--ana.md",
        format!(
            "# person--ana\n\n## Summary\n{}\n\n## Facts\n- {} <!-- id:f1 -->\n- {} <!-- id:f2 scope:room:dev -->\n",
            say("summarymark"),
            say("privatefact"),
            say("roomfact")
        ),
    );
    s.write("memory/procedures/deploy.md", format!("# Deploy\n\n## Steps\n1. {}\n", say("proceduremark")));
    s.write("memory/vault/pin.md", format!("# Pin\n**Scope:** shared\n\n{}\n", say("vaultmark")));
    s.write("users/bob.md", format!("# Bob\n{}\n\n## Shareable\n{}\n", say("bobfilemark"), say("bobsharedmark")));
    s.soul(["proposals", "add", "--from", "helper", &say("proposedmark")]).ok();
    s
}

/// Everything a session gets hold of, by every way there is.
fn everything(s: &Sandbox, args: &[&str]) -> String {
    let mut client = Client::start(s, args);
    let mut all = String::new();
    let mut take = |value: Value| all += &value.to_string();
    let question = "what is the zebra crossing code word";
    for corpus in ["all", "memory", "core", "episodic", "graph", "procedural", "vault", "note"] {
        take(
            client
                .call("memory_search", json!({ "query": question, "maxResults": 20, "minScore": 0, "corpus": corpus })),
        );
    }
    for (path, mark) in PLANTED {
        // The question names the marker itself, so an echo of the question is taken out again.
        let found =
            client.call("memory_search", json!({ "query": format!("zebra crossing code word {mark}"), "minScore": 0 }));
        take(found);
        for (from, lines) in [(1, 1_000), (2, 1), (5, 3)] {
            take(client.call("memory_get", json!({ "path": path, "from": from, "lines": lines })));
        }
    }
    take(client.call("memory_context", json!({})));
    take(client.call("memory_status", json!({})));
    for query in ["zebra crossing", "code word", "forget the zebra crossing code word", "scope", "Ana"] {
        take(client.call("memory_forget", json!({ "query": query })));
    }
    // Writing must not tell what it was compared with.
    for content in ["The zebra crossing code word is now swordfish.", "Ana's zebra crossing code word is swordfish."] {
        take(client.tool("memory_write", json!({ "content": content })));
        take(
            client.tool(
                "memory_propose",
                json!({ "content": content, "store": "semantic", "entities": ["person--ana"] }),
            ),
        );
    }
    let mut cursor = Value::Null;
    for _ in 0..20 {
        let params = if cursor.is_null() { json!({}) } else { json!({ "cursor": cursor }) };
        let page = client.result("resources/list", params);
        for resource in page["resources"].as_array().expect("resources") {
            take(client.ask("resources/read", json!({ "uri": resource["uri"] })));
        }
        cursor = page["nextCursor"].clone();
        take(page);
        if cursor.is_null() {
            break;
        }
    }
    let template = client.result("resources/templates/list", json!({}))["resourceTemplates"][0]["uriTemplate"].clone();
    for (path, _) in PLANTED {
        let uri = template.as_str().expect("a template").replace("{+path}", path);
        take(client.ask("resources/read", json!({ "uri": uri })));
    }
    for prompt in ["session_start", "reflect"] {
        take(client.ask("prompts/get", json!({ "name": prompt })));
    }
    take(client.result("prompts/list", json!({})));
    let ended = client.close();
    assert_eq!(ended.code, 0);
    all + &ended.err
}

fn seen(s: &Sandbox, args: &[&str]) -> BTreeSet<&'static str> {
    let all = everything(s, args);
    PLANTED.iter().map(|(_, mark)| *mark).filter(|mark| all.contains(mark)).collect()
}

#[track_caller]
fn sees(args: &[&str], expected: &[&str]) {
    // A workspace of its own: what one session writes is no part of what the next one may see.
    let got = seen(&planted(), args);
    assert_eq!(got, expected.iter().copied().collect(), "{args:?}");
}

#[test]
fn the_user_sees_everything_but_rules_of_rituals_through_search() {
    let got = seen(&planted(), &[]);
    let all: BTreeSet<&str> = PLANTED.iter().map(|(_, mark)| *mark).collect();
    assert_eq!(got, all, "the markers can be found at all");
}

#[test]
fn a_group_sees_its_room_and_nothing_private() {
    sees(
        &["--session", "group", "--room", "dev"],
        &["soulmark", "roomdevmark", "everyonemark", "roomfact", "devfilemark"],
    );
}

#[test]
fn another_room_sees_its_own() {
    sees(&["--session", "group", "--room", "ops"], &["soulmark", "roomopsmark", "everyonemark", "opsfilemark"]);
    sees(&["--session", "group", "--room", "lounge"], &["soulmark", "everyonemark"]);
}

#[test]
fn a_group_without_a_room_sees_what_is_shared() {
    sees(&["--session", "group"], &["soulmark", "everyonemark"]);
}

#[test]
fn another_user_sees_nothing_of_bob() {
    let got = seen(&planted(), &["--user", "alice"]);
    for mark in ["userbobmark", "bobfilemark", "bobsharedmark"] {
        assert!(!got.contains(mark), "{mark}");
    }
}

#[test]
fn a_sub_agent_sees_nothing_and_with_a_grant_what_it_names() {
    let sub = ["--session", "subagent", "--as", "helper"];
    sees(&sub, &[]);
    let with = |grant: &'static str| [&sub[..], &["--grant", grant]].concat();
    sees(&with("procedural"), &["proceduremark"]);
    sees(&with("tag:handover"), &["taggedmark"]);
    sees(&with("file:bank/*.md"), &["bankmark"]);
    sees(&with("section:users/bob.md#Shareable"), &["bobsharedmark"]);
    sees(&with("file:memory/meta/*"), &[]);
}
