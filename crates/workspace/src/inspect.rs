//! Looking for trouble in the files and the repository, for the doctor.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use serde::Serialize;
use soulfile_vocabulary::layout;

use crate::brake;
use crate::error::{Error, Result};
use crate::files::{DirEntry, Root};
use crate::git::index_file::IndexLock;
use crate::git::lock_file::owner_is_dead;
use crate::sabotage::{Safeguard, is_removed};
use crate::scan;
use crate::write::Inner;

/// A day's log that is longer than this is named.
const LONG_LOG: u64 = 1 << 20;

/// What mends a finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Repair {
    /// Make a file or directory private to its owner.
    MakePrivate(PathBuf),
    /// Remove a lock file whose owner is dead.
    RemoveLock(PathBuf),
    /// Write audit.log anew from the commits.
    RebuildAuditLog,
    /// Write the git index anew from HEAD.
    RebuildIndex,
    /// Mend a damaged repository; where that is not possible, set it aside and start a new history from the files.
    Reroot,
    /// Nothing can be done without a person; the text says what.
    ByHand,
}

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct InspectionFinding {
    /// The file or part concerned.
    pub subject: String,
    /// What is wrong, and what it means.
    pub text: String,
    /// How to mend it.
    pub repair: Repair,
}

impl InspectionFinding {
    fn new(subject: impl Into<String>, text: impl Into<String>, repair: Repair) -> Self {
        Self { subject: subject.into(), text: text.into(), repair }
    }
}

impl Inner {
    /// Looks at permissions, odd files, locks, the clock and every object HEAD needs.
    pub(crate) fn inspect(&mut self, root: &Root) -> Result<Vec<InspectionFinding>> {
        let mut out = Vec::new();
        permissions(root, &mut out)?;
        odd_files(root, "", &mut out)?;
        self.oversized(root, &mut out)?;
        self.locks(&mut out);
        self.clock(&mut out);
        self.objects(&mut out);
        out.extend(self.purge_trouble().map(|text| InspectionFinding::new("purge", text, Repair::ByHand)));
        if let Ok(verification) = self.verify(root) {
            for problem in verification.problems {
                let repair = if problem.starts_with("audit.log") { Repair::RebuildAuditLog } else { Repair::ByHand };
                out.push(InspectionFinding::new("audit trail", problem, repair));
            }
        }
        Ok(out)
    }

    /// Drops the index and lists every file of HEAD in a new one.
    pub(crate) fn rebuild_index(&mut self, root: &Root) -> Result<()> {
        let lock = IndexLock::take(&self.handles)?;
        self.handles.own.remove("index")?;
        if let Some(tree) = self.begin()?.tree {
            let mut files = Vec::new();
            self.trees.walk(&self.repo, tree, "", &mut files)?;
            self.unsettled.extend(files.into_iter().map(|(path, _)| path));
        }
        self.refresh_index(root, lock)
    }

    fn oversized(&self, root: &Root, out: &mut Vec<InspectionFinding>) -> Result<()> {
        for name in scan::files(root)? {
            let Ok(path) = crate::path::WorkspacePath::parse(&name) else {
                out.push(InspectionFinding::new(name, "the name cannot be used; rename it", Repair::ByHand));
                continue;
            };
            let Ok(Some(ident)) = root.ident(&path) else { continue };
            let limit = if layout::below(&name, layout::MEMORY_DIR).is_some() {
                self.options.max_store_file_size
            } else {
                self.options.max_file_size
            };
            if ident.size > LONG_LOG && brake::store_of(&name) == Some(layout::EPISODES_DIR) {
                out.push(InspectionFinding::new(
                    name,
                    format!("is {} bytes long; a log may grow, but sessions see less and less of it", ident.size),
                    Repair::ByHand,
                ));
            } else if ident.size > limit {
                out.push(InspectionFinding::new(
                    name,
                    format!(
                        "is {} bytes, over the limit of {limit}; it is cut visibly when a session sees it",
                        ident.size
                    ),
                    Repair::ByHand,
                ));
            } else if ident.size < 1 << 20
                && let Ok(Some(file)) = root.read(&path)
                && std::str::from_utf8(&file.bytes).is_err()
            {
                out.push(InspectionFinding::new(
                    name,
                    "is not UTF-8 text; it is kept as it is and never edited by the program",
                    Repair::ByHand,
                ));
            }
        }
        Ok(())
    }

    fn locks(&self, out: &mut Vec<InspectionFinding>) {
        let mut locks = vec![
            self.git.own.join("index.lock"),
            self.git.own.join("HEAD.lock"),
            self.git.common.join("packed-refs.lock"),
        ];
        if let Ok(head) = self.git.head() {
            locks.push(self.git.common.join(format!("{}.lock", head.name)));
        }
        for lock in locks.into_iter().filter(|l| l.exists()) {
            let dead = owner_is_dead(&lock, &self.git.own);
            let name = lock.display().to_string();
            out.push(if dead {
                InspectionFinding::new(name, "a git lock whose owner is gone", Repair::RemoveLock(lock))
            } else {
                InspectionFinding::new(name, "a git lock held by a running process", Repair::ByHand)
            });
        }
    }

