//! Mem0's history: every change of every memory. The last word of each is taken; what was deleted there is not.

use jiff::tz::TimeZone;
use rusqlite::Connection;
use serde_json::Value;

use super::{DatabaseContent, DatabaseFormat};
use crate::import::formats::{ForeignNote, moment};

pub(super) struct Mem0History;

/// The table as Mem0 makes it.
#[cfg(test)]
pub(super) const TABLE: &str = "CREATE TABLE history (id TEXT PRIMARY KEY, memory_id TEXT, old_memory TEXT, \
    new_memory TEXT, event TEXT, created_at DATETIME, updated_at DATETIME, is_deleted INTEGER, actor_id TEXT, role TEXT);";

impl DatabaseFormat for Mem0History {
    fn name(&self) -> &'static str {
        "Mem0 history"
    }

    fn marks(&self) -> &'static [(&'static str, &'static str)] {
        &[("history", "memory_id"), ("history", "new_memory"), ("history", "event")]
    }

    fn read(&self, database: &Connection, _zone: &TimeZone) -> rusqlite::Result<DatabaseContent> {
        let mut out = DatabaseContent::default();
        // An update keeps the date of the memory and adds its own.
        let mut rows = database.prepare(
            "SELECT memory_id, coalesce(new_memory, ''), event, coalesce(updated_at, created_at), coalesce(is_deleted, 0)
             FROM history WHERE memory_id IS NOT NULL ORDER BY rowid",
        )?;
        let mut last: Vec<(String, String, bool, Option<String>)> = Vec::new();
        let mut at: std::collections::HashMap<String, usize> = Default::default();
        let mut rows = rows.query([])?;
        while let Some(row) = rows.next()? {
            let (id, text): (String, String) = (row.get(0)?, row.get(1)?);
            let gone = row.get::<_, String>(2)? == "DELETE" || row.get::<_, i64>(4)? != 0;
            let one = (id.clone(), text, gone, row.get(3)?);
            match at.get(&id) {
                Some(&known) => last[known] = one,
                None => {
                    at.insert(id, last.len());
                    last.push(one);
                }
            }
        }
        let deleted = last.iter().filter(|(_, _, gone, _)| *gone).count();
        if deleted > 0 {
            out.notes.left_out.push(format!("{deleted} memories that were deleted there"));
        }
        for (part, text, _, changed) in last.into_iter().filter(|(_, _, gone, _)| !gone) {
            match text.trim() {
                "" => out.notes.left_out.push(format!("{part}: empty")),
                text => out.notes.notes.push(ForeignNote {
                    part,
                    text: text.to_owned(),
                    at: changed.and_then(|changed| moment(&Value::String(changed))),
                    tags: Vec::new(),
                }),
            }
        }
        Ok(out)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::read_made;
    use super::*;

    #[test]
    fn the_last_word_of_each_memory_counts() {
        let rows = "
            INSERT INTO history VALUES ('1','a',NULL,'Likes tea','ADD','2026-01-02T03:04:05.5-08:00',NULL,0,NULL,NULL);
            INSERT INTO history VALUES ('2','b',NULL,'Has a cat','ADD','2026-01-03T00:00:00Z',NULL,0,NULL,NULL);
            INSERT INTO history VALUES ('3','a','Likes tea','Likes coffee','UPDATE','2026-01-02T03:04:05.5-08:00','2026-02-01T00:00:00Z',0,NULL,NULL);
            INSERT INTO history VALUES ('4','b','Has a cat',NULL,'DELETE',NULL,NULL,1,NULL,NULL);";
        let (_, content) = read_made(&format!("{TABLE}{rows}")).expect("it is read");
        let notes: Vec<_> =
            content.notes.notes.iter().map(|note| (note.text.as_str(), note.at.unwrap().to_string())).collect();
        assert_eq!(notes, [("Likes coffee", "2026-02-01T00:00:00Z".to_owned())]);
        assert_eq!(content.notes.left_out, ["1 memories that were deleted there"]);
    }
}
