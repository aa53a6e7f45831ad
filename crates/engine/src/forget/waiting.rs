//! What waits for a person and speaks of what is erased: a drafted reflection, proposals.
//!
//! Both hold words of the memories they were made from, in their own wording too, so taking the text out of
//! them is not enough: they are withdrawn, and the person is told.

use soulfile_memory::id::MemoryId;
use soulfile_memory::proposal::ProposalFile;
use soulfile_workspace::{Filter, WorkspacePath};

use crate::draft::Draft;
use crate::error::Result;
use crate::open::Engine;
use crate::reflect::{PENDING, PENDING_DATA};
use crate::stores::{MemoryView, PROPOSALS};

/// What gives away that something was made from memories that go.
pub(super) struct Bound {
    /// Ids and files, as they stand in a drafted reflection.
    names: Vec<String>,
    /// Entities that go.
    entities: Vec<String>,
    /// The pieces of their text, in lower case.
    words: Vec<String>,
}

impl Bound {
    pub(super) fn new(views: &[MemoryView], texts: &[String]) -> Self {
        let mut names = Vec::new();
        let mut entities = Vec::new();
        for view in views {
            names.push(format!("\"{}\"", view.id));
            // A draft that read the day took its themes and questions from there.
            if matches!(view.id, MemoryId::Episode(_)) {
                names.push(format!("\"{}\"", view.path));
            }
            if let MemoryId::Entity(id) = &view.id {
                names.push(format!("\"{id}\""));
                entities.push(id.to_string());
            }
        }
        Self { names, entities, words: texts.iter().map(|text| text.to_lowercase()).collect() }
    }

    fn holds(&self, text: &str) -> bool {
        let lower = text.to_lowercase();
        self.words.iter().any(|word| lower.contains(word)) || self.names.iter().any(|name| text.contains(name))
    }
}

impl Engine {
    /// Withdraws what waits and was made from memories that go; says what.
    pub(super) fn withdraw_waiting(&self, draft: &mut Draft<'_>, bound: &Bound) -> Result<Vec<String>> {
        let mut notes = Vec::new();
        let files = [PENDING, PENDING_DATA];
        let waiting = files.iter().map(|path| self.read_text(path)).collect::<Result<Vec<_>>>()?;
        if waiting.iter().flatten().any(|text| bound.holds(text)) {
            for (path, _) in files.iter().zip(&waiting).filter(|(_, text)| text.is_some()) {
                draft.remove(path)?;
            }
            notes
                .push("the waiting reflection had read it and was withdrawn; `soul reflect` drafts it anew".to_owned());
        }
        let Some(text) = self.read_text(PROPOSALS)? else { return Ok(notes) };
        let mut file = ProposalFile::parse(text);
        let speaks = |file: &ProposalFile| {
            let mut found = file.proposals().iter().filter(|proposal| {
                bound.holds(&file.text()[proposal.span.clone()])
                    || proposal.entities.iter().any(|id| bound.entities.contains(id))
            });
            found.next().map(|proposal| proposal.number)
        };
        while let Some(number) = speaks(&file) {
            file = ProposalFile::parse(file.remove(number, None)?);
            draft.set(PROPOSALS, file.text().to_owned())?;
            notes.push(format!("proposal {number} spoke of it and was withdrawn"));
        }
        Ok(notes)
    }

    /// The files of drafted reflections, when any that history holds was made from what goes: they hold it in
    /// other words, so they go from every commit.
    pub(super) fn drafts_to_purge(&self, bound: &Bound) -> Result<Vec<String>> {
        let path = WorkspacePath::parse(PENDING_DATA)?;
        let log = Filter { path: Some(PENDING_DATA.to_owned()), limit: usize::MAX, ..Filter::default() };
        for entry in self.workspace.log(&log)? {
            let text = self.workspace.read_at(&path, &entry.commit)?;
            if text.is_some_and(|bytes| bound.holds(&String::from_utf8_lossy(&bytes))) {
                return Ok(vec![PENDING.to_owned(), PENDING_DATA.to_owned()]);
            }
        }
        Ok(Vec::new())
    }
}
