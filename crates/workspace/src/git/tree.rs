//! Trees in memory: a commit's tree is the old one with a few paths changed, and costs what the
//! directories on those paths cost, never what the workspace weighs.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use git2::{ObjectType, Oid, Repository};

use super::objects::{Object, ObjectKind};
use crate::error::{Error, Result};

const DIRECTORY: u32 = 0o40000;
/// The mode of an ordinary file.
pub const FILE: u32 = 0o100644;

/// One entry of a tree, where it lies in the tree's bytes.
#[derive(Debug, Clone, Copy)]
struct TreeEntry<'a> {
    mode: u32,
    name: &'a [u8],
    oid: Oid,
    /// The entry whole.
    raw: &'a [u8],
}

impl TreeEntry<'_> {
    fn is_directory(&self) -> bool {
        self.mode == DIRECTORY
    }
}

/// A file's place in a tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Leaf {
    /// The blob.
    pub oid: Oid,
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

/// Reads and edits trees, remembering those it has seen, in the bytes git keeps them in: an edit copies the bytes
/// and changes a few.
#[derive(Debug, Default)]
pub struct Trees {
    seen: HashMap<Oid, Arc<Vec<u8>>>,
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
            let tree = self.load(repo, at)?;
            let Some(entry) = entries(&tree).find(|e| e.name == part.as_bytes()) else { return Ok(None) };
            match (parts.peek().is_some(), entry.is_directory()) {
                (true, true) => at = entry.oid,
                (false, false) => return Ok(Some(Leaf { oid: entry.oid, mode: entry.mode })),
                _ => return Ok(None),
            }
        }
        Ok(None)
    }

    /// Every file below `prefix` in a tree, with its path.
    pub fn walk(&mut self, repo: &Repository, root: Oid, prefix: &str, out: &mut Vec<(String, Leaf)>) -> Result<()> {
        for entry in entries(&self.load(repo, root)?) {
            let Ok(name) = std::str::from_utf8(entry.name) else { continue };
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
        let read = |trees: &mut Self, tree: Option<Oid>| tree.map_or(Ok(Arc::default()), |oid| trees.load(repo, oid));
        let (old, new) = (read(self, old)?, read(self, new)?);
        let (old, new) = without_the_same(&old, &new);
        let names: std::collections::BTreeSet<&[u8]> = old.keys().chain(new.keys()).copied().collect();
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

    /// Says whether a tree has a directory.
    pub fn has_dir(&mut self, repo: &Repository, root: Option<Oid>, dir: &str) -> Result<bool> {
        Ok(self.find_dir(repo, root, dir)?.is_some())
    }

    fn find_dir(&mut self, repo: &Repository, root: Option<Oid>, dir: &str) -> Result<Option<Oid>> {
        let Some(mut at) = root else { return Ok(None) };
        for part in dir.split('/').filter(|p| !p.is_empty()) {
            let tree = self.load(repo, at)?;
            match entries(&tree).find(|e| e.name == part.as_bytes() && e.is_directory()) {
                Some(entry) => at = entry.oid,
                None => return Ok(None),
            }
        }
        Ok(Some(at))
    }

    /// Counts the files directly and indirectly below a directory of a tree.
    pub fn count_below(&mut self, repo: &Repository, root: Option<Oid>, dir: &str) -> Result<usize> {
        let mut files = Vec::new();
        if let Some(at) = self.find_dir(repo, root, dir)? {
            self.walk(repo, at, dir, &mut files)?;
        }
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
        let old = match dir {
            Some(oid) => self.load(repo, oid)?,
            None => Arc::default(),
        };
        let mut changes: TreeChanges<'_> = BTreeMap::new();
        let mut rest = edits;
        while let Some((path, leaf)) = rest.first() {
            let (name, below) = path.split_once('/').map_or((*path, None), |(name, below)| (name, Some(below)));
            let replacement = match below {
                None => {
                    rest = &rest[1..];
                    leaf.map(|leaf| (leaf.mode, leaf.oid))
                }
                Some(_) => {
                    let same = |p: &str| p.split_once('/').is_some_and(|(n, _)| n == name);
                    let count = rest.iter().take_while(|(p, _)| same(p)).count();
                    let group: Vec<(&str, Option<Leaf>)> =
                        rest[..count].iter().map(|(p, leaf)| (&p[name.len() + 1..], *leaf)).collect();
                    rest = &rest[count..];
                    let sub = entries(&old).find(|e| e.name == name.as_bytes() && e.is_directory()).map(|e| e.oid);
                    let edited = self.edit_dir(repo, sub, &group, written)?;
                    if edited.is_none() && (sub.is_none() || changes.contains_key(name.as_bytes())) {
                        // Not there before either, or a file took the emptied directory's place.
                        continue;
                    }
                    edited.map(|oid| (DIRECTORY, oid))
                }
            };
            changes.insert(name.as_bytes(), replacement);
        }
        let new = changed(&old, changes);
        Ok(if new.is_empty() { None } else { Some(self.keep(new, written)) })
    }

    fn keep(&mut self, tree: Vec<u8>, written: &mut Vec<Object>) -> Oid {
        let object = Object::new(ObjectKind::Tree, tree);
        let oid = object.oid;
        self.seen.insert(oid, object.body.clone());
        written.push(object);
        oid
    }

    fn load(&mut self, repo: &Repository, oid: Oid) -> Result<Arc<Vec<u8>>> {
        if let Some(tree) = self.seen.get(&oid) {
            return Ok(tree.clone());
        }
        let odb = repo.odb()?;
        let object = odb.read(oid)?;
        if object.kind() != ObjectType::Tree {
            return Err(Error::Damaged(format!("object {oid} should be a tree")));
        }
        let tree = Arc::new(object.data().to_vec());
        if entries(&tree).map(|e| e.raw.len()).sum::<usize>() != tree.len() {
            return Err(Error::Damaged(format!("tree {oid} cannot be read")));
        }
        self.seen.insert(oid, tree.clone());
        Ok(tree)
    }
}

/// What becomes of a directory's entries, by name; `None` removes.
type TreeChanges<'a> = BTreeMap<&'a [u8], Option<(u32, Oid)>>;

/// A tree with some entries changed.
fn changed(old: &[u8], mut changes: TreeChanges<'_>) -> Vec<u8> {
    let mut new = Vec::with_capacity(old.len() + 64);
    for entry in entries(old) {
        match changes.get(entry.name) {
            None => new.extend_from_slice(entry.raw),
            // In its place: a file stays where files are sorted, a directory where directories are.
            Some(&Some((mode, oid))) if (mode == DIRECTORY) == entry.is_directory() => {
                push_entry(&mut new, mode, entry.name, oid);
                changes.remove(entry.name);
            }
            Some(_) => {}
        }
    }
    let mut added: Vec<_> =
        changes.into_iter().filter_map(|(name, to)| to.map(|(mode, oid)| (mode, name, oid))).collect();
    if added.is_empty() {
        return new;
    }
    added.sort_by(|a, b| sort_key(a.1, a.0).cmp(sort_key(b.1, b.0)));
    let mut merged = Vec::with_capacity(new.len() + added.iter().map(|(_, name, _)| name.len() + 28).sum::<usize>());
    let mut added = added.into_iter().peekable();
    for entry in entries(&new) {
        let comes_first = |a: &(u32, &[u8], Oid)| sort_key(a.1, a.0).cmp(sort_key(entry.name, entry.mode)).is_lt();
        while let Some((mode, name, oid)) = added.next_if(comes_first) {
            push_entry(&mut merged, mode, name, oid);
        }
        merged.extend_from_slice(entry.raw);
    }
    added.for_each(|(mode, name, oid)| push_entry(&mut merged, mode, name, oid));
    merged
}

fn push_entry(tree: &mut Vec<u8>, mode: u32, name: &[u8], oid: Oid) {
    tree.extend_from_slice(format!("{mode:o} ").as_bytes());
    tree.extend_from_slice(name);
    tree.push(0);
    tree.extend_from_slice(oid.as_bytes());
}

/// A directory's entries by name.
type ByName<'t> = BTreeMap<&'t [u8], (u32, Oid)>;

/// What two directories do not have in common; most of two versions of one is the same.
fn without_the_same<'t>(old: &'t [u8], new: &'t [u8]) -> (ByName<'t>, ByName<'t>) {
    let (mut only_old, mut only_new) = (BTreeMap::new(), BTreeMap::new());
    let by_name = |entry: TreeEntry<'t>| (entry.name, (entry.mode, entry.oid));
    let (mut left, mut right) = (entries(old).peekable(), entries(new).peekable());
    while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
        if a.raw == b.raw {
            left.next();
            right.next();
        } else if a.name == b.name && a.mode == b.mode {
            only_old.extend(left.next().map(by_name));
            only_new.extend(right.next().map(by_name));
        } else if sort_key(a.name, a.mode).lt(sort_key(b.name, b.mode)) {
            only_old.extend(left.next().map(by_name));
        } else {
            only_new.extend(right.next().map(by_name));
        }
    }
    only_old.extend(left.map(by_name));
    only_new.extend(right.map(by_name));
    (only_old, only_new)
}

