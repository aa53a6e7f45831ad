//! Claude Code's transcripts: JSON Lines, one record per message.

use serde_json::Value;

use super::said::ForeignConversation;
use super::{ForeignFile, ForeignNotes, ImportFormat, moment};

pub(super) struct ClaudeCodeTranscript;

impl ImportFormat for ClaudeCodeTranscript {
    fn name(&self) -> &'static str {
        "Claude Code transcript"
    }

    fn detects(&self, file: &ForeignFile<'_>) -> bool {
        // The first records may be summaries; every message names its session.
        file.first_line.is_some()
            && file.lines().take(20).any(|line| line["sessionId"].is_string() && line["type"].is_string())
    }

    fn read(&self, file: &ForeignFile<'_>) -> ForeignNotes {
        let id = file.lines().find_map(|line| line["sessionId"].as_str().map(str::to_owned));
        let mut talk = ForeignConversation::new(id.as_deref().unwrap_or("session"), "");
        for record in file.lines() {
            if let Some(summary) = record["summary"].as_str().filter(|_| record["type"] == "summary") {
                summary.clone_into(&mut talk.title);
            }
            // What a compaction leaves is a model's summary in the place of a person's message.
            let by_program = ["isMeta", "isSidechain", "isCompactSummary"].iter().any(|mark| record[*mark] == true);
            let text = match &record["message"]["content"] {
                Value::String(text) => text.clone(),
                Value::Array(parts) => {
                    let texts =
                        parts.iter().filter(|part| part["type"] == "text").filter_map(|part| part["text"].as_str());
                    texts.collect::<Vec<_>>().join("\n\n")
                }
                _ => continue,
            };
            if !text.is_empty() && !text.starts_with("[Request interrupted by user") {
                talk.add(record["type"] == "user" && !by_program, moment(&record["timestamp"]), &text);
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
    fn what_was_typed_is_taken_and_what_programs_put_in_is_not() {
        let text = concat!(
            r#"{"type":"summary","summary":"Parser work","leafUuid":"1"}"#,
            "\n",
            r#"{"type":"user","sessionId":"s","timestamp":"2026-01-02T03:04:05Z","message":{"role":"user","content":"<system-reminder>rules</system-reminder>We use tabs here."}}"#,
            "\n",
            r#"{"type":"user","sessionId":"s","isMeta":true,"timestamp":"2026-01-02T03:04:06Z","message":{"role":"user","content":"Caveat"}}"#,
            "\n",
            r#"{"type":"assistant","sessionId":"s","timestamp":"2026-01-02T03:04:07Z","message":{"role":"assistant","content":[{"type":"text","text":"Ok"}]}}"#,
            "\n",
            r#"{"type":"user","sessionId":"s","timestamp":"2026-01-02T03:04:08Z","message":{"role":"user","content":[{"type":"tool_result","content":"file"}]}}"#,
            "\n",
            r#"{"type":"user","sessionId":"s","isCompactSummary":true,"timestamp":"2026-01-02T03:04:09Z","message":{"role":"user","content":"This session is being continued"}}"#,
            "\n",
            "{broken\n",
        );
        let out = ClaudeCodeTranscript.read(&super::super::read(text));
        assert_eq!(out.notes.len(), 1);
        assert_eq!(out.notes[0].text, "Parser work\n\nWe use tabs here.");
    }
}
