//! `…/forget`, `…/restore`: in two steps, candidates first, then exactly the ids a person confirmed.

use schemars::JsonSchema;
use serde::Deserialize;
use soulfile_engine::memory_layer::id::MemoryId;
use soulfile_engine::{ArchivedView, Candidate, Forgotten, Restored, Thoroughness};

use super::answer::Answer;
use super::call::{Call, Json, NoBody, Nothing};
use super::failure::Failure;

/// What may be meant.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct About {
    /// What to forget, in words.
    #[schemars(length(min = 1))]
    query: String,
    /// Whether memories forgotten before count too.
    #[serde(default)]
    include_archived: bool,
}

/// What a person confirmed.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Confirmed {
    /// The memories, by id.
    #[schemars(length(min = 1))]
    ids: Vec<MemoryId>,
    /// How thoroughly.
    #[serde(default)]
    how: How,
}

/// How thoroughly to forget.
#[derive(Debug, Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum How {
    /// Out of search, graph and core memory; the files keep it and it can be restored.
    #[default]
    Archive,
    /// Out of the files; git history still has it.
    Erase,
    /// Out of the files, out of history, out of every log and cache.
    Purge,
}

/// Memories by id.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ids {
    /// The memories.
    #[schemars(length(min = 1))]
    ids: Vec<MemoryId>,
}

pub fn candidates(call: &Call, _: Nothing, Json(about): Json<About>) -> Result<Answer<Vec<Candidate>>, Failure> {
    Ok(call.engine().forget_candidates(&about.query, about.include_archived)?.into())
}

pub fn forget(call: &Call, _: Nothing, Json(confirmed): Json<Confirmed>) -> Result<Answer<Forgotten>, Failure> {
    let how = match confirmed.how {
        How::Archive => Thoroughness::Archive,
        How::Erase => Thoroughness::Erase,
        How::Purge => Thoroughness::Purge,
    };
    Ok(call.engine().forget(&confirmed.ids, how)?.into())
}

pub fn archived(call: &Call, _: Nothing, _: NoBody) -> Result<Answer<Vec<ArchivedView>>, Failure> {
    Ok(call.engine().archived()?.into())
}

pub fn restore(call: &Call, _: Nothing, Json(ids): Json<Ids>) -> Result<Answer<Restored>, Failure> {
    Ok(call.engine().restore(&ids.ids)?.into())
}
