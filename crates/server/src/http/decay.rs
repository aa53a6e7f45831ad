//! `…/decay`: how memories fade.

use schemars::JsonSchema;
use serde::Deserialize;
use soulfile_engine::memory_layer::id::MemoryId;
use soulfile_engine::{DecayExplained, DecayRun, DecayStatus};

use super::answer::Answer;
use super::call::{Call, NoBody, Nothing};
use super::failure::Failure;

/// Which memory.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OfMemory {
    /// Its id.
    id: MemoryId,
}

pub fn status(call: &Call, _: Nothing, _: NoBody) -> Result<Answer<DecayStatus>, Failure> {
    Ok(call.engine().decay_status()?.into())
}

pub fn explain(call: &Call, of: OfMemory, _: NoBody) -> Result<Answer<DecayExplained>, Failure> {
    Ok(call.engine().decay_explain(&of.id)?.into())
}

pub fn run(call: &Call, _: Nothing, _: NoBody) -> Result<Answer<DecayRun>, Failure> {
    Ok(call.engine().decay_run()?.into())
}
