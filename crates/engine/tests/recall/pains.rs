//! One test per pain of the field that recall answers for, named after it.

use soulfile_api::SearchRequest;
use std::time::Duration;

use soulfile_engine::RecallRequest;
use soulfile_recall::{Index, IndexPlace, Options, SourceFile, Sureness};

use crate::fixture::{RecallFixture, best, main, texts};

#[test]
fn pain_4_search_works_with_no_embedding_key() {
    let f = RecallFixture::new();
    f.write("memory/2026-02-02.md", "## 10:00 | event\nThe physician examined my knee and prescribed rest.\n");
    f.write("memory/2026-02-03.md", "## 10:00 | event\nThe train to Lyon was two hours late.\n");
    let answer = f.ask("what did the doctor say about my leg");
    assert_eq!(best(&answer), "memory/2026-02-02.md:2");
    assert!(answer.notes.is_empty(), "{:?}", answer.notes);
}

#[test]
fn pain_9_a_hand_edit_is_in_the_next_answer_and_the_revision_is_said() {
    let f = RecallFixture::new();
    f.write("memory/2026-02-02.md", "## 10:00 | fact\nThe key lies under the red pot.\n");
    f.commit();
    let first = f.ask("where is the key");
    assert_eq!(best(&first), "memory/2026-02-02.md:2");
    let commit = f.engine.workspace().revision();
    assert!(commit.is_some());
    assert_eq!(first.revision, commit);
    f.write("memory/2026-02-02.md", "## 10:00 | fact\nThe key lies behind the blue door.\n");
    let second = f.ask("where is the key");
    assert_eq!(texts(&second), ["The key lies behind the blue door."]);
    std::fs::remove_file(f.root.join("memory/2026-02-02.md")).unwrap();
    assert!(f.ask("where is the key").hits.is_empty());
    // Another process sees the same.
    f.write("bank/keys.md", "The key is with Marta now.\n");
    let theirs = f.another().recall(&RecallRequest::new("where is the key", main())).unwrap();
    assert_eq!(best(&theirs), "bank/keys.md:1");
}

#[test]
fn pain_10_nothing_relevant_is_an_answer_and_ranking_can_be_explained() {
    let f = RecallFixture::new();
    f.write(
        "memory/2026-02-02.md",
        "## 10:00 | fact\nAna plays the cello in an orchestra.\n\n## 11:00 | fact\nThe boiler was repaired by Otto.\n",
    );
    let nothing = f.ask("capital of Mongolia");
    assert!(nothing.hits.is_empty());
    assert_eq!(nothing.confidence, Sureness::Nothing);
    assert!(nothing.remark.is_some_and(|remark| remark.contains("checked, but not sure")));
    let mut request = RecallRequest::new("who plays the cello", main());
    request.why_not = Some("memory/2026-02-02.md:5".to_owned());
    let answer = f.engine.recall(&request).unwrap();
    assert!(answer.confidence.answers());
    let parts = &answer.hits[0].parts;
    assert!(parts.keyword > 0.9 && parts.coverage > 0.5, "{parts:?}");
    let why = answer.why_not.expect("an explanation");
    assert!(why.starts_with("memory/2026-02-02.md:5"), "{why}");
    // By id, and for something that is never searched.
    request.why_not = Some("episode:2026-02-02:11:00".to_owned());
    assert!(f.engine.recall(&request).unwrap().why_not.is_some_and(|why| why.contains("memory/2026-02-02.md")));
    request.why_not = Some("memory/meta/evolution.md".to_owned());
    assert!(f.engine.recall(&request).unwrap().why_not.is_some_and(|why| why.contains("never indexed")));
}

#[test]
fn pain_11_chinese_japanese_korean_and_mixed_text_is_found() {
    let f = RecallFixture::new();
    f.write("memory/2026-02-01.md", "## 10:00 | fact\n会议在星期三下午，地点是上海办公室。\n");
    f.write("memory/2026-02-02.md", "## 10:00 | fact\n母の誕生日は五月四日で、花束を贈る予定です。\n");
    f.write("memory/2026-02-03.md", "## 10:00 | fact\n할머니는 부산에서 김치를 만드신다.\n");
    f.write("memory/2026-02-04.md", "## 10:00 | fact\n我们用 PostgreSQL 存储订单 data，每晚备份。\n");
    for (query, path) in [
        ("上海", "memory/2026-02-01.md"),
        ("会议在哪里", "memory/2026-02-01.md"),
        ("誕生日", "memory/2026-02-02.md"),
        ("花束", "memory/2026-02-02.md"),
        ("부산", "memory/2026-02-03.md"),
        ("김치", "memory/2026-02-03.md"),
        ("备份", "memory/2026-02-04.md"),
        ("订单 PostgreSQL", "memory/2026-02-04.md"),
    ] {
        let answer = f.ask(query);
        assert_eq!(answer.hits.first().map(|hit| hit.path.as_str()), Some(path), "{query}");
    }
}

