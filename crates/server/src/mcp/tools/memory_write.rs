//! `memory_write`

use soulfile_api::{WriteRequest, WriteResult};
use soulfile_engine::Result;

use super::{Nature, ToolEntry};
use crate::mcp::connection::McpCaller;

pub(super) fn tool() -> ToolEntry {
    ToolEntry::new(
        "memory_write",
        "Remember",
        "Remember something for good: a decision, preference, fact, task, event or correction, in plain sentences \
         that make sense on their own. Answers with a receipt; tell the user it is saved only when saved is true. \
         In a room it is kept for that room; from a sub-agent it becomes a proposal. Credentials are refused.",
        Nature::Adds,
        write,
    )
}

fn write(asked: &McpCaller, request: WriteRequest) -> Result<WriteResult> {
    asked.engine.memory_write(&asked.session, &request)
}
