//! What waits for a person and speaks of what is erased: a drafted reflection, proposals.
//!
//! Both hold words of the memories they were made from, in their own wording too, so taking the text out of
//! them is not enough: they are withdrawn, and the person is told. A purge takes them out of history as well.

use soulfile_api::MemoryView;
use std::collections::HashSet;

use soulfile_memory::id::MemoryId;
use soulfile_memory::proposal::{Proposal, ProposalFile};
use soulfile_text::analyze::Analyzer;
use soulfile_text::sentences;
use soulfile_vocabulary::layout;
use soulfile_vocabulary::layout::{PENDING_REFLECTION, PENDING_REFLECTION_DATA, PROPOSALS};
use soulfile_workspace::{LogEntry, LogFilter, WorkspacePath};

use super::candidates::{LIKE, Meant, WHOLE};
use super::erase::is_telling;
use super::marks::{marks, words};
use crate::draft::Draft;
use crate::error::Result;
use crate::open::Engine;

/// What gives away that something was made from memories that go.
pub(super) struct Bound {
    /// Ids and files, as they stand in a drafted reflection.
    names: Vec<String>,
    /// Entities that go.
    entities: Vec<String>,
    /// The pieces of their text, in lower case.
    pieces: Vec<String>,
    /// Names and codes that only they hold, in lower case.
    marks: HashSet<String>,
    /// What a person asked for.
    meant: Option<Meant>,
}

impl Bound {
    pub(super) fn new(views: &[MemoryView], texts: &[String], meant: Option<Meant>) -> Self {
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
        let pieces = texts.iter().map(|text| text.to_lowercase()).collect();
        Self { names, entities, pieces, marks: HashSet::new(), meant }
    }

    fn holds(&self, text: &str) -> bool {
        let lower = text.to_lowercase();
        self.pieces.iter().any(|piece| lower.contains(piece))
            || self.names.iter().any(|name| text.contains(name))
            || !self.marks.is_empty() && words(text).any(|word| self.marks.contains(&word))
    }

    /// Whether a text fits what was asked for.
    fn fits(&self, analyzer: &mut Analyzer, text: &str) -> bool {
        let enough = |meant: &Meant| if meant.is_statement() { WHOLE } else { LIKE };
        self.meant.as_ref().is_some_and(|meant| meant.likeness(analyzer, text) >= enough(meant))
    }

    /// Whether a proposal, as it stands in `file`, speaks of what goes.
    fn is_of(&self, analyzer: &mut Analyzer, file: &ProposalFile, proposal: &Proposal) -> bool {
        self.holds(&file.text()[proposal.span.clone()])
            || proposal.entities.iter().any(|id| self.entities.contains(id))
            || self.fits(analyzer, &proposal.content)
            || self.fits(analyzer, &proposal.trigger)
    }
}

impl Engine {
    /// What gives away that something was made from memories that are purged: more than where they are only
    /// erased, for nothing of them may be left.
    pub(super) fn bound_to_purge(&self, views: &[MemoryView], texts: &[String], meant: Option<Meant>) -> Result<Bound> {
        let mut bound = Bound::new(views, texts, meant);
        for view in views {
            bound.marks.extend(marks(&view.text));
            if let MemoryId::Entity(id) = &view.id
                && let Some((_, file)) = self.entity_file(id)?
            {
                bound.marks.extend(words(&file.label()));
            }
        }
        for text in self.texts_beside(views)? {
            words(&text).for_each(|word| {
                bound.marks.remove(&word);
            });
        }
        Ok(bound)
    }

    /// What else is known: the memories that stay, and what the person wrote of themselves.
    fn texts_beside(&self, gone: &[MemoryView]) -> Result<Vec<String>> {
        let is_gone = |id: &MemoryId| {
            gone.iter().any(|view| match (&view.id, id) {
                (MemoryId::Entity(whole), MemoryId::Fact(of, _)) => whole == of,
                (gone, id) => gone == id,
            })
        };
        let stay = self.memories()?.into_iter().filter(|memory| !is_gone(&memory.id));
        let mut texts: Vec<String> = stay.map(|memory| memory.text).collect();
        for path in [layout::USER, layout::IDENTITY, layout::SOUL] {
            texts.extend(self.read_text(path)?);
        }
        Ok(texts)
    }

