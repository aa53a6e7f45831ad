//! Carries out approved items in a draft, to be written as one change.

use std::collections::BTreeSet;

use jiff::civil::Date;
use soulfile_memory::archive;
use soulfile_memory::core::{Block, CoreMemory, NewLine, WhenFull};
use soulfile_memory::decay::DecayFile;
use soulfile_memory::entity::{
    EntityFile, NewEntity, NewFact, NewRelation, RelationName, candidate_paths, entity_of_path, new_path,
};
use soulfile_memory::id::{CoreId, EntityId, FactId, MemoryId};
use soulfile_memory::procedure::{NewProcedure, Procedure};
use soulfile_memory::proposal::ProposalFile;
use soulfile_memory::provenance::Provenance;
use soulfile_reflect::item::{EntityRef, Keep, Replaced, Side};
use soulfile_reflect::journal::Evolution;
use soulfile_reflect::survey::user_ref;
use soulfile_reflect::{Item, Op, Reflection};
use soulfile_understand::vocabulary::{Confidence, Relation, Trust};

use super::EVOLUTION;
use super::decide::proposal_of;
use crate::decay::{Scored, Taken};
use crate::door;
use crate::draft::Draft;
use crate::error::{Error, Result};
use crate::open::Engine;
use crate::proposals::MERGE_TRIGGER;
use crate::remember::RememberRequest;
use crate::stores::{CORE, GRAPH_INDEX, PROPOSALS, SCORES, procedure_path};

/// Writes items into a draft.
pub(super) struct Applier<'e> {
    engine: &'e Engine,
    draft: Draft<'e>,
    reflection: &'e Reflection,
    today: Date,
    made: BTreeSet<MemoryId>,
    archived: Vec<MemoryId>,
    /// How many facts were replaced.
    pub(super) revised: u32,
    /// What a person should know.
    pub(super) warnings: Vec<String>,
}

impl<'e> Applier<'e> {
    pub(super) fn new(engine: &'e Engine, reflection: &'e Reflection) -> Self {
        Self {
            engine,
            draft: Draft::new(&engine.workspace),
            reflection,
            today: engine.now().date(),
            made: BTreeSet::new(),
            archived: Vec::new(),
            revised: 0,
            warnings: Vec::new(),
        }
    }

    /// Carries out one item.
    pub(super) fn apply(&mut self, item: &Item) -> Result<()> {
        match &item.op {
            Op::AddFact { entity, text, since, confidence, replaces, links } => {
                let fact = self.new_fact(item, text, *since, *confidence)?;
                self.add_fact(entity, &fact, replaces)?;
                for link in links {
                    self.connect(item, entity, Relation::RelatesTo, link, *since, *confidence)?;
                }
                Ok(())
            }
            Op::Connect { from, relation, to, since, confidence } => {
                self.connect(item, from, *relation, to, *since, *confidence)
            }
            Op::Settle { entity, older, newer, keep, also } => {
                self.settle(item, entity, older, newer, *keep)?;
                if *keep == Keep::Newer { self.end_facts(also, newer.since) } else { Ok(()) }
            }
            Op::Merge { absorbed, into, .. } => self.merge(&absorbed.id, &into.id),
            Op::Learn { name, trigger, steps } => self.learn(item, name, trigger, steps),
            Op::Archive { id, .. } => {
                self.archived.push(id.parse()?);
                Ok(())
            }
            Op::CoreAdd { block, text } => {
                door::check(text, item.trust, false)?;
                let block = Block::ALL.into_iter().find(|found| found.key() == block).unwrap_or(Block::CriticalFacts);
                let line = NewLine { text: text.clone(), pinned: false, trust: item.trust, source: source(item) };
                let limit = self.engine.core_limit(WhenFull::Refuse, &|_| None);
                let edit = CoreMemory::parse(self.draft.text(CORE)?).add(block, &line, &limit)?;
                self.made.insert(MemoryId::Core(edit.id));
                self.draft.set(CORE, edit.text)
            }
            Op::CoreReplace { id, old, text, since, .. } => self.replace_line(item, id, old, text, *since),
            Op::CoreDemote { id, text, ended, .. } => {
                let line = self.core_id(id)?;
                let core = CoreMemory::parse(self.draft.text(CORE)?);
                let provenance = of_line(&core, &line, item.trust);
                self.draft.set(CORE, core.remove(&[line])?)?;
                let kept = NewFact { text: text.clone(), since: None, confidence: None, provenance };
                self.add_fact(&user_ref(), &kept, &[])?;
                let past = Replaced { entity: user_ref().id, fact: String::new(), text: text.clone() };
                if ended.is_some() { self.end_facts(&[past], *ended) } else { Ok(()) }
            }
            Op::Accept { number, from, text, review, .. } => self.accept(item, *number, from, text, review),
            Op::Note { text, milestone, threads } => {
                let evolution = Evolution::parse(self.draft.text(EVOLUTION)?);
                let number = self.reflection.number;
                let evolution = match milestone {
                    Some(at) => evolution.add_milestone(self.today, *at, text),
                    None => evolution.add_insight(self.today, number, text),
                };
                let evolution = if threads.is_empty() { evolution } else { evolution.set_threads(threads) };
                self.draft.set(EVOLUTION, evolution.text().to_owned())
            }
        }
    }

