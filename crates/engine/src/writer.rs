//! The one writer of memories: a list of operations becomes one mutation.
//!
//! Every verb that stores something (`remember`, an approved reflection, a committed proposal, `import`, `pin`,
//! `forget`, `restore`) describes it as [`Step`]s, and only this module turns those into files. So the same
//! operation gives the same bytes wherever it comes from, and the same checks hold: credentials are refused, nothing is
//! shown to more people or trusted further than what it was drawn from, MEMORY.md keeps its budget, an alias leads
//! to the entity that carries it, what is known is not stored twice, and what is replaced stays readable.
//!
//! Start at [`MemoryWriter::apply`]; `writer/operation.rs` lists the operations, `writer/preview.rs` shows what they would
//! change.

use soulfile_api::RememberedEntry;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use jiff::civil::Date;
use soulfile_memory::entity::EntityFile;
use soulfile_memory::id::{EpisodeId, MemoryId};
use soulfile_memory::pages::NewPage;
use soulfile_memory::proposal::ProposalFile;
use soulfile_memory::provenance::Provenance;
use soulfile_reflect::journal::Evolution;
use soulfile_vocabulary::layout::{CORE, EVOLUTION, PROPOSALS};
use soulfile_workspace::{Action, Actor, Change, Mutation, Receipt};

use crate::admission;
use crate::day_log::DayLogEnd;
use crate::decay::TakenUses;
use crate::draft::Draft;
use crate::error::Result;
use crate::open::Engine;

mod core_memory;
mod duplicates;
mod entities;
mod episodes;
mod evidence;
mod facts;
mod operation;
mod pages;
mod preview;
mod procedures;
mod scores;
#[cfg(test)]
mod tests;

pub use duplicates::KnownMemory;
pub use operation::{FactRef, NamedEntity, Operation, Source, Standing, Step, WhenCoreFull};
pub use preview::{FilePreview, Preview, Refusal};

/// Writes operations into a draft of the workspace's files.
pub(crate) struct MemoryWriter<'e> {
    engine: &'e Engine,
    draft: Draft<'e>,
    today: Date,
    /// Whether the texts were checked for credentials before they came here.
    admitted: bool,
    /// Whether nothing will be written.
    is_preview: bool,
    /// The episode that the last [`Operation::Remember`] wrote.
    episode: Option<EpisodeId>,
    entries: Vec<RememberedEntry>,
    made: BTreeSet<MemoryId>,
    day_ends: Vec<DayLogEnd>,
    close_names: Vec<entities::CloseName>,
    created_entities: usize,
    /// Entity files as they were last read or written here, by path.
    entity_files: BTreeMap<String, Rc<EntityFile>>,
    evidence: evidence::SourceEvidence,
    scores: Option<scores::Scores>,
    changed_states: Vec<MemoryId>,
    revised: u32,
    warnings: Vec<String>,
    applied: Vec<Step>,
}

/// What a list of operations came to.
pub(crate) struct Outcome {
    /// Every entry that was written, or found to be there already.
    pub(crate) entries: Vec<RememberedEntry>,
    /// Proposals to merge entities whose names are close.
    pub(crate) proposals: Vec<u32>,
    /// Memories that were archived, restored, pinned or unpinned; those that were so already are left out.
    pub(crate) changed_states: Vec<MemoryId>,
    /// What a person should know.
    pub(crate) warnings: Vec<String>,
    day_ends: Vec<DayLogEnd>,
    scores: Option<TakenUses>,
}

impl<'e> MemoryWriter<'e> {
    pub(crate) fn new(engine: &'e Engine) -> Self {
        Self {
            engine,
            draft: Draft::new(&engine.workspace),
            today: engine.now().date(),
            admitted: false,
            is_preview: false,
            episode: None,
            entries: Vec::new(),
            made: BTreeSet::new(),
            day_ends: Vec::new(),
            close_names: Vec::new(),
            created_entities: 0,
            entity_files: BTreeMap::new(),
            evidence: evidence::SourceEvidence::default(),
            scores: None,
            changed_states: Vec::new(),
            revised: 0,
            warnings: Vec::new(),
            applied: Vec::new(),
        }
    }

    /// The texts were checked by [`admission`] as a whole; they are not checked again.
    pub(crate) fn admitted(mut self) -> Self {
        self.admitted = true;
        self
    }

    /// Stages the steps, in order. On an error the writer must be dropped: nothing of it is written.
    pub(crate) fn apply(&mut self, steps: &[Step]) -> Result<()> {
        if !self.admitted {
            for text in steps.iter().flat_map(|step| step.operation.texts()) {
                admission::refuse_credentials(text)?;
            }
        }
        let mut episodes = self.write_episodes(steps)?.into_iter();
        for step in steps {
            match &step.operation {
                Operation::Remember { .. } => self.episode = episodes.next(),
                operation => {
                    let from = self.provenance(step)?;
                    self.write(operation, step, &from)?;
                }
            }
            if self.is_preview {
                self.applied.push(Step { source: Source::Named(self.sources(step)), ..step.clone() });
            }
        }
        Ok(())
    }

