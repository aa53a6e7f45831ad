//! The index in memory: postings, vectors and rows, laid out for scanning.
//!
//! Filled from [`crate::record::View`]s; holds no text. A slot is a position in these arrays;
//! slots of removed chunks stay, marked dead, until the image is loaded again.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::entry::{State, Store, Trust};
use crate::record::{NO_DATE, Row, View};
use crate::scan::as_signed;

/// Entries of one file without a session are one conversation when no further apart than this.
const SAME_TALK: i64 = 15 * 60;

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

/// Chunks that hold one term.
#[derive(Default)]
pub struct List {
    /// Slots, ascending.
    pub slots: Vec<u32>,
    /// Count of the term in each.
    pub counts: Vec<u8>,
    /// How many of the slots are dead.
    pub dead: u32,
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
    /// State, trust and life of each slot in one byte; see [`mark`].
    pub marks: Vec<u8>,
    /// Slots that are not removed.
    pub live: Vec<bool>,
    /// Live slots of each file.
    pub by_file: HashMap<u32, Vec<u32>>,
    /// Number of live slots.
    pub count: usize,
    /// Sum of live lengths.
    pub total_length: u64,
    /// Term hash to list.
    pub terms: HashedMap<u32>,
    /// The lists.
    pub lists: Vec<List>,
    /// All vectors, one after another.
    pub vectors: Vec<i8>,
    /// Scale of each vector.
    pub scales: Vec<f32>,
    /// All word pieces, one chunk after another.
    pub pieces: Vec<u16>,
    /// Where each slot's pieces begin; one more than slots.
    pub piece_starts: Vec<u32>,
    /// Chunk id of each slot, ascending.
    pub ids: Vec<i64>,
    /// First slot of each entry.
    pub entries: HashedMap<u32>,
    /// Dates of all entries, ascending.
    pub dates: Vec<i64>,
    /// Slots about an entity.
    pub entities: HashedMap<Vec<u32>>,
}

impl Image {
    /// Adds a chunk; ids must come in ascending order.
    pub fn push(&mut self, id: i64, record: View<'_>) {
        let slot = self.rows.len() as u32;
        if self.piece_starts.is_empty() {
            self.piece_starts.push(0);
            self.dims = record.vector.len();
        }
        for (hash, count) in record.terms() {
            let at = *self.terms.entry(hash).or_insert_with(|| {
                self.lists.push(List::default());
                self.lists.len() as u32 - 1
            });
            let list = &mut self.lists[at as usize];
            list.slots.push(slot);
            list.counts.push(count);
        }
        self.pieces.extend(record.pieces());
        self.piece_starts.push(self.pieces.len() as u32);
        // A vector of another length (a model that failed half-way) counts as none.
        if record.vector.len() == self.dims {
            self.vectors.extend(as_signed(record.vector));
            self.scales.push(record.scale);
        } else {
            self.vectors.resize(self.vectors.len() + self.dims, 0);
            self.scales.push(0.0);
        }
        if record.row.part == 0 {
            self.entries.insert(entry_key(record.row.file, record.row.entry), slot);
        }
        if record.row.date != NO_DATE {
            let at = self.dates.partition_point(|d| *d <= record.row.date);
            self.dates.insert(at, record.row.date);
        }
        for entity in &record.row.entities {
            self.entities.entry(*entity).or_default().push(slot);
        }
        self.by_file.entry(record.row.file).or_default().push(slot);
        self.lengths.push(record.row.length);
        self.marks.push(mark(record.row.state, record.row.trust));
        self.total_length += u64::from(record.row.length);
        self.count += 1;
        self.live.push(true);
        self.ids.push(id);
        self.rows.push(record.row);
    }

    /// Marks a chunk as removed; `terms` are its terms.
    pub fn remove(&mut self, id: i64, terms: &[(u64, u8)]) {
        let Ok(slot) = self.ids.binary_search(&id) else {
            return;
        };
        if !std::mem::replace(&mut self.live[slot], false) {
            return;
        }
        for (hash, _) in terms {
            if let Some(list) = self.terms.get(hash) {
                self.lists[*list as usize].dead += 1;
            }
        }
        self.marks[slot] = DEAD;
        let row = &self.rows[slot];
        if let Some(slots) = self.by_file.get_mut(&row.file) {
            slots.retain(|s| *s != slot as u32);
        }
        if let Ok(at) = self.dates.binary_search(&row.date) {
            self.dates.remove(at);
        }
        self.count -= 1;
        self.total_length -= u64::from(row.length);
        let key = entry_key(row.file, row.entry);
        if self.entries.get(&key) == Some(&(slot as u32)) {
            self.entries.remove(&key);
        }
    }

    /// Word pieces of a slot.
    pub fn pieces_of(&self, slot: u32) -> &[u16] {
        let s = slot as usize;
        &self.pieces[self.piece_starts[s] as usize..self.piece_starts[s + 1] as usize]
    }

    /// Says whether a slot holds a term.
    pub fn holds(&self, term: u64, slot: u32) -> bool {
        self.terms.get(&term).is_some_and(|l| self.lists[*l as usize].slots.binary_search(&slot).is_ok())
    }

    /// Vector of a slot.
    pub fn vector_of(&self, slot: u32) -> &[i8] {
        &self.vectors[slot as usize * self.dims..][..self.dims]
    }

    /// First slot of the turn `step` away in the same conversation: the same session, or, without
    /// one, the same file within a quarter of an hour.
    pub fn neighbour(&self, slot: u32, step: i64) -> Option<u32> {
        let row = &self.rows[slot as usize];
        let entry = u32::try_from(i64::from(row.entry) + step).ok()?;
        let found = *self.entries.get(&entry_key(row.file, entry))?;
        let near = &self.rows[found as usize];
        let together = row.session != 0 || (row.date - near.date).abs() <= SAME_TALK;
        (row.store == Store::Episodic && near.session == row.session && together && self.live[found as usize])
            .then_some(found)
    }

    /// Share of dated entries that are older than `date`.
    pub fn newness(&self, date: i64) -> f32 {
        if date == NO_DATE {
            return 0.0;
        }
        self.dates.partition_point(|d| *d < date) as f32 / self.dates.len().max(1) as f32
    }

    /// Approximate size in memory, bytes.
    pub fn bytes(&self) -> usize {
        self.vectors.len()
            + self.pieces.len() * 2
            + self.lists.iter().map(|l| l.slots.capacity() * 4 + l.counts.capacity() + 56).sum::<usize>()
            + self.terms.capacity() * 17
            + self.rows.len() * (size_of::<Row>() + 30)
    }
}

/// The mark of a removed slot.
pub const DEAD: u8 = 0x80;

/// State and trust in one byte.
pub fn mark(state: State, trust: Trust) -> u8 {
    (trust as u8) << 3 | state as u8
}

/// Key of an entry in [`Image::entries`].
pub fn entry_key(file: u32, entry: u32) -> u64 {
    u64::from(file) << 32 | u64::from(entry)
}
