//! Making a workspace.

use schemars::JsonSchema;
use serde::Serialize;
use soulfile_workspace::Receipt;

/// What setting up did.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Seeded {
    /// The agent.
    pub agent: String,
    /// Its workspace.
    pub workspace: String,
    /// Files that were made.
    pub created: Vec<String>,
    /// Files that were there and were left as they are.
    pub kept: Vec<String>,
    /// Hand-made or foreign files that were taken into history as they are.
    pub adopted: Vec<String>,
    /// The receipt, when anything was made.
    pub receipt: Option<Receipt>,
}
