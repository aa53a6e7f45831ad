//! `…/recall`, `…/memory/lines`, `…/used`: finding, reading on, and saying what was used.

use soulfile_api::{GetRequest, GetResult, Nothing, RecallAnswer, RecallQuestion, UsedNoted, UsedRequest};
use std::time::Duration;

use soulfile_engine::{RecallRequest, RecallStates};
use soulfile_vocabulary::SearchedStore;

use super::answer::Answer;
use super::call::{Call, Chosen, Json, NoBody};
use super::failure::Failure;

pub fn recall(call: &Call, asked: RecallQuestion, _: NoBody) -> Result<Answer<RecallAnswer>, Failure> {
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

pub fn lines(call: &Call, wanted: GetRequest, _: NoBody) -> Result<Answer<GetResult>, Failure> {
    let session = call.session(Chosen::default())?;
    Ok(call.engine().memory_get(&session, &wanted)?.into())
}

pub fn used(call: &Call, _: Nothing, Json(were): Json<UsedRequest>) -> Result<Answer<UsedNoted>, Failure> {
    let noted = call.engine().used_in(&call.session(Chosen::default())?, &were.ids)?;
    Ok(UsedNoted { noted }.into())
}
