//! Capability-style access to the workspace's files: everything starts at one directory handle.
//!
//! Each part of a path is opened relative to its parent with `O_NOFOLLOW`, so that no symbolic
//! link is ever followed and a link swapped in during the walk is refused, not raced. What is
//! opened must be a regular file with one name; FIFOs, devices and hard links are refused.
//! Only the write path ([`crate::write`]) calls the functions that change anything.

use std::fs::File;
use std::io::{Read, Write};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::path::{Path, PathBuf};

use rustix::fs::{AtFlags, FileType, Mode, OFlags, RawDir, RenameFlags, ResolveFlags, Stat};
use rustix::io::Errno;
use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};
use crate::path::WorkspacePath;

const DIR_FLAGS: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

/// NONBLOCK: opening a FIFO must not wait for a writer; it is refused right after.
const FILE_FLAGS: OFlags = OFlags::RDONLY.union(OFlags::NOFOLLOW).union(OFlags::NONBLOCK).union(OFlags::CLOEXEC);
/// No file of a workspace is read that is longer: it is held in memory, and stored in git.
const LARGEST_READ: u64 = 64 << 20;

/// A directory handle and everything reachable below it without following a link.
#[derive(Debug)]
pub struct Root {
    dir: OwnedFd,
    path: PathBuf,
}

/// What identifies one version of a file on disk: the same identity means the same bytes, short
/// of a power cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ident {
    /// Inode number.
    pub ino: u64,
    /// Modification time in nanoseconds.
    pub mtime: i128,
    /// Size in bytes.
    pub size: u64,
}

impl Ident {
    pub(crate) fn of(stat: &Stat) -> Self {
        let mtime = i128::from(stat.st_mtime) * 1_000_000_000 + stat.st_mtime_nsec as i128;
        Self { ino: stat.st_ino, mtime, size: stat.st_size as u64 }
    }
}

/// A file's bytes with the identity they were read under.
#[derive(Debug, Clone)]
pub struct FileState {
    /// The content.
    pub bytes: Vec<u8>,
    /// Which version of the file this is.
    pub ident: Ident,
    /// Permission bits.
    pub mode: u32,
}

/// One directory entry of interest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DirEntry {
    /// A regular file.
    File(String),
    /// A directory.
    Dir(String),
    /// A link, FIFO, socket or device, which is never opened.
    Other(String),
}

/// What is met on a walk.
#[derive(Debug, Clone, Copy)]
pub enum WalkedEntry {
    /// A folder, before it is read; false leaves it out.
    Folder,
    /// The name of a regular file, before it is examined; false leaves it out.
    Name,
    /// A regular file.
    File(Ident),
}

impl Root {
    /// Opens the directory at `path`, which must not itself be a link.
    pub fn open(path: &Path) -> Result<Self> {
        let dir = rustix::fs::open(path, DIR_FLAGS & !OFlags::NOFOLLOW, Mode::empty())
            .map_err(|e| Error::io("opening the directory", path, e))?;
        Ok(Self { dir, path: path.to_owned() })
    }

    /// Opens a directory below this one as a root of its own; no link is followed on the way.
    pub(crate) fn below(&self, dir: &str) -> Result<Option<Self>> {
        Ok(self.dir(dir, false)?.map(|fd| Self { dir: fd, path: self.path.join(dir) }))
    }

    /// Makes a directory below this one, private to its owner, unless it is there.
    pub(crate) fn make_dir(&self, dir: &str) -> Result<()> {
        self.dir(dir, true).map(drop)
    }

    /// Opens a file below this root with `flags`, following no link. The file must have no other name elsewhere, so
    /// that writing into it changes nothing outside.
    pub(crate) fn open_own(&self, path: &str, flags: OFlags) -> Result<File> {
        let (parent, name) = path.rsplit_once('/').unwrap_or(("", path));
        let dir = self.dir(parent, flags.contains(OFlags::CREATE))?;
        let dir = dir.ok_or_else(|| Error::io("opening", self.path.join(path), Errno::NOENT))?;
        let flags = flags | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        let shown = || self.path.join(path).display().to_string();
        let fd = rustix::fs::openat(&dir, name, flags, Mode::from_raw_mode(0o600))
            .map_err(|e| if e == Errno::LOOP { self.refusal(&shown(), e) } else { Error::io("opening", shown(), e) })?;
        let stat = rustix::fs::fstat(&fd).map_err(|e| Error::io("opening", shown(), e))?;
        plain_file(&stat, &shown())?;
        Ok(File::from(fd))
    }

