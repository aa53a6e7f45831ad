//! A model's vectors, laid over the index.
//!
//! The index always holds the static table's vectors and can always answer. Another model adds its own, kept by content
//! hash in [`crate::vectors`] and in the order of the index in [`crate::vector_rows`]. The multilingual encoder ranks
//! beside the table; entries it has not seen yet stand where the table puts them. A configured model (a provider, a local
//! transformer) ranks in place of the table, and only when every entry has a vector of it: vectors of two models are never
//! compared, and a provider that is down, slow or half-way through costs quality, not the answer.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, RwLock};
use std::time::{Duration, Instant};

use soulfile_text::vectors::scan;

use crate::db::IndexPlace;
use crate::embed::{EmbedRole, Embedder};
use crate::error::Error;
use crate::hashed::HashedMap;
use crate::index::{Index, lock};
use crate::load::{LoadedIndex, read_text};
use crate::vector_rows::{RowState, VectorRows};
use crate::vectors::{Kept, SPARE, TextKey, Vectors, text_key};

/// Vectors that are not in the file before it is written anew.
const MOST_UNFILED: usize = 256;
/// Share of the entries the encoder may lack and still rank.
const MOST_MISSING: f32 = 0.5;

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

/// A model over one index.
pub struct Meaning {
    embedder: Arc<dyn Embedder>,
    vectors: Vectors,
    patience: Duration,
    rows: RwLock<VectorRows>,
    /// What the cache was at when it was last asked for vectors that are missing.
    cache: AtomicI64,
    /// The question that was embedded before it is asked.
    coming: Mutex<Option<(TextKey, Kept)>>,
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
    pub fn open(embedder: Arc<dyn Embedder>, place: IndexPlace, patience: Duration) -> Result<Self, Error> {
        let vectors = Vectors::open(place, patience, SPARE)?;
        let cache = AtomicI64::new(vectors.version()?);
        Ok(Self { embedder, vectors, patience, rows: RwLock::default(), cache, coming: Mutex::default() })
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
        self.fill_up_to(usize::MAX, index, patience, told)
    }

    /// The same where no more than `most` texts wait for the model: more are left to whoever has the time.
    pub fn fill_few(&self, most: usize, index: &Index, patience: Duration) -> Result<Filled, Error> {
        self.fill_up_to(most, index, patience, &|_, _| ())
    }

    fn fill_up_to(
        &self,
        most: usize,
        index: &Index,
        patience: Duration,
        told: &dyn Fn(usize, usize),
    ) -> Result<Filled, Error> {
        let start = Instant::now();
        let mut waiting = match self.align(index) {
            Err(Error::Damaged { .. }) => {
                // The cache, not the index: nothing is lost that cannot be made again.
                self.vectors.replace(self.patience)?;
                self.align(index)?
            }
            other => other?,
        };
        let mut filled = Filled::default();
        let mut done: HashSet<TextKey> = HashSet::new();
        self.add_unrelated(&mut waiting)?;
        let total = waiting.len();
        let patience = if total > most { Duration::ZERO } else { patience };
        for batch in waiting.chunks(self.embedder.batch().max(1)) {
            let left = patience.saturating_sub(start.elapsed());
            if left.is_zero() {
                break;
            }
            let texts = self.texts(index, batch)?;
            let batch_texts: Vec<&str> = texts.iter().map(|(_, text)| text.as_str()).collect();
            if batch_texts.is_empty() {
                continue;
            }
            match self.embed(&batch_texts, EmbedRole::Entry, left) {
                Ok(kept) => {
                    let pairs: Vec<(TextKey, Kept)> = texts.iter().map(|(key, _)| *key).zip(kept).collect();
                    if !self.fits(pairs.iter().map(|(_, kept)| kept)) {
                        filled.failed = Some(self.changed()?);
                        break;
                    }
                    self.vectors.put(self.model(), &pairs)?;
                    done.extend(pairs.iter().map(|(key, _)| *key));
                    self.write().place(&pairs.into_iter().collect());
                    filled.embedded += texts.len();
                    told(filled.embedded, total);
                }
                Err(what) => {
                    filled.failed = Some(what);
                    break;
                }
            }
        }
        self.keep_order();
        if filled.embedded > 0 {
            self.trim()?;
        }
        let rows = self.read();
        let is_missing =
            |waiting: &&Waiting| waiting.chunk.is_some() && (done.is_empty() || !done.contains(&waiting.key));
        filled.missing = waiting.iter().filter(is_missing).count();
        filled.cut = rows.count(RowState::Cut);
        Ok(filled)
    }

