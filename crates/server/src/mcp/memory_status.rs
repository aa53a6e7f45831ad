//! `memory_status`

use soulfile_api::{Nothing, StatusResult};
use soulfile_engine::Result;

use super::connection::Asked;
use super::tools::{Entry, Nature};

pub(super) fn tool() -> Entry {
    Entry::new(
        "memory_status",
        "Memory status",
        "Say whose memory this is, what this session may read and write, whether the index is current, and what \
         waits for the user.",
        Nature::Reads,
        |asked: &Asked, _: Nothing| status(asked),
    )
}

fn status(asked: &Asked) -> Result<StatusResult> {
    asked.engine.memory_status(&asked.session)
}
