//! `…/core`: what is always in mind.

use schemars::JsonSchema;
use serde::Deserialize;
use soulfile_engine::memory_layer::core::Block;
use soulfile_engine::memory_layer::id::{CoreId, MemoryId};
use soulfile_engine::workspace_layer::Receipt;
use soulfile_engine::{CoreChange, CoreView};

use super::answer::Answer;
use super::call::{Call, Json, NoBody, Nothing};
use super::failure::Failure;

/// An edit of core memory.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum CoreEdit {
    /// A new line.
    Add(NewLine),
    /// Other words for a line.
    Replace(OtherWords),
    /// A line less, by its id.
    Remove(MemoryId),
}

/// A new line.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewLine {
    /// Where.
    block: InBlock,
    /// What it says.
    #[schemars(length(min = 1))]
    text: String,
}

/// Other words for a line.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OtherWords {
    /// The line.
    id: MemoryId,
    /// What it says now.
    #[schemars(length(min = 1))]
    text: String,
}

/// A block of core memory.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum InBlock {
    /// Who the user is.
    Identity,
    /// What is going on.
    ActiveContext,
    /// How the agent is.
    Persona,
    /// What must not be forgotten.
    CriticalFacts,
}

pub fn show(call: &Call, _: Nothing, _: NoBody) -> Result<Answer<CoreView>, Failure> {
    Ok(call.engine().core_show()?.into())
}

pub fn edit(call: &Call, _: Nothing, Json(edit): Json<CoreEdit>) -> Result<Answer<Receipt>, Failure> {
    let change = match edit {
        CoreEdit::Add(line) => CoreChange::Add { block: block(line.block), text: line.text },
        CoreEdit::Replace(words) => CoreChange::Replace { id: core_id(words.id)?, text: words.text },
        CoreEdit::Remove(id) => CoreChange::Remove { id: core_id(id)? },
    };
    Ok(call.engine().core_edit(&change)?.into())
}

fn block(block: InBlock) -> Block {
    match block {
        InBlock::Identity => Block::Identity,
        InBlock::ActiveContext => Block::ActiveContext,
        InBlock::Persona => Block::Persona,
        InBlock::CriticalFacts => Block::CriticalFacts,
    }
}

fn core_id(id: MemoryId) -> Result<CoreId, Failure> {
    match id {
        MemoryId::Core(id) => Ok(id),
        other => Err(Failure::invalid(format!("{other} is not a line of core memory"))),
    }
}
