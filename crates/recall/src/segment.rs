//! Segments: the arrays of many chunks, column by column, in one file that is used where it lies.
//!
//! Written once and never changed; removals are noted elsewhere until the segment is written anew. Opening one reads
//! its header, whatever its size: everything that a search needs of all entries (classes, neighbours, files, dates) is a
//! column, so nothing is derived when it is opened.

use std::collections::HashMap;
use std::io::{self, Seek, Write};
use std::sync::Arc;

use crate::column_file::{ColumnFile, ColumnWriter};
use crate::column_store::Fill;
use crate::image::Image;
use crate::postings::{FrozenLists, List};
use crate::record::{NO_DATE, NO_ROW, Row};
use crate::standing;
use crate::vector_scan::VectorColumns;

/// No slot.
pub(crate) const NONE: u32 = u32::MAX;

const IDS: u8 = 0;
const ROWS: u8 = 1;
const LENGTHS: u8 = 2;
const CLASSES: u8 = 3;
/// A slot of each class.
const SAMPLES: u8 = 4;
const SCALES: u8 = 5;
const VECTORS: u8 = 6;
const PIECE_ENDS: u8 = 7;
const PIECES: u8 = 8;
/// Entities in ascending order, and the slot about each.
const ENTITIES: u8 = 9;
const ENTITY_SLOTS: u8 = 10;
const TERMS: u8 = 11;
const HOLDERS: u8 = 12;
const STARTS: u8 = 13;
const LISTS: u8 = 14;
/// First slot of the entry before and of the one after in the same file.
const NEIGHBOURS: u8 = 15;
/// Files in ascending order, where the slots of each begin, and these by entry and part.
const FILES: u8 = 16;
const FILE_STARTS: u8 = 17;
const FILE_SLOTS: u8 = 18;
/// Dates of all entries that have one, ascending.
const DATES: u8 = 19;
/// Slots of standing instructions.
const STANDING: u8 = 20;

/// Numbers of the header.
const COUNT: usize = 0;
const DIMS: usize = 1;
const TOTAL_LENGTH: usize = 2;
const REVISION: usize = 3;
const FIRST_ID: usize = 4;
const LAST_ID: usize = 5;

/// An open segment and where it begins in memory. Slots of its columns count from there.
pub struct Segment {
    pub(crate) first: u32,
    pub(crate) count: u32,
    pub(crate) dims: usize,
    pub(crate) file: Arc<ColumnFile>,
}

impl Segment {
    /// Reads the header of a segment that begins at slot `first`; `None` when it is not one.
    pub(crate) fn new(file: Arc<ColumnFile>, first: u32) -> Option<Self> {
        let count = u32::try_from(file.number(COUNT)).ok()?;
        let dims = file.number(DIMS) as usize;
        let n = count as usize;
        let fits = n > 0
            && first.checked_add(count).is_some_and(|end| end < NONE)
            && file.len::<i64>(IDS) == n
            && file.len::<Row>(ROWS) == n
            && file.len::<u32>(LENGTHS) == n
            && file.len::<f32>(SCALES) == n
            && Some(file.len::<i8>(VECTORS)) == n.checked_mul(dims)
            && file.len::<u32>(PIECE_ENDS) == n
            && file.len::<[u32; 2]>(NEIGHBOURS) == n
            && file.len::<u32>(STARTS) == file.len::<u64>(TERMS) + 1;
        fits.then_some(Self { first, count, dims, file })
    }

    /// Slot after the last.
    pub(crate) fn end(&self) -> u32 {
        self.first + self.count
    }

    pub(crate) fn total_length(&self) -> u64 {
        self.file.number(TOTAL_LENGTH)
    }

    #[inline]
    pub(crate) fn row(&self, at: usize) -> &Row {
        self.file.slice::<Row>(ROWS, at..at + 1).first().unwrap_or(&NO_ROW)
    }