    /// Takes rejected proposals out of their file.
    pub(super) fn reject_proposals(&mut self, rejected: &[Item]) -> Result<()> {
        for (number, review) in rejected.iter().filter_map(|item| proposal_of(&item.op)) {
            let file = ProposalFile::parse(self.draft.text(PROPOSALS)?);
            // One that was decided or changed meanwhile is not what was rejected.
            if file.get(number).is_some_and(|proposal| proposal.review_hash() == review) {
                self.draft.set(PROPOSALS, file.remove(number, Some(review))?)?;
            }
        }
        Ok(())
    }

    /// Scores and the graph index, once everything else is written. What was seen again counts as used.
    pub(super) fn finish(mut self, approved: &[Item]) -> Result<(Draft<'e>, Option<Taken>)> {
        if approved.is_empty() {
            return Ok((self.draft, None));
        }
        let now = self.engine.now().timestamp();
        let pending = self.engine.pending_scores().take()?;
        let mut scores = DecayFile::parse(&self.draft.text(SCORES)?);
        self.engine.fold(&mut scores, &pending.scored);
        let base = self.engine.config().memory.decay.base_relevance.inferred;
        let made = self.made.iter().map(|id| Scored { id: id.clone(), made: Some(base), used: 0, at: now });
        let seen = self.reflection.confirmed.iter().filter_map(|id| id.parse().ok());
        let seen = seen.map(|id| Scored { id, made: None, used: 1, at: now });
        let noted: Vec<Scored> = made.chain(seen).collect();
        self.engine.fold(&mut scores, &noted);
        scores.recompute(&self.engine.decay_params(), now);
        let core = CoreMemory::parse(self.draft.text(CORE)?);
        let edits = archive::forget(&self.archived, &scores, &core, now)?;
        self.draft.set(SCORES, edits.scores)?;
        self.refresh_graph()?;
        Ok((self.draft, Some(pending)))
    }

    fn refresh_graph(&mut self) -> Result<()> {
        if self.draft.read(GRAPH_INDEX)?.is_none() {
            return Ok(());
        }
        let mut files = self.engine.entity_files()?;
        for (path, file) in &mut files {
            if self.draft.changes_file(path) {
                *file = EntityFile::parse(file.id().clone(), self.draft.text(path)?);
            }
        }
        let created: Vec<String> = self.draft.created().map(str::to_owned).collect();
        for path in created {
            if let Some(id) = entity_of_path(&path) {
                let text = self.draft.text(&path)?;
                files.push((path, EntityFile::parse(id, text)));
            }
        }
        let scores = DecayFile::parse(&self.draft.text(SCORES)?);
        let index = self.engine.graph_index(&files, &scores);
        self.draft.set(GRAPH_INDEX, index)
    }

    fn new_fact(&self, item: &Item, text: &str, since: Option<Date>, confidence: Confidence) -> Result<NewFact> {
        door::check(text, item.trust, false)?;
        Ok(NewFact { text: text.to_owned(), since, confidence: Some(confidence), provenance: provenance(item) })
    }

