//! One memory, whatever its store.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soulfile_memory::id::MemoryId;
use soulfile_vocabulary::{Authority, Scope, Store};
use soulfile_workspace::Receipt;

/// One memory and where it is.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct MemoryView {
    /// Its id.
    pub id: MemoryId,
    /// Its store.
    pub store: Store,
    /// Its file.
    pub path: String,
    /// Its lines, counted from 1, both included.
    pub lines: (usize, usize),
    /// What it says.
    pub text: String,
    /// When it was made, as far as the file tells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub created: Option<Timestamp>,
    /// Who may see it.
    pub scope: Scope,
    /// How far it is trusted.
    pub trust: Authority,
    /// Whether a person pinned it in its file.
    pub pinned: bool,
    /// Whether it is a fact that no longer holds.
    pub past: bool,
}

/// What was pinned or unpinned.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Pinned {
    /// The receipt; none when it was so already.
    pub receipt: Option<Receipt>,
    /// The memory.
    pub memory: MemoryView,
    /// Whether it is pinned now.
    pub pinned: bool,
}

/// One use of a memory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Use {
    /// The memory's id.
    pub id: String,
    /// When, as RFC 3339 text.
    pub at: String,
}

/// Which memory.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MemoryRequest {
    /// Its id.
    pub id: MemoryId,
}

/// Memories that were used.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UsedRequest {
    /// Their ids.
    #[schemars(length(min = 1, max = 100))]
    pub ids: Vec<MemoryId>,
}

/// How many uses were noted.
#[derive(Debug, Serialize, JsonSchema)]
pub struct UsedNoted {
    /// How many.
    pub noted: usize,
}
