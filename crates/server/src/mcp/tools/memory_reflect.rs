//! `memory_reflect`

use soulfile_api::{ReflectRequest, ReflectionView};
use soulfile_engine::{DraftRequest, Result};

use super::{Nature, ToolEntry};
use crate::mcp::connection::McpCaller;

pub(super) fn tool() -> ToolEntry {
    ToolEntry::new(
        "memory_reflect",
        "Draft a reflection",
        "Look back at what was logged and draft what should become of it. The draft waits: a person \
         approves it item by item, and nothing changes before.",
        Nature::Adds,
        reflect,
    )
    .private()
}

fn reflect(asked: &McpCaller, drafting: ReflectRequest) -> Result<ReflectionView> {
    let trigger = Some("memory_reflect".to_owned());
    asked.engine.reflect(&DraftRequest { trigger, dry_run: drafting.dry_run, ..DraftRequest::default() })
}
