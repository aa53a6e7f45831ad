//! Postings: which slots hold a term, and how often.
//!
//! Two tiers. The lists of a segment are frozen: terms sorted by hash, their lists delta-coded one after another in one
//! stretch of bytes, used as they are on disk ([`crate::segment`]). What came since is hot: a growing list per term.
//! Every list is in ascending order of slots, and hot slots follow frozen ones.

use crate::hashed::HashedMap;
use crate::segment::Segment;

/// Postings between two entries of a list's skip table.
const BLOCK: usize = 128;
/// Bytes of one entry of a skip table: the slot before the block and where the block begins.
const SKIP: usize = 8;

/// A list of a segment; slots count from the segment's first.
#[derive(Clone, Copy)]
pub(crate) struct List<'a> {
    postings: &'a [u8],
    skips: &'a [u8],
}

impl<'a> List<'a> {
    /// Reads the bytes of a list that `holders` slots are in.
    pub fn read(bytes: &'a [u8], holders: u32) -> Self {
        let skips = (holders as usize).saturating_sub(1) / BLOCK * SKIP;
        let (skips, postings) = bytes.split_at_checked(skips).unwrap_or((&[], &[]));
        Self { postings, skips }
    }

    /// Calls `f` with every slot and its count.
    #[inline]
    pub fn each(&self, mut f: impl FnMut(u32, u8)) {
        walk(self.postings, 0, |slot, count| {
            f(slot, count);
            true
        });
    }

    /// Says whether a slot is in the list.
    pub fn holds(&self, wanted: u32) -> bool {
        let skips = self.skips;
        let number = |at: usize| u32::from_le_bytes([skips[at], skips[at + 1], skips[at + 2], skips[at + 3]]);
        // The last block that begins after a slot below the wanted one.
        let (mut low, mut high) = (0, skips.len() / SKIP);
        while low < high {
            let middle = (low + high) / 2;
            if number(middle * SKIP) < wanted { low = middle + 1 } else { high = middle }
        }
        let (before, from) = match low {
            0 => (0, 0),
            block => (number((block - 1) * SKIP), number((block - 1) * SKIP + 4)),
        };
        let mut found = false;
        walk(self.postings.get(from as usize..).unwrap_or(&[]), before, |at, _| {
            found = at == wanted;
            at < wanted
        });
        found
    }
}

/// The lists of a segment that is being written.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct FrozenLists {
    /// Hashes of the terms, ascending.
    pub terms: Vec<u64>,
    /// How many slots hold each term.
    pub holders: Vec<u32>,
    /// Where each list begins in `bytes`; one more than terms.
    pub starts: Vec<u32>,
    /// The lists.
    pub bytes: Vec<u8>,
}

/// Reads postings until they end or `f` says so.
#[inline]
fn walk(list: &[u8], first: u32, mut f: impl FnMut(u32, u8) -> bool) {
    let mut bytes = list.iter();
    let mut slot = first;
    while let Some(byte) = bytes.next() {
        let mut number = u32::from(*byte & 0x7f);
        if *byte & 0x80 != 0 {
            let mut shift = 7;
            for byte in bytes.by_ref() {
                number |= u32::from(*byte & 0x7f) << shift;
                shift += 7;
                if *byte & 0x80 == 0 || shift > 28 {
                    break;
                }
            }
        }
        slot += number >> 1;
        let count = if number & 1 == 0 { 1 } else { bytes.next().copied().unwrap_or(1) };
        if !f(slot, count) {
            return;
        }
    }
}

/// Writes one list after another.
struct Encoder {
    out: FrozenLists,
    list: Vec<u8>,
    skips: Vec<u8>,
    holders: u32,
    before: u32,
}

impl Encoder {
    fn new() -> Self {
        let out = FrozenLists { starts: vec![0], ..FrozenLists::default() };
        Self { out, list: Vec::new(), skips: Vec::new(), holders: 0, before: 0 }
    }

    /// Adds a posting; `slot` counts from the segment's first.
    fn add(&mut self, slot: u32, count: u8) {
        if self.holders > 0 && (self.holders as usize).is_multiple_of(BLOCK) {
            self.skips.extend(self.before.to_le_bytes());
            self.skips.extend((self.list.len() as u32).to_le_bytes());
        }
        let mut number = (slot - self.before) << 1 | u32::from(count != 1);
        while number >= 0x80 {
            self.list.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.list.push(number as u8);
        if count != 1 {
            self.list.push(count);
        }
        self.before = slot;
        self.holders += 1;
    }

    fn end(&mut self, term: u64) {
        if self.holders > 0 {
            self.out.terms.push(term);
            self.out.holders.push(self.holders);
            self.out.bytes.extend_from_slice(&self.skips);
            self.out.bytes.extend_from_slice(&self.list);
            self.out.starts.push(self.out.bytes.len() as u32);
        }
        self.list.clear();
        self.skips.clear();
        (self.holders, self.before) = (0, 0);
    }
}

/// Postings of many new slots that go into a segment at once: sorted there, never looked up before.
#[derive(Default)]
pub(crate) struct Coming {
    postings: Vec<(u64, u32, u8)>,
}

impl Coming {
    /// Adds a slot's terms; slots follow everything that is already there.
    pub fn add(&mut self, slot: u32, terms: &[(u64, u8)]) {
        self.postings.extend(terms.iter().map(|(term, count)| (*term, slot, *count)));
    }
}

/// A list that still grows.
#[derive(Default)]
struct HotList {
    slots: Vec<u32>,
    counts: Vec<u8>,
}

/// The lists of what is in no segment yet.
#[derive(Default)]
pub(crate) struct HotLists {
    lists: HashedMap<HotList>,
}

impl HotLists {
    /// Adds a posting; slots must come in ascending order.
    pub fn add(&mut self, term: u64, slot: u32, count: u8) {
        let list = self.lists.entry(term).or_default();
        list.slots.push(slot);
        list.counts.push(count);
    }

