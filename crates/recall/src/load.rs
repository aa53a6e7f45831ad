//! Reading the index file: its segments are opened where they lie, the rest is read; or what changed since.

use rusqlite::{Connection, Transaction};
use soulfile_vocabulary::Store;

use crate::column_file::Name;
use crate::column_store::ColumnStore;
use crate::db::{self, CATALOG, GONE, IndexPlace};
use crate::embed::table::MODEL_ID;
use crate::error::Error;
use crate::image::Image;
use crate::index::{KnownFile, KnownFiles};
use crate::record::{Record, of_code};
use crate::segment::Segment;
use crate::sums::{blob_share, dead_share, file_sum, text_sum};

/// The index in memory, and the moment it was taken at.
pub(crate) struct LoadedIndex {
    pub image: Image,
    pub files: KnownFiles,
    pub revision: u64,
    /// Counts the times segments were written: what is in memory stands on them.
    pub layout: u64,
    /// Tells the tables the chunk numbers are of.
    pub writing: u64,
    pub source_revision: Option<String>,
    pub same_model: bool,
}

impl Default for LoadedIndex {
    fn default() -> Self {
        Self {
            image: Image::default(),
            files: KnownFiles::default(),
            revision: 0,
            layout: 0,
            writing: 0,
            source_revision: None,
            same_model: true,
        }
    }
}

impl LoadedIndex {
    /// Says whether something that was read is not what was written.
    pub fn is_damaged(&self) -> bool {
        self.image.is_damaged() || self.files.is_damaged()
    }

    /// Says whether all column files are those that were opened, before they are read again.
    pub fn is_untouched(&self) -> bool {
        self.image.is_untouched() && self.files.is_untouched()
    }
}

/// Reads an index file, noticing damage.
pub(crate) struct IndexReader<'a> {
    pub connection: &'a Connection,
    pub place: &'a IndexPlace,
    pub columns: &'a ColumnStore,
}

