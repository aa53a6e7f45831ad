//! One write transaction: rows in and out, digests kept true, and segments made of many records.
//!
//! Nothing in memory changes until everything that can be refused has been written.

use std::collections::{HashMap, HashSet};

use rusqlite::{OptionalExtension, Transaction};

use soulfile_vocabulary::Store;

use crate::column_file::Name;
use crate::db::{self, CATALOG, GONE};
use crate::embed::table::MODEL_ID;
use crate::entry::SourceFile;
use crate::error::Error;
use crate::image::Image;
use crate::index::{Index, KnownFile, KnownFiles, version};
use crate::load::LoadedIndex;
use crate::postings::Coming;
use crate::prepare::{Job, Prepared, prepare};
use crate::record::Record;
use crate::search::damaged_segment;
use crate::segment::{Segment, SegmentDraft};
use crate::sums::{blob_share, dead_share, file_sum};
use crate::sync::SyncReport;

/// Removals remembered for other processes; one further behind reads everything.
const REMEMBERED: i64 = 10_000;
/// Records that wait before they become a segment.
pub(crate) const MOST_HOT: usize = 250;

/// Files that wait before the catalog is written anew, together with a segment.
const MOST_CHANGED: usize = 64;

const ENTER: &str =
    "INSERT OR REPLACE INTO files(id, path, hash, store, stamp, sum, revision) VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7)";

/// The writes of one sync.
pub(crate) struct Writer<'a> {
    transaction: &'a Transaction<'a>,
    index: &'a Index,
    revision: u64,
    records_digest: u64,
    segments_digest: u64,
    files_digest: u64,
    /// Chunks that go and come, and the files they are of, for the image.
    removed: Vec<i64>,
    fresh: Vec<(i64, Record)>,
    files: Vec<(String, Option<KnownFile>)>,
}

impl<'a> Writer<'a> {
    pub fn begin(transaction: &'a Transaction<'a>, index: &'a Index, revision: u64) -> Result<Self, Error> {
        let reader = index.reader(transaction);
        Ok(Self {
            transaction,
            index,
            revision,
            records_digest: reader.number("records_digest")?,
            segments_digest: reader.number("segments_digest")?,
            files_digest: reader.number("files_digest")?,
            removed: Vec::new(),
            fresh: Vec::new(),
            files: Vec::new(),
        })
    }

    fn wrap(&self, error: rusqlite::Error) -> Error {
        db::classify(&self.index.place.path(), error)
    }

    fn run(&self, sql: &str, values: impl rusqlite::Params) -> Result<(), Error> {
        self.transaction.prepare_cached(sql).and_then(|mut s| s.execute(values)).map(|_| ()).map_err(|e| self.wrap(e))
    }

    /// Takes a file and its chunks out.
    pub fn forget(&mut self, name: &str, files: &KnownFiles, image: &Image) -> Result<(), Error> {
        let Some(known) = files.get(name) else { return Ok(()) };
        for id in image.chunks_of(known.id) {
            self.remove_chunk(id, image)?;
        }
        self.replace(name, files);
        if files.is_catalogued(name) {
            let nothing = [0; 32];
            let sum = file_sum(known.id, name, &nothing, GONE, None);
            self.files_digest ^= u64::from_le_bytes(sum);
            self.run(ENTER, (known.id, name, nothing, GONE, None::<i64>, sum, self.revision as i64))?;
        } else {
            self.run("DELETE FROM files WHERE id = ?1", [known.id])?;
        }
        self.files.push((name.to_owned(), None));
        self.run("INSERT INTO removed(revision, chunk) VALUES(?1, ?2)", (self.revision as i64, -i64::from(known.id)))
    }

    fn remove_chunk(&mut self, id: i64, image: &Image) -> Result<(), Error> {
        let frozen = image.slot_of(id).filter(|slot| *slot < image.hot());
        if let Some(slot) = frozen {
            let row = image.row(slot);
            self.segments_digest ^= dead_share(id, row.file, row.length);
            self.run("INSERT INTO dead(chunk, file, length) VALUES(?1, ?2, ?3)", (id, row.file, row.length))?;
        } else {
            let blob: Vec<u8> = self
                .transaction
                .prepare_cached("SELECT data FROM records WHERE id = ?1")
                .and_then(|mut s| s.query_row([id], |r| r.get(0)))
                .map_err(|e| self.wrap(e))?;
            self.records_digest ^= blob_share(id, &blob);
            self.run("DELETE FROM records WHERE id = ?1", [id])?;
        }
        self.run("DELETE FROM chunks WHERE id = ?1", [id])?;
        self.removed.push(id);
        self.run("INSERT INTO removed(revision, chunk) VALUES(?1, ?2)", (self.revision as i64, id))
    }