    fn connect(
        &mut self,
        item: &Item,
        from: &EntityRef,
        relation: Relation,
        to: &EntityRef,
        since: Option<Date>,
        confidence: Confidence,
    ) -> Result<()> {
        let (from, to) = (self.entity(from, &provenance(item))?, self.entity(to, &provenance(item))?);
        if from == to {
            return Ok(());
        }
        let (path, file) = self.file(&from)?;
        let new = NewRelation {
            name: RelationName::Known(relation),
            target: to,
            since,
            confidence: Some(confidence),
            provenance: provenance(item),
        };
        let edit = file.add_relation(&new, self.today)?;
        self.draft.set(&path, edit.text)
    }

    fn add_fact(&mut self, entity: &EntityRef, fact: &NewFact, replaces: &[Replaced]) -> Result<()> {
        let id = self.entity(entity, &fact.provenance)?;
        let mut replaced = false;
        for old in replaces {
            let owner: EntityId = old.entity.parse()?;
            let (path, file) = self.file(&owner)?;
            let Some(old) = find_fact(&file, &old.fact, &old.text) else { continue };
            self.revised += 1;
            let (path, file) = self.end_ties(path, file, &old, &fact.text, fact.since)?;
            if owner == id {
                let edit = file.supersede_fact(&old, fact, self.today)?;
                self.note_fact(&id, edit.fact);
                self.draft.set(&path, edit.text)?;
                replaced = true;
            } else {
                // It is another entity's: it ends, and the new one stands once.
                let until = fact.since.unwrap_or(self.today);
                self.draft.set(&path, file.end_fact(&old, until, self.today)?.text)?;
            }
        }
        if !replaced {
            let (path, file) = self.file(&id)?;
            let edit = file.add_fact(fact, self.today)?;
            if edit.changed {
                self.note_fact(&id, edit.fact);
            }
            self.draft.set(&path, edit.text)?;
        }
        Ok(())
    }

    /// Ties that rest on the same words as a fact that is over, to what it names and the newer one does not, are over
    /// with it.
    fn end_ties(
        &mut self,
        path: String,
        mut file: EntityFile,
        old: &FactId,
        newer: &str,
        since: Option<Date>,
    ) -> Result<(String, EntityFile)> {
        let Some(fact) = file.fact(old).cloned() else { return Ok((path, file)) };
        let (old, newer) = (fact.text.to_lowercase(), newer.to_lowercase());
        let over: Vec<(RelationName, EntityId)> = file
            .relations
            .iter()
            .filter(|line| line.until.is_none() && line.source.is_some() && line.source == fact.source)
            .filter_map(|line| match line.targets.as_slice() {
                [one] => Some((line.name.clone(), one.clone())),
                _ => None,
            })
            .filter(|(_, target)| {
                let name = target.slug().replace('-', " ");
                old.contains(&name) && !newer.contains(&name)
            })
            .collect();
        for (name, target) in over {
            let edit = file.end_relation(&name, &target, since.unwrap_or(self.today), self.today)?;
            self.draft.set(&path, edit.text.clone())?;
            file = EntityFile::parse(file.id().clone(), edit.text);
        }
        Ok((path, file))
    }

    /// Facts that something newer took the place of: they stay readable as past ones.
    fn end_facts(&mut self, facts: &[Replaced], since: Option<Date>) -> Result<()> {
        for old in facts {
            let owner: EntityId = old.entity.parse()?;
            let (path, file) = self.file(&owner)?;
            let Some(old) = find_fact(&file, &old.fact, &old.text) else { continue };
            self.revised += 1;
            let (path, file) = self.end_ties(path, file, &old, "", since)?;
            self.draft.set(&path, file.end_fact(&old, since.unwrap_or(self.today), self.today)?.text)?;
        }
        Ok(())
    }

    fn note_fact(&mut self, id: &EntityId, fact: Option<FactId>) {
        self.made.extend(fact.map(|fact| MemoryId::Fact(id.clone(), fact)));
    }

