//! The graph: which entities a memory is about, and what it adds to them.

use std::rc::Rc;

use soulfile_memory::core::CoreLine;
use soulfile_memory::entity::{EntityFile, NewEntity, NewFact, NewRelation, RelationName, candidate_paths, new_path};
use soulfile_memory::id::{EntityId, FactId, MemoryId};
use soulfile_memory::proposal::{Binding, NewProposal, ProposalFile};
use soulfile_memory::provenance::Provenance;
use soulfile_understand::contradiction::{Comparable, Verdict};
use soulfile_understand::entity_match::{self, Named};
use soulfile_understand::route::USER;
use soulfile_understand::vocabulary::{Confidence, EntityType, Relation, Store, Trust};

use super::{Pen, Understood};
use crate::error::Result;
use crate::proposals::MERGE_TRIGGER;
use crate::stores::{CORE, PROPOSALS};

/// The entity that stands for the user.
const THE_USER: (&str, EntityType) = ("User", EntityType::Person);

/// Two entities whose names are close: a person decides whether they are one.
pub(super) struct MaybeOne {
    fresh: EntityId,
    known: EntityId,
    why: &'static str,
}

impl Pen<'_, '_> {
    /// Adds a memory's fact and relations to its entities.
    pub(super) fn write_facts(&mut self, memory: &Understood, source: &str) -> Result<()> {
        let mut ids: Vec<(String, EntityId)> = Vec::new();
        for (at, entity) in memory.route.entities.iter().enumerate() {
            // What is only named along with something, "Ana likes plums", gets no page of its own for that.
            let passing = at > 0 && entity.kind == EntityType::Concept && entity.name.starts_with(char::is_lowercase);
            if passing && self.find(&EntityId::new(entity.kind, &entity.name))?.is_none() {
                continue;
            }
            let id = self.entity(&entity.name, entity.kind)?;
            ids.push((entity.name.to_lowercase(), id));
        }
        let subject = match ids.first() {
            Some((_, id)) => id.clone(),
            None => self.entity(THE_USER.0, THE_USER.1)?,
        };
        self.write_fact(&subject, memory, source)?;
        let mut linked = vec![subject.clone()];
        for relation in &memory.route.relations {
            let mut end = |name: &str| -> Result<Option<EntityId>> {
                if name.eq_ignore_ascii_case(USER) {
                    return self.entity(THE_USER.0, THE_USER.1).map(Some);
                }
                Ok(ids.iter().find(|(known, _)| *known == name.to_lowercase()).map(|(_, id)| id.clone()))
            };
            let (Some(from), Some(to)) = (end(&relation.from)?, end(&relation.to)?) else { continue };
            self.relate(&from, relation.relation, &to, memory, source)?;
            linked.extend([from, to]);
        }
        // What is named together stays findable from either side.
        for (_, id) in ids.iter().skip(1) {
            if !linked.contains(id) {
                self.relate(id, Relation::RelatesTo, &subject, memory, source)?;
            }
        }
        Ok(())
    }

    /// Moves a line that had to leave MEMORY.md into the user's entity.
    pub(super) fn keep_pruned(&mut self, text: &str, trust: Trust) -> Result<()> {
        let id = self.entity(THE_USER.0, THE_USER.1)?;
        let (path, file) = self.file(&id)?;
        let provenance = Provenance { source: Some(CORE.to_owned()), trust, ..Provenance::default() };
        let new = NewFact { text: text.to_owned(), since: None, confidence: None, provenance };
        let edit = file.add_fact(&new, self.today)?;
        self.draft.set(&path, edit.text)
    }

    /// Keeps a replaced core line readable: as a past fact about the user, followed by the new one.
    pub(super) fn retire_core_line(&mut self, old: &CoreLine, memory: &Understood, source: &str) -> Result<()> {
        let id = self.entity(THE_USER.0, THE_USER.1)?;
        let (path, file) = self.file(&id)?;
        // By its source the entry that says it is known to be over.
        let from = old.source.clone().unwrap_or_else(|| CORE.to_owned());
        let provenance = Provenance { source: Some(from), trust: old.trust, ..Provenance::default() };
        let old = NewFact { text: old.text.clone(), since: None, confidence: None, provenance };
        let edit = file.add_fact(&old, self.today)?;
        let Some(old) = edit.fact.clone() else { return Ok(()) };
        let file = edit.into_file(id);
        let edit = file.supersede_fact(&old, &self.new_fact(memory, source), self.today)?;
        self.draft.set(&path, edit.text)
    }

