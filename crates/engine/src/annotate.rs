//! `annotate`: what a model understands of what was kept, added later as a change of its own.
//!
//! The words are in the log since they were said and stay as they are. A model's reading adds what a sentence is about:
//! entities, how they hang together, and a summary as a fact beside the words, with the episode as its source. It has
//! the authority of an agent at most, its own actor on the trail, and is undone by itself.

use std::collections::BTreeSet;
use std::fs;

use soulfile_memory::id::MemoryId;
use soulfile_understand::mentions::USER;
use soulfile_understand::{MessageInput, Reading};
use soulfile_vocabulary::{Authority, Confidence, Scope};
use soulfile_workspace::{Actor, Receipt};

use crate::error::{Error, Result};
use crate::open::Engine;
use crate::writer::{MemoryWriter, NamedEntity, Operation, Source, Standing, Step};

/// Which episodes were read, in the state directory.
const READ: &str = "read-by-model.json";

/// Something kept that no model has read.
#[derive(Debug, Clone)]
pub struct Unread {
    /// The episode.
    pub id: MemoryId,
    /// What was said.
    pub text: String,
    /// When.
    pub at: jiff::Zoned,
    /// Who may see it.
    pub scope: Scope,
    /// How far it is trusted.
    pub trust: Authority,
    /// How the built-in engine reads it.
    pub reading: Reading,
}

impl Engine {
    /// What was kept and no model has read, oldest first. Attacks, logs of exchanges and what its source may not raise
    /// to a fact are not among them.
    pub fn unread_by_model(&self, most: usize) -> Result<Vec<Unread>> {
        let read = self.read_by_model();
        let fresh = self.unprocessed(None)?.into_iter().filter(|episode| {
            episode.is_evidence()
                && !episode.text.trim().is_empty()
                && episode.trust.min(Authority::Agent).rights().entity_fact
                && !read.contains(&episode.id.to_string())
        });
        let unread = fresh.take(most).map(|episode| Unread {
            id: episode.id,
            text: episode.text,
            at: episode.at,
            scope: episode.scope,
            trust: episode.trust,
            reading: episode.reading,
        });
        Ok(unread.collect())
    }

    /// Adds what this engine's understanding makes of these episodes, in the name of the model `by`, as one mutation.
    /// `None` where it adds nothing. They count as read either way.
    pub fn annotate(&self, by: &str, episodes: &[Unread]) -> Result<Option<Receipt>> {
        let mut steps = Vec::new();
        for episode in episodes {
            let read = self.understand.message(&MessageInput::new(&episode.text).at(&episode.at));
            steps.extend(steps_of(episode, &read));
        }
        let mut writer = MemoryWriter::new(self);
        writer.apply(&steps)?;
        let receipt = if writer.changes_nothing() {
            None
        } else {
            let (action, summary) = (writer.action(), format!("{by} read {} episodes", episodes.len()));
            let (mutation, mut outcome) = writer.into_mutation(action, Actor::Bot(format!("model:{by}")), summary)?;
            Some(self.commit(mutation.trigger("understanding by model"), &mut outcome)?)
        };
        self.pass_over(episodes)?;
        Ok(receipt)
    }

    /// Counts episodes as read by a model.
    pub fn pass_over(&self, episodes: &[Unread]) -> Result<()> {
        let mut read = self.read_by_model();
        read.extend(episodes.iter().map(|episode| episode.id.to_string()));
        let path = self.place.state().join(READ);
        let bytes = serde_json::to_vec(&read).map_err(|error| Error::Invalid(error.to_string()))?;
        let failed = |source| Error::Io { what: "writing", path: path.display().to_string(), source };
        fs::create_dir_all(self.place.state()).and_then(|()| fs::write(&path, bytes)).map_err(failed)
    }

    fn read_by_model(&self) -> BTreeSet<String> {
        let bytes = fs::read(self.place.state().join(READ));
        // A list that cannot be read counts as none: reading again confirms what is there.
        bytes.ok().and_then(|bytes| serde_json::from_slice(&bytes).ok()).unwrap_or_default()
    }
}

fn steps_of(episode: &Unread, read: &Reading) -> Vec<Step> {
    let mentions = read.mentions();
    let step = |operation| Step {
        operation,
        source: Source::Named(vec![episode.id.to_string()]),
        scope: episode.scope.clone(),
        trust: episode.trust.min(Authority::Agent),
        approved: false,
        item: None,
    };
    let named = |name: &str| match mentions.entities.iter().find(|entity| entity.name.eq_ignore_ascii_case(name)) {
        _ if name.eq_ignore_ascii_case(USER) => Some(NamedEntity::user()),
        Some(entity) => Some(NamedEntity::new(entity.kind, &entity.name)),
        None => None,
    };
    let since = Some(episode.at.date());
    let mut steps: Vec<Step> = mentions
        .entities
        .iter()
        .map(|entity| step(Operation::AddEntity { entity: NamedEntity::new(entity.kind, &entity.name) }))
        .collect();
    let about = mentions.entities.first().map_or_else(NamedEntity::user, |e| NamedEntity::new(e.kind, &e.name));
    steps.push(step(Operation::AddFact {
        entity: about,
        text: read.summary().to_owned(),
        since,
        confidence: Some(Confidence::Medium),
        standing: Standing::Claim,
    }));
    for edge in &mentions.relations {
        if let (Some(from), Some(to)) = (named(&edge.from), named(&edge.to)) {
            let confidence = Some(Confidence::Medium);
            steps.push(step(Operation::Relate { from, relation: edge.relation, to, since, confidence }));
        }
    }
    steps
}
