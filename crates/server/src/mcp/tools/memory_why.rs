//! `memory_why`

use soulfile_api::{Why, WhyRequest};
use soulfile_engine::Result;

use super::{Nature, ToolEntry};
use crate::mcp::connection::McpCaller;

pub(super) fn tool() -> ToolEntry {
    ToolEntry::new(
        "memory_why",
        "Why it is remembered",
        "Why something was written, changed or forgotten: who did it, when, and what set it off.",
        Nature::Reads,
        why,
    )
    .private()
}

/// Changes of each kind told when not told otherwise.
const CHANGES: usize = 20;

fn why(asked: &McpCaller, of: WhyRequest) -> Result<Why> {
    asked.engine.audit_why(&of.about, of.limit.unwrap_or(CHANGES))
}