    /// Reads a file below this root, following no link; `None` when there is none.
    pub(crate) fn bytes(&self, path: &str) -> Result<Option<Vec<u8>>> {
        let fd = match self.open_beneath(path, FILE_FLAGS) {
            Ok(fd) => fd,
            Err(Errno::NOENT) => return Ok(None),
            Err(_) => match split(self, path) {
                Err(Errno::NOENT) => return Ok(None),
                Err(e) => return Err(self.refusal(path, e)),
                Ok((dir, name)) => match rustix::fs::openat(&dir, name, FILE_FLAGS, Mode::empty()) {
                    Err(Errno::NOENT) => return Ok(None),
                    other => other.map_err(|e| self.refusal(path, e))?,
                },
            },
        };
        let mut bytes = Vec::new();
        File::from(fd).read_to_end(&mut bytes).map_err(|e| Error::io("reading", self.path.join(path), e))?;
        Ok(Some(bytes))
    }

    /// What is at a path, links included; `None` when nothing is.
    pub(crate) fn stat_of(&self, path: &str) -> Option<Stat> {
        let (dir, name) = split(self, path).ok()?;
        rustix::fs::statat(&dir, name, AtFlags::SYMLINK_NOFOLLOW).ok()
    }

    /// Renames a file of this root to a place in another, as `how` says.
    pub(crate) fn rename(
        &self,
        from: &str,
        to_root: &Self,
        to: &str,
        how: RenameFlags,
    ) -> std::result::Result<(), Errno> {
        let ((from_dir, from_name), (to_dir, to_name)) = (split(self, from)?, split(to_root, to)?);
        crate::atomic_rename::rename(&from_dir, from_name, &to_dir, to_name, how)
    }

    /// Gives a file of this root a second name in another; fails where the name is taken.
    pub(crate) fn link(&self, from: &str, to_root: &Self, to: &str) -> std::result::Result<(), Errno> {
        let ((from_dir, from_name), (to_dir, to_name)) = (split(self, from)?, split(to_root, to)?);
        rustix::fs::linkat(&from_dir, from_name, &to_dir, to_name, AtFlags::empty())
    }

