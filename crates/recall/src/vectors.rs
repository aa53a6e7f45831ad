//! Vectors of other models than the static table by the hash of their text, in a file of their own beside the index.
//!
//! Survives a rebuild of the index and a change of model and back, so no text is paid for twice. It
//! holds no text, only hashes and int8 vectors, and can be deleted at any time. Damage costs vectors,
//! never answers: a row that does not match its sum counts as missing.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, TransactionBehavior};

use crate::column_file::{ColumnFile, Name};
use crate::column_store::{ColumnStore, Fill};
use crate::db::{self, IndexPlace};
use crate::embed::EmbedRole;
use crate::embed::table::quantise;
use crate::error::Error;
use crate::index::{discard, lock};

/// Hash of a text and what it is embedded for.
pub type TextKey = [u8; 16];

/// Bytes of vectors kept beside those the index needs.
pub const SPARE: u64 = 64 << 20;

const TABLES: &str = "
CREATE TABLE IF NOT EXISTS models(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE IF NOT EXISTS vectors(model INTEGER NOT NULL, hash BLOB NOT NULL, written INTEGER NOT NULL,
    data BLOB NOT NULL, PRIMARY KEY(model, hash)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS rows(model INTEGER PRIMARY KEY, name BLOB NOT NULL);
";

/// Tables of a later version are not ours; those of the first lack `rows`.
const FORMAT: i64 = 2;

/// A vector as it is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Kept {
    /// Scale of the numbers.
    pub scale: f32,
    pub numbers: Vec<i8>,
    /// True when the text was longer than the model reads.
    pub cut: bool,
}

impl Kept {
    /// Quantises a vector.
    pub fn new(vector: &[f32], cut: bool) -> Self {
        let (scale, numbers) = quantise(vector);
        Self { scale, numbers, cut }
    }

    fn encode(&self, key: &TextKey) -> Vec<u8> {
        let mut out = vec![0; 4];
        out.push(u8::from(self.cut));
        out.extend(self.scale.to_le_bytes());
        out.extend(self.numbers.iter().map(|n| *n as u8));
        let sum = sum(key, &out[4..]);
        out[..4].copy_from_slice(&sum);
        out
    }

    fn decode(key: &TextKey, bytes: &[u8]) -> Option<Self> {
        let (head, body) = bytes.split_first_chunk::<4>()?;
        let ([cut], rest) = body.split_first_chunk::<1>()?;
        let (scale, numbers) = rest.split_first_chunk::<4>()?;
        let whole = sum(key, body) == *head;
        whole.then(|| Self {
            scale: f32::from_le_bytes(*scale),
            numbers: numbers.iter().map(|b| *b as i8).collect(),
            cut: *cut == 1,
        })
    }
}

fn sum(key: &TextKey, body: &[u8]) -> [u8; 4] {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(key);
    hasher.update(body);
    hasher.finalize().to_le_bytes()
}

/// The key of a text.
pub fn text_key(text: &str, role: EmbedRole) -> TextKey {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&[role as u8]).update(text.as_bytes());
    hasher.finalize().as_bytes()[..16].try_into().expect("16 of 32 bytes")
}

/// The file of vectors, and beside it the files that hold those of an index in its order.
pub struct Vectors {
    connection: Mutex<Connection>,
    columns: ColumnStore,
    place: IndexPlace,
    spare: u64,
}

impl Vectors {
    /// Opens or makes the file; a damaged one is replaced by an empty one.
    pub fn open(place: IndexPlace, patience: Duration, spare: u64) -> Result<Self, Error> {
        let connection = match connect(&place, patience) {
            Err(Error::Damaged { .. }) => {
                discard(&place)?;
                connect(&place, patience)?
            }
            other => other?,
        };
        let columns = ColumnStore::of(&place);
        Ok(Self { connection: Mutex::new(connection), columns, place, spare })
    }

    fn wrap(&self, error: rusqlite::Error) -> Error {
        db::classify(&self.place.path(), error)
    }

    /// Starts the file anew.
    pub fn replace(&self, patience: Duration) -> Result<(), Error> {
        let mut connection = lock(&self.connection);
        // Closed before its file goes: the placeholder holds no file.
        *connection = Connection::open_in_memory().map_err(|e| self.wrap(e))?;
        discard(&self.place)?;
        *connection = connect(&self.place, patience)?;
        Ok(())
    }

    /// The vectors of `model` that are kept for these keys.
    pub fn get(&self, model: &str, keys: &[TextKey]) -> Result<HashMap<TextKey, Kept>, Error> {
        let connection = lock(&self.connection);
        let read = || -> rusqlite::Result<HashMap<TextKey, Kept>> {
            let mut found = HashMap::new();
            let Some(model) = model_id(&connection, model)? else { return Ok(found) };
            let mut statement = connection.prepare_cached("SELECT data FROM vectors WHERE model = ?1 AND hash = ?2")?;
            for key in keys {
                let mut rows = statement.query((model, key))?;
                if let Some(row) = rows.next()?
                    && let Some(kept) = Kept::decode(key, row.get_ref(0)?.as_blob()?)
                {
                    found.insert(*key, kept);
                }
            }
            Ok(found)
        };
        read().map_err(|e| self.wrap(e))
    }

