//! Noticing what people did by hand: files of the workspace that are not what HEAD holds.
//!
//! Looks only at what belongs to an agent's workspace; other files of a shared repository, and
//! the directories of other tools, are left alone.

use soulfile_vocabulary::layout;
use std::collections::{BTreeMap, BTreeSet};

use crate::error::{Error, Result};
use crate::files::{DirEntry, Ident, Root, WalkedEntry};
use crate::git::index_file;
use crate::git::objects::{ObjectKind, name_of};
use crate::path::WorkspacePath;
use crate::plan::PathState;
use crate::write::Inner;

/// Directories of the workspace whose files are memory or context.
const TOP: [&str; 4] = [layout::MEMORY_DIR, layout::ROOMS_DIR, layout::USERS_DIR, layout::BANK_DIR];
/// Below those: other tools' own directories.
const FOREIGN: [&str; 3] = layout::FOREIGN_DIRS;

/// Folders below a top one that are looked into.
const DEEPEST: usize = 16;

/// Says whether a path is one of the workspace's own files.
pub fn is_owned(path: &str) -> bool {
    if path == layout::AUDIT_LOG || path.split('/').any(|part| part.starts_with('.')) {
        return false;
    }
    if !(path.ends_with(".md") || path.ends_with(".json")) {
        return false;
    }
    match path.split_once('/') {
        None => path.ends_with(".md") && path != "DREAMS.md",
        Some((top, _)) => TOP.contains(&top) && !FOREIGN.iter().any(|dir| path.starts_with(dir)),
    }
}

/// Says whether a folder may hold the workspace's own files.
pub(crate) fn is_entered(folder: &str) -> bool {
    let top = folder.split('/').next().unwrap_or(folder);
    TOP.contains(&top)
        && !folder.split('/').any(|part| part.starts_with('.'))
        && !FOREIGN.contains(&folder)
        && folder.matches('/').count() <= DEEPEST
}

/// Lists the workspace's own files on disk, sorted by directory.
pub fn files(root: &Root) -> Result<Vec<String>> {
    let mut out = Vec::new();
    for entry in root.list("")? {
        match entry {
            DirEntry::File(name) if is_owned(&name) => out.push(name),
            DirEntry::Dir(name) if is_entered(&name) => list_below(root, &name, &mut out)?,
            _ => {}
        }
    }
    Ok(out)
}

fn list_below(root: &Root, dir: &str, out: &mut Vec<String>) -> Result<()> {
    let entries = match root.list(dir) {
        Err(Error::Refused { .. }) => return Ok(()),
        other => other?,
    };
    for entry in entries {
        let path = format!("{dir}/{}", entry.name());
        match entry {
            DirEntry::File(_) if is_owned(&path) => out.push(path),
            DirEntry::Dir(_) if is_entered(&path) => list_below(root, &path, out)?,
            _ => {}
        }
    }
    Ok(())
}

/// Lists the workspace's own files with the identity of each, in no order: one pass, one `stat` a
/// file. Each folder is given to `enter` before it is read.
pub fn walk(root: &Root, enter: &mut dyn FnMut(&str)) -> Result<Vec<(String, Ident)>> {
    let mut out = Vec::new();
    root.walk(&mut |found, path| match found {
        WalkedEntry::Folder => {
            let wanted = path.is_empty() || is_entered(path);
            if wanted {
                enter(path);
            }
            wanted
        }
        WalkedEntry::File(ident) => {
            out.push((path.to_owned(), ident));
            true
        }
        WalkedEntry::Name => is_owned(path),
    })?;
    Ok(out)
}

