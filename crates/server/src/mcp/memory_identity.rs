//! `memory_identity`

use soulfile_api::{IdentityView, Nothing};
use soulfile_engine::Result;

use super::connection::Asked;
use super::tools::{Entry, Nature};

pub(super) fn tool() -> Entry {
    Entry::new(
        "memory_identity",
        "Who the agent is",
        "The name, emoji and avatar the agent goes by, and which source each comes from.",
        Nature::Reads,
        identity,
    )
    .private()
}

fn identity(asked: &Asked, _: Nothing) -> Result<IdentityView> {
    asked.engine.identity()
}
