//! The one ref a mutation moves: reading HEAD, and moving it under git's own lock (`lock_file.rs`).

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use git2::Oid;
use rustix::fs::{FileType, OFlags, RenameFlags, Stat};
use rustix::io::Errno;

use super::lock_file::HeldLock;
use crate::error::{Error, Result};
use crate::files::{DirEntry, Root};

/// Where HEAD points.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeadRef {
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

    /// Where the repository of the work tree at `dir` was, that is not there any more.
    pub fn expected(dir: &Path) -> Self {
        let own = dir.join(".git");
        Self { soul: own.join("soulfile"), common: own.clone(), own }
    }

    /// Our own directory in the repository.
    pub fn soul_dir(&self) -> &Path {
        &self.soul
    }

    /// Reads HEAD and the ref it names.
    pub fn head(&self) -> Result<HeadRef> {
        let path = self.own.join("HEAD");
        let text = fs::read_to_string(&path).map_err(|e| match e.kind() {
            ErrorKind::NotFound => Error::Damaged("HEAD is missing".to_owned()),
            _ => Error::io("reading", &path, e),
        })?;
        let text = text.trim_end();
        match text.strip_prefix("ref: ") {
            Some(name) if name.starts_with("refs/") && !name.contains("..") => {
                Ok(HeadRef { name: name.to_owned(), commit: self.resolve(name)? })
            }
            Some(name) => Err(Error::Damaged(format!("HEAD names the ref {:?}", name.escape_debug().to_string()))),
            None => {
                let commit = Oid::from_str(text)
                    .map_err(|_| Error::Damaged("HEAD is neither a branch nor a commit".to_owned()))?;
                Ok(HeadRef { name: "HEAD".to_owned(), commit: Some(commit) })
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

    /// Opens the repository's directories for writing. A link anywhere in them that something would be written
    /// through is refused.
    pub fn open(&self, root: &Root) -> Result<Handles> {
        let top = fs::canonicalize(root.path()).map_err(|e| Error::io("opening", root.path(), e))?;
        let inside = |path: &Path| path.strip_prefix(&top).ok().and_then(Path::to_str).map(str::to_owned);
        let open = |path: &Path| match inside(path) {
            Some(below) => root.below(&below)?.ok_or_else(|| Error::Damaged(format!("{below} is gone"))),
            // A work tree's repository is elsewhere, where the person put it.
            None => Root::open(path),
        };
        let (own, common) = (open(&self.own)?, open(&self.common)?);
        own.make_dir(SOUL).or_else(|e| read_only_is_fine(&own, e))?;
        refuse_links(&own, "", &WRITTEN)?;
        refuse_links(&own, SOUL, &[])?;
        refuse_links(&common, "", &WRITTEN)?;
        for dir in ["info", "refs", "refs/heads", "objects", "objects/pack", "objects/info"] {
            refuse_links(&common, dir, &[])?;
        }
        let soul = own.below(SOUL)?.ok_or_else(|| Error::not_found(self.soul.display().to_string()))?;
        for dir in ["tmp", "old"] {
            soul.make_dir(dir).or_else(|e| read_only_is_fine(&soul, e))?;
        }
        Ok(Handles { own: Arc::new(own), common: Arc::new(common), soul: Arc::new(soul), git_dir: self.own.clone() })
    }
}

/// The name of our own directory in a repository.
const SOUL: &str = "soulfile";

/// On a medium that cannot be written what is there can still be read.
fn read_only_is_fine(dir: &Root, error: Error) -> Result<()> {
    match &error {
        Error::Io { source, .. } if crate::write_lock::is_read_only(source) && dir.path().is_dir() => Ok(()),
        _ => Err(error),
    }
}

/// What is written at the top of a repository. Links elsewhere there (shared hooks) are the person's own.
const WRITTEN: [&str; 10] =
    [SOUL, "objects", "objects.purge", "refs", "HEAD", "index", "index.lock", "packed-refs", "info", "logs"];

/// Refuses a directory of the repository that holds a link, among `names` or at all: what is written there would be
/// written elsewhere.
fn refuse_links(root: &Root, dir: &str, names: &[&str]) -> Result<()> {
    for entry in root.list(dir)? {
        let DirEntry::Other(name) = &entry else { continue };
        let path = if dir.is_empty() { name.clone() } else { format!("{dir}/{name}") };
        let is_link = |stat: Stat| FileType::from_raw_mode(stat.st_mode) == FileType::Symlink;
        if (names.is_empty() || names.contains(&name.as_str())) && root.stat_of(&path).is_some_and(is_link) {
            let why = "it is a symbolic link inside the repository; nothing is written through it. Remove it";
            return Err(Error::Refused { path: root.path().join(path).display().to_string(), why: why.to_owned() });
        }
    }
    Ok(())
}

/// The repository's directories, opened: everything in them is written through these, and no link is followed.
#[derive(Debug, Clone)]
pub struct Handles {
    /// As in [`GitDir`].
    pub own: Arc<Root>,
    /// As in [`GitDir`].
    pub common: Arc<Root>,
    /// As in [`GitDir`].
    pub soul: Arc<Root>,
    pub(super) git_dir: PathBuf,
}

impl Handles {
    /// The directories of a repository made for a test.
    #[cfg(test)]
    pub(crate) fn for_test(dir: &Path) -> Self {
        GitDir::locate(dir).unwrap().open(&Root::open(dir).unwrap()).unwrap()
    }

    /// The directory a ref is in.
    pub(super) fn of_ref(&self, name: &str) -> &Arc<Root> {
        if name == "HEAD" { &self.own } else { &self.common }
    }

    /// Takes git's lock on a ref.
    pub fn lock_ref(&self, name: &str, new: Oid) -> Result<RefLock> {
        let home = self.of_ref(name).clone();
        write_spare(&self.soul, SPARE, format!("{new}\n").as_bytes())?;
        if let Some((parent, _)) = name.rsplit_once('/') {
            home.make_dir(parent)?;
        }
        let held = self.take(&home, &format!("{name}.lock"))?;
        Ok(RefLock { held, target: name.to_owned(), soul: self.soul.clone() })
    }
}

/// The next value of a ref, and after it the old one.
const SPARE: &str = "ref.spare";

/// Writes a small file of constant length without making a new one, unless it has a second name elsewhere.
pub(super) fn write_spare(soul: &Root, name: &str, bytes: &[u8]) -> Result<()> {
    use std::os::unix::fs::FileExt;
    let file = match soul.open_own(name, OFlags::WRONLY | OFlags::CREATE) {
        Err(Error::Refused { .. }) => {
            soul.remove(name)?;
            soul.open_own(name, OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL)?
        }
        other => other?,
    };
    let written = file.write_all_at(bytes, 0).and_then(|()| file.set_len(bytes.len() as u64));
    written.map_err(|e| Error::io("writing", soul.path().join(name), e))
}

/// Git's lock on a ref, held by us. Dropped without [`RefLock::commit`], the ref stays as it was.
#[derive(Debug)]
pub struct RefLock {
    held: HeldLock,
    target: String,
    soul: Arc<Root>,
}

impl RefLock {
    /// Moves the ref: the new value is swapped in whole, and the old file is the next spare.
    pub fn commit(&self) -> Result<()> {
        let swap = |how| self.soul.rename(SPARE, &self.held.home, &self.target, how);
        match swap(RenameFlags::EXCHANGE) {
            Err(Errno::NOENT) => swap(RenameFlags::empty()),
            other => other,
        }
        .map_err(|e| Error::io("moving the branch", self.held.home.path().join(&self.target), e))
    }
}