    /// Withdraws what waits and was made from memories that go; says what.
    pub(super) fn withdraw_waiting(&self, draft: &mut Draft<'_>, bound: &Bound) -> Result<Vec<String>> {
        let mut notes = Vec::new();
        let files = [PENDING_REFLECTION, PENDING_REFLECTION_DATA];
        let waiting = files.iter().map(|path| self.read_text(path)).collect::<Result<Vec<_>>>()?;
        if waiting.iter().flatten().any(|text| bound.holds(text)) {
            for (path, _) in files.iter().zip(&waiting).filter(|(_, text)| text.is_some()) {
                draft.remove(path)?;
            }
            notes
                .push("the waiting reflection had read it and was withdrawn; `soul reflect` drafts it anew".to_owned());
        }
        let Some(text) = self.read_text(PROPOSALS)? else { return Ok(notes) };
        let mut analyzer = Analyzer::new();
        let mut file = ProposalFile::parse(text);
        let mut next = |file: &ProposalFile| {
            let mut found = file.proposals().iter().filter(|proposal| bound.is_of(&mut analyzer, file, proposal));
            found.next().map(|proposal| proposal.number)
        };
        while let Some(number) = next(&file) {
            file = ProposalFile::parse(file.remove(number, None)?);
            draft.set(PROPOSALS, file.text().to_owned())?;
            notes.push(format!("proposal {number} spoke of it and was withdrawn"));
        }
        Ok(notes)
    }

    /// The files of drafted reflections, when any that history holds was made from what goes: they hold it in
    /// other words, so they go from every commit.
    pub(super) fn drafts_to_purge(&self, bound: &Bound) -> Result<Vec<String>> {
        let path = WorkspacePath::parse(PENDING_REFLECTION_DATA)?;
        for entry in self.commits_to(PENDING_REFLECTION_DATA)? {
            let text = self.workspace.read_at(&path, &entry.commit)?;
            if text.is_some_and(|bytes| bound.holds(&String::from_utf8_lossy(&bytes))) {
                return Ok(vec![PENDING_REFLECTION.to_owned(), PENDING_REFLECTION_DATA.to_owned()]);
            }
        }
        Ok(Vec::new())
    }

    /// What every proposal that ever waited says, where it speaks of what goes: whether it still waits or was
    /// decided on, history has it. What a memory that stays says too is left alone.
    pub(super) fn proposals_to_purge(&self, bound: &Bound, gone: &[MemoryView]) -> Result<Vec<String>> {
        let path = WorkspacePath::parse(PROPOSALS)?;
        let mut analyzer = Analyzer::new();
        let mut texts: Vec<String> = Vec::new();
        let mut files: Vec<String> = self.read_text(PROPOSALS)?.into_iter().collect();
        let mut stay = self.texts_beside(gone)?;
        let now = ProposalFile::parse(files.concat());
        let others = now.proposals().iter().filter(|proposal| !bound.is_of(&mut analyzer, &now, proposal));
        stay.extend(others.map(|proposal| now.text()[proposal.span.clone()].to_owned()));
        for entry in self.commits_to(PROPOSALS)? {
            let bytes = self.workspace.read_at(&path, &entry.commit)?;
            files.extend(bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()));
            // A person may have said why not.
            let said = entry.message.into_iter().flat_map(|message| [message.summary, message.trigger]);
            texts.extend(said.filter(|said| bound.holds(said) || bound.fits(&mut analyzer, said)));
        }
        for file in files.into_iter().map(ProposalFile::parse) {
            for proposal in file.proposals() {
                if bound.is_of(&mut analyzer, &file, proposal) {
                    // What made them is one of a few words for most.
                    let told = bound.holds(&proposal.trigger) || bound.fits(&mut analyzer, &proposal.trigger);
                    texts.extend(pieces(&file, proposal, told));
                }
            }
        }
        texts.sort();
        texts.dedup();
        texts.retain(|text| !stay.iter().any(|other| other.contains(text.as_str())));
        Ok(texts)
    }

    /// Every commit that changed a file.
    fn commits_to(&self, path: &str) -> Result<Vec<LogEntry>> {
        let log = LogFilter { path: Some(path.to_owned()), limit: usize::MAX, ..LogFilter::default() };
        Ok(self.workspace.log(&log)?)
    }
}

/// What a proposal says, as it may stand in a file or a message. A word or two by itself may be anybody's, and
/// goes only with the line it stands in.
fn pieces(file: &ProposalFile, proposal: &Proposal, with_trigger: bool) -> Vec<String> {
    let trigger = Some(&proposal.trigger).filter(|_| with_trigger);
    let others = proposal.extra.iter().map(|(_, value)| value);
    let mut pieces: Vec<String> = Vec::new();
    for text in [&proposal.content].into_iter().chain(trigger).chain(others) {
        let sentences = sentences::split(text).into_iter().map(|sentence| text[sentence.span].trim());
        let parts = [text.as_str()].into_iter().chain(text.lines()).chain(sentences);
        pieces.extend(parts.filter(|part| is_telling(part)).map(str::to_owned));
    }
    let kept =
        ["From", "Timestamp", "Trigger", "Suggested store", "Confidence", "Core-worthy", "Scope", "Trust", "Status"];
    for line in file.text()[proposal.span.clone()].lines().map(str::trim) {
        let structure = line.is_empty() || line.starts_with(['#', '<']) || line == "---";
        let standing = kept.iter().any(|key| line.starts_with(&format!("- **{key}**")));
        if !structure && !standing && line != "- **Entities**: []" {
            pieces.push(line.to_owned());
        }
    }
    pieces
}
