//! Letta's agent files: memory blocks, and the messages of each agent.

use serde_json::Value;

use super::said::ForeignConversation;
use super::{ForeignFile, ForeignNote, ForeignNotes, ImportFormat, moment};

pub(super) struct LettaAgentFile;

impl ImportFormat for LettaAgentFile {
    fn name(&self) -> &'static str {
        "Letta agent file"
    }

    fn detects(&self, file: &ForeignFile<'_>) -> bool {
        file.json.as_ref().is_some_and(|json| {
            json["agents"].is_array() && json["blocks"].is_array()
                || json["core_memory"].is_array() && json["messages"].is_array()
        })
    }

    fn read(&self, file: &ForeignFile<'_>) -> ForeignNotes {
        let mut out = ForeignNotes::default();
        // Files of the first version describe one agent.
        for block in file.objects(Some("blocks")).iter().chain(file.objects(Some("core_memory"))) {
            let label = block["label"].as_str().unwrap_or("memory");
            match block["value"].as_str().map(str::trim) {
                Some(value) if !value.is_empty() => out.notes.push(ForeignNote {
                    part: format!("block {label}"),
                    text: format!("{label}\n\n{value}"),
                    at: moment(&block["updated_at"]).or_else(|| moment(&block["created_at"])),
                    tags: Vec::new(),
                }),
                _ => out.left_out.push(format!("the block {label:?} is empty")),
            }
        }
        let whole = file.json.as_ref().filter(|json| json["core_memory"].is_array());
        for agent in file.objects(Some("agents")).iter().chain(whole) {
            let name = agent["name"].as_str().unwrap_or("agent");
            let mut talk = ForeignConversation::new(&format!("messages of {name}"), "");
            for message in agent["messages"].as_array().into_iter().flatten() {
                let text = match &message["content"] {
                    Value::String(text) => text.clone(),
                    Value::Array(parts) => {
                        parts.iter().filter_map(|part| part["text"].as_str()).collect::<Vec<_>>().join("\n\n")
                    }
                    _ => message["text"].as_str().unwrap_or_default().to_owned(),
                };
                talk.add(message["role"] == "user", moment(&message["created_at"]), &unpacked(&text));
            }
            talk.into_notes(&file.zone, &mut out);
        }
        out
    }
}

/// What the person said: Letta packs it into an object with its time; its own messages have another type there.
fn unpacked(text: &str) -> String {
    match serde_json::from_str::<Value>(text) {
        Ok(packed) if packed["type"] == "user_message" => packed["message"].as_str().unwrap_or_default().to_owned(),
        Ok(packed) if packed["type"].is_string() => String::new(),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_and_what_the_person_said_are_taken() {
        let text = r#"{"agents":[{"name":"ada","messages":[
                {"role":"system","content":"You are"},
                {"role":"user","created_at":"2026-01-02T03:04:05+00:00","content":[{"type":"text","text":"{\"type\":\"user_message\",\"message\":\"I play chess.\",\"time\":\"x\"}"}]},
                {"role":"user","content":"{\"type\":\"heartbeat\",\"reason\":\"x\"}"}]}],
            "blocks":[{"label":"human","value":"Name: Sam","updated_at":"2026-01-01T00:00:00Z"},{"label":"persona","value":""}]}"#;
        let out = LettaAgentFile.read(&super::super::read(text));
        let texts: Vec<&str> = out.notes.iter().map(|note| note.text.as_str()).collect();
        assert_eq!(texts, ["human\n\nName: Sam", "I play chess."]);
        assert!(out.left_out.iter().any(|why| why.contains("persona")));
    }
}
