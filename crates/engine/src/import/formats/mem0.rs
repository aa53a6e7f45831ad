//! Mem0's export: a list of memories.

use serde_json::Value;

use super::{ForeignFile, ForeignNote, ForeignNotes, ImportFormat, moment};

pub(super) struct Mem0Export;

/// How a memory is marked that was told to Mem0 from here.
const OWN_SOURCE: &str = "soulfile";

fn memories<'f>(file: &'f ForeignFile<'_>) -> &'f [Value] {
    [Some("results"), Some("memories"), None]
        .into_iter()
        .map(|below| file.objects(below))
        .find(|list| list.first().is_some_and(|first| first["memory"].is_string() && first["id"].is_string()))
        .unwrap_or_default()
}

impl ImportFormat for Mem0Export {
    fn name(&self) -> &'static str {
        "Mem0 export"
    }

    fn detects(&self, file: &ForeignFile<'_>) -> bool {
        !memories(file).is_empty()
    }

    fn read(&self, file: &ForeignFile<'_>) -> ForeignNotes {
        let mut out = ForeignNotes::default();
        let mut own = 0;
        for (number, one) in memories(file).iter().enumerate() {
            // What this memory told Mem0 does not come back as somebody else's word.
            if one["metadata"]["source"] == OWN_SOURCE {
                own += 1;
                continue;
            }
            let id = one["id"].as_str().map_or(number.to_string(), str::to_owned);
            match one["memory"].as_str().map(str::trim) {
                Some(text) if !text.is_empty() => out.notes.push(ForeignNote {
                    part: id,
                    text: text.to_owned(),
                    at: moment(&one["created_at"]).or_else(|| moment(&one["updated_at"])),
                    tags: one["categories"]
                        .as_array()
                        .into_iter()
                        .flatten()
                        .filter_map(Value::as_str)
                        .map(str::to_owned)
                        .collect(),
                }),
                _ => out.left_out.push(format!("{id}: empty")),
            }
        }
        if own > 0 {
            out.left_out.push(format!("{own} memories that were told from here"));
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_memory_is_a_note_with_its_date_and_categories() {
        let text = r#"{"results":[{"id":"m1","memory":"Likes hiking","user_id":"sam","created_at":"2026-01-02T03:04:05.1-08:00","categories":["hobbies"]},
            {"id":"m2","memory":""},{"id":"m3","memory":"Has a cat","metadata":{"source":"soulfile","receipt":"x"}}]}"#;
        let out = Mem0Export.read(&super::super::read(text));
        assert_eq!(out.notes.len(), 1);
        assert_eq!((out.notes[0].part.as_str(), out.notes[0].tags.as_slice()), ("m1", &["hobbies".to_owned()][..]));
        assert_eq!(out.notes[0].at.unwrap().to_string(), "2026-01-02T11:04:05.1Z");
        assert_eq!(out.left_out, ["m2: empty", "1 memories that were told from here"]);
    }
}
