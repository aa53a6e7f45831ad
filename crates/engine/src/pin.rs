//! `pin` and `unpin`: what never fades. Only people do this; an agent may propose.

use soulfile_api::Pinned;
use soulfile_memory::id::MemoryId;
use soulfile_workspace::{Action, Actor};

use crate::error::{Error, Result};
use crate::open::Engine;
use crate::writer::{MemoryWriter, Operation, Step};

impl Engine {
    /// Pins or unpins a memory; a person's act.
    pub fn pin(&self, id: &MemoryId, pinned: bool) -> Result<Pinned> {
        self.decides(if pinned { "pinning" } else { "unpinning" })?;
        let mut memory = self.memory(id)?;
        if id.store().row().is_pinned && !pinned {
            return Err(Error::Invalid(format!(
                "{id} is in the vault, where everything is pinned; `soul forget {id}` takes it out"
            )));
        }
        let (operation, verb, trigger) = match pinned {
            true => (Operation::Pin { id: id.clone() }, "pinned", "soul pin"),
            false => (Operation::Unpin { id: id.clone() }, "unpinned", "soul unpin"),
        };
        let mut writer = MemoryWriter::new(self);
        writer.apply(&[Step::by_person(operation)])?;
        memory.pinned = pinned;
        if writer.changes_nothing() {
            return Ok(Pinned { receipt: None, memory, pinned });
        }
        let (mutation, mut outcome) = writer.into_mutation(Action::Edit, Actor::Manual, format!("{verb} {id}"))?;
        let receipt = Some(self.commit(mutation.trigger(trigger), &mut outcome)?);
        Ok(Pinned { receipt, memory, pinned })
    }
}
