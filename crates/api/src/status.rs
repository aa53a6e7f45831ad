//! What a session is and how its memory stands.

use schemars::JsonSchema;
use serde::Serialize;

/// What `memory_status` answers.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct StatusResult {
    /// The agent whose memory this is.
    pub agent: String,
    /// The kind of session: main, group, subagent, heartbeat or boot. Fixed by the connection.
    pub session: String,
    /// The room, for a group.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub room: Option<String>,
    /// Who is speaking, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user: Option<String>,
    /// What this session may read, in words.
    pub reads: String,
    /// What becomes of what it writes, in words.
    pub writes: String,
    /// The commit the workspace is at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revision: Option<String>,
    /// The search index; only told in private sessions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<IndexCounts>,
    /// What waits for the user, one line each; only told in private sessions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub waiting: Vec<String>,
    /// What was missed or went wrong.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// What the index holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct IndexCounts {
    /// Files searched.
    pub files: usize,
    /// Pieces of text indexed.
    pub entries: usize,
    /// The embedding model.
    pub model: String,
    /// Whether every file is in it as it is now.
    pub current: bool,
}