    /// Changes when another connection than this one writes to the file.
    pub fn version(&self) -> Result<i64, Error> {
        let connection = lock(&self.connection);
        let read = || connection.prepare_cached("PRAGMA data_version")?.query_row([], |row| row.get(0));
        read().map_err(|e| self.wrap(e))
    }

    /// Keeps vectors of `model`.
    pub fn put(&self, model: &str, vectors: &[(TextKey, Kept)]) -> Result<(), Error> {
        let mut connection = lock(&self.connection);
        let mut write = || -> rusqlite::Result<()> {
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            transaction.execute("INSERT OR IGNORE INTO models(name) VALUES(?1)", [model])?;
            let id = model_id(&transaction, model)?.ok_or(rusqlite::Error::QueryReturnedNoRows)?;
            let written = number(&transaction, "SELECT max(written) FROM vectors")? + 1;
            {
                let mut statement = transaction.prepare_cached(
                    "INSERT OR REPLACE INTO vectors(model, hash, written, data) VALUES(?1, ?2, ?3, ?4)",
                )?;
                for (key, kept) in vectors {
                    statement.execute((id, key, written, kept.encode(key)))?;
                }
            }
            transaction.commit()
        };
        write().map_err(|e| self.wrap(e))
    }

    /// Drops what is longest unused until no more than the spare room is taken by vectors that the
    /// index does not need. Returns how many went.
    pub fn trim(&self, model: &str, needed: &HashSet<TextKey>) -> Result<usize, Error> {
        let mut connection = lock(&self.connection);
        let mut write = || -> rusqlite::Result<usize> {
            let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
            let current = model_id(&transaction, model)?;
            let mut spare = 0u64;
            let mut drop = Vec::new();
            {
                let mut statement = transaction
                    .prepare_cached("SELECT model, hash, length(data) FROM vectors ORDER BY written DESC")?;
                let mut rows = statement.query([])?;
                while let Some(row) = rows.next()? {
                    let (of, hash, size): (i64, Vec<u8>, u32) = (row.get(0)?, row.get(1)?, row.get(2)?);
                    let key = TextKey::try_from(hash.as_slice()).ok();
                    if Some(of) == current && key.is_some_and(|key| needed.contains(&key)) {
                        continue;
                    }
                    spare += u64::from(size);
                    if spare > self.spare {
                        drop.push((of, hash));
                    }
                }
            }
            for row in &drop {
                transaction
                    .prepare_cached("DELETE FROM vectors WHERE model = ?1 AND hash = ?2")?
                    .execute((row.0, &row.1))?;
            }
            transaction.commit()?;
            Ok(drop.len())
        };
        write().map_err(|e| self.wrap(e))
    }

    /// Forgets everything of `model`.
    pub fn forget(&self, model: &str) -> Result<(), Error> {
        let connection = lock(&self.connection);
        let write = || -> rusqlite::Result<()> {
            if let Some(model) = model_id(&connection, model)? {
                connection.execute("DELETE FROM rows WHERE model = ?1", [model])?;
                connection.execute("DELETE FROM vectors WHERE model = ?1", [model])?;
            }
            Ok(())
        };
        write().map_err(|e| self.wrap(e))
    }

    /// The file that holds the vectors of `model` in the order of an index; `None` where there is none that can be read.
    pub(crate) fn rows(&self, model: &str) -> Option<Arc<ColumnFile>> {
        let name: Option<Name> = {
            let connection = lock(&self.connection);
            let mut read = connection
                .prepare_cached(
                    "SELECT rows.name FROM rows JOIN models ON models.id = rows.model WHERE models.name = ?1",
                )
                .ok()?;
            read.query_row([model], |row| row.get(0)).optional().ok()?
        };
        self.columns.open(&name?).ok()?
    }

    /// Writes the vectors of `model` in the order of an index.
    pub(crate) fn put_rows(&self, model: &str, rows: &impl Fill) -> Result<Arc<ColumnFile>, Error> {
        let mut connection = lock(&self.connection);
        let transaction =
            connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(|e| self.wrap(e))?;
        let (name, file) = self.columns.write(rows)?;
        let write = || -> rusqlite::Result<Vec<Name>> {
            transaction.execute("INSERT OR IGNORE INTO models(name) VALUES(?1)", [model])?;
            let id = model_id(&transaction, model)?;
            transaction.execute("INSERT OR REPLACE INTO rows(model, name) VALUES(?1, ?2)", (id, name))?;
            transaction.prepare("SELECT name FROM rows")?.query_map([], |row| row.get(0))?.collect()
        };
        let named = write().map_err(|e| self.wrap(e))?;
        // Nobody else can be writing one now.
        self.columns.sweep(&named);
        transaction.commit().map_err(|e| self.wrap(e))?;
        Ok(file)
    }

    /// Size of the file.
    pub fn bytes(&self) -> Result<u64, Error> {
        let connection = lock(&self.connection);
        let pages = number(&connection, "PRAGMA page_count").map_err(|e| self.wrap(e))?;
        let size = number(&connection, "PRAGMA page_size").map_err(|e| self.wrap(e))?;
        Ok((pages * size) as u64)
    }

