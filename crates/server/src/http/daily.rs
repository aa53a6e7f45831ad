//! `…/memory/daily`: the daily logs.

use soulfile_api::{DailyLog, DailyLogRequest, DayLogAddition, FileInfo, Nothing, Remembered};

use super::answer::Answer;
use super::call::{Call, Chosen, Json, NoBody};
use super::failure::Failure;

pub fn list(call: &Call, _: Nothing, _: NoBody) -> Result<Answer<Vec<FileInfo>>, Failure> {
    Ok(call.engine().daily_logs()?.into())
}

pub fn read(call: &Call, day: DailyLogRequest, _: NoBody) -> Result<Answer<DailyLog>, Failure> {
    Ok(call.engine().daily_log(day.date)?.into())
}

pub fn append(
    call: &Call,
    day: DailyLogRequest,
    Json(new): Json<DayLogAddition>,
) -> Result<Answer<Remembered>, Failure> {
    let session = call.session(Chosen::default())?;
    Ok(call.engine().append_to_day(&session, day.date, &new, call.caller.by())?.into())
}
