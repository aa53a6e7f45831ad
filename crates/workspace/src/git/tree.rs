//! Trees in memory: a commit's tree is the old one with a few paths changed, and costs what the
//! directories on those paths cost, never what the workspace weighs.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use git2::{ObjectType, Oid, Repository};

use super::objects::{Kind, Object};
use crate::error::{Error, Result};

const DIRECTORY: u32 = 0o40000;
/// The mode of an ordinary file.
pub const FILE: u32 = 0o100644;

#[derive(Debug, Clone, PartialEq, Eq)]
struct Entry {
    mode: u32,
    name: Vec<u8>,
    oid: Oid,
}

/// A file's place in a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Leaf {
    /// The blob.
    pub oid: Oid,
    /// Its mode.
    pub mode: u32,
}

/// One file in which two trees differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The file.
    pub path: String,
    /// What the old tree holds.
    pub before: Option<Leaf>,
    /// What the new tree holds.
    pub after: Option<Leaf>,
}

/// Reads and edits trees, remembering those it has seen.
#[derive(Debug, Default)]
pub struct Trees {
    seen: HashMap<Oid, Arc<Vec<Entry>>>,
}

impl Trees {
    /// Forgets old trees. Not while a batch is planned: its trees are not on disk yet.
    pub fn forget_old(&mut self) {
        if self.seen.len() > 4096 {
            self.seen.clear();
        }
    }

    /// Finds a file in a tree.
    pub fn find(&mut self, repo: &Repository, root: Option<Oid>, path: &str) -> Result<Option<Leaf>> {
        let Some(mut at) = root else { return Ok(None) };
        let mut parts = path.split('/').peekable();
        while let Some(part) = parts.next() {
            let entries = self.load(repo, at)?;
            let Some(entry) = entries.iter().find(|e| e.name == part.as_bytes()) else { return Ok(None) };
            match (parts.peek().is_some(), entry.mode == DIRECTORY) {
                (true, true) => at = entry.oid,
                (false, false) => return Ok(Some(Leaf { oid: entry.oid, mode: entry.mode })),
                _ => return Ok(None),
            }
        }
        Ok(None)
    }

    /// Every file below `prefix` in a tree, with its path.
    pub fn walk(&mut self, repo: &Repository, root: Oid, prefix: &str, out: &mut Vec<(String, Leaf)>) -> Result<()> {
        for entry in self.load(repo, root)?.iter() {
            let Ok(name) = std::str::from_utf8(&entry.name) else { continue };
            let path = if prefix.is_empty() { name.to_owned() } else { format!("{prefix}/{name}") };
            match entry.mode {
                DIRECTORY => self.walk(repo, entry.oid, &path, out)?,
                mode => out.push((path, Leaf { oid: entry.oid, mode })),
            }
        }
        Ok(())
    }

    /// The files in which two trees differ, with what each side holds.
    pub fn diff(
        &mut self,
        repo: &Repository,
        old: Option<Oid>,
        new: Option<Oid>,
        prefix: &str,
        out: &mut Vec<Difference>,
    ) -> Result<()> {
        if old == new {
            return Ok(());
        }
        let read = |trees: &mut Self, tree: Option<Oid>| -> Result<BTreeMap<Vec<u8>, (u32, Oid)>> {
            let Some(oid) = tree else { return Ok(BTreeMap::new()) };
            Ok(trees.load(repo, oid)?.iter().map(|e| (e.name.clone(), (e.mode, e.oid))).collect())
        };
        let (old, new) = (read(self, old)?, read(self, new)?);
        let names: std::collections::BTreeSet<&Vec<u8>> = old.keys().chain(new.keys()).collect();
        for name in names {
            let (a, b) = (old.get(name), new.get(name));
            if a == b {
                continue;
            }
            let shown = String::from_utf8_lossy(name);
            let path = if prefix.is_empty() { shown.into_owned() } else { format!("{prefix}/{shown}") };
            let dir = |side: Option<&(u32, Oid)>| side.filter(|(mode, _)| *mode == DIRECTORY).map(|(_, oid)| *oid);
            let leaf = |side: Option<&(u32, Oid)>| {
                side.filter(|(mode, _)| *mode != DIRECTORY).map(|&(mode, oid)| Leaf { oid, mode })
            };
            if dir(a).is_some() || dir(b).is_some() {
                self.diff(repo, dir(a), dir(b), &path, out)?;
            }
            if leaf(a) != leaf(b) {
                out.push(Difference { path, before: leaf(a), after: leaf(b) });
            }
        }
        Ok(())
    }

