//! Whether what an item rests on still holds: each file is read once, however many items ask.

use std::collections::HashMap;

use soulfile_memory::fingerprint::fingerprint;
use soulfile_memory::id::{Day, EntityId, EpisodeId, MemoryId};
use soulfile_memory::proposal::ProposalFile;
use soulfile_reflect::{Item, Op};
use soulfile_vocabulary::layout::PROPOSALS;

use crate::error::{Error, Result};
use crate::open::Engine;

/// Memories as they are now.
pub(super) struct Present<'e> {
    engine: &'e Engine,
    days: HashMap<Day, HashMap<MemoryId, String>>,
    entities: HashMap<EntityId, HashMap<MemoryId, String>>,
    proposals: Option<ProposalFile>,
}

impl<'e> Present<'e> {
    pub(super) fn new(engine: &'e Engine) -> Self {
        Self { engine, days: HashMap::new(), entities: HashMap::new(), proposals: None }
    }

    /// Why an item no longer applies: what it rests on has changed or is gone.
    pub(super) fn stale(&mut self, item: &Item) -> Result<Vec<String>> {
        let mut why = Vec::new();
        for ground in &item.grounds {
            let Ok(id) = ground.id.parse::<MemoryId>() else { continue };
            match self.text(&id)? {
                None => why.push(format!("{id} is gone or no longer holds")),
                Some(text) if fingerprint(text.as_bytes()) != ground.sha256 => {
                    why.push(format!("{id} has changed since"));
                }
                Some(_) => {}
            }
        }
        if let Op::Accept { number, review, .. } = &item.op {
            match self.proposals()?.get(*number) {
                None => why.push(format!("proposal #{number} is decided already")),
                Some(proposal) if proposal.review_hash() != *review => {
                    why.push(format!("proposal #{number} has changed since"));
                }
                Some(_) => {}
            }
        }
        Ok(why)
    }

    fn proposals(&mut self) -> Result<&ProposalFile> {
        if self.proposals.is_none() {
            let text = self.engine.read_text(PROPOSALS)?.unwrap_or_default();
            self.proposals = Some(ProposalFile::parse(text));
        }
        Ok(self.proposals.as_ref().expect("read above"))
    }

    /// What a memory says now, in the form items are bound to.
    fn text(&mut self, id: &MemoryId) -> Result<Option<String>> {
        match id {
            MemoryId::Episode(EpisodeId { day, .. }) => {
                if !self.days.contains_key(day) {
                    let views = self.engine.day_views(day)?;
                    self.days.insert(day.clone(), views.into_iter().map(|view| (view.id, view.text)).collect());
                }
                Ok(self.days[day].get(id).cloned())
            }
            MemoryId::Entity(entity) | MemoryId::Fact(entity, _) => {
                if !self.entities.contains_key(entity) {
                    let texts = self.entity_texts(entity)?;
                    self.entities.insert(entity.clone(), texts);
                }
                Ok(self.entities[entity].get(id).cloned())
            }
            id => match self.engine.memory(id) {
                Ok(view) => Ok(Some(view.text)),
                Err(Error::NotFound(_)) => Ok(None),
                Err(error) => Err(error),
            },
        }
    }

    /// The names of an entity, and its facts that hold; nothing of one that was merged.
    fn entity_texts(&self, entity: &EntityId) -> Result<HashMap<MemoryId, String>> {
        let Some((_, file)) = self.engine.entity_file(entity)? else { return Ok(HashMap::new()) };
        if file.merged_into().is_some() {
            return Ok(HashMap::new());
        }
        let mut texts = HashMap::from([(MemoryId::Entity(entity.clone()), file.names().join("\n"))]);
        for fact in file.current_facts() {
            texts.insert(MemoryId::Fact(entity.clone(), fact.id.clone()), fact.text.clone());
        }
        Ok(texts)
    }
}