    pub(crate) fn rows(&self) -> &[Row] {
        self.file.all(ROWS)
    }

    pub(crate) fn id(&self, at: usize) -> i64 {
        self.file.get(IDS, at)
    }

    pub(crate) fn ids(&self) -> &[i64] {
        self.file.all(IDS)
    }

    /// Place of a chunk, by its id.
    pub(crate) fn find_id(&self, id: i64) -> Option<usize> {
        let inside = (self.file.number(FIRST_ID)..=self.file.number(LAST_ID)).contains(&(id as u64));
        if inside { self.file.find(IDS, id) } else { None }
    }

    pub(crate) fn lengths(&self) -> &[u32] {
        self.file.all(LENGTHS)
    }

    /// The class of each slot, and a row of each class; no classes where there are too many of them.
    pub(crate) fn classes(&self) -> (&[u16], impl Iterator<Item = &Row>) {
        let samples = self.file.all::<u32>(SAMPLES);
        (self.file.all(CLASSES), samples.iter().map(|slot| self.row(*slot as usize)))
    }

    pub(crate) fn scale(&self, at: usize) -> f32 {
        self.file.get(SCALES, at)
    }

    pub(crate) fn vector(&self, at: usize) -> &[i8] {
        self.file.slice(VECTORS, at * self.dims..(at + 1) * self.dims)
    }

    /// Writes the closeness of a vector to that of each slot.
    pub(crate) fn score(&self, query: &[i8], scale: f32, out: &mut [f32]) {
        if query.len() != self.dims || out.len() != self.count as usize {
            return;
        }
        VectorColumns { file: &self.file, vectors: VECTORS, scales: SCALES, dims: self.dims }.score(query, scale, out);
    }

    pub(crate) fn pieces(&self, at: usize) -> &[u16] {
        let start = if at == 0 { 0 } else { self.file.get::<u32>(PIECE_ENDS, at - 1) };
        self.file.slice(PIECES, start as usize..self.file.get::<u32>(PIECE_ENDS, at) as usize)
    }

    /// Slots about an entity.
    pub(crate) fn about(&self, entity: u64) -> &[u32] {
        let all = self.file.len::<u64>(ENTITIES);
        if all == 0 {
            return &[];
        }
        let from = self.file.partition_point::<u64>(ENTITIES, |known| *known < entity);
        let count = (from..all).take_while(|at| self.file.get::<u64>(ENTITIES, *at) == entity).count();
        self.file.slice(ENTITY_SLOTS, from..from + count)
    }

    /// All entities with the slots about them.
    fn entities(&self) -> impl Iterator<Item = (u64, u32)> {
        self.file.all::<u64>(ENTITIES).iter().copied().zip(self.file.all::<u32>(ENTITY_SLOTS).iter().copied())
    }

    pub(crate) fn terms(&self) -> &[u64] {
        self.file.all(TERMS)
    }

    /// The list of a term.
    pub(crate) fn find(&self, term: u64) -> Option<List<'_>> {
        self.file.find(TERMS, term).map(|at| self.list(at))
    }

    /// The list of a term, by its place.
    pub(crate) fn list(&self, at: usize) -> List<'_> {
        let (from, to) = match self.file.slice::<u32>(STARTS, at..at + 2) {
            [from, to] => (*from as usize, *to as usize),
            _ => (0, 0),
        };
        List::read(self.file.slice(LISTS, from..to), self.file.get(HOLDERS, at))
    }

    /// How many slots hold a term, without touching its list.
    pub(crate) fn holders(&self, term: u64) -> u32 {
        self.file.find(TERMS, term).map_or(0, |at| self.file.get(HOLDERS, at))
    }

    /// First slots of the entries before and after.
    pub(crate) fn neighbours(&self, at: usize) -> [u32; 2] {
        self.file.slice::<[u32; 2]>(NEIGHBOURS, at..at + 1).first().copied().unwrap_or([NONE; 2])
    }

    /// Files in ascending order.
    pub(crate) fn files(&self) -> &[u32] {
        self.file.all(FILES)
    }

    pub(crate) fn has_file(&self, file: u32) -> bool {
        self.file.find(FILES, file).is_some()
    }

    /// Slots of a file, by entry and part.
    pub(crate) fn slots_of(&self, file: u32) -> &[u32] {
        let Some(at) = self.file.find(FILES, file) else { return &[] };
        match self.file.slice::<u32>(FILE_STARTS, at..at + 2) {
            [from, to] => self.file.slice(FILE_SLOTS, *from as usize..*to as usize),
            _ => &[],
        }
    }

    /// Entries that are dated, and how many of them are newer than a date.
    pub(crate) fn newer(&self, date: i64) -> (usize, usize) {
        let all = self.file.len::<i64>(DATES);
        (all, all - self.file.partition_point::<i64>(DATES, |known| *known <= date))
    }

    pub(crate) fn standing(&self) -> &[u32] {
        self.file.all(STANDING)
    }
}