    fn clock(&self, out: &mut Vec<InspectionFinding>) {
        let now = self.options.clock.now().as_second();
        if let Ok(Some(head)) = self.git.head().map(|h| h.commit)
            && let Ok(commit) = self.repo.find_commit(head)
            && commit.time().seconds() > now + 300
        {
            let ahead = (commit.time().seconds() - now) / 60;
            out.push(InspectionFinding::new(
                "clock",
                format!("the newest entry is {ahead} minutes in the future; the clock was wrong then or is wrong now"),
                Repair::ByHand,
            ));
        }
    }

    /// Reads everything HEAD's tree needs, and the index.
    fn objects(&mut self, out: &mut Vec<InspectionFinding>) {
        let damaged = |out: &mut Vec<InspectionFinding>, what: String| {
            out.push(InspectionFinding::new("repository", what, Repair::Reroot))
        };
        let head = match self.git.head() {
            Ok(head) => head,
            Err(e) => return damaged(out, e.to_string()),
        };
        let Some(oid) = head.commit else { return };
        self.trees = crate::git::tree::Trees::default();
        let mut files = Vec::new();
        let tree = match self.repo.find_commit(oid) {
            Ok(commit) => commit.tree_id(),
            Err(e) => return damaged(out, format!("commit {oid} cannot be read ({})", e.message())),
        };
        if let Err(e) = self.trees.walk(&self.repo, tree, "", &mut files) {
            return damaged(out, format!("the newest tree cannot be read ({e})"));
        }
        for (path, leaf) in files {
            // Reading checks the hash.
            if leaf.mode & 0o170000 == 0o100000
                && let Err(e) = self.repo.find_blob(leaf.oid)
            {
                damaged(out, format!("the stored version of {path} cannot be read ({})", e.message()));
            }
        }
        let damaged_files = match is_removed(Safeguard::ObjectCheck) {
            true => Vec::new(),
            false => crate::git::objects::damaged_files(&self.git.common.join("objects")),
        };
        for path in damaged_files {
            let name = path.strip_prefix(&self.git.common).unwrap_or(&path).display().to_string();
            out.push(InspectionFinding::new(
                "repository",
                format!("{name} is damaged; if the present is whole, older versions may not be"),
                Repair::Reroot,
            ));
        }
        let mut at = Some(oid);
        while let Some(oid) = at {
            match self.repo.find_commit(oid) {
                Ok(commit) => at = commit.parent_ids().next(),
                Err(_) => {
                    out.push(InspectionFinding::new(
                        "repository",
                        format!("older history is damaged from commit {oid} on; the present is whole"),
                        Repair::Reroot,
                    ));
                    break;
                }
            }
        }
        if self.git.own.join("index").exists()
            && let Err(e) = self.repo.index().and_then(|mut i| i.read(true))
        {
            out.push(InspectionFinding::new(
                "git index",
                format!("it cannot be read ({})", e.message()),
                Repair::RebuildIndex,
            ));
        }
    }
}

fn permissions(root: &Root, out: &mut Vec<InspectionFinding>) -> Result<()> {
    let base = root.path();
    let mut check = |path: &Path, wanted: u32| {
        if let Ok(meta) = fs::symlink_metadata(path) {
            let mode = meta.permissions().mode() & 0o777;
            // A hard link's mode is also that of a file elsewhere, which is none of ours.
            let shared = meta.is_file() && meta.nlink() > 1;
            if mode & 0o077 != 0 && !meta.file_type().is_symlink() && !shared {
                let shown = path.strip_prefix(base).unwrap_or(path).display().to_string();
                let shown = if shown.is_empty() { ".".to_owned() } else { shown };
                out.push(InspectionFinding::new(
                    shown,
                    format!("can be read by others (mode {mode:03o}, should be {wanted:03o})"),
                    Repair::MakePrivate(path.to_owned()),
                ));
            }
        }
    };
    check(base, 0o700);
    check(&base.join(".git"), 0o700);
    let mut dirs = std::collections::BTreeSet::new();
    for name in scan::files(root)? {
        check(&base.join(&name), 0o600);
        let mut dir = name.as_str();
        while let Some((parent, _)) = dir.rsplit_once('/') {
            dirs.insert(parent.to_owned());
            dir = parent;
        }
    }
    dirs.iter().for_each(|dir| check(&base.join(dir), 0o700));
    Ok(())
}

fn odd_files(root: &Root, dir: &str, out: &mut Vec<InspectionFinding>) -> Result<()> {
    for entry in root.list(dir)? {
        let path = if dir.is_empty() { entry.name().to_owned() } else { format!("{dir}/{}", entry.name()) };
        match entry {
            DirEntry::Other(_) => out.push(InspectionFinding::new(
                path,
                "is a link or a special file; it is never followed or read",
                Repair::ByHand,
            )),
            DirEntry::Dir(name) if !name.starts_with('.') && path.matches('/').count() < 8 => {
                match odd_files(root, &path, out) {
                    Err(Error::Refused { .. }) | Ok(()) => {}
                    Err(e) => return Err(e),
                }
            }
            DirEntry::File(name) if name.ends_with(".md") => {
                if let Ok(parsed) = crate::path::WorkspacePath::parse(&path)
                    && let Err(Error::Refused { why, .. }) = root.ident(&parsed)
                {
                    out.push(InspectionFinding::new(path, why, Repair::ByHand));
                }
            }
            _ => {}
        }
    }
    Ok(())
}
