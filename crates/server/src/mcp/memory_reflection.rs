//! `memory_reflection`

use soulfile_api::{Nothing, ReflectStatus};
use soulfile_engine::Result;

use super::connection::Asked;
use super::tools::{Entry, Nature};

pub(super) fn tool() -> Entry {
    Entry::new(
        "memory_reflection",
        "Where reflection stands",
        "Whether a reflection waits for a person, how much is unprocessed, and when the next one is due.",
        Nature::Reads,
        reflection,
    )
    .private()
}

fn reflection(asked: &Asked, _: Nothing) -> Result<ReflectStatus> {
    asked.engine.reflect_status()
}
