//! The index as a search sees it: segments where they lie, and the hot tier in memory.
//!
//! A slot is a position in all of them one after another; it holds one chunk and no text. Slots of removed chunks stay,
//! marked dead, until their segment is written anew. What reads damage gives nothing; [`Image::is_damaged`] says so.

use std::sync::OnceLock;

use soulfile_text::vectors::scan;

use soulfile_vocabulary::Store;

use crate::hashed::HashedMap;
use crate::postings::{Coming, FrozenLists, HotLists, freeze};
use crate::record::{NO_DATE, NO_ROW, Record, Row};
use crate::segment::{NONE, Segment, link};
use crate::standing;

/// Entries of one file without a session are one conversation when no further apart than this.
pub(crate) const SAME_TALK: i64 = 15 * 60;

/// The index in memory.
#[derive(Default)]
pub struct Image {
    /// Vector length, 0 while empty.
    pub dims: usize,
    /// Number of live slots.
    pub count: usize,
    /// Sum of live lengths.
    pub total_length: u64,
    pub(crate) segments: Vec<Segment>,
    hot: Hot,
    dead: Dead,
    /// Neighbours in files that are not all in one segment as they are.
    links: Links,
    /// Dates of the dead, ascending; read when first asked for.
    dead_dates: OnceLock<Vec<i64>>,
}

/// What is in no segment yet, in arrays that grow.
#[derive(Default)]
struct Hot {
    first: u32,
    rows: Vec<Row>,
    ids: Vec<i64>,
    scales: Vec<f32>,
    vectors: Vec<i8>,
    pieces: Vec<u16>,
    piece_ends: Vec<u32>,
    lists: HotLists,
    entities: HashedMap<Vec<u32>>,
    files: HashedMap<Vec<u32>>,
}

impl Hot {
    fn at(&self, slot: u32) -> usize {
        (slot - self.first) as usize
    }
}

/// Removed slots, one bit each.
#[derive(Default)]
struct Dead {
    bits: Vec<u64>,
    count: usize,
}

impl Dead {
    fn contains(&self, slot: u32) -> bool {
        self.bits.get(slot as usize / 64).is_some_and(|word| word & (1 << (slot % 64)) != 0)
    }

    /// Adds a slot; false when it is there.
    fn insert(&mut self, slot: u32) -> bool {
        let word = slot as usize / 64;
        if self.bits.len() <= word {
            self.bits.resize(word + 1, 0);
        }
        let new = self.bits[word] & (1 << (slot % 64)) == 0;
        self.bits[word] |= 1 << (slot % 64);
        self.count += usize::from(new);
        new
    }

    fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.bits.iter().enumerate().flat_map(|(word, bits)| {
            (0..64).filter(move |bit| bits & (1 << bit) != 0).map(move |bit| word as u32 * 64 + bit)
        })
    }
}

#[derive(Default)]
struct Links {
    /// Files whose neighbours are in `near` and not in a segment.
    files: HashedMap<()>,
    near: HashedMap<[u32; 2]>,
    /// Files whose neighbours are not noted yet.
    touched: Vec<u32>,
}

impl Image {
    /// Adds a segment after the others, before anything hot; `false` when it does not follow them.
    pub(crate) fn add_segment(&mut self, segment: Segment) -> bool {
        if segment.first != self.hot.first || !self.hot.rows.is_empty() {
            return false;
        }
        if self.segments.is_empty() {
            self.dims = segment.dims;
        }
        self.count += segment.count as usize;
        self.total_length += segment.total_length();
        self.hot.first = segment.end();
        self.segments.push(segment);
        true
    }

    /// Adds a chunk; ids must come in ascending order. Call [`Image::link`] when all are in.
    pub fn push(&mut self, id: i64, record: &Record) {
        let slot = self.push_row(id, record);
        for (term, count) in &record.terms {
            self.hot.lists.add(*term, slot, *count);
        }
    }

