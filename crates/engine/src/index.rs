//! The agent's index: opened lazily, caught up with the files before each search, and disposable.
//!
//! Owns `index.sqlite` in the state directory and what is kept beside it. Writes nothing into the
//! workspace. How changed files are noticed is in [`notice`], how they are taken in in
//! [`catch_up`], which scopes are in use in [`scopes`].

mod catch_up;
mod kept;
mod notice;
mod scopes;
pub(crate) mod status;

use std::fs::Metadata;
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard};

use soulfile_recall::{Index, IndexPlace, Options};
use soulfile_vocabulary::layout::DECAY_SCORES;
use soulfile_workspace::{Ident, WorkspacePath};

use crate::error::{Error, Result};
use crate::open::Engine;
use crate::recall::entry_metadata::{FileMetadata, Surroundings};
use crate::recall::lifecycle::Lifecycle;
use crate::recall::names::EntityNames;
use crate::recall::sources::FORMAT;

pub(crate) use catch_up::Deadline;

/// The open index, and what is known of the files it is of.
#[derive(Default)]
pub(crate) struct MemoryIndex {
    open: Mutex<Option<Arc<Index>>>,
    notice: Mutex<notice::ChangeNotice>,
    lifecycle: Mutex<Arc<Lifecycle>>,
    known: Mutex<kept::KnownFiles>,
}

impl MemoryIndex {
    /// Says whether this process has searched already.
    pub fn is_open(&self) -> bool {
        lock(&self.open).is_some()
    }
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
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
        let index = Arc::new(Index::open(IndexPlace::File(self.index_path()), Options::default()).map_err(failed)?);
        *open = Some(index.clone());
        Ok(index)
    }

    /// Closes the index; the next search opens it again, replacing it if it is damaged.
    pub(crate) fn close_index(&self) {
        *lock(&self.index.open) = None;
        self.doubt_index();
        self.close_embedding();
    }

    /// Has the next look at the files be at all of them.
    pub(crate) fn doubt_index(&self) {
        lock(&self.index.notice).doubt();
    }

    /// Listens to changes from the next search on, because there will be many.
    pub(crate) fn expect_searches(&self) {
        lock(&self.index.notice).expect_more();
    }

    /// The names of the entities of the workspace as it is.
    pub(crate) fn names_now(&self, read: impl FnOnce() -> EntityNames) -> Arc<EntityNames> {
        lock(&self.index.notice).names(read)
    }

    pub(crate) fn metadata(&self, path: &str) -> Option<Metadata> {
        let meta = std::fs::symlink_metadata(self.workspace.path().join(path)).ok()?;
        meta.is_file().then_some(meta)
    }

    /// Reads a file as text; `None` when it is not there or refused.
    pub(crate) fn text_of(&self, path: &str) -> Option<String> {
        let path = WorkspacePath::parse(path).ok()?;
        let file = self.workspace.read(&path).ok()??;
        Some(crate::stores::lossy(file.bytes))
    }

    /// The life-cycle states, parsed again only when the scores changed.
    pub(crate) fn lifecycle(&self) -> Arc<Lifecycle> {
        let now = self.metadata(DECAY_SCORES).map_or(0, |meta| stamp(&ident(&meta), 0));
        let mut lifecycle = lock(&self.index.lifecycle);
        if lifecycle.stamp() != now {
            let kept = self.place.state().join("index.states");
            *lifecycle = Arc::new(Lifecycle::load(&kept, now, || self.text_of(DECAY_SCORES)));
        }
        lifecycle.clone()
    }

    /// What is known of a file's entries.
    pub(crate) fn known(&self, path: &str, text: &str, lifecycle: &Lifecycle) -> FileMetadata {
        let read = |path: &str| self.text_of(path);
        FileMetadata::read(path, text, &Surroundings { lifecycle, today: self.now().date(), read: &read })
    }
}

/// What tells one version of a file from another without reading it.
fn stamp(ident: &Ident, states: u64) -> i64 {
    const SECOND: i128 = 1_000_000_000;
    let (seconds, rest) = ((ident.mtime.div_euclid(SECOND)) as i64, (ident.mtime.rem_euclid(SECOND)) as i64);
    let numbers = [FORMAT, seconds, rest, ident.size as i64, ident.ino as i64, states as i64];
    // At once: every file of the workspace is stamped when a process asks its first question.
    let hash = blake3::hash(numbers.map(i64::to_le_bytes).as_flattened());
    // Never 0, so that "no stamp" cannot be mistaken for one.
    i64::from_le_bytes(hash.as_bytes()[..8].try_into().expect("eight bytes")) | 1
}

pub(crate) fn ident(meta: &Metadata) -> Ident {
    let mtime = i128::from(meta.mtime()) * 1_000_000_000 + i128::from(meta.mtime_nsec());
    Ident { ino: meta.ino(), mtime, size: meta.size() }
}
