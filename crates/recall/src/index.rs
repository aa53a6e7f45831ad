//! The index: one SQLite file, its segments beside it, and what a process holds of them.
//!
//! Holds no fact that is not in a file of the workspace and can be deleted at any time. Damage and
//! a change of version make it rebuild itself; a busy file never does. Writing is in
//! [`crate::sync`], searching in [`crate::search`], what the file holds in [`crate::db`].

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, RwLock};
use std::time::Duration;

use rusqlite::Connection;
use rusqlite::config::DbConfig;
use soulfile_vocabulary::Store;

use crate::column_store::ColumnStore;
use crate::db::{self, IndexPlace};
use crate::embed::table::MODEL_ID;
use crate::error::Error;
use crate::load::{IndexReader, LoadedIndex, read_text};

/// How an index is opened.
#[derive(Clone)]
pub struct Options {
    /// How long to wait for another process's write.
    pub patience: Duration,
    /// Threads that analyse text during a large sync.
    pub threads: usize,
    /// The numbers of ranking.
    pub tuning: crate::fuse::Tuning,
}

impl Default for Options {
    fn default() -> Self {
        Self { patience: Duration::from_secs(5), threads: 2, tuning: crate::fuse::Tuning::default() }
    }
}

/// Why an index must be filled again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stale {
    /// It was just made, or was made anew because of damage.
    Empty,
    /// It was damaged; the file was replaced.
    Damaged(String),
    /// The tables, the analyzer or the model changed; what is there still answers by words.
    Version(String),
}

/// Device and inode of an index file; none in memory.
pub(crate) type Identity = Option<(u64, u64)>;

pub use crate::known_files::{KnownFile, KnownFiles};

/// Figures for `memory status`.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Status {
    /// Files indexed.
    pub files: usize,
    /// Chunks indexed.
    pub chunks: usize,
    /// Revision of the index, raised by every change.
    pub revision: u64,
    /// Revision of the workspace it was last synced with, if the caller gave one.
    pub source_revision: Option<String>,
    /// Model of the vectors.
    pub model: String,
    /// Bytes this process holds of it.
    pub image_bytes: usize,
    /// Why it must be filled again, if it must.
    pub stale: Option<String>,
}

/// The derived index of one agent's workspace.
pub struct Index {
    pub(crate) place: IndexPlace,
    pub(crate) options: Options,
    pub(crate) columns: ColumnStore,
    /// Locked before `loaded`, never after it.
    pub(crate) connection: Mutex<Connection>,
    pub(crate) loaded: RwLock<LoadedIndex>,
    pub(crate) stale: Mutex<Option<Stale>>,
    pub(crate) identity: Mutex<Identity>,
    /// Connections of searches that ended, with the epoch each was opened in.
    pub(crate) readers: Mutex<Vec<(u64, Connection)>>,
    /// Raised when the file is replaced: ids of chunks mean others then. Changes only while `loaded` is held
    /// for writing.
    pub(crate) epoch: AtomicU64,
}

impl Index {
    /// Opens or makes the index. A damaged file is replaced by an empty one; see [`Index::stale`].
    pub fn open(place: IndexPlace, options: Options) -> Result<Self, Error> {
        let found = identity(&place);
        match Self::try_open(&place, &options) {
            Err(Error::Damaged { what, .. }) => {
                replace(&place, found)?;
                let index = Self::try_open(&place, &options)?;
                // Another process may have mended it already.
                if *lock(&index.stale) == Some(Stale::Empty) {
                    *lock(&index.stale) = Some(Stale::Damaged(what));
                }
                Ok(index)
            }
            other => other,
        }
    }

    fn try_open(place: &IndexPlace, options: &Options) -> Result<Self, Error> {
        let (connection, identity) = db::connect(place, options.patience)?;
        let columns = ColumnStore::of(place);
        let (stale, loaded) = look(&IndexReader { connection: &connection, place, columns: &columns })?;
        Ok(Self {
            columns,
            identity: Mutex::new(identity),
            place: place.clone(),
            options: options.clone(),
            connection: Mutex::new(connection),
            loaded: RwLock::new(loaded),
            stale: Mutex::new(stale),
            readers: Mutex::default(),
            epoch: AtomicU64::new(0),
        })
    }

    /// Makes the next sync build everything anew, beside what answers until then.
    pub fn ask_for_rebuild(&self) {
        *lock(&self.stale) = Some(Stale::Version("it was asked for".to_owned()));
    }

