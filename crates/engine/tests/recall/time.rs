//! Both axes of time, the life cycle, and what using a memory does.

use soulfile_engine::{RecallRequest, mark_recalled, without_recalled};

use crate::fixture::{RecallFixture, best, main, texts};

const ANA: &str = "memory/graph/entities/person--ana.md";

#[test]
fn as_of_asks_what_was_true_and_the_default_answer_leaves_out_what_was_replaced() {
    let f = RecallFixture::new();
    f.write(
        ANA,
        "# person--ana\n**Label:** Ana\n\n## Facts\n- Lives in Rome <!-- id:f1 since:2020-01-01 superseded-by:f2 -->\n- Lives in Oslo <!-- id:f2 since:2025-06-01 -->\n",
    );
    let now = f.ask("where does Ana live");
    assert_eq!(best(&now), format!("{ANA}:6"));
    assert!(!texts(&now).iter().any(|text| text.contains("Rome")));
    let mut request = RecallRequest::new("where does Ana live", main());
    request.as_of = Some("2022-01-01T12:00".parse().unwrap());
    let then = f.engine.recall(&request).unwrap();
    assert_eq!(best(&then), format!("{ANA}:5"));
    assert!(!texts(&then).iter().any(|text| text.contains("Oslo")));
}

#[test]
fn a_question_about_a_past_time_is_answered_by_what_held_then() {
    let f = RecallFixture::new();
    f.write(
        ANA,
        "# person--ana\n**Label:** Ana\n\n## Facts\n- Lives in Rome <!-- id:f1 since:2020-01-01 superseded-by:f2 -->\n- Lives in Oslo <!-- id:f2 since:2024-06-01 superseded-by:f3 -->\n- Lives in Lima <!-- id:f3 since:2025-06-01 -->\n",
    );
    let then = f.ask("where did Ana live in 2022");
    assert_eq!(best(&then), format!("{ANA}:5"), "{:?}", texts(&then));
    assert_eq!(then.hits[0].state, soulfile_vocabulary::State::Superseded, "it is marked as over");
    assert_eq!(then.hits[0].newer.as_deref(), Some(format!("{ANA}:7").as_str()));
    assert!(!texts(&then).iter().any(|text| text.contains("Oslo")), "it did not hold yet: {:?}", texts(&then));
    let between = f.ask("where did Ana live in 2025");
    assert!(texts(&between).iter().any(|text| text.contains("Oslo")), "{:?}", texts(&between));
    assert!(!texts(&f.ask("where does Ana live")).iter().any(|text| text.contains("Oslo") || text.contains("Rome")));
}

#[test]
fn known_at_asks_what_was_written_down_by_then() {
    let f = RecallFixture::new();
    f.clock.set("2026-01-01T12:00:00Z");
    f.write("memory/2026-01-01.md", "## 10:00 | plan\nThe concert hall will be built by Foster.\n");
    f.commit();
    let first = f.engine.workspace().revision();
    f.clock.set("2026-02-01T12:00:00Z");
    f.write("memory/2026-01-01.md", "## 10:00 | plan\nThe concert hall will be built by Gehry.\n");
    f.commit();
    let mut request = RecallRequest::new("who builds the concert hall", main());
    assert_eq!(texts(&f.engine.recall(&request).unwrap()), ["The concert hall will be built by Gehry."]);
    request.known_at = Some("2026-01-15T00:00:00Z".parse().unwrap());
    let then = f.engine.recall(&request).unwrap();
    assert_eq!(texts(&then), ["The concert hall will be built by Foster."]);
    assert_eq!(then.revision, first);
    request.known_at = Some("2025-01-15T00:00:00Z".parse().unwrap());
    let never = f.engine.recall(&request).unwrap();
    assert!(never.hits.is_empty() && never.revision.is_none());
    assert!(never.notes.iter().any(|note| note.contains("nothing was committed")));
}

