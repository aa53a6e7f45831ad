//! `memory_context`

use soulfile_api::{Nothing, SessionContext};
use soulfile_engine::Result;

use super::{Nature, ToolEntry};
use crate::mcp::connection::McpCaller;

pub(super) fn tool() -> ToolEntry {
    ToolEntry::shown(
        "memory_context",
        "Session context",
        "Everything this session should begin with: who you are, your rules, the user, core memory, and recent \
         notes, as far as this session may see them. Call it once at the start and again after compaction.",
        Nature::Reads,
        |asked: &McpCaller, _: Nothing| context(asked),
        |answer| Some(answer.text.clone()),
    )
}

/// What this connection's session receives.
pub(in crate::mcp) fn context(asked: &McpCaller) -> Result<SessionContext> {
    let (pack, receipt) = asked.engine.context(&asked.who)?;
    Ok(SessionContext {
        text: pack.rendered + &pack.preamble,
        digest: receipt.digest,
        commit: receipt.commit,
        tokens: pack.report.used_tokens,
        budget: pack.report.budget_tokens,
        files: receipt.files,
        warnings: pack.report.warnings,
    })
}