    /// Adds a chunk whose terms are taken in by [`Image::freeze`]; returns its slot.
    pub fn push_row(&mut self, id: i64, record: &Record) -> u32 {
        let slot = self.slots() as u32;
        if slot == 0 {
            self.dims = record.vector.len();
        }
        let hot = &mut self.hot;
        hot.pieces.extend_from_slice(&record.pieces);
        hot.piece_ends.push(hot.pieces.len() as u32);
        // A vector of another length (a model that failed half-way) counts as none.
        if record.vector.len() == self.dims {
            hot.vectors.extend_from_slice(&record.vector);
            hot.scales.push(record.scale);
        } else {
            hot.vectors.resize(hot.vectors.len() + self.dims, 0);
            hot.scales.push(0.0);
        }
        for entity in &record.entities {
            hot.entities.entry(*entity).or_default().push(slot);
        }
        hot.files.entry(u64::from(record.row.file)).or_default().push(slot);
        hot.ids.push(id);
        hot.rows.push(record.row);
        self.total_length += u64::from(record.row.length);
        self.count += 1;
        self.touch(record.row.file);
        slot
    }

    fn touch(&mut self, file: u32) {
        if self.links.touched.last() != Some(&file) {
            self.links.touched.push(file);
        }
    }

    /// Marks a chunk as removed. Call [`Image::link`] when all are out.
    pub fn remove(&mut self, id: i64) {
        if let Some(slot) = self.slot_of(id) {
            let Row { file, length, .. } = *self.row(slot);
            self.remove_known(slot, file, length);
        }
    }

    /// Marks a slot as removed whose file and length are known.
    pub(crate) fn remove_known(&mut self, slot: u32, file: u32, length: u32) {
        if self.dead.insert(slot) {
            self.dead_dates = OnceLock::new();
            self.count = self.count.saturating_sub(1);
            self.total_length = self.total_length.saturating_sub(u64::from(length));
            self.touch(file);
        }
    }

    /// Notes which entries of the files that changed stand beside each other.
    pub fn link(&mut self) {
        let mut files = std::mem::take(&mut self.links.touched);
        files.sort_unstable();
        files.dedup();
        for file in files {
            let mut slots: Vec<u32> = self.slots_of(file).filter(|slot| self.is_live(*slot)).collect();
            let place = |slot: &u32| (self.row(*slot).entry, self.row(*slot).part);
            if !slots.is_sorted_by_key(place) {
                slots.sort_by_key(place);
            }
            let mut near = std::mem::take(&mut self.links.near);
            link(
                &slots,
                |slot| self.row(slot),
                |slot, found| {
                    near.insert(u64::from(slot), found);
                },
            );
            self.links.near = near;
            self.links.files.insert(u64::from(file), ());
        }
    }

    /// Has the files that several segments share be looked at by [`Image::link`].
    pub(crate) fn touch_shared(&mut self) {
        for (at, segment) in self.segments.iter().enumerate().skip(1) {
            let shared = |file: &&u32| self.segments[..at].iter().any(|earlier| earlier.has_file(**file));
            self.links.touched.extend(segment.files().iter().filter(shared));
        }
    }

    /// Number of slots, removed ones included.
    pub fn slots(&self) -> usize {
        self.hot.first as usize + self.hot.rows.len()
    }

    /// First slot that is in no segment.
    pub fn hot(&self) -> u32 {
        self.hot.first
    }

    /// Number of removed slots.
    pub fn dead(&self) -> usize {
        self.dead.count
    }

    /// Says whether a slot is not removed.
    #[inline]
    pub fn is_live(&self, slot: u32) -> bool {
        self.dead.count == 0 || !self.dead.contains(slot)
    }

