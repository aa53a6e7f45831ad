//! `restore`: brings back what was archived.

use std::collections::HashMap;

use serde::Serialize;
use soulfile_memory::archive;
use soulfile_memory::core::{CoreMemory, WhenFull};
use soulfile_memory::decay::{DecayFile, Status};
use soulfile_memory::id::MemoryId;
use soulfile_workspace::{Action, Actor, Mutation, Receipt};

use crate::draft::Draft;
use crate::error::Result;
use crate::forget::listed;
use crate::open::Engine;
use crate::stores::{CORE, SCORES};

/// What was restored.
#[derive(Debug, Clone, Serialize, schemars::JsonSchema)]
pub struct Restored {
    /// The receipt; none when nothing was archived.
    pub receipt: Option<Receipt>,
    /// The memories that came back.
    pub ids: Vec<MemoryId>,
}

/// An archived memory.
#[derive(Debug, Clone, Serialize, schemars::JsonSchema)]
pub struct ArchivedView {
    /// Its id.
    pub id: MemoryId,
    /// When it was forgotten; none when nobody did and it faded away.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forgotten: Option<String>,
    /// When it was last used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_used: Option<String>,
    /// What it says.
    pub text: String,
}

impl Engine {
    /// Restores archived memories.
    pub fn restore(&self, ids: &[MemoryId]) -> Result<Restored> {
        let now = self.now().timestamp();
        let pending = self.pending_scores().take()?;
        let mut draft = Draft::new(&self.workspace);
        let mut scores = DecayFile::parse(&draft.text(SCORES)?);
        self.fold(&mut scores, &pending.scored);
        self.fade(&mut scores, ids);
        let core = CoreMemory::parse(draft.text(CORE)?);
        let limit = self.core_limit(WhenFull::Refuse, &|_| None);
        let edits = archive::restore(ids, &scores, &core, &self.decay_params(), &limit, now)?;
        if edits.changed.is_empty() {
            return Ok(Restored { receipt: None, ids: Vec::new() });
        }
        draft.set(SCORES, edits.scores)?;
        if let Some(core) = edits.core {
            draft.set(CORE, core)?;
        }
        self.refresh_index(&mut draft, &edits.changed)?;
        let mutation = Mutation::new(
            Action::Edit,
            Actor::Manual,
            format!("restored {}", listed(&edits.changed)),
            draft.into_changes()?,
        )
        .trigger("soul restore");
        let receipt = Some(self.apply(mutation)?);
        pending.done();
        Ok(Restored { receipt, ids: edits.changed })
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
            .filter(|(_, entry)| entry.forgotten.is_some() || entry.status == Status::Archived)
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
    fn fade(&self, scores: &mut DecayFile, ids: &[MemoryId]) {
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