    fn write_fact(&mut self, id: &EntityId, memory: &Understood, source: &str) -> Result<()> {
        let (path, file) = self.file(id)?;
        let new = self.new_fact(memory, source);
        let mut same: Option<FactId> = None;
        let (mut against, mut doubtful) = (Vec::<(FactId, String)>::new(), Vec::new());
        let said = Comparable::new(&memory.summary);
        for fact in file.current_facts() {
            let known = Comparable::new(&fact.text);
            // A change is of something: where no rule knows of what, the person is asked about what is likely.
            let found = if memory.update { known.judge(&said) } else { known.compare(&said) };
            match found.verdict {
                Verdict::Duplicate if found.sure => same = Some(fact.id.clone()),
                Verdict::Contradiction if found.sure => against.push((fact.id.clone(), fact.text.clone())),
                Verdict::Contradiction => doubtful.push((fact.id.clone(), fact.text.clone())),
                _ => {}
            }
        }
        let sure = !against.is_empty();
        if !sure && same.is_none() {
            against = doubtful;
        }
        let explicit_update = sure && memory.update && self.trust == Trust::User;
        let (edit, known) = match (same, against.first()) {
            // Said again: a person's word still raises what was only heard elsewhere.
            (Some(same), _) if file.fact(&same).is_some_and(|f| f.text == memory.summary || f.trust == Trust::User) => {
                (
                    file.add_fact(
                        &NewFact { text: file.fact(&same).map_or_else(String::new, |f| f.text.clone()), ..new },
                        self.today,
                    )?,
                    true,
                )
            }
            (_, Some((old, text))) if explicit_update => {
                self.warnings.push(format!("replaces \"{text}\", which stays in history"));
                let mut edit = file.supersede_fact(old, &new, self.today)?;
                for (other, text) in &against[1..] {
                    self.warnings.push(format!("replaces \"{text}\", which stays in history"));
                    edit = edit.into_file(id.clone()).supersede_fact(other, &new, self.today)?;
                }
                (edit, false)
            }
            (_, None) => {
                let edit = file.add_fact(&new, self.today)?;
                let known = !edit.changed;
                (edit, known)
            }
            (_, Some((old, text))) => {
                let added = file.add_fact(&new, self.today)?;
                let fact = added.fact.clone();
                let flagged = added.into_file(id.clone());
                let contradicts = if sure { "contradicts" } else { "may contradict" };
                self.warnings.push(format!(
                    "{contradicts} \"{text}\" (entity:{id}#{old}); both are kept with low confidence until you say which holds"
                ));
                match &fact {
                    Some(new) => {
                        let mut edit = flagged.flag_contradiction(new, old, self.today)?;
                        edit.fact = fact;
                        (edit, false)
                    }
                    None => (file.add_fact(&self.new_fact(memory, source), self.today)?, false),
                }
            }
        };
        let written = edit.fact.clone();
        let after = edit.into_file(id.clone());
        if let Some(fact) = written.and_then(|fact| after.fact(&fact)) {
            let (fact_id, line, text) = (fact.id.clone(), fact.line, fact.text.clone());
            self.entry(MemoryId::Fact(id.clone(), fact_id), &path, (line, line), &text, !known);
        }
        self.draft.set(&path, after.text().to_owned())?;
        self.read.insert(path, Rc::new(after));
        Ok(())
    }

    fn relate(
        &mut self,
        from: &EntityId,
        relation: Relation,
        to: &EntityId,
        memory: &Understood,
        source: &str,
    ) -> Result<()> {
        if from == to {
            return Ok(());
        }
        let (path, file) = self.file(from)?;
        let new = NewRelation {
            name: RelationName::Known(relation),
            target: to.clone(),
            since: Some(self.today),
            confidence: Some(memory.route.confidence),
            provenance: self.provenance(source),
        };
        let edit = file.add_relation(&new, self.today)?;
        self.draft.set(&path, edit.text)
    }

    fn new_fact(&self, memory: &Understood, source: &str) -> NewFact {
        NewFact {
            text: memory.summary.clone(),
            since: Some(self.today),
            confidence: Some(memory.route.confidence),
            provenance: self.provenance(source),
        }
    }

    fn provenance(&self, source: &str) -> Provenance {
        Provenance { source: Some(source.to_owned()), scope: self.request.scope.clone(), trust: self.trust }
    }

    fn file(&mut self, id: &EntityId) -> Result<(String, Rc<EntityFile>)> {
        let path = self.find(id)?.unwrap_or_else(|| candidate_paths(id)[0].clone());
        let text = self.draft.read(&path)?.unwrap_or_default();
        // Reading a file takes its parts apart, and one memory asks for the same file again and again.
        let known = self.read.get(&path).filter(|known| known.text() == text && known.id() == id);
        let file = match known {
            Some(known) => known.clone(),
            None => Rc::new(EntityFile::parse(id.clone(), text)),
        };
        self.read.insert(path.clone(), file.clone());
        Ok((path, file))
    }

