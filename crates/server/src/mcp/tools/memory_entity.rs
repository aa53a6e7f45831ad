//! `memory_entity`

use soulfile_api::{EntityRequest, EntityView};
use soulfile_engine::Result;

use super::{Nature, ToolEntry};
use crate::mcp::connection::McpCaller;

pub(super) fn tool() -> ToolEntry {
    ToolEntry::new(
        "memory_entity",
        "All about one thing",
        "Everything known about a person, project, place or other thing: its facts with their dates and \
         sources, past ones included, and what it is tied to.",
        Nature::Reads,
        entity,
    )
    .private()
}

fn entity(asked: &McpCaller, of: EntityRequest) -> Result<EntityView> {
    asked.engine.graph_entity(&of.name, false)
}
