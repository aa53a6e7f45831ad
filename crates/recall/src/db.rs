//! The SQLite file: schema, connection, and what its errors mean.
//!
//! Tables are read by row id only, never through a secondary index, so that a damaged index page
//! cannot hide a row. Counts and digests in `meta` make missing rows visible.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags};

use crate::error::Error;
use crate::index::{Identity, identity, let_go};

/// Version of the tables; another one is built anew.
pub const SCHEMA: i64 = 4;

const NAMES: [&str; 7] = ["meta", "files", "chunks", "records", "segments", "dead", "removed"];

/// `chunks` holds the texts. What ranking needs of a chunk is in `records` until there are enough
/// of them for a segment, a file beside this one that `segments` names, and so does the catalog with what was in `files`;
/// `dead` names chunks of segments that are gone,
/// and `removed` what went lately, for other processes. `writing` in `meta` tells tables from others made in their place:
/// chunk numbers mean nothing beyond them.
const TABLES: &str = "
CREATE TABLE IF NOT EXISTS meta(key TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS files(id INTEGER PRIMARY KEY AUTOINCREMENT, path TEXT NOT NULL,
    hash BLOB NOT NULL, store INTEGER NOT NULL, stamp INTEGER, sum BLOB NOT NULL,
    revision INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS chunks(id INTEGER PRIMARY KEY AUTOINCREMENT, file INTEGER NOT NULL,
    text TEXT NOT NULL, facts BLOB NOT NULL, sum BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS records(id INTEGER PRIMARY KEY, data BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS segments(id INTEGER PRIMARY KEY, name BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS dead(chunk INTEGER PRIMARY KEY, file INTEGER NOT NULL, length INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS removed(revision INTEGER NOT NULL, chunk INTEGER NOT NULL);
INSERT OR IGNORE INTO meta(key, value) VALUES('writing', random() & 0x7fffffffffffffff);
";

/// Number of the catalog of files among the segments.
pub(crate) const CATALOG: i64 = -1;
/// In the place of a store: the file of this row is gone since the catalog was written.
pub(crate) const GONE: u8 = 255;

/// Where the index lives.
#[derive(Clone, Debug, PartialEq)]
pub enum IndexPlace {
    /// A file, made if missing; its folder must exist.
    File(PathBuf),
    /// Memory only, gone when closed.
    Memory,
}

impl IndexPlace {
    /// The path, for messages.
    pub fn path(&self) -> PathBuf {
        match self {
            Self::File(path) => path.clone(),
            Self::Memory => PathBuf::from(":memory:"),
        }
    }
}

/// Times the file may be replaced while it is opened.
const REPLACED: usize = 8;

/// Opens the file with `open` and says which file that is: another process may replace it at any time, and
/// only one that was there before and after is surely the one that was opened.
fn opened(
    place: &IndexPlace,
    mut open: impl FnMut(&Path) -> Result<Connection, Error>,
) -> Result<(Connection, Identity), Error> {
    let IndexPlace::File(file) = place else {
        let connection = Connection::open_in_memory().map_err(|e| classify(&place.path(), e))?;
        return Ok((connection, None));
    };
    for _ in 0..REPLACED {
        let before = identity(place);
        let connection = open(file)?;
        let after = identity(place);
        if before == after && after.is_some() {
            return Ok((connection, after));
        }
        let_go(&connection);
    }
    Err(Error::Busy { path: place.path() })
}

/// Opens the connection and makes the tables; says which file was opened.
pub fn connect(place: &IndexPlace, patience: Duration) -> Result<(Connection, Identity), Error> {
    let path = place.path();
    let wrap = |e| classify(&path, e);
    let (connection, found) = opened(place, |file| {
        // A log without its main file cannot be read by anyone, and SQLite would wait for the one
        // who still has it open.
        let size = |path: &Path| std::fs::metadata(path).map_or(0, |meta| meta.len());
        if file.exists() && size(file) == 0 && size(&with_end(file, "-wal")) > 0 {
            return Err(Error::Damaged { path: path.clone(), what: "its main file is empty".into() });
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(file, flags).map_err(wrap)?;
        connection.busy_timeout(patience).map_err(wrap)?;
        connection.execute_batch("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;").map_err(wrap)?;
        Ok(connection)
    })?;
    connection.execute_batch("PRAGMA cache_size=-8000; PRAGMA mmap_size=0;").map_err(wrap)?;
    let names = NAMES.map(|name| format!("'{name}'")).join(",");
    let made: u32 = connection
        .query_row(&format!("SELECT count(*) FROM sqlite_schema WHERE name IN ({names})"), [], |r| r.get(0))
        .map_err(wrap)?;
    if made as usize != NAMES.len() {
        connection.execute_batch(&format!("BEGIN IMMEDIATE; {TABLES} COMMIT;")).map_err(wrap)?;
    }
    Ok((connection, found))
}

/// Opens a further connection to a file that is there, to read texts through; says which file was opened.
pub(crate) fn open_to_read(place: &IndexPlace, patience: Duration) -> Result<(Connection, Identity), Error> {
    let path = place.path();
    let wrap = |e| classify(&path, e);
    opened(place, |file| {
        // For writing too: a reader of a log takes part in its bookkeeping.
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(file, flags).map_err(wrap)?;
        connection.busy_timeout(patience).map_err(wrap)?;
        // Rows are read once each; a page cache would only cost memory.
        connection.execute_batch("PRAGMA cache_size=-256; PRAGMA mmap_size=0;").map_err(wrap)?;
        Ok(connection)
    })
}

/// The path of a companion of the index file.
pub(crate) fn with_end(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// Makes all tables anew, empty, inside the caller's transaction.
pub fn clear(connection: &Connection) -> rusqlite::Result<()> {
    let drop: String = NAMES.iter().map(|name| format!("DROP TABLE IF EXISTS {name};")).collect();
    connection.execute_batch(&format!("{drop} {TABLES}"))
}

/// Reads an integer from `meta`.
pub fn number(connection: &Connection, key: &str) -> rusqlite::Result<Option<i64>> {
    let mut statement = connection.prepare_cached("SELECT value FROM meta WHERE key = ?1")?;
    let mut rows = statement.query([key])?;
    rows.next()?.map(|r| r.get(0)).transpose()
}

/// Reads a string from `meta`.
pub fn string(connection: &Connection, key: &str) -> rusqlite::Result<Option<String>> {
    let mut statement = connection.prepare_cached("SELECT value FROM meta WHERE key = ?1")?;
    let mut rows = statement.query([key])?;
    rows.next()?.map(|r| r.get(0)).transpose()
}

/// Writes a value to `meta`.
pub fn set(connection: &Connection, key: &str, value: impl rusqlite::ToSql) -> rusqlite::Result<()> {
    connection.prepare_cached("INSERT OR REPLACE INTO meta(key, value) VALUES(?1, ?2)")?.execute((key, value))?;
    Ok(())
}

/// Says what an SQLite error means for the caller: busy, damage, or another failure.
pub fn classify(path: &Path, error: rusqlite::Error) -> Error {
    let path = path.to_owned();
    let damaged = |what: String| Error::Damaged { path: path.clone(), what };
    match &error {
        rusqlite::Error::SqliteFailure(cause, message) => match cause.code {
            ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => Error::Busy { path },
            ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase => damaged(error.to_string()),
            // A statement that was right when written fails only when the tables are not ours.
            ErrorCode::Unknown
                if message.as_deref().is_some_and(|m| {
                    m.contains("no such") || m.contains("malformed") || m.contains("has no column")
                }) =>
            {
                damaged(error.to_string())
            }
            // SQLITE_IOERR_SHORT_READ: the file was cut.
            _ if cause.extended_code == 522 => damaged(error.to_string()),
            _ => Error::Sqlite { path, source: error },
        },
        rusqlite::Error::SqlInputError { msg, .. }
            if msg.contains("no such") || msg.contains("malformed") || msg.contains("has no column") =>
        {
            damaged(error.to_string())
        }
        rusqlite::Error::InvalidColumnType(..)
        | rusqlite::Error::FromSqlConversionFailure(..)
        | rusqlite::Error::IntegralValueOutOfRange(..)
        | rusqlite::Error::Utf8Error(..)
        | rusqlite::Error::QueryReturnedNoRows => damaged(error.to_string()),
        _ => Error::Sqlite { path, source: error },
    }
}
