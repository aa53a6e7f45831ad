//! `memory_alerts`

use schemars::JsonSchema;
use serde::Serialize;
use soulfile_engine::{AlertView, Result};

use super::connection::Asked;
use super::schema::Nothing;
use super::tools::{Entry, Nature};

pub(super) fn tool() -> Entry {
    Entry::new(
        "memory_alerts",
        "Changes of identity",
        "Changes of the persona, the identity or the configuration that nobody has acknowledged yet. Tell \
         the person about them.",
        Nature::Reads,
        alerts,
    )
    .private()
}

/// What was changed.
#[derive(Debug, Serialize, JsonSchema)]
struct Open {
    /// Each with its difference.
    alerts: Vec<AlertView>,
}

fn alerts(asked: &Asked, _: Nothing) -> Result<Open> {
    Ok(Open { alerts: asked.engine.alerts()? })
}
