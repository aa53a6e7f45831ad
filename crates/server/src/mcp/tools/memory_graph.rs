//! `memory_graph`

use soulfile_api::{GraphRequest, GraphView};
use soulfile_engine::Result;

use super::{Nature, ToolEntry};
use crate::mcp::connection::McpCaller;

pub(super) fn tool() -> ToolEntry {
    ToolEntry::new(
        "memory_graph",
        "What is tied to what",
        "The people and things of memory and the ties between them; only those around one of them when it \
         is named.",
        Nature::Reads,
        graph,
    )
    .private()
}

fn graph(asked: &McpCaller, part: GraphRequest) -> Result<GraphView> {
    asked.engine.graph_show(part.around.as_deref().map(|name| (name, part.hops)))
}