    /// The files of a verb that are no memories (its log, its state), staged with the same change.
    pub(crate) fn draft(&mut self) -> &mut Draft<'e> {
        &mut self.draft
    }

    /// Whether anything would be written.
    pub(crate) fn changes_nothing(&self) -> bool {
        self.draft.is_unchanged() && !self.scores_changed()
    }

    pub(crate) fn changed_states(&self) -> &[MemoryId] {
        &self.changed_states
    }

    pub(crate) fn revised(&self) -> u32 {
        self.revised
    }

    /// What kind of change this is for the trail: an edit of what was there, new files, or lines at the end of some.
    pub(crate) fn action(&self) -> Action {
        if self.draft.changes_file(CORE) {
            Action::Edit
        } else if self.draft.appends() || self.draft.created().next().is_none() {
            Action::Append
        } else {
            Action::Create
        }
    }

    /// The mutation, and what to tell of it once it is committed.
    pub(crate) fn into_mutation(
        mut self,
        action: Action,
        actor: Actor,
        summary: String,
    ) -> Result<(Mutation, Outcome)> {
        let proposals = self.finish()?;
        let mutation = Mutation::new(action, actor, summary, self.draft.into_changes()?);
        let outcome = Outcome {
            entries: self.entries,
            proposals,
            changed_states: self.changed_states,
            warnings: self.warnings,
            day_ends: self.day_ends,
            scores: self.scores.and_then(scores::Scores::into_taken),
        };
        Ok((mutation, outcome))
    }

    /// The changes alone, for a verb that commits them with others.
    pub(crate) fn into_changes(mut self) -> Result<Vec<Change>> {
        self.finish()?;
        self.draft.into_changes()
    }

    /// Stages what follows from the steps: merge proposals, scores, the graph index.
    fn finish(&mut self) -> Result<Vec<u32>> {
        let proposals = self.propose_merges()?;
        self.stage_scores()?;
        self.stage_graph_index()?;
        Ok(proposals)
    }

    fn write(&mut self, operation: &Operation, step: &Step, from: &Provenance) -> Result<()> {
        if let Some(what) = operation.right_missing(from.trust).filter(|_| !step.approved) {
            let warning = format!(
                "kept in the day's log, not as {what}: its source is trusted as \"{}\", and that takes your approval",
                from.trust
            );
            if !self.warnings.contains(&warning) {
                self.warnings.push(warning);
            }
            return Ok(());
        }
        match operation {
            Operation::Remember { .. } => Ok(()),
            Operation::AddEntity { entity } => self.entity(entity, from).map(|_| ()),
            Operation::AddFact { entity, text, since, confidence, standing } => {
                let fact = facts::new_fact(text, *since, *confidence, from);
                self.add_fact(entity, &fact, *standing, step.weight(from))
            }
            Operation::Supersede { entity, text, since, confidence, replaces } => {
                let fact = facts::new_fact(text, *since, *confidence, from);
                self.supersede(entity, &fact, replaces)
            }
            Operation::EndFacts { facts, since } => self.end_facts(facts, *since),
            Operation::FlagContradiction { entity, older, newer } => {
                self.flag_contradiction(entity, older, newer, from)
            }
            Operation::Relate { from: start, relation, to, since, confidence } => {
                self.relate(start, *relation, to, *since, *confidence, from)
            }
            Operation::MergeEntities { absorbed, into } => self.merge_entities(absorbed, into),
            Operation::SplitEntity { entity, from } => self.split_entity(entity, from),
            Operation::AddProcedure { name, trigger, steps, summary } => {
                let learned_from = self.sources(step);
                self.add_procedure(name, trigger, steps, summary, learned_from, from)
            }
            Operation::AddCoreLine { block, text, confidence, standing, when_full } => {
                let fact = facts::new_fact(text, Some(self.today), *confidence, from);
                self.add_core_line(*block, &fact, *standing, *when_full, step.approved)
            }
            Operation::CorrectCore { block, text, confidence, when_full } => {
                let fact = facts::new_fact(text, Some(self.today), *confidence, from);
                self.correct_core(*block, &fact, *when_full, step.approved)
            }
            Operation::ReplaceCoreLine { line, text, since, confidence } => {
                let fact = facts::new_fact(text, *since, *confidence, from);
                self.replace_core_line(line, &fact)
            }
            Operation::DemoteCoreLine { line, text, ended } => self.demote_core_line(line, text, *ended, from),
            Operation::AddPage { store, title, content } => {
                let (title, content, provenance) = (title.clone(), content.clone(), from.clone());
                self.add_to_page(*store, &NewPage { title, content, provenance })
            }
            Operation::Pin { id } => self.set_pinned(id, true),
            Operation::Unpin { id } => self.set_pinned(id, false),
            Operation::Archive { ids } => self.archive(ids),
            Operation::Restore { ids } => self.restore(ids),
            Operation::CloseProposal { number, review } => {
                let file = ProposalFile::parse(self.draft.text(PROPOSALS)?);
                self.draft.set(PROPOSALS, file.remove(*number, Some(review))?)
            }
            Operation::NoteInsight { reflection, text, milestone, threads } => {
                let evolution = Evolution::parse(self.draft.text(EVOLUTION)?);
                let evolution = match milestone {
                    Some(at) => evolution.add_milestone(self.today, *at, text),
                    None => evolution.add_insight(self.today, *reflection, text),
                };
                let evolution = if threads.is_empty() { evolution } else { evolution.set_threads(threads) };
                self.draft.set(EVOLUTION, evolution.text().to_owned())
            }
        }
    }

    fn entry(&mut self, id: MemoryId, path: &str, lines: (usize, usize), summary: &str, new: bool) {
        if new {
            self.made.insert(id.clone());
        }
        let store = id.store();
        self.entries.push(RememberedEntry {
            id,
            store,
            path: path.to_owned(),
            lines,
            summary: summary.to_owned(),
            new,
        });
    }
}

impl Engine {
    /// Commits what a writer staged. Entries get their final ids and lines where somebody else appended meanwhile.
    pub(crate) fn commit(&self, mutation: Mutation, outcome: &mut Outcome) -> Result<Receipt> {
        let receipt = self.apply(mutation)?;
        for day_end in outcome.day_ends.drain(..) {
            episodes::settle(self, day_end, &receipt, &mut outcome.entries)?;
        }
        if let Some(scores) = outcome.scores.take() {
            scores.done();
        }
        Ok(receipt)
    }
}
