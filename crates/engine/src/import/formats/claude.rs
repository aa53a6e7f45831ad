//! Claude's export: `conversations.json`, each conversation with its messages.

use super::said::ForeignConversation;
use super::{ForeignFile, ForeignNotes, ImportFormat, moment};

pub(super) struct ClaudeExport;

impl ImportFormat for ClaudeExport {
    fn name(&self) -> &'static str {
        "Claude export"
    }

    fn detects(&self, file: &ForeignFile<'_>) -> bool {
        file.objects(None).first().is_some_and(|first| first["chat_messages"].is_array())
    }

    fn read(&self, file: &ForeignFile<'_>) -> ForeignNotes {
        let mut out = ForeignNotes::default();
        for (number, one) in file.objects(None).iter().enumerate() {
            let id = one["uuid"].as_str().map_or(number.to_string(), str::to_owned);
            let mut talk = ForeignConversation::new(&id, one["name"].as_str().unwrap_or_default());
            for message in one["chat_messages"].as_array().into_iter().flatten() {
                let texts =
                    message["content"].as_array().into_iter().flatten().filter_map(|part| part["text"].as_str());
                let texts: Vec<&str> = texts.filter(|text| !text.trim().is_empty()).collect();
                let text = if texts.is_empty() {
                    message["text"].as_str().unwrap_or_default().to_owned()
                } else {
                    texts.join("\n\n")
                };
                talk.add(message["sender"] == "human", moment(&message["created_at"]), &text);
            }
            talk.into_notes(&file.zone, &mut out);
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_human_sent_is_taken() {
        let text = r#"[{"uuid":"u","name":"Bread","chat_messages":[
            {"sender":"human","created_at":"2026-01-02T03:04:05.123456Z","text":"old form","content":[{"type":"text","text":"My starter is called Bob."}]},
            {"sender":"assistant","created_at":"2026-01-02T03:04:09Z","text":"Nice"}]}]"#;
        let out = ClaudeExport.read(&super::super::read(text));
        assert_eq!(out.notes[0].text, "Bread\n\nMy starter is called Bob.");
        assert_eq!(out.notes[0].part, "u@2026-01-02");
    }
}
