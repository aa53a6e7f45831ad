//! Who is configured.

use schemars::JsonSchema;
use serde::Serialize;

/// One agent.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct AgentInfo {
    /// Its id.
    pub id: String,
    /// Its workspace directory.
    pub workspace: String,
    /// Whether that workspace exists.
    pub exists: bool,
    /// Whether it answers where none is named.
    pub default: bool,
    /// Other agents that share the workspace.
    pub shared_with: Vec<String>,
}

/// One agent.
#[derive(Debug, Serialize, JsonSchema)]
pub struct AgentShown {
    /// Its id.
    pub id: String,
    /// Whether its workspace was set up.
    pub exists: bool,
    /// Whether it answers where none is named.
    pub default: bool,
    /// Its workspace directory, for callers that see everything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub workspace: Option<String>,
    /// Agents it shares the workspace with, for callers that see everything.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shared_with: Vec<String>,
}
