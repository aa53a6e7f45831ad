//! From files to records: cut, analyse and embed, on several threads when there is much to do.
//!
//! Touches no database. Chunks a file already has in the index are recognised by their sums and
//! left as they are.

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use soulfile_text::{Analyzer, TermKind};

use soulfile_vocabulary::Store;

use crate::chunk::{Chunk, chunks};
use crate::embed::table::Table;
use crate::embed::wordpiece::Splitter;
use crate::entry::SourceFile;
use crate::error::Error;
use crate::record::{Analysed, Record, term_hash};
use crate::sums::text_sum;
use crate::voice;

/// Fewer files than this are not worth a second thread.
const FEW: usize = 8;

/// One file to make ready.
pub(crate) struct Job {
    /// Its row.
    pub id: u32,
    pub store: Store,
    pub file: SourceFile,
    /// Chunks it has in the index, by sum.
    pub kept: HashMap<[u8; 16], i64>,
}

/// What became of a file.
#[derive(Default)]
pub(crate) struct Prepared {
    /// Chunks to write.
    pub ready: Vec<Ready>,
    /// Chunks that stay as they are.
    pub stays: Vec<i64>,
}

/// A chunk made ready for writing.
pub(crate) struct Ready {
    pub text: String,
    pub facts: [u8; 16],
    pub sum: [u8; 16],
    pub record: Record,
}

/// Prepares every job, handing each to `take` in order.
pub(crate) fn prepare(
    jobs: &[Job],
    threads: usize,
    mut take: impl FnMut(&Job, Prepared) -> Result<(), Error>,
) -> Result<(), Error> {
    if jobs.len() < FEW || threads <= 1 {
        let mut worker = Worker::new();
        return jobs.iter().try_for_each(|job| take(job, worker.prepare(job)));
    }
    let next = &AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::sync_channel(256);
        for _ in 0..threads {
            let sender = sender.clone();
            scope.spawn(move || {
                let mut worker = Worker::new();
                while let at = next.fetch_add(1, Ordering::Relaxed)
                    && let Some(job) = jobs.get(at)
                    && sender.send((at, worker.prepare(job))).is_ok()
                {}
            });
        }
        drop(sender);
        let mut waiting = HashMap::new();
        let mut turn = 0;
        for (at, done) in receiver {
            waiting.insert(at, done);
            while let Some(done) = waiting.remove(&turn) {
                take(&jobs[turn], done)?;
                turn += 1;
            }
        }
        Ok(())
    })
}

/// What one thread keeps between files.
struct Worker {
    analyzer: Analyzer,
    splitter: Splitter,
    terms: Vec<u64>,
}

impl Worker {
    fn new() -> Self {
        Self { analyzer: Analyzer::new(), splitter: Splitter::default(), terms: Vec::new() }
    }

    fn prepare(&mut self, job: &Job) -> Prepared {
        let mut done = Prepared::default();
        let mut fresh = Vec::new();
        for chunk in chunks(&job.file) {
            let facts = facts_sum(&chunk);
            let sum = text_sum(job.id, &chunk.text, &facts);
            match job.kept.get(&sum) {
                Some(id) => done.stays.push(*id),
                None => fresh.push((chunk, facts, sum)),
            }
        }
        for (chunk, facts, sum) in fresh {
            let (terms, length) = self.terms_of(&chunk);
            let pieces = self.splitter.pieces(&chunk.text);
            let vector = Table::builtin().pool(&pieces);
            let speaker = chunk.speaker.as_deref().map_or(0, |name| voice::speaker_key(name, &mut self.analyzer));
            let analysed = Analysed { terms, length, speaker, pieces };
            let record = Record::new(job.id, job.store, &chunk, analysed, &vector);
            done.ready.push(Ready { text: chunk.text, facts, sum, record });
        }
        done
    }

    /// Terms of a chunk: its text, the headings above it, and its date in words.
    fn terms_of(&mut self, chunk: &Chunk) -> (Vec<(u64, u8)>, u32) {
        let hashes = &mut self.terms;
        hashes.clear();
        let mut length = 0;
        let mut add = |term: &str, kind: TermKind| {
            hashes.push(term_hash(term));
            length += u32::from(kind != TermKind::Single);
        };
        self.analyzer.each_term(&chunk.text, &mut add);
        self.analyzer.each_term(&chunk.context, &mut add);
        if let Some(date) = chunk.facts.date
            && let Ok(moment) = jiff::Timestamp::from_second(date)
        {
            let day = moment.to_zoned(jiff::tz::TimeZone::UTC).date();
            self.analyzer.each_term(&day.to_string(), |term, _| hashes.push(term_hash(term)));
        }
        hashes.sort_unstable();
        let terms = hashes.chunk_by(|a, b| a == b).map(|same| (same[0], same.len().min(255) as u8)).collect();
        (terms, length)
    }
}

/// Sum of everything a chunk's record is made from beside its text.
fn facts_sum(chunk: &Chunk) -> [u8; 16] {
    let facts =
        (chunk.entry, chunk.part, chunk.start_line, chunk.end_line, &chunk.context, &chunk.speaker, &chunk.facts);
    let bytes = serde_json::to_vec(&facts).expect("facts hold only strings and numbers");
    blake3::hash(&bytes).as_bytes()[..16].try_into().expect("16 of 32 bytes")
}
