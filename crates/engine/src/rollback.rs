//! `rollback`: seeing what an undo would do, and doing it.

use serde::Serialize;
use soulfile_workspace::{Change, Mutation, Receipt, Target};

use crate::error::Result;
use crate::open::Engine;

/// An undo worked out but not done.
#[derive(Debug, Clone, Serialize, schemars::JsonSchema)]
pub struct RollbackPlan {
    /// What it would do, in words.
    pub summary: String,
    /// Files it would restore.
    pub restores: Vec<String>,
    /// Files it would remove.
    pub removes: Vec<String>,
    #[serde(skip)]
    mutation: Mutation,
}

impl Engine {
    /// Works out an undo.
    pub fn plan_rollback(&self, target: &Target) -> Result<RollbackPlan> {
        let mut mutation = self.workspace.plan_rollback(target)?;
        self.settle_reflection(target, &mut mutation)?;
        let (removes, restores): (Vec<_>, Vec<_>) =
            mutation.changes.iter().partition(|c| matches!(c, Change::Delete { .. }));
        let names = |changes: Vec<&Change>| changes.iter().map(|c| c.path().to_string()).collect();
        Ok(RollbackPlan {
            summary: mutation.summary.clone(),
            restores: names(restores),
            removes: names(removes),
            mutation,
        })
    }

    /// Carries an undo out. A person's act: the brake is confirmed by it.
    pub fn rollback(&self, plan: RollbackPlan) -> Result<Receipt> {
        self.apply(plan.mutation.confirmed(true))
    }
}
