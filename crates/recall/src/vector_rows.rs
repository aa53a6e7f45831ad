//! One model's vectors in the order of the index: a file that is mapped, and what came since in memory.
//!
//! The file is derived from the cache of vectors ([`crate::vectors`]) and the order of the index's chunks. It saves a
//! process that asks once from reading every text to learn which vector is whose. It holds the chunk numbers it is of:
//! where they are not the first ones of the index, its vectors are copied to where they belong.

use std::collections::HashMap;
use std::io::{self, Seek, Write};
use std::sync::Arc;

use soulfile_text::vectors::scan;

use crate::column_file::{ColumnFile, ColumnWriter};
use crate::column_store::Fill;
use crate::load::LoadedIndex;
use crate::vector_scan::VectorColumns;
use crate::vectors::{Kept, TextKey};

const IDS: u8 = 0;
const STATES: u8 = 1;
const KEYS: u8 = 2;
const SCALES: u8 = 3;
const VECTORS: u8 = 4;

/// Numbers of the header.
const WRITING: usize = 0;
const DIMS: usize = 1;

/// What is known of a slot's vector.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum RowState {
    /// Not embedded yet.
    #[default]
    Missing = 0,
    /// Of the whole text.
    Whole = 1,
    /// Of the beginning of a text longer than the model reads.
    Cut = 2,
}

impl RowState {
    fn from_code(code: u8) -> Self {
        match code {
            1 => Self::Whole,
            2 => Self::Cut,
            _ => Self::Missing,
        }
    }
}

/// Vectors by slot. The first ones may lie in a file.
#[derive(Default)]
pub(crate) struct VectorRows {
    /// Which tables and which segments of them the slots are of.
    at: Option<(u64, u64)>,
    pub dims: usize,
    file: Option<Arc<ColumnFile>>,
    /// Slots in the file.
    filed: usize,
    /// The slots after those of the file.
    rest: Vec<Held>,
    numbers: Vec<i8>,
    scales: Vec<f32>,
}

/// What is known of a slot that is not in the file.
#[derive(Clone, Copy, Default)]
struct Held {
    id: i64,
    key: TextKey,
    state: RowState,
    /// The cache was asked and has no vector of it.
    is_uncached: bool,
}

/// A slot without a vector; the key is all zero while its text was not read.
pub(crate) struct Lacking {
    pub slot: usize,
    pub id: i64,
    pub key: TextKey,
    /// The cache need not be asked: nobody else wrote to it since it was.
    pub is_uncached: bool,
}

impl VectorRows {
    /// Takes over the order of an index, keeping what is known. `open` gives the file that was written for these tables.
    pub fn follow(&mut self, loaded: &LoadedIndex, open: impl FnOnce() -> Option<Arc<ColumnFile>>) {
        let at = Some((loaded.writing, loaded.layout));
        let image = &loaded.image;
        let whole = self.file.as_ref().is_none_or(|file| file.is_untouched() && !file.is_damaged());
        if !whole {
            *self = Self::default();
        }
        if self.at != at || !self.is_of(loaded) {
            let known = match self.at {
                Some((writing, _)) if writing == loaded.writing => std::mem::take(self),
                // A damaged file is not opened again: the cache has what was in it.
                _ if !whole => Self::default(),
                _ => Self::of_file(open(), loaded.writing),
            };
            *self = known.ordered(loaded);
            self.at = at;
        }
        let from = self.len();
        for id in image.ids().flatten().skip(from) {
            self.push(Held { id: *id, ..Held::default() });
        }
    }

    /// The vectors of a file; none where there is no file of these tables.
    fn of_file(file: Option<Arc<ColumnFile>>, writing: u64) -> Self {
        let Some(file) = file.filter(|file| file.number(WRITING) == writing && writing != 0) else {
            return Self::default();
        };
        let (dims, count) = (file.number(DIMS) as usize, file.len::<i64>(IDS));
        let fits = file.len::<u8>(STATES) == count
            && file.len::<u64>(KEYS) == 2 * count
            && file.len::<f32>(SCALES) == count
            && Some(file.len::<i8>(VECTORS)) == count.checked_mul(dims);
        if fits { Self { dims, filed: count, file: Some(file), ..Self::default() } } else { Self::default() }
    }

    /// The same vectors in the order of an index. The file stays where it is if it holds the first slots and lacks none.
    fn ordered(self, loaded: &LoadedIndex) -> Self {
        if let Some(file) = &self.file
            && !file.all::<u8>(STATES).contains(&(RowState::Missing as u8))
            && begins_with(loaded, file.all(IDS))
        {
            let mut same = Self { dims: self.dims, file: self.file.clone(), filed: self.filed, ..Self::default() };
            same.copy(&self, loaded.image.ids().flatten().copied().skip(self.filed));
            return same;
        }
        let mut other = Self { dims: self.dims, ..Self::default() };
        other.copy(&self, loaded.image.ids().flatten().copied());
        other
    }

