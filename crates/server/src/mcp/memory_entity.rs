//! `memory_entity`

use schemars::JsonSchema;
use serde::Deserialize;
use soulfile_engine::{EntityView, Result};

use super::connection::Asked;
use super::tools::{Entry, Nature};

pub(super) fn tool() -> Entry {
    Entry::new(
        "memory_entity",
        "All about one thing",
        "Everything known about a person, project, place or other thing: its facts with their dates and \
         sources, past ones included, and what it is tied to.",
        Nature::Reads,
        entity,
    )
    .private()
}

/// Which one.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Named {
    /// Its id, label or alias.
    #[schemars(length(min = 1))]
    name: String,
}

fn entity(asked: &Asked, of: Named) -> Result<EntityView> {
    asked.engine.graph_entity(&of.name, false)
}
