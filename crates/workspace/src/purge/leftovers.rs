//! After the rewrite: refs moved, everything that only old commits needed removed, and the check
//! that nothing is left.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use git2::Oid;
use rustix::fs::{CWD, RenameFlags, renameat_with};

use super::needle::Needles;
use super::{Rewrite, follow};
use crate::error::{Error, Result};
use crate::files::Root;
use crate::workspace::open_repository;
use crate::write::Inner;

/// Files in which git keeps old ids and messages.
const NOTES_OF_GIT: [&str; 9] = [
    "ORIG_HEAD",
    "FETCH_HEAD",
    "MERGE_HEAD",
    "MERGE_MSG",
    "CHERRY_PICK_HEAD",
    "REVERT_HEAD",
    "AUTO_MERGE",
    "COMMIT_EDITMSG",
    "SQUASH_MSG",
];

impl Inner {
    /// Points every ref at what its commit became. Returns the commits that are kept.
    pub(super) fn move_refs(&mut self, rewrite: &Rewrite<'_>) -> Result<Vec<Oid>> {
        let mut kept = Vec::new();
        let names: Vec<(String, Oid)> = self
            .repo
            .references()?
            .flatten()
            .filter(|r| r.kind() == Some(git2::ReferenceType::Direct))
            .filter_map(|r| Some((r.name().ok()?.to_owned(), r.peel_to_commit().ok()?.id())))
            .collect();
        for (name, old) in names {
            let new = rewrite.commits[&old];
            // Written even when nothing changed: packed-refs goes. An annotated tag becomes a plain one.
            self.handles.lock_ref(&name, new)?.commit()?;
            kept.push(new);
        }
        let head = self.git.head()?;
        if let Some(commit) = head.commit.filter(|_| head.name == "HEAD") {
            let new = rewrite.commits.get(&commit).copied().unwrap_or(commit);
            self.handles.lock_ref("HEAD", new)?.commit()?;
            kept.push(new);
        }
        Ok(kept)
    }

    /// Removes what nothing leads to any more: objects, reflogs, the journal, displaced files.
    pub(super) fn drop_leftovers(&mut self, root: &Root, kept: &[Oid]) -> Result<()> {
        let common = self.git.common.clone();
        let (objects, fresh) = (common.join("objects"), common.join("objects.purge"));
        let io = |what, path: &Path| {
            let path = path.to_owned();
            move |e: std::io::Error| Error::io(what, path, e)
        };
        remove_dir(&fresh)?;
        fs::create_dir_all(fresh.join("pack")).map_err(io("creating", &fresh))?;
        fs::create_dir_all(fresh.join("info")).map_err(io("creating", &fresh))?;
        let mut walk = self.repo.revwalk()?;
        for oid in kept {
            walk.push(*oid)?;
        }
        let mut pack = self.repo.packbuilder()?;
        pack.insert_walk(&mut walk)?;
        pack.write(&fresh.join("pack"), 0)?;
        drop(pack);
        drop(walk);
        for file in fresh.join("pack").read_dir().map_err(io("reading", &fresh))?.flatten() {
            fs::File::open(file.path()).and_then(|f| f.sync_all()).map_err(io("syncing", &fresh))?;
        }
        // One step: at no moment is there a repository without its objects.
        renameat_with(CWD, &fresh, CWD, &objects, RenameFlags::EXCHANGE)
            .map_err(|e| Error::io("replacing the objects", &objects, e))?;
        remove_dir(&fresh)?;
        remove_dir(&common.join("logs"))?;
        remove_dir(&self.git.own.join("logs"))?;
        let mut files: Vec<PathBuf> = NOTES_OF_GIT.iter().map(|name| self.git.own.join(name)).collect();
        files.push(common.join("packed-refs"));
        let ours = self.git.soul.read_dir().into_iter().flatten().flatten().map(|entry| entry.path());
        files.extend(ours.filter(|path| path.file_name().is_some_and(|n| n.to_string_lossy().starts_with("index."))));
        for dir in ["tmp", "old"] {
            let dir = self.git.soul.join(dir);
            files.extend(dir.read_dir().into_iter().flatten().flatten().map(|entry| entry.path()));
        }
        for file in files {
            match fs::remove_file(&file) {
                Err(e) if e.kind() != std::io::ErrorKind::NotFound => return Err(Error::io("removing", file, e)),
                _ => {}
            }
        }
        self.journal.wipe()?;
        self.repo = open_repository(root.path())?;
        self.trees = Default::default();
        self.last = None;
        self.set_aside = 0;
        Ok(())
    }

    /// Open alerts name commits: they follow.
    pub(super) fn map_alerts(&self, commits: &BTreeMap<Oid, Oid>) -> Result<()> {
        let path = self.options.state.join("alerts.json");
        let Ok(text) = fs::read_to_string(&path) else { return Ok(()) };
        fs::write(&path, follow(&text, commits)).map_err(|e| Error::io("writing", path, e))
    }

    /// Where any of the texts is still found: in files, objects, or anything else of the repository.
    pub(super) fn find_leftovers(&mut self, root: &Root, needles: &Needles) -> Result<Vec<String>> {
        let mut left = Vec::new();
        for path in self.held_files(root)? {
            if root.read(&path)?.is_some_and(|file| needles.is_in(&file.bytes)) {
                left.push(path.to_string());
            }
        }
        let odb = self.repo.odb()?;
        let mut oids = Vec::new();
        odb.foreach(|oid| {
            oids.push(*oid);
            true
        })?;
        for oid in oids {
            if needles.is_in(odb.read(oid)?.data()) {
                left.push(format!("object {oid}"));
            }
        }
        let mut files = Vec::new();
        walk(&self.git.common, &mut files);
        // The request itself holds the text until the purge is over.
        let apart = [self.git.common.join("objects"), self.git.soul.join(super::pending::NAME)];
        for path in files.into_iter().filter(|path| !apart.iter().any(|a| path.starts_with(a))) {
            if fs::read(&path).is_ok_and(|bytes| needles.is_in(&bytes)) {
                left.push(path.display().to_string());
            }
        }
        Ok(left)
    }
}

fn remove_dir(path: &Path) -> Result<()> {
    match fs::remove_dir_all(path) {
        Err(e) if e.kind() != std::io::ErrorKind::NotFound => Err(Error::io("removing", path, e)),
        _ => Ok(()),
    }
}

fn walk(dir: &Path, out: &mut Vec<PathBuf>) {
    for entry in dir.read_dir().into_iter().flatten().flatten() {
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => walk(&entry.path(), out),
            Ok(kind) if kind.is_file() => out.push(entry.path()),
            _ => {}
        }
    }
}
