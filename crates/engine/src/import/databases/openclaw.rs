//! OpenClaw: the conversations of an agent, and the index of its files.

use std::io::Read;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use rusqlite::Connection;
use serde_json::Value;

use super::{DatabaseContent, DatabaseFile, DatabaseFormat, has_column};
use crate::import::formats::moment;
use crate::import::formats::said::ForeignConversation;

/// An agent's database: its conversations and, since it moved in there, the index.
pub(super) struct OpenClawAgent;

/// The index as a database of its own, as older versions keep it.
pub(super) struct OpenClawIndex;

/// Largest event that is unpacked.
const LARGEST_EVENT: u64 = 4 << 20;

impl DatabaseFormat for OpenClawAgent {
    fn name(&self) -> &'static str {
        "OpenClaw agent"
    }

    fn marks(&self) -> &'static [(&'static str, &'static str)] {
        &[("transcript_events", "event_json"), ("transcript_events", "session_id"), ("session_windows", "session_key")]
    }

    fn read(&self, database: &Connection, zone: &TimeZone) -> rusqlite::Result<DatabaseContent> {
        let mut out = DatabaseContent::default();
        let packed = if has_column(database, "transcript_events", "event_zstd")? { "event_zstd" } else { "NULL" };
        let mut rows = database.prepare(&format!(
            "SELECT events.session_id, windows.session_key, event_json, {packed} FROM transcript_events AS events
             LEFT JOIN session_windows AS windows ON windows.session_id = events.session_id
             ORDER BY events.session_id, seq"
        ))?;
        let (mut talk, mut unread) = (ForeignConversation::default(), 0);
        let mut rows = rows.query([])?;
        while let Some(row) = rows.next()? {
            let session: String = row.get(0)?;
            talk.turn_to(&session, zone, &mut out.notes);
            let text = match row.get::<_, Option<String>>(2)? {
                Some(text) => Some(text),
                None => row.get::<_, Option<Vec<u8>>>(3)?.and_then(|packed| unpacked(&packed)),
            };
            let Some(event) = text.and_then(|text| serde_json::from_str::<Value>(&text).ok()) else {
                unread += 1;
                continue;
            };
            let message = &event["message"];
            if event["type"] != "message" || !matches!(message["role"].as_str(), Some("user" | "assistant")) {
                continue;
            }
            // Schedules and other agents speak as users in sessions of their own.
            let by_program = row.get::<_, Option<String>>(1)?.is_some_and(|key| is_of_a_program(&key));
            let by_other = message["__openclaw"]["senderIsOwner"] == false;
            let by_owner = message["role"] == "user" && !by_program && !by_other;
            talk.add(by_owner, moment(&event["timestamp"]), &text_of(&message["content"]));
        }
        talk.into_notes_if_any(zone, &mut out.notes);
        if unread > 0 {
            out.notes.left_out.push(format!("{unread} events that cannot be read"));
        }
        if has_column(database, "memory_index_chunks", "start_line")? {
            out.files = indexed_files(database, "memory_index_chunks", "memory_index_sources")?;
        }
        Ok(out)
    }
}

impl DatabaseFormat for OpenClawIndex {
    fn name(&self) -> &'static str {
        "OpenClaw index"
    }

    fn marks(&self) -> &'static [(&'static str, &'static str)] {
        &[("chunks", "start_line"), ("chunks", "source"), ("files", "mtime")]
    }

    fn read(&self, database: &Connection, _zone: &TimeZone) -> rusqlite::Result<DatabaseContent> {
        Ok(DatabaseContent { files: indexed_files(database, "chunks", "files")?, ..DatabaseContent::default() })
    }
}

fn is_of_a_program(session_key: &str) -> bool {
    session_key.split(':').any(|part| matches!(part, "subagent" | "cron" | "hook"))
}

fn unpacked(packed: &[u8]) -> Option<String> {
    let mut text = String::new();
    let unpacking = ruzstd::decoding::StreamingDecoder::new(packed).ok()?;
    unpacking.take(LARGEST_EVENT).read_to_string(&mut text).ok()?;
    Some(text)
}

fn text_of(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => {
            let texts = parts.iter().filter(|part| part["type"] == "text").filter_map(|part| part["text"].as_str());
            texts.collect::<Vec<_>>().join("\n\n")
        }
        _ => String::new(),
    }
}

