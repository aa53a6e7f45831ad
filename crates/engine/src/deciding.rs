//! Deciding: what only a person does, and how a surface shows that it is one.
//!
//! Approving, rejecting, acknowledging, trusting a key, pinning and purging change what an agent is or what a person
//! believes of it. Every verb that does so asks [`Engine::decides`] first. A surface says who is there with
//! [`Engine::deciding`]; with the approval lock set that is not enough, and the passphrase is needed.

use std::sync::{Arc, Mutex, PoisonError};

use crate::error::{Error, Result};
use crate::lock::{ApprovalLock, Passphrase, Unlocked};
use crate::open::Engine;

/// Whether a person stands behind what a caller decides.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Decider {
    /// Nobody says so: a pipe, an agent's token, the schedule.
    #[default]
    Nobody,
    /// A surface has a person before it: a terminal, a person's token, or a configuration in which a person said that
    /// what runs without a terminal decides for them.
    Person,
}

/// Who decides through one handle of the engine, and until when the lock is open for it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Attendance {
    decider: Decider,
    /// Shared by the copies of a handle: a conversation that is open stays so for the one passphrase.
    unlocked: Arc<Mutex<Option<Unlocked>>>,
}

impl Engine {
    /// The same agent, with somebody who decides.
    pub fn deciding(&self, decider: Decider) -> Self {
        let attendance = Attendance { decider, unlocked: Arc::default() };
        Self {
            shared: self.shared.clone(),
            understand: self.understand.clone(),
            drafter: self.drafter.clone(),
            requester: self.requester.clone(),
            attendance,
        }
    }

    /// The approval lock of this agent's home.
    pub fn approval_lock(&self) -> ApprovalLock {
        ApprovalLock::new(&self.place.state_root)
    }

    /// Gives the passphrase: for a few minutes this handle decides, and every copy of it.
    pub fn unlock(&self, passphrase: &Passphrase) -> Result<()> {
        self.unlocked_by(self.approval_lock().unlock(passphrase)?);
        Ok(())
    }

    /// Takes over a proof that the passphrase was given.
    pub fn unlocked_by(&self, proof: Unlocked) {
        *self.attendance.unlocked.lock().unwrap_or_else(PoisonError::into_inner) = Some(proof);
    }

    /// Refuses what only a person decides, unless one does.
    pub fn decides(&self, what: &str) -> Result<()> {
        let open = *self.attendance.unlocked.lock().unwrap_or_else(PoisonError::into_inner);
        if self.approval_lock().is_set() {
            return match open {
                Some(proof) if proof.holds() => Ok(()),
                _ => {
                    Err(Error::Denied(format!("{what} needs the passphrase of the approval lock; nothing was decided")))
                }
            };
        }
        match self.attendance.decider {
            Decider::Person => Ok(()),
            Decider::Nobody => Err(Error::Denied(format!(
                "{what} is a person's to decide: on a terminal, with a person's token, or without either once a person has \
                 set approvals.terminal to false; nothing was decided"
            ))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Place;
    use soulfile_api::ErrorKind;

    #[test]
    fn nobody_decides_and_with_the_lock_no_person_does_without_the_passphrase() {
        let dir = tempfile::tempdir().unwrap();
        let engine = Engine::init(Place::for_test(dir.path())).unwrap();
        let denied = |engine: &Engine| engine.decides("approving").unwrap_err().kind() == ErrorKind::Denied;
        let (nobody, person) = (engine.deciding(Decider::Nobody), engine.deciding(Decider::Person));
        assert!(denied(&nobody) && person.decides("approving").is_ok());
        engine.approval_lock().set(&Passphrase::new("correct horse")).unwrap();
        assert!(denied(&nobody) && denied(&person));
        assert!(person.unlock(&Passphrase::new("wrong horse")).is_err() && denied(&person));
        person.unlock(&Passphrase::new("correct horse")).unwrap();
        assert!(person.decides("approving").is_ok() && denied(&nobody), "one handle, not all");
    }
}
