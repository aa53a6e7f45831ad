//! Another model's vectors, laid over the index.
//!
//! The index always holds the built-in model's vectors and can always answer. A configured model
//! (a provider, a local transformer) adds its own, kept by content hash in [`crate::vectors`]. They
//! are used for a question only when every entry and the question itself have one: vectors of two
//! models are never compared, and a provider that is down, slow or half-way through costs quality,
//! not the answer. Each of these is said.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::Ordering;
use std::sync::{Arc, RwLock};
use std::time::{Duration, Instant};

use soulfile_text::vectors::scan;

use crate::db::Place;
use crate::embed::{Embedder, Role};
use crate::error::Error;
use crate::image::Image;
use crate::index::{Index, lock};
use crate::load::read_text;
use crate::vectors::{Kept, SPARE, TextKey, Vectors, text_key};

/// Sentences that have nothing to do with each other. What a model gives for pairs of them is its
/// zero: some models call nothing less than half alike.
const UNRELATED: [&str; 6] = [
    "The ferry to the island leaves at noon.",
    "She plays the cello in a small orchestra.",
    "Invoices are archived for ten years.",
    "The recipe needs two eggs and some flour.",
    "Database backups run every night.",
    "He sprained his ankle while climbing.",
];

/// What filling did.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Filled {
    /// Entries that have no vector of this model yet.
    pub missing: usize,
    /// Texts embedded just now.
    pub embedded: usize,
    /// Entries longer than the model reads: their ends count by their words only.
    pub cut: usize,
    /// Why it stopped, when it was not for the time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failed: Option<String>,
}

/// Another model over one index.
pub struct Meaning {
    embedder: Arc<dyn Embedder>,
    vectors: Vectors,
    patience: Duration,
    rows: RwLock<Rows>,
}

/// One row per slot of the image, in its order.
#[derive(Default)]
struct Rows {
    /// Which writing of the index the ids are of: written anew, they mean other chunks.
    written: (u64, u64),
    ids: Vec<i64>,
    keys: Vec<TextKey>,
    state: Vec<Row>,
    dims: usize,
    numbers: Vec<i8>,
    scales: Vec<f32>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Row {
    Missing,
    Whole,
    Cut,
    Dead,
}

/// A question in the model's terms.
pub struct Asked {
    meaning: Arc<Meaning>,
    scale: f32,
    numbers: Vec<i8>,
    zero: f32,
    /// Share of the question the model can read.
    pub reads: f32,
}

impl Asked {
    /// Whether the model ranks beside the static one.
    pub fn is_builtin(&self) -> bool {
        self.meaning.embedder.is_builtin()
    }
}

impl std::fmt::Debug for Asked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Asked").field("model", &self.model()).finish_non_exhaustive()
    }
}

impl Meaning {
    /// A model whose vectors are kept at `place`; `patience` is for another process's write there.
    pub fn open(embedder: Arc<dyn Embedder>, place: Place, patience: Duration) -> Result<Self, Error> {
        let vectors = Vectors::open(place, patience, SPARE)?;
        Ok(Self { embedder, vectors, patience, rows: RwLock::default() })
    }

    /// The model's id.
    pub fn model(&self) -> &str {
        self.embedder.id()
    }

    /// Whether the model is inside the binary.
    pub fn is_builtin(&self) -> bool {
        self.embedder.is_builtin()
    }

    /// Gives entries their vectors: from the cache, then from the model until `patience` is over.
    /// `told` hears how many texts are done and how many there are.
    pub fn fill(&self, index: &Index, patience: Duration, told: &dyn Fn(usize, usize)) -> Result<Filled, Error> {
        let start = Instant::now();
        let mut texts = match self.align(index) {
            Err(Error::Damaged { .. }) => {
                // The cache, not the index: nothing is lost that cannot be made again.
                self.vectors.replace(self.patience)?;
                self.align(index)?
            }
            other => other?,
        };
        let mut filled = Filled::default();
        self.add_unrelated(&mut texts)?;
        let total = texts.len();
        let mut waiting: Vec<(TextKey, String)> = texts.into_iter().collect();
        // The same order in every process, so that two of them do not work on different halves.
        waiting.sort();
        for batch in waiting.chunks(self.embedder.batch().max(1)) {
            let left = patience.saturating_sub(start.elapsed());
            if left.is_zero() {
                break;
            }
            let batch_texts: Vec<&str> = batch.iter().map(|(_, text)| text.as_str()).collect();
            match self.embed(&batch_texts, Role::Entry, left) {
                Ok(kept) => {
                    let pairs: Vec<(TextKey, Kept)> = batch.iter().map(|(key, _)| *key).zip(kept).collect();
                    if !self.fits(pairs.iter().map(|(_, kept)| kept)) {
                        filled.failed = Some(self.changed()?);
                        break;
                    }
                    self.vectors.put(self.model(), &pairs)?;
                    self.place(&pairs.into_iter().collect());
                    filled.embedded += batch.len();
                    told(filled.embedded, total);
                }
                Err(what) => {
                    filled.failed = Some(what);
                    break;
                }
            }
        }
        if filled.embedded > 0 {
            self.trim()?;
        }
        let rows = self.read();
        filled.missing = rows.state.iter().filter(|s| **s == Row::Missing).count();
        filled.cut = rows.state.iter().filter(|s| **s == Row::Cut).count();
        Ok(filled)
    }

