//! `pin` and `unpin`: what never fades. Only people do this; an agent may propose.

use serde::Serialize;
use soulfile_memory::core::{CoreMemory, WhenFull};
use soulfile_memory::decay::DecayFile;
use soulfile_memory::id::MemoryId;
use soulfile_workspace::{Action, Actor, Mutation, Receipt};

use crate::draft::Draft;
use crate::error::{Error, Result};
use crate::open::Engine;
use crate::stores::{CORE, MemoryView, SCORES};

/// What was pinned or unpinned.
#[derive(Debug, Clone, Serialize, schemars::JsonSchema)]
pub struct Pinned {
    /// The receipt; none when it was so already.
    pub receipt: Option<Receipt>,
    /// The memory.
    pub memory: MemoryView,
    /// Whether it is pinned now.
    pub pinned: bool,
}

impl Engine {
    /// Pins or unpins a memory; a person's act.
    pub fn pin(&self, id: &MemoryId, pinned: bool) -> Result<Pinned> {
        let mut memory = self.memory(id)?;
        if matches!(id, MemoryId::Vault(..)) && !pinned {
            return Err(Error::Invalid(format!(
                "{id} is in the vault, where everything is pinned; `soul forget {id}` takes it out"
            )));
        }
        let mut draft = Draft::new(&self.workspace);
        if let MemoryId::Core(line) = id {
            let core = CoreMemory::parse(draft.text(CORE)?);
            let edit = core.set_pinned(line, pinned, &self.core_limit(WhenFull::Refuse, &|_| None))?;
            draft.set(CORE, edit.text)?;
        }
        let now = self.now().timestamp();
        let pending = self.pending_scores().take()?;
        let mut scores = DecayFile::parse(&draft.text(SCORES)?);
        self.fold(&mut scores, &pending.scored);
        if scores.get(id).map_or(pinned, |entry| entry.pinned != pinned) {
            scores.set_pinned(id, pinned, now);
            scores.recompute(&self.decay_params(), now);
            draft.set(SCORES, scores.render(now)?)?;
        }
        memory.pinned = pinned;
        let changes = draft.into_changes()?;
        if changes.is_empty() {
            return Ok(Pinned { receipt: None, memory, pinned });
        }
        let verb = if pinned { "pinned" } else { "unpinned" };
        let mutation = Mutation::new(Action::Edit, Actor::Manual, format!("{verb} {id}"), changes).trigger(if pinned {
            "soul pin"
        } else {
            "soul unpin"
        });
        let receipt = Some(self.apply(mutation)?);
        pending.done();
        Ok(Pinned { receipt, memory, pinned })
    }
}