    fn copy(&mut self, from: &Self, ids: impl Iterator<Item = i64>) {
        let mut ids = ids.peekable();
        if ids.peek().is_none() {
            return;
        }
        let places: HashMap<i64, usize> = (0..from.len()).map(|at| (from.id(at), at)).collect();
        for id in ids {
            self.push(Held { id, ..Held::default() });
            let Some(known) = places.get(&id) else { continue };
            let at = self.rest.len() - 1;
            self.rest[at].key = from.key(*known);
            // What is damaged reads as nothing and stays missing.
            let vector = from.vector(*known);
            if from.state(*known) != RowState::Missing && vector.len() == self.dims {
                self.rest[at].state = from.state(*known);
                self.scales[at] = from.scale(*known);
                self.numbers[at * self.dims..][..self.dims].copy_from_slice(vector);
            }
        }
    }

    /// Says whether the slots are the first ones of an index. Within one layout slots are only added, so that the last
    /// one tells.
    fn is_of(&self, loaded: &LoadedIndex) -> bool {
        let count = self.len();
        count <= loaded.image.slots() && (count == 0 || loaded.image.id(count as u32 - 1) == self.id(count - 1))
    }

    /// Says whether there is a row, with a vector or not, for each slot of an index, and the file is not damaged.
    pub fn covers(&self, loaded: &LoadedIndex) -> bool {
        self.at == Some((loaded.writing, loaded.layout))
            && self.len() == loaded.image.slots()
            && self.is_of(loaded)
            && self.file.as_ref().is_none_or(|file| file.is_untouched() && !file.is_damaged())
    }

    pub fn len(&self) -> usize {
        self.filed + self.rest.len()
    }

    fn id(&self, at: usize) -> i64 {
        match &self.file {
            Some(file) if at < self.filed => file.get(IDS, at),
            _ => self.rest[at - self.filed].id,
        }
    }

    fn key(&self, at: usize) -> TextKey {
        match &self.file {
            Some(file) if at < self.filed => {
                let halves = file.slice::<u64>(KEYS, 2 * at..2 * at + 2);
                let mut key = TextKey::default();
                for (part, half) in key.chunks_exact_mut(8).zip(halves) {
                    part.copy_from_slice(&half.to_ne_bytes());
                }
                key
            }
            _ => self.rest[at - self.filed].key,
        }
    }

    pub fn state(&self, at: usize) -> RowState {
        match &self.file {
            Some(file) if at < self.filed => RowState::from_code(file.get(STATES, at)),
            _ => self.rest[at - self.filed].state,
        }
    }

    fn scale(&self, at: usize) -> f32 {
        match &self.file {
            Some(file) if at < self.filed => file.get(SCALES, at),
            _ => self.scales[at - self.filed],
        }
    }

    fn vector(&self, at: usize) -> &[i8] {
        match &self.file {
            Some(file) if at < self.filed => file.slice(VECTORS, at * self.dims..(at + 1) * self.dims),
            _ => &self.numbers[(at - self.filed) * self.dims..][..self.dims],
        }
    }

    /// Cosine of the vectors of two slots; 0 where one has none.
    pub fn closeness(&self, a: usize, b: usize) -> f32 {
        if self.state(a) == RowState::Missing || self.state(b) == RowState::Missing {
            return 0.0;
        }
        let (own, other) = (self.vector(a), self.vector(b));
        let dot = if own.len() == other.len() { scan::dot(own, other) } else { 0 };
        dot as f32 * self.scale(a) * self.scale(b)
    }

    /// Sum of a slot's values, each by its weight; 0 where it has no vector.
    pub fn weigh(&self, slot: usize, weights: &[f32]) -> f32 {
        if self.state(slot) == RowState::Missing {
            return 0.0;
        }
        let sum: f32 = self.vector(slot).iter().zip(weights).map(|(value, weight)| f32::from(*value) * weight).sum();
        sum * self.scale(slot)
    }

    fn push(&mut self, held: Held) {
        self.rest.push(held);
        self.scales.push(0.0);
        self.numbers.resize(self.rest.len() * self.dims, 0);
    }

    /// Live slots without a vector, the newest first.
    pub fn lacking(&self, loaded: &LoadedIndex) -> Vec<Lacking> {
        let missing = |(at, held): (usize, &Held)| {
            let slot = self.filed + at;
            (held.state == RowState::Missing && loaded.image.is_live(slot as u32)).then_some(Lacking {
                slot,
                id: held.id,
                key: held.key,
                is_uncached: held.is_uncached,
            })
        };
        self.rest.iter().enumerate().rev().filter_map(missing).collect()
    }

