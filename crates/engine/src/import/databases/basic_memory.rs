//! basic-memory: the Markdown of its notes, as its database holds it. Older databases hold only what was read out of
//! the files: those are named, to be imported themselves.

use jiff::tz::TimeZone;
use rusqlite::Connection;
use serde_json::Value;

use super::{DatabaseContent, DatabaseFile, DatabaseFormat, count, has_column};
use crate::import::formats::moment;

pub(super) struct BasicMemory;

impl DatabaseFormat for BasicMemory {
    fn name(&self) -> &'static str {
        "basic-memory"
    }

    fn marks(&self) -> &'static [(&'static str, &'static str)] {
        &[("entity", "permalink"), ("entity", "file_path"), ("observation", "content")]
    }

    fn read(&self, database: &Connection, _zone: &TimeZone) -> rusqlite::Result<DatabaseContent> {
        let mut out = DatabaseContent::default();
        let entities = count(database, "SELECT count(*) FROM entity")?;
        if has_column(database, "note_content", "markdown_content")? {
            let mut rows = database.prepare(
                "SELECT entity.file_path, note_content.markdown_content, entity.created_at
                 FROM note_content JOIN entity ON entity.id = note_content.entity_id ORDER BY entity.id",
            )?;
            let file = |row: &rusqlite::Row<'_>| {
                let changed: Option<String> = row.get(2)?;
                let changed = changed.and_then(|changed| moment(&Value::String(changed)));
                Ok(DatabaseFile { path: row.get(0)?, text: row.get(1)?, changed })
            };
            out.files = rows.query_map([], file)?.collect::<rusqlite::Result<_>>()?;
        }
        if out.files.len() < entities {
            let files = entities - out.files.len();
            out.notes
                .left_out
                .push(format!("{files} notes whose text is only in their files; import the project's folder"));
        }
        Ok(out)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::read_made;

    const TABLES: &str = "CREATE TABLE entity (id INTEGER PRIMARY KEY, title TEXT, permalink TEXT, file_path TEXT, created_at TIMESTAMP);
        CREATE TABLE observation (id INTEGER PRIMARY KEY, entity_id INTEGER, content TEXT, category TEXT);
        INSERT INTO entity VALUES (1, 'Ferry', 'trips/ferry', 'trips/ferry.md', '2026-01-02 03:04:05.123456');
        INSERT INTO entity VALUES (2, 'Scan', NULL, 'scan.pdf', '2026-01-02 03:04:05');";

    #[test]
    fn notes_are_read_as_the_files_they_are() {
        let content = "CREATE TABLE note_content (entity_id INTEGER PRIMARY KEY, markdown_content TEXT);
            INSERT INTO note_content VALUES (1, '---\ntitle: Ferry\n---\nLeaves at eight.');";
        let (_, read) = read_made(&format!("{TABLES}{content}")).expect("it is read");
        assert_eq!(read.files.len(), 1);
        assert_eq!(read.files[0].path, "trips/ferry.md");
        assert_eq!(read.files[0].changed.unwrap().as_second(), 1_767_323_045);
        assert_eq!(read.notes.left_out.len(), 1);
        let (_, older) = read_made(TABLES).expect("it is read");
        assert!(older.files.is_empty() && older.notes.left_out[0].starts_with("2 notes"), "{:?}", older.notes);
    }
}