impl Inner {
    /// The workspace's own files that differ from HEAD: added, changed or removed by hand.
    pub(crate) fn hand_edited(&mut self, root: &Root) -> Result<Vec<WorkspacePath>> {
        let batch = self.begin()?;
        let mut committed = Vec::new();
        if let Some(tree) = batch.tree {
            self.trees.walk(&self.repo, tree, "", &mut committed)?;
        }
        let committed: BTreeMap<String, git2::Oid> =
            committed.into_iter().filter(|(path, _)| is_owned(path)).map(|(path, leaf)| (path, leaf.oid)).collect();
        let (index, written) = index_file::entries(&self.git);
        let mut out = Vec::new();
        let mut seen = BTreeSet::new();
        for name in files(root)? {
            let Ok(path) = WorkspacePath::parse(&name) else { continue };
            seen.insert(name.clone());
            let head = committed.get(&name);
            let ident = match root.ident(&path) {
                Ok(Some(ident)) => ident,
                Ok(None) | Err(Error::Refused { .. }) => continue,
                Err(e) => return Err(e),
            };
            if let (Some(head), Some(known)) = (head, index.get(&name)) {
                let mtime = ((ident.mtime / 1_000_000_000) as u32, (ident.mtime % 1_000_000_000) as u32);
                let same = (known.mtime, known.ino, known.size) == (mtime, ident.ino as u32, ident.size as u32);
                // A file as young as the index may have changed since without looking different.
                if same && known.oid == *head && mtime < written {
                    continue;
                }
            }
            let Some(file) = root.read(&path)? else { continue };
            if head != Some(&name_of(ObjectKind::Blob, &file.bytes)) {
                out.push(path);
            }
        }
        for name in committed.keys().filter(|name| !seen.contains(*name)) {
            let path = WorkspacePath::parse(name)?;
            // Refused things (links, FIFOs) in the place of a file are reported by the doctor.
            if matches!(root.ident(&path), Ok(None)) {
                out.push(path);
            }
        }
        Ok(out)
    }

    /// Commits every hand edit as `manual`; says what was taken in.
    pub(crate) fn take_in_all(&mut self, root: &Root) -> Result<Vec<String>> {
        self.take_in(root, |inner| inner.hand_edited(root))
    }

    /// Commits hand edits of the files that `find` names; says what was taken in.
    pub(crate) fn take_in(
        &mut self,
        root: &Root,
        find: impl Fn(&mut Self) -> Result<Vec<WorkspacePath>>,
    ) -> Result<Vec<String>> {
        for _ in 0..8 {
            self.undo_outrun_reset(root)?;
            let paths = find(self)?;
            if paths.is_empty() && !self.head_is_by_hand() {
                return Ok(Vec::new());
            }
            let mut batch = self.begin()?;
            let mut notes = Vec::new();
            self.bring_back_committed(root, &mut batch, &mut notes)?;
            if paths.is_empty() && batch.commits.is_empty() {
                return Ok(Vec::new());
            }
            for path in
                paths.iter().filter(|path| !batch.paths.contains_key(path.as_str())).cloned().collect::<Vec<_>>()
            {
                let disk = root.read(&path)?;
                let leaf = self.trees.find(&self.repo, batch.tree, path.as_str())?;
                batch.paths.insert(path.to_string(), PathState::new(disk, leaf));
            }
            let names: Vec<String> = batch.paths.keys().cloned().collect();
            self.take_in_hand_edits(&mut batch, names.iter().map(String::as_str), &mut notes)?;
            if batch.commits.is_empty() {
                return Ok(Vec::new());
            }
            if self.try_carry_out(root, batch)? {
                return Ok(names);
            }
        }
        Err(Error::Busy("files kept changing while they were taken in".to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_walk_finds_what_a_list_does_time_after_time() {
        let dir = tempfile::tempdir().unwrap();
        let paths = ["SOUL.md", "notes.txt", "memory/a.md", "memory/.b.md", "memory/x/y/c.md", "memory/imports/d.md"];
        for path in paths.into_iter().chain(["src/e.md", "bank/f.json", "rooms/.g/h.md"]) {
            fs::create_dir_all(dir.path().join(path).parent().unwrap()).unwrap();
            fs::write(dir.path().join(path), path).unwrap();
        }
        std::os::unix::fs::symlink("a.md", dir.path().join("memory/link.md")).unwrap();
        std::os::unix::fs::symlink("../src", dir.path().join("memory/src")).unwrap();
        let root = Root::open(dir.path()).unwrap();
        for _ in 0..2 {
            let mut folders = Vec::new();
            let mut found = walk(&root, &mut |folder| folders.push(folder.to_owned())).unwrap();
            found.sort_by(|a, b| a.0.cmp(&b.0));
            let mut listed = files(&root).unwrap();
            listed.sort();
            assert_eq!(found.iter().map(|(path, _)| path.as_str()).collect::<Vec<_>>(), listed);
            assert_eq!(listed, ["SOUL.md", "bank/f.json", "memory/a.md", "memory/x/y/c.md"]);
            for (path, ident) in found {
                assert_eq!(root.ident(&WorkspacePath::parse(&path).unwrap()).unwrap(), Some(ident));
            }
            folders.sort();
            assert_eq!(folders, ["", "bank", "memory", "memory/x", "memory/x/y", "rooms"]);
        }
    }
}