/// Git sorts a directory as if its name ended in a slash.
fn sort_key(name: &[u8], mode: u32) -> impl Iterator<Item = u8> + '_ {
    name.iter().copied().chain((mode == DIRECTORY).then_some(b'/'))
}

/// The entries of a tree, up to the first that cannot be read.
fn entries(mut tree: &[u8]) -> impl Iterator<Item = TreeEntry<'_>> {
    std::iter::from_fn(move || {
        let space = memchr::memchr(b' ', tree)?;
        let digits = tree[..space].iter().map(|digit| digit.wrapping_sub(b'0'));
        let mode = digits.take(7).try_fold(0, |mode, digit| (digit < 8).then(|| mode * 8 + u32::from(digit)))?;
        let nul = space + 1 + memchr::memchr(0, &tree[space + 1..])?;
        let oid = Oid::from_bytes(tree.get(nul + 1..nul + 21)?).ok()?;
        let (raw, rest) = tree.split_at(nul + 21);
        tree = rest;
        Some(TreeEntry { mode, name: &raw[space + 1..nul], oid, raw })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::git::objects::{Deflater, Existing, write_loose};
    use crate::git::refs::Handles;

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
        let git = Handles::for_test(dir.path());
        for object in &written {
            write_loose(&mut Deflater::default(), &git, object, Existing::Trusted).unwrap();
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
        let (root, _) = trees.edit(&repo, Some(root), &removal).unwrap();
        index.remove_path(std::path::Path::new("memory/episodes/1.md")).unwrap();
        index.remove_path(std::path::Path::new("a/b.md")).unwrap();
        assert_eq!(index.write_tree().unwrap(), root);
        assert_eq!(trees.edit(&repo, Some(root), &removal).unwrap().0, root, "what is not there is not removed");

        // A directory becomes a file and the other way round.
        let swap = BTreeMap::from([
            ("a.b/c.md".to_owned(), None),
            ("a.b".to_owned(), leaf),
            ("a.md".to_owned(), None),
            ("a.md/d.md".to_owned(), leaf),
        ]);
        let (root, _) = trees.edit(&repo, Some(root), &swap).unwrap();
        for gone in ["a.b/c.md", "a.md"] {
            index.remove_path(std::path::Path::new(gone)).unwrap();
            std::fs::remove_file(dir.path().join(gone)).unwrap();
        }
        std::fs::remove_dir(dir.path().join("a.b")).unwrap();
        std::fs::create_dir(dir.path().join("a.md")).unwrap();
        for new in ["a.b", "a.md/d.md"] {
            std::fs::write(dir.path().join(new), "x").unwrap();
            index.add_path(std::path::Path::new(new)).unwrap();
        }
        assert_eq!(index.write_tree().unwrap(), root);
    }
}
