//! `…/recall`, `…/memory/lines`, `…/used`: finding, reading on, and saying what was used.

use std::time::Duration;

use jiff::Timestamp;
use jiff::civil::DateTime;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soulfile_engine::context_layer::session::SessionKind;
use soulfile_engine::memory_layer::id::MemoryId;
use soulfile_engine::{GetRequest, GetResult, RecallAnswer, RecallRequest, RecallStates};
use soulfile_vocabulary::SearchedStore;

use super::answer::Answer;
use super::call::{Call, Chosen, Json, NoBody, Nothing};
use super::failure::Failure;

/// A question.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The words.
    #[schemars(length(min = 1))]
    query: String,
    /// Most results.
    #[schemars(range(min = 1, max = 20))]
    limit: Option<usize>,
    /// Least score of a result, 0 to 1.
    #[schemars(range(min = 0.0, max = 1.0))]
    min_score: Option<f64>,
    /// Only this store.
    store: Option<SearchedStore>,
    /// What was true then, in the user's time: 2026-02-02T14:30.
    as_of: Option<DateTime>,
    /// What was known then.
    known_at: Option<Timestamp>,
    /// Dormant memories too.
    #[serde(default)]
    include_dormant: bool,
    /// Archived memories too.
    #[serde(default)]
    include_archived: bool,
    /// Why this memory (id, path, or path and line) is not among the results; for callers that see everything.
    why_not: Option<String>,
    /// Milliseconds after which the answer is what there is.
    #[schemars(range(min = 1, max = 10000))]
    deadline_ms: Option<u64>,
    /// The kind of session to ask as; a person's to choose.
    session: Option<SessionKind>,
    /// The room to ask in; a person's to choose.
    room: Option<String>,
    /// Who asks; a person's to choose.
    user: Option<String>,
    /// Whose grants apply; a person's to choose.
    r#as: Option<String>,
}

/// Which lines.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    /// The file.
    #[schemars(length(min = 1))]
    path: String,
    /// First line, from 1.
    #[schemars(range(min = 1))]
    from: Option<u32>,
    /// How many.
    #[schemars(range(min = 1))]
    lines: Option<u32>,
}

/// Memories that were used.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WereUsed {
    /// Their ids.
    #[schemars(length(min = 1, max = 100))]
    ids: Vec<MemoryId>,
}

/// How many uses were noted.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Noted {
    /// How many.
    noted: usize,
}

pub fn recall(call: &Call, asked: Question, _: NoBody) -> Result<Answer<RecallAnswer>, Failure> {
    if asked.why_not.is_some() && !call.caller.sees_everything() {
        return Err(Failure::denied("what is not found is explained to callers that see everything"));
    }
    let engine = call.engine();
    let chosen = Chosen { session: asked.session, room: asked.room, user: asked.user, subagent: asked.r#as };
    let mut request = RecallRequest::new(asked.query, call.session(chosen)?);
    request.limit = asked.limit;
    request.least_score = asked.min_score;
    request.stores = asked.store.map(|SearchedStore(store)| vec![store]);
    request.as_of = asked.as_of;
    request.known_at = asked.known_at;
    request.states = RecallStates { dormant: asked.include_dormant, archived: asked.include_archived };
    request.why_not = asked.why_not;
    let deadline = asked.deadline_ms.unwrap_or(engine.config().memory_search.query.deadline_ms);
    request.deadline = Some(Duration::from_millis(deadline));
    let mut answer = engine.recall(&request)?;
    if !call.caller.sees_everything() {
        // The names of files the session may not see.
        answer.missed.clear();
    }
    Ok(answer.into())
}

pub fn lines(call: &Call, wanted: Wanted, _: NoBody) -> Result<Answer<GetResult>, Failure> {
    let session = call.session(Chosen::default())?;
    let (from, lines) = (wanted.from.map(|n| n as usize), wanted.lines.map(|n| n as usize));
    Ok(call.engine().memory_get(&session, &GetRequest { path: wanted.path, from, lines })?.into())
}

pub fn used(call: &Call, _: Nothing, Json(were): Json<WereUsed>) -> Result<Answer<Noted>, Failure> {
    let noted = call.engine().used_in(&call.session(Chosen::default())?, &were.ids)?;
    Ok(Noted { noted }.into())
}
