//! The second place a batch is committed, where there is one: whoever hosts many workspaces keeps their journals where
//! a machine's end does not reach them.
//!
//! With a sink, a mutation is acknowledged only when its records are committed there, and the local disk is a cache:
//! nothing of it is synced. What others committed there is carried out here by [`Workspace::follow`]. The argument is in
//! docs/design/fleet.md. This layer knows no network: whoever opens the workspace brings the sink along.

use crate::error::{Error, Result};
use crate::files::Root;
use crate::journal::{self, JournalRecord};
use crate::workspace::Workspace;
use crate::write::Inner;

/// The file in `.git/soulfile` that says that this directory is the cache of a workspace kept elsewhere.
pub(crate) const CACHE_MARK: &str = "cache";
/// Most mutations that are followed with one look at the files.
const FOLLOWED_TOGETHER: usize = 2048;

/// One batch, as it is committed.
#[derive(Debug, Clone, Copy)]
pub struct SinkBatch<'a> {
    /// The commit the batch builds on.
    pub parent: Option<&'a str>,
    /// The commit it ends in.
    pub commit: &'a str,
    /// The branch it moves.
    pub reference: &'a str,
    /// The records, byte for byte those of the local journal.
    pub records: &'a [u8],
}

/// Where a batch has to be committed, beside the local journal, before it is acknowledged.
pub trait JournalSink: Send + Sync {
    /// Commits a batch. Once this returns it cannot be lost; an error that is not [`Error::Unconfirmed`] says that it
    /// was not committed and never will be.
    fn commit(&self, batch: &SinkBatch<'_>) -> Result<()>;

    /// Takes back the batch committed last, which ended in `commit`: it could not be carried out here.
    fn withdraw(&self, commit: &str) -> Result<()>;
}

impl Workspace {
    /// Carries out batches that were committed elsewhere, oldest first, each as [`JournalSink::commit`] was given it. The first
    /// has to build on the commit this workspace is at. Gives how many mutations there were.
    pub fn follow(&self, batches: &[Vec<u8>]) -> Result<usize> {
        self.with(|inner| inner.follow(self.root(), batches))
    }

    /// Takes the trail of a directory that was just made from a copy for whole: writes audit.log, and sets the anchor at HEAD
    /// where there is none yet. Only for whoever trusts the copy.
    pub fn begin_trail(&self) -> Result<()> {
        self.with(|inner| {
            inner.rebuild_log(self.root())?;
            let (link, head) = (inner.begin()?.link, inner.git.head()?.commit);
            match (inner.chain.anchor(), link, head) {
                (None, Some(link), Some(tip)) => inner.chain.set_anchor(&link, tip),
                _ => Ok(()),
            }
        })
    }

    /// Marks the directory as a cache: it is written with a sink or not at all. `name` says whose.
    pub fn mark_as_cache(&self, name: &str) -> Result<()> {
        self.with(|inner| {
            inner.soul.create("tmp/cache", name.as_bytes(), 0o600)?;
            inner
                .soul
                .rename("tmp/cache", &inner.soul, CACHE_MARK, rustix::fs::RenameFlags::empty())
                .map_err(|e| Error::io("marking as a cache", inner.soul.path().join(CACHE_MARK), e))
        })
    }

    /// Makes an ordinary workspace of a cache again.
    pub fn unmark_as_cache(&self) -> Result<()> {
        self.with(|inner| inner.soul.remove(CACHE_MARK))
    }
}

impl Inner {
    /// Refuses to write into a cache without the sink that makes it one.
    pub(crate) fn check_sink(&self) -> Result<()> {
        if self.options.sink.is_some() || self.soul.stat_of(CACHE_MARK).is_none() {
            return Ok(());
        }
        let name = self.soul.bytes(CACHE_MARK)?.unwrap_or_default();
        Err(Error::Unsupported(format!(
            "this directory is a gateway's cache of {}, whose journal is kept in a fleet; write through a gateway of the \
             fleet, or take the workspace out of it (`soul fleet release`)",
            String::from_utf8_lossy(&name).escape_debug()
        )))
    }

    /// What changes history itself cannot go through a sink.
    pub(crate) fn refuse_with_sink(&self, what: &str) -> Result<()> {
        self.check_sink()?;
        match self.options.sink {
            None => Ok(()),
            Some(_) => Err(Error::Unsupported(format!(
                "{what} rewrites history, which a fleet has copies of; take the workspace out (`soul fleet release`), do it \
                 there, and bring it back (`soul fleet adopt`)"
            ))),
        }
    }

    fn follow(&mut self, root: &Root, batches: &[Vec<u8>]) -> Result<usize> {
        let mut intents = Vec::new();
        for bytes in batches {
            intents.extend(journal::read_batch(bytes)?);
        }
        let count = intents.len();
        let mut rest = intents.into_iter().peekable();
        while rest.peek().is_some() {
            let chunk: Vec<_> = rest.by_ref().take(FOLLOWED_TOGETHER).collect();
            let head = self.git.head()?;
            let (first, last) = (&chunk[0].0, &chunk[chunk.len() - 1].0);
            if first.parent != head.commit.map(|c| c.to_string()) {
                return Err(Error::Damaged(format!(
                    "what the fleet has next builds on {}, and this cache is at {}",
                    first.parent.as_deref().unwrap_or("nothing"),
                    head.commit.map_or_else(|| "nothing".to_owned(), |c| c.to_string())
                )));
            }
            let tip = last.commit.clone();
            // As if this process had journaled them and been killed: recovery carries them out, now or at the next open.
            let borrowed: Vec<_> =
                chunk.iter().map(|(i, contents)| (&**i, contents.iter().map(Vec::as_slice).collect())).collect();
            self.journal.commit(&borrowed)?;
            let records = chunk.into_iter().map(|(intent, contents)| JournalRecord::Intent(intent, contents)).collect();
            if let Err(error) = self.recover(root, records, false) {
                self.journal.rewind();
                return Err(error);
            }
            if self.git.head()?.commit.map(|c| c.to_string()) != Some(tip.clone()) {
                return Err(Error::Damaged(format!("following the fleet did not arrive at commit {tip}")));
            }
            if self.journal.is_large() {
                self.journal.restart()?;
            }
        }
        Ok(count)
    }
}
