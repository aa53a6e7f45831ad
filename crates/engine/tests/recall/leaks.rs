//! Nothing private leaves through recall, memory_search or memory_get, in any kind of session.

use soulfile_engine::context_layer::session::{Access, Session, SessionKind, Store};
use soulfile_engine::{GetRequest, RecallRequest, SearchRequest};

use crate::fixture::{Fixture, group, main};

/// A marker per place, each planted beside the same words, so that one question finds them all.
const PLANTED: [(&str, &str); 19] = [
    ("SOUL.md", "soulmark"),
    ("USER.md", "usermark"),
    ("MEMORY.md", "coremark"),
    ("memory/2026-02-02.md", "episodemark"),
    ("memory/2026-02-02.md", "roomdevmark"),
    ("memory/2026-02-02.md", "roomopsmark"),
    ("memory/2026-02-02.md", "userbobmark"),
    ("memory/2026-02-02.md", "everyonemark"),
    ("memory/2026-02-02.md", "taggedmark"),
    ("memory/graph/entities/person--ana.md", "summarymark"),
    ("memory/graph/entities/person--ana.md", "privatefact"),
    ("memory/graph/entities/person--ana.md", "roomfact"),
    ("memory/procedures/deploy.md", "proceduremark"),
    ("memory/vault/pin.md", "vaultmark"),
    ("bank/notes.md", "bankmark"),
    ("rooms/dev.md", "devfilemark"),
    ("users/bob.md", "bobfilemark"),
    ("users/bob.md", "bobsharedmark"),
    ("memory/meta/pending-memories.md", "metamark"),
];

fn planted() -> Fixture {
    let f = Fixture::new();
    let say = |mark: &str| format!("The zebra crossing code word is {mark}.");
    f.write("SOUL.md", &format!("# Soul\n{}\n", say("soulmark")));
    f.write("USER.md", &format!("# User\n{}\n", say("usermark")));
    f.write("MEMORY.md", &format!("# Memory\n\n## Critical Facts\n- {} <!-- scope:shared -->\n", say("coremark")));
    let entry = |time: &str, more: &str, mark: &str| format!("## {time} | fact{more}\n{}\n\n", say(mark));
    f.write(
        "memory/2026-02-02.md",
        &[
            "# 2026-02-02\n\n".to_owned(),
            entry("10:00", "", "episodemark"),
            entry("11:00", " | scope:room:dev", "roomdevmark"),
            "## My own heading\nzebra crossing code word, episodemark again\n\n".to_owned(),
            entry("12:00", " | scope:room:ops", "roomopsmark"),
            entry("13:00", " | scope:user:bob", "userbobmark"),
            entry("14:00", " | scope:shared", "everyonemark"),
            entry("15:00", " | tags:[handover, x | scope:shared]", "taggedmark"),
        ]
        .concat(),
    );
    f.write(
        "memory/graph/entities/person--ana.md",
        &format!(
            "# person--ana\n\n## Summary\n{}\n\n## Facts\n- {} <!-- id:f1 -->\n- {} <!-- id:f2 scope:room:dev -->\n",
            say("summarymark"),
            say("privatefact"),
            say("roomfact")
        ),
    );
    f.write("memory/procedures/deploy.md", &format!("# Deploy\n\n## Steps\n1. {}\n", say("proceduremark")));
    f.write("memory/vault/pin.md", &format!("# Pin\n**Scope:** shared\n\n{}\n", say("vaultmark")));
    f.write("bank/notes.md", &format!("{}\n", say("bankmark")));
    f.write("rooms/dev.md", &format!("# dev\n{}\n", say("devfilemark")));
    f.write("users/bob.md", &format!("# Bob\n{}\n\n## Shareable\n{}\n", say("bobfilemark"), say("bobsharedmark")));
    f.write("memory/meta/pending-memories.md", &format!("# Pending\n{}\n", say("metamark")));
    f
}

/// Every marker a session gets hold of, by every way.
fn seen(f: &Fixture, session: &Session) -> Vec<&'static str> {
    let mut all = String::new();
    let mut request = RecallRequest::new("what is the zebra crossing code word", session.clone());
    request.least_score = Some(0.0);
    request.limit = Some(20);
    for store in ["all", "core", "episodic", "graph", "procedural", "vault", "note"] {
        let search = SearchRequest {
            query: request.query.clone(),
            max_results: Some(20),
            min_score: Some(0.0),
            corpus: Some(store.to_owned()),
        };
        all += &serde_json::to_string(&f.engine.memory_search(session, &search).unwrap()).unwrap();
    }
    for mark in PLANTED.iter().map(|(_, mark)| *mark) {
        request.query = format!("zebra crossing code word {mark}");
        let answer = f.engine.recall(&request).unwrap();
        all += &serde_json::to_string(&answer.hits).unwrap();
    }
    for (path, _) in PLANTED {
        for (from, lines) in [(None, None), (Some(2), Some(1)), (Some(6), Some(3))] {
            let get = GetRequest { path: path.to_owned(), from, lines };
            all += &f.engine.memory_get(session, &get).unwrap().text;
        }
    }
    PLANTED.iter().map(|(_, mark)| *mark).filter(|mark| all.contains(mark)).collect()
}

