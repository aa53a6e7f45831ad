//! The one ref a mutation moves: reading HEAD, and holding git's own lock while it moves.
//!
//! A lock is taken by hard-linking a file of ours (the token) onto `<ref>.lock`. A lock left
//! behind by a killed process of ours is therefore the same inode as the token and, under the
//! workspace lock, provably nobody's; any other lock is removed only when no process that could
//! own it is alive.

use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use git2::Oid;

use crate::error::{Error, Result};

/// Where HEAD points.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head {
    /// The branch ref (`refs/heads/main`), or `HEAD` itself when detached.
    pub name: String,
    /// The commit; `None` on a branch that has none yet.
    pub commit: Option<Oid>,
}

/// The files of a repository that the write path touches itself.
#[derive(Debug, Clone)]
pub struct GitDir {
    /// `.git`, or a work tree's own directory: HEAD and index.
    pub own: PathBuf,
    /// The directory shared by all work trees: refs and objects.
    pub common: PathBuf,
    /// Our own directory inside the former.
    pub soul: PathBuf,
}

impl GitDir {
    /// Finds the repository of the work tree at `dir`, whatever state it is in: `.git`, or where a `.git` file leads.
    pub fn locate(dir: &Path) -> Option<Self> {
        // As the process table names it: owners of locks are looked up there.
        let dir = fs::canonicalize(dir).ok()?;
        let found = dir.join(".git");
        let own = match fs::symlink_metadata(&found).ok()?.is_file() {
            true => dir.join(fs::read_to_string(&found).ok()?.strip_prefix("gitdir:")?.trim()),
            false => found,
        };
        let common = match fs::read_to_string(own.join("commondir")) {
            Ok(text) => own.join(text.trim()),
            Err(_) => own.clone(),
        };
        let soul = own.join("soulfile");
        Some(Self { own, common, soul })
    }

    /// Reads HEAD and the ref it names.
    pub fn head(&self) -> Result<Head> {
        let path = self.own.join("HEAD");
        let text = fs::read_to_string(&path).map_err(|e| match e.kind() {
            ErrorKind::NotFound => Error::Damaged("HEAD is missing".to_owned()),
            _ => Error::io("reading", &path, e),
        })?;
        let text = text.trim_end();
        match text.strip_prefix("ref: ") {
            Some(name) if name.starts_with("refs/") && !name.contains("..") => {
                Ok(Head { name: name.to_owned(), commit: self.resolve(name)? })
            }
            Some(name) => Err(Error::Damaged(format!("HEAD names the ref {:?}", name.escape_debug().to_string()))),
            None => {
                let commit = Oid::from_str(text)
                    .map_err(|_| Error::Damaged("HEAD is neither a branch nor a commit".to_owned()))?;
                Ok(Head { name: "HEAD".to_owned(), commit: Some(commit) })
            }
        }
    }

    fn ref_path(&self, name: &str) -> PathBuf {
        if name == "HEAD" { self.own.join(name) } else { self.common.join(name) }
    }

    fn resolve(&self, name: &str) -> Result<Option<Oid>> {
        let path = self.ref_path(name);
        match fs::read_to_string(&path) {
            Ok(text) => Oid::from_str(text.trim_end())
                .map(Some)
                .map_err(|_| Error::Damaged(format!("{name} does not hold a commit id"))),
            Err(e) if e.kind() == ErrorKind::NotFound => self.packed(name),
            Err(e) => Err(Error::io("reading", path, e)),
        }
    }

