//! What the index knows of every file: a catalog where it lies, and what changed since in memory.
//!
//! A process that asks once compares all files with this, so nothing of it is parsed or copied: names are found by a hash
//! table in the catalog. The catalog is written anew together with a segment; what came since is in the table `files`.

use std::collections::{BTreeMap, HashMap};
use std::io::{self, Seek, Write};
use std::ops::Bound;
use std::sync::Arc;

use soulfile_vocabulary::Store;

use crate::column_file::{ColumnFile, ColumnWriter};
use crate::column_store::Fill;
use crate::record::{name_hash, of_code};

/// What is known of an indexed file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KnownFile {
    /// Row id.
    pub id: u32,
    /// Hash of its content and facts.
    pub hash: [u8; 32],
    /// Store.
    pub store: Store,
    /// The caller's stamp (modification time, size), to skip reading unchanged files.
    pub stamp: Option<i64>,
}

const IDS: u8 = 0;
const STORES: u8 = 1;
const STAMPS: u8 = 2;
const HASHES: u8 = 3;
const NAME_ENDS: u8 = 4;
const NAMES: u8 = 5;
/// Places by the hash of the name, one more than each, 0 for none.
const BY_NAME: u8 = 6;
/// Places by id, one more than each, 0 for none.
const BY_ID: u8 = 7;

/// In the place of no stamp.
const NO_STAMP: i64 = i64::MIN;

/// Every indexed file by name.
#[derive(Default)]
pub struct KnownFiles {
    catalog: Option<Arc<ColumnFile>>,
    /// Files that are not as in the catalog; none for those that are gone.
    changed: BTreeMap<String, Option<KnownFile>>,
    /// Names of the changed files that are there, by id.
    names: HashMap<u32, Arc<str>>,
}

impl KnownFiles {
    /// The files of a catalog.
    pub(crate) fn of_catalog(catalog: Arc<ColumnFile>) -> Self {
        Self { catalog: Some(catalog), ..Self::default() }
    }

    /// What is known of a file.
    pub fn get(&self, name: &str) -> Option<KnownFile> {
        match self.changed.get(name) {
            Some(changed) => *changed,
            None => self.place_of(name).map(|at| self.catalogued(at)),
        }
    }

    /// Says whether a file is indexed.
    pub fn contains(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Name of a file, by its id.
    pub fn name_of(&self, id: u32) -> Option<&str> {
        if let Some(name) = self.names.get(&id) {
            return Some(name);
        }
        let at = self.catalog.as_ref()?.get::<u32>(BY_ID, id as usize);
        at.checked_sub(1).map(|at| self.name_at(at as usize))
    }

    /// All files, in no order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, KnownFile)> {
        let count = self.catalog.as_ref().map_or(0, |catalog| catalog.len::<u32>(IDS));
        let catalogued = (0..count).map(|at| (at, self.name_at(at)));
        let same = catalogued.filter(|(_, name)| self.changed.is_empty() || !self.changed.contains_key(*name));
        let changed = self.changed.iter().filter_map(|(name, file)| Some((name.as_str(), (*file)?)));
        same.map(|(at, name)| (name, self.catalogued(at))).chain(changed)
    }

