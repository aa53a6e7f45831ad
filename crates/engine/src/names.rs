//! Which entities go by a name: a derived cache in the state directory, and what this process has read of it.
//!
//! Writing one memory must not read every entity file, so names are looked up in small buckets, by
//! the first letters of each of their words. The cache is only a hint: a hit is confirmed in the
//! entity's file. It follows the commits, and is rebuilt when it has lost track.
//!
//! Any number of processes use the files. A name that one of them finds goes into its file before the process counts
//! on it, and a process that keeps buckets in mind follows the commits by itself from there; so what is in mind is
//! never less than what the files held at the commit it stands at. The files may lag behind it, never the other way.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::io::Write;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use soulfile_memory::entity::{EntityFile, FLAT_LIMIT, entity_of_path, is_flat};
use soulfile_memory::id::EntityId;
use soulfile_understand::entity_match::{NameKey, Named};
use soulfile_vocabulary::EntityType;
use soulfile_vocabulary::layout::ENTITIES_DIR;

use crate::error::{Error, Result};
use crate::open::Engine;

/// The form of the files; a cache of another form is made anew.
const FORM: &str = "2";
/// After how many changed entities the files' revision is brought up to date. Before that, a process that begins
/// there looks at a few files again.
const LAG: usize = 16;

/// What this process knows of the names.
#[derive(Default)]
pub(crate) struct Names(Mutex<KnownNames>);

#[derive(Default)]
struct KnownNames {
    /// Which making of the cache the buckets were read from.
    made: String,
    /// The commit that the buckets in mind stand at.
    revision: Option<String>,
    /// The buckets read so far.
    buckets: HashMap<u8, Vec<KnownName>>,
    /// How many entities changed since the files' revision was written.
    lag: usize,
    /// How many files the flat directory held, and how many of its paths changed since it was listed.
    flat: Option<(usize, usize)>,
}

#[derive(Clone)]
struct KnownName {
    name: String,
    id: EntityId,
    kind: Option<EntityType>,
    key: NameKey,
}

impl Names {
    /// Forgets what was read; the files are the caller's.
    pub(crate) fn forget(&self) {
        *self.lock_names() = KnownNames::default();
    }

    fn lock_names(&self) -> MutexGuard<'_, KnownNames> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Engine {
    /// Every name of this kind that shares the beginning of a word with the named and may be its name, and the very
    /// name whatever it means, with the entity it leads to.
    pub(crate) fn names_like(&self, named: Named<'_>) -> Result<Vec<(String, EntityId)>> {
        let mut known = self.names.lock_names();
        self.catch_up_names(&mut known)?;
        let dir = self.names_dir();
        let key = NameKey::of(named);
        let lower = named.name.to_lowercase();
        let is_it = |other: &str| other.len() == named.name.len() && other.to_lowercase() == lower;
        let mut found = BTreeSet::new();
        for bucket in buckets(named.name) {
            let like = known.bucket(&dir, bucket).iter();
            let like = like.filter(|other| match other.kind == Some(named.kind) {
                true => key.meets(&other.key),
                false => is_it(&other.name),
            });
            found.extend(like.map(|other| (other.name.clone(), other.id.clone())));
        }
        Ok(found.into_iter().collect())
    }

    /// How many files the flat directory of entities holds, as far as it matters where a new one goes.
    pub(crate) fn flat_entities(&self) -> Result<usize> {
        let mut known = self.names.lock_names();
        match known.flat {
            // However many of them came or went: it is not more than it may hold.
            Some((count, changed)) if count + changed <= FLAT_LIMIT => Ok(count),
            _ => {
                let count = self.files_in(ENTITIES_DIR)?.len();
                known.flat = Some((count, 0));
                Ok(count)
            }
        }
    }

    fn names_dir(&self) -> PathBuf {
        self.place.state().join("names")
    }

    /// Brings the names in mind, and those in the files, to the latest commit.
    fn catch_up_names(&self, known: &mut KnownNames) -> Result<()> {
        let dir = self.names_dir();
        let head = self.workspace.revision().unwrap_or_default();
        let Some((made, written)) = revision(&dir) else { return self.rebuild_names(known, &dir, &head) };
        if known.made != made {
            // Somebody threw the cache away and made it anew, after a purge perhaps: what is in mind goes too.
            *known = KnownNames { made, ..KnownNames::default() };
        }
        let from = known.revision.get_or_insert(written).clone();
        if from == head {
            return Ok(());
        }
        let Some(changed) = self.workspace.changed_since(&from)? else {
            return self.rebuild_names(known, &dir, &head);
        };
        for path in &changed {
            let Some(id) = entity_of_path(path) else { continue };
            known.lag += 1;
            if let Some((_, changed)) = &mut known.flat {
                *changed += usize::from(is_flat(path));
            }
            if let Some(text) = self.read_text(path)? {
                known.add(&dir, &id, EntityFile::names_in(id.clone(), text))?;
            }
        }
        if known.lag > LAG {
            set_revision(&dir, &known.made, &head)?;
            known.lag = 0;
        }
        known.revision = Some(head);
        Ok(())
    }