    /// Calls `f` with every slot that holds `term` and the count.
    #[inline]
    pub fn each(&self, term: u64, mut f: impl FnMut(u32, u8)) {
        if let Some(list) = self.lists.get(&term) {
            list.slots.iter().zip(&list.counts).for_each(|(slot, count)| f(*slot, *count));
        }
    }

    /// Number of slots that hold `term`, removed ones included.
    pub fn holders(&self, term: u64) -> usize {
        self.lists.get(&term).map_or(0, |list| list.slots.len())
    }

    /// Says whether a slot holds a term.
    pub fn holds(&self, term: u64, slot: u32) -> bool {
        self.lists.get(&term).is_some_and(|list| list.slots.binary_search(&slot).is_ok())
    }

    /// Approximate size in memory, bytes.
    pub fn bytes(&self) -> usize {
        self.lists.values().map(|list| list.slots.capacity() * 5 + 64).sum()
    }
}

/// Makes the lists of one segment of those of others, of the hot ones and of what comes in with them. `place` gives a
/// slot its new number, counted from the segment's first, or drops it.
pub(crate) fn freeze(
    parts: &[&Segment],
    hot: &HotLists,
    mut coming: Coming,
    place: impl Fn(u32) -> Option<u32>,
) -> FrozenLists {
    coming.postings.sort_unstable();
    let mut coming = coming.postings.into_iter().peekable();
    let terms: Vec<&[u64]> = parts.iter().map(|part| part.terms()).collect();
    let mut hot_terms: Vec<u64> = hot.lists.keys().copied().collect();
    hot_terms.sort_unstable();
    let mut cursors = vec![0usize; parts.len() + 1];
    let mut encoder = Encoder::new();
    loop {
        let frozen = terms.iter().zip(&cursors).filter_map(|(terms, at)| terms.get(*at));
        let next = frozen.chain(hot_terms.get(cursors[parts.len()])).copied().chain(coming.peek().map(|next| next.0));
        let Some(term) = next.min() else {
            return encoder.out;
        };
        let mut add = |slot, count| {
            if let Some(slot) = place(slot) {
                encoder.add(slot, count);
            }
        };
        for ((part, terms), at) in parts.iter().zip(&terms).zip(&mut cursors) {
            if terms.get(*at) == Some(&term) {
                part.list(*at).each(|slot, count| add(part.first + slot, count));
                *at += 1;
            }
        }
        if hot_terms.get(cursors[parts.len()]) == Some(&term) {
            hot.each(term, &mut add);
            cursors[parts.len()] += 1;
        }
        while let Some((_, slot, count)) = coming.next_if(|next| next.0 == term) {
            add(slot, count);
        }
        encoder.end(term);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lists of many shapes: dense, sparse, long, with counts.
    fn filled(slots: std::ops::Range<u32>) -> HotLists {
        let mut lists = HotLists::default();
        for slot in slots {
            lists.add(1, slot, 1);
            for (term, step) in [(2u64, 3u32), (900, 257), (7, 70)] {
                if slot % step == 0 {
                    lists.add(term, slot, (slot % 5) as u8 + 1);
                }
            }
        }
        lists
    }

    fn hot(lists: &HotLists, term: u64) -> Vec<(u32, u8)> {
        let mut out = Vec::new();
        lists.each(term, |slot, count| out.push((slot, count)));
        out
    }

    fn frozen(lists: &FrozenLists, term: u64) -> Option<List<'_>> {
        let at = lists.terms.binary_search(&term).ok()?;
        let bytes = &lists.bytes[lists.starts[at] as usize..lists.starts[at + 1] as usize];
        Some(List::read(bytes, lists.holders[at]))
    }

    fn all(list: List<'_>) -> Vec<(u32, u8)> {
        let mut out = Vec::new();
        list.each(|slot, count| out.push((slot, count)));
        out
    }

    #[test]
    fn frozen_lists_say_what_hot_ones_said() {
        let lists = filled(0..2_000);
        let cold = freeze(&[], &lists, Coming::default(), Some);
        for term in [1, 2, 7, 900] {
            let list = frozen(&cold, term).unwrap();
            assert_eq!(all(list), hot(&lists, term), "term {term}");
            for slot in 0..2_000 {
                assert_eq!(list.holds(slot), lists.holds(term, slot), "term {term} slot {slot}");
            }
        }
        assert!(frozen(&cold, 5).is_none());
    }

    #[test]
    fn what_comes_in_follows_what_is_there() {
        let lists = filled(0..500);
        let mut coming = Coming::default();
        coming.add(500, &[(1, 2), (55, 1)]);
        coming.add(501, &[(2, 44)]);
        let cold = freeze(&[], &lists, coming, Some);
        for (term, new) in [(1, Some((500, 2))), (2, Some((501, 44))), (7, None), (55, Some((500, 1)))] {
            let wanted: Vec<(u32, u8)> = hot(&lists, term).into_iter().chain(new).collect();
            assert_eq!(all(frozen(&cold, term).unwrap()), wanted);
        }
    }

    #[test]
    fn dropped_slots_leave_no_posting() {
        let lists = filled(0..600);
        let even = freeze(&[], &lists, Coming::default(), |slot| slot.is_multiple_of(2).then_some(slot / 2));
        let wanted: Vec<(u32, u8)> =
            hot(&lists, 2).into_iter().filter(|(slot, _)| slot % 2 == 0).map(|(slot, n)| (slot / 2, n)).collect();
        assert_eq!(all(frozen(&even, 2).unwrap()), wanted);
    }
}
