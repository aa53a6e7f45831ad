//! `…/index`: the search index.

use schemars::JsonSchema;
use serde::Deserialize;
use soulfile_engine::{IndexStatus, Rebuilt};

use super::answer::Answer;
use super::call::{Call, NoBody, Nothing};
use super::failure::Failure;

/// How closely to look.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Look {
    /// Compare the index with the files, text by text.
    #[serde(default)]
    deep: bool,
}

pub fn status(call: &Call, look: Look, _: NoBody) -> Result<Answer<IndexStatus>, Failure> {
    Ok(call.engine().index_status(look.deep)?.into())
}

pub fn rebuild(call: &Call, _: Nothing, _: NoBody) -> Result<Answer<Rebuilt>, Failure> {
    Ok(call.engine().rebuild_index()?.into())
}
