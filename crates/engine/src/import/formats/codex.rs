//! Codex' transcripts: JSON Lines, a record of the session first.

use super::said::ForeignConversation;
use super::{ForeignFile, ForeignNotes, ImportFormat, moment};

pub(super) struct CodexTranscript;

impl ImportFormat for CodexTranscript {
    fn name(&self) -> &'static str {
        "Codex transcript"
    }

    fn detects(&self, file: &ForeignFile<'_>) -> bool {
        let Some(first) = &file.first_line else { return false };
        first["type"] == "session_meta" && first["payload"].is_object()
            // Files of the first version say the session's id and time, then messages without an envelope.
            || first["id"].is_string()
                && first["timestamp"].is_string()
                && file.lines().take(20).any(|line| line["type"] == "message" && line["role"].is_string())
    }

    fn read(&self, file: &ForeignFile<'_>) -> ForeignNotes {
        let first = file.first_line.clone().unwrap_or_default();
        let id = first["payload"]["id"].as_str().or(first["id"].as_str()).unwrap_or("session").to_owned();
        let began = first["timestamp"].clone();
        let mut talk = ForeignConversation::new(&id, "");
        for record in file.lines() {
            let enveloped = record["payload"].is_object();
            let message = if enveloped { &record["payload"] } else { &record };
            if enveloped && record["type"] != "response_item" || message["type"] != "message" {
                continue;
            }
            let texts = message["content"].as_array().into_iter().flatten().filter_map(|part| part["text"].as_str());
            let text = texts.collect::<Vec<_>>().join("\n\n");
            let role = message["role"].as_str().unwrap_or_default();
            if role != "developer" && role != "system" && !text.is_empty() {
                // The program tells the model of the project's rules in the person's name.
                let by_program = text.starts_with("# AGENTS.md instructions for");
                let at = moment(&record["timestamp"]).or_else(|| moment(&began));
                talk.add(role == "user" && !by_program, at, &text);
            }
        }
        let mut out = ForeignNotes::default();
        talk.into_notes(&file.zone, &mut out);
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
        let out = CodexTranscript.read(&super::super::read(text));
        assert_eq!(out.notes.iter().map(|n| n.text.as_str()).collect::<Vec<_>>(), ["Deploys go out on Fridays."]);
    }
}
