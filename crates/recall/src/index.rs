//! The index: one SQLite file and its image in memory.
//!
//! Holds no fact that is not in a file of the workspace and can be deleted at any time. Damage and
//! a change of version make it rebuild itself; a busy file never does. Writing is in
//! [`crate::sync`], searching in [`crate::search`].

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, RwLock};
use std::time::Duration;

use rusqlite::Connection;

use crate::db::{self, Place};
use crate::embed::{Builtin, Embedder};
use crate::entry::Store;
use crate::error::Error;
use crate::image::Image;
use crate::record::View;

/// How an index is opened.
#[derive(Clone)]
pub struct Options {
    /// Makes the vectors.
    pub embedder: Arc<dyn Embedder>,
    /// How long to wait for another process's write.
    pub patience: Duration,
    /// Threads that analyse text during a large sync.
    pub threads: usize,
    /// The numbers of ranking.
    pub tuning: crate::fuse::Tuning,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            embedder: Arc::new(Builtin),
            patience: Duration::from_secs(5),
            threads: 2,
            tuning: crate::fuse::Tuning::default(),
        }
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

/// What is known of an indexed file.
#[derive(Clone, Debug, PartialEq)]
pub struct KnownFile {
    /// Row id.
    pub id: u32,
    /// Hash of its content and facts.
    pub hash: [u8; 32],
    /// Store.
    pub store: Store,
    /// The caller's stamp (modification time, size), to skip reading unchanged files.
    pub stamp: Option<i64>,
}

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
    /// Bytes of the image in memory.
    pub image_bytes: usize,
    /// Why it must be filled again, if it must.
    pub stale: Option<String>,
}

pub(crate) struct Loaded {
    pub image: Image,
    pub files: HashMap<String, KnownFile>,
    pub paths: HashMap<u32, Arc<str>>,
    pub revision: u64,
    pub source_revision: Option<String>,
    pub same_model: bool,
}

/// The derived index of one agent's workspace.
pub struct Index {
    pub(crate) place: Place,
    pub(crate) options: Options,
    pub(crate) connection: Mutex<Connection>,
    pub(crate) loaded: RwLock<Loaded>,
    pub(crate) stale: Mutex<Option<Stale>>,
    pub(crate) identity: Mutex<Option<(u64, u64)>>,
}

impl Index {
    /// Opens or makes the index. A damaged file is replaced by an empty one; see [`Index::stale`].
    pub fn open(place: Place, options: Options) -> Result<Self, Error> {
        match Self::try_open(&place, &options) {
            Err(Error::Damaged { what, .. }) => {
                discard(&place)?;
                let index = Self::try_open(&place, &options)?;
                *lock(&index.stale) = Some(Stale::Damaged(what));
                Ok(index)
            }
            other => other,
        }
    }

