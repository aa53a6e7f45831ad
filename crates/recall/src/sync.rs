//! Writing the index: what changed goes in, what is gone goes out, in one transaction.
//!
//! Incremental twice over: a file whose hash is known is skipped, and inside a changed file only
//! the chunks that differ are analysed again, so that appending to a long daily log costs one entry.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use rusqlite::{Connection, Transaction, TransactionBehavior};
use soulfile_text::{Analyzer, TermKind};

use crate::chunk::{Chunk, chunks};
use crate::db;
use crate::embed::table::Table;
use crate::embed::{Embedder, wordpiece};
use crate::entry::{SourceFile, Store, is_indexed};
use crate::error::Error;
use crate::image::Image;
use crate::index::{Index, KnownFile, Loaded, Stale, file_sum, lock, pack_terms, record_digest, text_sum, version};
use crate::record::{Analysed, Record, term_hash};
use crate::voice;

/// Removals remembered for other processes; one further behind loads everything.
const REMEMBERED: i64 = 10_000;

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
    /// What the embedder could not do, if anything; those entries are found by words.
    pub embedder_failed: Option<String>,
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
        let mut connection = lock(&self.connection);
        let path = self.place.path();
        let wrap = |e| db::classify(&path, e);
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(wrap)?;
        // Another process may have written since; its changes must be in the image first.
        let revision = db::number(&transaction, "revision").map_err(wrap)?.unwrap_or(0) as u64;
        if revision != self.read().revision
            && let Some(loaded) = self.advance(&transaction, revision)?
        {
            *self.loaded.write().unwrap_or_else(|e| e.into_inner()) = loaded;
        }
        let stale = lock(&self.stale).clone();
        let rebuild = matches!(stale, Some(Stale::Version(_)));
        let wanted = files.into_iter().filter(|f| is_indexed(&f.path)).collect::<Vec<_>>();
        let names: HashSet<&str> = wanted.iter().map(|f| f.path.as_str()).collect();
        let none = HashMap::new();
        let loaded = self.read();
        let known = if rebuild { &none } else { &loaded.files };
        let gone: Vec<String> = match coverage {
            Coverage::All => known.keys().filter(|k| !names.contains(k.as_str())).cloned().collect(),
            Coverage::Some => gone.iter().filter(|g| known.contains_key(*g)).cloned().collect(),
        };
        let total = wanted.len();
        let changed: Vec<(SourceFile, [u8; 32])> = wanted
            .into_iter()
            .map(|f| {
                let hash = f.hash();
                (f, hash)
            })
            .filter(|(f, h)| known.get(&f.path).is_none_or(|k| k.hash != *h))
            .collect();
        let mut report = SyncReport {
            changed: changed.len(),
            removed: gone.len(),
            unchanged: total - changed.len(),
            revision,
            rebuilt: stale.is_some(),
            ..SyncReport::default()
        };
        if changed.is_empty() && gone.is_empty() && stale.is_none() {
            if let Some(source) = source_revision {
                db::set(&transaction, "source_revision", source).map_err(wrap)?;
                transaction.commit().map_err(wrap)?;
                drop(loaded);
                self.loaded.write().unwrap_or_else(|e| e.into_inner()).source_revision = Some(source.to_owned());
            }
            return Ok(report);
        }
        if rebuild {
            transaction
                .execute_batch("DELETE FROM files; DELETE FROM chunks; DELETE FROM records; DELETE FROM removed; DELETE FROM meta;")
                .map_err(wrap)?;
        }
        report.revision = revision + 1;
        let mut writer = Writer::begin(&transaction, self, &loaded, report.revision, rebuild)?;
        for name in &gone {
            writer.forget(name, &known[name])?;
        }
        writer.write(changed, known, &mut report)?;
        writer.finish(self, source_revision)?;
        drop(loaded);
        transaction.commit().map_err(wrap)?;
        *lock(&self.stale) = None;
        *lock(&self.identity) = crate::index::identity(&self.place);
        if rebuild {
            *self.loaded.write().unwrap_or_else(|e| e.into_inner()) =
                crate::index::load_all(&connection, &self.place, &self.options)?;
        } else if let Some(loaded) = self.advance(&connection, report.revision)? {
            *self.loaded.write().unwrap_or_else(|e| e.into_inner()) = loaded;
        }
        Ok(report)
    }

    /// Builds everything anew from these files, also when the index file is damaged.
    pub fn rebuild(&self, files: impl IntoIterator<Item = SourceFile>) -> Result<SyncReport, Error> {
        {
            let mut connection = lock(&self.connection);
            // Closed before its file goes: the placeholder holds no file.
            let place = crate::db::Place::Memory;
            *connection = db::connect(&place, self.options.patience)?;
            crate::index::discard(&self.place)?;
            *connection = db::connect(&self.place, self.options.patience)?;
            *lock(&self.identity) = crate::index::identity(&self.place);
            *self.loaded.write().unwrap_or_else(|e| e.into_inner()) = Loaded::default();
            *lock(&self.stale) = Some(Stale::Empty);
        }
        self.sync(files)
    }
}

