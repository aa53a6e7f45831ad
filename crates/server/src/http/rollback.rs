//! `…/rollback`: seeing what an undo would do, and doing it.

use soulfile_api::{Nothing, Receipt, RollbackPlan, Target, UndoRequest, WorkspacePath};
use soulfile_engine::Error;

use super::answer::Answer;
use super::call::{Call, Json};
use super::failure::Failure;

fn target(undo: UndoRequest) -> Result<Target, Failure> {
    Ok(match undo {
        UndoRequest::Last => Target::Last,
        UndoRequest::Change(id) => Target::Mutation(id),
        UndoRequest::Session(id) => Target::Session(id),
        UndoRequest::Reflection(id) => Target::Session(format!("reflection:{}", id.trim_start_matches("reflection:"))),
        UndoRequest::File(at) => Target::File { path: WorkspacePath::parse(&at.path).map_err(Error::from)?, to: at.to },
        UndoRequest::Time(to) => Target::Time(to.as_second()),
    })
}

pub fn plan(call: &Call, _: Nothing, Json(undo): Json<UndoRequest>) -> Result<Answer<RollbackPlan>, Failure> {
    Ok(call.engine().plan_rollback(&target(undo)?)?.plan.into())
}

pub fn rollback(call: &Call, _: Nothing, Json(undo): Json<UndoRequest>) -> Result<Answer<Receipt>, Failure> {
    let plan = call.engine().plan_rollback(&target(undo)?)?;
    Ok(call.engine().rollback(plan)?.into())
}
