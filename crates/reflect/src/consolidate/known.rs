//! What is known already, found by the words it shares with something new.
//!
//! Comparing every new statement with every known one would cost their product; statements meet under
//! keys, rarest first, and only so many are looked at.

use std::collections::HashMap;

use jiff::civil::Date;
use soulfile_language::contradiction::{Reading, Verdict};
use soulfile_language::vocabulary::Trust;
use soulfile_memory::id::{EntityId, MemoryId};

/// How many known statements one new one is compared with at most.
const LOOKED_AT: usize = 96;

/// Something that is held to be true.
#[derive(Debug)]
pub struct Statement {
    /// What it says, read.
    pub reading: Reading,
    /// Where it is.
    pub home: Home,
    /// Since when.
    pub since: Option<Date>,
    /// How far it is trusted.
    pub trust: Trust,
    /// Whether something newer replaced it in this cycle.
    pub replaced: bool,
}

/// Where a statement is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Home {
    /// A fact of an entity.
    Fact(EntityId, MemoryId),
    /// A line of MEMORY.md.
    Core(MemoryId),
    /// An item of this reflection, by its place among the findings.
    Item(usize),
}

/// The statements and the keys they are found by.
#[derive(Debug, Default)]
pub struct Known {
    statements: Vec<Statement>,
    by_key: HashMap<String, Vec<usize>>,
}

impl Known {
    /// Adds a statement; returns its place.
    pub fn add(&mut self, statement: Statement) -> usize {
        let at = self.statements.len();
        for key in statement.reading.keys() {
            let list = self.by_key.entry(key).or_default();
            if list.last() != Some(&at) {
                list.push(at);
            }
        }
        self.statements.push(statement);
        at
    }

    /// One statement.
    pub fn get(&self, at: usize) -> &Statement {
        &self.statements[at]
    }

    /// Says that something newer took a statement's place.
    pub fn replace(&mut self, at: usize) {
        self.statements[at].replaced = true;
    }

    /// The statements that say the same, and those that are at odds with it.
    pub fn about(&self, new: &Reading) -> (Vec<usize>, Vec<usize>) {
        let mut lists: Vec<&Vec<usize>> = new.keys().iter().filter_map(|key| self.by_key.get(key)).collect();
        lists.sort_by_key(|list| list.len());
        let mut seen: Vec<usize> = Vec::new();
        let (mut same, mut against) = (Vec::new(), Vec::new());
        // Newest first: what was said last is what a change is about.
        'looking: for list in lists {
            for at in list.iter().rev() {
                if seen.len() >= LOOKED_AT {
                    break 'looking;
                }
                if seen.contains(at) || self.statements[*at].replaced {
                    continue;
                }
                seen.push(*at);
                match self.statements[*at].reading.compare(new).verdict {
                    Verdict::Duplicate => same.push(*at),
                    Verdict::Contradiction if self.statements[*at].reading.same_matter(new) => against.push(*at),
                    Verdict::Contradiction => {}
                    Verdict::Compatible => {}
                }
            }
        }
        against.sort_unstable();
        (same, against)
    }
}
