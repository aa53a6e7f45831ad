//! `…/memory/daily`: the daily logs.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::Deserialize;
use soulfile_engine::{DailyLog, FileInfo};

use super::answer::Answer;
use super::call::{Call, NoBody, Nothing};
use super::failure::Failure;

/// Which day.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OfDay {
    /// The day, such as 2026-02-02.
    date: Date,
}

pub fn list(call: &Call, _: Nothing, _: NoBody) -> Result<Answer<Vec<FileInfo>>, Failure> {
    Ok(call.engine().daily_logs()?.into())
}

pub fn read(call: &Call, day: OfDay, _: NoBody) -> Result<Answer<DailyLog>, Failure> {
    Ok(call.engine().daily_log(day.date)?.into())
}
