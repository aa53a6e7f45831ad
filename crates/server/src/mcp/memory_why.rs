//! `memory_why`

use soulfile_api::{Why, WhyRequest};
use soulfile_engine::Result;

use super::connection::Asked;
use super::tools::{Entry, Nature};

pub(super) fn tool() -> Entry {
    Entry::new(
        "memory_why",
        "Why it is remembered",
        "Why something was written, changed or forgotten: who did it, when, and what set it off.",
        Nature::Reads,
        why,
    )
    .private()
}

/// Changes of each kind told when not told otherwise.
const CHANGES: usize = 20;

fn why(asked: &Asked, of: WhyRequest) -> Result<Why> {
    asked.engine.audit_why(&of.about, of.limit.unwrap_or(CHANGES))
}
