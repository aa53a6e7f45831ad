//! Which slots belong to one file, and which entries stand beside each other in it.

use super::HashedMap;
use crate::record::Row;

const NONE: u32 = u32::MAX;

/// Chains of slots by file, and the neighbours of each slot.
#[derive(Default)]
pub struct Links {
    /// The last slot of each file.
    last: HashedMap<u32>,
    /// The slot before in the same file.
    before: Vec<u32>,
    /// First slot of the entry before and of the entry after.
    beside: Vec<[u32; 2]>,
    /// Files whose neighbours are not noted yet.
    touched: Vec<u32>,
}

impl Links {
    /// Adds a slot.
    pub fn push(&mut self, file: u32, slot: u32) {
        self.before.push(self.last.insert(u64::from(file), slot).unwrap_or(NONE));
        self.beside.push([NONE; 2]);
        self.touch(file);
    }

    /// Notes that a file's entries changed.
    pub fn touch(&mut self, file: u32) {
        if self.touched.last() != Some(&file) {
            self.touched.push(file);
        }
    }

    /// Slots of a file, last first.
    pub fn slots_of(&self, file: u32) -> impl Iterator<Item = u32> + '_ {
        let last = self.last.get(&u64::from(file)).copied();
        std::iter::successors(last, |slot| Some(self.before[*slot as usize]).filter(|before| *before != NONE))
    }

    /// First slot of the entry before (`step` below 0) or after.
    pub fn beside(&self, slot: u32, step: i64) -> Option<u32> {
        Some(self.beside[slot as usize][usize::from(step > 0)]).filter(|found| *found != NONE)
    }

    /// Notes the neighbours in all files that changed.
    pub fn settle(&mut self, rows: &[Row], live: &[bool]) {
        let mut files = std::mem::take(&mut self.touched);
        files.sort_unstable();
        files.dedup();
        let place = |slot: &u32| {
            let row = &rows[*slot as usize];
            (row.file, row.entry, row.part)
        };
        let mut slots: Vec<u32> = if files.len() > 64 {
            (0..rows.len() as u32).filter(|slot| live[*slot as usize]).collect()
        } else {
            files.iter().flat_map(|file| self.slots_of(*file)).filter(|slot| live[*slot as usize]).collect()
        };
        if !slots.is_sorted_by_key(place) {
            slots.sort_unstable_by_key(place);
        }
        let entries: Vec<&[u32]> =
            slots.chunk_by(|a, b| (place(a).0, place(a).1) == (place(b).0, place(b).1)).collect();
        for (at, entry) in entries.iter().enumerate() {
            let near = |other: Option<&&[u32]>, step: i64| {
                let (file, number, _) = place(&entry[0]);
                let first = *other?.first()?;
                let next = (file, u32::try_from(i64::from(number) + step).ok()?, 0);
                (place(&first) == next).then_some(first)
            };
            let before = near(at.checked_sub(1).and_then(|at| entries.get(at)), -1);
            let after = near(entries.get(at + 1), 1);
            for slot in *entry {
                self.beside[*slot as usize] = [before.unwrap_or(NONE), after.unwrap_or(NONE)];
            }
        }
    }
}
