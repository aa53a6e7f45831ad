//! `…/forget`, `…/restore`: in two steps, candidates first, then exactly the ids a person confirmed.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soulfile_engine::memory_layer::id::MemoryId;
use soulfile_engine::{ArchivedView, Candidate, Forgotten, MemoryView, Restored, Thoroughness};

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

/// What may be meant, and what goes with it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Previewed {
    /// The memories that may be meant.
    candidates: Vec<Candidate>,
    /// What was made of them and of nothing else: erased and purged along with all of them, kept when they are archived.
    along: Vec<MemoryView>,
}

pub fn candidates(call: &Call, _: Nothing, Json(about): Json<About>) -> Result<Answer<Previewed>, Failure> {
    let engine = call.engine();
    let candidates = engine.forget_candidates(&about.query, about.include_archived)?;
    let ids: Vec<MemoryId> = candidates.iter().map(|candidate| candidate.memory.id.clone()).collect();
    let along = engine.forget_along(&ids, Thoroughness::Erase)?;
    Ok(Previewed { candidates, along }.into())
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
