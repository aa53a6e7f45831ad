//! `…/heartbeat`: one run through HEARTBEAT.md, beside those the clock sets off.

use soulfile_engine::HeartbeatRun;

use super::answer::Answer;
use super::call::{Call, NoBody, Nothing};
use super::failure::Failure;

pub fn run(call: &Call, _: Nothing, _: NoBody) -> Result<Answer<HeartbeatRun>, Failure> {
    Ok(call.engine().heartbeat()?.into())
}
