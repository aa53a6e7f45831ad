//! Core memory.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soulfile_memory::id::MemoryId;

/// Core memory as it is.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct CoreView {
    /// The whole file.
    pub text: String,
    /// Its lines with their ids.
    pub lines: Vec<CoreLineView>,
    /// Tokens used, of the whole.
    pub tokens: usize,
    /// The cap.
    pub cap: usize,
    /// Each block with tokens used and budget.
    pub blocks: Vec<(String, usize, usize)>,
    /// What a person should know: blocks over budget, parts not understood.
    pub warnings: Vec<String>,
}

/// One line of core memory.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct CoreLineView {
    /// Its id.
    pub id: MemoryId,
    /// Its block, or none under a heading of somebody's own.
    pub block: Option<String>,
    /// Its line in the file.
    pub line: usize,
    /// What it says.
    pub text: String,
    /// Whether it is pinned.
    pub pinned: bool,
}

/// An edit of core memory.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum CoreEditRequest {
    /// A new line.
    Add(NewCoreLine),
    /// Other words for a line.
    Replace(ChangedCoreLine),
    /// A line less, by its id.
    Remove(MemoryId),
}

/// A new line.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewCoreLine {
    /// Where.
    pub block: CoreBlock,
    /// What it says.
    #[schemars(length(min = 1))]
    pub text: String,
}

/// Other words for a line.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChangedCoreLine {
    /// The line.
    pub id: MemoryId,
    /// What it says now.
    #[schemars(length(min = 1))]
    pub text: String,
}

/// A block of core memory.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CoreBlock {
    /// Who the user is.
    Identity,
    /// What is going on.
    ActiveContext,
    /// How the agent is.
    Persona,
    /// What must not be forgotten.
    CriticalFacts,
}