#[test]
fn a_day_named_in_the_question_comes_first() {
    let f = RecallFixture::new();
    for day in ["2026-02-02", "2026-02-03", "2026-02-04"] {
        f.write(&format!("memory/{day}.md"), "## 18:00 | event\nHad dinner with the team and talked about budgets.\n");
    }
    let answer = f.ask("what did we talk about at dinner on 2026-02-03");
    assert_eq!(best(&answer), "memory/2026-02-03.md:2");
    assert!(answer.time.is_some_and(|(from, _)| from == "2026-02-03"));
}

#[test]
fn states_decide_who_answers_and_follow_the_scores_file() {
    let f = RecallFixture::new();
    f.write("memory/2026-02-02.md", "## 10:00 | fact\nthe gardener prefers tulips to roses\n");
    let scores = |status: &str| {
        let text =
            format!(r#"{{"entries":{{"episode:2026-02-02:10:00":{{"store":"episodic","status":"{status}"}}}}}}"#);
        f.write("memory/meta/decay-scores.json", &text);
    };
    let ask = |dormant: bool, archived: bool| {
        let mut request = RecallRequest::new("which flowers does the gardener like", main());
        request.least_score = Some(0.0);
        request.states.dormant = dormant;
        request.states.archived = archived;
        f.engine.recall(&request).unwrap().hits.len()
    };
    assert_eq!(ask(false, false), 1);
    scores("dormant");
    assert_eq!(
        (ask(false, false), ask(true, false), ask(false, true)),
        (1, 1, 0),
        "a second tier where nothing else answers"
    );
    scores("archived");
    assert_eq!((ask(false, false), ask(true, false), ask(false, true)), (1, 0, 1), "age alone hides nothing");
    scores("archived\",\"forgotten\":\"2026-02-03T10:00:00Z");
    assert_eq!((ask(false, false), ask(true, false)), (0, 0), "forgotten at somebody's request");
    scores("active");
    assert_eq!(ask(false, false), 1);
}

#[test]
fn only_a_used_result_is_noted_and_recalled_text_can_be_told() {
    let f = RecallFixture::new();
    f.write("memory/2026-02-02.md", "## 10:00 | fact\nThe kayak is stored at the north shed.\n");
    let answer = f.ask("where is the kayak");
    assert!(f.engine.uses().is_empty());
    let id = answer.hits[0].id.clone().expect("an id");
    assert_eq!(id, "episode:2026-02-02:10:00");
    f.engine.used([id.as_str()]).unwrap();
    assert_eq!(f.engine.uses()[0].id, id);
    assert!(f.engine.used(["nonsense"]).is_err());
    let marked = mark_recalled(&answer.hits[0].citation, &answer.hits[0].text);
    assert_eq!(without_recalled(&format!("{marked}thanks")), "thanks");
}

#[test]
fn ties_between_entities_are_followed() {
    let f = RecallFixture::new();
    f.write(ANA, "# person--ana\n**Label:** Ana\n\n## Facts\n- Plays the cello <!-- id:f1 -->\n");
    f.write(
        "memory/graph/entities/project--aurora.md",
        "# project--aurora\n**Label:** Aurora\n\n## Facts\n- Ships in spring <!-- id:f1 -->\n",
    );
    f.write(
        "memory/graph/index.md",
        "| ID | Type | Label | File |\n|---|---|---|---|\n| person--ana | person | Ana | a |\n| project--aurora | project | Aurora | b |\n\n## Edges\n\n| From | Relation | To |\n|---|---|---|\n| person--ana | develops | project--aurora |\n",
    );
    let mut request = RecallRequest::new("What do you know about Ana?", main());
    request.least_score = Some(0.0);
    let answer = f.engine.recall(&request).unwrap();
    let found = answer.hits.iter().find(|hit| hit.path.contains("aurora")).expect("one hop away");
    assert!(found.parts.graph > 0.0);
}
