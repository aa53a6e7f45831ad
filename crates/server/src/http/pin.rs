//! `…/pin`, `…/unpin`: what never fades.

use soulfile_api::{MemoryRequest, Nothing, Pinned};

use super::answer::Answer;
use super::call::{Call, Json};
use super::failure::Failure;

pub fn pin(call: &Call, _: Nothing, Json(of): Json<MemoryRequest>) -> Result<Answer<Pinned>, Failure> {
    Ok(call.engine().pin(&of.id, true)?.into())
}

pub fn unpin(call: &Call, _: Nothing, Json(of): Json<MemoryRequest>) -> Result<Answer<Pinned>, Failure> {
    Ok(call.engine().pin(&of.id, false)?.into())
}
