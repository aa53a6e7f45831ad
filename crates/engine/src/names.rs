//! Which entities go by a name: a derived cache in the state directory.
//!
//! Writing one memory must not read every entity file, so names are looked up in small buckets, by
//! the first letters of each of their words. The cache is only a hint: a hit is confirmed in the
//! entity's file. It follows the commits, and is rebuilt when it has lost track.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use soulfile_memory::entity::{EntityFile, entity_of_path};
use soulfile_memory::id::EntityId;

use crate::error::{Error, Result};
use crate::open::Engine;

/// The cache of one agent.
pub(crate) struct Names {
    dir: PathBuf,
}

impl Names {
    /// Every name that shares the beginning of a word with `name`, with the entity it leads to.
    pub(crate) fn like(&self, name: &str) -> Vec<(String, EntityId)> {
        let mut found = BTreeSet::new();
        for bucket in buckets(name) {
            let text = fs::read_to_string(self.dir.join(bucket)).unwrap_or_default();
            found.extend(text.lines().filter_map(|line| {
                let (id, name) = line.split_once('\t')?;
                Some((name.to_owned(), id.parse::<EntityId>().ok()?))
            }));
        }
        found.into_iter().collect()
    }

    fn add(&self, file: &EntityFile) -> Result<()> {
        for (bucket, lines) in lines_of(file) {
            let path = self.dir.join(bucket);
            let io = |source| io_error(&path, source);
            let known = fs::read_to_string(&path).unwrap_or_default();
            let fresh: String =
                lines.iter().filter(|line| !known.lines().any(|k| k == line.trim_end())).cloned().collect();
            if !fresh.is_empty() {
                let mut out = fs::File::options().append(true).create(true).open(&path).map_err(io)?;
                out.write_all(fresh.as_bytes()).map_err(io)?;
            }
        }
        Ok(())
    }

    fn revision(&self) -> Option<String> {
        fs::read_to_string(self.dir.join("revision")).ok()
    }

    fn set_revision(&self, revision: &str) -> Result<()> {
        let path = self.dir.join("revision");
        fs::write(&path, revision).map_err(|source| io_error(&path, source))
    }
}

impl Engine {
    /// The cache, brought up to the latest commit.
    pub(crate) fn names(&self) -> Result<Names> {
        let names = Names { dir: self.place.state().join("names") };
        let head = self.workspace.revision()?.unwrap_or_default();
        let known = names.revision();
        if known.as_deref() == Some(&head) {
            return Ok(names);
        }
        match known.map(|known| self.touched_since(&known)).transpose()?.flatten() {
            Some(entities) => {
                for id in entities {
                    if let Some((_, file)) = self.entity_file(&id)? {
                        names.add(&file)?;
                    }
                }
            }
            None => self.rebuild_names(&names)?,
        }
        names.set_revision(&head)?;
        Ok(names)
    }

    /// The entities whose files differ from what they were at `known`; `None` when that is not known any more.
    fn touched_since(&self, known: &str) -> Result<Option<BTreeSet<EntityId>>> {
        let changed = self.workspace.changed_since(known)?;
        Ok(changed.map(|paths| paths.iter().filter_map(|path| entity_of_path(path)).collect()))
    }

    fn rebuild_names(&self, names: &Names) -> Result<()> {
        let _ = fs::remove_dir_all(&names.dir);
        fs::create_dir_all(&names.dir).map_err(|source| io_error(&names.dir, source))?;
        let mut all: BTreeMap<String, String> = BTreeMap::new();
        for (_, file) in self.entity_files()? {
            for (bucket, lines) in lines_of(&file) {
                all.entry(bucket).or_default().extend(lines);
            }
        }
        for (bucket, text) in all {
            let path = names.dir.join(bucket);
            fs::write(&path, text).map_err(|source| io_error(&path, source))?;
        }
        Ok(())
    }
}

fn io_error(path: &Path, source: std::io::Error) -> Error {
    Error::Io { what: "writing", path: path.display().to_string(), source }
}

/// A file's lines for each bucket.
fn lines_of(file: &EntityFile) -> BTreeMap<String, BTreeSet<String>> {
    let mut out: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for name in file.names() {
        let line = format!("{}\t{}\n", file.id(), name.split_whitespace().collect::<Vec<_>>().join(" "));
        for bucket in buckets(&name) {
            out.entry(bucket).or_default().insert(line.clone());
        }
    }
    out
}

/// The buckets of a name: one for the beginning of each of its words.
fn buckets(name: &str) -> BTreeSet<String> {
    name.to_lowercase()
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(|word| {
            let start: String = word.chars().take(2).collect();
            format!("{:02x}", blake3::hash(start.as_bytes()).as_bytes()[0])
        })
        .collect()
}