    /// Where the root is, for messages and for tools that need a name.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The directory handle.
    pub fn fd(&self) -> BorrowedFd<'_> {
        self.dir.as_fd()
    }

    /// Opens a sub-directory by workspace path text, creating it (0700) when asked to.
    fn dir(&self, dir: &str, create: bool) -> Result<Option<OwnedFd>> {
        if !dir.is_empty()
            && let Ok(fd) = self.open_beneath(dir, DIR_FLAGS)
        {
            return Ok(Some(fd));
        }
        let mut at = self.dir.try_clone().map_err(|e| Error::io("opening", &self.path, e))?;
        for part in dir.split('/').filter(|p| !p.is_empty()) {
            at = match rustix::fs::openat(&at, part, DIR_FLAGS, Mode::empty()) {
                Ok(fd) => fd,
                Err(Errno::NOENT) if create => {
                    match rustix::fs::mkdirat(&at, part, Mode::from_raw_mode(0o700)) {
                        Ok(()) | Err(Errno::EXIST) => {}
                        Err(e) => return Err(Error::io("creating the directory", self.path.join(dir), e)),
                    }
                    rustix::fs::openat(&at, part, DIR_FLAGS, Mode::empty()).map_err(|e| self.refusal(dir, e))?
                }
                Err(Errno::NOENT) => return Ok(None),
                Err(Errno::NOTDIR) if !is_link(&at, part) => return Ok(None),
                Err(e) => return Err(self.refusal(dir, e)),
            };
        }
        Ok(Some(at))
    }

    /// Opens a path in one call that follows no link and does not leave the root, where the kernel has such a
    /// call. The walk, part by part, tells what is wrong when this fails.
    fn open_beneath(&self, path: &str, flags: OFlags) -> std::result::Result<OwnedFd, Errno> {
        let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS | ResolveFlags::NO_MAGICLINKS;
        rustix::fs::openat2(&self.dir, path, flags, Mode::empty(), resolve)
    }

    fn refusal(&self, path: &str, e: Errno) -> Error {
        match e {
            Errno::LOOP | Errno::NOTDIR | Errno::MLINK => Error::Refused {
                path: path.to_owned(),
                why: "it is, or leads through, a symbolic link; links are never followed".to_owned(),
            },
            e => Error::io("opening", self.path.join(path), e),
        }
    }

    /// Reads a file whole; `None` when it does not exist.
    pub fn read(&self, path: &WorkspacePath) -> Result<Option<FileState>> {
        match self.open_beneath(path.as_str(), FILE_FLAGS) {
            Ok(fd) => return self.read_open(fd, path.as_str()).map(Some),
            Err(Errno::NOENT) => return Ok(None),
            // A kernel without it, a folder moved meanwhile, or something to refuse: step by step.
            Err(_) => {}
        }
        let Some(dir) = self.dir(path.parent(), false)? else { return Ok(None) };
        match rustix::fs::openat(&dir, path.name(), FILE_FLAGS, Mode::empty()) {
            Ok(fd) => self.read_open(fd, path.as_str()).map(Some),
            Err(Errno::NOENT) => Ok(None),
            Err(Errno::NXIO) => {
                Err(Error::Refused { path: path.to_string(), why: "it is not a regular file".to_owned() })
            }
            Err(e) => Err(self.refusal(path.as_str(), e)),
        }
    }

    fn read_open(&self, fd: OwnedFd, shown: &str) -> Result<FileState> {
        let stat = rustix::fs::fstat(&fd).map_err(|e| Error::io("reading", self.path.join(shown), e))?;
        readable_file(&stat, shown)?;
        let mut bytes = Vec::with_capacity(stat.st_size as usize + 64);
        // The size is known: `take` hides the file from the reader, which would ask for it again.
        File::from(fd)
            .take(LARGEST_READ + 1)
            .read_to_end(&mut bytes)
            .map_err(|e| Error::io("reading", self.path.join(shown), e))?;
        if bytes.len() as u64 > LARGEST_READ {
            return Err(Error::Refused { path: shown.to_owned(), why: "it grows while it is read".to_owned() });
        }
        Ok(FileState { bytes, ident: Ident::of(&stat), mode: stat.st_mode & 0o777 })
    }

    /// The identity of a file without reading it; `None` when it does not exist.
    pub fn ident(&self, path: &WorkspacePath) -> Result<Option<Ident>> {
        let Some(dir) = self.dir(path.parent(), false)? else { return Ok(None) };
        match rustix::fs::statat(&dir, path.name(), AtFlags::SYMLINK_NOFOLLOW) {
            Ok(stat) => {
                readable_file(&stat, path.as_str())?;
                Ok(Some(Ident::of(&stat)))
            }
            Err(Errno::NOENT) => Ok(None),
            Err(e) => Err(Error::io("examining", self.path.join(path.as_str()), e)),
        }
    }

    /// The identity of whatever is at a path, if anything can be seen there. A folder on the way may be a link.
    pub fn version_on_disk(&self, path: &WorkspacePath) -> Option<Ident> {
        rustix::fs::statat(&self.dir, path.as_str(), AtFlags::SYMLINK_NOFOLLOW).ok().map(|stat| Ident::of(&stat))
    }

    /// The raw `stat` of a file, for the git index.
    pub(crate) fn stat(&self, path: &WorkspacePath) -> Result<Option<Stat>> {
        let Some(dir) = self.dir(path.parent(), false)? else { return Ok(None) };
        match rustix::fs::statat(&dir, path.name(), AtFlags::SYMLINK_NOFOLLOW) {
            Ok(stat) => Ok(Some(stat)),
            Err(Errno::NOENT) => Ok(None),
            Err(e) => Err(Error::io("examining", self.path.join(path.as_str()), e)),
        }
    }

    /// Lists a directory, sorted by name; a missing one is empty.
    pub fn list(&self, dir: &str) -> Result<Vec<DirEntry>> {
        let Some(fd) = self.dir(dir, false)? else { return Ok(Vec::new()) };
        let mut out = Vec::new();
        let reader = rustix::fs::Dir::read_from(&fd).map_err(|e| Error::io("listing", self.path.join(dir), e))?;
        for entry in reader {
            let entry = entry.map_err(|e| Error::io("listing", self.path.join(dir), e))?;
            let Ok(name) = entry.file_name().to_str() else { continue };
            if name == "." || name == ".." {
                continue;
            }
            let mut kind = entry.file_type();
            if kind == FileType::Unknown {
                kind = match rustix::fs::statat(&fd, name, AtFlags::SYMLINK_NOFOLLOW) {
                    Ok(stat) => FileType::from_raw_mode(stat.st_mode),
                    Err(_) => continue,
                };
            }
            out.push(match kind {
                FileType::RegularFile => DirEntry::File(name.to_owned()),
                FileType::Directory => DirEntry::Dir(name.to_owned()),
                _ => DirEntry::Other(name.to_owned()),
            });
        }
        out.sort_by(|a, b| a.name().cmp(b.name()));
        Ok(out)
    }

    /// Walks everything that `meet` does not leave out. Names are not sorted and nothing is held for each:
    /// this is the way to look at many files.
    pub(crate) fn walk(&self, meet: &mut dyn FnMut(WalkedEntry, &str) -> bool) -> Result<()> {
        if !meet(WalkedEntry::Folder, "") {
            return Ok(());
        }
        // Opened anew: a copy of the handle would go on where the last one stopped reading.
        let dir = rustix::fs::openat(&self.dir, ".", DIR_FLAGS, Mode::empty());
        let dir = dir.map_err(|e| Error::io("opening", &self.path, e))?;
        self.walk_in(&dir, &mut String::new(), meet)
    }

    fn walk_in(&self, dir: &OwnedFd, path: &mut String, meet: &mut dyn FnMut(WalkedEntry, &str) -> bool) -> Result<()> {
        let length = path.len();
        let mut room = [MaybeUninit::uninit(); 16 << 10];
        let mut entries = RawDir::new(dir, &mut room);
        while let Some(entry) = entries.next() {
            let entry = entry.map_err(|e| Error::io("listing", self.path.join(&path[..length]), e))?;
            let Ok(name) = entry.file_name().to_str() else { continue };
            if name == "." || name == ".." {
                continue;
            }
            path.truncate(length);
            if length > 0 {
                path.push('/');
            }
            path.push_str(name);
            let mut kind = entry.file_type();
            if kind == FileType::Unknown {
                let stat = rustix::fs::statat(dir, name, AtFlags::SYMLINK_NOFOLLOW);
                kind = stat.map_or(FileType::Unknown, |stat| FileType::from_raw_mode(stat.st_mode));
            }
            match kind {
                FileType::RegularFile if meet(WalkedEntry::Name, path) => {
                    // Gone since it was listed: gone.
                    if let Ok(stat) = rustix::fs::statat(dir, name, AtFlags::SYMLINK_NOFOLLOW)
                        && FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile
                    {
                        meet(WalkedEntry::File(Ident::of(&stat)), path);
                    }
                }
                FileType::Directory if meet(WalkedEntry::Folder, path) => {
                    match rustix::fs::openat(dir, name, DIR_FLAGS, Mode::empty()) {
                        Ok(below) => self.walk_in(&below, path, meet)?,
                        // Removed, or a link or a file by now.
                        Err(Errno::NOENT | Errno::LOOP | Errno::NOTDIR) => {}
                        Err(e) => return Err(Error::io("opening", self.path.join(&*path), e)),
                    }
                }
                _ => {}
            }
        }
        path.truncate(length);
        Ok(())
    }

    /// Creates a fresh file with `bytes` and returns its identity. Not synced.
    pub(crate) fn create(&self, path: &str, bytes: &[u8], mode: u32) -> Result<Ident> {
        let (parent, name) = path.rsplit_once('/').unwrap_or(("", path));
        let dir = self.dir(parent, true)?.ok_or_else(|| Error::not_found(parent))?;
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let fail = |e: std::io::Error| Error::io("writing", self.path.join(path), e);
        let fd = match rustix::fs::openat(&dir, name, flags, Mode::from_raw_mode(mode)) {
            Err(Errno::EXIST) => {
                rustix::fs::unlinkat(&dir, name, AtFlags::empty()).map_err(|e| fail(e.into()))?;
                rustix::fs::openat(&dir, name, flags, Mode::from_raw_mode(mode))
            }
            other => other,
        }
        .map_err(|e| fail(e.into()))?;
        let mut file = File::from(fd);
        let written = file.write_all(bytes);
        if let Err(e) = written {
            let _ = rustix::fs::unlinkat(&dir, name, AtFlags::empty());
            return Err(fail(e));
        }
        let stat = rustix::fs::fstat(&file).map_err(|e| fail(e.into()))?;
        Ok(Ident::of(&stat))
    }

    /// Moves `from` of another root onto `to` here, as `how` says.
    pub(crate) fn take(
        &self,
        from_root: &Root,
        from: &str,
        to: &WorkspacePath,
        how: RenameFlags,
    ) -> std::result::Result<(), Errno> {
        let (from_dir, from_name) = split(from_root, from)?;
        let to_dir = match self.dir(to.parent(), true) {
            Ok(Some(dir)) => dir,
            Ok(None) => return Err(Errno::NOENT),
            Err(Error::Io { source, .. }) => return Err(Errno::from_io_error(&source).unwrap_or(Errno::IO)),
            Err(_) => return Err(Errno::LOOP),
        };
        crate::atomic_rename::rename(&from_dir, from_name, &to_dir, to.name(), how)
    }

    /// Moves a file of this root out to `to` in another root.
    pub(crate) fn give(&self, from: &WorkspacePath, to_root: &Root, to: &str) -> std::result::Result<(), Errno> {
        let (to_dir, to_name) = split(to_root, to)?;
        let from_dir = match self.dir(from.parent(), false) {
            Ok(Some(dir)) => dir,
            Ok(None) => return Err(Errno::NOENT),
            Err(_) => return Err(Errno::LOOP),
        };
        rustix::fs::renameat(&from_dir, from.name(), &to_dir, to_name)
    }

    /// Removes a file of this root; a missing one is fine.
    pub(crate) fn remove(&self, path: &str) -> Result<()> {
        let (dir, name) = match split(self, path) {
            Ok(found) => found,
            Err(_) => return Ok(()),
        };
        match rustix::fs::unlinkat(&dir, name, AtFlags::empty()) {
            Ok(()) | Err(Errno::NOENT) => Ok(()),
            Err(e) => Err(Error::io("removing", self.path.join(path), e)),
        }
    }

    /// Flushes the whole file system the root is on.
    pub(crate) fn sync_all(&self) -> Result<()> {
        rustix::fs::syncfs(&self.dir).map_err(|e| Error::io("syncing", &self.path, e))
    }
}

