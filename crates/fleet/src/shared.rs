//! Files that every gateway of a fleet has the same of: tokens, and the configuration where the fleet has one.
//!
//! The fleet's word counts. What changed here alone is put there; what changed at both ends is merged by whoever knows the
//! file. A gateway learns that something changed from the question it asks on every request anyway.

use std::collections::HashMap;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::database::{Connection, Database};
use crate::error::{Error, Result};

/// Held while files are exchanged; any number that nothing else here takes.
const EXCHANGING: i64 = 0x50_0011_f11f;

/// Merges what this gateway and another one made of the same file: the version both began with, ours, theirs.
pub type Merge = fn(Option<&[u8]>, &[u8], &[u8]) -> Vec<u8>;

/// One file that every gateway has the same of.
#[derive(Debug, Clone)]
pub struct SharedFile {
    pub name: &'static str,
    pub path: PathBuf,
    /// Whether the first gateway that has it brings it; else somebody has to put it into the fleet.
    pub founding: bool,
    /// What is done when it changed at both ends; theirs counts where this is not given.
    pub merge: Option<Merge>,
}

type Content = Option<Vec<u8>>;
/// What says without reading that a file changed: inode, time, length.
type Stamp = Option<(u64, i64, i64, u64)>;

/// The shared files of one gateway, and what was last agreed on.
pub struct SharedFiles {
    files: Vec<SharedFile>,
    version: AtomicI64,
    known: Mutex<HashMap<&'static str, (Stamp, Content)>>,
}

impl SharedFiles {
    pub fn new(files: Vec<SharedFile>) -> Self {
        Self { files, version: AtomicI64::new(0), known: Mutex::default() }
    }

    /// The version this gateway has.
    pub fn version(&self) -> i64 {
        self.version.load(Ordering::SeqCst)
    }

    /// Whether a file changed here since the last exchange.
    pub fn changed_here(&self) -> bool {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        self.files.iter().any(|file| known.get(file.name).is_some_and(|(stamp, _)| *stamp != stamp_of(&file.path)))
    }

    /// Makes both ends the same.
    pub(crate) fn exchange(&self, database: &Database) -> Result<()> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let mut here = Vec::new();
        for file in &self.files {
            // The stamp first: a change in between is seen at the next look.
            here.push((stamp_of(&file.path), read(&file.path)?));
        }
        let agreed = database.ask(async |connection: &mut Connection| {
            let transaction = connection.client.transaction().await?;
            transaction.execute("SELECT pg_advisory_xact_lock($1)", &[&EXCHANGING]).await?;
            let rows = transaction.query("SELECT name, bytes FROM shared_files", &[]).await?;
            let there: HashMap<String, Content> = rows.iter().map(|row| (row.get(0), row.get(1))).collect();
            let mut agreed: Vec<Option<Content>> = Vec::new();
            for (file, (_, here)) in self.files.iter().zip(&here) {
                let base = known.get(file.name).map(|(_, content)| content);
                let result = settle(file, base, here, there.get(file.name));
                if let Some(content) = &result
                    && there.get(file.name) != Some(content)
                {
                    transaction
                        .execute(
                            "INSERT INTO shared_files (name, bytes) VALUES ($1, $2) ON CONFLICT (name)
                             DO UPDATE SET bytes = $2, version = nextval('shared_versions')",
                            &[&file.name, content],
                        )
                        .await?;
                }
                agreed.push(result);
            }
            let row = transaction.query_one("SELECT coalesce(max(version), 0) FROM shared_files", &[]).await?;
            transaction.commit().await?;
            Ok((row.get::<_, i64>(0), agreed))
        })?;
        let (version, agreed) = agreed;
        for ((file, (stamp, here)), agreed) in self.files.iter().zip(here).zip(agreed) {
            // A file the fleet has nothing of is this gateway's own.
            let Some(agreed) = agreed else {
                known.remove(file.name);
                continue;
            };
            let stamp = if agreed == here {
                stamp
            } else {
                write(&file.path, agreed.as_deref())?;
                stamp_of(&file.path)
            };
            known.insert(file.name, (stamp, agreed));
        }
        self.version.store(version, Ordering::SeqCst);
        Ok(())
    }
}

/// What both ends are to have; `None` where the fleet has nothing of it and is not to.
fn settle(file: &SharedFile, base: Option<&Content>, here: &Content, there: Option<&Content>) -> Option<Content> {
    let Some(there) = there else {
        return (file.founding && here.is_some()).then(|| here.clone());
    };
    if base == Some(here) {
        return Some(there.clone());
    }
    if base == Some(there) {
        return Some(here.clone());
    }
    Some(match (file.merge, here, there) {
        (Some(merge), Some(here), Some(there)) => {
            let base = base.and_then(Option::as_deref);
            // Nothing is known of what a gateway that joins had before: it takes what the fleet has.
            base.map_or_else(|| Some(there.clone()), |base| Some(merge(Some(base), here, there)))
        }
        _ => there.clone(),
    })
}

fn read(path: &Path) -> Result<Content> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Error::io("reading", path, error)),
    }
}

fn stamp_of(path: &Path) -> Stamp {
    fs::metadata(path).ok().map(|meta| (meta.ino(), meta.mtime(), meta.mtime_nsec(), meta.len()))
}

/// Writes a file only its owner can read, whole or not at all.
fn write(path: &Path, content: Option<&[u8]>) -> Result<()> {
    use std::io::Write;
    use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
    let Some(bytes) = content else {
        return match fs::remove_file(path) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(Error::io("removing", path, error)),
            _ => Ok(()),
        };
    };
    let attempt = || {
        let dir = path.parent().unwrap_or(Path::new("."));
        fs::DirBuilder::new().recursive(true).mode(0o700).create(dir)?;
        let draft = path.with_extension("from-fleet");
        let mut file = fs::File::options().write(true).create(true).truncate(true).mode(0o600).open(&draft)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        fs::rename(&draft, path)
    };
    attempt().map_err(|error| Error::io("writing", path, error))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(_: Option<&[u8]>, here: &[u8], there: &[u8]) -> Vec<u8> {
        [here, there].concat()
    }

    #[test]
    fn the_fleet_counts_and_what_changed_here_alone_goes_there() {
        let file = |founding, merge| SharedFile { name: "f", path: PathBuf::new(), founding, merge };
        let (a, b, c) = (Some(b"a".to_vec()), Some(b"b".to_vec()), Some(b"c".to_vec()));
        let plain = file(false, None);
        for (what, base, here, there, wanted) in [
            ("nothing in the fleet", None, &a, None, None),
            ("changed there", Some(&a), &a, Some(&b), Some(&b)),
            ("changed here", Some(&a), &b, Some(&a), Some(&b)),
            ("removed here", Some(&a), &None, Some(&a), Some(&None)),
            ("changed at both ends", Some(&a), &b, Some(&c), Some(&c)),
            ("a gateway joins", None, &a, Some(&b), Some(&b)),
        ] {
            assert_eq!(settle(&plain, base, here, there).as_ref(), wanted, "{what}");
        }
        assert_eq!(settle(&file(true, None), None, &a, None), Some(a.clone()), "the first one brings it");
        assert_eq!(settle(&file(true, Some(joined)), Some(&a), &b, Some(&c)), Some(Some(b"bc".to_vec())));
    }
}
