//! The index in memory: postings, vectors and rows, laid out for scanning.
//!
//! Filled from segments ([`crate::segment`]) and from single records; holds no text. A slot is a
//! position in these arrays; slots of removed chunks stay, marked dead, until their segment is
//! written anew. Which slots belong to one file and which entries stand beside each other is in `links`.

mod links;

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::OnceLock;

use crate::classes::Classes;
use crate::entry::Store;
use crate::postings::{Coming, Frozen, Postings};
use crate::record::{NO_DATE, Record, Row};
use crate::standing;
use links::Links;

/// Entries of one file without a session are one conversation when no further apart than this.
pub(crate) const SAME_TALK: i64 = 15 * 60;

/// Hashes that are already hashes.
#[derive(Default)]
pub struct Same(u64);

impl Hasher for Same {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for b in bytes {
            self.0 = (self.0 << 8) ^ u64::from(*b);
        }
    }
    fn write_u64(&mut self, n: u64) {
        // Spread the 40 bits of a term over all 64, the table uses the top seven.
        self.0 = n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}

/// A map keyed by a hash.
pub type HashedMap<V> = HashMap<u64, V, BuildHasherDefault<Same>>;

/// A segment on disk and where it begins in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settled {
    /// Number of the segment.
    pub segment: u32,
    /// Its first slot.
    pub first: u32,
}

/// The index in memory.
#[derive(Default)]
pub struct Image {
    /// Vector length, 0 while empty.
    pub dims: usize,
    /// One row per slot.
    pub rows: Vec<Row>,
    /// Number of terms of each slot, beside the rows so that scoring reads little memory.
    pub lengths: Vec<u32>,
    /// What a filter asks most, per slot.
    pub classes: Classes,
    /// Slots that are not removed.
    pub live: Vec<bool>,
    /// Number of live slots.
    pub count: usize,
    /// Sum of live lengths.
    pub total_length: u64,
    /// Slots of each term.
    pub postings: Postings,
    /// All vectors, one after another.
    pub vectors: Vec<i8>,
    /// Scale of each vector.
    pub scales: Vec<f32>,
    /// All word pieces, one chunk after another.
    pub pieces: Vec<u16>,
    /// Where each slot's pieces end.
    pub piece_ends: Vec<u32>,
    /// Chunk id of each slot, ascending.
    pub ids: Vec<i64>,
    /// Slots about an entity.
    pub entities: HashedMap<Vec<u32>>,
    /// Segments on disk; slots after the last one are hot.
    pub settled: Vec<Settled>,
    /// First slot that is in no segment.
    pub hot: u32,
    links: Links,
    /// Dates of all entries, ascending; made when first asked for.
    dates: OnceLock<Vec<i64>>,
    /// Slots of standing instructions; found when first asked for.
    standing: OnceLock<Vec<u32>>,
}

impl Image {
    /// Adds a chunk; ids must come in ascending order. Call [`Image::link`] when all are in.
    pub fn push(&mut self, id: i64, record: &Record) {
        let slot = self.push_row(id, record);
        for (term, count) in &record.terms {
            self.postings.add(*term, slot, *count);
        }
    }

    /// Adds a chunk whose terms are taken in by [`Image::freeze`]; returns its slot.
    pub fn push_row(&mut self, id: i64, record: &Record) -> u32 {
        let slot = self.rows.len() as u32;
        if slot == 0 {
            self.dims = record.vector.len();
        }
        self.pieces.extend_from_slice(&record.pieces);
        self.piece_ends.push(self.pieces.len() as u32);
        // A vector of another length (a model that failed half-way) counts as none.
        if record.vector.len() == self.dims {
            self.vectors.extend_from_slice(&record.vector);
            self.scales.push(record.scale);
        } else {
            self.vectors.resize(self.vectors.len() + self.dims, 0);
            self.scales.push(0.0);
        }
        for entity in &record.entities {
            self.entities.entry(*entity).or_default().push(slot);
        }
        self.ids.push(id);
        self.rows.push(record.row);
        self.enter(slot);
        if let Some(dates) = self.dates.get_mut()
            && record.row.date != NO_DATE
        {
            let at = dates.partition_point(|d| *d <= record.row.date);
            dates.insert(at, record.row.date);
        }
        if let Some(standing) = self.standing.get_mut()
            && standing::instructs(&record.row, &record.pieces)
        {
            standing.push(slot);
        }
        slot
    }

