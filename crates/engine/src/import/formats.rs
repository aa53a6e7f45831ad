//! Files of other programs: one format per file behind [`ImportFormat`], told apart by what is in them.
//!
//! Of a conversation only what the person said is taken: an assistant's words are nobody's memory. How many messages
//! were left out is told.

mod chatgpt;
mod claude;
mod claude_code;
mod codex;
mod gemini;
mod html;
mod letta;
mod mbox;
mod mem0;
pub(super) mod said;
pub(super) mod table;
mod transcript;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde_json::Value;

/// A format.
pub(super) trait ImportFormat: Sync {
    /// Its name in the report.
    fn name(&self) -> &'static str;
    /// Whether a file is of this format.
    fn detects(&self, file: &ForeignFile<'_>) -> bool;
    /// What is in it.
    fn read(&self, file: &ForeignFile<'_>) -> ForeignNotes;
}

const FORMATS: [&dyn ImportFormat; 13] = [
    &chatgpt::ChatGpt,
    &claude::ClaudeExport,
    &gemini::GeminiActivity,
    &gemini::GeminiPage,
    &letta::LettaAgentFile,
    &mem0::Mem0Export,
    &claude_code::ClaudeCodeTranscript,
    &codex::CodexTranscript,
    &html::WebPage,
    &mbox::MboxFormat,
    &table::NotionTable,
    // The least particular last.
    &transcript::MessageLines,
    &transcript::DatedLines,
];

/// A file and its content.
pub(super) struct ForeignFile<'t> {
    /// What it is called.
    pub name: &'t str,
    pub text: &'t str,
    /// The whole as JSON, where it is.
    pub json: Option<Value>,
    /// The first line as JSON, where it is and the whole is not.
    pub first_line: Option<Value>,
    /// The user's zone: a conversation is cut at their midnight.
    pub zone: TimeZone,
}

/// A note in such a file.
#[derive(Debug, PartialEq)]
pub(super) struct ForeignNote {
    /// Which part of the file it is.
    pub part: String,
    pub text: String,
    pub at: Option<Timestamp>,
    pub tags: Vec<String>,
}

/// What is in such a file.
#[derive(Debug, Default, PartialEq)]
pub(super) struct ForeignNotes {
    pub notes: Vec<ForeignNote>,
    /// What was left out, and why.
    pub left_out: Vec<String>,
}

impl<'t> ForeignFile<'t> {
    pub fn new(name: &'t str, text: &'t str, zone: TimeZone) -> Self {
        let json = serde_json::from_str::<Value>(text).ok();
        let first =
            || text.lines().find(|line| !line.trim().is_empty()).and_then(|line| serde_json::from_str(line).ok());
        // One record alone is a whole and a line.
        let alone = json.as_ref().is_some_and(Value::is_object) && !text.trim().contains('\n');
        let first_line = if json.is_none() || alone { first() } else { None };
        Self { name, text, json, first_line, zone }
    }

    /// The objects of a list, or of the list below a name.
    pub fn objects(&self, below: Option<&str>) -> &[Value] {
        let list = self.json.as_ref().and_then(|json| below.map_or(Some(json), |name| json.get(name)));
        list.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
    }

    /// The lines as JSON; one that is broken is left out.
    pub fn lines(&self) -> impl Iterator<Item = Value> {
        self.text.lines().filter_map(|line| serde_json::from_str(line).ok())
    }
}

/// The format of a file, if it is known.
pub(super) fn detect(file: &ForeignFile<'_>) -> Option<&'static dyn ImportFormat> {
    FORMATS.into_iter().find(|format| format.detects(file))
}

/// The format of a text that may be a conversation between people.
pub(super) fn detect_transcript(file: &ForeignFile<'_>) -> Option<&'static dyn ImportFormat> {
    transcript::DatedLines.detects(file).then_some(&transcript::DatedLines as &dyn ImportFormat)
}

/// Bytes as text: UTF-8, or what was usual in the west before it.
pub(super) fn decoded(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|e| e.into_bytes().iter().map(|b| char::from(*b)).collect())
}

/// A moment as programs write it: in words of ISO 8601, or in seconds since 1970.
pub(super) fn moment(value: &Value) -> Option<Timestamp> {
    match value {
        Value::String(text) => {
            let text = text.trim();
            // Without a zone it is UTC, as exports have it.
            text.parse().ok().or_else(|| format!("{}Z", text.replacen(' ', "T", 1)).parse().ok())
        }
        Value::Number(number) => Timestamp::from_millisecond((number.as_f64()? * 1000.0) as i64).ok(),
        _ => None,
    }
}

/// A file as the tests of the formats read it.
#[cfg(test)]
fn read(text: &str) -> ForeignFile<'_> {
    ForeignFile::new("file", text, TimeZone::UTC)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_told_apart_by_content() {
        for (text, name) in [
            (r#"[{"title":"x","mapping":{}}]"#, Some("ChatGPT export")),
            (r#"[{"uuid":"1","name":"x","chat_messages":[]}]"#, Some("Claude export")),
            (
                r#"[{"header":"Gemini Apps","title":"Prompted x","time":"2026-01-01T00:00:00Z"}]"#,
                Some("Gemini activity"),
            ),
            (r#"{"agents":[],"blocks":[]}"#, Some("Letta agent file")),
            (r#"{"results":[{"id":"1","memory":"x"}]}"#, Some("Mem0 export")),
            ("{\"sessionId\":\"1\",\"type\":\"user\"}\n{\"type\":\"x\"}", Some("Claude Code transcript")),
            ("{\"type\":\"session_meta\",\"payload\":{}}\n{}", Some("Codex transcript")),
            ("<!DOCTYPE html>\n<p>x", Some("web page")),
            ("Received: x\nFrom: a@b\nDate: Thu, 1 Jan 2026 10:00:00 +0100\n\nhi\n", Some("mailbox")),
            ("From a@b Thu Jan  1 00:00:00 2026\nSubject: x\n\nhi\n", Some("mailbox")),
            (r#"{"name":"package","version":"1"}"#, None),
            ("[1,2]", None),
            ("a,b\n1,2\n", None),
        ] {
            assert_eq!(detect(&read(text)).map(|format| format.name()), name, "{text}");
        }
    }

    #[test]
    fn moments_are_read_as_programs_write_them() {
        for (value, second) in [
            (serde_json::json!("2026-01-02T03:04:05Z"), Some(1_767_323_045)),
            (serde_json::json!("2026-01-02 03:04:05"), Some(1_767_323_045)),
            (serde_json::json!(1_767_323_045.25), Some(1_767_323_045)),
            (serde_json::json!("soon"), None),
            (serde_json::json!(null), None),
        ] {
            assert_eq!(moment(&value).map(|at| at.as_second()), second, "{value}");
        }
    }
}