/// A chunk made ready for writing.
struct Ready {
    chunk: Chunk,
    sum: [u8; 16],
    facts: String,
    record: Record,
}

struct Writer<'a> {
    transaction: &'a Transaction<'a>,
    index: &'a Index,
    revision: u64,
    records_digest: u64,
    files_digest: u64,
    /// What is indexed now; nothing when everything is built anew.
    image: Option<&'a Image>,
}

impl<'a> Writer<'a> {
    fn begin(
        transaction: &'a Transaction<'a>,
        index: &'a Index,
        loaded: &'a Loaded,
        revision: u64,
        rebuild: bool,
    ) -> Result<Self, Error> {
        let path = index.place.path();
        let digest = |key| -> Result<u64, Error> {
            Ok(db::number(transaction, key).map_err(|e| db::classify(&path, e))?.unwrap_or(0) as u64)
        };
        Ok(Self {
            transaction,
            index,
            revision,
            records_digest: digest("records_digest")?,
            files_digest: digest("files_digest")?,
            image: (!rebuild).then_some(&loaded.image),
        })
    }

    fn chunks_of(&self, file: u32) -> Vec<i64> {
        let Some(image) = self.image else {
            return Vec::new();
        };
        image.by_file.get(&file).into_iter().flatten().map(|s| image.ids[*s as usize]).collect()
    }

    fn wrap(&self, error: rusqlite::Error) -> Error {
        db::classify(&self.index.place.path(), error)
    }

    fn forget(&mut self, name: &str, known: &KnownFile) -> Result<(), Error> {
        for id in self.chunks_of(known.id) {
            self.remove_chunk(id)?;
        }
        let old = file_sum(known.id, name, &known.hash, known.store as u8, known.stamp);
        self.files_digest ^= u64::from_le_bytes(old);
        self.run("DELETE FROM files WHERE id = ?1", [known.id])?;
        self.run(
            "INSERT INTO removed(revision, chunk, terms) VALUES(?1, ?2, x'')",
            (self.revision as i64, -i64::from(known.id)),
        )
    }

    fn remove_chunk(&mut self, id: i64) -> Result<(), Error> {
        let blob: Vec<u8> = self
            .transaction
            .prepare_cached("SELECT data FROM records WHERE id = ?1")
            .and_then(|mut s| s.query_row([id], |r| r.get(0)))
            .map_err(|e| self.wrap(e))?;
        let record = Record::decode(&blob)
            .ok_or_else(|| Error::Damaged { path: self.index.place.path(), what: format!("record {id}") })?;
        self.records_digest ^= record_digest(id, &blob);
        self.run("DELETE FROM records WHERE id = ?1", [id])?;
        self.run("DELETE FROM chunks WHERE id = ?1", [id])?;
        let terms = pack_terms(&record.terms);
        self.run("INSERT INTO removed(revision, chunk, terms) VALUES(?1, ?2, ?3)", (self.revision as i64, id, terms))
    }

    fn run(&self, sql: &str, values: impl rusqlite::Params) -> Result<(), Error> {
        self.transaction.prepare_cached(sql).and_then(|mut s| s.execute(values)).map(|_| ()).map_err(|e| self.wrap(e))
    }

