//! `memory_core`

use soulfile_api::{CoreView, Nothing};
use soulfile_engine::Result;

use super::{Nature, ToolEntry};
use crate::mcp::connection::McpCaller;

pub(super) fn tool() -> ToolEntry {
    ToolEntry::new(
        "memory_core",
        "What is always in mind",
        "MEMORY.md line by line, with the id of each line and how much of its budget every block uses.",
        Nature::Reads,
        core,
    )
    .private()
}

fn core(asked: &McpCaller, _: Nothing) -> Result<CoreView> {
    asked.engine.core_show()
}
