//! `memory_reflection`

use soulfile_api::{Nothing, ReflectStatus};
use soulfile_engine::Result;

use super::{Nature, ToolEntry};
use crate::mcp::connection::McpCaller;

pub(super) fn tool() -> ToolEntry {
    ToolEntry::new(
        "memory_reflection",
        "Where reflection stands",
        "Whether a reflection waits for a person, how much is unprocessed, and when the next one is due.",
        Nature::Reads,
        reflection,
    )
    .private()
}

fn reflection(asked: &McpCaller, _: Nothing) -> Result<ReflectStatus> {
    asked.engine.reflect_status()
}
