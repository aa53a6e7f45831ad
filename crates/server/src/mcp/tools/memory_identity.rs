//! `memory_identity`

use soulfile_api::{IdentityView, Nothing};
use soulfile_engine::Result;

use super::{Nature, ToolEntry};
use crate::mcp::connection::McpCaller;

pub(super) fn tool() -> ToolEntry {
    ToolEntry::new(
        "memory_identity",
        "Who the agent is",
        "The name, emoji and avatar the agent goes by, and which source each comes from.",
        Nature::Reads,
        identity,
    )
    .private()
}

fn identity(asked: &McpCaller, _: Nothing) -> Result<IdentityView> {
    asked.engine.identity()
}
