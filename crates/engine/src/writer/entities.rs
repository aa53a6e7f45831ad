//! Entities and the edges between them: which one a name means, and what becomes of two that are one.

use std::rc::Rc;

use jiff::civil::Date;
use soulfile_memory::entity::{EntityFile, NewEntity, NewRelation, RelationName, candidate_paths, new_path};
use soulfile_memory::id::{EntityId, FactId, MemoryId};
use soulfile_memory::proposal::{Proposal, ProposalDraft, ProposalFile, SourceBinding};
use soulfile_memory::provenance::Provenance;
use soulfile_understand::entity_match::{self, Named};
use soulfile_vocabulary::layout::PROPOSALS;
use soulfile_vocabulary::{Authority, Confidence, Relation, Store};

use super::{MemoryWriter, NamedEntity};
use crate::error::{Error, Result};
use crate::proposals::MERGE_TRIGGER;

/// How many merges in a row are followed.
const LONGEST_MERGE_CHAIN: usize = 8;

/// Two entities whose names are close: a person decides whether they are one.
pub(super) struct CloseName {
    fresh: EntityId,
    known: EntityId,
    why: &'static str,
}

impl MemoryWriter<'_> {
    /// The entity a name means: the one it names or is an alias of, else a new one. A close name is another entity
    /// until a person says otherwise. `None` for one that is only named in passing and not known.
    pub(super) fn entity(&mut self, named: &NamedEntity, from: &Provenance) -> Result<Option<EntityId>> {
        if self.find_entity(&named.id)?.is_some() {
            let id = self.merged_id(&named.id)?;
            let (path, file) = self.entity_file(&id)?;
            if let Some(text) = file.vouched(&from.scope, from.trust) {
                self.draft.set(&path, text)?;
            }
            return Ok(Some(id));
        }
        if named.in_passing {
            return Ok(None);
        }
        let close = match self.entity_by_name(named)? {
            NameMatch::Exact(id) => return Ok(Some(id)),
            NameMatch::Close(close) => Some(close),
            NameMatch::None => None,
        };
        let path = new_path(&named.id, self.engine.flat_entities()? + self.created_entities);
        let new = NewEntity {
            id: named.id.clone(),
            label: if named.name.is_empty() { named.id.slug().to_owned() } else { named.name.clone() },
            summary: String::new(),
            aliases: Vec::new(),
            scope: from.scope.clone(),
            trust: from.trust,
        };
        self.draft.set(&path, EntityFile::create(&new, self.today))?;
        self.created_entities += 1;
        self.entry(MemoryId::Entity(named.id.clone()), &path, (1, 1), &new.label, true);
        self.close_names.extend(close);
        Ok(Some(named.id.clone()))
    }

    /// As [`MemoryWriter::entity`], for what has to be written whatever the entity.
    pub(super) fn own_entity(&mut self, named: &NamedEntity, from: &Provenance) -> Result<EntityId> {
        let certain = NamedEntity { in_passing: false, ..named.clone() };
        Ok(self.entity(&certain, from)?.unwrap_or(certain.id))
    }

    /// Looks a name up among the names and aliases of all entities.
    fn entity_by_name(&mut self, named: &NamedEntity) -> Result<NameMatch> {
        let Some(kind) = named.id.kind() else { return Ok(NameMatch::None) };
        let name = named.name.as_str();
        let same = |known: &str| known.to_lowercase() == name.to_lowercase();
        let mut like = self.engine.names_like(Named { name, kind })?;
        // One name that means one thing means it whatever sort of thing it was taken for this time.
        let is_only_one = like.iter().filter(|(known, _)| same(known)).count() == 1;
        like.retain(|(known, found)| found.kind() == Some(kind) || is_only_one && same(known));
        let mut closest: Option<(f64, CloseName)> = None;
        for (known, found) in like {
            let likeness = entity_match::compare(Named { name, kind }, Named { name: &known, kind });
            let exact = same(&known);
            if !(exact || likeness.proposes_merge()) || self.find_entity(&found)?.is_none() {
                continue;
            }
            // The cache is a hint: the file says whether it still goes by that name.
            let (_, file) = self.entity_file(&found)?;
            if !file.names().iter().any(|n| n.to_lowercase() == known.to_lowercase()) {
                continue;
            }
            let found = file.merged_into().unwrap_or(found);
            if exact {
                return Ok(NameMatch::Exact(found));
            }
            if closest.as_ref().is_none_or(|(score, _)| *score < likeness.score) {
                let close = CloseName { fresh: named.id.clone(), known: found, why: likeness.reason };
                closest = Some((likeness.score, close));
            }
        }
        Ok(closest.map_or(NameMatch::None, |(_, close)| NameMatch::Close(close)))
    }

    /// The entity that another was merged into, or itself.
    fn merged_id(&mut self, id: &EntityId) -> Result<EntityId> {
        let mut id = id.clone();
        for _ in 0..LONGEST_MERGE_CHAIN {
            let (_, file) = self.entity_file(&id)?;
            match file.merged_into() {
                Some(into) if self.find_entity(&into)?.is_some() => id = into,
                _ => break,
            }
        }
        Ok(id)
    }

    /// The file of an entity; empty where there is none.
    pub(super) fn entity_file(&mut self, id: &EntityId) -> Result<(String, Rc<EntityFile>)> {
        let path = self.find_entity(id)?.unwrap_or_else(|| candidate_paths(id)[0].clone());
        let text = self.draft.read(&path)?.unwrap_or_default();
        // Parsing costs more than comparing, and one memory asks for the same file again and again.
        let known = self.entity_files.get(&path).filter(|known| known.text() == text && known.id() == id);
        let file = match known {
            Some(known) => known.clone(),
            None => Rc::new(EntityFile::parse(id.clone(), text)),
        };
        self.entity_files.insert(path.clone(), file.clone());
        Ok((path, file))
    }

    /// The file of an entity that must be there.
    pub(super) fn existing_entity(&mut self, id: &EntityId) -> Result<(String, Rc<EntityFile>)> {
        match self.find_entity(id)? {
            Some(_) => self.entity_file(id),
            None => Err(Error::NotFound(format!("no entity is called \"{id}\"; `soul graph show` lists them"))),
        }
    }

    fn find_entity(&mut self, id: &EntityId) -> Result<Option<String>> {
        for path in candidate_paths(id) {
            if self.draft.read(&path)?.is_some() {
                return Ok(Some(path));
            }
        }
        Ok(None)
    }

    pub(super) fn relate(
        &mut self,
        start: &NamedEntity,
        relation: Relation,
        end: &NamedEntity,
        since: Option<Date>,
        confidence: Option<Confidence>,
        from: &Provenance,
    ) -> Result<()> {
        let (Some(start), Some(end)) = (self.entity(start, from)?, self.entity(end, from)?) else { return Ok(()) };
        if start == end {
            return Ok(());
        }
        let (path, file) = self.entity_file(&start)?;
        let new = NewRelation {
            name: RelationName::Known(relation),
            target: end,
            since,
            confidence,
            provenance: from.clone(),
        };
        let edit = file.add_relation(&new, self.today)?;
        self.draft.set(&path, edit.text)
    }

    /// Merges two entities; scores follow the facts to their new ids.
    pub(super) fn merge_entities(&mut self, absorbed: &EntityId, into: &EntityId) -> Result<()> {
        let (other_path, other) = self.existing_entity(absorbed)?;
        let (path, kept) = self.existing_entity(into)?;
        let merged = kept.merge(&other, self.today)?;
        self.draft.set(&path, merged.kept)?;
        self.draft.set(&other_path, merged.absorbed)?;
        // A fact both had is the kept one's, and so is its score.
        let moved = merged.facts.into_iter().filter(|(_, new)| kept.fact(new).is_none());
        let moved: Vec<_> = moved.map(|(old, new)| (fact_id(absorbed, old), fact_id(into, new))).collect();
        self.move_scores(&moved, &MemoryId::Entity(absorbed.clone()))
    }

    /// Splits an entity off the one it was merged into; scores follow the facts back.
    pub(super) fn split_entity(&mut self, entity: &EntityId, from: &EntityId) -> Result<()> {
        let (path, file) = self.existing_entity(entity)?;
        let (kept_path, kept) = self.existing_entity(from)?;
        let split = kept.split(&file, self.today)?;
        self.draft.set(&kept_path, split.kept)?;
        self.draft.set(&path, split.restored)?;
        let moved = kept.facts.iter().filter_map(|fact| match &fact.from {
            Some((origin, Some(home))) if origin == entity => {
                Some((fact_id(from, fact.id.clone()), fact_id(entity, home.parse().ok()?)))
            }
            _ => None,
        });
        self.move_scores(&moved.collect::<Vec<_>>(), &MemoryId::Entity(from.clone()))
    }

    /// Asks a person about entities that may be one; returns the numbers of the proposals.
    pub(super) fn propose_merges(&mut self) -> Result<Vec<u32>> {
        let mut numbers = Vec::new();
        for close in std::mem::take(&mut self.close_names) {
            let file = ProposalFile::parse(self.draft.text(PROPOSALS)?);
            let entities = vec![close.fresh.to_string(), close.known.to_string()];
            let asked = |p: &Proposal| p.trigger == MERGE_TRIGGER && p.entities == entities;
            if file.proposals().iter().any(asked) {
                continue;
            }
            let path = candidate_paths(&close.known)[0].clone();
            let hash = self.draft.hash(&path)?;
            let proposed = file.add(&ProposalDraft {
                from: "soulfile".to_owned(),
                timestamp: self.engine.now().timestamp(),
                trigger: MERGE_TRIGGER.to_owned(),
                store: Store::Semantic,
                content: format!("Merge {} into {}: their names are close ({})", close.fresh, close.known, close.why),
                entities,
                confidence: Confidence::Medium,
                core_worthy: false,
                scope: Default::default(),
                trust: Authority::SubAgent,
                based_on: hash.map(|hash| SourceBinding { path, hash: Some(hash) }).into_iter().collect(),
            })?;
            self.warnings.push(format!(
                "{} may be {}; proposal #{} asks whether to merge them",
                close.fresh, close.known, proposed.number
            ));
            numbers.push(proposed.number);
            self.draft.set(PROPOSALS, proposed.text)?;
        }
        Ok(numbers)
    }
}

/// What a name leads to.
enum NameMatch {
    Exact(EntityId),
    Close(CloseName),
    None,
}

fn fact_id(entity: &EntityId, fact: FactId) -> MemoryId {
    MemoryId::Fact(entity.clone(), fact)
}
