//! `GET /api/agents`: the agents a token reaches.

use soulfile_api::{AgentShown, Nothing};

use super::answer::Answer;
use super::call::{Call, NoBody};
use super::failure::Failure;

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
