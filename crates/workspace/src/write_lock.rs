//! The workspace lock: one writer at a time, across processes, fenced.
//!
//! The lock is an advisory lock of the operating system on `.git/soulfile/lock`, so the death of
//! its holder releases it by itself and no stale lock of ours can exist. Each holder also takes
//! the next fencing number ([`crate::journal::Journal`]); a holder that was frozen while somebody
//! removed the lock file and another went ahead finds a higher number and stops.

use std::fs::{self, File, TryLockError};
use std::io::Write;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::fs::OFlags;

use crate::error::{Error, Result};
use crate::files::Root;
use crate::sabotage::{Safeguard, is_removed};

/// The lock file's name.
const NAME: &str = "lock";

/// The lock file of a workspace.
#[derive(Debug)]
pub struct WriteLock {
    dir: Arc<Root>,
    file: Option<File>,
    patience: Duration,
}

/// The lock, held. Dropping it lets the next writer in.
#[derive(Debug)]
pub struct Held<'a> {
    file: &'a File,
}

impl WriteLock {
    /// Names the lock of a workspace; nothing is opened yet.
    pub fn new(dir: Arc<Root>, patience: Duration) -> Self {
        Self { dir, file: None, patience }
    }

    /// Waits for the lock.
    pub fn acquire(&mut self) -> Result<Held<'_>> {
        if is_removed(Safeguard::Lock) {
            return Ok(Held { file: self.open()? });
        }
        let start = Instant::now();
        let mut pause = Duration::from_micros(50);
        loop {
            let dir = self.dir.clone();
            let path = dir.path().join(NAME);
            let file = self.open()?;
            match file.try_lock() {
                Ok(()) if is_current(file, &dir) => break,
                // The file was removed and made anew by someone else: take the new one.
                Ok(()) => self.file = None,
                Err(TryLockError::WouldBlock) => {
                    if start.elapsed() > self.patience {
                        return Err(Error::Busy(format!("{} holds it", holder(&path))));
                    }
                    std::thread::sleep(pause);
                    pause = (pause * 2).min(Duration::from_millis(4));
                }
                Err(TryLockError::Error(e)) => return Err(Error::io("locking", &path, e)),
            }
        }
        let file = self.file.as_ref().expect("opened above");
        // For a person who wonders who holds it; nothing depends on it.
        let _ = file.set_len(0).and_then(|()| (&*file).write_all(format!("{}\n", std::process::id()).as_bytes()));
        Ok(Held { file })
    }

    fn open(&mut self) -> Result<&File> {
        if self.file.is_none() {
            let file = match self.dir.open_own(NAME, OFlags::RDWR | OFlags::APPEND | OFlags::CREATE) {
                // Where nothing can be written, readers can still agree.
                Err(Error::Io { source, .. }) if is_read_only(&source) => self.dir.open_own(NAME, OFlags::RDONLY),
                other => other,
            };
            self.file = Some(file?);
        }
        Ok(self.file.as_ref().expect("set above"))
    }
}

/// Says whether an error means that this place cannot be written at all.
pub(crate) fn is_read_only(e: &std::io::Error) -> bool {
    matches!(e.kind(), std::io::ErrorKind::ReadOnlyFilesystem | std::io::ErrorKind::PermissionDenied)
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}

fn is_current(file: &File, dir: &Root) -> bool {
    match (file.metadata(), dir.stat_of(NAME)) {
        (Ok(held), Some(named)) => (held.dev(), held.ino()) == (named.st_dev, named.st_ino),
        _ => false,
    }
}

fn holder(path: &Path) -> String {
    let pid = fs::read_to_string(path).unwrap_or_default();
    match pid.trim() {
        "" => "another process".to_owned(),
        pid => {
            let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
            let field = |name: &str| status.lines().find_map(|l| l.strip_prefix(name)).map(|v| v.trim().to_owned());
            match (field("Name:"), field("State:")) {
                (Some(name), Some(state)) => format!("process {pid} ({name}, {state})"),
                _ => format!("process {pid}"),
            }
        }
    }
}