    /// Names of all files, in no order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let count = self.catalog.as_ref().map_or(0, |catalog| catalog.len::<u32>(IDS));
        let same = (0..count).map(|at| self.name_at(at));
        let same = same.filter(|name| self.changed.is_empty() || !self.changed.contains_key(*name));
        same.chain(self.changed.iter().filter(|(_, file)| file.is_some()).map(|(name, _)| name.as_str()))
    }

    /// Names that begin with `prefix`.
    pub fn starting_with<'k>(&'k self, prefix: &'k str) -> impl Iterator<Item = &'k str> {
        let count = self.catalog.as_ref().map_or(0, |catalog| catalog.len::<u32>(IDS));
        let (mut low, mut high) = (0, count);
        while low < high {
            let middle = (low + high) / 2;
            if self.name_at(middle) < prefix { low = middle + 1 } else { high = middle }
        }
        let same = (low..count).map(|at| self.name_at(at)).take_while(move |name| name.starts_with(prefix));
        let same = same.filter(|name| !self.changed.contains_key(*name));
        let changed = self
            .changed
            .range::<str, _>((Bound::Included(prefix), Bound::Unbounded))
            .take_while(move |(name, _)| name.starts_with(prefix));
        same.chain(changed.filter(|(_, file)| file.is_some()).map(|(name, _)| name.as_str()))
    }

    /// Number of files.
    pub fn len(&self) -> usize {
        let catalogued = self.catalog.as_ref().map_or(0, |catalog| catalog.len::<u32>(IDS));
        let (mut came, mut replaced) = (0, 0);
        for (name, file) in &self.changed {
            came += usize::from(file.is_some());
            replaced += usize::from(self.is_catalogued(name));
        }
        catalogued + came - replaced
    }

    /// Says whether there is no file.
    pub fn is_empty(&self) -> bool {
        self.names().next().is_none()
    }

    /// Number of files that are not as in the catalog.
    pub(crate) fn changed(&self) -> usize {
        self.changed.len()
    }

    /// Says whether what is known of a file is not from the catalog.
    pub(crate) fn is_changed(&self, name: &str) -> bool {
        self.changed.contains_key(name)
    }

    /// Says whether the catalog has a file of this name.
    pub(crate) fn is_catalogued(&self, name: &str) -> bool {
        self.place_of(name).is_some()
    }

    pub(crate) fn insert(&mut self, name: String, file: KnownFile) {
        self.names.insert(file.id, Arc::from(name.as_str()));
        self.changed.insert(name, Some(file));
    }

    pub(crate) fn remove(&mut self, name: &str) {
        if let Some(file) = self.get(name) {
            self.names.remove(&file.id);
        }
        match self.is_catalogued(name) {
            true => self.changed.insert(name.to_owned(), None),
            false => self.changed.remove(name),
        };
    }

    /// Says whether something that was read is not what was written.
    pub(crate) fn is_damaged(&self) -> bool {
        self.catalog.as_ref().is_some_and(|catalog| catalog.is_damaged())
    }

    /// Says whether the catalog is the file that was opened.
    pub(crate) fn is_untouched(&self) -> bool {
        self.catalog.as_ref().is_none_or(|catalog| catalog.is_untouched())
    }

    /// Checks all of the catalog.
    pub(crate) fn check_all(&self) -> bool {
        self.catalog.as_ref().is_none_or(|catalog| catalog.check_all())
    }

    fn place_of(&self, name: &str) -> Option<usize> {
        let catalog = self.catalog.as_ref()?;
        let size = catalog.len::<u32>(BY_NAME);
        let mut slot = first_slot(name, size);
        for _ in 0..size {
            let at = catalog.get::<u32>(BY_NAME, slot).checked_sub(1)? as usize;
            if self.name_at(at) == name {
                return Some(at);
            }
            slot = (slot + 1) % size;
        }
        None
    }

    fn name_at(&self, at: usize) -> &str {
        let Some(catalog) = &self.catalog else { return "" };
        let start = if at == 0 { 0 } else { catalog.get::<u32>(NAME_ENDS, at - 1) };
        let bytes = catalog.slice::<u8>(NAMES, start as usize..catalog.get::<u32>(NAME_ENDS, at) as usize);
        std::str::from_utf8(bytes).unwrap_or("")
    }

    fn catalogued(&self, at: usize) -> KnownFile {
        let mut file = KnownFile { id: 0, hash: [0; 32], store: Store::Note, stamp: None };
        if let Some(catalog) = &self.catalog {
            file.id = catalog.get(IDS, at);
            file.store = of_code(&Store::SEARCHED, catalog.get(STORES, at)).unwrap_or(Store::Note);
            file.stamp = Some(catalog.get(STAMPS, at)).filter(|stamp| *stamp != NO_STAMP);
            if let Some(hash) = catalog.slice::<u8>(HASHES, at * 32..at * 32 + 32).first_chunk() {
                file.hash = *hash;
            }
        }
        file
    }
}

