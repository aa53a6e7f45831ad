//! `memory_proposals`

use soulfile_api::{Nothing, WaitingProposals};
use soulfile_engine::Result;

use super::{Nature, ToolEntry};
use crate::mcp::connection::McpCaller;

pub(super) fn tool() -> ToolEntry {
    ToolEntry::new(
        "memory_proposals",
        "What waits for a person",
        "The memories that were proposed and wait for a person to decide. You can tell them about these; \
         you cannot decide.",
        Nature::Reads,
        proposals,
    )
    .private()
}

fn proposals(asked: &McpCaller, _: Nothing) -> Result<WaitingProposals> {
    Ok(WaitingProposals { proposals: asked.engine.proposals()? })
}
