//! `…/heartbeat`: one run through HEARTBEAT.md, beside those the clock sets off.

use super::answer::Answer;
use super::call::{Call, NoBody};
use super::failure::Failure;
use soulfile_api::{HeartbeatRun, Nothing};

pub fn run(call: &Call, _: Nothing, _: NoBody) -> Result<Answer<HeartbeatRun>, Failure> {
    Ok(call.engine().heartbeat()?.into())
}