    fn settle(&mut self, item: &Item, entity: &EntityRef, older: &Side, newer: &Side, keep: Keep) -> Result<()> {
        if keep == Keep::Older {
            return Ok(());
        }
        let confidence = if keep == Keep::Both { Confidence::Low } else { Confidence::Medium };
        let fact = self.new_fact(item, &newer.text, newer.since, confidence)?;
        let fact_id = match older.id.parse() {
            Ok(MemoryId::Fact(_, fact)) => fact.to_string(),
            _ => String::new(),
        };
        let old = Replaced { entity: entity.id.clone(), fact: fact_id.clone(), text: older.text.clone() };
        if keep == Keep::Newer {
            return self.add_fact(entity, &fact, &[old]);
        }
        let id = self.entity(entity, &fact.provenance)?;
        self.add_fact(entity, &fact, &[])?;
        let (path, file) = self.file(&id)?;
        let added = file.current_facts().find(|found| found.text == newer.text).map(|found| found.id.clone());
        let known = find_fact(&file, &fact_id, &older.text);
        match (added, known) {
            (Some(added), Some(known)) if added != known => {
                self.draft.set(&path, file.flag_contradiction(&added, &known, self.today)?.text)
            }
            _ => Ok(()),
        }
    }

    fn merge(&mut self, absorbed: &str, into: &str) -> Result<()> {
        let (absorbed, into): (EntityId, EntityId) = (absorbed.parse()?, into.parse()?);
        let (other_path, other) = self.file(&absorbed)?;
        let (path, kept) = self.file(&into)?;
        let merged = kept.merge(&other, self.today)?;
        self.draft.set(&path, merged.kept)?;
        self.draft.set(&other_path, merged.absorbed)
    }

    fn learn(&mut self, item: &Item, name: &str, trigger: &str, steps: &[String]) -> Result<()> {
        for text in std::iter::once(trigger).chain(steps.iter().map(String::as_str)) {
            door::check(text, item.trust, false)?;
        }
        let path = procedure_path(name);
        let sources: Vec<String> = item.evidence.iter().map(|seen| seen.id.clone()).collect();
        let text = match self.draft.read(&path)? {
            Some(text) => {
                let mut procedure = Procedure::parse(name, text);
                for step in steps {
                    if !procedure.steps.contains(step) {
                        procedure = Procedure::parse(name, procedure.add_step(step)?);
                    }
                }
                for source in &sources {
                    procedure = Procedure::parse(name, procedure.add_learned_from(source)?);
                }
                procedure.text().to_owned()
            }
            None => {
                self.made.insert(MemoryId::Procedure(name.to_owned()));
                let new = NewProcedure {
                    name: name.to_owned(),
                    trigger: trigger.to_owned(),
                    steps: steps.to_vec(),
                    notes: Vec::new(),
                    learned_from: sources,
                    provenance: provenance(item),
                };
                Procedure::create(&new, self.today)?
            }
        };
        self.draft.set(&path, text)
    }

    /// Rewords a line of MEMORY.md; what it said stays readable as a past fact of the user.
    fn replace_line(&mut self, item: &Item, id: &str, old: &str, text: &str, since: Option<Date>) -> Result<()> {
        let line = self.core_id(id)?;
        let fact = self.new_fact(item, text, since, Confidence::Medium)?;
        let limit = self.engine.core_limit(WhenFull::Refuse, &|_| None);
        let core = CoreMemory::parse(self.draft.text(CORE)?);
        let provenance = of_line(&core, &line, Trust::User);
        let edit = match source(item) {
            Some(source) => core.replace_from(&line, text, &source, &limit)?,
            None => core.replace(&line, text, &limit)?,
        };
        self.made.insert(MemoryId::Core(edit.id));
        self.draft.set(CORE, edit.text)?;
        let was = NewFact { text: old.to_owned(), since: None, confidence: None, provenance };
        let user = user_ref();
        self.add_fact(&user, &was, &[])?;
        let replaced = Replaced { entity: user.id.clone(), fact: String::new(), text: old.to_owned() };
        self.add_fact(&user, &fact, &[replaced])
    }

