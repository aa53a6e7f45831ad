//! Catching up: comparing size, time and inode of each file with what the index knows, and reading
//! only what differs; the content's hash decides.

use std::collections::HashSet;
use std::os::unix::fs::MetadataExt;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use serde::Serialize;
use soulfile_recall::index::Stale;
use soulfile_recall::sync::Coverage;
use soulfile_recall::{Index, SourceFile};

use super::{failed, lock, stamp};
use crate::error::Result;
use crate::open::Engine;
use crate::recall::lifecycle::Lifecycle;
use crate::recall::sources::{base, is_searched, sources};

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

    /// Time left, where there is a limit.
    pub fn left(&self) -> Option<Duration> {
        self.limit.map(|limit| limit.saturating_sub(self.elapsed()))
    }

    fn has_passed(&self) -> bool {
        self.limit.is_some_and(|limit| self.elapsed() >= limit)
    }
}

/// What catching up did.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, schemars::JsonSchema)]
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

impl CaughtUp {
    /// Adds what a later look did.
    pub(crate) fn add(&mut self, later: Self) {
        self.files = later.files;
        self.read += later.read;
        self.removed += later.removed;
        self.missed = later.missed;
        self.notes.extend(later.notes);
        self.rebuilt = later.rebuilt.or(self.rebuilt.take());
    }
}

impl Engine {
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
            let seen = lock(&self.index.seen);
            let before = seen.names.get(path).into_iter().flatten();
            gone.extend(before.filter(|name| !names.contains(name.as_str())).cloned());
            drop(seen);
            batch.extend(made);
        }
        let scopes: Vec<String> =
            batch.iter().flat_map(|f| f.entries.iter().chain([&f.facts])).filter_map(|f| f.scope.clone()).collect();
        // Before the entries: a scope that is used but not noted would hide them.
        self.note_scopes(&scopes)?;
        let commit = self.workspace.revision()?;
        index.apply(batch, &gone, coverage, commit.as_deref()).map_err(failed)?;
        done.read += files.len();
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
        let same = |path: &str, stamp: i64| seen.stamps.get(path) == Some(&stamp);
        let changed = files.iter().filter(|(path, stamp, _)| !same(path, *stamp)).cloned().collect();
        let there: HashSet<&str> = files.iter().map(|(path, ..)| path.as_str()).collect();
        // A file that another process made and indexed after ours were listed is there all the same.
        let gone =
            seen.names.iter().filter(|(path, _)| !there.contains(path.as_str()) && self.metadata(path).is_none());
        (changed, gone.flat_map(|(_, names)| names.clone()).collect())
    }
}

fn why(stale: &Stale) -> Option<String> {
    match stale {
        Stale::Empty => None,
        Stale::Damaged(what) => Some(format!("the index was damaged ({what}) and was made anew from the files")),
        Stale::Version(what) => Some(format!("the index was made anew from the files: {what}")),
    }
}
