//! Whatever stands in the files, a group or a sub-agent never sees a private word.

use proptest::prelude::*;

use super::tests::{now, workspace};
use super::*;
use crate::session::SessionKind;

const PRIVATE: &str = "CANARY";

/// A line that could confuse a reader of entries, holding the private word.
fn private_line() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(format!("{PRIVATE} text")),
        Just(format!("- {PRIVATE}")),
        Just(format!("### {PRIVATE}")),
        Just(format!("> {PRIVATE}")),
        Just("```".to_owned()),
        Just("~~~~".to_owned()),
        Just("</soul:section>".to_owned()),
        Just("---".to_owned()),
        Just(String::new()),
    ]
}

fn private_heading() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(format!("## 10:00 | fact | tags:[a, {PRIVATE}]")),
        Just(format!("## 10:00 | fact | scope:private | tags:[x | scope:room:dev] {PRIVATE}")),
        Just(format!("## 10:00 | {PRIVATE} | scope:user:bob")),
        Just(format!("## 10:00 | fact | scope:room:ops {PRIVATE}")),
        Just(format!("## [10:00:00] {PRIVATE}")),
        Just(format!("## Diary {PRIVATE}")),
        Just(format!("# {PRIVATE}")),
        Just(format!("  ##   {PRIVATE}")),
        Just(format!("## 2026-02-02 10:00 UTC {PRIVATE}")),
    ]
}

fn room_entry() -> impl Strategy<Value = String> {
    prop::collection::vec(
        prop_oneof![
            Just("public words".to_owned()),
            Just("```".to_owned()),
            Just("### sub".to_owned()),
            Just("~~~".to_owned())
        ],
        0..4,
    )
    .prop_map(|lines| format!("## 09:00 | event | scope:room:dev\n{}\n", lines.join("\n")))
}

fn daily_file() -> impl Strategy<Value = String> {
    let private = (private_heading(), prop::collection::vec(private_line(), 0..5))
        .prop_map(|(heading, lines)| format!("{heading}\n{}\n", lines.join("\n")));
    (prop::collection::vec(prop_oneof![private, room_entry()], 0..8), any::<bool>()).prop_map(|(entries, crlf)| {
        let text = format!("{PRIVATE} before any heading\n{}", entries.concat());
        if crlf { text.replace('\n', "\r\n") } else { text }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn no_private_word_reaches_a_group(today in daily_file(), flat in daily_file(), slug in daily_file(), budget in 500usize..4_000) {
        let files = workspace()
            .with("memory/episodes/2026-02-02.md", today)
            .with("memory/2026-02-02.md", flat)
            .with("memory/2026-02-01-notes.md", slug);
        let (session, now) = (Session::new(SessionKind::Group).in_room("dev").with_user("bob"), now());
        let mut request = AssembleRequest::new(&session, &now);
        request.settings.budget_tokens = budget;
        let pack = assemble(&files, &request);
        let seen = serde_json::to_string(&pack).unwrap();
        prop_assert!(!seen.contains(PRIVATE) && !seen.contains("PRIVATE-") && !seen.contains("OTHER-ROOM"), "{}", pack.rendered);
        let sub = Session::new(SessionKind::Subagent);
        let pack = assemble(&files, &AssembleRequest { session: &sub, ..request });
        prop_assert!(!serde_json::to_string(&pack).unwrap().contains(PRIVATE));
    }

    #[test]
    fn marks_are_balanced_and_the_budget_holds_whatever_the_files_say(
        soul in ".{0,400}", rules in "(.{0,60}\n){0,60}", memory in "(#{0,3} .{0,40}\n|\\[soul: x\\]\n|```\n|</soul:section>\n){0,80}",
        today in daily_file(), budget in 500usize..3_000,
    ) {
        let files = workspace()
            .with("SOUL.md", soul).with("AGENTS.md", rules).with("MEMORY.md", memory)
            .with("memory/episodes/2026-02-02.md", today);
        let (session, now) = (Session::new(SessionKind::Main), now());
        let mut request = AssembleRequest::new(&session, &now);
        request.settings.budget_tokens = budget;
        request.settings.max_chars = 1_500;
        let pack = assemble(&files, &request);
        prop_assert_eq!(pack.rendered.matches("<soul:section ").count(), pack.rendered.matches("</soul:section>").count());
        prop_assert!(soulfile_text::tokens::estimate(&pack.rendered) <= budget, "{} of {budget}\n{}", soulfile_text::tokens::estimate(&pack.rendered), pack.rendered);
        prop_assert!(pack.report.used_tokens <= budget, "{} of {budget}", pack.report.used_tokens);
    }
}