#[test]
fn every_kind_of_session_sees_its_own_and_nothing_else() {
    let f = planted();
    let everything: Vec<&str> = PLANTED.iter().map(|(_, mark)| *mark).collect();
    let without =
        |hidden: &[&str]| -> Vec<&str> { everything.iter().copied().filter(|mark| !hidden.contains(mark)).collect() };
    for kind in [SessionKind::Main, SessionKind::Heartbeat, SessionKind::Boot] {
        assert_eq!(seen(&f, &Session::new(kind)), everything, "{kind}");
    }
    let others = ["userbobmark", "bobfilemark", "bobsharedmark"];
    assert_eq!(seen(&f, &main().with_user("alice")), without(&others));
    assert_eq!(seen(&f, &main().with_user("bob")), everything);
    assert_eq!(seen(&f, &Session::new(SessionKind::Group)), ["soulmark", "everyonemark"]);
    assert_eq!(seen(&f, &group("dev")), ["soulmark", "roomdevmark", "everyonemark", "roomfact", "devfilemark"]);
    assert_eq!(seen(&f, &group("ops").with_user("bob")), ["soulmark", "roomopsmark", "everyonemark", "bobsharedmark"]);
    assert_eq!(seen(&f, &Session::new(SessionKind::Subagent)), [""; 0]);
}

#[test]
fn a_sub_agent_finds_and_reads_what_it_was_granted() {
    let f = planted();
    let with = |access: Access| seen(&f, &Session::new(SessionKind::Subagent).with_access(access));
    let stores = |stores: &[Store]| Access { stores: stores.to_vec(), ..Access::default() };
    assert_eq!(with(stores(&[Store::Core])), ["coremark"]);
    assert_eq!(with(stores(&[Store::Semantic])), ["summarymark", "privatefact", "roomfact"]);
    assert_eq!(with(stores(&[Store::Procedural])), ["proceduremark"]);
    let files = Access { files: vec!["bank/*.md".to_owned(), "memory/meta/*".to_owned()], ..Access::default() };
    assert_eq!(with(files), ["bankmark"]);
    assert_eq!(with(Access { tags: vec!["handover".to_owned()], ..Access::default() }), ["taggedmark"]);
    let section = Access { sections: vec!["users/bob.md#Shareable".to_owned()], ..Access::default() };
    assert_eq!(with(section), ["bobsharedmark"]);
}

#[test]
fn an_entry_that_changes_hands_is_not_found_by_those_who_saw_it_before() {
    let f = Fixture::new();
    f.write("memory/2026-02-02.md", "## 10:00 | fact | scope:room:dev\nThe lighthouse code is 4411.\n");
    assert_eq!(f.ask_as("lighthouse code", &group("dev")).hits.len(), 1);
    f.write("memory/2026-02-02.md", "## 10:00 | fact | scope:private\nThe lighthouse code is 4411.\n");
    let answer = f.ask_as("lighthouse code", &group("dev"));
    assert!(answer.hits.is_empty() && answer.nearest.is_empty());
    assert_eq!(f.ask("lighthouse code").hits.len(), 1);
}

#[test]
fn paths_outside_the_workspace_are_refused_and_missing_files_are_empty() {
    let f = planted();
    let get = |path: &str| f.engine.memory_get(&main(), &GetRequest { path: path.to_owned(), ..GetRequest::default() });
    assert!(get("../state/aria/index.sqlite").is_err());
    assert!(get("/etc/passwd").is_err());
    assert_eq!(get("memory/2030-01-01.md").unwrap().text, "");
    assert_eq!(get(".git/config.md").map_or(String::new(), |got| got.text), "");
}

#[test]
fn memory_get_pages_through_a_file() {
    let f = Fixture::new();
    let text: String = (1..=450).map(|n| format!("line {n}\n")).collect();
    f.write("bank/long.md", &text);
    let mut from = Some(1);
    let mut pages = Vec::new();
    while let Some(at) = from {
        let get = GetRequest { path: "bank/long.md".to_owned(), from: Some(at), lines: None };
        let page = f.engine.memory_get(&main(), &get).unwrap();
        assert_eq!((page.from, page.truncated), (at, page.next_from.is_some()));
        from = page.next_from;
        pages.push(page.text);
    }
    assert_eq!(pages.join("\n") + "\n", text);
    assert_eq!(pages.len(), 3);
}