    /// Why the next sync must be given every file; `None` when the index is whole.
    pub fn stale(&self) -> Option<Stale> {
        lock(&self.stale).clone()
    }

    /// Figures about the index.
    pub fn status(&self) -> Status {
        let loaded = self.read();
        Status {
            files: loaded.files.len(),
            chunks: loaded.image.count,
            revision: loaded.revision,
            source_revision: loaded.source_revision.clone(),
            model: MODEL_ID.to_owned(),
            image_bytes: loaded.image.bytes(),
            stale: self.stale().map(|s| format!("{s:?}")),
        }
    }

    /// Bytes of the index on disk, with its log and its segments.
    pub fn size_on_disk(&self) -> u64 {
        let path = self.place.path();
        let size = |end: &str| std::fs::metadata(db::with_end(&path, end)).map_or(0, |meta| meta.len());
        ["", "-wal", "-shm"].into_iter().map(size).sum::<u64>() + self.columns.size()
    }

    /// Asks something of the files in the index. The index cannot be written meanwhile.
    pub fn known<T>(&self, ask: impl FnOnce(&KnownFiles) -> T) -> T {
        ask(&self.read().files)
    }

    /// Raised when the index file is replaced by another: what was known of it means nothing then.
    pub fn epoch(&self) -> u64 {
        self.epoch.load(Ordering::SeqCst)
    }

    /// Checks everything, down to each text: what `status --deep` shows. Slow.
    pub fn verify(&self) -> Result<(), Error> {
        let connection = lock(&self.connection);
        let path = self.place.path();
        let wrap = |e| db::classify(&path, e);
        let reader = self.reader(&connection);
        let _moment = reader.moment()?;
        let said: String = connection.query_row("PRAGMA integrity_check(1)", [], |r| r.get(0)).map_err(wrap)?;
        if said != "ok" {
            return Err(Error::Damaged { path, what: said });
        }
        let loaded = reader.all()?;
        let image = &loaded.image;
        if !image.check_all() || !loaded.files.check_all() {
            return Err(Error::Damaged { path, what: "a segment is not what was written".into() });
        }
        for slot in (0..image.slots() as u32).filter(|slot| image.is_live(*slot)) {
            let id = image.id(slot);
            read_text(&connection, id).map_err(wrap)?.ok_or_else(|| Error::Damaged {
                path: path.clone(),
                what: format!("text of chunk {id} does not match its sum"),
            })?;
        }
        Ok(())
    }

    /// Takes in what other processes wrote since. Cheap when nothing changed.
    pub fn catch_up(&self) -> Result<(), Error> {
        self.follow()?;
        self.advance(&lock(&self.connection))
    }

    /// Goes on with the file that is at the index's path, where another process replaced it. Costs a look at
    /// its name when not.
    pub fn follow(&self) -> Result<(), Error> {
        if identity(&self.place) == *lock(&self.identity) {
            return Ok(());
        }
        self.reopen(&mut lock(&self.connection))
    }

    /// Opens the file at the index's path in the place of another that was there.
    pub(crate) fn reopen(&self, connection: &mut Connection) -> Result<(), Error> {
        if identity(&self.place) == *lock(&self.identity) {
            return Ok(());
        }
        let (fresh, found) = db::connect(&self.place, self.options.patience)?;
        let (stale, fresh_loaded) = look(&self.reader(&fresh))?;
        let_go(connection);
        *connection = fresh;
        self.turn_to(found, fresh_loaded, stale);
        Ok(())
    }

    /// Makes everything in memory be of another file.
    pub(crate) fn turn_to(&self, found: Identity, fresh: LoadedIndex, stale: Option<Stale>) {
        let mut loaded = self.write();
        *loaded = fresh;
        *lock(&self.identity) = found;
        *lock(&self.stale) = stale;
        self.epoch.fetch_add(1, Ordering::SeqCst);
    }

    /// Applies what changed in the file since the image was taken.
    pub(crate) fn advance(&self, connection: &Connection) -> Result<(), Error> {
        let reader = self.reader(connection);
        // Between two reads another process may move entries from one table to another.
        reader.at_one_moment(|| {
            let revision = reader.number("revision")?;
            if revision == self.read().revision {
                return Ok(());
            }
            let mut loaded = self.write();
            if !reader.newer(&mut loaded, revision)? {
                *loaded = reader.all()?;
            }
            Ok(())
        })
    }

    pub(crate) fn reader<'a>(&'a self, connection: &'a Connection) -> IndexReader<'a> {
        IndexReader { connection, place: &self.place, columns: &self.columns }
    }

