//! ChatGPT's export: `conversations.json`, each conversation a tree of messages.

use serde_json::Value;

use super::said::ForeignConversation;
use super::{ForeignFile, ForeignNote, ForeignNotes, ImportFormat, moment};

pub(super) struct ChatGpt;

impl ImportFormat for ChatGpt {
    fn name(&self) -> &'static str {
        "ChatGPT export"
    }

    fn detects(&self, file: &ForeignFile<'_>) -> bool {
        file.objects(None).iter().take(20).any(|one| one["mapping"].is_object())
    }

    fn read(&self, file: &ForeignFile<'_>) -> ForeignNotes {
        let mut out = ForeignNotes::default();
        // What a person told of themselves once stands in every conversation.
        let mut told: Vec<String> = Vec::new();
        for (number, one) in file.objects(None).iter().enumerate() {
            let id = one["conversation_id"].as_str().or(one["id"].as_str()).map_or(number.to_string(), str::to_owned);
            let mut talk = ForeignConversation::new(&id, one["title"].as_str().unwrap_or_default());
            for message in branch(one) {
                let profile = profile(&message["content"]);
                if !profile.is_empty() && !told.contains(&profile) {
                    out.notes.push(ForeignNote {
                        part: format!("custom instructions {}", told.len() + 1),
                        text: profile.clone(),
                        at: moment(&message["create_time"]).or_else(|| moment(&one["create_time"])),
                        tags: Vec::new(),
                    });
                    told.push(profile);
                }
                let text = text_of(&message["content"]);
                let role = message["author"]["role"].as_str().unwrap_or_default();
                if !text.is_empty() && role != "system" {
                    talk.add(role == "user", moment(&message["create_time"]), &text);
                }
            }
            talk.into_notes(&file.zone, &mut out);
        }
        out
    }
}

/// The messages of the branch that was shown last, in order; of all branches, by time, where none is named.
fn branch(conversation: &Value) -> Vec<&Value> {
    let Some(mapping) = conversation["mapping"].as_object() else { return Vec::new() };
    let mut messages = Vec::new();
    let mut at = conversation["current_node"].as_str();
    while let Some(node) = at.and_then(|id| mapping.get(id)) {
        messages.push(&node["message"]);
        at = node["parent"].as_str();
        // A tree that leads back into itself is not one.
        if messages.len() > mapping.len() {
            return Vec::new();
        }
    }
    if messages.is_empty() {
        messages = mapping.values().map(|node| &node["message"]).collect();
        messages.sort_by(|a, b| {
            let time = |message: &Value| message["create_time"].as_f64().unwrap_or_default();
            time(b).total_cmp(&time(a))
        });
    }
    messages.reverse();
    messages.retain(|message| message.is_object());
    messages
}

fn text_of(content: &Value) -> String {
    // A spoken message is an object with its words.
    let words = |part: &'_ Value| part.as_str().or(part["text"].as_str()).map(str::to_owned);
    let parts = content["parts"].as_array().into_iter().flatten().filter_map(words);
    parts.filter(|part| !part.trim().is_empty()).collect::<Vec<_>>().join("\n\n")
}

/// What the person wrote into their custom instructions.
fn profile(content: &Value) -> String {
    if content["content_type"] != "user_editable_context" {
        return String::new();
    }
    let parts = ["user_profile", "user_instructions"].into_iter().filter_map(|name| content[name].as_str());
    // The program puts a sentence of its own and a fence around each.
    let inner = |text: &str| {
        let fenced = text.split_once("```").and_then(|(_, rest)| rest.rsplit_once("```")).map(|(inner, _)| inner);
        fenced.unwrap_or(text).trim().to_owned()
    };
    parts.map(inner).filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_branch_that_was_shown_last_is_read() {
        let text = r#"[{"title":"Tea","conversation_id":"c","current_node":"d","mapping":{
            "a":{"parent":null,"message":null},
            "b":{"parent":"a","message":{"author":{"role":"user"},"create_time":1767323045.5,"content":{"content_type":"text","parts":["I like oolong."]}}},
            "x":{"parent":"b","message":{"author":{"role":"user"},"create_time":1767323046,"content":{"parts":["edited away"]}}},
            "c":{"parent":"b","message":{"author":{"role":"assistant"},"create_time":1767323047,"content":{"parts":["Good."]}}},
            "d":{"parent":"c","message":{"author":{"role":"user"},"create_time":1767323048,"content":{"content_type":"multimodal_text","parts":[{"asset_pointer":"f"},"From Lishan."]}}}}}]"#;
        let out = ChatGpt.read(&super::super::read(text));
        assert_eq!(out.notes.len(), 1);
        assert_eq!(out.notes[0].text, "Tea\n\nI like oolong.\n\nFrom Lishan.");
        assert_eq!(out.notes[0].at.unwrap().as_second(), 1_767_323_045);
        assert_eq!(out.left_out.len(), 1, "{:?}", out.left_out);
    }

    #[test]
    fn custom_instructions_are_taken_once_and_spoken_words_are_words() {
        let one = |id: &str| {
            format!(
                r#"{{"id":"{id}","title":"","create_time":1767323045,"mapping":{{"a":{{"parent":null,"message":{{"author":{{"role":"user"}},
                "content":{{"content_type":"user_editable_context","user_profile":"The user provided:\n```I am a nurse.```","user_instructions":""}}}}}},
                "b":{{"parent":"a","message":{{"author":{{"role":"user"}},"create_time":1767323046,"content":{{"content_type":"multimodal_text",
                "parts":[{{"content_type":"audio_transcription","text":"I said {id} aloud."}}]}}}}}}}},"current_node":"b"}}"#
            )
        };
        let out = ChatGpt.read(&super::super::read(&format!("[{},{}]", one("x"), one("y"))));
        let texts: Vec<&str> = out.notes.iter().map(|note| note.text.as_str()).collect();
        assert_eq!(texts, ["I am a nurse.", "I said x aloud.", "I said y aloud."]);
    }

    #[test]
    fn a_tree_that_leads_back_into_itself_ends() {
        let text =
            r#"[{"current_node":"a","mapping":{"a":{"parent":"b","message":{}},"b":{"parent":"a","message":{}}}}]"#;
        assert_eq!(ChatGpt.read(&super::super::read(text)).notes, []);
    }
}
