//! Postings: which slots hold a term, and how often.
//!
//! Two tiers. What stands in a segment is frozen: terms sorted by hash, their lists delta-coded one
//! after another in one stretch of bytes, used as they are on disk. What came since is hot: a
//! growing list per term. Every list is in ascending order of slots, and hot slots follow frozen ones.

use crate::image::HashedMap;

/// Postings between two entries of a list's skip table.
const BLOCK: usize = 128;
/// Bytes of one entry of a skip table: the slot before the block and where the block begins.
const SKIP: usize = 8;

/// A list that still grows.
#[derive(Default)]
struct Hot {
    slots: Vec<u32>,
    counts: Vec<u8>,
}

/// The lists of one segment.
#[derive(Debug, Default, PartialEq)]
pub struct Frozen {
    /// First slot of the segment; lists count from it.
    pub first: u32,
    /// Hashes of the terms, ascending.
    pub terms: Vec<u64>,
    /// How many slots hold each term.
    pub held: Vec<u32>,
    /// Where each list begins in `bytes`; one more than terms.
    pub starts: Vec<u32>,
    /// The lists.
    pub bytes: Vec<u8>,
}

impl Frozen {
    /// Says whether the lists fit each other: the last check after reading them from disk.
    pub fn fits(&self) -> bool {
        self.held.len() == self.terms.len()
            && self.starts.len() == self.terms.len() + 1
            && self.starts.last() == Some(&(self.bytes.len() as u32))
            && self.starts.is_sorted()
            && self.terms.is_sorted()
    }

    fn find(&self, term: u64) -> Option<usize> {
        self.terms.binary_search(&term).ok()
    }

    /// The list's postings and its skip table.
    fn list(&self, at: usize) -> (&[u8], &[u8]) {
        let bytes = &self.bytes[self.starts[at] as usize..self.starts[at + 1] as usize];
        let skips = (self.held[at] as usize).saturating_sub(1) / BLOCK * SKIP;
        let (skips, list) = bytes.split_at_checked(skips).unwrap_or((&[], &[]));
        (list, skips)
    }

    #[inline]
    fn each(&self, at: usize, mut f: impl FnMut(u32, u8)) {
        let (list, _) = self.list(at);
        walk(list, self.first, |slot, count| {
            f(slot, count);
            true
        });
    }

    fn holds(&self, at: usize, slot: u32) -> bool {
        let (list, skips) = self.list(at);
        let number = |at: usize| u32::from_le_bytes([skips[at], skips[at + 1], skips[at + 2], skips[at + 3]]);
        let wanted = slot - self.first;
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
        walk(list.get(from as usize..).unwrap_or(&[]), before, |at, _| {
            found = at == wanted;
            at < wanted
        });
        found
    }
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
    out: Frozen,
    list: Vec<u8>,
    skips: Vec<u8>,
    held: u32,
    before: u32,
}

impl Encoder {
    fn new(first: u32) -> Self {
        let out = Frozen { first, starts: vec![0], ..Frozen::default() };
        Self { out, list: Vec::new(), skips: Vec::new(), held: 0, before: 0 }
    }

    /// Adds a posting; `slot` counts from the segment's first.
    fn add(&mut self, slot: u32, count: u8) {
        if self.held > 0 && (self.held as usize).is_multiple_of(BLOCK) {
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
        self.held += 1;
    }

    fn end(&mut self, term: u64) {
        if self.held > 0 {
            self.out.terms.push(term);
            self.out.held.push(self.held);
            self.out.bytes.extend_from_slice(&self.skips);
            self.out.bytes.extend_from_slice(&self.list);
            self.out.starts.push(self.out.bytes.len() as u32);
        }
        self.list.clear();
        self.skips.clear();
        (self.held, self.before) = (0, 0);
    }
}

/// Postings of many new slots that go into a segment at once: sorted there, never looked up before.
#[derive(Default)]
pub struct Coming {
    postings: Vec<(u64, u32, u8)>,
}

impl Coming {
    /// Adds a slot's terms; slots follow everything that is already there.
    pub fn add(&mut self, slot: u32, terms: &[(u64, u8)]) {
        self.postings.extend(terms.iter().map(|(term, count)| (*term, slot, *count)));
    }
}

/// All postings of an image.
#[derive(Default)]
pub struct Postings {
    frozen: Vec<Frozen>,
    hot: HashedMap<Hot>,
}

impl Postings {
    /// Adds a posting; slots must come in ascending order.
    pub fn add(&mut self, term: u64, slot: u32, count: u8) {
        let list = self.hot.entry(term).or_default();
        list.slots.push(slot);
        list.counts.push(count);
    }

    /// Adds the lists of a segment that follows everything frozen so far.
    pub fn append(&mut self, frozen: Frozen) {
        self.frozen.push(frozen);
    }

    /// Calls `f` with every slot that holds `term` and the count.
    #[inline]
    pub fn each(&self, term: u64, mut f: impl FnMut(u32, u8)) {
        for part in &self.frozen {
            if let Some(at) = part.find(term) {
                part.each(at, &mut f);
            }
        }
        if let Some(list) = self.hot.get(&term) {
            list.slots.iter().zip(&list.counts).for_each(|(slot, count)| f(*slot, *count));
        }
    }

    /// Number of slots that hold `term`, removed ones included.
    pub fn held(&self, term: u64) -> usize {
        let frozen: u32 = self.frozen.iter().filter_map(|part| part.find(term).map(|at| part.held[at])).sum();
        frozen as usize + self.hot.get(&term).map_or(0, |list| list.slots.len())
    }