    fn find(&mut self, id: &EntityId) -> Result<Option<String>> {
        for path in candidate_paths(id) {
            if self.draft.read(&path)?.is_some() {
                return Ok(Some(path));
            }
        }
        Ok(None)
    }

    /// The entity a name means: the one it names or is an alias of, else a new one. A close name is
    /// another entity until a person says otherwise.
    fn entity(&mut self, name: &str, kind: EntityType) -> Result<EntityId> {
        let mut id = EntityId::new(kind, name);
        if self.find(&id)?.is_some() {
            // Where it was merged, what is new goes to the one it became.
            for _ in 0..8 {
                let (_, file) = self.file(&id)?;
                match file.merged_into() {
                    Some(into) if self.find(&into)?.is_some() => id = into,
                    _ => break,
                }
            }
            let (path, file) = self.file(&id)?;
            if let Some(text) = file.vouched(&self.request.scope, self.trust) {
                self.draft.set(&path, text)?;
            }
            return Ok(id);
        }
        let same = |known: &str| known.to_lowercase() == name.to_lowercase();
        let mut like = self.engine.names_like(Named { name, kind })?;
        // One name that means one thing means it whatever sort of thing it was taken for this time.
        let one = like.iter().filter(|(known, _)| same(known)).count() == 1;
        like.retain(|(known, found)| found.kind() == Some(kind) || one && same(known));
        let mut near: Option<(f64, MaybeOne)> = None;
        for (known, found) in like {
            let likeness = entity_match::compare(Named { name, kind }, Named { name: &known, kind });
            let exact = known.to_lowercase() == name.to_lowercase();
            if !(exact || likeness.proposes_merge()) || self.find(&found)?.is_none() {
                continue;
            }
            // The cache is a hint: the file says whether it still goes by that name.
            let (_, file) = self.file(&found)?;
            if !file.names().iter().any(|n| n.to_lowercase() == known.to_lowercase()) {
                continue;
            }
            let found = file.merged_into().unwrap_or(found);
            if exact {
                return Ok(found);
            }
            if near.as_ref().is_none_or(|(score, _)| *score < likeness.score) {
                near = Some((likeness.score, MaybeOne { fresh: id.clone(), known: found, why: likeness.reason }));
            }
        }
        let path = new_path(&id, self.engine.flat_entities()?);
        let new = NewEntity {
            id: id.clone(),
            label: name.to_owned(),
            summary: String::new(),
            aliases: Vec::new(),
            scope: self.request.scope.clone(),
            trust: self.trust,
        };
        self.draft.set(&path, EntityFile::create(&new, self.today))?;
        self.entry(MemoryId::Entity(id.clone()), &path, (1, 1), name, true);
        self.merges.extend(near.map(|(_, merge)| merge));
        Ok(id)
    }

    /// Asks a person about entities that may be one.
    pub(super) fn propose_merges(&mut self) -> Result<Vec<u32>> {
        let mut numbers = Vec::new();
        for merge in std::mem::take(&mut self.merges) {
            let file = ProposalFile::parse(self.draft.text(PROPOSALS)?);
            let entities = vec![merge.fresh.to_string(), merge.known.to_string()];
            let asked = |p: &soulfile_memory::proposal::Proposal| p.trigger == MERGE_TRIGGER && p.entities == entities;
            if file.proposals().iter().any(asked) {
                continue;
            }
            let path = candidate_paths(&merge.known)[0].clone();
            let hash = self.draft.hash(&path)?;
            let proposed = file.add(&NewProposal {
                from: "soulfile".to_owned(),
                timestamp: self.engine.now().timestamp(),
                trigger: MERGE_TRIGGER.to_owned(),
                store: Store::Semantic,
                content: format!("Merge {} into {}: their names are close ({})", merge.fresh, merge.known, merge.why),
                entities,
                confidence: Confidence::Medium,
                core_worthy: false,
                scope: Default::default(),
                trust: Trust::Subagent,
                based_on: hash.map(|hash| Binding { path, hash: Some(hash) }).into_iter().collect(),
            })?;
            self.warnings.push(format!(
                "{} may be {}; proposal #{} asks whether to merge them",
                merge.fresh, merge.known, proposed.number
            ));
            numbers.push(proposed.number);
            self.draft.set(PROPOSALS, proposed.text)?;
        }
        Ok(numbers)
    }
}
