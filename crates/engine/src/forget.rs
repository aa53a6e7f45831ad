//! `forget`: find what is meant, then archive it, erase it, or purge it from history too.
//!
//! Two steps: candidates with ids are shown, a person confirms, and only then anything changes.
//! Archiving keeps the files; erasing takes the text out of them; purging rewrites history.

use soulfile_api::{Candidate, Forgotten, MemoryView, Thoroughness};
use soulfile_memory::id::MemoryId;
use soulfile_text::analyze::Analyzer;
use soulfile_understand::TriggerKind;
use soulfile_workspace::{Action, Actor, Approval, LogFilter};

use crate::error::{Error, Result};
use crate::open::Engine;
use crate::writer::{MemoryWriter, Operation, Step};

mod erase;
mod marks;
mod topic;
mod waiting;

impl Engine {
    /// The memories a person may mean, best first. Changes nothing. `archived` says whether those
    /// forgotten before count too.
    pub fn forget_candidates(&self, query: &str, archived: bool) -> Result<Vec<Candidate>> {
        let mut analyzer = Analyzer::new();
        let meant = self.meant(query, &mut analyzer)?;
        let scores = self.scores()?;
        let mut candidates = Vec::new();
        for memory in self.memories()? {
            let gone = scores.get(&memory.id).is_some_and(|entry| entry.forgotten.is_some());
            if gone && !archived {
                continue;
            }
            let score = meant.likeness(&mut analyzer, &memory.text);
            if score >= LIKE {
                candidates.push(Candidate { memory, score });
            }
        }
        // Where a whole statement was named, what only says something like it is not meant.
        if meant.is_statement() && candidates.iter().any(|candidate| candidate.score >= WHOLE) {
            candidates.retain(|candidate| candidate.score >= WHOLE);
        }
        candidates.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.memory.id.cmp(&b.memory.id)));
        Ok(candidates)
    }

    fn meant(&self, query: &str, analyzer: &mut Analyzer) -> Result<Meant> {
        let read = self.read(query);
        let found = read.intent();
        let about = match (found.kind, &found.payload) {
            (TriggerKind::Forget, Some(payload)) if !payload.trim().is_empty() => payload.as_str(),
            _ => query,
        };
        let phrase = about.trim().to_lowercase();
        if phrase.is_empty() {
            return Err(Error::Invalid("say what to forget, or give ids".to_owned()));
        }
        // Memories speak of the user where the person says "I".
        let own = |term: &String| matches!(term.as_str(), "i" | "me" | "my" | "mine" | "we" | "us" | "our" | "user");
        let mut terms_of = |text: &str| -> Vec<String> {
            analyzer.query_terms(text).into_iter().map(|(term, _)| term).filter(|term| !own(term)).collect()
        };
        // "Everything about me" names nothing, so nothing is taken off it.
        let mut terms = terms_of(topic::topic(about));
        if terms.is_empty() {
            terms = terms_of(about);
        }
        Ok(Meant { phrase, terms })
    }

    /// What goes with memories that are forgotten: what was made of them and of nothing else, and the facts
    /// of entities that go. Archiving takes nothing along.
    pub fn forget_along(&self, ids: &[MemoryId], how: Thoroughness) -> Result<Vec<MemoryView>> {
        match how {
            Thoroughness::Archive => Ok(Vec::new()),
            Thoroughness::Erase | Thoroughness::Purge => self.erased_along(ids),
        }
    }

    /// Forgets memories. A person confirmed exactly these, and what [`Engine::forget_along`] showed of them.
    pub fn forget(&self, ids: &[MemoryId], how: Thoroughness) -> Result<Forgotten> {
        self.forget_named(ids, how, None)
    }

    /// Forgets memories as [`Engine::forget`] does; `words` are those they were found by. What waits for a
    /// decision and fits these words is withdrawn when the memories are erased.
    pub fn forget_named(&self, ids: &[MemoryId], how: Thoroughness, words: Option<&str>) -> Result<Forgotten> {
        if ids.is_empty() {
            return Err(Error::Invalid("there is nothing to forget".to_owned()));
        }
        match how {
            Thoroughness::Archive => self.archive(ids),
            Thoroughness::Erase => self.erase(ids, words),
            Thoroughness::Purge => {
                self.decides("purging history")?;
                self.purge(ids, words)
            }
        }
    }

    fn archive(&self, ids: &[MemoryId]) -> Result<Forgotten> {
        for id in ids {
            self.memory(id)?;
        }
        let mut writer = MemoryWriter::new(self);
        writer.apply(&[Step::by_person(Operation::Archive { ids: ids.to_vec() })])?;
        let mut notes = Vec::new();
        if writer.changed_states().is_empty() {
            notes.push("all of it was archived already".to_owned());
            return Ok(Forgotten { receipt: None, ids: ids.to_vec(), notes });
        }
        let summary = format!("archived {}", listed(writer.changed_states()));
        let actor = Actor::Bot("trigger-forget".into());
        let (mutation, mut outcome) = writer.into_mutation(Action::Archive, actor, summary)?;
        // The words of the request stay out: they may be what is to be forgotten.
        let mutation = mutation.approval(Approval::Approved).trigger("soul forget").confirmed(true);
        let receipt = Some(self.commit(mutation, &mut outcome)?);
        notes.push("the files keep it: it can be restored, or erased for good".to_owned());
        Ok(Forgotten { receipt, ids: outcome.changed_states, notes })
    }

    /// How many commits touch these files: what history still holds.
    fn commits_of(&self, paths: &[String]) -> Result<usize> {
        let mut commits = std::collections::HashSet::new();
        for path in paths {
            let log = self.workspace.log(&LogFilter {
                path: Some(path.clone()),
                limit: usize::MAX,
                ..LogFilter::default()
            })?;
            commits.extend(log.into_iter().map(|entry| entry.commit));
        }
        Ok(commits.len())
    }
}

/// From how much likeness on a text may be meant.
const LIKE: f64 = 0.6;
/// The likeness of a text that holds every word that was asked for.
const WHOLE: f64 = 0.95;
/// As many words as make a statement.
const STATEMENT: usize = 3;

/// What somebody wants forgotten, as it is looked for.
struct Meant {
    /// Their words, in lower case.
    phrase: String,
    /// What is left of them without those that name nothing.
    terms: Vec<String>,
}

impl Meant {
    fn is_statement(&self) -> bool {
        self.terms.len() >= STATEMENT
    }

    /// How much of what was asked for a text holds: the phrase itself, or the share of its words.
    fn likeness(&self, analyzer: &mut Analyzer, text: &str) -> f64 {
        if text.to_lowercase().contains(&self.phrase) {
            return 1.0;
        }
        if self.terms.is_empty() {
            return 0.0;
        }
        let mut held = std::collections::HashSet::new();
        analyzer.each_term(text, |term, _| {
            held.insert(term.to_owned());
        });
        let found = self.terms.iter().filter(|term| held.contains(*term)).count();
        WHOLE * found as f64 / self.terms.len() as f64
    }
}

/// Ids for a commit message, never what they say.
pub(crate) fn listed(ids: &[MemoryId]) -> String {
    let shown: Vec<String> = ids.iter().take(5).map(ToString::to_string).collect();
    let more = match ids.len() {
        n if n > 5 => format!(" and {} more", n - 5),
        _ => String::new(),
    };
    let plural = if ids.len() == 1 { "memory" } else { "memories" };
    format!("{} {plural}: {}{more}", ids.len(), shown.join(", "))
}
