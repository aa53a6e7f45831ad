//! Databases of other programs (SQLite): one program per file behind [`DatabaseFormat`], told apart by their tables.
//!
//! A database is read from a copy, with the log beside it that holds what was written last: the program it belongs to
//! may be running, and opening its file would leave files of SQLite's beside it. What is in it is as untrusted as any
//! import: only plain tables are read, and no code that a schema names runs.

mod basic_memory;
mod claude_mem;
mod mem0;
mod openclaw;

use std::fs::OpenOptions;
use std::io::{self, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use jiff::Timestamp;
use jiff::tz::TimeZone;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};

use super::formats::ForeignNotes;

/// Largest database.
pub const LARGEST_DATABASE: u64 = 1024 * 1024 * 1024;

/// A program that keeps its memories in SQLite.
trait DatabaseFormat: Sync {
    /// Its name in the report.
    fn name(&self) -> &'static str;
    /// The tables and columns that make a database this program's.
    fn marks(&self) -> &'static [(&'static str, &'static str)];
    /// What is in it. Conversations are cut at midnight in `zone`.
    fn read(&self, database: &Connection, zone: &TimeZone) -> rusqlite::Result<DatabaseContent>;
}

const FORMATS: [&dyn DatabaseFormat; 5] = [
    &openclaw::OpenClawAgent,
    &openclaw::OpenClawIndex,
    &mem0::Mem0History,
    &basic_memory::BasicMemory,
    &claude_mem::ClaudeMem,
];

/// What is in a database.
#[derive(Debug, Default)]
pub(super) struct DatabaseContent {
    pub notes: ForeignNotes,
    /// Files that the program keeps a copy of, read as if they lay beside the database.
    pub files: Vec<DatabaseFile>,
}

/// A file inside a database.
#[derive(Debug, PartialEq)]
pub(super) struct DatabaseFile {
    pub path: String,
    pub text: String,
    pub changed: Option<Timestamp>,
}

/// Reads a database; gives its format's name, or why it is left out.
pub(super) fn read(copy: &DatabaseCopy, zone: &TimeZone) -> Result<(&'static str, DatabaseContent), String> {
    let broken = |error: rusqlite::Error| format!("cannot be read as a database: {error}");
    let database = open(&copy.file).map_err(broken)?;
    let fits = |format: &&dyn DatabaseFormat| -> rusqlite::Result<bool> {
        for (table, column) in format.marks() {
            if !has_column(&database, table, column)? {
                return Ok(false);
            }
        }
        Ok(true)
    };
    for format in FORMATS {
        if fits(&format).map_err(broken)? {
            return Ok((format.name(), format.read(&database, zone).map_err(broken)?));
        }
    }
    Err("a database of no program that is known; export it from the program it belongs to".to_owned())
}

fn open(file: &Path) -> rusqlite::Result<Connection> {
    // Not read-only: what the log holds has to be put in place first, and the copy is ours.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let database = Connection::open_with_flags(file, flags)?;
    database.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    database.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    database.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false)?;
    database.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false)?;
    database.pragma_update(None, "cell_size_check", true)?;
    database.pragma_update(None, "mmap_size", 0)?;
    Ok(database)
}

/// Whether there is a plain table with that column.
fn has_column(database: &Connection, table: &str, column: &str) -> rusqlite::Result<bool> {
    let asked = "SELECT count(*) FROM sqlite_master, pragma_table_info(?1) AS columns
                 WHERE sqlite_master.type = 'table' AND sqlite_master.name = ?1 AND sql NOT LIKE 'CREATE VIRTUAL%' AND columns.name = ?2";
    database.query_row(asked, [table, column], |row| row.get::<_, i64>(0)).map(|count| count > 0)
}

/// How many rows an SQL text counts.
fn count(database: &Connection, sql: &str) -> rusqlite::Result<usize> {
    database.query_row(sql, [], |row| row.get::<_, i64>(0)).map(|count| usize::try_from(count).unwrap_or(0))
}

/// A private copy of a database, removed when it was read.
pub(super) struct DatabaseCopy {
    file: PathBuf,
}

