//! `rollback`: seeing what an undo would do, and doing it.

use soulfile_api::RollbackPlan;
use soulfile_workspace::{Change, Mutation, Receipt, Target};

use crate::error::Result;
use crate::open::Engine;

/// An undo that can be carried out, with what a person is shown of it.
#[derive(Debug, Clone)]
pub struct PreparedRollback {
    /// What is shown.
    pub plan: RollbackPlan,
    mutation: Mutation,
}

impl Engine {
    /// Works out an undo.
    pub fn plan_rollback(&self, target: &Target) -> Result<PreparedRollback> {
        let mut mutation = self.workspace.plan_rollback(target)?;
        self.settle_reflection(target, &mut mutation)?;
        let (removes, restores): (Vec<_>, Vec<_>) =
            mutation.changes.iter().partition(|c| matches!(c, Change::Delete { .. }));
        let names = |changes: Vec<&Change>| changes.iter().map(|c| c.path().to_string()).collect();
        let plan =
            RollbackPlan { summary: mutation.summary.clone(), restores: names(restores), removes: names(removes) };
        Ok(PreparedRollback { plan, mutation })
    }

    /// Carries an undo out. A person's act: the brake is confirmed by it.
    pub fn rollback(&self, prepared: PreparedRollback) -> Result<Receipt> {
        self.apply(prepared.mutation.confirmed(true))
    }
}
