//! `restore`: brings back what was archived.

use soulfile_api::{ArchivedView, Restored};
use std::collections::HashMap;

use soulfile_memory::decay::DecayFile;
use soulfile_memory::id::MemoryId;
use soulfile_vocabulary::State;
use soulfile_workspace::{Action, Actor};

use crate::error::Result;
use crate::forget::listed;
use crate::open::Engine;
use crate::writer::{MemoryWriter, Operation, Step};

impl Engine {
    /// Restores archived memories.
    pub fn restore(&self, ids: &[MemoryId]) -> Result<Restored> {
        let mut writer = MemoryWriter::new(self);
        writer.apply(&[Step::by_person(Operation::Restore { ids: ids.to_vec() })])?;
        if writer.changed_states().is_empty() {
            return Ok(Restored { receipt: None, ids: Vec::new() });
        }
        let summary = format!("restored {}", listed(writer.changed_states()));
        let (mutation, mut outcome) = writer.into_mutation(Action::Edit, Actor::Manual, summary)?;
        let receipt = Some(self.commit(mutation.trigger("soul restore"), &mut outcome)?);
        Ok(Restored { receipt, ids: outcome.changed_states })
    }

    /// What can be restored: what was forgotten, newest first, then what faded away as of now.
    pub fn archived(&self) -> Result<Vec<ArchivedView>> {
        let mut scores = self.scores()?;
        self.fold(&mut scores, &self.pending_scores().read()?);
        let views = self.memories()?;
        self.complete(&mut scores, &views);
        scores.recompute(&self.decay_params(), self.now().timestamp());
        let texts: HashMap<&MemoryId, &str> = views.iter().map(|view| (&view.id, view.text.as_str())).collect();
        let mut found: Vec<ArchivedView> = scores
            .entries()
            .filter(|(_, entry)| entry.forgotten.is_some() || entry.status == State::Archived)
            .filter_map(|(id, entry)| {
                let id: MemoryId = id.parse().ok()?;
                let text = match (entry.archived_text, texts.get(&id)) {
                    (Some(text), _) => text.trim_start_matches(['-', '*', ' ']).to_owned(),
                    (None, Some(text)) => (*text).to_owned(),
                    (None, None) => String::new(),
                };
                let forgotten = entry.forgotten.map(|at| at.to_string());
                Some(ArchivedView { id, forgotten, last_used: entry.last_accessed.map(|at| at.to_string()), text })
            })
            .collect();
        found.sort_by(|a, b| (&b.forgotten, &b.last_used).cmp(&(&a.forgotten, &a.last_used)));
        Ok(found)
    }

    /// Brings the states of memories up to date, for they fade between two runs of decay.
    pub(crate) fn fade(&self, scores: &mut DecayFile, ids: &[MemoryId]) {
        for id in ids {
            if let Ok(view) = self.memory(id) {
                self.complete(scores, &[view]);
            }
            if let Some(mut entry) = scores.get(id).filter(|entry| entry.forgotten.is_none()) {
                entry.status = self.decay_params().score(&entry, self.now().timestamp()).status;
                scores.set(id, &entry);
            }
        }
    }
}
