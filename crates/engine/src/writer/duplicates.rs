//! Is this known already? One answer for every verb.
//!
//! [`likeness`] compares two statements. [`Engine::known_memory`] looks for a memory that says the same words where
//! such a statement would be kept: MEMORY.md, the entities it names, the pages of its title, and the latest days. It reads a few
//! files and searches nothing.

#![allow(missing_docs, reason = "a doc comment that repeats the field's name says nothing")]

use serde::Serialize;
use soulfile_api::MemoryView;
use soulfile_context::session::Session;
use soulfile_memory::id::{Day, EntityId, MemoryId};
use soulfile_text::sentences::first_words;
use soulfile_understand::contradiction::{Comparable, Verdict};
use soulfile_understand::route::{self, Origin};
use soulfile_vocabulary::Store;
use soulfile_vocabulary::day_file::DayLayout;

use super::Standing;
use crate::error::Result;
use crate::open::Engine;
use crate::recall::visibility::Visibility;

/// How many of the latest day logs are looked through.
const LATEST_DAYS: usize = 31;

/// How a new statement relates to a known one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Likeness {
    /// The same letters and digits in the same order.
    SameWords,
    SameMeaning,
    Contradicts,
    /// Likely, but no rule says so: enough to ask a person, too little to replace what they said.
    MayContradict,
    Unrelated,
}

/// Compares a known statement with a new one. Only where the new one announces a change is a likely contradiction
/// looked for: where no rule knows what has changed, the person is asked about what is likely.
pub(super) fn likeness(known: &Comparable, said: &Comparable, standing: Standing) -> Likeness {
    if same_words(known.text(), said.text()) {
        return Likeness::SameWords;
    }
    let found = match standing {
        Standing::Update => known.judge(said),
        Standing::Claim | Standing::Reviewed => known.compare(said),
    };
    match (found.verdict, found.sure) {
        (Verdict::Duplicate, true) => Likeness::SameMeaning,
        (Verdict::Contradiction, true) => Likeness::Contradicts,
        (Verdict::Contradiction, false) => Likeness::MayContradict,
        _ => Likeness::Unrelated,
    }
}

/// A memory that says the same words.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct KnownMemory {
    pub id: MemoryId,
    pub path: String,
    /// First and last line, counted from 1.
    pub lines: (usize, usize),
    pub text: String,
}

impl Engine {
    /// The memory that says exactly this, among those a session may see.
    pub fn known_memory(&self, session: &Session, text: &str) -> Result<Option<KnownMemory>> {
        if words(text).next().is_none() {
            return Ok(None);
        }
        let scores = self.scores()?;
        let says_it = |view: MemoryView| -> Result<Option<KnownMemory>> {
            let is_gone = view.past || scores.get(&view.id).is_some_and(|entry| entry.forgotten.is_some());
            if is_gone || !same_words(&view.text, text) || !self.sees(session, &view)? {
                return Ok(None);
            }
            Ok(Some(KnownMemory { id: view.id, path: view.path, lines: view.lines, text: view.text }))
        };
        let mut places: Vec<MemoryView> = self.core_views()?;
        for entity in route::route(text, Origin::Detected, &self.now()).entities {
            places.extend(self.entity_views(&EntityId::new(entity.kind, &entity.name))?);
        }
        let title = first_words(text.trim_end_matches(['.', '。']), 8);
        let name = soulfile_memory::entity::slug(&title);
        for store in Store::of_pages() {
            places.extend(self.page_views(store, &name)?);
        }
        for view in places {
            if let Some(known) = says_it(view)? {
                return Ok(Some(known));
            }
        }
        let mut days: Vec<Day> = self.day_files()?.into_iter().map(|(day, _)| day).collect();
        days.dedup();
        // A long word of the text tells most days apart without parsing them.
        let longest = words(text).max_by_key(|word| word.len()).unwrap_or_default().to_lowercase();
        for day in days.into_iter().rev().take(LATEST_DAYS) {
            if !self.day_mentions(&day, &longest)? {
                continue;
            }
            for view in self.day_views(&day)? {
                if let Some(known) = says_it(view)? {
                    return Ok(Some(known));
                }
            }
        }
        Ok(None)
    }

    /// Whether a session may read every line of a memory.
    fn sees(&self, session: &Session, view: &MemoryView) -> Result<bool> {
        let Some(text) = self.read_text(&view.path)? else { return Ok(false) };
        let known = self.known(&view.path, &text, &self.lifecycle());
        let lines = Visibility::of(session).lines(&view.path, &text, &known);
        Ok(lines.cover(view.lines.0 as u32, view.lines.1 as u32))
    }

    fn day_mentions(&self, day: &Day, word: &str) -> Result<bool> {
        for path in DayLayout::ALL.map(|layout| layout.path(day)) {
            if self.read_text(&path)?.is_some_and(|text| text.to_lowercase().contains(word)) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Whether two texts differ at most in case, spacing and punctuation.
fn same_words(one: &str, other: &str) -> bool {
    let lower = |word: &str| word.chars().flat_map(char::to_lowercase).collect::<Vec<_>>();
    words(one).map(lower).eq(words(other).map(lower))
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(known: &str, said: &str, standing: Standing) -> Likeness {
        likeness(&Comparable::new(known), &Comparable::new(said), standing)
    }

    #[test]
    fn statements_are_the_same_by_words_or_by_meaning() {
        assert_eq!(check("Ana plays the cello.", "ana plays the cello", Standing::Claim), Likeness::SameWords);
        assert_eq!(check("Ana lives in Graz.", "Ana lives in Linz.", Standing::Claim), Likeness::Contradicts);
        assert_eq!(check("Ana lives in Graz.", "The gym opens at seven.", Standing::Claim), Likeness::Unrelated);
    }
}