    /// Embeds a question that is about to be asked, where the model is inside the binary: for a thread of its own while
    /// the index is being opened.
    pub fn expect(&self, text: &str, patience: Duration) {
        if self.is_builtin()
            && let Ok(kept) = self.embed(&[text], EmbedRole::Question, patience)
        {
            *lock(&self.coming) = kept.into_iter().next().map(|kept| (text_key(text, EmbedRole::Question), kept));
        }
    }

    /// Asks the model for a question's vector; an error is a reason in words.
    pub fn ask(self: &Arc<Self>, text: &str, patience: Duration) -> Result<Asked, String> {
        let key = text_key(text, EmbedRole::Question);
        let kept = match self.embedder.is_builtin() {
            true => lock(&self.coming).take().filter(|(coming, _)| *coming == key).map(|(_, kept)| kept),
            false => self.vectors.get(self.model(), &[key]).unwrap_or_default().remove(&key),
        };
        let kept = match kept {
            Some(kept) => kept,
            None => {
                let fresh = self.embed(&[text], EmbedRole::Question, patience)?.remove(0);
                if !self.embedder.is_builtin() {
                    // A question that is not kept is asked again, no more.
                    let _ = self.vectors.put(self.model(), &[(key, fresh.clone())]);
                }
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

    fn embed(&self, texts: &[&str], role: EmbedRole, patience: Duration) -> Result<Vec<Kept>, String> {
        let done = self.embedder.embed(texts, role, patience).map_err(|error| match error {
            Error::Embedder { what, .. } => what,
            other => other.to_string(),
        })?;
        let dims = done.vectors.iter().map(Vec::len).max().unwrap_or(0);
        let whole = done.vectors.len() == texts.len()
            && done.vectors.iter().all(|v| (v.is_empty() || v.len() == dims) && v.iter().all(|x| x.is_finite()));
        if !whole || (role == EmbedRole::Question && dims == 0) {
            return Err(format!("{} gave vectors that cannot be used", self.model()));
        }
        let cut: HashSet<usize> = done.cut.into_iter().collect();
        Ok(done.vectors.iter().enumerate().map(|(at, v)| Kept::new(v, cut.contains(&at))).collect())
    }

    /// Brings the rows into the order of the index and returns what has no vector.
    fn align(&self, index: &Index) -> Result<Vec<Waiting>, Error> {
        let connection = lock(&index.connection);
        let loaded = index.read();
        let reader = index.reader(&connection);
        let moment = reader.moment()?;
        if reader.number("layout")? != loaded.layout || reader.number("writing")? != loaded.writing {
            // Written anew by another process: the numbers of the chunks may mean others now. Every row
            // stays missing until the image has followed.
            *self.write() = VectorRows::default();
            return Ok(Vec::new());
        }
        // Asked before the cache is: what is written in between is found now or looked for again.
        let version = self.vectors.version()?;
        let mut rows = self.write();
        rows.follow(&loaded, || self.vectors.rows(self.model()));
        if self.cache.swap(version, Ordering::Relaxed) != version {
            rows.doubt_cache();
        }
        let path = index.place.path();
        let (mut waiting, mut unasked) = (Vec::new(), Vec::new());
        for lacking in rows.lacking(&loaded) {
            let mut key = lacking.key;
            if key == TextKey::default() {
                // A chunk another process removed since is not worth a word: the next look has it dead.
                let read = read_text(&connection, lacking.id).map_err(|e| crate::db::classify(&path, e));
                let Ok(Some(text)) = read else { continue };
                key = text_key(&text, EmbedRole::Entry);
                rows.name(lacking.slot, key);
            }
            if !lacking.is_uncached {
                unasked.push(key);
            }
            waiting.push(Waiting { key, chunk: Some(lacking.id) });
        }
        drop(rows);
        drop(loaded);
        drop(moment);
        drop(connection);
        let mut kept = HashMap::new();
        if !unasked.is_empty() {
            kept = self.vectors.get(self.model(), &unasked)?;
            if !self.fits(kept.values()) {
                self.changed()?;
                return self.align(index);
            }
        }
        let mut seen: HashedMap<()> = HashedMap::default();
        waiting.retain(|waiting| !kept.contains_key(&waiting.key) && seen.insert(short(&waiting.key), ()).is_none());
        if !unasked.is_empty() {
            let absent: HashedMap<()> =
                unasked.iter().filter(|key| !kept.contains_key(*key)).map(|key| (short(key), ())).collect();
            let mut rows = self.write();
            rows.place(&kept);
            // Where somebody else wrote meanwhile, the next look asks again.
            if self.cache.load(Ordering::Relaxed) == version {
                rows.note_uncached(|key| absent.contains_key(&short(key)));
            }
        }
        Ok(waiting)
    }

    /// Reads the texts that are to be embedded.
    fn texts(&self, index: &Index, waiting: &[Waiting]) -> Result<Vec<(TextKey, String)>, Error> {
        let connection = lock(&index.connection);
        let path = index.place.path();
        let mut texts = Vec::with_capacity(waiting.len());
        for waiting in waiting {
            let text = match waiting.chunk {
                Some(id) => read_text(&connection, id).map_err(|e| crate::db::classify(&path, e))?,
                None => UNRELATED
                    .iter()
                    .find(|text| text_key(text, EmbedRole::Entry) == waiting.key)
                    .map(|t| (*t).to_owned()),
            };
            // Gone or changed since; the next look sees what it is now.
            texts.extend(
                text.filter(|text| text_key(text, EmbedRole::Entry) == waiting.key).map(|text| (waiting.key, text)),
            );
        }
        Ok(texts)
    }

    /// Writes the vectors in the order of the index, once there are many that are not. Without the file the next process
    /// reads every text again, no more.
    fn keep_order(&self) {
        let mut rows = self.write();
        if rows.unfiled() >= MOST_UNFILED
            && let Ok(file) = self.vectors.put_rows(self.model(), &*rows)
        {
            rows.turn_to(file);
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
        *self.write() = VectorRows::default();
        Ok(format!("{} now gives vectors of another length; all entries are embedded again", self.model()))
    }

    fn add_unrelated(&self, waiting: &mut Vec<Waiting>) -> Result<(), Error> {
        if self.embedder.unrelated().is_some() {
            return Ok(());
        }
        let keys = unrelated();
        let kept = self.vectors.get(self.model(), &keys)?;
        let missing = keys.into_iter().filter(|key| !kept.contains_key(key));
        waiting.extend(missing.map(|key| Waiting { key, chunk: None }));
        Ok(())
    }

    /// The cosine this model gives to texts that have nothing in common.
    fn zero(&self) -> f32 {
        if let Some(known) = self.embedder.unrelated() {
            return known;
        }
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
            if self.vectors.bytes()? < rows.len() as u64 * (rows.dims as u64 + 64) * 2 + SPARE {
                return Ok(());
            }
            needed.extend(rows.keys());
        }
        self.vectors.trim(self.model(), &needed).map(|_| ())
    }

    fn read(&self) -> std::sync::RwLockReadGuard<'_, VectorRows> {
        self.rows.read().unwrap_or_else(|e| e.into_inner())
    }

    fn write(&self) -> std::sync::RwLockWriteGuard<'_, VectorRows> {
        self.rows.write().unwrap_or_else(|e| e.into_inner())
    }
}

/// A key, which is a hash already, as one number.
fn short(key: &TextKey) -> u64 {
    u64::from_ne_bytes(*key.first_chunk().expect("a key is longer"))
}

/// A text without a vector.
struct Waiting {
    key: TextKey,
    /// The chunk it is of; none for the sentences that say where a model's zero is.
    chunk: Option<i64>,
}

fn unrelated() -> Vec<TextKey> {
    UNRELATED.iter().map(|text| text_key(text, EmbedRole::Entry)).collect()
}

impl Asked {
    /// The model's id.
    pub fn model(&self) -> &str {
        self.meaning.model()
    }