    /// Asks the model for a question's vector; an error is a reason in words.
    pub fn ask(self: &Arc<Self>, text: &str, patience: Duration) -> Result<Asked, String> {
        let key = text_key(text, Role::Question);
        let kept = self.vectors.get(self.model(), &[key]).unwrap_or_default().remove(&key);
        let kept = match kept {
            Some(kept) => kept,
            None => {
                let fresh = self.embed(&[text], Role::Question, patience)?.remove(0);
                // A question that is not kept is asked again, no more.
                let _ = self.vectors.put(self.model(), &[(key, fresh.clone())]);
                fresh
            }
        };
        let dims = self.read().dims;
        if dims != 0 && kept.numbers.len() != dims {
            return Err(self.changed().unwrap_or_else(|e| e.to_string()));
        }
        let zero = self.zero();
        let reads = self.embedder.reads(text);
        Ok(Asked { meaning: self.clone(), scale: kept.scale, numbers: kept.numbers, zero, reads })
    }

    fn embed(&self, texts: &[&str], role: Role, patience: Duration) -> Result<Vec<Kept>, String> {
        let done = self.embedder.embed(texts, role, patience).map_err(|error| match error {
            Error::Embedder { what, .. } => what,
            other => other.to_string(),
        })?;
        let dims = done.vectors.iter().map(Vec::len).max().unwrap_or(0);
        let whole = done.vectors.len() == texts.len()
            && done.vectors.iter().all(|v| (v.is_empty() || v.len() == dims) && v.iter().all(|x| x.is_finite()));
        if !whole || (role == Role::Question && dims == 0) {
            return Err(format!("{} gave vectors that cannot be used", self.model()));
        }
        let cut: HashSet<usize> = done.cut.into_iter().collect();
        Ok(done.vectors.iter().enumerate().map(|(at, v)| Kept::new(v, cut.contains(&at))).collect())
    }

    /// Brings the rows into the order of the image and returns the texts that have no vector.
    fn align(&self, index: &Index) -> Result<HashMap<TextKey, String>, Error> {
        let connection = lock(&index.connection);
        let loaded = index.read();
        let reader = index.reader(&connection);
        let moment = reader.moment()?;
        if reader.number("layout")? != loaded.layout {
            // Written anew by another process: the numbers of the chunks may mean others now. Every row
            // stays missing until the image has followed.
            *self.rows.write().unwrap_or_else(|e| e.into_inner()) = Rows::default();
            return Ok(HashMap::new());
        }
        let image = &loaded.image;
        let ids = &image.ids().flatten().copied().collect::<Vec<i64>>();
        let mut rows = self.rows.write().unwrap_or_else(|e| e.into_inner());
        let written = (index.epoch.load(Ordering::SeqCst), loaded.layout);
        if rows.written != written {
            *rows = Rows { written, ..Rows::default() };
        }
        rows.follow(ids);
        let path = index.place.path();
        let mut texts = HashMap::new();
        for (slot, id) in ids.iter().enumerate() {
            if !image.is_live(slot as u32) {
                rows.state[slot] = Row::Dead;
            }
            if rows.state[slot] != Row::Missing {
                continue;
            }
            // A chunk another process removed since is not worth a word: the next look has it dead.
            let read = read_text(&connection, *id).map_err(|e| crate::db::classify(&path, e));
            let Ok(Some(text)) = read else { continue };
            rows.keys[slot] = text_key(&text, Role::Entry);
            texts.insert(rows.keys[slot], text);
        }
        drop(rows);
        drop(loaded);
        drop(moment);
        drop(connection);
        let keys: Vec<TextKey> = texts.keys().copied().collect();
        let kept = self.vectors.get(self.model(), &keys)?;
        if !self.fits(kept.values()) {
            self.changed()?;
            return self.align(index);
        }
        texts.retain(|key, _| !kept.contains_key(key));
        self.place(&kept);
        Ok(texts)
    }

    /// Puts vectors where their texts are.
    fn place(&self, found: &HashMap<TextKey, Kept>) {
        let mut rows = self.rows.write().unwrap_or_else(|e| e.into_inner());
        for slot in 0..rows.ids.len() {
            if rows.state[slot] == Row::Missing
                && let Some(kept) = found.get(&rows.keys[slot])
            {
                rows.set(slot, kept);
            }
        }
    }

