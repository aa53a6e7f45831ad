//! `…/rollback`: seeing what an undo would do, and doing it.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::Deserialize;
use soulfile_engine::workspace_layer::{Receipt, Target, WorkspacePath};
use soulfile_engine::{Error, RollbackPlan};

use super::answer::Answer;
use super::call::{Call, Json, Nothing};
use super::failure::Failure;

/// What to undo.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Undo {
    /// The newest change.
    Last,
    /// One change, by mutation id or commit; what came after is kept.
    Change(String),
    /// Everything a session did.
    Session(String),
    /// Everything a reflection did, such as r-012.
    Reflection(String),
    /// One file, to how it was.
    File(FileAt),
    /// The whole workspace, to how it was at a time.
    Time(Timestamp),
}

/// A file at a point of the history.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FileAt {
    /// The file.
    #[schemars(length(min = 1))]
    path: String,
    /// The mutation or commit it goes back to.
    #[schemars(length(min = 1))]
    to: String,
}

fn target(undo: Undo) -> Result<Target, Failure> {
    Ok(match undo {
        Undo::Last => Target::Last,
        Undo::Change(id) => Target::Mutation(id),
        Undo::Session(id) => Target::Session(id),
        Undo::Reflection(id) => Target::Session(format!("reflection:{}", id.trim_start_matches("reflection:"))),
        Undo::File(at) => Target::File { path: WorkspacePath::parse(&at.path).map_err(Error::from)?, to: at.to },
        Undo::Time(to) => Target::Time(to.as_second()),
    })
}

pub fn plan(call: &Call, _: Nothing, Json(undo): Json<Undo>) -> Result<Answer<RollbackPlan>, Failure> {
    Ok(call.engine().plan_rollback(&target(undo)?)?.into())
}

pub fn rollback(call: &Call, _: Nothing, Json(undo): Json<Undo>) -> Result<Answer<Receipt>, Failure> {
    let plan = call.engine().plan_rollback(&target(undo)?)?;
    Ok(call.engine().rollback(plan)?.into())
}
