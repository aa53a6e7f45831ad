//! `memory_propose`

use soulfile_api::{ProposeRequest, ProposeResult};
use soulfile_engine::Result;

use super::{Nature, ToolEntry};
use crate::mcp::connection::McpCaller;

pub(super) fn tool() -> ToolEntry {
    ToolEntry::new(
        "memory_propose",
        "Propose a memory",
        "Propose something to be remembered, when you are not sure, when it belongs in core memory, or when you \
         are a sub-agent. It waits until a person decides; it is not stored meanwhile.",
        Nature::Adds,
        propose,
    )
}

fn propose(asked: &McpCaller, request: ProposeRequest) -> Result<ProposeResult> {
    asked.engine.memory_propose(&asked.session, &request)
}