    /// Removed slots, ascending.
    pub(crate) fn dead_slots(&self) -> impl Iterator<Item = u32> + '_ {
        self.dead.iter()
    }

    /// The segment of a slot and the place in it; `None` for a hot one.
    #[inline]
    fn segment_of(&self, slot: u32) -> Option<(&Segment, usize)> {
        let segment = self.segments.iter().find(|segment| slot < segment.end())?;
        Some((segment, (slot - segment.first) as usize))
    }

    /// What filters and ranking need of a slot.
    #[inline]
    pub fn row(&self, slot: u32) -> &Row {
        match self.segment_of(slot) {
            Some((segment, at)) => segment.row(at),
            None => self.hot.rows.get(self.hot.at(slot)).unwrap_or(&NO_ROW),
        }
    }

    /// Chunk id of a slot; ids ascend with slots.
    pub fn id(&self, slot: u32) -> i64 {
        match self.segment_of(slot) {
            Some((segment, at)) => segment.id(at),
            None => self.hot.ids[self.hot.at(slot)],
        }
    }

    /// Chunk ids of all slots, in pieces.
    pub(crate) fn ids(&self) -> impl Iterator<Item = &[i64]> {
        self.segments.iter().map(Segment::ids).chain([&self.hot.ids[..]])
    }

    /// Chunk id of the last slot.
    pub fn last_id(&self) -> Option<i64> {
        let slots = self.slots() as u32;
        slots.checked_sub(1).map(|slot| self.id(slot))
    }

    /// Slot of a chunk.
    pub(crate) fn slot_of(&self, id: i64) -> Option<u32> {
        if let Ok(at) = self.hot.ids.binary_search(&id) {
            return Some(self.hot.first + at as u32);
        }
        self.segments.iter().find_map(|segment| segment.find_id(id).map(|at| segment.first + at as u32))
    }

    /// Slots of a file, in no order.
    pub(crate) fn slots_of(&self, file: u32) -> impl Iterator<Item = u32> + '_ {
        let frozen =
            self.segments.iter().flat_map(move |segment| segment.slots_of(file).iter().map(|at| segment.first + at));
        frozen.chain(self.hot.files.get(&u64::from(file)).into_iter().flatten().copied())
    }

    /// Ids of the live chunks of a file, ascending.
    pub fn chunks_of(&self, file: u32) -> Vec<i64> {
        let mut ids: Vec<i64> =
            self.slots_of(file).filter(|slot| self.is_live(*slot)).map(|slot| self.id(slot)).collect();
        ids.sort_unstable();
        ids
    }

    /// Calls `f` with every slot that holds `term` and the count.
    #[inline]
    pub fn each_posting(&self, term: u64, mut f: impl FnMut(u32, u8)) {
        for segment in &self.segments {
            if let Some(list) = segment.find(term) {
                list.each(|at, count| f(segment.first + at, count));
            }
        }
        self.hot.lists.each(term, f);
    }

    /// Calls `f` with every slot that holds `term`, the count and the slot's length.
    #[inline]
    pub fn each_with_length(&self, term: u64, mut f: impl FnMut(u32, u8, u32)) {
        for segment in &self.segments {
            if let Some(list) = segment.find(term) {
                let lengths = segment.lengths();
                list.each(|at, count| {
                    if let Some(length) = lengths.get(at as usize) {
                        f(segment.first + at, count, *length);
                    }
                });
            }
        }
        let hot = &self.hot;
        hot.lists.each(term, |slot, count| f(slot, count, hot.rows[hot.at(slot)].length));
    }

    /// Number of live slots that hold a term.
    pub fn holders(&self, term: u64) -> usize {
        if self.dead() > 0 {
            let mut live = 0;
            self.each_posting(term, |slot, _| live += usize::from(self.is_live(slot)));
            return live;
        }
        let frozen: u32 = self.segments.iter().map(|segment| segment.holders(term)).sum();
        frozen as usize + self.hot.lists.holders(term)
    }

    /// Says whether a slot holds a term.
    pub fn holds(&self, term: u64, slot: u32) -> bool {
        match self.segment_of(slot) {
            Some((segment, at)) => segment.find(term).is_some_and(|list| list.holds(at as u32)),
            None => self.hot.lists.holds(term, slot),
        }
    }

    /// Word pieces of a slot.
    pub fn pieces_of(&self, slot: u32) -> &[u16] {
        if let Some((segment, at)) = self.segment_of(slot) {
            return segment.pieces(at);
        }
        let (hot, at) = (&self.hot, self.hot.at(slot));
        let start = if at == 0 { 0 } else { hot.piece_ends[at - 1] };
        &hot.pieces[start as usize..hot.piece_ends[at] as usize]
    }

    /// Vector of a slot; empty when it is of another length than the rest.
    pub fn vector_of(&self, slot: u32) -> &[i8] {
        match self.segment_of(slot) {
            Some((segment, at)) if segment.dims == self.dims => segment.vector(at),
            Some(_) => &[],
            None => &self.hot.vectors[self.hot.at(slot) * self.dims..][..self.dims],
        }
    }

    /// Scale of a slot's vector.
    pub fn scale(&self, slot: u32) -> f32 {
        match self.segment_of(slot) {
            Some((segment, at)) if segment.dims == self.dims => segment.scale(at),
            Some(_) => 0.0,
            None => self.hot.scales[self.hot.at(slot)],
        }
    }

    /// Closeness of a vector to that of every slot.
    pub(crate) fn vector_scores(&self, query: &[i8], scale: f32) -> Vec<f32> {
        let mut out = vec![0.0; self.slots()];
        if query.len() != self.dims || self.dims == 0 {
            return out;
        }
        for segment in &self.segments {
            segment.score(query, scale, &mut out[segment.first as usize..segment.end() as usize]);
        }
        let hot = &self.hot;
        if !hot.rows.is_empty() {
            scan::score_rows(query, scale, &hot.vectors, &hot.scales, &mut out[hot.first as usize..]);
        }
        out
    }

    /// One flag per slot: whether `admits` lets its class in. `None` when there are more classes than numbers.
    pub(crate) fn admitted_classes(&self, admits: impl Fn(&Row) -> bool) -> Option<Vec<bool>> {
        let mut out = Vec::with_capacity(self.slots());
        for segment in &self.segments {
            let (classes, samples) = segment.classes();
            if classes.len() != segment.count as usize {
                return None;
            }
            let table: Vec<bool> = samples.map(&admits).collect();
            out.extend(classes.iter().map(|class| table.get(usize::from(*class)).copied().unwrap_or(false)));
        }
        out.extend(self.hot.rows.iter().map(admits));
        self.without_dead(&mut out);
        Some(out)
    }

    /// One flag per slot: whether `admits` lets its row in.
    pub(crate) fn admitted(&self, admits: impl Fn(&Row) -> bool) -> Vec<bool> {
        let mut out = Vec::with_capacity(self.slots());
        for segment in &self.segments {
            out.extend(segment.rows().iter().map(&admits));
            // Damaged: told of elsewhere, and not to be searched.
            out.resize(segment.end() as usize, false);
        }
        out.extend(self.hot.rows.iter().map(admits));
        self.without_dead(&mut out);
        out
    }

    fn without_dead(&self, flags: &mut [bool]) {
        self.dead.iter().for_each(|slot| flags[slot as usize] = false);
    }

    /// Slots about an entity, removed ones included.
    pub fn about(&self, entity: u64) -> impl Iterator<Item = u32> + '_ {
        let frozen =
            self.segments.iter().flat_map(move |segment| segment.about(entity).iter().map(|at| segment.first + at));
        frozen.chain(self.hot.entities.get(&entity).into_iter().flatten().copied())
    }

    /// Entities of the hot tier, with the slots about them.
    pub(crate) fn hot_entities(&self) -> impl Iterator<Item = (u64, u32)> + '_ {
        self.hot.entities.iter().flat_map(|(entity, slots)| slots.iter().map(|slot| (*entity, *slot)))
    }

    /// First slot of the turn `step` (−1 or 1) away in the same conversation: the same session, or,
    /// without one, the same file within a quarter of an hour.
    pub fn neighbour(&self, slot: u32, step: i64) -> Option<u32> {
        let row = self.row(slot);
        if row.store() != Store::Episodic {
            return None;
        }
        let side = usize::from(step > 0);
        let found = match self.segment_of(slot) {
            Some((segment, at)) if !self.links.files.contains_key(&u64::from(row.file)) => {
                Some(segment.neighbours(at)[side]).filter(|near| *near != NONE).map(|near| segment.first + near)
            }
            _ => self.links.near.get(&u64::from(slot)).map(|near| near[side]).filter(|near| *near != NONE),
        }?;
        let near = self.row(found);
        let together = row.session != 0 || row.date.abs_diff(near.date) <= SAME_TALK as u64;
        (near.session == row.session && together && self.is_live(found)).then_some(found)
    }

    /// Slots of standing instructions, removed ones included.
    pub fn standing(&self) -> Vec<u32> {
        let frozen = self.segments.iter().flat_map(|segment| segment.standing().iter().map(|at| segment.first + at));
        let hot = (self.hot.first..self.slots() as u32)
            .filter(|slot| standing::instructs(self.row(*slot), self.pieces_of(*slot)));
        frozen.chain(hot).collect()
    }

    /// How new a date is among those of all entries: 1 for the newest, 0 for the oldest, by the logarithm of how many are
    /// newer. What is gone on with is the last few entries far more often than the rest, however many there are.
    pub fn newness(&self, date: i64) -> f32 {
        if date == NO_DATE {
            return 0.0;
        }
        let (mut all, mut newer) = (0, 0);
        for segment in &self.segments {
            let (dated, later) = segment.newer(date);
            (all, newer) = (all + dated, newer + later);
        }
        for row in self.hot.rows.iter().filter(|row| row.date != NO_DATE) {
            (all, newer) = (all + 1, newer + usize::from(row.date > date));
        }
        let dead = self.dead_dates.get_or_init(|| {
            let mut dates: Vec<i64> = self.dead.iter().map(|slot| self.row(slot).date).collect();
            dates.retain(|date| *date != NO_DATE);
            dates.sort_unstable();
            dates
        });
        all = all.saturating_sub(dead.len());
        newer = newer.saturating_sub(dead.len() - dead.partition_point(|known| *known <= date));
        1.0 - (newer as f32).ln_1p() / (all.max(1) as f32).ln_1p()
    }

    /// Where the next segment should begin, so that segments stay few and the largest are seldom
    /// written again; `None` while the hot tier is small.
    pub fn ripe(&self, most_hot: usize) -> Option<u32> {
        let slots = self.slots();
        if self.dead() > most_hot && self.dead() > self.count / 4 {
            return Some(0);
        }
        if slots - self.hot.first as usize <= most_hot {
            return None;
        }
        let mut first = self.hot.first;
        for segment in self.segments.iter().rev() {
            // One not larger than twice what follows it is written together with that.
            if (first - segment.first) as usize > 2 * (slots - first as usize) {
                break;
            }
            first = segment.first;
        }
        Some(first)
    }

    /// The lists of a segment of everything live from slot `first` on; `coming` are those of the
    /// rows pushed without.
    pub(crate) fn freeze(&self, first: u32, coming: Coming) -> FrozenLists {
        let mut places = Vec::with_capacity(self.slots() - first as usize);
        let mut next = 0;
        for slot in first..self.slots() as u32 {
            let live = self.is_live(slot);
            places.push(live.then_some(next));
            next += u32::from(live);
        }
        let parts: Vec<&Segment> = self.segments.iter().filter(|segment| segment.first >= first).collect();
        freeze(&parts, &self.hot.lists, coming, |slot| places.get((slot - first) as usize).copied().flatten())
    }

    /// Puts a segment in the place of everything from slot `first` on, or nothing where nothing of it is live.
    pub(crate) fn settle(&mut self, first: u32, segment: Option<Segment>) {
        self.segments.retain(|segment| segment.first < first);
        let kept: Vec<u32> = self.dead.iter().filter(|slot| *slot < first).collect();
        self.hot = Hot { first, ..Hot::default() };
        self.dead = Dead::default();
        self.dead_dates = OnceLock::new();
        self.links = Links::default();
        (self.count, self.total_length) = (0, 0);
        for segment in &self.segments {
            self.count += segment.count as usize;
            self.total_length += segment.total_length();
        }
        if let Some(segment) = segment {
            let follows = self.add_segment(segment);
            debug_assert!(follows, "written to begin at this slot");
        }
        for slot in kept {
            let Row { file, length, .. } = *self.row(slot);
            self.remove_known(slot, file, length);
        }
        self.touch_shared();
        self.link();
    }

    /// Says whether something that was read is not what was written.
    pub fn is_damaged(&self) -> bool {
        self.segments.iter().any(|segment| segment.file.is_damaged())
    }

    /// Says whether all segments are the files that were opened, before they are read again.
    pub(crate) fn is_untouched(&self) -> bool {
        self.segments.iter().all(|segment| segment.file.is_untouched())
    }

    /// Checks all of it.
    pub(crate) fn check_all(&self) -> bool {
        self.segments.iter().all(|segment| segment.file.check_all())
    }

    /// Approximate size in this process's own memory, bytes.
    pub fn bytes(&self) -> usize {
        let hot = &self.hot;
        let frozen: usize = self.segments.iter().map(|segment| segment.file.held()).sum();
        frozen + hot.vectors.len() + hot.pieces.len() * 2 + hot.lists.bytes() + hot.rows.len() * (size_of::<Row>() + 32)
    }
}
