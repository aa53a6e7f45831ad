//! `restore`: brings back what was archived.

use serde::Serialize;
use soulfile_memory::archive;
use soulfile_memory::core::{CoreMemory, WhenFull};
use soulfile_memory::decay::DecayFile;
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
    /// When it was forgotten.
    pub forgotten: String,
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
        let receipt = Some(self.workspace.apply(mutation)?);
        pending.done();
        Ok(Restored { receipt, ids: edits.changed })
    }

    /// What can be restored, newest first.
    pub fn archived(&self) -> Result<Vec<ArchivedView>> {
        let scores = self.scores()?;
        let mut found: Vec<ArchivedView> = scores
            .entries()
            .filter_map(|(id, entry)| {
                let id: MemoryId = id.parse().ok()?;
                let forgotten = entry.forgotten?.to_string();
                let text = match entry.archived_text {
                    Some(text) => text.trim_start_matches(['-', '*', ' ']).to_owned(),
                    None => self.memory(&id).map(|view| view.text).unwrap_or_default(),
                };
                Some(ArchivedView { id, forgotten, text })
            })
            .collect();
        found.sort_by(|a, b| b.forgotten.cmp(&a.forgotten));
        Ok(found)
    }
}