    /// Counts the files directly and indirectly below a directory of a tree.
    pub fn count_below(&mut self, repo: &Repository, root: Option<Oid>, dir: &str) -> Result<usize> {
        let Some(mut at) = root else { return Ok(0) };
        for part in dir.split('/').filter(|p| !p.is_empty()) {
            match self.load(repo, at)?.iter().find(|e| e.name == part.as_bytes() && e.mode == DIRECTORY) {
                Some(entry) => at = entry.oid,
                None => return Ok(0),
            }
        }
        let mut files = Vec::new();
        self.walk(repo, at, dir, &mut files)?;
        Ok(files.len())
    }

    /// Applies edits (`None` removes) to a tree; returns the new root and the trees to write.
    pub fn edit(
        &mut self,
        repo: &Repository,
        root: Option<Oid>,
        edits: &BTreeMap<String, Option<Leaf>>,
    ) -> Result<(Oid, Vec<Object>)> {
        let mut written = Vec::new();
        let edits: Vec<(&str, Option<Leaf>)> = edits.iter().map(|(path, leaf)| (path.as_str(), *leaf)).collect();
        let root = match self.edit_dir(repo, root, &edits, &mut written)? {
            Some(oid) => oid,
            None => self.keep(Vec::new(), &mut written),
        };
        Ok((root, written))
    }

    /// Edits one directory; `None` when nothing is left in it.
    fn edit_dir(
        &mut self,
        repo: &Repository,
        dir: Option<Oid>,
        edits: &[(&str, Option<Leaf>)],
        written: &mut Vec<Object>,
    ) -> Result<Option<Oid>> {
        let mut entries: Vec<Entry> = match dir {
            Some(oid) => self.load(repo, oid)?.as_ref().clone(),
            None => Vec::new(),
        };
        let mut rest = edits;
        while let Some((path, leaf)) = rest.first() {
            let (name, below) = path.split_once('/').map_or((*path, None), |(name, below)| (name, Some(below)));
            let at = entries.iter().position(|e| e.name == name.as_bytes());
            let replacement = match below {
                None => {
                    rest = &rest[1..];
                    leaf.map(|leaf| (leaf.mode, leaf.oid))
                }
                Some(_) => {
                    let same = |p: &str| p.split_once('/').filter(|(n, _)| *n == name).map(|(_, below)| below.len());
                    let count = rest.iter().take_while(|(p, _)| same(p).is_some()).count();
                    let group: Vec<(&str, Option<Leaf>)> =
                        rest[..count].iter().map(|(p, leaf)| (&p[name.len() + 1..], *leaf)).collect();
                    rest = &rest[count..];
                    let sub = at.filter(|&i| entries[i].mode == DIRECTORY).map(|i| entries[i].oid);
                    self.edit_dir(repo, sub, &group, written)?.map(|oid| (DIRECTORY, oid))
                }
            };
            match (at, replacement) {
                (Some(i), Some((mode, oid))) => entries[i] = Entry { mode, name: name.as_bytes().to_vec(), oid },
                (None, Some((mode, oid))) => entries.push(Entry { mode, name: name.as_bytes().to_vec(), oid }),
                (Some(i), None) => drop(entries.remove(i)),
                (None, None) => {}
            }
        }
        if entries.is_empty() {
            return Ok(None);
        }
        entries.sort_by(|a, b| sort_key(a).cmp(sort_key(b)));
        Ok(Some(self.keep(entries, written)))
    }

