//! `memory_doctor`

use soulfile_api::{Checkup, Nothing};
use soulfile_engine::Result;

use super::{Nature, ToolEntry};
use crate::mcp::connection::McpCaller;

pub(super) fn tool() -> ToolEntry {
    ToolEntry::new(
        "memory_doctor",
        "Look for trouble",
        "Looks for trouble with the files, the trail and the index, and says how a person can mend it. \
         Changes nothing.",
        Nature::Reads,
        doctor,
    )
    .private()
}

fn doctor(asked: &McpCaller, _: Nothing) -> Result<Checkup> {
    asked.engine.checkup()
}
