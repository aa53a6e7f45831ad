//! `…/memories`: every memory with its state, filtered and in pages.

use soulfile_api::{ListRequest, MemoryPage};

use super::answer::Answer;
use super::call::{Call, NoBody};
use super::failure::Failure;

pub fn list(call: &Call, request: ListRequest, _: NoBody) -> Result<Answer<MemoryPage>, Failure> {
    Ok(call.engine().list(&request)?.into())
}
