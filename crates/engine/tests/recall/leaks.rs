//! Nothing private leaves through recall, memory_search or memory_get, in any kind of session.

use soulfile_api::{GetRequest, SearchRequest};
use std::collections::BTreeSet;

use soulfile_context::session::{Access, Session, SessionKind};
use soulfile_engine::{RecallRequest, RememberRequest};
use soulfile_testkit::leaks::{self, Viewer};
use soulfile_vocabulary::{Authority, Scope, Store};

use crate::fixture::{RecallFixture, group, main};

const DAY: &str = "2026-02-02";

fn planted() -> RecallFixture {
    let f = RecallFixture::new();
    for (path, text) in leaks::files(DAY) {
        f.write(&path, &text);
    }
    f
}

fn said(text: &str) -> RememberRequest {
    RememberRequest { text: text.to_owned(), ..RememberRequest::default() }
}

/// Every marker a session gets hold of, by every way.
fn seen(f: &RecallFixture, session: &Session) -> BTreeSet<&'static str> {
    let mut all = String::new();
    let mut request = RecallRequest::new(format!("what is the {}", leaks::TOPIC), session.clone());
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
    for mark in leaks::PLANTED {
        request.query = format!("{} {}", leaks::TOPIC, mark.word);
        let answer = f.engine.recall(&request).unwrap();
        all += &serde_json::to_string(&answer.hits).unwrap();
        for (from, lines) in [(None, None), (Some(2), Some(1)), (Some(6), Some(3))] {
            let get = GetRequest { path: leaks::path_on(mark.path, DAY), from, lines };
            all += &f.engine.memory_get(session, &get).unwrap().text;
        }
    }
    leaks::found_in(&all)
}

#[test]
fn every_kind_of_session_sees_its_own_and_nothing_else() {
    let f = planted();
    for kind in [SessionKind::Main, SessionKind::Heartbeat, SessionKind::Boot] {
        assert_eq!(seen(&f, &Session::new(kind)), Viewer::Main(None).sees(), "{kind}");
    }
    for (session, viewer) in [
        (main().with_user("alice"), Viewer::Main(Some("alice"))),
        (main().with_user("bob"), Viewer::Main(Some("bob"))),
        (Session::new(SessionKind::Group), Viewer::Group(None, None)),
        (group("dev"), Viewer::Group(Some("dev"), None)),
        (group("ops").with_user("bob"), Viewer::Group(Some("ops"), Some("bob"))),
        (group("lounge").with_user("mallory"), Viewer::Group(Some("lounge"), Some("mallory"))),
        (Session::new(SessionKind::Subagent), Viewer::Nobody),
    ] {
        assert_eq!(seen(&f, &session), viewer.sees(), "{viewer:?}");
    }
}

#[test]
fn a_sub_agent_finds_and_reads_what_it_was_granted() {
    let f = planted();
    let with = |access: Access| seen(&f, &Session::new(SessionKind::Subagent).with_access(access));
    let stores = |stores: &[Store]| Access { stores: stores.to_vec(), ..Access::default() };
    assert_eq!(with(stores(&[Store::Core])), ["coremark"].into());
    let graph = ["summarymark", "privatefact", "roomfact", "bobnamemark", "bobfactmark"];
    assert_eq!(with(stores(&[Store::Semantic])), graph.into());
    assert_eq!(with(stores(&[Store::Procedural])), ["proceduremark"].into());
    let files = Access { files: vec!["bank/*.md".to_owned(), "memory/meta/*".to_owned()], ..Access::default() };
    assert_eq!(with(files), ["bankmark"].into());
    assert_eq!(with(Access { tags: vec![leaks::TAG.to_owned()], ..Access::default() }), ["taggedmark"].into());
    let section = Access { sections: vec!["users/bob.md#Shareable".to_owned()], ..Access::default() };
    assert_eq!(with(section), ["bobsharedmark"].into());
}

#[test]
fn an_entry_that_changes_hands_is_not_found_by_those_who_saw_it_before() {
    let f = RecallFixture::new();
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
    let f = RecallFixture::new();
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

#[test]
fn an_entity_that_only_one_persons_memory_speaks_of_is_nobody_elses() {
    let f = RecallFixture::new();
    let bobs =
        RememberRequest { scope: Scope::User("bob".to_owned()), ..said("Wilhelmina Thistlewood works at Initech") };
    f.engine.remember(&bobs).unwrap();
    f.engine.graph_rebuild().unwrap();
    let names = ["wilhelmina", "thistlewood", "initech"];
    let everything = |session: &Session| {
        let mut all = String::new();
        for question in ["Wilhelmina Thistlewood", "who works at Initech", "index of all entities", "person"] {
            let mut request = RecallRequest::new(question.to_owned(), session.clone());
            (request.least_score, request.limit) = (Some(0.0), Some(20));
            let answer = f.engine.recall(&request).unwrap();
            all += &serde_json::to_string(&(&answer.hits, &answer.nearest)).unwrap();
        }
        for path in f.engine.workspace().files().unwrap() {
            all += &f.engine.memory_get(session, &GetRequest { path, from: None, lines: None }).unwrap().text;
        }
        all.to_lowercase()
    };
    let (owner, bob) = (everything(&main()), everything(&main().with_user("bob")));
    for name in names {
        assert!(owner.contains(name) && bob.contains(name), "{name}");
        for session in [main().with_user("alice"), group("dev"), group("dev").with_user("bob")] {
            assert!(!everything(&session).contains(name), "{name} in {session:?}");
        }
    }
    // Said again for everybody: the names are no longer one person's.
    f.engine.remember(&said("Wilhelmina Thistlewood likes Initech")).unwrap();
    let alice = everything(&main().with_user("alice"));
    assert!(names.iter().all(|name| alice.contains(name)) && !alice.contains("works at"), "{alice}");
}

#[test]
fn a_name_from_the_web_is_not_trusted_as_the_users_word() {
    let f = RecallFixture::new();
    let web = RememberRequest { trust: Some(Authority::Web), ..said("Wilhelmina Thistlewood works at Initech") };
    f.engine.remember(&web).unwrap();
    let views = f.engine.memories().unwrap();
    assert!(views.iter().any(|view| view.text.contains("Initech")));
    for view in views.iter().filter(|view| view.text.contains("Initech") || view.text.contains("Thistlewood")) {
        assert_eq!(view.trust, Authority::Web, "{view:?}");
    }
    let mut request = RecallRequest::new("Wilhelmina Thistlewood".to_owned(), main());
    (request.least_score, request.limit) = (Some(0.0), Some(20));
    let hits = serde_json::to_value(f.engine.recall(&request).unwrap().hits).unwrap();
    assert!(hits.as_array().unwrap().iter().all(|hit| hit["trust"] == "web"), "{hits}");
}
