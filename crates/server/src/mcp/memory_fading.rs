//! `memory_fading`

use soulfile_api::{DecayStatus, Nothing};
use soulfile_engine::Result;

use super::connection::Asked;
use super::tools::{Entry, Nature};

pub(super) fn tool() -> Entry {
    Entry::new(
        "memory_fading",
        "How memories fade",
        "How many memories are active, fading, dormant or archived.",
        Nature::Reads,
        fading,
    )
    .private()
}

fn fading(asked: &Asked, _: Nothing) -> Result<DecayStatus> {
    asked.engine.decay_status()
}
