//! `memory_fading`

use soulfile_api::{DecayStatus, Nothing};
use soulfile_engine::Result;

use super::{Nature, ToolEntry};
use crate::mcp::connection::McpCaller;

pub(super) fn tool() -> ToolEntry {
    ToolEntry::new(
        "memory_fading",
        "How memories fade",
        "How many memories are active, fading, dormant or archived.",
        Nature::Reads,
        fading,
    )
    .private()
}

fn fading(asked: &McpCaller, _: Nothing) -> Result<DecayStatus> {
    asked.engine.decay_status()
}