/// The files an index was made from, put together again from their pieces, which overlap.
fn indexed_files(database: &Connection, chunks: &str, sources: &str) -> rusqlite::Result<Vec<DatabaseFile>> {
    let mut rows = database.prepare(&format!(
        "SELECT chunks.path, chunks.text, chunks.start_line, chunks.end_line, files.mtime FROM {chunks} AS chunks
         LEFT JOIN {sources} AS files ON files.path = chunks.path AND files.source = chunks.source
         WHERE chunks.source = 'memory' ORDER BY chunks.path, chunks.start_line, chunks.end_line"
    ))?;
    let mut files: Vec<DatabaseFile> = Vec::new();
    let mut read_to = 0;
    let mut rows = rows.query([])?;
    while let Some(row) = rows.next()? {
        let (path, text): (String, String) = (row.get(0)?, row.get(1)?);
        let (start, end): (i64, i64) = (row.get(2)?, row.get(3)?);
        if files.last().is_none_or(|file| file.path != path) {
            let changed = row.get::<_, Option<f64>>(4)?.and_then(|at| Timestamp::from_millisecond(at as i64).ok());
            files.push(DatabaseFile { path, text: String::new(), changed });
            read_to = 0;
        }
        let file = files.last_mut().expect("there is one");
        // Lines that were in the piece before are not said twice; lines between pieces were blank.
        let known = usize::try_from(read_to - start + 1).unwrap_or(0);
        if start > read_to + 1 && !file.text.is_empty() {
            file.text += "\n";
        }
        for line in text.lines().skip(known) {
            file.text += line;
            file.text += "\n";
        }
        read_to = read_to.max(end);
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::super::tests::read_made;

    const EVENTS: &str = "CREATE TABLE transcript_events (session_id TEXT, seq INTEGER, event_json TEXT, created_at INTEGER, event_zstd BLOB);
        CREATE TABLE session_windows (session_id TEXT PRIMARY KEY, session_key TEXT);
        INSERT INTO session_windows VALUES ('s1', 'agent:main:main'), ('s2', 'agent:main:subagent:x');";

    #[test]
    fn what_the_owner_typed_is_taken() {
        let rows = r#"
            INSERT INTO transcript_events VALUES ('s1',0,'{"type":"session","timestamp":"2026-01-02T03:04:05Z"}',0,NULL);
            INSERT INTO transcript_events VALUES ('s1',1,'{"type":"message","timestamp":"2026-01-02T03:04:05Z","message":{"role":"user","content":"I moved to Pico.","__openclaw":{"senderIsOwner":true}}}',0,NULL);
            INSERT INTO transcript_events VALUES ('s1',2,'{"type":"message","timestamp":"2026-01-02T03:04:06Z","message":{"role":"assistant","content":[{"type":"text","text":"Noted."}]}}',0,NULL);
            INSERT INTO transcript_events VALUES ('s1',3,'{"type":"message","timestamp":"2026-01-02T03:04:07Z","message":{"role":"user","content":[{"type":"text","text":"Buy my lamp!"}],"__openclaw":{"senderIsOwner":false}}}',0,NULL);
            INSERT INTO transcript_events VALUES ('s1',4,NULL,0,X'28b52ffd');
            INSERT INTO transcript_events VALUES ('s2',0,'{"type":"message","timestamp":"2026-01-02T03:04:08Z","message":{"role":"user","content":"Look into the parser."}}',0,NULL);"#;
        let (_, read) = read_made(&format!("{EVENTS}{rows}")).expect("it is read");
        let texts: Vec<&str> = read.notes.notes.iter().map(|note| note.text.as_str()).collect();
        assert_eq!(texts, ["I moved to Pico."]);
        assert_eq!(
            read.notes.left_out,
            [
                "\"s1\": 2 messages that no person wrote",
                "\"s2\": nothing in it was said by a person",
                "1 events that cannot be read"
            ]
        );
    }

    #[test]
    fn an_index_gives_its_files_back_line_by_line() {
        for (chunks, sources, more) in
            [("chunks", "files", ""), ("memory_index_chunks", "memory_index_sources", EVENTS)]
        {
            let made = format!(
                "{more}CREATE TABLE {chunks} (path TEXT, source TEXT, start_line INTEGER, end_line INTEGER, text TEXT);
                 CREATE TABLE {sources} (path TEXT, source TEXT, mtime REAL);
                 INSERT INTO {sources} VALUES ('MEMORY.md', 'memory', 1767323045000.5);
                 INSERT INTO {chunks} VALUES ('MEMORY.md', 'memory', 2, 4, 'b\nc\nd'), ('MEMORY.md', 'memory', 1, 3, 'a\nb\nc'),
                    ('MEMORY.md', 'memory', 6, 6, 'f'), ('sessions/x.jsonl', 'sessions', 1, 1, 'User: hi');"
            );
            let (_, read) = read_made(&made.replace("\\n", "\n")).expect("it is read");
            assert_eq!(read.files.len(), 1);
            assert_eq!((read.files[0].path.as_str(), read.files[0].text.as_str()), ("MEMORY.md", "a\nb\nc\nd\n\nf\n"));
            assert_eq!(read.files[0].changed.unwrap().as_second(), 1_767_323_045);
        }
    }
}
