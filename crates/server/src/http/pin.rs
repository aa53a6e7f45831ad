//! `…/pin`, `…/unpin`: what never fades.

use schemars::JsonSchema;
use serde::Deserialize;
use soulfile_engine::Pinned;
use soulfile_engine::memory_layer::id::MemoryId;

use super::answer::Answer;
use super::call::{Call, Json, Nothing};
use super::failure::Failure;

/// Which memory.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OfMemory {
    /// Its id.
    id: MemoryId,
}

pub fn pin(call: &Call, _: Nothing, Json(of): Json<OfMemory>) -> Result<Answer<Pinned>, Failure> {
    Ok(call.engine().pin(&of.id, true)?.into())
}

pub fn unpin(call: &Call, _: Nothing, Json(of): Json<OfMemory>) -> Result<Answer<Pinned>, Failure> {
    Ok(call.engine().pin(&of.id, false)?.into())
}