/// A segment to be written: everything live from slot `first` on.
pub(crate) struct SegmentDraft<'a> {
    image: &'a Image,
    live: Vec<u32>,
    lists: FrozenLists,
    revision: u64,
}

impl<'a> SegmentDraft<'a> {
    pub fn new(image: &'a Image, first: u32, lists: FrozenLists, revision: u64) -> Self {
        let live = (first..image.slots() as u32).filter(|slot| image.is_live(*slot)).collect();
        Self { image, live, lists, revision }
    }

    pub fn is_empty(&self) -> bool {
        self.live.is_empty()
    }

    fn rows(&self) -> impl Iterator<Item = &Row> {
        self.live.iter().map(|slot| self.image.row(*slot))
    }

    /// The number of each slot's class, and a slot of each; nothing when there are too many classes.
    fn classes(&self) -> (Vec<u16>, Vec<u32>) {
        let (mut numbers, mut samples) = (HashMap::new(), Vec::new());
        let mut classes = Vec::with_capacity(self.live.len());
        let mut last = None;
        for (at, row) in self.rows().enumerate() {
            let kind = row.kind();
            // Neighbours are mostly of one class: look there before the table.
            let class = match last {
                Some((known, class)) if known == kind => class,
                _ => *numbers.entry(kind).or_insert_with(|| {
                    samples.push(at as u32);
                    samples.len() - 1
                }),
            };
            let Ok(number) = u16::try_from(class) else { return (Vec::new(), Vec::new()) };
            last = Some((kind, class));
            classes.push(number);
        }
        (classes, samples)
    }

    fn entities(&self) -> Vec<(u64, u32)> {
        let first = self.live.first().copied().unwrap_or(0);
        let place = |slot: u32| self.live.binary_search(&slot).ok().map(|at| at as u32);
        let mut found = Vec::new();
        for segment in self.image.segments.iter().filter(|segment| segment.end() > first) {
            found.extend(segment.entities().filter_map(|(entity, at)| Some((entity, place(segment.first + at)?))));
        }
        found.extend(self.image.hot_entities().filter_map(|(entity, slot)| Some((entity, place(slot)?))));
        found.sort_unstable();
        found
    }
}