    /// How many vectors are kept, of all models.
    pub fn count(&self) -> Result<usize, Error> {
        number(&lock(&self.connection), "SELECT count(*) FROM vectors").map(|n| n as usize).map_err(|e| self.wrap(e))
    }
}

fn connect(place: &IndexPlace, patience: Duration) -> Result<Connection, Error> {
    let path = place.path();
    let wrap = |e| db::classify(&path, e);
    let connection = match place {
        IndexPlace::File(file) => Connection::open(file).map_err(wrap)?,
        IndexPlace::Memory => Connection::open_in_memory().map_err(wrap)?,
    };
    connection.busy_timeout(patience).map_err(wrap)?;
    connection
        .execute_batch("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA cache_size=-2000;")
        .map_err(wrap)?;
    let format = number(&connection, "PRAGMA user_version").map_err(wrap)?;
    if format != FORMAT {
        if !(0..FORMAT).contains(&format) {
            return Err(Error::Damaged { path, what: format!("version {format} of its tables is not known") });
        }
        connection
            .execute_batch(&format!("BEGIN IMMEDIATE; {TABLES} PRAGMA user_version={FORMAT}; COMMIT;"))
            .map_err(wrap)?;
    }
    // A table that is not there or not ours is found now and not in the middle of a search.
    number(&connection, "SELECT count(*) FROM models").map_err(wrap)?;
    connection.prepare("SELECT model, hash, written, data FROM vectors").map_err(wrap)?;
    Ok(connection)
}

fn model_id(connection: &Connection, model: &str) -> rusqlite::Result<Option<i64>> {
    connection.prepare_cached("SELECT id FROM models WHERE name = ?1")?.query_row([model], |r| r.get(0)).optional()
}

/// A number, 0 where there is none.
fn number(connection: &Connection, sql: &str) -> rusqlite::Result<i64> {
    connection.query_row(sql, [], |r| r.get::<_, Option<i64>>(0)).map(Option::unwrap_or_default)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATIENCE: Duration = Duration::from_secs(5);

    fn key(text: &str) -> TextKey {
        text_key(text, EmbedRole::Entry)
    }

    fn kept(x: f32) -> Kept {
        Kept::new(&[x, 1.0, -0.5], false)
    }

    #[test]
    fn vectors_are_found_by_model_and_text_alone() {
        let vectors = Vectors::open(IndexPlace::Memory, PATIENCE, SPARE).unwrap();
        vectors.put("one", &[(key("tea"), kept(0.1))]).unwrap();
        assert_eq!(vectors.get("one", &[key("tea"), key("milk")]).unwrap(), HashMap::from([(key("tea"), kept(0.1))]));
        assert!(vectors.get("two", &[key("tea")]).unwrap().is_empty());
        assert_ne!(key("tea"), text_key("tea", EmbedRole::Question));
    }

    #[test]
    fn what_the_index_needs_is_never_trimmed_and_the_rest_is_bounded() {
        let each = kept(0.0).encode(&key("")).len() as u64;
        let vectors = Vectors::open(IndexPlace::Memory, PATIENCE, 3 * each).unwrap();
        for n in 0..10 {
            vectors.put(if n < 5 { "old" } else { "new" }, &[(key(&n.to_string()), kept(0.5))]).unwrap();
        }
        let needed: HashSet<TextKey> = ["5", "6"].into_iter().map(key).collect();
        assert_eq!(vectors.trim("new", &needed).unwrap(), 5);
        let there = |model: &str, n: u32| !vectors.get(model, &[key(&n.to_string())]).unwrap().is_empty();
        assert!((5..10).all(|n| there("new", n)), "the needed ones and the three newest");
        assert!((0..5).all(|n| !there("old", n)));
    }

    #[test]
    fn a_damaged_row_or_file_costs_vectors_and_no_answers() {
        let dir = tempfile::tempdir().unwrap();
        let place = IndexPlace::File(dir.path().join("vectors.sqlite"));
        let vectors = Vectors::open(place.clone(), PATIENCE, SPARE).unwrap();
        vectors.put("one", &[(key("tea"), kept(0.1)), (key("milk"), kept(0.2))]).unwrap();
        let other = Connection::open(place.path()).unwrap();
        other.execute("UPDATE vectors SET data = x'0000000000000000000000' WHERE hash = ?1", [key("tea")]).unwrap();
        drop(other);
        assert_eq!(vectors.get("one", &[key("tea"), key("milk")]).unwrap().len(), 1);
        drop(vectors);
        for spoiled in [b"not a database ".repeat(1_000), b"SQLite format 3\0".repeat(1_000)] {
            for end in ["-wal", "-shm"] {
                let _ = std::fs::remove_file(format!("{}{end}", place.path().display()));
            }
            std::fs::write(place.path(), spoiled).unwrap();
            let vectors = Vectors::open(place.clone(), PATIENCE, SPARE).unwrap();
            assert_eq!(vectors.count().unwrap(), 0);
            vectors.put("one", &[(key("tea"), kept(0.1))]).unwrap();
        }
    }
}
