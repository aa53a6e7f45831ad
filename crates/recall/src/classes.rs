//! What filters ask most (scope, store, state, trust), as one small number per slot.
//!
//! An index has few combinations, so a filter is decided once for each and then read off a table,
//! instead of once per entry.

use std::collections::HashMap;

use crate::record::Row;

/// One combination: scope, store, state and trust.
type Kind = (u64, u8, u8, u8);

/// Class of a removed slot.
const DEAD: u16 = 0;

/// The class of each slot, and what each class stands for.
#[derive(Default)]
pub struct Classes {
    of: Vec<u16>,
    numbers: HashMap<Kind, u16>,
    /// A row of each class, from class 1 on.
    samples: Vec<Row>,
}

impl Classes {
    /// Adds the next slot.
    pub fn push(&mut self, row: &Row) {
        let kind = (row.scope, row.store as u8, row.state as u8, row.trust as u8);
        // Neighbours are mostly of one class: look there before the table.
        let same = |sample: &Row| (sample.scope, sample.store as u8, sample.state as u8, sample.trust as u8) == kind;
        let last = self.of.last().copied().filter(|c| *c != DEAD && self.sample(*c).is_some_and(same));
        let class = last.unwrap_or_else(|| {
            *self.numbers.entry(kind).or_insert_with(|| {
                self.samples.push(*row);
                u16::try_from(self.samples.len()).unwrap_or(u16::MAX)
            })
        });
        self.of.push(class);
    }

    fn sample(&self, class: u16) -> Option<&Row> {
        self.samples.get(usize::from(class).checked_sub(1)?)
    }

    /// Marks a slot as removed.
    pub fn kill(&mut self, slot: usize) {
        self.of[slot] = DEAD;
    }

    /// One flag per slot: whether `admits` lets its class in. `None` when there are more classes than numbers.
    pub fn admitted(&self, admits: impl Fn(&Row) -> bool) -> Option<Vec<bool>> {
        if self.samples.len() >= usize::from(u16::MAX) {
            return None;
        }
        let mut table = vec![false; self.samples.len() + 1];
        for (flag, sample) in table[1..].iter_mut().zip(&self.samples) {
            *flag = admits(sample);
        }
        Some(self.of.iter().map(|class| table[usize::from(*class)]).collect())
    }
}
