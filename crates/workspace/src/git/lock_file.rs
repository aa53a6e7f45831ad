//! Git's own lock files, held by us or left behind.
//!
//! A lock is taken by hard-linking a file of ours (the token) onto `<ref>.lock`. A lock left
//! behind by a killed process of ours is therefore the same inode as the token and, under the
//! workspace lock, provably nobody's; any other lock is removed only when no process that could
//! own it is alive.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use rustix::io::Errno;

use super::refs::{Handles, HeadRef};
use crate::error::{Error, Result};
use crate::files::Root;

/// How often a lock of git is asked for: about two seconds.
const ATTEMPTS: u32 = 105;
/// The file whose other names are our locks.
pub(crate) const TOKEN: &str = "token";

impl Handles {
    /// Takes one of git's locks: links our token onto it, waiting for a living owner and removing a dead one's.
    pub fn take(&self, home: &Arc<Root>, lock: &str) -> Result<HeldLock> {
        self.token()?;
        let held = || HeldLock { home: home.clone(), lock: lock.to_owned() };
        let mut pause = Duration::from_millis(1);
        for attempt in 0..ATTEMPTS {
            match self.soul.link(TOKEN, home, lock) {
                Ok(()) => return Ok(held()),
                // Ours, left by a killed process: whoever holds the workspace lock may have it.
                Err(Errno::EXIST) if self.is_ours(home, lock) => return Ok(held()),
                Err(Errno::EXIST) => {
                    if attempt >= 10 && attempt % 10 == 0 && owner_is_dead(&home.path().join(lock), &self.git_dir) {
                        let _ = home.remove(lock);
                        continue;
                    }
                    std::thread::sleep(pause);
                    pause = (pause * 2).min(Duration::from_millis(20));
                }
                Err(Errno::LOOP) => {
                    let why = "a folder on the way to it is a link; nothing is written through it".to_owned();
                    return Err(Error::Refused { path: home.path().join(lock).display().to_string(), why });
                }
                Err(e) => return Err(Error::io("taking git's lock", home.path().join(lock), e)),
            }
        }
        Err(Error::Busy(format!(
            "another git process holds {}; if none is running, remove that file",
            home.path().join(lock).display()
        )))
    }

    /// Makes the file whose other names are the locks we hold.
    pub(super) fn token(&self) -> Result<()> {
        if self.soul.stat_of(TOKEN).is_none() {
            let text = b"a git lock that is the same file as this one is held by Soulfile\n";
            self.soul.create(TOKEN, text, 0o600)?;
        }
        Ok(())
    }

    /// Says whether a file is our token under another name.
    pub fn is_ours(&self, home: &Root, path: &str) -> bool {
        match (self.soul.stat_of(TOKEN), home.stat_of(path)) {
            (Some(a), Some(b)) => (a.st_dev, a.st_ino) == (b.st_dev, b.st_ino),
            _ => false,
        }
    }

    /// Removes the lock of a ref that a killed process of ours left. Only under the workspace lock.
    pub fn clear_own_ref_lock(&self, head: &HeadRef) -> Result<()> {
        self.clear_own_lock(self.of_ref(&head.name), &format!("{}.lock", head.name))
    }

    /// Removes the lock of the index that a killed process of ours left. Only under the workspace lock, and only
    /// when the index agrees with the branch.
    pub fn clear_own_index_lock(&self) -> Result<()> {
        self.clear_own_lock(&self.own, "index.lock")
    }

    fn clear_own_lock(&self, home: &Root, lock: &str) -> Result<()> {
        if self.is_ours(home, lock) { home.remove(lock) } else { Ok(()) }
    }
}

/// Says whether no living process can own a git lock file: none has it open, and no git process
/// works inside the repository. When the process table cannot be read the answer is no.
pub fn owner_is_dead(lock: &Path, git_dir: &Path) -> bool {
    let Ok(meta) = fs::symlink_metadata(lock) else { return true };
    let Ok(processes) = fs::read_dir("/proc") else { return false };
    let root = git_dir.parent().unwrap_or(git_dir);
    let me = std::process::id().to_string();
    for process in processes.flatten() {
        let pid = process.file_name();
        let Some(pid) = pid.to_str().filter(|p| p.bytes().all(|b| b.is_ascii_digit())) else { continue };
        if pid == me {
            continue;
        }
        let dir = process.path();
        let Ok(name) = fs::read_to_string(dir.join("comm")) else { continue };
        match fs::read_dir(dir.join("fd")) {
            Ok(handles) => {
                if handles
                    .flatten()
                    .any(|h| fs::metadata(h.path()).is_ok_and(|m| (m.dev(), m.ino()) == (meta.dev(), meta.ino())))
                {
                    return false;
                }
            }
            // Another user's process cannot be looked into; only a git of theirs matters.
            Err(_) if name.starts_with("git") => return false,
            Err(_) => continue,
        }
        if name.starts_with("git") && fs::read_link(dir.join("cwd")).is_ok_and(|cwd| cwd.starts_with(root)) {
            return false;
        }
    }
    true
}

/// One of git's locks, held by us until dropped.
#[derive(Debug)]
pub struct HeldLock {
    pub(super) home: Arc<Root>,
    lock: String,
}

impl Drop for HeldLock {
    fn drop(&mut self) {
        let _ = self.home.remove(&self.lock);
    }
}