    fn rebuild_names(&self, known: &mut KnownNames, dir: &Path, head: &str) -> Result<()> {
        *known = KnownNames { made: head.to_owned(), revision: Some(head.to_owned()), ..KnownNames::default() };
        let _ = fs::remove_dir_all(dir);
        fs::create_dir_all(dir).map_err(|source| io_error(dir, source))?;
        for (id, names) in self.names_of_entities()? {
            for name in names {
                let name = KnownName::new(&name, &id);
                for bucket in buckets(&name.name) {
                    known.buckets.entry(bucket).or_default().push(name.clone());
                }
            }
        }
        for (bucket, names) in &known.buckets {
            let path = bucket_path(dir, *bucket);
            let lines: String = names.iter().map(KnownName::line).collect();
            fs::write(&path, lines).map_err(|source| io_error(&path, source))?;
        }
        set_revision(dir, head, head)
    }
}

impl KnownNames {
    fn bucket(&mut self, dir: &Path, bucket: u8) -> &mut Vec<KnownName> {
        self.buckets.entry(bucket).or_insert_with(|| {
            let text = fs::read_to_string(bucket_path(dir, bucket)).unwrap_or_default();
            text.lines().filter_map(KnownName::read).collect()
        })
    }

    /// Adds what is new among an entity's names.
    fn add(&mut self, dir: &Path, id: &EntityId, names: Vec<String>) -> Result<()> {
        for name in names {
            let name = one_line(&name);
            for bucket in buckets(&name) {
                let known = self.bucket(dir, bucket);
                if known.iter().any(|known| known.id == *id && known.name == name) {
                    continue;
                }
                let fresh = KnownName::new(&name, id);
                let path = bucket_path(dir, bucket);
                fs::File::options()
                    .append(true)
                    .create(true)
                    .open(&path)
                    .and_then(|mut out| out.write_all(fresh.line().as_bytes()))
                    .map_err(|source| io_error(&path, source))?;
                known.push(fresh);
            }
        }
        Ok(())
    }
}

impl KnownName {
    fn new(name: &str, id: &EntityId) -> Self {
        let (name, kind) = (one_line(name), id.kind());
        let key = NameKey::of(Named { name: &name, kind: kind.unwrap_or(EntityType::Concept) });
        Self { name, id: id.clone(), kind, key }
    }

    fn read(line: &str) -> Option<Self> {
        let mut parts = line.splitn(3, '\t');
        let (id, key, name) = (parts.next()?, parts.next()?, parts.next()?);
        let id: EntityId = id.parse().ok()?;
        Some(Self { name: name.to_owned(), kind: id.kind(), id, key: key.parse().ok()? })
    }

    fn line(&self) -> String {
        format!("{}\t{}\t{}\n", self.id, self.key, self.name)
    }
}

fn one_line(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// At which commit the cache was made, and at which it stands.
fn revision(dir: &Path) -> Option<(String, String)> {
    let text = fs::read_to_string(dir.join("revision")).ok()?;
    let mut parts = text.splitn(3, ' ');
    let (form, made, revision) = (parts.next()?, parts.next()?, parts.next()?);
    (form == FORM).then(|| (made.to_owned(), revision.to_owned()))
}

fn set_revision(dir: &Path, made: &str, revision: &str) -> Result<()> {
    let path = dir.join("revision");
    let text = format!("{FORM} {made} {revision}");
    // In place: a file that is emptied and written again is flushed to the disk when it is closed.
    fs::File::options()
        .write(true)
        .create(true)
        .truncate(false)
        .open(&path)
        .and_then(|file| file.write_all_at(text.as_bytes(), 0).and_then(|()| file.set_len(text.len() as u64)))
        .map_err(|source| io_error(&path, source))
}

fn bucket_path(dir: &Path, bucket: u8) -> PathBuf {
    dir.join(format!("{bucket:02x}"))
}

fn io_error(path: &Path, source: std::io::Error) -> Error {
    Error::Io { what: "writing", path: path.display().to_string(), source }
}

/// The buckets of a name: one for the beginning of each of its words.
fn buckets(name: &str) -> BTreeSet<u8> {
    name.to_lowercase()
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(|word| {
            let start: String = word.chars().take(2).collect();
            blake3::hash(start.as_bytes()).as_bytes()[0]
        })
        .collect()
}

#[cfg(test)]
#[path = "names_tests.rs"]
mod tests;