    fn try_open(place: &Place, options: &Options) -> Result<Self, Error> {
        let connection = db::connect(place, options.patience)?;
        let path = place.path();
        let wrap = |e| db::classify(&path, e);
        let version = version(options);
        let found = db::string(&connection, "version").map_err(wrap)?;
        let schema = db::number(&connection, "schema").map_err(wrap)?;
        let (stale, loaded) = match (found, schema) {
            (None, None) => {
                // Rows without a version: the table of versions was lost.
                let rows: bool = connection
                    .query_row(
                        "SELECT EXISTS(SELECT 1 FROM records) OR EXISTS(SELECT 1 FROM files) OR EXISTS(SELECT 1 FROM chunks)",
                        [],
                        |r| r.get(0),
                    )
                    .map_err(wrap)?;
                if rows {
                    return Err(Error::Damaged { path, what: "its version is missing".into() });
                }
                (Some(Stale::Empty), Loaded::default())
            }
            (Some(found), Some(db::SCHEMA)) => {
                let loaded = load_all(&connection, place, options)?;
                ((found != version).then(|| Stale::Version(format!("{found} is now {version}"))), loaded)
            }
            (_, other) => (Some(Stale::Version(format!("tables {other:?} are now {}", db::SCHEMA))), Loaded::default()),
        };
        Ok(Self {
            identity: Mutex::new(identity(place)),
            place: place.clone(),
            options: options.clone(),
            connection: Mutex::new(connection),
            loaded: RwLock::new(loaded),
            stale: Mutex::new(stale),
        })
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
            model: self.options.embedder.id().to_owned(),
            image_bytes: loaded.image.bytes(),
            stale: self.stale().map(|s| format!("{s:?}")),
        }
    }

    /// Files in the index with their hashes and stamps, so that a caller can send only what changed.
    pub fn known_files(&self) -> HashMap<String, KnownFile> {
        self.read().files.clone()
    }

    /// Checks everything, down to each text: what `status --deep` shows. Slow.
    pub fn verify(&self) -> Result<(), Error> {
        let connection = lock(&self.connection);
        let path = self.place.path();
        let wrap = |e| db::classify(&path, e);
        let said: String = connection.query_row("PRAGMA integrity_check(1)", [], |r| r.get(0)).map_err(wrap)?;
        if said != "ok" {
            return Err(Error::Damaged { path, what: said });
        }
        let loaded = load_all(&connection, &self.place, &self.options)?;
        for id in loaded.image.ids {
            read_text(&connection, id).map_err(wrap)?.ok_or_else(|| Error::Damaged {
                path: path.clone(),
                what: format!("text of chunk {id} does not match its sum"),
            })?;
        }
        Ok(())
    }

    /// Takes in what other processes wrote since. Cheap when nothing changed.
    pub fn catch_up(&self) -> Result<(), Error> {
        let mut connection = lock(&self.connection);
        let now = identity(&self.place);
        if now != *lock(&self.identity) {
            // Another process replaced a damaged file: go on with the new one.
            *connection = db::connect(&self.place, self.options.patience)?;
            *lock(&self.identity) = identity(&self.place);
            let loaded = load_all(&connection, &self.place, &self.options)?;
            *self.loaded.write().unwrap_or_else(|e| e.into_inner()) = loaded;
            return Ok(());
        }
        let path = self.place.path();
        let revision = db::number(&connection, "revision").map_err(|e| db::classify(&path, e))?.unwrap_or(0) as u64;
        if revision != self.read().revision {
            let loaded = self.advance(&connection, revision)?;
            if let Some(loaded) = loaded {
                *self.loaded.write().unwrap_or_else(|e| e.into_inner()) = loaded;
            }
        }
        Ok(())
    }

    /// Applies what changed since the image's revision, or loads everything when too far behind.
    pub(crate) fn advance(&self, connection: &Connection, revision: u64) -> Result<Option<Loaded>, Error> {
        let path = self.place.path();
        let wrap = |e| db::classify(&path, e);
        let mut loaded = self.loaded.write().unwrap_or_else(|e| e.into_inner());
        let floor = db::number(connection, "removed_from").map_err(wrap)?.unwrap_or(0) as u64;
        let dead = loaded.image.rows.len() - loaded.image.count;
        if loaded.revision < floor || dead > 1_000 && dead > loaded.image.count / 4 {
            return load_all(connection, &self.place, &self.options).map(Some);
        }
        let mut statement =
            connection.prepare_cached("SELECT chunk, terms FROM removed WHERE revision > ?1").map_err(wrap)?;
        let mut rows = statement.query([loaded.revision as i64]).map_err(wrap)?;
        while let Some(row) = rows.next().map_err(wrap)? {
            let id: i64 = row.get(0).map_err(wrap)?;
            let terms: Vec<u8> = row.get(1).map_err(wrap)?;
            if id < 0 {
                // A file that went, not a chunk.
                let gone = loaded.paths.remove(&(-id as u32));
                gone.map(|path| loaded.files.remove(&*path));
            } else {
                loaded.image.remove(id, &unpack_terms(&terms));
            }
        }
        let last = loaded.image.ids.last().copied().unwrap_or(0);
        let mut statement =
            connection.prepare_cached("SELECT id, data FROM records WHERE id > ?1 ORDER BY id").map_err(wrap)?;
        let mut rows = statement.query([last]).map_err(wrap)?;
        while let Some(row) = rows.next().map_err(wrap)? {
            let id: i64 = row.get(0).map_err(wrap)?;
            let record = View::read(row.get_ref(1).map_err(wrap)?.as_blob().unwrap_or_default())
                .ok_or_else(|| Error::Damaged { path: path.clone(), what: format!("record {id}") })?;
            loaded.image.push(id, record);
        }
        let since = loaded.revision;
        let (files, paths, _) = load_files(connection, &self.place, since)?;
        loaded.files.extend(files);
        loaded.paths.extend(paths);
        loaded.revision = revision;
        loaded.source_revision = db::string(connection, "source_revision").map_err(wrap)?;
        Ok(None)
    }

    pub(crate) fn read(&self) -> std::sync::RwLockReadGuard<'_, Loaded> {
        self.loaded.read().unwrap_or_else(|e| e.into_inner())
    }
}