    /// Says whether vectors are as long as those that are there.
    fn fits<'a>(&self, kept: impl Iterator<Item = &'a Kept>) -> bool {
        let lengths: HashSet<usize> = kept.map(|k| k.numbers.len()).filter(|n| *n > 0).collect();
        let dims = self.read().dims;
        lengths.len() <= 1 && (dims == 0 || lengths.iter().all(|n| *n == dims))
    }

    /// The name is the same and the model is not: nothing kept under it can be compared.
    fn changed(&self) -> Result<String, Error> {
        self.vectors.forget(self.model())?;
        *self.rows.write().unwrap_or_else(|e| e.into_inner()) = Rows::default();
        Ok(format!("{} now gives vectors of another length; all entries are embedded again", self.model()))
    }

    fn add_unrelated(&self, texts: &mut HashMap<TextKey, String>) -> Result<(), Error> {
        let keys = unrelated();
        let kept = self.vectors.get(self.model(), &keys)?;
        for (key, text) in keys.into_iter().zip(UNRELATED).filter(|(key, _)| !kept.contains_key(key)) {
            texts.insert(key, text.to_owned());
        }
        Ok(())
    }

    /// The cosine this model gives to texts that have nothing in common.
    fn zero(&self) -> f32 {
        let kept = self.vectors.get(self.model(), &unrelated()).unwrap_or_default();
        let all: Vec<&Kept> = kept.values().collect();
        let mut pairs = Vec::new();
        for (at, a) in all.iter().enumerate() {
            for b in all[at + 1..].iter().filter(|b| b.numbers.len() == a.numbers.len()) {
                pairs.push(scan::dot(&a.numbers, &b.numbers) as f32 * a.scale * b.scale);
            }
        }
        if pairs.is_empty() { 0.0 } else { (pairs.iter().sum::<f32>() / pairs.len() as f32).clamp(0.0, 0.9) }
    }

    fn trim(&self) -> Result<(), Error> {
        let mut needed: HashSet<TextKey> = unrelated().into_iter().collect();
        {
            let rows = self.read();
            needed.extend(rows.keys.iter().zip(&rows.state).filter(|(_, s)| **s != Row::Dead).map(|(k, _)| *k));
            let bytes = needed.len() as u64 * (rows.dims as u64 + 64);
            if self.vectors.bytes()? < bytes * 2 + SPARE {
                return Ok(());
            }
        }
        self.vectors.trim(self.model(), &needed).map(|_| ())
    }

    fn read(&self) -> std::sync::RwLockReadGuard<'_, Rows> {
        self.rows.read().unwrap_or_else(|e| e.into_inner())
    }
}

fn unrelated() -> Vec<TextKey> {
    UNRELATED.iter().map(|text| text_key(text, Role::Entry)).collect()
}

impl Rows {
    /// Takes over the order of `ids`, keeping the rows that are known.
    fn follow(&mut self, ids: &[i64]) {
        if !ids.starts_with(&self.ids) {
            let old = std::mem::take(self);
            self.written = old.written;
            let at: HashMap<i64, usize> = old.ids.iter().enumerate().map(|(at, id)| (*id, at)).collect();
            self.dims = old.dims;
            for id in ids {
                self.push(*id);
                if let Some(from) = at.get(id) {
                    let to = self.ids.len() - 1;
                    let dims = self.dims;
                    (self.keys[to], self.state[to], self.scales[to]) =
                        (old.keys[*from], old.state[*from], old.scales[*from]);
                    self.numbers[to * dims..][..dims].copy_from_slice(&old.numbers[from * dims..][..dims]);
                }
            }
        }
        for id in &ids[self.ids.len()..] {
            self.push(*id);
        }
    }

    fn push(&mut self, id: i64) {
        self.ids.push(id);
        self.keys.push([0; 16]);
        self.state.push(Row::Missing);
        self.scales.push(0.0);
        self.numbers.resize(self.numbers.len() + self.dims, 0);
    }

    fn set(&mut self, slot: usize, kept: &Kept) {
        if self.dims == 0 && !kept.numbers.is_empty() {
            self.dims = kept.numbers.len();
            self.numbers.resize(self.ids.len() * self.dims, 0);
        }
        if kept.numbers.len() == self.dims {
            self.numbers[slot * self.dims..][..self.dims].copy_from_slice(&kept.numbers);
            self.scales[slot] = kept.scale;
        }
        self.state[slot] = if kept.cut { Row::Cut } else { Row::Whole };
    }
}

impl Asked {
    /// The model's id.
    pub fn model(&self) -> &str {
        self.meaning.model()
    }

    /// Closeness of the question to each slot, 0 for what has nothing to do with it; `None` when an
    /// entry of the image has no vector of this model.
    pub(crate) fn scores(&self, image: &Image) -> Option<Vec<f32>> {
        let rows = self.meaning.read();
        let mut states = rows.state.iter().enumerate();
        let there = rows.ids.iter().eq(image.ids().flatten())
            && states.all(|(slot, state)| *state != Row::Missing || !image.is_live(slot as u32));
        if !there || rows.dims == 0 || rows.dims != self.numbers.len() {
            return None;
        }
        let mut out = vec![0.0; rows.ids.len()];
        scan::score_rows(&self.numbers, self.scale, &rows.numbers, &rows.scales, &mut out);
        let zero = self.zero;
        out.iter_mut().for_each(|score| *score = (*score - zero) / (1.0 - zero));
        Some(out)
    }
}