    fn keep(&mut self, entries: Vec<Entry>, written: &mut Vec<Object>) -> Oid {
        let mut body = Vec::with_capacity(entries.len() * 48);
        for entry in &entries {
            body.extend_from_slice(format!("{:o} ", entry.mode).as_bytes());
            body.extend_from_slice(&entry.name);
            body.push(0);
            body.extend_from_slice(entry.oid.as_bytes());
        }
        let object = Object::new(Kind::Tree, body);
        let oid = object.oid;
        self.remember(oid, Arc::new(entries));
        written.push(object);
        oid
    }

    fn load(&mut self, repo: &Repository, oid: Oid) -> Result<Arc<Vec<Entry>>> {
        if let Some(entries) = self.seen.get(&oid) {
            return Ok(entries.clone());
        }
        let odb = repo.odb()?;
        let object = odb.read(oid)?;
        if object.kind() != ObjectType::Tree {
            return Err(Error::Damaged(format!("object {oid} should be a tree")));
        }
        let entries =
            Arc::new(parse(object.data()).ok_or_else(|| Error::Damaged(format!("tree {oid} cannot be read")))?);
        self.remember(oid, entries.clone());
        Ok(entries)
    }

    fn remember(&mut self, oid: Oid, entries: Arc<Vec<Entry>>) {
        self.seen.insert(oid, entries);
    }
}

/// Git sorts a directory as if its name ended in a slash.
fn sort_key(entry: &Entry) -> impl Iterator<Item = u8> + '_ {
    entry.name.iter().copied().chain((entry.mode == DIRECTORY).then_some(b'/'))
}

fn parse(mut data: &[u8]) -> Option<Vec<Entry>> {
    let mut out = Vec::new();
    while !data.is_empty() {
        let space = data.iter().position(|&b| b == b' ')?;
        let mode = u32::from_str_radix(std::str::from_utf8(&data[..space]).ok()?, 8).ok()?;
        let nul = space + 1 + data[space + 1..].iter().position(|&b| b == 0)?;
        let name = data[space + 1..nul].to_vec();
        let oid = Oid::from_bytes(data.get(nul + 1..nul + 21)?).ok()?;
        out.push(Entry { mode, name, oid });
        data = &data[nul + 21..];
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::git::objects::{Deflater, Existing, write_loose};

    #[test]
    fn edited_trees_equal_those_git_builds() {
        let dir = tempfile::tempdir().unwrap();
        let repo = git2::Repository::init(dir.path()).unwrap();
        let blob = repo.blob(b"x").unwrap();
        let leaf = Some(Leaf { oid: blob, mode: FILE });
        let mut trees = Trees::default();
        let paths =
            ["a.md", "a/b.md", "a-b.md", "a.b/c.md", "memory/episodes/1.md", "memory/episodes/2.md", "memory.md"];
        let edits = paths.iter().map(|p| ((*p).to_owned(), leaf)).collect();
        let (root, written) = trees.edit(&repo, None, &edits).unwrap();
        std::fs::create_dir(repo.path().join("tmp")).unwrap();
        for object in &written {
            write_loose(&mut Deflater::default(), &repo.path().join("objects"), repo.path(), object, Existing::Trusted)
                .unwrap();
        }
        let mut index = repo.index().unwrap();
        for path in paths {
            let file = dir.path().join(path);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, "x").unwrap();
            index.add_path(std::path::Path::new(path)).unwrap();
        }
        assert_eq!(index.write_tree().unwrap(), root);
        assert!(trees.find(&repo, Some(root), "a/b.md").unwrap().is_some());

        let removal = BTreeMap::from([("memory/episodes/1.md".to_owned(), None), ("a/b.md".to_owned(), None)]);
        let (root, _) = Trees::default().edit(&repo, Some(root), &removal).unwrap();
        index.remove_path(std::path::Path::new("memory/episodes/1.md")).unwrap();
        index.remove_path(std::path::Path::new("a/b.md")).unwrap();
        assert_eq!(index.write_tree().unwrap(), root);
    }
}
