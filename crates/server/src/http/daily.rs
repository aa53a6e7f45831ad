//! `…/memory/daily`: the daily logs.

use soulfile_api::{DailyLog, DailyLogRequest, FileInfo, Nothing};

use super::answer::Answer;
use super::call::{Call, NoBody};
use super::failure::Failure;

pub fn list(call: &Call, _: Nothing, _: NoBody) -> Result<Answer<Vec<FileInfo>>, Failure> {
    Ok(call.engine().daily_logs()?.into())
}

pub fn read(call: &Call, day: DailyLogRequest, _: NoBody) -> Result<Answer<DailyLog>, Failure> {
    Ok(call.engine().daily_log(day.date)?.into())
}
