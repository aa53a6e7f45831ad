//! What a reflection found to be over comes after what took its place.

use soulfile_engine::RecallRequest;

use crate::fixture::{RecallFixture, group, main, texts};

const USER: &str = "memory/graph/entities/person--user.md";

/// An editor that was told twice and given up for another in words that share none with the question.
fn changed(scope: &str) -> RecallFixture {
    let f = RecallFixture::new();
    let entry = |time: &str, text: &str| format!("## {time} | fact {scope}\n{text}\n");
    f.write("memory/2026-01-05.md", &entry("10:00", "I use Emacs for editing everything."));
    f.write("memory/2026-01-09.md", &entry("11:00", "By the way: I use Emacs for editing everything."));
    f.write("memory/2026-01-20.md", &entry("12:00", "Helix is my choice now; Emacs is gone."));
    f.write(
        USER,
            "# person--user\n**Label:** User\n\n## Facts\n\
             - ~~User uses Emacs for editing everything.~~ <!-- id:f1 since:2026-01-05 source:episode:2026-01-05:10:00 until:2026-01-20 superseded-by:f2 -->\n\
             - Helix is the user's choice now; Emacs is gone. <!-- id:f2 since:2026-01-20 source:episode:2026-01-20:12:00 -->\n",
    );
    f
}

#[test]
fn what_holds_comes_before_what_held() {
    let f = changed("");
    let answer = f.ask("which editor do I use for editing");
    let all = texts(&answer);
    assert!(all[0].contains("Helix") && all.len() == 3, "{all:?}");
    let old = answer.hits.iter().find(|hit| hit.path == "memory/2026-01-05.md").expect("it is still found");
    assert!(old.newer.as_deref().is_some_and(|newer| newer.starts_with(USER)), "{:?}", old.newer);
}

#[test]
fn who_looks_back_is_told_what_held() {
    let f = changed("");
    for question in ["which editor did I use for editing", "which editor did I use for editing before Helix"] {
        let answer = f.ask(question);
        assert!(texts(&answer)[0].contains("I use Emacs for editing"), "{question}: {:?}", texts(&answer));
    }
}

#[test]
fn what_is_hidden_moves_nothing() {
    let f = changed("| scope:room:dev ");
    let first = |session| {
        let answer = f.engine.recall(&RecallRequest::new("which editor do I use for editing", session)).unwrap();
        texts(&answer)[0].to_owned()
    };
    assert!(first(main()).contains("Helix"), "{}", first(main()));
    assert!(first(group("dev")).contains("I use Emacs"), "the facts are private: {}", first(group("dev")));
}

#[test]
fn a_fact_takes_one_place_with_an_entry_that_says_it_again() {
    let f = RecallFixture::new();
    f.write(
        "memory/2026-01-05.md",
        "## 10:00 | fact\nLong talk. Ben keeps bees on the studio roof, he said, and much else.\n",
    );
    f.write("memory/2026-01-09.md", "## 11:00 | fact\nBefore I forget: Ben keeps bees on the studio roof.\n");
    f.write(
        "memory/graph/entities/person--ben.md",
        "# person--ben\n**Label:** Ben\n\n## Facts\n- Ben keeps bees on the studio roof. <!-- id:f1 since:2026-01-05 source:episode:2026-01-01:10:00 -->\n",
    );
    let answer = f.ask("where does Ben keep bees");
    assert!(
        answer.hits.iter().all(|hit| !hit.path.contains("graph") || hit.text.starts_with('#')),
        "{:?}",
        texts(&answer)
    );
    let stands = answer.hits.iter().find(|hit| hit.also == ["entity:person--ben#f1"]).expect("the fact is cited");
    assert_eq!(stands.path, "memory/2026-01-09.md");
}
