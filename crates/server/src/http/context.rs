//! `…/context`: what a session receives, and the report of it.

use soulfile_api::{ContextQuery, ContextReceipt, ContextReceiptsRequest, ContextReport, ContextShown};
use soulfile_engine::ContextRequest;

use super::answer::Answer;
use super::call::{Call, Chosen, NoBody};
use super::failure::Failure;

fn request(call: &Call, asked: ContextQuery) -> Result<ContextRequest, Failure> {
    let chosen = Chosen { session: asked.session, room: asked.room, user: asked.user, subagent: asked.r#as };
    if asked.session_id.as_ref().is_some_and(|id| id.chars().any(char::is_control)) {
        return Err(Failure::invalid("a session's id holds no control characters"));
    }
    let roll = crate::tokens::random_share()?;
    Ok(ContextRequest { session_id: asked.session_id, roll, ..call.context_request(chosen)? })
}

pub fn show(call: &Call, asked: ContextQuery, _: NoBody) -> Result<Answer<ContextShown>, Failure> {
    let (pack, receipt) = call.engine().context(&request(call, asked)?)?;
    Ok(ContextShown { pack, receipt }.into())
}

pub fn report(call: &Call, asked: ContextQuery, _: NoBody) -> Result<Answer<ContextReport>, Failure> {
    Ok(call.engine().context_report(&request(call, asked)?)?.into())
}

pub fn receipts(call: &Call, of: ContextReceiptsRequest, _: NoBody) -> Result<Answer<Vec<ContextReceipt>>, Failure> {
    Ok(call.engine().context_receipts(of.digest.as_deref(), of.limit)?.into())
}
