//! The workspace lock: one writer at a time, across processes, fenced.
//!
//! The lock is an advisory lock of the operating system on `.git/soulfile/lock`, so the death of
//! its holder releases it by itself and no stale lock of ours can exist. Each holder also takes
//! the next fencing number ([`crate::journal::Journal`]); a holder that was frozen while somebody
//! removed the lock file and another went ahead finds a higher number and stops.

use std::fs::{self, File, TryLockError};
use std::io::Write;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::error::{Error, Result};

/// The lock file of a workspace.
#[derive(Debug)]
pub struct WriteLock {
    path: PathBuf,
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
    pub fn new(path: &Path, patience: Duration) -> Self {
        Self { path: path.to_owned(), file: None, patience }
    }

    /// Waits for the lock.
    pub fn acquire(&mut self) -> Result<Held<'_>> {
        if cfg!(feature = "sabotage-no-lock") {
            return Ok(Held { file: self.open()? });
        }
        let start = Instant::now();
        let mut pause = Duration::from_micros(50);
        loop {
            let path = self.path.clone();
            let file = self.open()?;
            match file.try_lock() {
                Ok(()) if is_current(file, &path) => break,
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
            use std::os::unix::fs::OpenOptionsExt;
            let file = match File::options().read(true).append(true).create(true).mode(0o600).open(&self.path) {
                // Where nothing can be written, readers can still agree.
                Err(e) if is_read_only(&e) => File::open(&self.path),
                other => other,
            };
            self.file = Some(file.map_err(|e| Error::io("opening the lock", &self.path, e))?);
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

fn is_current(file: &File, path: &Path) -> bool {
    match (file.metadata(), fs::metadata(path)) {
        (Ok(held), Ok(named)) => (held.dev(), held.ino()) == (named.dev(), named.ino()),
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
