//! Catching up: comparing size, time and inode of each file that may have changed with what the index
//! knows, and reading only what differs; the content's hash decides. Which files may have changed is
//! said by [`super::notice`].

use soulfile_api::CaughtUp;
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use soulfile_recall::index::{KnownFiles, Stale};
use soulfile_recall::sync::{Coverage, IndexChange};
use soulfile_recall::{Index, SourceFile};

use super::{failed, ident, lock, stamp};
use crate::error::Result;
use crate::open::Engine;
use crate::recall::lifecycle::Lifecycle;
use crate::recall::sources::sources;

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

impl Engine {
    fn sources_of(&self, path: &str, stamp: i64, lifecycle: &Lifecycle) -> Option<Vec<SourceFile>> {
        let text = self.text_of(path)?;
        Some(sources(path, &text, &self.known(path, &text, lifecycle), Some(stamp)))
    }

    /// Brings the index up to the files, as far as the deadline lets it.
    pub(crate) fn catch_up(&self, index: &Index, deadline: &Deadline) -> Result<CaughtUp> {
        index.follow().map_err(failed)?;
        let mut done = CaughtUp::default();
        let stale = index.stale();
        done.rebuilt = stale.as_ref().and_then(why);
        if !self.scopes_path().exists() && index.status().files > 0 {
            self.note_scopes(&[])?;
            index.rebuild([]).map_err(failed)?;
        }
        if let Some(Stale::Version(_)) = stale {
            let files = self.workspace.walk()?;
            let size: u64 = files.iter().filter(|(path, _)| is_searched(path)).map(|(_, ident)| ident.size).sum();
            if deadline.limit.is_some() && size > SMALL_WORKSPACE {
                done.notes.push("the index must be made anew (`soul memory rebuild`); until then words decide".into());
                return Ok(done);
            }
            self.fill_anew(index, &mut done)?;
            return Ok(done);
        }
        let lifecycle = self.lifecycle();
        let waiting = {
            let mut notice = lock(&self.index.notice);
            notice.look(self, index, &lifecycle)?;
            done.files = notice.files();
            notice.waiting()
        };
        if waiting.is_empty() && index.stale().is_none() {
            return Ok(done);
        }
        // What others have written since need not be written again.
        index.catch_up().map_err(failed)?;
        let (mut waiting, held): (Vec<_>, Vec<_>) =
            waiting.into_iter().partition(|(path, _)| self.differs(index, path, &lifecycle));
        lock(&self.index.notice).settle(&held);
        // What a person is likely to ask about next first: the newest.
        waiting.sort_by(|a, b| b.0.cmp(&a.0));
        let most = if deadline.limit.is_some() { SMALL_BATCH } else { LARGE_BATCH };
        let mut waiting = waiting.into_iter().peekable();
        while waiting.peek().is_some() || index.stale().is_some() {
            if deadline.has_passed() && done.read > 0 {
                done.missed = waiting.map(|(path, _)| path).collect();
                break;
            }
            let mut batch = Vec::new();
            let mut size = 0;
            while size < most
                && let Some(next) = waiting.next()
            {
                size += self.metadata(&next.0).map_or(0, |meta| meta.len() as usize);
                batch.push(next);
            }
            self.fill(index, &batch, &mut done)?;
            lock(&self.index.notice).settle(&batch);
        }
        Ok(done)
    }

    /// Says whether a file is not what the index holds.
    fn differs(&self, index: &Index, path: &str, lifecycle: &Lifecycle) -> bool {
        let now = self.metadata(path).map(|meta| stamp(&ident(&meta), lifecycle.digest(path)));
        index.known(|known| match now {
            Some(_) => known.get(path).and_then(|file| file.stamp) != now,
            None => !names_of(known, path).is_empty(),
        })
    }

    /// Reads files and puts them into the index. They are looked at when nobody else can write to it any
    /// more: what another process read before can then never replace what we read, nor the reverse.
    fn fill(&self, index: &Index, batch: &[(String, u64)], done: &mut CaughtUp) -> Result<()> {
        let (mut read, mut removed) = (0, 0);
        index.update(|known| -> Result<IndexChange> {
            let lifecycle = self.lifecycle();
            let (mut files, mut gone) = (Vec::new(), Vec::new());
            for (path, _) in batch {
                let now = self.metadata(path).map(|meta| stamp(&ident(&meta), lifecycle.digest(path)));
                if now.is_some() && known.get(path).and_then(|file| file.stamp) == now {
                    // Another process was here first.
                    continue;
                }
                let made = now.and_then(|stamp| self.sources_of(path, stamp, &lifecycle)).unwrap_or_default();
                let names: HashSet<&str> = made.iter().map(|file| file.path.as_str()).collect();
                gone.extend(names_of(known, path).into_iter().filter(|name| !names.contains(name.as_str())));
                match made.is_empty() {
                    true => removed += usize::from(known.contains(path)),
                    false => read += 1,
                }
                files.extend(made);
            }
            self.change(files, gone, Coverage::Some)
        })?;
        (done.read, done.removed) = (done.read + read, done.removed + removed);
        Ok(())
    }

    /// Makes the index anew from everything there is.
    fn fill_anew(&self, index: &Index, done: &mut CaughtUp) -> Result<()> {
        index.update(|_| -> Result<IndexChange> {
            let lifecycle = self.lifecycle();
            let mut files = Vec::new();
            for (path, ident) in self.workspace.walk()?.into_iter().filter(|(path, _)| is_searched(path)) {
                let made = self.sources_of(&path, stamp(&ident, lifecycle.digest(&path)), &lifecycle);
                files.extend(made.unwrap_or_default());
                done.files += 1;
            }
            done.read = done.files;
            self.change(files, Vec::new(), Coverage::All)
        })?;
        Ok(())
    }

    fn change(&self, files: Vec<SourceFile>, gone: Vec<String>, coverage: Coverage) -> Result<IndexChange> {
        let scopes: Vec<String> =
            files.iter().flat_map(|f| f.entries.iter().chain([&f.facts])).filter_map(|f| f.scope.clone()).collect();
        // Before the entries: a scope that is used but not noted would hide them.
        self.note_scopes(&scopes)?;
        Ok(IndexChange { files, gone, coverage, source_revision: self.workspace.revision() })
    }
}

/// The names under which a file is in the index: its own, and those of entries that went in apart.
fn names_of(known: &KnownFiles, path: &str) -> Vec<String> {
    let own = known.contains(path).then(|| path.to_owned());
    own.into_iter().chain(known.starting_with(&format!("{path}#")).map(str::to_owned)).collect()
}

fn why(stale: &Stale) -> Option<String> {
    match stale {
        Stale::Empty => None,
        Stale::Damaged(what) => Some(format!("the index was damaged ({what}) and was made anew from the files")),
        Stale::Version(what) => Some(format!("the index was made anew from the files: {what}")),
    }
}
use soulfile_vocabulary::layout::is_searched;