    /// Closeness of the question to each slot, 0 for what has nothing to do with it; `None` when the model lacks too
    /// many of the entries to rank them.
    pub(crate) fn scores(&self, loaded: &LoadedIndex) -> Option<Closeness> {
        let rows = self.meaning.read();
        if !rows.covers(loaded) || rows.dims == 0 || rows.dims != self.numbers.len() {
            return None;
        }
        let missing: Vec<u32> = rows.lacking(loaded).iter().map(|lacking| lacking.slot as u32).collect();
        let most = if self.is_builtin() { MOST_MISSING } else { 0.0 };
        if missing.len() as f32 > most * loaded.image.count as f32 {
            return None;
        }
        let mut scores = rows.scores(&self.numbers, self.scale)?;
        let zero = self.zero;
        if zero != 0.0 {
            scores.iter_mut().for_each(|score| *score = (*score - zero) / (1.0 - zero));
        }
        Some(Closeness { scores, missing })
    }

    /// Sum of the values of a slot's vector, each by its weight.
    pub(crate) fn weigh(&self, slot: u32, weights: &[f32]) -> f32 {
        self.meaning.read().weigh(slot as usize, weights)
    }

    /// Cosine of the vectors of two slots; 0 where one has none.
    pub(crate) fn closeness(&self, a: u32, b: u32) -> f32 {
        self.meaning.read().closeness(a as usize, b as usize)
    }
}

/// How close each slot is to a question.
pub(crate) struct Closeness {
    pub scores: Vec<f32>,
    /// Slots without a vector; their scores mean nothing.
    pub missing: Vec<u32>,
}
