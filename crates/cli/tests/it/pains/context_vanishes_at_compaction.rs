//! Pain 1: context and rules vanish at compaction, reset, restart; the flush is a request that never runs.

use serde_json::Value;
use soulfile_testkit::chat::{ScriptedAnswer, scripted};

use crate::models::{piped, with_model};

#[test]
fn what_was_told_and_who_it_is_outlive_a_session_that_was_shortened_by_a_model_that_does_nothing() {
    let server = scripted(|_| ScriptedAnswer::text("I see. ".repeat(120)));
    let s = with_model(&server);
    s.soul(["config", "set", "models.contextTokens", "8000"]).ok();
    s.soul(["config", "set", "models.maxTokens", "300"]).ok();
    s.write("SOUL.md", "# Soul\n\nYou are Koda, keeper of the northern light.\n");
    let mut lines = vec!["My locker at the pool has the number 58.".to_owned()];
    lines.extend((0..30).map(|day| format!("On walk {day} I saw herons by the old mill and stayed for a long while.")));
    let run = piped(&s, &["chat", "--json"], &(lines.join("\n") + "\n"));
    assert_eq!(run.code, 0, "{}", run.err);
    let transcripts = s.state().join("sessions");
    let file = std::fs::read_dir(transcripts).expect("sessions").flatten().next().expect("a transcript").path();
    let text = std::fs::read_to_string(file).expect("a transcript");
    let kinds: Vec<String> = text
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .map(|line| line["kind"].as_str().unwrap_or_default().to_owned())
        .collect();
    let first = |kind: &str| kinds.iter().position(|known| known == kind);
    let (flushed, compacted) = (first("flushed").expect("a flush"), first("compacted").expect("a shortening"));
    assert!(flushed < compacted, "memory is on disk before history goes: {kinds:?}");
    let after = server.requests();
    let last = after.last().expect("requests").body.to_string();
    assert!(last.contains("keeper of the northern light"), "identity is part of every request");
    assert!(last.contains("shortened by the program"), "the model is told");
    assert!(after.iter().all(|request| request.body.to_string().len() < 40_000), "and each request stays bounded");
    s.soul(["recall", "what is my locker number?"]).ok().says("58");
}
