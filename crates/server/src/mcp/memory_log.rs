//! `memory_log`

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::Deserialize;
use soulfile_engine::{DayView, Result};

use super::connection::Asked;
use super::tools::{Entry, Nature};

pub(super) fn tool() -> Entry {
    Entry::new(
        "memory_log",
        "A day of the log",
        "Everything that was logged on one day, in order, with the ids of the entries; today when no day \
         is given.",
        Nature::Reads,
        log,
    )
    .private()
}

/// Which day.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct OfDay {
    /// The day, as in 2026-02-01; today when not given.
    day: Option<Date>,
}

fn log(asked: &Asked, of: OfDay) -> Result<DayView> {
    asked.engine.log(of.day, false)
}
