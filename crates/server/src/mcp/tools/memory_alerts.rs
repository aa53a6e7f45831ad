//! `memory_alerts`

use soulfile_api::{Nothing, OpenAlerts};
use soulfile_engine::Result;

use super::{Nature, ToolEntry};
use crate::mcp::connection::McpCaller;

pub(super) fn tool() -> ToolEntry {
    ToolEntry::new(
        "memory_alerts",
        "Changes of identity",
        "Changes of the persona, the identity or the configuration that nobody has acknowledged yet. Tell \
         the person about them.",
        Nature::Reads,
        alerts,
    )
    .private()
}

fn alerts(asked: &McpCaller, _: Nothing) -> Result<OpenAlerts> {
    Ok(OpenAlerts { alerts: asked.engine.alerts()? })
}
