//! `memory_proposals`

use schemars::JsonSchema;
use serde::Serialize;
use soulfile_engine::{ProposalView, Result};

use super::connection::Asked;
use super::schema::Nothing;
use super::tools::{Entry, Nature};

pub(super) fn tool() -> Entry {
    Entry::new(
        "memory_proposals",
        "What waits for a person",
        "The memories that were proposed and wait for a person to decide. You can tell them about these; \
         you cannot decide.",
        Nature::Reads,
        proposals,
    )
    .private()
}

/// What waits.
#[derive(Debug, Serialize, JsonSchema)]
struct Waiting {
    /// In order.
    proposals: Vec<ProposalView>,
}

fn proposals(asked: &Asked, _: Nothing) -> Result<Waiting> {
    Ok(Waiting { proposals: asked.engine.proposals()? })
}