impl IndexReader<'_> {
    fn wrap(&self, error: rusqlite::Error) -> Error {
        db::classify(&self.place.path(), error)
    }

    fn damaged(&self, what: impl Into<String>) -> Error {
        Error::Damaged { path: self.place.path(), what: what.into() }
    }

    /// A number of `meta`, 0 where there is none.
    pub fn number(&self, key: &str) -> Result<u64, Error> {
        Ok(db::number(self.connection, key).map_err(|e| self.wrap(e))?.unwrap_or(0) as u64)
    }

    /// Makes everything that is read until the result is dropped be of one moment; nothing to do inside a
    /// writer's transaction.
    pub fn moment(&self) -> Result<Option<Transaction<'_>>, Error> {
        if !self.connection.is_autocommit() {
            return Ok(None);
        }
        self.connection.unchecked_transaction().map(Some).map_err(|e| self.wrap(e))
    }

    /// Reads at one moment. Begun anew where another process wrote meanwhile and removed a file that the moment names.
    pub fn at_one_moment<T>(&self, read: impl Fn() -> Result<T, Error>) -> Result<T, Error> {
        loop {
            let moment = self.moment()?;
            let revision = self.number("revision")?;
            let done = read();
            let Some(moment) = moment else { return done };
            drop(moment);
            match done {
                Err(Error::Damaged { .. }) if self.number("revision")? != revision => {}
                other => return other,
            }
        }
    }

    /// Reads everything, all tables of one moment.
    pub fn all(&self) -> Result<LoadedIndex, Error> {
        self.at_one_moment(|| self.all_now())
    }

    fn all_now(&self) -> Result<LoadedIndex, Error> {
        let mut files = KnownFiles::default();
        let mut image = self.segments(&mut files)?;
        self.records(&mut image, 0, Some(self.number("records_digest")?))?;
        let mut loaded = LoadedIndex { image, files, ..LoadedIndex::default() };
        if self.files(&mut loaded, 0)? != self.number("files_digest")? {
            return Err(self.damaged("file rows are missing"));
        }
        loaded.revision = self.number("revision")?;
        loaded.layout = self.number("layout")?;
        loaded.writing = self.number("writing")?;
        loaded.source_revision = db::string(self.connection, "source_revision").map_err(|e| self.wrap(e))?;
        let model = db::string(self.connection, "model").map_err(|e| self.wrap(e))?;
        loaded.same_model = model.is_none_or(|m| m == MODEL_ID);
        Ok(loaded)
    }

    /// Applies what changed since `loaded` was taken; false when it must be read anew instead.
    pub fn newer(&self, loaded: &mut LoadedIndex, revision: u64) -> Result<bool, Error> {
        let floor = self.number("removed_from")?;
        if loaded.revision < floor || self.number("layout")? != loaded.layout {
            return Ok(false);
        }
        let mut statement = self
            .connection
            .prepare_cached("SELECT chunk FROM removed WHERE revision > ?1")
            .map_err(|e| self.wrap(e))?;
        let mut rows = statement.query([loaded.revision as i64]).map_err(|e| self.wrap(e))?;
        while let Some(row) = rows.next().map_err(|e| self.wrap(e))? {
            let id: i64 = row.get(0).map_err(|e| self.wrap(e))?;
            if id < 0 {
                // A file that went, not a chunk.
                let gone = loaded.files.name_of(-id as u32).map(str::to_owned);
                gone.into_iter().for_each(|name| loaded.files.remove(&name));
            } else {
                loaded.image.remove(id);
            }
        }
        let last = loaded.image.last_id().unwrap_or(0);
        self.records(&mut loaded.image, last, None)?;
        loaded.image.link();
        self.files(loaded, loaded.revision)?;
        loaded.revision = revision;
        loaded.source_revision = db::string(self.connection, "source_revision").map_err(|e| self.wrap(e))?;
        Ok(true)
    }

    fn segments(&self, files: &mut KnownFiles) -> Result<Image, Error> {
        let mut image = Image::default();
        let mut digest = 0;
        let mut statement =
            self.connection.prepare_cached("SELECT id, name FROM segments ORDER BY id").map_err(|e| self.wrap(e))?;
        let mut rows = statement.query([]).map_err(|e| self.wrap(e))?;
        while let Some(row) = rows.next().map_err(|e| self.wrap(e))? {
            let key: i64 = row.get(0).map_err(|e| self.wrap(e))?;
            let name: Name = row.get(1).map_err(|e| self.wrap(e))?;
            digest ^= blob_share(key, &name);
            let file = self.columns.open(&name)?;
            if key == CATALOG {
                let catalog = file.ok_or_else(|| self.damaged("the catalog is missing or not whole"))?;
                *files = KnownFiles::of_catalog(catalog);
                continue;
            }
            let segment = file.and_then(|file| Segment::new(file, image.slots() as u32));
            if !segment.is_some_and(|segment| image.add_segment(segment)) {
                return Err(self.damaged(format!("segment {key} is missing or not whole")));
            }
        }
        let mut statement =
            self.connection.prepare_cached("SELECT chunk, file, length FROM dead").map_err(|e| self.wrap(e))?;
        let mut rows = statement.query([]).map_err(|e| self.wrap(e))?;
        while let Some(row) = rows.next().map_err(|e| self.wrap(e))? {
            let (id, file, length) = dead_row(row).map_err(|e| self.wrap(e))?;
            digest ^= dead_share(id, file, length);
            let slot = image.slot_of(id).ok_or_else(|| self.damaged(format!("removed chunk {id} is in no segment")))?;
            image.remove_known(slot, file, length);
        }
        if digest != self.number("segments_digest")? {
            return Err(self.damaged("segments are missing or out of place"));
        }
        image.touch_shared();
        Ok(image)
    }

    /// Adds the records after chunk `last`, which must have the digest wanted.
    fn records(&self, image: &mut Image, last: i64, wanted: Option<u64>) -> Result<(), Error> {
        let mut digest = 0;
        let mut statement = self
            .connection
            .prepare_cached("SELECT id, data FROM records WHERE id > ?1 ORDER BY id")
            .map_err(|e| self.wrap(e))?;
        let mut rows = statement.query([last]).map_err(|e| self.wrap(e))?;
        while let Some(row) = rows.next().map_err(|e| self.wrap(e))? {
            let id: i64 = row.get(0).map_err(|e| self.wrap(e))?;
            let blob = row.get_ref(1).map_err(|e| self.wrap(e))?;
            let blob = blob.as_blob().map_err(|e| self.damaged(e.to_string()))?;
            let record = Record::decode(blob).ok_or_else(|| self.damaged(format!("record {id}")))?;
            digest ^= blob_share(id, blob);
            image.push(id, &record);
        }
        image.link();
        match wanted.is_none_or(|wanted| wanted == digest) {
            true => Ok(()),
            false => Err(self.damaged("records are missing or out of place")),
        }
    }

    /// Reads the file rows written after revision `since`; returns the digest of those rows.
    fn files(&self, loaded: &mut LoadedIndex, since: u64) -> Result<u64, Error> {
        let mut digest = 0;
        let mut statement = self
            .connection
            .prepare_cached("SELECT id, path, hash, store, stamp, sum FROM files WHERE revision > ?1 ORDER BY id")
            .map_err(|e| self.wrap(e))?;
        let mut rows = statement.query([since as i64]).map_err(|e| self.wrap(e))?;
        while let Some(row) = rows.next().map_err(|e| self.wrap(e))? {
            let (id, name, hash, store, stamp, sum) = file_row(row).map_err(|e| self.wrap(e))?;
            if sum != file_sum(id, &name, &hash, store, stamp) {
                return Err(self.damaged("a file row does not match its sum"));
            }
            digest ^= u64::from_le_bytes(sum);
            if store == GONE {
                loaded.files.remove(&name);
                continue;
            }
            let store = of_code(&Store::SEARCHED, store).ok_or_else(|| self.damaged("unknown store"))?;
            loaded.files.insert(name, KnownFile { id, hash, store, stamp });
        }
        Ok(digest)
    }
}

/// Id, path, hash, store, stamp and sum of a file.
type FileRow = (u32, String, [u8; 32], u8, Option<i64>, [u8; 8]);

fn file_row(row: &rusqlite::Row<'_>) -> rusqlite::Result<FileRow> {
    Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?))
}

fn dead_row(row: &rusqlite::Row<'_>) -> rusqlite::Result<(i64, u32, u32)> {
    Ok((row.get(0)?, row.get(1)?, row.get(2)?))
}

/// Reads a chunk's text; `None` when it does not match its sum.
pub(crate) fn read_text(connection: &Connection, id: i64) -> rusqlite::Result<Option<String>> {
    let mut statement = connection.prepare_cached("SELECT file, text, facts, sum FROM chunks WHERE id = ?1")?;
    let mut rows = statement.query([id])?;
    let Some(row) = rows.next()? else {
        return Ok(None);
    };
    let (file, text): (u32, String) = (row.get(0)?, row.get(1)?);
    let (facts, sum): ([u8; 16], [u8; 16]) = (row.get(2)?, row.get(3)?);
    Ok((sum == text_sum(file, &text, &facts)).then_some(text))
}
