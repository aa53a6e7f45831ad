//! `memory_graph`

use soulfile_api::{GraphRequest, GraphView};
use soulfile_engine::Result;

use super::connection::Asked;
use super::tools::{Entry, Nature};

pub(super) fn tool() -> Entry {
    Entry::new(
        "memory_graph",
        "What is tied to what",
        "The people and things of memory and the ties between them; only those around one of them when it \
         is named.",
        Nature::Reads,
        graph,
    )
    .private()
}

fn graph(asked: &Asked, part: GraphRequest) -> Result<GraphView> {
    asked.engine.graph_show(part.around.as_deref().map(|name| (name, part.hops)))
}