    /// Notes what a file is now.
    fn enter(&mut self, id: u32, path: &str, known: KnownFile) -> Result<(), Error> {
        let KnownFile { hash, store, stamp, .. } = known;
        let sum = file_sum(id, path, &hash, store as u8, stamp);
        self.files_digest ^= u64::from_le_bytes(sum);
        self.files.push((path.to_owned(), Some(known)));
        self.run(ENTER, (id, path, hash, store as u8, stamp, sum, self.revision as i64))
    }

    /// Takes the row of a file that is written anew or goes out of the digest; one in the catalog has none.
    fn replace(&mut self, name: &str, files: &KnownFiles) {
        if let Some(known) = files.get(name).filter(|_| files.is_changed(name)) {
            let old = file_sum(known.id, name, &known.hash, known.store as u8, known.stamp);
            self.files_digest ^= u64::from_le_bytes(old);
        }
    }

    /// Notes a new stamp of a file whose content is the same.
    pub fn restamp(&mut self, path: &str, files: &KnownFiles, stamp: i64) -> Result<(), Error> {
        let Some(known) = files.get(path) else { return Ok(()) };
        self.replace(path, files);
        self.enter(known.id, path, KnownFile { stamp: Some(stamp), ..known })
    }

    /// Writes files that are new or differ. `known` is what the index has; nothing when everything
    /// is built anew.
    pub fn write(
        &mut self,
        changed: Vec<(SourceFile, [u8; 32])>,
        known: &KnownFiles,
        image: &Image,
        report: &mut SyncReport,
    ) -> Result<(), Error> {
        let mut jobs = Vec::with_capacity(changed.len());
        let mut next: u32 = self
            .transaction
            .query_row("SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'files'", [], |r| r.get(0))
            .map_err(|e| self.wrap(e))?;
        for (file, hash) in changed {
            let store = file.store.unwrap_or_else(|| Store::of_path(&file.path));
            let stamp = file.stamp;
            let (id, kept) = match known.get(&file.path) {
                Some(old) => {
                    self.replace(&file.path, known);
                    (old.id, self.kept(old.id, image)?)
                }
                None => {
                    next += 1;
                    (next, HashMap::new())
                }
            };
            self.enter(id, &file.path, KnownFile { id, hash, store, stamp })?;
            jobs.push(Job { id, store, file, kept });
        }
        let index = self.index;
        let options = &index.options;
        prepare(&jobs, options.threads, |job, done| self.store(job, done, image, report))
    }

    /// Sums and ids of the chunks a file has now.
    fn kept(&self, file: u32, image: &Image) -> Result<HashMap<[u8; 16], i64>, Error> {
        let mut kept = HashMap::new();
        for id in image.chunks_of(file) {
            let sum: [u8; 16] = self
                .transaction
                .prepare_cached("SELECT sum FROM chunks WHERE id = ?1")
                .and_then(|mut s| s.query_row([id], |r| r.get(0)))
                .map_err(|e| self.wrap(e))?;
            kept.insert(sum, id);
        }
        Ok(kept)
    }

    fn store(&mut self, job: &Job, done: Prepared, image: &Image, report: &mut SyncReport) -> Result<(), Error> {
        let stays: HashSet<i64> = done.stays.into_iter().collect();
        for id in job.kept.values().filter(|id| !stays.contains(id)) {
            self.remove_chunk(*id, image)?;
        }
        for ready in done.ready {
            self.run(
                "INSERT INTO chunks(file, text, facts, sum) VALUES(?1, ?2, ?3, ?4)",
                (job.id, &ready.text, ready.facts, ready.sum),
            )?;
            self.fresh.push((self.transaction.last_insert_rowid(), ready.record));
            report.chunks += 1;
        }
        Ok(())
    }

    /// Brings the image to what was written, writes the segments that have become ripe, and notes
    /// everything in `meta`. When this fails, the image must be read anew.
    pub fn finish(mut self, loaded: &mut LoadedIndex, source_revision: Option<&str>) -> Result<(), Error> {
        for (path, known) in std::mem::take(&mut self.files) {
            match known {
                Some(known) => loaded.files.insert(path, known),
                None => loaded.files.remove(&path),
            }
        }
        let image = &mut loaded.image;
        for id in &self.removed {
            image.remove(*id);
        }
        // Many at once become a segment right away and need no lists of their own before.
        let many = image.slots() - image.hot() as usize + self.fresh.len() > MOST_HOT;
        let mut coming = Coming::default();
        for (id, record) in &self.fresh {
            if many {
                coming.add(image.push_row(*id, record), &record.terms);
            } else {
                image.push(*id, record);
            }
        }
        match image.ripe(MOST_HOT) {
            Some(first) => {
                self.fresh = Vec::new();
                self.settle(image, first, coming)?;
                self.catalogue(&mut loaded.files)?;
                loaded.layout += 1;
            }
            None => {
                image.link();
                for (id, record) in std::mem::take(&mut self.fresh) {
                    let blob = record.encode();
                    self.records_digest ^= blob_share(id, &blob);
                    self.run("INSERT INTO records(id, data) VALUES(?1, ?2)", (id, blob))?;
                }
            }
        }
        loaded.revision = self.revision;
        loaded.writing = self.index.reader(self.transaction).number("writing")?;
        loaded.same_model = true;
        if let Some(source) = source_revision {
            loaded.source_revision = Some(source.to_owned());
        }
        if loaded.is_damaged() {
            return Err(damaged_segment(self.index));
        }
        self.note(loaded)
    }

