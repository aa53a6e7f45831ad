//! `…/index`: the search index.

use soulfile_api::{IndexRequest, IndexStatus, Nothing, Rebuilt};

use super::answer::Answer;
use super::call::{Call, NoBody};
use super::failure::Failure;

pub fn status(call: &Call, look: IndexRequest, _: NoBody) -> Result<Answer<IndexStatus>, Failure> {
    Ok(call.engine().index_status(look.deep)?.into())
}

pub fn rebuild(call: &Call, _: Nothing, _: NoBody) -> Result<Answer<Rebuilt>, Failure> {
    Ok(call.engine().rebuild_index()?.into())
}
