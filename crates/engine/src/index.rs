//! The agent's index: opened lazily, caught up with the files before each search, and disposable.
//!
//! Owns `index.sqlite` in the state directory and what is kept beside it. Compares size, time and
//! inode of each file with what the index knows and reads only what differs; the content's hash
//! decides. Writes nothing into the workspace.

use std::collections::{HashMap, HashSet};
use std::fs::{File, Metadata};
use std::io::Write;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use jiff::Timestamp;
use serde::Serialize;
use soulfile_recall::index::Stale;
use soulfile_recall::sync::Coverage;
use soulfile_recall::{Index, Options, Place, SourceFile};
use soulfile_workspace::WorkspacePath;

use crate::error::{Error, Result};
use crate::open::Engine;
use crate::recall::known::{KnownFile, PRIVATE, SHARED, Surroundings};
use crate::recall::lifecycle::{Lifecycle, SCORES};
use crate::recall::sources::{FORMAT, base, is_searched, sources};

/// Text taken in at once when nobody waits.
const LARGE_BATCH: usize = 16 << 20;
/// Text taken in between two looks at the clock.
const SMALL_BATCH: usize = 48 << 10;
/// A rebuild that cannot be divided is done within a deadline up to this much text.
const SMALL_WORKSPACE: u64 = 192 << 10;

/// How long a caller waits.
#[derive(Clone)]
pub(crate) struct Deadline {
    clock: Arc<dyn soulfile_workspace::Clock>,
    start: Timestamp,
    limit: Option<Duration>,
}

impl Deadline {
    /// Starts now; `None` waits as long as it takes.
    pub fn start(engine: &Engine, limit: Option<Duration>) -> Self {
        let clock = engine.place.clock.clone();
        Self { start: clock.now(), clock, limit }
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.clock.now().duration_since(self.start).unsigned_abs()
    }

    fn has_passed(&self) -> bool {
        self.limit.is_some_and(|limit| self.elapsed() >= limit)
    }
}

/// What catching up did.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct CaughtUp {
    /// Files searched.
    pub files: usize,
    /// Files read because they changed.
    pub read: usize,
    /// Files that were gone.
    pub removed: usize,
    /// Files that changed and are not in the index yet, because the deadline came first.
    pub missed: Vec<String>,
    /// What else the caller should know.
    pub notes: Vec<String>,
    /// Why the index had to be filled anew, if it had to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rebuilt: Option<String>,
}

/// The open index and what was seen of the files.
#[derive(Default)]
pub(crate) struct MemoryIndex {
    open: Mutex<Option<Arc<Index>>>,
    seen: Mutex<Seen>,
}

/// Files as the index knows them, and as they were last read.
#[derive(Default)]
struct Seen {
    /// Revision and inode of the index this was taken from.
    version: Option<(u64, u64)>,
    stamps: HashMap<String, i64>,
    names: HashMap<String, Vec<String>>,
    /// Stamps of files that were read again and turned out unchanged.
    touched: HashMap<String, i64>,
    lifecycle: Arc<Lifecycle>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

pub(crate) fn failed(error: soulfile_recall::Error) -> Error {
    Error::Recall(error)
}

impl Engine {
    /// Where the index is.
    pub fn index_path(&self) -> PathBuf {
        match &self.config().memory_search.store.path {
            Some(path) => PathBuf::from(path.replace("<agentId>", self.agent())),
            None => self.place.state().join("index.sqlite"),
        }
    }

    /// The open index.
    pub(crate) fn opened_index(&self) -> Result<Arc<Index>> {
        let mut open = lock(&self.index.open);
        if let Some(index) = &*open {
            return Ok(index.clone());
        }
        let index = Arc::new(Index::open(Place::File(self.index_path()), Options::default()).map_err(failed)?);
        *open = Some(index.clone());
        Ok(index)
    }

    /// Closes the index; the next search opens it again, replacing it if it is damaged.
    pub(crate) fn close_index(&self) {
        *lock(&self.index.open) = None;
        *lock(&self.index.seen) = Seen::default();
    }

    /// The files that are searched, with the stamp of each.
    fn searched_files(&self, lifecycle: &Lifecycle) -> Result<Vec<(String, i64, u64)>> {
        let mut out = Vec::new();
        for path in self.workspace.files()?.into_iter().filter(|path| is_searched(path)) {
            if let Some(meta) = self.metadata(&path) {
                out.push((stamp(&meta, lifecycle.digest(&path)), meta.len(), path));
            }
        }
        Ok(out.into_iter().map(|(stamp, size, path)| (path, stamp, size)).collect())
    }