#[test]
fn pain_15_a_deadline_returns_what_there_is_and_says_what_was_missed() {
    let f = RecallFixture::new();
    f.write("memory/2026-02-09.md", "## 10:00 | fact\nThe ferry leaves at noon.\n");
    f.ask("ferry");
    let long: String =
        (0..400).map(|n| format!("## 10:00 | note\nEntry {n} about nothing in particular.\n\n")).collect();
    for day in 1..=20 {
        f.write(&format!("memory/2025-01-{day:02}.md"), &long);
    }
    let session = main();
    let ask = |query: &str| {
        let mut request = RecallRequest::new(query, session.clone());
        request.deadline = Some(Duration::from_millis(200));
        f.engine.recall(&request).unwrap()
    };
    // Every look at the clock takes as long as the deadline.
    f.clock.tick(200);
    let answer = ask("when does the ferry leave");
    assert!(answer.cut_short);
    assert!(!answer.missed.is_empty());
    assert!(answer.notes.iter().any(|note| note.contains("not looked at before the deadline")), "{:?}", answer.notes);
    assert_eq!(best(&answer), "memory/2026-02-09.md:2");
    // Each call gets further, until nothing is missed.
    let mut left = answer.missed.len();
    while left > 0 {
        let now = ask("ferry").missed.len();
        assert!(now < left, "no progress at {left}");
        left = now;
    }
    f.clock.tick(0);
    assert!(!ask("ferry").cut_short);
}

#[test]
fn pain_18_a_change_of_model_neither_loses_nor_blocks() {
    let f = RecallFixture::new();
    let small = "## 10:00 | fact\nThe greenhouse needs a new pane of glass.\n";
    let long: String = (0..6_000).map(|n| format!("## 11:00 | note\nFiller number {n} of no meaning.\n\n")).collect();
    f.write("memory/2026-02-02.md", small).write("memory/2026-01-01.md", &long);
    let index = Index::open(IndexPlace::File(f.engine.index_path()), Options::default()).unwrap();
    index.sync([SourceFile::new("memory/2026-02-02.md", small)]).unwrap();
    drop(index);
    // As a binary with another model left it.
    let other = rusqlite::Connection::open(f.engine.index_path()).unwrap();
    other.execute_batch("UPDATE meta SET value = 'another' WHERE key IN ('version', 'model')").unwrap();
    drop(other);
    std::fs::write(f.engine.index_path().with_file_name("index.scopes"), "").unwrap();
    // With a deadline the old index answers, and says so.
    let ask = SearchRequest { query: "greenhouse glass".to_owned(), ..SearchRequest::default() };
    let found = f.engine.memory_search(&main(), &ask).unwrap();
    assert_eq!(found.results[0].path, "memory/2026-02-02.md");
    assert!(found.notes.iter().any(|note| note.contains("anew")), "{:?}", found.notes);
    // Whoever can wait makes it anew; nothing is lost.
    let answer = f.ask("greenhouse glass");
    assert_eq!(best(&answer), "memory/2026-02-02.md:2");
    assert!(answer.notes.iter().any(|note| note.contains("made anew")), "{:?}", answer.notes);
    assert!(f.ask("greenhouse glass").notes.is_empty());
    assert_eq!(f.engine.index_status(true).unwrap().problems, Some(Vec::new()));
}

#[test]
fn pain_22_decay_does_not_bury_good_memories() {
    let f = RecallFixture::new();
    let old = "## 10:00 | decision\nWe named the sailing boat Petrel after the storm bird.\n";
    f.write("memory/2025-06-13.md", old);
    let mut scores = String::from(
        r#"{"version":1,"entries":{"episode:2025-06-13:10:00":{"store":"episodic","base_relevance":0.7,"access_count":1,"type_weight":0.8,"current_score":0.21,"status":"fading"}"#,
    );
    for day in 1..=28 {
        f.write(
            &format!("memory/2026-01-{day:02}.md"),
            "## 09:00 | event\nWent sailing, wind from the west, nice day.\n",
        );
        scores += &format!(
            r#","episode:2026-01-{day:02}:09:00":{{"store":"episodic","base_relevance":1.0,"access_count":9,"type_weight":0.8,"current_score":1.0,"status":"active"}}"#
        );
    }
    f.write("memory/meta/decay-scores.json", &(scores + "}}"));
    let answer = f.ask("what did we name the sailing boat");
    assert_eq!(best(&answer), "memory/2025-06-13.md:2");
    assert!(answer.hits.iter().all(|hit| (0.9..=1.0).contains(&hit.parts.decay)));
}
