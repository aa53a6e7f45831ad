//! What was drawn from an entry, beside the entry.

use soulfile_engine::RecallRequest;
use soulfile_vocabulary::State;

use crate::fixture::{RecallFixture, main, texts};

const BEN: &str = "memory/graph/entities/person--ben.md";
const ENTRY: &str = "episode:2026-02-02:10:00";

fn drawn() -> RecallFixture {
    let f = RecallFixture::new();
    f.write("memory/2026-02-02.md", "## 10:00 | fact\nLong call with Ben, he keeps bees on the roof of his studio.\n");
    f.write(
        BEN,
        &format!(
            "# person--ben\n**Label:** Ben\n\n## Facts\n- Ben keeps bees on the roof. <!-- id:f1 since:2026-02-02 source:{ENTRY} -->\n- Ben plays the oud. <!-- id:f2 since:2026-02-02 -->\n"
        ),
    );
    f
}

#[test]
fn an_entry_and_what_was_drawn_from_it_take_one_place() {
    let f = drawn();
    let answer = f.ask("where does Ben keep bees");
    let about_bees: Vec<&str> = texts(&answer).into_iter().filter(|text| text.contains("bees")).collect();
    assert_eq!(about_bees, ["Long call with Ben, he keeps bees on the roof of his studio."]);
    let hit = &answer.hits[0];
    assert_eq!(hit.id.as_deref(), Some(ENTRY));
    assert_eq!(hit.also, ["entity:person--ben#f1"]);
    assert!(hit.folded.iter().any(|citation| citation == &format!("{BEN}:5")), "{:?}", hit.folded);
    assert!(texts(&answer).iter().any(|text| text.contains("oud")), "what was not drawn from it has its own place");
}

#[test]
fn a_line_in_mind_is_cited_as_itself() {
    let f = drawn();
    f.write("MEMORY.md", &format!("## Critical Facts\n- Ben keeps bees. <!-- source:{ENTRY} -->\n"));
    let answer = f.ask("Ben keeps bees");
    for path in ["MEMORY.md", "memory/2026-02-02.md"] {
        assert!(answer.hits.iter().any(|hit| hit.path == path), "{path}: {:?}", texts(&answer));
    }
}

#[test]
fn the_fact_answers_where_its_entry_does_not() {
    let f = drawn();
    let mut request = RecallRequest::new("where does Ben keep bees", main());
    request.stores = Some(vec![soulfile_vocabulary::Store::Semantic]);
    let answer = f.engine.recall(&request).unwrap();
    assert!(texts(&answer)[0].contains("Ben keeps bees on the roof"), "{:?}", texts(&answer));
}

#[test]
fn there_are_as_many_results_as_were_asked_for() {
    let f = drawn();
    let swarmed = |at: usize| format!("## 11:0{at} | event\nBees again, hive number {at} swarmed.\n\n");
    f.write("memory/2026-02-03.md", &(0..8).map(swarmed).collect::<String>());
    for limit in [1, 3, 5] {
        let mut request = RecallRequest::new("what about the bees", main());
        request.limit = Some(limit);
        request.least_score = Some(0.0);
        assert_eq!(f.engine.recall(&request).unwrap().hits.len(), limit);
    }
}

#[test]
fn what_was_learned_lately_is_in_sight_though_its_entity_faded() {
    let f = drawn();
    let scores = |entity: &str, fact: &str| {
        let text = format!(
            r#"{{"entries":{{"entity:person--ben":{{"store":"semantic",{entity}}},"entity:person--ben#f2":{{"store":"semantic","status":"{fact}"}}}}}}"#
        );
        f.write("memory/meta/decay-scores.json", &text);
    };
    let plays = || texts(&f.ask("what does Ben play")).iter().any(|text| text.contains("oud"));
    scores(r#""status":"archived""#, "active");
    assert!(plays());
    scores(r#""status":"archived","forgotten":"2026-03-01T10:00:00Z""#, "active");
    assert!(!plays(), "who is forgotten takes everything along");
    scores(r#""status":"active""#, "archived");
    let faded = f.ask("what does Ben play");
    let oud: Vec<_> = faded.hits.iter().filter(|hit| hit.text.contains("oud")).collect();
    assert!(
        oud.iter().all(|hit| hit.state == State::Archived),
        "a fact that rests on nothing fades by itself, and says so"
    );
}