    /// Takes in what follows from the row of a slot.
    fn enter(&mut self, slot: u32) {
        let row = &self.rows[slot as usize];
        self.lengths.push(row.length);
        self.classes.push(row);
        self.live.push(true);
        self.links.push(row.file, slot);
        self.total_length += u64::from(row.length);
        self.count += 1;
    }

    /// Notes which entries of the files that changed stand beside each other.
    pub fn link(&mut self) {
        self.links.settle(&self.rows, &self.live);
    }

    /// Marks a chunk as removed. Call [`Image::link`] when all are out.
    pub fn remove(&mut self, id: i64) {
        let Ok(slot) = self.ids.binary_search(&id) else {
            return;
        };
        if !std::mem::replace(&mut self.live[slot], false) {
            return;
        }
        self.classes.kill(slot);
        let row = &self.rows[slot];
        self.links.touch(row.file);
        if let Some(dates) = self.dates.get_mut()
            && let Ok(at) = dates.binary_search(&row.date)
        {
            dates.remove(at);
        }
        self.count -= 1;
        self.total_length -= u64::from(row.length);
    }

    /// Makes room for `slots` at once, so that nothing is copied while they come in.
    pub fn reserve(&mut self, slots: usize) {
        self.rows.reserve_exact(slots);
        self.ids.reserve_exact(slots);
        self.scales.reserve_exact(slots);
        self.piece_ends.reserve_exact(slots);
        self.vectors.reserve_exact(slots * self.dims);
    }

    /// Number of slots, removed ones included.
    pub fn slots(&self) -> usize {
        self.rows.len()
    }

    /// Number of removed slots.
    pub fn dead(&self) -> usize {
        self.rows.len() - self.count
    }

    /// Ids of the live chunks of a file, ascending.
    pub fn chunks_of(&self, file: u32) -> Vec<i64> {
        let mut ids: Vec<i64> =
            self.links.slots_of(file).filter(|s| self.live[*s as usize]).map(|s| self.ids[s as usize]).collect();
        ids.reverse();
        ids
    }

    /// Number of live slots that hold a term.
    pub fn held(&self, term: u64) -> usize {
        let all = self.postings.held(term);
        if all == 0 || self.dead() == 0 {
            return all;
        }
        let mut live = 0;
        self.postings.each(term, |slot, _| live += usize::from(self.live[slot as usize]));
        live
    }

    /// Word pieces of a slot.
    pub fn pieces_of(&self, slot: u32) -> &[u16] {
        let s = slot as usize;
        let start = if s == 0 { 0 } else { self.piece_ends[s - 1] };
        &self.pieces[start as usize..self.piece_ends[s] as usize]
    }

    /// Says whether a slot holds a term.
    pub fn holds(&self, term: u64, slot: u32) -> bool {
        self.postings.holds(term, slot)
    }

    /// Vector of a slot.
    pub fn vector_of(&self, slot: u32) -> &[i8] {
        &self.vectors[slot as usize * self.dims..][..self.dims]
    }

    /// First slot of the turn `step` (−1 or 1) away in the same conversation: the same session, or,
    /// without one, the same file within a quarter of an hour.
    pub fn neighbour(&self, slot: u32, step: i64) -> Option<u32> {
        let row = &self.rows[slot as usize];
        if row.store != Store::Episodic {
            return None;
        }
        let found = self.links.beside(slot, step)?;
        let near = &self.rows[found as usize];
        let together = row.session != 0 || (row.date - near.date).abs() <= SAME_TALK;
        (near.session == row.session && together && self.live[found as usize]).then_some(found)
    }

    /// Slots of standing instructions, removed ones included.
    pub fn standing(&self) -> &[u32] {
        self.standing.get_or_init(|| standing::among(self))
    }

