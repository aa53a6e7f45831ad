//! `GET /api/agents`: the agents a token reaches.

use schemars::JsonSchema;
use serde::Serialize;

use super::answer::Answer;
use super::call::{Call, NoBody, Nothing};
use super::failure::Failure;

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

pub fn list(call: &Call, _: Nothing, _: NoBody) -> Result<Answer<Vec<AgentShown>>, Failure> {
    let all = call.caller.sees_everything();
    let reached = call.gateway.agents()?.into_iter().filter(|agent| call.caller.reaches(&agent.id));
    let shown = reached.map(|agent| AgentShown {
        id: agent.id,
        exists: agent.exists,
        default: agent.default,
        workspace: all.then_some(agent.workspace),
        shared_with: if all { agent.shared_with } else { Vec::new() },
    });
    Ok(shown.collect::<Vec<_>>().into())
}