fn first_slot(name: &str, size: usize) -> usize {
    (name_hash(name) % size.max(1) as u64) as usize
}

impl Fill for KnownFiles {
    fn fill<W: Write + Seek>(&self, out: &mut ColumnWriter<W>) -> io::Result<()> {
        let mut files: Vec<(&str, KnownFile)> = self.iter().collect();
        files.sort_unstable_by_key(|(name, _)| *name);
        out.column(IDS, files.iter().map(|(_, file)| file.id))?;
        out.column(STORES, files.iter().map(|(_, file)| file.store as u8))?;
        out.column(STAMPS, files.iter().map(|(_, file)| file.stamp.unwrap_or(NO_STAMP)))?;
        out.slices::<u8, _>(HASHES, files.iter().map(|(_, file)| file.hash))?;
        let ends = files.iter().scan(0u32, |end, (name, _)| {
            *end += name.len() as u32;
            Some(*end)
        });
        out.column(NAME_ENDS, ends)?;
        out.slices::<u8, _>(NAMES, files.iter().map(|(name, _)| name.as_bytes()))?;
        let mut by_name = vec![0u32; files.len() * 2 + 1];
        let most = files.iter().map(|(_, file)| file.id as usize + 1).max().unwrap_or(0);
        let mut by_id = vec![0u32; most];
        for (at, (name, file)) in files.iter().enumerate() {
            by_id[file.id as usize] = at as u32 + 1;
            let mut slot = first_slot(name, by_name.len());
            while by_name[slot] != 0 {
                slot = (slot + 1) % by_name.len();
            }
            by_name[slot] = at as u32 + 1;
        }
        out.slices(BY_NAME, [&by_name])?;
        out.slices(BY_ID, [&by_id])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::column_store::ColumnStore;
    use crate::db::IndexPlace;

    fn file(id: u32) -> KnownFile {
        KnownFile { id, hash: [id as u8; 32], store: Store::Episodic, stamp: Some(i64::from(id)).filter(|n| *n != 3) }
    }

    #[test]
    fn a_catalog_knows_what_was_put_into_it_and_what_changed_since() {
        let mut known = KnownFiles::default();
        for id in 1..200 {
            known.insert(format!("memory/{id:03}.md"), file(id));
        }
        known.insert("memory/100.md#f-1".to_owned(), file(300));
        let (_, catalog) = ColumnStore::of(&IndexPlace::Memory).write(&known).unwrap();
        let mut catalogued = KnownFiles::of_catalog(catalog);
        assert_eq!((catalogued.len(), catalogued.changed()), (200, 0));
        for id in 1..200 {
            assert_eq!(catalogued.get(&format!("memory/{id:03}.md")), Some(file(id)));
            assert_eq!(catalogued.name_of(id), Some(format!("memory/{id:03}.md").as_str()));
        }
        assert_eq!((catalogued.get("memory/200.md"), catalogued.name_of(200)), (None, None));
        let below: Vec<&str> = catalogued.starting_with("memory/100.md#").collect();
        assert_eq!(below, ["memory/100.md#f-1"]);
        catalogued.remove("memory/007.md");
        catalogued.insert("memory/008.md".to_owned(), KnownFile { stamp: Some(99), ..file(8) });
        catalogued.insert("memory/new.md".to_owned(), file(301));
        assert_eq!((catalogued.len(), catalogued.get("memory/007.md")), (200, None));
        assert_eq!(catalogued.get("memory/008.md").unwrap().stamp, Some(99));
        assert_eq!(catalogued.name_of(301), Some("memory/new.md"));
        catalogued.remove("memory/new.md");
        assert!(!catalogued.contains("memory/new.md") && !catalogued.is_changed("memory/new.md"));
        assert!(catalogued.is_changed("memory/007.md") && catalogued.iter().all(|(name, _)| name != "memory/007.md"));
    }
}