fn split<'a>(root: &Root, path: &'a str) -> std::result::Result<(OwnedFd, &'a str), Errno> {
    let (parent, name) = path.rsplit_once('/').unwrap_or(("", path));
    match root.dir(parent, false) {
        Ok(Some(dir)) => Ok((dir, name)),
        Ok(None) => Err(Errno::NOENT),
        Err(_) => Err(Errno::LOOP),
    }
}

fn is_link(dir: &OwnedFd, name: &str) -> bool {
    rustix::fs::statat(dir, name, AtFlags::SYMLINK_NOFOLLOW)
        .is_ok_and(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::Symlink)
}

fn plain_file(stat: &Stat, shown: &str) -> Result<()> {
    let refuse = |why: &str| Err(Error::Refused { path: shown.to_owned(), why: why.to_owned() });
    if FileType::from_raw_mode(stat.st_mode) != FileType::RegularFile {
        return refuse("it is not a regular file");
    }
    if stat.st_nlink > 1 {
        return refuse(
            "it is a hard link: the same file has another name elsewhere. Copy it to make it the workspace's own",
        );
    }
    Ok(())
}

/// A plain file that is not too large to be held in memory.
fn readable_file(stat: &Stat, shown: &str) -> Result<()> {
    plain_file(stat, shown)?;
    if stat.st_size as u64 > LARGEST_READ {
        let why = format!(
            "it is {} bytes long, and no file over {} MB is read; move it out of the workspace",
            stat.st_size,
            LARGEST_READ >> 20
        );
        return Err(Error::Refused { path: shown.to_owned(), why });
    }
    Ok(())
}

