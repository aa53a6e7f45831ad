//! `memory_log`

use soulfile_api::{DayView, LogRequest};
use soulfile_engine::Result;

use super::{Nature, ToolEntry};
use crate::mcp::connection::McpCaller;

pub(super) fn tool() -> ToolEntry {
    ToolEntry::new(
        "memory_log",
        "A day of the log",
        "Everything that was logged on one day, in order, with the ids of the entries; today when no day \
         is given.",
        Nature::Reads,
        log,
    )
    .private()
}

fn log(asked: &McpCaller, of: LogRequest) -> Result<DayView> {
    asked.engine.log(of.day, false)
}