impl DatabaseCopy {
    /// Copies a file and the log beside it into a folder.
    pub fn of_file(file: &Path, folder: &Path) -> Result<Self, String> {
        let copy = Self::name(folder)?;
        let mut log = file.as_os_str().to_owned();
        log.push("-wal");
        let from = |file: &Path| std::fs::File::open(file);
        copy.fill("", &mut from(file).map_err(unreadable)?)?;
        match from(Path::new(&log)) {
            Ok(mut log) => copy.fill("-wal", &mut log)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(unreadable(error)),
        }
        Ok(copy)
    }

    /// Writes bytes, such as a file of an archive, into a folder.
    pub fn of_bytes(mut bytes: &[u8], folder: &Path) -> Result<Self, String> {
        let copy = Self::name(folder)?;
        copy.fill("", &mut bytes)?;
        Ok(copy)
    }

    fn name(folder: &Path) -> Result<Self, String> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        std::fs::create_dir_all(folder).map_err(unreadable)?;
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        Ok(Self { file: folder.join(format!("import-{}-{number}.database", std::process::id())) })
    }

    fn part(&self, ending: &str) -> PathBuf {
        let mut name = self.file.as_os_str().to_owned();
        name.push(ending);
        name.into()
    }

    fn fill(&self, ending: &str, from: &mut dyn Read) -> Result<(), String> {
        let part = self.part(ending);
        let mut to =
            OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(part).map_err(unreadable)?;
        let copied = io::copy(&mut from.take(LARGEST_DATABASE + 1), &mut to).map_err(unreadable)?;
        to.flush().map_err(unreadable)?;
        if copied > LARGEST_DATABASE {
            return Err(format!("larger than {} MiB", LARGEST_DATABASE / 1024 / 1024));
        }
        Ok(())
    }
}

impl Drop for DatabaseCopy {
    fn drop(&mut self) {
        for ending in ["", "-wal", "-shm", "-journal"] {
            let _ = std::fs::remove_file(self.part(ending));
        }
    }
}

fn unreadable(error: io::Error) -> String {
    format!("cannot be copied to be read: {error}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads a database that is made by these statements.
    pub(super) fn read_made(statements: &str) -> Result<(&'static str, DatabaseContent), String> {
        let folder = tempfile::tempdir().expect("a folder");
        let made = folder.path().join("store.db");
        Connection::open(&made).and_then(|database| database.execute_batch(statements)).expect("it is made");
        read(&DatabaseCopy::of_file(&made, &folder.path().join("copies"))?, &TimeZone::UTC)
    }

    #[test]
    fn what_a_running_program_wrote_last_is_read_and_its_folder_left_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        let made = folder.path().join("history.db");
        let running = Connection::open(&made).expect("it opens");
        running.pragma_update(None, "journal_mode", "wal").expect("a log");
        running.execute_batch(mem0::TABLE).expect("a table");
        running
            .execute(
                "INSERT INTO history VALUES ('h','m1',NULL,'Likes tea','ADD','2026-01-02T03:04:05Z',NULL,0,NULL,NULL)",
                [],
            )
            .expect("a row");
        let names = || {
            let entries = std::fs::read_dir(folder.path()).expect("a folder");
            let mut names: Vec<_> = entries.map(|entry| entry.expect("an entry").file_name()).collect();
            names.sort();
            names
        };
        let before = names();
        let copies = folder.path().join("copies");
        let copy = DatabaseCopy::of_file(&made, &copies).expect("a copy");
        let (name, content) = read(&copy, &TimeZone::UTC).expect("it is read");
        assert_eq!((name, content.notes.notes.len()), ("Mem0 history", 1));
        drop(copy);
        assert_eq!(std::fs::read_dir(&copies).expect("a folder").count(), 0, "the copy is gone");
        std::fs::remove_dir(&copies).expect("it is empty");
        assert_eq!(names(), before);
    }

    #[test]
    fn what_is_no_database_of_a_known_program_says_so() {
        let folder = tempfile::tempdir().expect("a folder");
        let copy = DatabaseCopy::of_bytes(b"no database at all", folder.path()).expect("a copy");
        assert!(read(&copy, &TimeZone::UTC).unwrap_err().contains("cannot be read as a database"));
        assert!(read_made("CREATE TABLE x (y)").unwrap_err().contains("no program that is known"));
        let view =
            "CREATE TABLE t (x); CREATE VIEW history AS SELECT x AS memory_id, x AS new_memory, x AS event FROM t";
        assert!(read_made(view).unwrap_err().contains("no program that is known"), "a view runs what it says");
    }
}
