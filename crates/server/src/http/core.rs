//! `…/core`: what is always in mind.

use soulfile_api::{Block, CoreBlock, CoreEditRequest, CoreId, CoreView, MemoryId, Nothing, Receipt};
use soulfile_engine::CoreChange;

use super::answer::Answer;
use super::call::{Call, Json, NoBody};
use super::failure::Failure;

pub fn show(call: &Call, _: Nothing, _: NoBody) -> Result<Answer<CoreView>, Failure> {
    Ok(call.engine().core_show()?.into())
}

pub fn edit(call: &Call, _: Nothing, Json(edit): Json<CoreEditRequest>) -> Result<Answer<Receipt>, Failure> {
    let change = match edit {
        CoreEditRequest::Add(line) => CoreChange::Add { block: block(line.block), text: line.text },
        CoreEditRequest::Replace(words) => CoreChange::Replace { id: core_id(words.id)?, text: words.text },
        CoreEditRequest::Remove(id) => CoreChange::Remove { id: core_id(id)? },
    };
    Ok(call.engine().core_edit(&change)?.into())
}

fn block(block: CoreBlock) -> Block {
    match block {
        CoreBlock::Identity => Block::Identity,
        CoreBlock::ActiveContext => Block::ActiveContext,
        CoreBlock::Persona => Block::Persona,
        CoreBlock::CriticalFacts => Block::CriticalFacts,
    }
}

fn core_id(id: MemoryId) -> Result<CoreId, Failure> {
    match id {
        MemoryId::Core(id) => Ok(id),
        other => Err(Failure::invalid(format!("{other} is not a line of core memory"))),
    }
}
