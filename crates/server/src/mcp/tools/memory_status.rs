//! `memory_status`

use soulfile_api::{Nothing, StatusResult};
use soulfile_engine::Result;

use super::{Nature, ToolEntry};
use crate::mcp::connection::McpCaller;

pub(super) fn tool() -> ToolEntry {
    ToolEntry::new(
        "memory_status",
        "Memory status",
        "Say whose memory this is, what this session may read and write, whether the index is current, and what \
         waits for the user.",
        Nature::Reads,
        |asked: &McpCaller, _: Nothing| status(asked),
    )
}

fn status(asked: &McpCaller) -> Result<StatusResult> {
    asked.engine.memory_status(&asked.session)
}