    /// Writes a segment in the place of everything from slot `first` on.
    fn settle(&mut self, image: &mut Image, first: u32, coming: Coming) -> Result<(), Error> {
        let lists = image.freeze(first, coming);
        let kept = image.segments.iter().filter(|segment| segment.first < first).count() as i64;
        let mut statement = self
            .transaction
            .prepare_cached("DELETE FROM segments WHERE id >= ?1 RETURNING id, name")
            .map_err(|e| self.wrap(e))?;
        let mut rows = statement.query([kept]).map_err(|e| self.wrap(e))?;
        while let Some(row) = rows.next().map_err(|e| self.wrap(e))? {
            let name: Name = row.get(1).map_err(|e| self.wrap(e))?;
            self.segments_digest ^= blob_share(row.get(0).map_err(|e| self.wrap(e))?, &name);
        }
        let draft = SegmentDraft::new(image, first, lists, self.revision);
        let segment = if draft.is_empty() {
            None
        } else {
            let (name, file) = self.index.columns.write(&draft)?;
            self.segments_digest ^= blob_share(kept, &name);
            self.run("INSERT INTO segments(id, name) VALUES(?1, ?2)", (kept, name))?;
            Segment::new(file, first)
        };
        let gone: Vec<u32> = image.dead_slots().filter(|slot| (first..image.hot()).contains(slot)).collect();
        for slot in gone {
            let (id, row) = (image.id(slot), image.row(slot));
            self.segments_digest ^= dead_share(id, row.file, row.length);
            self.run("DELETE FROM dead WHERE chunk = ?1", [id])?;
        }
        self.run("DELETE FROM records", [])?;
        self.records_digest = 0;
        // Read through to the end: what is damaged would go into the new segment.
        if image.is_damaged() {
            return Err(damaged_segment(self.index));
        }
        image.settle(first, segment);
        Ok(())
    }

    /// Writes the catalog anew where many files are not as it says.
    fn catalogue(&mut self, files: &mut KnownFiles) -> Result<(), Error> {
        if files.changed() <= MOST_CHANGED {
            return Ok(());
        }
        let old: Option<Name> = self
            .transaction
            .prepare_cached("DELETE FROM segments WHERE id = ?1 RETURNING name")
            .and_then(|mut s| s.query_row([CATALOG], |row| row.get(0)).optional())
            .map_err(|e| self.wrap(e))?;
        self.segments_digest ^= old.map_or(0, |name| blob_share(CATALOG, &name));
        let (name, file) = self.index.columns.write(files)?;
        self.segments_digest ^= blob_share(CATALOG, &name);
        self.run("INSERT INTO segments(id, name) VALUES(?1, ?2)", (CATALOG, name))?;
        self.run("DELETE FROM files", [])?;
        self.files_digest = 0;
        *files = KnownFiles::of_catalog(file);
        Ok(())
    }

    fn note(self, loaded: &LoadedIndex) -> Result<(), Error> {
        let set = |key: &str, value: i64| db::set(self.transaction, key, value).map_err(|e| self.wrap(e));
        set("schema", db::SCHEMA)?;
        set("revision", self.revision as i64)?;
        set("layout", loaded.layout as i64)?;
        set("records_digest", self.records_digest as i64)?;
        set("segments_digest", self.segments_digest as i64)?;
        set("files_digest", self.files_digest as i64)?;
        let text = |key: &str, value: &str| db::set(self.transaction, key, value).map_err(|e| self.wrap(e));
        text("version", &version())?;
        text("model", MODEL_ID)?;
        if let Some(source) = &loaded.source_revision {
            text("source_revision", source)?;
        }
        if self.removed.is_empty() { Ok(()) } else { self.trim_removed().map_err(|e| self.wrap(e)) }
    }

    /// Drops old removals, noting from which revision on they are complete.
    fn trim_removed(&self) -> rusqlite::Result<()> {
        let connection = self.transaction;
        let count: i64 = connection.query_row("SELECT count(*) FROM removed", [], |r| r.get(0))?;
        if count > REMEMBERED {
            let last: i64 = connection.query_row("SELECT max(revision) FROM removed", [], |r| r.get(0))?;
            connection.execute("DELETE FROM removed WHERE revision < ?1", [last])?;
            db::set(connection, "removed_from", last - 1)?;
        }
        Ok(())
    }
}