    fn accept(&mut self, item: &Item, number: u32, from: &str, text: &str, review: &str) -> Result<()> {
        let file = ProposalFile::parse(self.draft.text(PROPOSALS)?);
        let proposal = file.get(number).cloned().ok_or_else(|| Error::NotFound(format!("proposal #{number}")))?;
        self.draft.set(PROPOSALS, file.remove(number, Some(review))?)?;
        if proposal.trigger == MERGE_TRIGGER && proposal.entities.len() == 2 {
            return self.merge(&proposal.entities[0], &proposal.entities[1]);
        }
        let request = RememberRequest {
            text: text.to_owned(),
            store: proposal.store,
            scope: proposal.scope.clone(),
            source: Some(format!("proposal #{number} from {from}")),
            trust: Some(proposal.trust),
            ..RememberRequest::default()
        };
        let draft = std::mem::replace(&mut self.draft, Draft::new(&self.engine.workspace));
        let trust = proposal.trust.min(item.trust);
        let (draft, entries, warnings) = self.engine.stage_proposal(draft, &request, trust, proposal.core_worthy)?;
        self.draft = draft;
        self.made.extend(entries.into_iter().filter(|entry| entry.new).map(|entry| entry.id));
        self.warnings.extend(warnings);
        Ok(())
    }

    fn core_id(&self, id: &str) -> Result<CoreId> {
        match id.parse()? {
            MemoryId::Core(line) => Ok(line),
            _ => Err(Error::Invalid(format!("{id} is no line of MEMORY.md"))),
        }
    }

    /// The entity to write to: where it was merged, the one it became; made when it is not there.
    fn entity(&mut self, entity: &EntityRef, from: &Provenance) -> Result<EntityId> {
        let mut id: EntityId = entity.id.parse()?;
        if self.find(&id)?.is_none() {
            let flat = self.engine.files_in("memory/graph/entities")?.len() + self.made.len();
            let path = new_path(&id, flat);
            let label = if entity.label.is_empty() { id.slug().to_owned() } else { entity.label.clone() };
            let new = NewEntity {
                id: id.clone(),
                label,
                summary: String::new(),
                aliases: Vec::new(),
                scope: from.scope.clone(),
                trust: from.trust,
            };
            self.draft.set(&path, EntityFile::create(&new, self.today))?;
            self.made.insert(MemoryId::Entity(id.clone()));
            return Ok(id);
        }
        for _ in 0..8 {
            match self.file(&id)?.1.merged_into() {
                Some(into) if self.find(&into)?.is_some() => id = into,
                _ => break,
            }
        }
        Ok(id)
    }

    fn file(&mut self, id: &EntityId) -> Result<(String, EntityFile)> {
        let path = self.find(id)?.ok_or_else(|| Error::NotFound(format!("entity:{id} is gone")))?;
        let text = self.draft.text(&path)?;
        Ok((path, EntityFile::parse(id.clone(), text)))
    }

    fn find(&mut self, id: &EntityId) -> Result<Option<String>> {
        for path in candidate_paths(id) {
            if self.draft.read(&path)?.is_some() {
                return Ok(Some(path));
            }
        }
        Ok(None)
    }
}

/// A current fact, by its id or, for one of this very reflection, by its words.
fn find_fact(file: &EntityFile, id: &str, text: &str) -> Option<FactId> {
    let by_id = file.current_facts().find(|fact| fact.id.as_str() == id && fact.text == text);
    by_id.or_else(|| file.current_facts().find(|fact| fact.text == text)).map(|fact| fact.id.clone())
}

/// Where a line of MEMORY.md comes from: the entry it was drawn from, where it names one.
fn of_line(core: &CoreMemory, id: &CoreId, trust: Trust) -> Provenance {
    let line = core.get(id);
    let source = line.and_then(|line| line.source.clone()).unwrap_or_else(|| CORE.to_owned());
    Provenance { source: Some(source), trust: line.map_or(trust, |line| line.trust), ..Provenance::default() }
}

fn source(item: &Item) -> Option<String> {
    item.evidence.first().map(|seen| seen.id.clone())
}

fn provenance(item: &Item) -> Provenance {
    Provenance { source: source(item), scope: item.scope.clone(), trust: item.trust }
}
