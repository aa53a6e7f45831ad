//! `memory_history`

use soulfile_api::{History, HistoryRequest};
use soulfile_engine::{AuditQuery, Result};

use super::{Nature, ToolEntry};
use crate::mcp::connection::McpCaller;

pub(super) fn tool() -> ToolEntry {
    ToolEntry::new(
        "memory_history",
        "What changed",
        "The latest changes of memory, newest first: what, by whom, why. Of one file, or of everything.",
        Nature::Reads,
        history,
    )
    .private()
}

/// Changes told when not told otherwise.
const CHANGES: usize = 20;

fn history(asked: &McpCaller, which: HistoryRequest) -> Result<History> {
    let limit = which.limit.unwrap_or(CHANGES);
    let query = AuditQuery { path: which.path, text: which.text, limit, ..AuditQuery::default() };
    Ok(History { changes: asked.engine.audit_log(&query)? })
}
