//! Writing the index: what changed goes in, what is gone goes out, in one transaction.
//!
//! Incremental twice over: a file whose hash is known is skipped, and inside a changed file only
//! the chunks that differ are analysed again, so that appending to a long daily log costs one entry.

use std::collections::HashSet;

use rusqlite::{Connection, TransactionBehavior};

use crate::column_file::Name;
use crate::db;
use soulfile_vocabulary::layout::is_indexed;

use crate::entry::SourceFile;
use crate::error::Error;
use crate::index::{Index, KnownFiles, Stale, lock};
use crate::load::LoadedIndex;
use crate::search::damaged_segment;
use crate::writer::Writer;

/// What a sync did.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct SyncReport {
    /// Files that were new or different.
    pub changed: usize,
    /// Files that were gone.
    pub removed: usize,
    /// Files left as they were.
    pub unchanged: usize,
    /// Chunks written.
    pub chunks: usize,
    /// Revision after the sync.
    pub revision: u64,
    /// True when everything was built anew.
    pub rebuilt: bool,
}

/// What a sync covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coverage {
    /// The files given are all there are: others in the index are removed.
    All,
    /// Only the files given changed.
    Some,
}

impl Index {
    /// Brings the index to exactly these files.
    pub fn sync(&self, files: impl IntoIterator<Item = SourceFile>) -> Result<SyncReport, Error> {
        self.apply(files.into_iter().collect(), &[], Coverage::All, None)
    }

    /// Takes in files that changed and forgets those that are gone.
    pub fn sync_changed(
        &self,
        changed: impl IntoIterator<Item = SourceFile>,
        gone: &[String],
    ) -> Result<SyncReport, Error> {
        self.apply(changed.into_iter().collect(), gone, Coverage::Some, None)
    }

    /// Like [`Index::sync`] or [`Index::sync_changed`], noting the workspace revision and file stamps.
    pub fn apply(
        &self,
        files: Vec<SourceFile>,
        gone: &[String],
        coverage: Coverage,
        source_revision: Option<&str>,
    ) -> Result<SyncReport, Error> {
        let source_revision = source_revision.map(str::to_owned);
        self.update(|_| Ok(IndexChange { files, gone: gone.to_vec(), coverage, source_revision }))
    }

    /// Writes what `look` says has changed. It is called when nobody else can write any more, with what the
    /// index knows by then (nothing when everything is built anew). What it reads of the files is therefore
    /// newer than everything in the index, and never replaces something newer.
    pub fn update<E: From<Error>>(
        &self,
        look: impl FnOnce(&KnownFiles) -> Result<IndexChange, E>,
    ) -> Result<SyncReport, E> {
        let mut connection = lock(&self.connection);
        // Not into a file that another process has put aside.
        self.reopen(&mut connection)?;
        let path = self.place.path();
        let wrap = |e| db::classify(&path, e);
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(wrap)?;
        // Another process may have written since; its changes must be in the image first.
        self.advance(&transaction)?;
        let stale = lock(&self.stale).clone();
        let rebuild = matches!(stale, Some(Stale::Version(_)));
        let empty = LoadedIndex::default();
        let held = self.read();
        let loaded = if rebuild { &empty } else { &*held };
        let change = look(&loaded.files)?;
        let before = segment_names(&transaction);
        if rebuild {
            // What answers stays in memory until the new rows are in.
            db::clear(&transaction).map_err(wrap)?;
        }
        if !loaded.is_untouched() || loaded.is_damaged() {
            return Err(damaged_segment(self).into());
        }
        let source_revision = change.source_revision.clone();
        let plan = Plan::new(change, &loaded.files);
        let mut report = SyncReport {
            changed: plan.changed.len(),
            removed: plan.gone.len(),
            unchanged: plan.unchanged,
            revision: held.revision,
            rebuilt: stale.is_some(),
            ..SyncReport::default()
        };
        if plan.is_empty() && stale.is_none() {
            drop(held);
            if let Some(source) = source_revision
                && self.read().source_revision.as_ref() != Some(&source)
            {
                db::set(&transaction, "source_revision", &source).map_err(wrap)?;
                transaction.commit().map_err(wrap)?;
                self.write().source_revision = Some(source);
            }
            return Ok(report);
        }
        report.revision = held.revision + 1;
        let mut writer = Writer::begin(&transaction, self, report.revision)?;
        for name in &plan.gone {
            writer.forget(name, &loaded.files, &loaded.image)?;
        }
        for (path, stamp) in &plan.touched {
            writer.restamp(path, &loaded.files, *stamp)?;
        }
        writer.write(plan.changed, &loaded.files, &loaded.image, &mut report)?;
        drop(held);
        let mut loaded = self.write();
        if rebuild {
            // Other processes must not take the new segments for a continuation of the old ones.
            *loaded = LoadedIndex { layout: loaded.layout + 1, ..LoadedIndex::default() };
        }
        let done = writer.finish(&mut loaded, source_revision.as_deref());
        let after = segment_names(&transaction);
        if done.is_ok() && (before != after || stale.is_some()) {
            // Left behind by processes that died. Nobody else can be writing any.
            self.columns.sweep(&[&before[..], &after].concat());
        }
        let done = done.and_then(|()| transaction.commit().map_err(wrap));
        if let Err(error) = done {
            // The image is ahead of the file: back to what the file holds.
            *loaded = self.reader(&connection).all()?;
            return Err(error.into());
        }
        drop(loaded);
        // Whoever has one of these open keeps it; whoever is about to open one looks again.
        before.iter().filter(|name| !after.contains(name)).for_each(|name| self.columns.remove(name));
        *lock(&self.stale) = None;
        Ok(report)
    }