    fn metadata(&self, path: &str) -> Option<Metadata> {
        let meta = std::fs::symlink_metadata(self.workspace.path().join(path)).ok()?;
        meta.is_file().then_some(meta)
    }

    /// Reads a file as text; `None` when it is not there or refused.
    pub(crate) fn text_of(&self, path: &str) -> Option<String> {
        let path = WorkspacePath::parse(path).ok()?;
        let file = self.workspace.read(&path).ok()??;
        Some(String::from_utf8(file.bytes).unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned()))
    }

    /// The life-cycle states, parsed again only when the scores changed.
    pub(crate) fn lifecycle(&self) -> Arc<Lifecycle> {
        let now = self.metadata(SCORES).map_or(0, |meta| stamp(&meta, 0));
        let mut seen = lock(&self.index.seen);
        if seen.lifecycle.stamp() != now {
            let kept = self.place.state().join("index.states.json");
            seen.lifecycle = Arc::new(Lifecycle::load(&kept, now, || self.text_of(SCORES)));
        }
        seen.lifecycle.clone()
    }

    /// What is known of a file's entries.
    pub(crate) fn known(&self, path: &str, text: &str, lifecycle: &Lifecycle) -> KnownFile {
        let read = |path: &str| self.text_of(path);
        KnownFile::read(path, text, &Surroundings { lifecycle, today: self.now().date(), read: &read })
    }

    fn sources_of(&self, path: &str, stamp: i64, lifecycle: &Lifecycle) -> Option<Vec<SourceFile>> {
        let text = self.text_of(path)?;
        Some(sources(path, &text, &self.known(path, &text, lifecycle), Some(stamp)))
    }

    /// Brings the index up to the files, as far as the deadline lets it.
    pub(crate) fn catch_up(&self, index: &Index, deadline: &Deadline) -> Result<CaughtUp> {
        index.catch_up().map_err(failed)?;
        let lifecycle = self.lifecycle();
        let files = self.searched_files(&lifecycle)?;
        let mut done = CaughtUp { files: files.len(), ..CaughtUp::default() };
        let scopes_lost = !self.scopes_path().exists() && index.status().files > 0;
        let stale = index.stale();
        done.rebuilt = stale.as_ref().and_then(why);
        if scopes_lost {
            self.note_scopes(&[])?;
            index.rebuild([]).map_err(failed)?;
        }
        if let Some(Stale::Version(_)) = stale {
            let size: u64 = files.iter().map(|(_, _, size)| size).sum();
            if deadline.limit.is_some() && size > SMALL_WORKSPACE {
                done.notes.push("the index must be made anew (`soul memory rebuild`); until then words decide".into());
                return Ok(done);
            }
            self.fill(index, &files, &lifecycle, Coverage::All, &mut done)?;
            self.refresh(index);
            return Ok(done);
        }
        self.refresh(index);
        let (mut changed, gone) = self.compare(&files);
        done.removed = gone.iter().filter(|name| base(name) == name.as_str()).count();
        if !gone.is_empty() {
            index.apply(Vec::new(), &gone, Coverage::Some, None).map_err(failed)?;
        }
        // What a person is likely to ask about next first: the newest.
        changed.sort_by(|a, b| b.0.cmp(&a.0));
        let most = if deadline.limit.is_some() { SMALL_BATCH } else { LARGE_BATCH };
        let mut waiting = changed.into_iter().peekable();
        while waiting.peek().is_some() {
            if deadline.has_passed() && done.read > 0 {
                done.missed = waiting.map(|(path, ..)| path).collect();
                break;
            }
            let mut batch = Vec::new();
            let mut size = 0;
            while size < most
                && let Some(next) = waiting.next()
            {
                size += next.2 as usize;
                batch.push(next);
            }
            self.fill(index, &batch, &lifecycle, Coverage::Some, &mut done)?;
        }
        self.refresh(index);
        Ok(done)
    }

