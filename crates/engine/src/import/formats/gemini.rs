//! Gemini in Google Takeout: `MyActivity.json`, one record per prompt.

use super::said::ForeignConversation;
use super::{ForeignFile, ForeignNotes, ImportFormat, moment};

pub(super) struct GeminiActivity;

impl ImportFormat for GeminiActivity {
    fn name(&self) -> &'static str {
        "Gemini activity"
    }

    fn detects(&self, file: &ForeignFile<'_>) -> bool {
        let first = file.objects(None).first();
        first.is_some_and(|first| {
            first["time"].is_string() && first["header"].as_str().is_some_and(|header| header.contains("Gemini"))
        })
    }

    fn read(&self, file: &ForeignFile<'_>) -> ForeignNotes {
        let mut talk = ForeignConversation::new("activity", "");
        // Newest first in the file.
        for record in file.objects(None).iter().rev() {
            let title = record["title"].as_str().unwrap_or_default();
            // What was answered was asked, in whatever language the activity is kept.
            let answered = !record["safeHtmlItem"].is_null();
            let prompt = title.strip_prefix("Prompted ");
            talk.add(prompt.is_some() || answered, moment(&record["time"]), prompt.unwrap_or(title));
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
    fn prompts_are_taken_oldest_first() {
        let text = r#"[{"header":"Gemini Apps","title":"Prompted And I moved.","time":"2026-01-02T04:00:00Z"},
            {"header":"Gemini Apps","title":"Used a feature","time":"2026-01-02T03:30:00Z"},
            {"header":"Gemini Apps","title":"Prompted I sold my car.","time":"2026-01-02T03:00:00Z"}]"#;
        let out = GeminiActivity.read(&super::super::read(text));
        assert_eq!(out.notes[0].text, "I sold my car.\n\nAnd I moved.");
        assert_eq!(out.left_out.len(), 1);
    }
}