    /// Builds everything anew from these files, also when the index file is damaged.
    pub fn rebuild(&self, files: impl IntoIterator<Item = SourceFile>) -> Result<SyncReport, Error> {
        {
            let mut connection = lock(&self.connection);
            let judged = *lock(&self.identity);
            crate::index::let_go(&connection);
            // Closed before its file goes: the placeholder holds no file.
            let place = crate::db::IndexPlace::Memory;
            *connection = db::connect(&place, self.options.patience)?.0;
            crate::index::replace(&self.place, judged)?;
            let (fresh, found) = db::connect(&self.place, self.options.patience)?;
            *connection = fresh;
            self.turn_to(found, LoadedIndex::default(), Some(Stale::Empty));
        }
        self.sync(files)
    }
}

/// Names of the segments that the file holds, as far as it is ours.
fn segment_names(connection: &Connection) -> Vec<Name> {
    let read = || -> rusqlite::Result<Vec<Name>> {
        connection.prepare_cached("SELECT name FROM segments")?.query_map([], |row| row.get(0))?.collect()
    };
    read().unwrap_or_default()
}

/// What is to be written.
#[derive(Debug)]
pub struct IndexChange {
    /// Files that may have changed.
    pub files: Vec<SourceFile>,
    /// Names that are gone.
    pub gone: Vec<String>,
    /// What the files cover.
    pub coverage: Coverage,
    /// The workspace's revision they were read at, or an older one.
    pub source_revision: Option<String>,
}

/// What a sync has to do.
struct Plan {
    /// Files that are new or differ, with their hashes.
    changed: Vec<(SourceFile, [u8; 32])>,
    /// Files whose stamp alone differs.
    touched: Vec<(String, i64)>,
    /// Files that are no longer there.
    gone: Vec<String>,
    /// How many stay as they are.
    unchanged: usize,
}

impl Plan {
    fn new(change: IndexChange, known: &KnownFiles) -> Self {
        let wanted: Vec<SourceFile> = change.files.into_iter().filter(|f| is_indexed(&f.path)).collect();
        let gone = match change.coverage {
            Coverage::All => {
                let names: HashSet<&str> = wanted.iter().map(|f| f.path.as_str()).collect();
                known.names().filter(|name| !names.contains(name)).map(str::to_owned).collect()
            }
            Coverage::Some => change.gone.into_iter().filter(|name| known.contains(name)).collect(),
        };
        let mut plan = Self { changed: Vec::new(), touched: Vec::new(), gone, unchanged: 0 };
        for file in wanted {
            let hash = file.hash();
            match known.get(&file.path) {
                Some(old) if old.hash == hash => {
                    plan.unchanged += 1;
                    if let Some(stamp) = file.stamp.filter(|_| file.stamp != old.stamp) {
                        plan.touched.push((file.path, stamp));
                    }
                }
                _ => plan.changed.push((file, hash)),
            }
        }
        plan
    }

    fn is_empty(&self) -> bool {
        self.changed.is_empty() && self.gone.is_empty() && self.touched.is_empty()
    }
}
