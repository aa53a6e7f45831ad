//! `memory_graph`

use schemars::JsonSchema;
use serde::Deserialize;
use soulfile_engine::{GraphView, Result};

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

/// How far to look.
const FARTHEST: usize = 6;

/// Which part.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Part {
    /// Only what is around this one, named by id, label or alias.
    around: Option<String>,
    /// How many ties away, at most 6; 2 when not given.
    #[schemars(range(max = 6))]
    hops: Option<usize>,
}

fn graph(asked: &Asked, part: Part) -> Result<GraphView> {
    let hops = part.hops.unwrap_or(2).min(FARTHEST);
    asked.engine.graph_show(part.around.as_deref().map(|name| (name, hops)))
}