    fn packed(&self, name: &str) -> Result<Option<Oid>> {
        let path = self.common.join("packed-refs");
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(e) if e.kind() == ErrorKind::NotFound => return Ok(None),
            Err(e) => return Err(Error::io("reading", path, e)),
        };
        let found = text.lines().find_map(|line| line.split_once(' ').filter(|(_, n)| *n == name).map(|(oid, _)| oid));
        found
            .map(|oid| Oid::from_str(oid).map_err(|_| Error::Damaged("packed-refs cannot be read".to_owned())))
            .transpose()
    }

    /// Takes git's lock on a ref.
    pub fn lock_ref(&self, name: &str, new: Oid) -> Result<RefLock> {
        let target = self.ref_path(name);
        let spare = self.soul.join("ref.spare");
        let fail = |e| Error::io("moving the branch", &target, e);
        write_in_place(&spare, format!("{new}\n").as_bytes()).map_err(fail)?;
        let lock = lock_path(&target);
        if let Some(dir) = target.parent().filter(|dir| !dir.exists()) {
            fs::create_dir_all(dir).map_err(fail)?;
        }
        take(&self.token()?, &lock, &self.own)?;
        Ok(RefLock { lock, target, spare })
    }

    /// The file whose other names are the locks we hold.
    pub(crate) fn token(&self) -> Result<PathBuf> {
        let token = self.soul.join("token");
        if !token.exists() {
            fs::write(&token, "a git lock that is the same file as this one is held by Soulfile\n")
                .map_err(|e| Error::io("writing", &token, e))?;
        }
        Ok(token)
    }

    /// Removes lock files that a killed process of ours left. Only under the workspace lock.
    pub fn clear_own_locks(&self, head: &Head) -> Result<()> {
        for lock in [lock_path(&self.ref_path(&head.name)), self.own.join("index.lock")] {
            if same_file(&lock, &self.soul.join("token")) {
                fs::remove_file(&lock).map_err(|e| Error::io("removing a stale lock", &lock, e))?;
            }
        }
        Ok(())
    }
}

/// Writes a small file of constant length without making a new one.
fn write_in_place(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    use std::os::unix::fs::FileExt;
    let file = fs::File::options().write(true).create(true).truncate(false).open(path)?;
    file.write_all_at(bytes, 0)?;
    file.set_len(bytes.len() as u64)
}

fn lock_path(target: &Path) -> PathBuf {
    let mut name = target.as_os_str().to_owned();
    name.push(".lock");
    PathBuf::from(name)
}

fn same_file(a: &Path, b: &Path) -> bool {
    match (fs::symlink_metadata(a), fs::symlink_metadata(b)) {
        (Ok(a), Ok(b)) => (a.dev(), a.ino()) == (b.dev(), b.ino()),
        _ => false,
    }
}

/// Links `ours` onto `lock`, waiting for a living owner and removing a dead one's lock.
pub(crate) fn take(ours: &Path, lock: &Path, git_dir: &Path) -> Result<()> {
    for attempt in 0..100u32 {
        match fs::hard_link(ours, lock) {
            Ok(()) => return Ok(()),
            // Ours, left by a killed process: whoever holds the workspace lock may have it.
            Err(e) if e.kind() == ErrorKind::AlreadyExists && same_file(ours, lock) => return Ok(()),
            Err(e) if e.kind() == ErrorKind::AlreadyExists => {
                if attempt >= 10 && attempt % 10 == 0 && owner_is_dead(lock, git_dir) {
                    let _ = fs::remove_file(lock);
                    continue;
                }
                std::thread::sleep(Duration::from_millis(20));
            }
            Err(e) => return Err(Error::io("taking git's lock", lock, e)),
        }
    }
    Err(Error::Busy(format!("another git process holds {}; if none is running, remove that file", lock.display())))
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

/// Git's lock on a ref, held by us. Dropped without [`RefLock::commit`], the ref stays as it was.
#[derive(Debug)]
pub struct RefLock {
    lock: PathBuf,
    target: PathBuf,
    spare: PathBuf,
}

impl RefLock {
    /// Moves the ref: the new value is swapped in whole, and the old file is the next spare.
    pub fn commit(&self) -> Result<()> {
        use rustix::fs::{CWD, RenameFlags};
        let swap = |how| rustix::fs::renameat_with(CWD, &self.spare, CWD, &self.target, how);
        match swap(RenameFlags::EXCHANGE) {
            Err(rustix::io::Errno::NOENT | rustix::io::Errno::INVAL | rustix::io::Errno::NOSYS) => {
                swap(RenameFlags::empty())
            }
            other => other,
        }
        .map_err(|e| Error::io("moving the branch", &self.target, e))
    }
}

impl Drop for RefLock {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.lock);
    }
}