    /// How new a date is among those of all entries: 1 for the newest, 0 for the oldest, by the logarithm of how many are
    /// newer. What is gone on with is the last few entries far more often than the rest, however many there are.
    pub fn newness(&self, date: i64) -> f32 {
        if date == NO_DATE {
            return 0.0;
        }
        let dates = self.dates.get_or_init(|| {
            let dated = self.rows.iter().zip(&self.live).filter(|(row, live)| **live && row.date != NO_DATE);
            let mut dates: Vec<i64> = dated.map(|(row, _)| row.date).collect();
            dates.sort_unstable();
            dates
        });
        let newer = dates.len() - dates.partition_point(|d| *d <= date);
        1.0 - (newer as f32).ln_1p() / (dates.len().max(1) as f32).ln_1p()
    }

    /// Where the next segment should begin, so that segments stay few and the largest are seldom
    /// written again; `None` while the hot tier is small.
    pub fn ripe(&self, most_hot: usize) -> Option<u32> {
        let slots = self.slots();
        if self.dead() > most_hot && self.dead() > self.count / 4 {
            return Some(0);
        }
        if slots - self.hot as usize <= most_hot {
            return None;
        }
        let mut first = self.hot;
        for settled in self.settled.iter().rev() {
            // One not larger than twice what follows it is written together with that.
            if (first - settled.first) as usize > 2 * (slots - first as usize) {
                break;
            }
            first = settled.first;
        }
        Some(first)
    }

    /// The postings of a segment of everything live from slot `first` on; `coming` are those of the
    /// rows pushed without.
    pub fn freeze(&self, first: u32, coming: Coming) -> Frozen {
        let mut places = Vec::with_capacity(self.slots() - first as usize);
        let mut next = 0;
        for live in &self.live[first as usize..] {
            places.push(live.then_some(next));
            next += u32::from(*live);
        }
        self.postings.freeze(first, coming, |slot| places[(slot - first) as usize])
    }

    /// Makes the arrays what a segment written from slot `first` on says: dead slots are gone.
    pub fn settle(&mut self, segment: u32, frozen: Frozen) {
        let first = frozen.first;
        let from = first as usize;
        self.postings.replace(frozen);
        self.settled.retain(|settled| settled.first < first);
        if self.live[from..].contains(&false) {
            self.compact(from);
        }
        if self.slots() > from {
            self.settled.push(Settled { segment, first });
        }
        self.hot = self.slots() as u32;
    }

    fn compact(&mut self, from: usize) {
        let (mut to, mut piece) = (from, if from == 0 { 0 } else { self.piece_ends[from - 1] as usize });
        let mut start = piece;
        let mut places = vec![None; self.slots() - from];
        for slot in from..self.slots() {
            let end = self.piece_ends[slot] as usize;
            if self.live[slot] {
                places[slot - from] = Some(to as u32);
                self.rows[to] = self.rows[slot];
                self.ids[to] = self.ids[slot];
                self.scales[to] = self.scales[slot];
                self.vectors.copy_within(slot * self.dims..(slot + 1) * self.dims, to * self.dims);
                self.pieces.copy_within(start..end, piece);
                piece += end - start;
                self.piece_ends[to] = piece as u32;
                to += 1;
            }
            start = end;
        }
        self.rows.truncate(to);
        self.ids.truncate(to);
        self.scales.truncate(to);
        self.vectors.truncate(to * self.dims);
        self.pieces.truncate(piece);
        self.piece_ends.truncate(to);
        self.live.truncate(from);
        for slots in self.entities.values_mut() {
            let moved = |s: u32| if (s as usize) < from { Some(s) } else { places[s as usize - from] };
            *slots = slots.iter().filter_map(|s| moved(*s)).collect();
        }
        self.derive();
    }

    /// Makes everything that follows from the rows and from which of them are live anew.
    pub(crate) fn derive(&mut self) {
        let live = std::mem::take(&mut self.live);
        self.lengths.clear();
        self.classes = Classes::default();
        self.links = Links::default();
        self.dates = OnceLock::new();
        self.standing = OnceLock::new();
        (self.count, self.total_length) = (0, 0);
        for slot in 0..self.slots() as u32 {
            self.enter(slot);
        }
        for slot in (0..live.len()).filter(|slot| !live[*slot]) {
            self.remove(self.ids[slot]);
        }
        self.link();
    }

    /// Approximate size in memory, bytes.
    pub fn bytes(&self) -> usize {
        self.vectors.len() + self.pieces.len() * 2 + self.postings.bytes() + self.rows.len() * (size_of::<Row>() + 44)
    }
}
