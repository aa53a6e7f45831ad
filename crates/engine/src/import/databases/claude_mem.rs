//! claude-mem: what was typed, and what its model noted of each session.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use rusqlite::Connection;

use super::{DatabaseContent, DatabaseFormat, has_column};
use crate::import::formats::ForeignNote;
use crate::import::formats::said::ForeignConversation;

pub(super) struct ClaudeMem;

impl DatabaseFormat for ClaudeMem {
    fn name(&self) -> &'static str {
        "claude-mem"
    }

    fn marks(&self) -> &'static [(&'static str, &'static str)] {
        &[
            ("observations", "memory_session_id"),
            ("observations", "created_at_epoch"),
            ("user_prompts", "prompt_text"),
            ("user_prompts", "content_session_id"),
        ]
    }

    fn read(&self, database: &Connection, zone: &TimeZone) -> rusqlite::Result<DatabaseContent> {
        let mut out = DatabaseContent::default();
        let mut rows = database.prepare(
            "SELECT content_session_id, prompt_text, created_at_epoch FROM user_prompts ORDER BY content_session_id, id",
        )?;
        let mut talk = ForeignConversation::default();
        let mut rows = rows.query([])?;
        while let Some(row) = rows.next()? {
            let session: String = row.get(0)?;
            talk.turn_to(&session, zone, &mut out.notes);
            let at = Timestamp::from_millisecond(row.get(2)?).ok();
            talk.add(true, at, &row.get::<_, String>(1)?);
        }
        talk.into_notes_if_any(zone, &mut out.notes);
        // A title and what belongs to it since its fourth version; one text before.
        let columns = match has_column(database, "observations", "narrative")? {
            true => "coalesce(title, ''), coalesce(narrative, text, '')",
            false => "'', text",
        };
        let mut rows = database
            .prepare(&format!("SELECT id, {columns}, project, created_at_epoch FROM observations ORDER BY id"))?;
        let mut rows = rows.query([])?;
        while let Some(row) = rows.next()? {
            let (number, title, text): (i64, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
            let part = format!("observation-{number}");
            let text = [title.trim(), text.trim()].join("\n\n");
            match text.trim() {
                "" => out.notes.left_out.push(format!("{part}: empty")),
                text => out.notes.notes.push(ForeignNote {
                    part,
                    text: text.to_owned(),
                    at: Timestamp::from_millisecond(row.get(4)?).ok(),
                    tags: row.get::<_, Option<String>>(3)?.into_iter().collect(),
                }),
            }
        }
        Ok(out)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::read_made;

    #[test]
    fn prompts_and_observations_are_notes() {
        let made = "CREATE TABLE user_prompts (id INTEGER PRIMARY KEY, content_session_id TEXT, prompt_number INTEGER, prompt_text TEXT, created_at TEXT, created_at_epoch INTEGER);
            INSERT INTO user_prompts VALUES (1,'s1',1,'We use tabs here.','',1767323045000);
            INSERT INTO user_prompts VALUES (2,'s2',1,'The port is 8080.','',1767409445000);
            INSERT INTO user_prompts VALUES (3,'s1',2,'And no semicolons.','',1767323105000);
            CREATE TABLE observations (id INTEGER PRIMARY KEY, memory_session_id TEXT, project TEXT, text TEXT, type TEXT, title TEXT, narrative TEXT, created_at TEXT, created_at_epoch INTEGER);
            INSERT INTO observations VALUES (1,'m','parser',NULL,'discovery','Tabs everywhere','The formatter keeps tabs.','',1767323045000);";
        let (_, read) = read_made(made).expect("it is read");
        let texts: Vec<&str> = read.notes.notes.iter().map(|note| note.text.as_str()).collect();
        assert_eq!(
            texts,
            [
                "We use tabs here.\n\nAnd no semicolons.",
                "The port is 8080.",
                "Tabs everywhere\n\nThe formatter keeps tabs."
            ]
        );
        assert!(read.notes.notes.iter().all(|note| note.at.is_some()));
    }
}
