//! A purge under way: what is to be gone, kept until it is.
//!
//! Written and synced before the first step, so that whoever opens the workspace after a kill or a
//! power cut finishes what a person confirmed. It carries a MAC under the audit key: a file
//! planted by somebody else must not get history rewritten with chain values that fit.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Write;
use std::os::unix::fs::{FileExt, OpenOptionsExt};
use std::path::PathBuf;

use git2::Oid;
use serde::{Deserialize, Serialize};

use super::Purge;
use crate::error::{Error, Result};
use crate::write::Inner;

/// Its name beside the journal.
pub(super) const NAME: &str = "purge";

/// A purge that has begun.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct PendingPurge {
    /// What is to be gone.
    pub purge: Purge,
    /// Where the branch was when it began.
    pub base: Option<String>,
    /// How far it is known to have come.
    pub stage: Stage,
    /// What commits became, for what names them outside the repository.
    pub commits: BTreeMap<String, String>,
    /// How many commits were made again, of how many.
    pub counts: Option<(usize, usize)>,
}

/// How far a purge has come.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Stage {
    /// Nothing but, perhaps, the change of the files.
    Asked,
    /// Files are clean; refs may be moving.
    Rewriting,
    /// History is clean and about to say so, on top of this commit.
    Sealing(Option<String>),
    /// On the trail. What is derived from the workspace may still hold the text.
    Sealed,
}

/// What lies there.
pub(super) enum PendingFile {
    /// No purge is under way.
    Nothing,
    /// One of ours.
    Ours(Box<PendingPurge>),
    /// One that was begun with another audit key, or that somebody wrote.
    Foreign,
}

impl PendingPurge {
    /// Takes in what commits became, on top of what they became before.
    pub(super) fn note_commits(&mut self, commits: &BTreeMap<Oid, Oid>) {
        let after = |id: &str| Oid::from_str(id).ok().and_then(|id| commits.get(&id)).map(ToString::to_string);
        for new in self.commits.values_mut() {
            *new = after(new).unwrap_or_else(|| new.clone());
        }
        let changed = commits.iter().filter(|(old, new)| old != new);
        self.commits.extend(changed.map(|(old, new)| (old.to_string(), new.to_string())));
    }

    /// What commits became.
    pub(super) fn mapped(&self) -> Result<BTreeMap<Oid, Oid>> {
        self.commits.iter().map(|(old, new)| Ok((Oid::from_str(old)?, Oid::from_str(new)?))).collect()
    }
}

impl Inner {
    fn pending_path(&self) -> PathBuf {
        self.git.soul.join(NAME)
    }

    pub(super) fn pending(&self) -> Result<PendingFile> {
        let path = self.pending_path();
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(PendingFile::Nothing),
            Err(e) => return Err(Error::io("reading", path, e)),
        };
        // One that was taken away half-way is over.
        if bytes.first().is_none_or(|first| *first == 0) {
            return Ok(PendingFile::Nothing);
        }
        let ours = || {
            let text = std::str::from_utf8(&bytes).ok()?;
            let (seal, body) = text.split_once('\n')?;
            self.chain.is_seal(seal, body.as_bytes()).then(|| serde_json::from_str(body).ok())?
        };
        Ok(ours().map_or(PendingFile::Foreign, |pending| PendingFile::Ours(Box::new(pending))))
    }

    /// Writes how far a purge has come, durably.
    pub(super) fn set_pending(&self, pending: &PendingPurge) -> Result<()> {
        let path = self.pending_path();
        let fresh = path.with_extension("new");
        let body = serde_json::to_string(pending).expect("a purge serialises");
        let text = format!("{}\n{body}", self.chain.seal(body.as_bytes()));
        let write = || {
            let mut file = File::options().write(true).create(true).truncate(true).mode(0o600).open(&fresh)?;
            file.write_all(text.as_bytes())?;
            file.sync_all()?;
            fs::rename(&fresh, &path)?;
            File::open(&self.git.soul)?.sync_all()
        };
        write().map_err(|e| Error::io("writing", &path, e))
    }

    /// Takes away a request that was never put in place: its purge did not begin.
    pub(crate) fn clear_half_request(&self) {
        let half = self.pending_path().with_extension("new");
        // What cannot be removed is tried again at the next open.
        let _ = blank(&half).and_then(|()| fs::remove_file(&half));
    }

    /// Takes it away, and the text it held with it.
    pub(super) fn clear_pending(&self) -> Result<()> {
        for path in [self.pending_path(), self.pending_path().with_extension("new")] {
            match blank(&path).and_then(|()| fs::remove_file(&path)) {
                Err(e) if e.kind() != std::io::ErrorKind::NotFound => return Err(Error::io("removing", path, e)),
                _ => {}
            }
        }
        Ok(())
    }
}

/// Overwrites what a file holds.
fn blank(path: &std::path::Path) -> std::io::Result<()> {
    let file = File::options().write(true).open(path)?;
    let length = file.metadata()?.len() as usize;
    file.write_all_at(&vec![0; length], 0)?;
    file.sync_all()
}
