//! `memory_alerts`

use soulfile_api::{Nothing, OpenAlerts};
use soulfile_engine::Result;

use super::connection::Asked;
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

fn alerts(asked: &Asked, _: Nothing) -> Result<OpenAlerts> {
    Ok(OpenAlerts { alerts: asked.engine.alerts()? })
}