impl DirEntry {
    /// The entry's name.
    pub fn name(&self) -> &str {
        match self {
            Self::File(name) | Self::Dir(name) | Self::Other(name) => name,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(text: &str) -> WorkspacePath {
        WorkspacePath::parse(text).unwrap()
    }

    #[test]
    fn links_fifos_hard_links_and_vast_files_are_refused() {
        let dir = tempfile::tempdir().unwrap();
        let outside = dir.path().join("outside");
        std::fs::write(&outside, "secret").unwrap();
        let inside = dir.path().join("ws");
        std::fs::create_dir(&inside).unwrap();
        std::os::unix::fs::symlink(&outside, inside.join("link.md")).unwrap();
        std::os::unix::fs::symlink(dir.path(), inside.join("up")).unwrap();
        std::fs::hard_link(&outside, inside.join("hard.md")).unwrap();
        rustix::fs::mknodat(rustix::fs::CWD, inside.join("fifo.md"), FileType::Fifo, Mode::from_raw_mode(0o600), 0)
            .unwrap();
        let root = Root::open(&inside).unwrap();
        std::fs::File::create(inside.join("vast.md")).unwrap().set_len(6 << 30).unwrap();
        for name in ["link.md", "up/outside", "hard.md", "fifo.md", "vast.md"] {
            assert!(matches!(root.read(&path(name)), Err(Error::Refused { .. })), "{name}");
        }
        assert!(root.read(&path("none.md")).unwrap().is_none());
        assert!(root.read(&path("none/none.md")).unwrap().is_none());
    }
}