impl Fill for SegmentDraft<'_> {
    fn fill<W: Write + Seek>(&self, out: &mut ColumnWriter<W>) -> io::Result<()> {
        let (image, live) = (self.image, &self.live);
        let ids = || live.iter().map(|slot| image.id(*slot));
        let total: u64 = self.rows().map(|row| u64::from(row.length)).sum();
        out.number(COUNT, live.len() as u64);
        out.number(DIMS, image.dims as u64);
        out.number(TOTAL_LENGTH, total);
        out.number(REVISION, self.revision);
        out.number(FIRST_ID, ids().next().unwrap_or(0) as u64);
        out.number(LAST_ID, ids().next_back().unwrap_or(0) as u64);
        out.column(IDS, ids())?;
        out.column(ROWS, self.rows().copied())?;
        out.column(LENGTHS, self.rows().map(|row| row.length))?;
        let (classes, samples) = self.classes();
        out.column(CLASSES, classes)?;
        out.column(SAMPLES, samples)?;
        out.column(SCALES, live.iter().map(|slot| image.scale(*slot)))?;
        let nothing = vec![0i8; image.dims];
        out.slices::<i8, _>(
            VECTORS,
            live.iter().map(|slot| match image.vector_of(*slot) {
                vector if vector.len() == image.dims => vector,
                _ => &nothing,
            }),
        )?;
        let mut end = 0u32;
        out.column(
            PIECE_ENDS,
            live.iter().map(|slot| {
                end = end.saturating_add(image.pieces_of(*slot).len() as u32);
                end
            }),
        )?;
        out.slices(PIECES, live.iter().map(|slot| image.pieces_of(*slot)))?;
        let entities = self.entities();
        out.column(ENTITIES, entities.iter().map(|(entity, _)| *entity))?;
        out.column(ENTITY_SLOTS, entities.iter().map(|(_, at)| *at))?;
        out.slices(TERMS, [&self.lists.terms])?;
        out.slices(HOLDERS, [&self.lists.holders])?;
        out.slices(STARTS, [&self.lists.starts])?;
        out.slices(LISTS, [&self.lists.bytes])?;
        let mut order: Vec<u32> = (0..live.len() as u32).collect();
        let row = |at: u32| image.row(live[at as usize]);
        let place = |at: &u32| (row(*at).file, row(*at).entry, row(*at).part);
        if !order.is_sorted_by_key(place) {
            order.sort_by_key(place);
        }
        let mut neighbours = vec![[NONE; 2]; live.len()];
        link(&order, row, |at, near| neighbours[at as usize] = near);
        out.slices(NEIGHBOURS, [&neighbours])?;
        let files: Vec<&[u32]> = order.chunk_by(|a, b| row(*a).file == row(*b).file).collect();
        out.column(FILES, files.iter().map(|slots| row(slots[0]).file))?;
        let ends = files.iter().scan(0u32, |end, slots| {
            *end += slots.len() as u32;
            Some(*end)
        });
        out.column(FILE_STARTS, std::iter::once(0).chain(ends))?;
        out.slices(FILE_SLOTS, [&order])?;
        let mut dates: Vec<i64> = self.rows().map(|row| row.date).filter(|date| *date != NO_DATE).collect();
        dates.sort_unstable();
        out.slices(DATES, [&dates])?;
        let instructs = |at: &u32| standing::instructs(row(*at), image.pieces_of(live[*at as usize]));
        out.column(STANDING, (0..live.len() as u32).filter(instructs))
    }
}

/// Tells `note` the first slots of the entries before and after of each slot. `order` holds slots by file, entry and part.
pub(crate) fn link<'r>(order: &[u32], row: impl Fn(u32) -> &'r Row, mut note: impl FnMut(u32, [u32; 2])) {
    let entry = |slot: u32| (row(slot).file, row(slot).entry);
    let entries: Vec<&[u32]> = order.chunk_by(|a, b| entry(*a) == entry(*b)).collect();
    for (at, slots) in entries.iter().enumerate() {
        let (file, number) = entry(slots[0]);
        let near = |other: Option<&&[u32]>, wanted: Option<u32>| {
            let first = *other?.first()?;
            (entry(first) == (file, wanted?) && row(first).part == 0).then_some(first)
        };
        let before = near(at.checked_sub(1).and_then(|at| entries.get(at)), number.checked_sub(1));
        let after = near(entries.get(at + 1), number.checked_add(1));
        slots.iter().for_each(|slot| note(*slot, [before.unwrap_or(NONE), after.unwrap_or(NONE)]));
    }
}
