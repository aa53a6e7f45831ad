//! `memory_reflect`

use schemars::JsonSchema;
use serde::Deserialize;
use soulfile_engine::{DraftRequest, ReflectionView, Result};

use super::connection::Asked;
use super::tools::{Entry, Nature};

pub(super) fn tool() -> Entry {
    Entry::new(
        "memory_reflect",
        "Draft a reflection",
        "Look back at what was logged and draft what should become of it. The draft waits: a person \
         approves it item by item, and nothing changes before.",
        Nature::Adds,
        reflect,
    )
    .private()
}

/// What to draft.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Drafting {
    /// Only show what would be proposed.
    #[serde(default)]
    dry_run: bool,
}

fn reflect(asked: &Asked, drafting: Drafting) -> Result<ReflectionView> {
    let trigger = Some("memory_reflect".to_owned());
    asked.engine.reflect(&DraftRequest { trigger, dry_run: drafting.dry_run, ..DraftRequest::default() })
}