/// Locks, going on after a panic elsewhere: what is guarded is rebuilt from disk anyway.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|e| e.into_inner())
}

/// Everything whose change makes old rows wrong.
pub(crate) fn version(options: &Options) -> String {
    format!("schema {} analyzer {} model {}", db::SCHEMA, soulfile_text::VERSION, options.embedder.id())
}

impl Default for Loaded {
    fn default() -> Self {
        Self {
            image: Image::default(),
            files: HashMap::new(),
            paths: HashMap::new(),
            revision: 0,
            source_revision: None,
            same_model: true,
        }
    }
}

/// Removes a damaged index with its companions.
pub(crate) fn discard(place: &Place) -> Result<(), Error> {
    let Place::File(path) = place else {
        return Ok(());
    };
    for end in ["", "-wal", "-shm"] {
        let mut name = path.clone().into_os_string();
        name.push(end);
        match std::fs::remove_file(&name) {
            Err(e) if e.kind() != std::io::ErrorKind::NotFound => {
                return Err(Error::File { path: name.into(), source: e });
            }
            _ => {}
        }
    }
    Ok(())
}

pub(crate) fn identity(place: &Place) -> Option<(u64, u64)> {
    let Place::File(path) = place else {
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

pub(crate) fn load_all(connection: &Connection, place: &Place, options: &Options) -> Result<Loaded, Error> {
    let path = place.path();
    let wrap = |e| db::classify(&path, e);
    let damaged = |what: String| Error::Damaged { path: path.clone(), what };
    // One read transaction: every table of the same moment.
    let moment = connection.unchecked_transaction().map_err(wrap)?;
    let revision = db::number(connection, "revision").map_err(wrap)?.unwrap_or(0) as u64;
    let mut image = Image::default();
    let mut digest = 0u64;
    {
        let mut statement = connection.prepare_cached("SELECT id, data FROM records ORDER BY id").map_err(wrap)?;
        let mut rows = statement.query([]).map_err(wrap)?;
        while let Some(row) = rows.next().map_err(wrap)? {
            let id: i64 = row.get(0).map_err(wrap)?;
            let blob = row.get_ref(1).map_err(wrap)?.as_blob().map_err(|e| damaged(e.to_string()))?;
            let record = View::read(blob).ok_or_else(|| damaged(format!("record {id}")))?;
            digest ^= record_digest(id, blob);
            image.push(id, record);
        }
    }
    let wanted = db::number(connection, "records_digest").map_err(wrap)?.unwrap_or(0) as u64;
    if digest != wanted {
        return Err(damaged("records are missing or out of place".into()));
    }
    let (files, paths, found) = load_files(connection, place, 0)?;
    let wanted = db::number(connection, "files_digest").map_err(wrap)?.unwrap_or(0) as u64;
    if found != wanted {
        return Err(damaged("file rows are missing".into()));
    }
    let source_revision = db::string(connection, "source_revision").map_err(wrap)?;
    let model = db::string(connection, "model").map_err(wrap)?;
    moment.finish().map_err(wrap)?;
    if image.rows.iter().any(|row| !paths.contains_key(&row.file)) {
        return Err(damaged("a record names a file that is not listed".into()));
    }
    let same_model = model.is_none_or(|m| m == options.embedder.id());
    Ok(Loaded { image, files, paths, revision, source_revision, same_model })
}

type Files = (HashMap<String, KnownFile>, HashMap<u32, Arc<str>>, u64);

/// Reads the file rows written after revision `since`, and the digest of those rows.
fn load_files(connection: &Connection, place: &Place, since: u64) -> Result<Files, Error> {
    let path = place.path();
    let wrap = |e| db::classify(&path, e);
    let damaged = |what: &str| Error::Damaged { path: path.clone(), what: what.to_owned() };
    let mut files = HashMap::new();
    let mut paths = HashMap::new();
    let mut digest = 0u64;
    let mut statement = connection
        .prepare_cached("SELECT id, path, hash, store, stamp, sum FROM files WHERE revision > ?1 ORDER BY id")
        .map_err(wrap)?;
    let mut rows = statement.query([since as i64]).map_err(wrap)?;
    while let Some(row) = rows.next().map_err(wrap)? {
        let (id, name): (u32, String) = (row.get(0).map_err(wrap)?, row.get(1).map_err(wrap)?);
        let hash: [u8; 32] = row.get(2).map_err(wrap)?;
        let store: u8 = row.get(3).map_err(wrap)?;
        let stamp: Option<i64> = row.get(4).map_err(wrap)?;
        let sum: [u8; 8] = row.get(5).map_err(wrap)?;
        if sum != file_sum(id, &name, &hash, store, stamp) {
            return Err(damaged("a file row does not match its sum"));
        }
        digest ^= u64::from_le_bytes(sum);
        let store = Store::from_code(store).ok_or_else(|| damaged("unknown store"))?;
        paths.insert(id, Arc::from(name.as_str()));
        files.insert(name, KnownFile { id, hash, store, stamp });
    }
    Ok((files, paths, digest))
}

/// Share of one record in the digest of all.
pub(crate) fn record_digest(id: i64, blob: &[u8]) -> u64 {
    let crc = blob.first_chunk::<4>().map_or(0, |b| u32::from_le_bytes(*b));
    (u64::from(crc) ^ (id as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xff51_afd7_ed55_8ccd)
}

/// Sum of a file row.
pub(crate) fn file_sum(id: u32, path: &str, hash: &[u8; 32], store: u8, stamp: Option<i64>) -> [u8; 8] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&id.to_le_bytes()).update(path.as_bytes()).update(hash).update(&[store]);
    hasher.update(&stamp.unwrap_or(i64::MIN).to_le_bytes());
    hasher.finalize().as_bytes()[..8].try_into().expect("eight of 32 bytes")
}

/// Sum of a chunk's text row.
pub(crate) fn text_sum(file: u32, text: &str, facts: &str) -> [u8; 16] {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&file.to_le_bytes()).update(&(text.len() as u64).to_le_bytes());
    hasher.update(text.as_bytes()).update(facts.as_bytes());
    hasher.finalize().as_bytes()[..16].try_into().expect("16 of 32 bytes")
}

/// Reads a chunk's text and facts; `None` when they do not match their sum.
pub(crate) fn read_text(connection: &Connection, id: i64) -> rusqlite::Result<Option<(String, String)>> {
    let mut statement = connection.prepare_cached("SELECT file, text, facts, sum FROM chunks WHERE id = ?1")?;
    let mut rows = statement.query([id])?;
    let Some(row) = rows.next()? else {
        return Ok(None);
    };
    let (file, text, facts): (u32, String, String) = (row.get(0)?, row.get(1)?, row.get(2)?);
    let sum: [u8; 16] = row.get(3)?;
    Ok((sum == text_sum(file, &text, &facts)).then_some((text, facts)))
}

pub(crate) fn pack_terms(terms: &[(u64, u8)]) -> Vec<u8> {
    terms.iter().flat_map(|(h, c)| h.to_le_bytes().into_iter().take(5).chain([*c])).collect()
}

fn unpack_terms(bytes: &[u8]) -> Vec<(u64, u8)> {
    bytes.chunks_exact(6).map(|b| (u64::from_le_bytes([b[0], b[1], b[2], b[3], b[4], 0, 0, 0]), b[5])).collect()
}
