//! `…/decay`: how memories fade.

use soulfile_api::{DecayExplained, DecayRun, DecayStatus, MemoryRequest, Nothing};

use super::answer::Answer;
use super::call::{Call, NoBody};
use super::failure::Failure;

pub fn status(call: &Call, _: Nothing, _: NoBody) -> Result<Answer<DecayStatus>, Failure> {
    Ok(call.engine().decay_status()?.into())
}

pub fn explain(call: &Call, of: MemoryRequest, _: NoBody) -> Result<Answer<DecayExplained>, Failure> {
    Ok(call.engine().decay_explain(&of.id)?.into())
}

pub fn run(call: &Call, _: Nothing, _: NoBody) -> Result<Answer<DecayRun>, Failure> {
    Ok(call.engine().decay_run()?.into())
}
