//! Undoing.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An undo worked out but not done.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct RollbackPlan {
    /// What it would do, in words.
    pub summary: String,
    /// Files it would restore.
    pub restores: Vec<String>,
    /// Files it would remove.
    pub removes: Vec<String>,
}

/// What to undo.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum UndoRequest {
    /// The newest change.
    Last,
    /// One change, by mutation id or commit; what came after is kept.
    Change(String),
    /// Everything a session did.
    Session(String),
    /// Everything a reflection did, such as r-012.
    Reflection(String),
    /// One file, to how it was.
    File(FileAtRevision),
    /// The whole workspace, to how it was at a time.
    Time(Timestamp),
}

/// A file at a point of the history.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FileAtRevision {
    /// The file.
    #[schemars(length(min = 1))]
    pub path: String,
    /// The mutation or commit it goes back to.
    #[schemars(length(min = 1))]
    pub to: String,
}
