//! Codex' transcripts: JSON Lines, a record of the session first.

use serde_json::Value;

use super::said::ForeignConversation;
use super::{ForeignFile, ForeignNotes, ImportFormat, moment};

pub(super) struct CodexTranscript;

impl ImportFormat for CodexTranscript {
    fn name(&self) -> &'static str {
        "Codex transcript"
    }

    fn detects(&self, file: &ForeignFile<'_>) -> bool {
        file.first_line.as_ref().is_some_and(|first| first["type"] == "session_meta" && first["payload"].is_object())
    }

    fn read(&self, file: &ForeignFile<'_>) -> ForeignNotes {
        let mut talk = ForeignConversation::new("session", "");
        for record in file.lines() {
            let message = &record["payload"];
            if record["type"] != "response_item" || message["type"] != "message" {
                continue;
            }
            let texts = message["content"].as_array().into_iter().flatten().filter_map(|part| part["text"].as_str());
            let text = texts.collect::<Vec<_>>().join("\n\n");
            let role = message["role"].as_str().unwrap_or_default();
            if role != "developer" && role != "system" && !text.is_empty() {
                talk.add(role == "user", moment(&record["timestamp"]), &text);
            }
        }
        let mut out = ForeignNotes::default();
        talk.into_notes(&mut out);
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_user_said_is_taken_once() {
        let text = concat!(
            r#"{"timestamp":"2026-01-02T03:04:00Z","type":"session_meta","payload":{"id":"s"}}"#,
            "\n",
            r#"{"timestamp":"2026-01-02T03:04:01Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"<environment_context><cwd>/x</cwd></environment_context>"}]}}"#,
            "\n",
            r#"{"timestamp":"2026-01-02T03:04:02Z","type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"Deploys go out on Fridays."}]}}"#,
            "\n",
            r#"{"timestamp":"2026-01-02T03:04:02Z","type":"event_msg","payload":{"type":"user_message","message":"Deploys go out on Fridays."}}"#,
            "\n",
            r#"{"timestamp":"2026-01-02T03:04:03Z","type":"response_item","payload":{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Ok"}]}}"#,
            "\n",
        );
        let out = CodexTranscript.read(&ForeignFile::new(text));
        assert_eq!(out.notes.iter().map(|n| n.text.as_str()).collect::<Vec<_>>(), ["Deploys go out on Fridays."]);
    }
}
