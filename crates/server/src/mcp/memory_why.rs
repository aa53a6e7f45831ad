//! `memory_why`

use schemars::JsonSchema;
use serde::Deserialize;
use soulfile_engine::{Result, Why};

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

/// Changes of each kind told at most.
const MOST: usize = 20;

/// What about.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct About {
    /// Words, an id or a file.
    #[schemars(length(min = 1))]
    about: String,
}

fn why(asked: &Asked, of: About) -> Result<Why> {
    asked.engine.audit_why(&of.about, MOST)
}