    /// Analyses the files on several threads and writes them in order.
    fn write(
        &mut self,
        changed: Vec<(SourceFile, [u8; 32])>,
        known: &HashMap<String, KnownFile>,
        report: &mut SyncReport,
    ) -> Result<(), Error> {
        let mut jobs = Vec::with_capacity(changed.len());
        for (file, hash) in changed {
            let store = file.store.unwrap_or_else(|| Store::of(&file.path));
            let stamp = file.stamp;
            let (id, kept) = match known.get(&file.path) {
                Some(old) => {
                    let sum = file_sum(old.id, &file.path, &old.hash, old.store as u8, old.stamp);
                    self.files_digest ^= u64::from_le_bytes(sum);
                    (old.id, self.kept(old.id)?)
                }
                None => {
                    self.run(
                        "INSERT INTO files(path, hash, store, stamp, sum, revision) VALUES('', x'', 0, NULL, x'', 0)",
                        [],
                    )?;
                    (self.transaction.last_insert_rowid() as u32, HashMap::new())
                }
            };
            let sum = file_sum(id, &file.path, &hash, store as u8, stamp);
            self.files_digest ^= u64::from_le_bytes(sum);
            self.run(
                "UPDATE files SET path = ?2, hash = ?3, store = ?4, stamp = ?5, sum = ?6, revision = ?7 WHERE id = ?1",
                (id, &file.path, hash, store as u8, stamp, sum, self.revision as i64),
            )?;
            jobs.push(Job { id, store, file, kept });
        }
        let embedder = &*self.index.options.embedder;
        let threads = if jobs.len() < 8 { 1 } else { self.index.options.threads.max(1) };
        if threads == 1 {
            let mut analyzer = Analyzer::new();
            for job in &jobs {
                let done = prepare(job, &mut analyzer, embedder);
                self.store(job, done, report)?;
            }
            return Ok(());
        }
        let next = AtomicUsize::new(0);
        let (jobs, next) = (&jobs, &next);
        std::thread::scope(|scope| {
            let (sender, receiver) = mpsc::sync_channel(256);
            for _ in 0..threads {
                let sender = sender.clone();
                scope.spawn(move || {
                    let mut analyzer = Analyzer::new();
                    loop {
                        let at = next.fetch_add(1, Ordering::Relaxed);
                        let Some(job) = jobs.get(at) else { break };
                        if sender.send((at, prepare(job, &mut analyzer, embedder))).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut waiting = HashMap::new();
            let mut turn = 0;
            for (at, done) in receiver {
                waiting.insert(at, done);
                while let Some(done) = waiting.remove(&turn) {
                    self.store(&jobs[turn], done, report)?;
                    turn += 1;
                }
            }
            Ok(())
        })
    }

    /// Sums and ids of the chunks a file has now.
    fn kept(&self, file: u32) -> Result<HashMap<[u8; 16], i64>, Error> {
        let mut kept = HashMap::new();
        for id in self.chunks_of(file) {
            let sum: [u8; 16] = self
                .transaction
                .prepare_cached("SELECT sum FROM chunks WHERE id = ?1")
                .and_then(|mut s| s.query_row([id], |r| r.get(0)))
                .map_err(|e| self.wrap(e))?;
            kept.insert(sum, id);
        }
        Ok(kept)
    }

    fn store(&mut self, job: &Job, done: Prepared, report: &mut SyncReport) -> Result<(), Error> {
        if let Some(what) = done.embedder_failed {
            report.embedder_failed = Some(what);
        }
        let stays: HashSet<i64> = done.stays.into_iter().collect();
        for id in job.kept.values().filter(|id| !stays.contains(id)) {
            self.remove_chunk(*id)?;
        }
        for ready in done.ready {
            self.run(
                "INSERT INTO chunks(file, text, facts, sum) VALUES(?1, ?2, ?3, ?4)",
                (job.id, &ready.chunk.text, &ready.facts, ready.sum),
            )?;
            let id = self.transaction.last_insert_rowid();
            let blob = ready.record.encode();
            self.records_digest ^= record_digest(id, &blob);
            self.run("INSERT INTO records(id, data) VALUES(?1, ?2)", (id, blob))?;
            report.chunks += 1;
        }
        Ok(())
    }

    fn finish(self, index: &Index, source_revision: Option<&str>) -> Result<(), Error> {
        let set = |key: &str, value: i64| db::set(self.transaction, key, value).map_err(|e| self.wrap(e));
        set("schema", db::SCHEMA)?;
        set("revision", self.revision as i64)?;
        set("records_digest", self.records_digest as i64)?;
        set("files_digest", self.files_digest as i64)?;
        let text = |key: &str, value: &str| db::set(self.transaction, key, value).map_err(|e| self.wrap(e));
        text("version", &version(&index.options))?;
        text("model", index.options.embedder.id())?;
        if let Some(source) = source_revision {
            text("source_revision", source)?;
        }
        trim_removed(self.transaction).map_err(|e| self.wrap(e))
    }
}

/// Drops old removals, noting from which revision on they are complete.
fn trim_removed(connection: &Connection) -> rusqlite::Result<()> {
    let count: i64 = connection.query_row("SELECT count(*) FROM removed", [], |r| r.get(0))?;
    if count > REMEMBERED {
        let last: i64 = connection.query_row("SELECT max(revision) FROM removed", [], |r| r.get(0))?;
        connection.execute("DELETE FROM removed WHERE revision < ?1", [last])?;
        db::set(connection, "removed_from", last - 1)?;
    }
    Ok(())
}

struct Job {
    id: u32,
    store: Store,
    file: SourceFile,
    kept: HashMap<[u8; 16], i64>,
}

#[derive(Default)]
struct Prepared {
    ready: Vec<Ready>,
    stays: Vec<i64>,
    embedder_failed: Option<String>,
}

fn prepare(job: &Job, analyzer: &mut Analyzer, embedder: &dyn Embedder) -> Prepared {
    let mut done = Prepared::default();
    let mut fresh = Vec::new();
    for chunk in chunks(&job.file) {
        let facts = serde_json::to_string(&(
            chunk.entry,
            chunk.part,
            chunk.start_line,
            chunk.end_line,
            &chunk.context,
            &chunk.facts,
        ))
        .expect("facts hold only strings and numbers");
        let sum = text_sum(job.id, &chunk.text, &facts);
        match job.kept.get(&sum) {
            Some(id) => done.stays.push(*id),
            None => fresh.push((chunk, facts, sum)),
        }
    }
    let texts: Vec<&str> = fresh.iter().map(|(c, ..)| c.text.as_str()).collect();
    let builtin = !embedder.cacheable();
    let vectors = if builtin { Ok(Vec::new()) } else { embedder.embed(&texts) };
    let vectors = vectors.unwrap_or_else(|e| {
        done.embedder_failed = Some(e.to_string());
        vec![vec![0.0; embedder.dims()]; texts.len()]
    });
    for (at, (chunk, facts, sum)) in fresh.into_iter().enumerate() {
        let (terms, length) = terms_of(&chunk, analyzer);
        let pieces = wordpiece::pieces(&chunk.text);
        let pooled;
        let vector = if builtin {
            pooled = Table::builtin().pool(&pieces);
            &pooled
        } else {
            &vectors[at]
        };
        let speaker = match &chunk.speaker {
            Some(name) => voice::speaker_key(name, analyzer),
            None => 0,
        };
        let analysed = Analysed { terms, length, speaker, pieces };
        let record = Record::new(job.id, job.store, &chunk, analysed, vector);
        done.ready.push(Ready { chunk, sum, facts, record });
    }
    done
}

/// Terms of a chunk: its text, the headings above it, and its date in words.
fn terms_of(chunk: &Chunk, analyzer: &mut Analyzer) -> (Vec<(u64, u8)>, u32) {
    let mut counts: HashMap<u64, u32> = HashMap::new();
    let mut length = 0;
    let mut add = |term: &str, kind: TermKind| {
        *counts.entry(term_hash(term)).or_default() += 1;
        if kind != TermKind::Single {
            length += 1;
        }
    };
    analyzer.each_term(&chunk.text, &mut add);
    analyzer.each_term(&chunk.context, &mut add);
    if let Some(date) = chunk.facts.date
        && let Ok(moment) = jiff::Timestamp::from_second(date)
    {
        let day = moment.to_zoned(jiff::tz::TimeZone::UTC).date();
        analyzer.each_term(&day.to_string(), |term, _| {
            *counts.entry(term_hash(term)).or_default() += 1;
        });
    }
    let mut terms: Vec<(u64, u8)> = counts.into_iter().map(|(h, n)| (h, n.min(255) as u8)).collect();
    terms.sort_unstable();
    (terms, length)
}