    pub(crate) fn write(&self) -> std::sync::RwLockWriteGuard<'_, LoadedIndex> {
        self.loaded.write().unwrap_or_else(|e| e.into_inner())
    }

    pub(crate) fn read(&self) -> std::sync::RwLockReadGuard<'_, LoadedIndex> {
        self.loaded.read().unwrap_or_else(|e| e.into_inner())
    }
}

/// Locks, going on after a panic elsewhere: what is guarded is rebuilt from disk anyway.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|e| e.into_inner())
}

/// Everything whose change makes old rows wrong.
pub(crate) fn version() -> String {
    // Rows hold a store as its number in `Store::SEARCHED`.
    let stores = Store::SEARCHED.len();
    format!("schema {} stores {stores} analyzer {} model {MODEL_ID}", db::SCHEMA, soulfile_text::VERSION)
}

impl Drop for Index {
    fn drop(&mut self) {
        for (_, reader) in lock(&self.readers).drain(..) {
            let_go(&reader);
        }
        if identity(&self.place) != *lock(&self.identity) {
            let_go(&lock(&self.connection));
        }
    }
}

/// What a file holds, and why it must be filled again, if it must.
fn look(reader: &IndexReader<'_>) -> Result<(Option<Stale>, LoadedIndex), Error> {
    let (connection, path) = (reader.connection, reader.place.path());
    let wrap = |e| db::classify(&path, e);
    let version = version();
    let found = db::string(connection, "version").map_err(wrap)?;
    let schema = db::number(connection, "schema").map_err(wrap)?;
    Ok(match (found, schema) {
        (None, None) => {
            // Rows without a version: the table of versions was lost.
            let rows: bool = connection
                .query_row(
                    "SELECT EXISTS(SELECT 1 FROM records) OR EXISTS(SELECT 1 FROM files) OR EXISTS(SELECT 1 FROM chunks)
                     OR EXISTS(SELECT 1 FROM segments)",
                    [],
                    |r| r.get(0),
                )
                .map_err(wrap)?;
            if rows {
                return Err(Error::Damaged { path, what: "its version is missing".into() });
            }
            (Some(Stale::Empty), LoadedIndex::default())
        }
        (Some(found), Some(db::SCHEMA)) => {
            let loaded = reader.all()?;
            let stale = if found != version {
                Some(Stale::Version(format!("{found} is now {version}")))
            } else {
                (!loaded.same_model).then(|| Stale::Version("its vectors are of another model".into()))
            };
            (stale, loaded)
        }
        (_, other) => {
            (Some(Stale::Version(format!("tables {other:?} are now {}", db::SCHEMA))), LoadedIndex::default())
        }
    })
}

/// Prepares a connection whose file is no longer at its path for being closed: SQLite removes the
/// log by its name, and the one of that name now belongs to the file that took its place.
pub(crate) fn let_go(connection: &Connection) {
    // Nothing can be done about a failure, and what is at stake can be built again.
    let _ = connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true);
}

/// Removes a damaged index, unless another process has put a new one in its place since `judged`.
pub(crate) fn replace(place: &IndexPlace, judged: Identity) -> Result<(), Error> {
    let IndexPlace::File(path) = place else {
        return Ok(());
    };
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(std::path::Path::new("."));
    let wrap = |source| Error::File { path: folder.to_owned(), source };
    // One at a time: the lock is on the folder itself, so nothing is left behind.
    let held = std::fs::File::open(folder).map_err(wrap)?;
    held.lock().map_err(wrap)?;
    if identity(place) == judged { discard(place) } else { Ok(()) }
}

/// Removes a damaged index with its companions.
pub(crate) fn discard(place: &IndexPlace) -> Result<(), Error> {
    let IndexPlace::File(path) = place else {
        return Ok(());
    };
    ColumnStore::of(place).sweep(&[]);
    for end in ["", "-wal", "-shm"] {
        let name = db::with_end(path, end);
        match std::fs::remove_file(&name) {
            Err(e) if e.kind() != std::io::ErrorKind::NotFound => {
                return Err(Error::File { path: name, source: e });
            }
            _ => {}
        }
    }
    Ok(())
}

pub(crate) fn identity(place: &IndexPlace) -> Identity {
    let IndexPlace::File(path) = place else {
        return None;
    };
    let found = std::fs::metadata(path).ok()?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        Some((found.dev(), found.ino()))
    }
    #[cfg(not(unix))]
    {
        let _ = found;
        Some((0, 0))
    }
}
