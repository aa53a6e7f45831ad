//! `…/forget`, `…/restore`: in two steps, candidates first, then exactly the ids a person confirmed.

use soulfile_api::{
    ArchivedView, ForgetCandidatesRequest, ForgetConfirmed, ForgetPreview, Forgotten, MemoryId, MemoryIds, Nothing,
    Restored, Thoroughness,
};

use super::answer::Answer;
use super::call::{Call, Json, NoBody};
use super::failure::Failure;

pub fn candidates(
    call: &Call,
    _: Nothing,
    Json(about): Json<ForgetCandidatesRequest>,
) -> Result<Answer<ForgetPreview>, Failure> {
    let engine = call.engine();
    let candidates = engine.forget_candidates(&about.query, about.include_archived)?;
    let ids: Vec<MemoryId> = candidates.iter().map(|candidate| candidate.memory.id.clone()).collect();
    let along = engine.forget_along(&ids, Thoroughness::Erase)?;
    Ok(ForgetPreview { candidates, along }.into())
}

pub fn forget(call: &Call, _: Nothing, Json(confirmed): Json<ForgetConfirmed>) -> Result<Answer<Forgotten>, Failure> {
    Ok(call.engine().forget(&confirmed.ids, confirmed.how)?.into())
}

pub fn archived(call: &Call, _: Nothing, _: NoBody) -> Result<Answer<Vec<ArchivedView>>, Failure> {
    Ok(call.engine().archived()?.into())
}

pub fn restore(call: &Call, _: Nothing, Json(ids): Json<MemoryIds>) -> Result<Answer<Restored>, Failure> {
    Ok(call.engine().restore(&ids.ids)?.into())
}