    /// Notes the hash of a slot's text.
    pub fn name(&mut self, slot: usize, key: TextKey) {
        self.rest[slot - self.filed].key = key;
    }

    /// Notes that the cache has no vector of these texts.
    pub fn note_uncached(&mut self, is_uncached: impl Fn(&TextKey) -> bool) {
        let missing = self.rest.iter_mut().filter(|held| held.state == RowState::Missing);
        missing.for_each(|held| held.is_uncached |= is_uncached(&held.key));
    }

    /// Has the cache be asked again for all.
    pub fn doubt_cache(&mut self) {
        self.rest.iter_mut().for_each(|held| held.is_uncached = false);
    }

    /// Puts vectors where their texts are; returns how many slots got one.
    pub fn place(&mut self, found: &HashMap<TextKey, Kept>) -> usize {
        let mut placed = 0;
        for at in 0..self.rest.len() {
            if self.rest[at].state == RowState::Missing
                && let Some(kept) = found.get(&self.rest[at].key)
            {
                self.set(at, kept);
                placed += 1;
            }
        }
        placed
    }

    fn set(&mut self, at: usize, kept: &Kept) {
        if self.dims == 0 && !kept.numbers.is_empty() {
            self.dims = kept.numbers.len();
            self.numbers.resize(self.rest.len() * self.dims, 0);
        }
        if kept.numbers.len() == self.dims {
            self.numbers[at * self.dims..][..self.dims].copy_from_slice(&kept.numbers);
            self.scales[at] = kept.scale;
        }
        self.rest[at].state = if kept.cut { RowState::Cut } else { RowState::Whole };
    }

    /// Slots that are not in the file and have a vector.
    pub fn unfiled(&self) -> usize {
        self.rest.iter().filter(|held| held.state != RowState::Missing).count()
    }

    /// Goes on with a file in which these rows were written.
    pub fn turn_to(&mut self, file: Arc<ColumnFile>) {
        let whole = self.rest.iter().all(|held| held.state != RowState::Missing);
        if whole && file.len::<i64>(IDS) == self.len() {
            self.filed = self.len();
            self.file = Some(file);
            (self.rest, self.numbers, self.scales) = (Vec::new(), Vec::new(), Vec::new());
        }
    }

    /// Counts slots in a state.
    pub fn count(&self, state: RowState) -> usize {
        let filed = self.file.as_ref().map_or(&[][..], |file| file.all::<u8>(STATES));
        filed.iter().filter(|code| **code == state as u8).count()
            + self.rest.iter().filter(|held| held.state == state).count()
    }

    /// Hashes of all texts.
    pub fn keys(&self) -> impl Iterator<Item = TextKey> + '_ {
        (0..self.len()).map(|at| self.key(at))
    }

    /// Writes the closeness of a vector to that of each slot; `None` when the file turns out to be damaged.
    pub fn scores(&self, query: &[i8], scale: f32) -> Option<Vec<f32>> {
        let mut out = vec![0.0; self.len()];
        let (filed, rest) = out.split_at_mut(self.filed);
        if let Some(file) = &self.file {
            let columns = VectorColumns { file, vectors: VECTORS, scales: SCALES, dims: self.dims };
            columns.score(query, scale, filed);
            if file.is_damaged() {
                return None;
            }
        }
        scan::score_rows(query, scale, &self.numbers, &self.scales, rest);
        Some(out)
    }
}

/// Says whether an index begins with these chunks.
fn begins_with(loaded: &LoadedIndex, mut ids: &[i64]) -> bool {
    for part in loaded.image.ids() {
        let common = part.len().min(ids.len());
        if part[..common] != ids[..common] {
            return false;
        }
        ids = &ids[common..];
    }
    ids.is_empty()
}

impl Fill for VectorRows {
    fn fill<W: Write + Seek>(&self, out: &mut ColumnWriter<W>) -> io::Result<()> {
        out.number(WRITING, self.at.map_or(0, |(writing, _)| writing));
        out.number(DIMS, self.dims as u64);
        let all = || 0..self.len();
        out.column(IDS, all().map(|at| self.id(at)))?;
        out.column(STATES, all().map(|at| self.state(at) as u8))?;
        let halves = |key: TextKey| [0, 8].map(|at| u64::from_ne_bytes(key[at..at + 8].try_into().expect("8 bytes")));
        out.slices::<u64, _>(KEYS, all().map(|at| halves(self.key(at))))?;
        out.column(SCALES, all().map(|at| self.scale(at)))?;
        out.slices::<i8, _>(VECTORS, all().map(|at| self.vector(at)))
    }
}