    /// Says whether a slot holds a term.
    pub fn holds(&self, term: u64, slot: u32) -> bool {
        if self.hot.get(&term).is_some_and(|list| list.slots.binary_search(&slot).is_ok()) {
            return true;
        }
        let part = self.frozen.iter().rev().find(|part| part.first <= slot);
        part.is_some_and(|part| part.find(term).is_some_and(|at| part.holds(at, slot)))
    }

    /// Makes one segment of everything from slot `first` on, which begins a segment or the hot tier,
    /// and of what comes in with it. `place` gives a slot its new number, counted from `first`, or
    /// drops it.
    pub fn freeze(&self, first: u32, mut coming: Coming, place: impl Fn(u32) -> Option<u32>) -> Frozen {
        coming.postings.sort_unstable();
        let mut coming = coming.postings.into_iter().peekable();
        let parts: Vec<&Frozen> = self.frozen.iter().filter(|part| part.first >= first).collect();
        let mut hot: Vec<u64> = self.hot.keys().copied().collect();
        hot.sort_unstable();
        let mut cursors = vec![0usize; parts.len() + 1];
        let mut encoder = Encoder::new(first);
        loop {
            let frozen = parts.iter().zip(&cursors).filter_map(|(part, at)| part.terms.get(*at));
            let next = frozen.chain(hot.get(cursors[parts.len()])).copied().chain(coming.peek().map(|next| next.0));
            let Some(term) = next.min() else {
                return encoder.out;
            };
            let mut add = |slot, count| {
                if let Some(slot) = place(slot) {
                    encoder.add(slot, count);
                }
            };
            for (part, at) in parts.iter().zip(&mut cursors) {
                if part.terms.get(*at) == Some(&term) {
                    part.each(*at, &mut add);
                    *at += 1;
                }
            }
            if hot.get(cursors[parts.len()]) == Some(&term) {
                let list = &self.hot[&term];
                list.slots.iter().zip(&list.counts).for_each(|(slot, count)| add(*slot, *count));
                cursors[parts.len()] += 1;
            }
            while let Some((_, slot, count)) = coming.next_if(|next| next.0 == term) {
                add(slot, count);
            }
            encoder.end(term);
        }
    }

    /// Puts a segment in the place of everything from its first slot on.
    pub fn replace(&mut self, frozen: Frozen) {
        self.frozen.retain(|part| part.first < frozen.first);
        self.hot = HashedMap::default();
        self.frozen.push(frozen);
    }

    /// Approximate size in memory, bytes.
    pub fn bytes(&self) -> usize {
        let frozen: usize = self.frozen.iter().map(|part| part.terms.len() * 16 + part.bytes.len()).sum();
        frozen + self.hot.values().map(|list| list.slots.capacity() * 5 + 64).sum::<usize>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(postings: &Postings, term: u64) -> Vec<(u32, u8)> {
        let mut out = Vec::new();
        postings.each(term, |slot, count| out.push((slot, count)));
        out
    }

    /// Lists of many shapes: dense, sparse, long, with counts.
    fn filled(slots: std::ops::Range<u32>) -> Postings {
        let mut postings = Postings::default();
        for slot in slots {
            postings.add(1, slot, 1);
            for (term, step) in [(2u64, 3u32), (900, 257), (7, 70)] {
                if slot % step == 0 {
                    postings.add(term, slot, (slot % 5) as u8 + 1);
                }
            }
        }
        postings
    }

    #[test]
    fn frozen_lists_say_what_hot_ones_said() {
        let hot = filled(0..2_000);
        let mut cold = Postings::default();
        cold.append(hot.freeze(0, Coming::default(), Some));
        for term in [1, 2, 7, 900, 5] {
            assert_eq!(all(&hot, term), all(&cold, term), "term {term}");
            assert_eq!(hot.held(term), cold.held(term));
            for slot in 0..2_000 {
                assert_eq!(hot.holds(term, slot), cold.holds(term, slot), "term {term} slot {slot}");
            }
        }
    }

    #[test]
    fn segments_and_the_hot_tier_merge_into_one() {
        let whole = filled(0..3_000);
        let mut parts = Postings::default();
        let second = filled(1_000..2_500);
        parts.append(filled(0..1_000).freeze(0, Coming::default(), Some));
        parts.append(second.freeze(1_000, Coming::default(), |slot| Some(slot - 1_000)));
        let tail = filled(2_500..3_000);
        parts.hot = tail.hot;
        for term in [1, 2, 7, 900] {
            assert_eq!(all(&parts, term), all(&whole, term));
            assert!((0..3_000).all(|slot| parts.holds(term, slot) == whole.holds(term, slot)));
        }
        let mut coming = Coming::default();
        coming.add(3_000, &[(1, 2), (55, 1)]);
        coming.add(3_001, &[(2, 300u16 as u8)]);
        let merged = parts.freeze(1_000, coming, |slot| Some(slot - 1_000));
        assert!(merged.fits());
        parts.replace(merged);
        for (term, new) in
            [(1, Some((3_000, 2))), (2, Some((3_001, 44))), (7, None), (900, None), (55, Some((3_000, 1)))]
        {
            let wanted: Vec<(u32, u8)> = all(&whole, term).into_iter().chain(new).collect();
            assert_eq!(all(&parts, term), wanted);
        }
    }

    #[test]
    fn dropped_slots_leave_no_posting() {
        let hot = filled(0..600);
        let even = hot.freeze(0, Coming::default(), |slot| slot.is_multiple_of(2).then_some(slot / 2));
        let mut cold = Postings::default();
        cold.append(even);
        let wanted: Vec<(u32, u8)> =
            all(&hot, 2).into_iter().filter(|(slot, _)| slot % 2 == 0).map(|(slot, n)| (slot / 2, n)).collect();
        assert_eq!(all(&cold, 2), wanted);
    }
}
