//! Is this known already? One answer for every verb.
//!
//! [`likeness`] compares two statements. [`Engine::known_memory`] looks for a memory that says the same words where
//! such a statement would be kept: MEMORY.md, the entities it names, the pages of its title, and the latest days. It reads a few
//! files and searches nothing.

#![allow(missing_docs, reason = "a doc comment that repeats the field's name says nothing")]

use std::collections::HashSet;

use serde::Serialize;
use soulfile_api::MemoryView;
use soulfile_context::session::Session;
use soulfile_memory::id::{Day, EntityId, MemoryId};
use soulfile_text::sentences::first_words;
use soulfile_understand::compare::same_words;
use soulfile_understand::{Certainty, Understand, Verdict};
use soulfile_vocabulary::Authority;
use soulfile_vocabulary::Store;
use soulfile_vocabulary::day_file::DayLayout;

use super::Standing;
use crate::error::Result;
use crate::open::Engine;
use crate::recall::visibility::Visibility;

/// How many of the latest day logs are looked through.
const LATEST_DAYS: usize = 31;
/// How many known statements a new one is compared with.
const COMPARED: usize = 24;

/// How a new statement relates to a known one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DuplicateKind {
    /// The same letters and digits in the same order.
    SameWords,
    SameMeaning,
    Contradicts,
    /// Contradicts it, and is told as taking its place.
    Replaces,
    /// Likely, but no rule says so: enough to ask a person, too little to replace what they said.
    MayContradict,
    Unrelated,
}

/// Compares a known statement with a new one. Only where the new one announces a change is a likely contradiction
/// looked for: what nobody is sure of is asked.
pub(super) fn likeness(understand: &dyn Understand, known: &str, said: &str, standing: Standing) -> DuplicateKind {
    if same_words(known, said) {
        return DuplicateKind::SameWords;
    }
    let certainty = match standing {
        Standing::Update => Certainty::Likely,
        Standing::Claim | Standing::Reviewed => Certainty::Certain,
    };
    let found = understand.compare(&understand.statement(known), &understand.statement(said), certainty);
    match (found.verdict, found.sure) {
        (Verdict::Duplicate, true) => DuplicateKind::SameMeaning,
        (Verdict::Contradiction, true) if found.update => DuplicateKind::Replaces,
        (Verdict::Contradiction, true) => DuplicateKind::Contradicts,
        (Verdict::Contradiction, false) => DuplicateKind::MayContradict,
        _ => DuplicateKind::Unrelated,
    }
}

/// The statements that a new one is compared with: those that share the most words with it. Comparing costs a
/// pass of the encoder each.
pub(super) fn nearest<'t, T>(known: impl Iterator<Item = T>, text: impl Fn(&T) -> &'t str, said: &str) -> Vec<T> {
    let wanted = units(said);
    let mut known: Vec<(usize, T)> = known
        .map(|statement| {
            let shared = units(text(&statement)).intersection(&wanted).count();
            (shared, statement)
        })
        .collect();
    if known.len() > COMPARED {
        known.sort_by_key(|(shared, _)| std::cmp::Reverse(*shared));
        known.truncate(COMPARED);
    }
    known.into_iter().map(|(_, statement)| statement).collect()
}

/// Words in lower case; of scripts without spaces, pairs of characters.
fn units(text: &str) -> HashSet<String> {
    let lower = text.to_lowercase();
    let mut units: HashSet<String> = words(&lower).map(str::to_owned).collect();
    if !lower.is_ascii() {
        let letters: Vec<char> = lower.chars().filter(|c| c.is_alphanumeric()).collect();
        units.extend(letters.windows(2).map(|pair| pair.iter().collect()));
    }
    units
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
    /// The memory that says exactly this, among those a session may see; what was said with less authority does not count.
    pub fn known_memory(&self, session: &Session, text: &str, authority: Authority) -> Result<Option<KnownMemory>> {
        if words(text).next().is_none() {
            return Ok(None);
        }
        let scores = self.scores()?;
        let says_it = |view: MemoryView| -> Result<Option<KnownMemory>> {
            let is_gone = view.past || scores.get(&view.id).is_some_and(|entry| entry.forgotten.is_some());
            if is_gone || view.trust < authority || !same_words(&view.text, text) || !self.sees(session, &view)? {
                return Ok(None);
            }
            Ok(Some(KnownMemory { id: view.id, path: view.path, lines: view.lines, text: view.text }))
        };
        let mut places: Vec<MemoryView> = self.core_views()?;
        for entity in &self.read(text).mentions().entities {
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

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use soulfile_understand::BuiltIn;

    use super::*;

    fn check(known: &str, said: &str) -> DuplicateKind {
        likeness(&BuiltIn, known, said, Standing::Claim)
    }

    #[test]
    fn statements_are_the_same_by_words_or_by_meaning() {
        assert_eq!(check("Ana plays the cello.", "ana plays the cello"), DuplicateKind::SameWords);
        assert_eq!(check("Ana lives in Graz.", "The gym opens at seven."), DuplicateKind::Unrelated);
    }

    #[test]
    fn the_nearest_share_the_most_words() {
        let known: Vec<String> = (0..100).map(|at| format!("note {at} about item {at}")).collect();
        let near = nearest(known.iter(), |text| text.as_str(), "the item 77 is here");
        assert_eq!(near.len(), COMPARED);
        assert_eq!(near[0], "note 77 about item 77");
    }
}