    /// Reads files and puts them into the index.
    fn fill(
        &self,
        index: &Index,
        files: &[(String, i64, u64)],
        lifecycle: &Lifecycle,
        coverage: Coverage,
        done: &mut CaughtUp,
    ) -> Result<()> {
        let mut batch = Vec::new();
        let mut gone = Vec::new();
        for (path, stamp, _) in files {
            let made = self.sources_of(path, *stamp, lifecycle).unwrap_or_default();
            let names: HashSet<&str> = made.iter().map(|file| file.path.as_str()).collect();
            let mut seen = lock(&self.index.seen);
            let before = seen.names.get(path).into_iter().flatten();
            gone.extend(before.filter(|name| !names.contains(name.as_str())).cloned());
            seen.touched.insert(path.clone(), *stamp);
            drop(seen);
            batch.extend(made);
        }
        let scopes: Vec<String> =
            batch.iter().flat_map(|f| f.entries.iter().chain([&f.facts])).filter_map(|f| f.scope.clone()).collect();
        // Before the entries: a scope that is used but not noted would hide them.
        self.note_scopes(&scopes)?;
        let commit = self.workspace.revision()?;
        let report = index.apply(batch, &gone, coverage, commit.as_deref()).map_err(failed)?;
        done.read += files.len();
        done.notes.extend(report.embedder_failed.map(|what| format!("{what}; those entries are found by their words")));
        Ok(())
    }

    /// Takes over what the index knows of the files, when it changed.
    fn refresh(&self, index: &Index) {
        // Another process may have replaced the file, and counted up to the same revision.
        let inode = std::fs::metadata(self.index_path()).map_or(0, |meta| meta.ino());
        let version = Some((index.status().revision, inode));
        let mut seen = lock(&self.index.seen);
        if seen.version == version {
            return;
        }
        seen.stamps.clear();
        seen.names.clear();
        for (name, known) in index.known_files() {
            let path = base(&name).to_owned();
            if let Some(stamp) = known.stamp.filter(|_| path == name) {
                seen.stamps.insert(path.clone(), stamp);
            }
            seen.names.entry(path).or_default().push(name);
        }
        seen.version = version;
    }

    /// The files that differ from what the index knows, and indexed names whose file is gone.
    fn compare(&self, files: &[(String, i64, u64)]) -> (Vec<(String, i64, u64)>, Vec<String>) {
        let seen = lock(&self.index.seen);
        let same = |path: &str, stamp: i64| {
            seen.stamps.get(path).is_some_and(|known| *known == stamp || seen.touched.get(path) == Some(&stamp))
        };
        let changed = files.iter().filter(|(path, stamp, _)| !same(path, *stamp)).cloned().collect();
        let there: HashSet<&str> = files.iter().map(|(path, ..)| path.as_str()).collect();
        // A file that another process made and indexed after ours were listed is there all the same.
        let gone =
            seen.names.iter().filter(|(path, _)| !there.contains(path.as_str()) && self.metadata(path).is_none());
        (changed, gone.flat_map(|(_, names)| names.clone()).collect())
    }

    fn scopes_path(&self) -> PathBuf {
        self.place.state().join("index.scopes")
    }

    /// Every scope the index holds, one per line in a file that only grows: several processes may
    /// add to it, and one too many does no harm.
    pub(crate) fn scopes(&self) -> Vec<String> {
        let text = std::fs::read_to_string(self.scopes_path()).unwrap_or_default();
        text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
    }

    fn note_scopes(&self, scopes: &[String]) -> Result<()> {
        let path = self.scopes_path();
        let known: HashSet<String> = self.scopes().into_iter().collect();
        let plain = [PRIVATE, SHARED];
        let fresh: HashSet<&String> =
            scopes.iter().filter(|s| !known.contains(*s) && !plain.contains(&s.as_str())).collect();
        if fresh.is_empty() && path.exists() {
            return Ok(());
        }
        let lines: String =
            fresh.into_iter().map(|s| serde_json::to_string(s).expect("text serialises") + "\n").collect();
        let io = |source| Error::Io { what: "writing", path: path.display().to_string(), source };
        let mut file = File::options().append(true).create(true).mode(0o600).open(&path).map_err(io)?;
        file.write_all(lines.as_bytes()).map_err(io)
    }
}

fn why(stale: &Stale) -> Option<String> {
    match stale {
        Stale::Empty => None,
        Stale::Damaged(what) => Some(format!("the index was damaged ({what}) and was made anew from the files")),
        Stale::Version(what) => Some(format!("the index was made anew from the files: {what}")),
    }
}

/// What tells one version of a file from another without reading it.
fn stamp(meta: &Metadata, states: u64) -> i64 {
    let mut hasher = blake3::Hasher::new();
    for number in [FORMAT, meta.mtime(), meta.mtime_nsec(), meta.size() as i64, meta.ino() as i64, states as i64] {
        hasher.update(&number.to_le_bytes());
    }
    // Never 0, so that "no stamp" cannot be mistaken for one.
    i64::from_le_bytes(hasher.finalize().as_bytes()[..8].try_into().expect("eight bytes")) | 1
}

pub(crate) mod status;
