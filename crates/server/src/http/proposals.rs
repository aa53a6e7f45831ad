//! `…/proposals`: agents propose, people decide, bound to what they saw.

use soulfile_api::{
    Decided, NewProposal, Nothing, ProposalAcceptance, ProposalAdded, ProposalDeferral, ProposalNumber,
    ProposalPreviewRequest, ProposalRejection, ProposalView,
};
use soulfile_engine::{Preview, Proposing};
use soulfile_vocabulary::{Authority, Scope};

use super::answer::Answer;
use super::call::{Call, Chosen, Json, NoBody};
use super::failure::Failure;

pub fn list(call: &Call, _: Nothing, _: NoBody) -> Result<Answer<Vec<ProposalView>>, Failure> {
    Ok(call.engine().proposals()?.into())
}

pub fn show(call: &Call, of: ProposalNumber, _: NoBody) -> Result<Answer<ProposalView>, Failure> {
    Ok(call.engine().proposal(of.number)?.into())
}

pub fn propose(call: &Call, _: Nothing, Json(new): Json<NewProposal>) -> Result<Answer<ProposalAdded>, Failure> {
    let session = call.session(Chosen::default())?;
    let proposing = Proposing {
        from: String::new(),
        trigger: new.trigger,
        store: new.store,
        content: new.content,
        entities: new.entities,
        confidence: new.confidence,
        core_worthy: new.core_worthy,
        scope: Scope::Private,
        trust: Authority::SubAgent,
        quarantined: false,
    };
    Ok(call.engine().propose_for(&session, proposing)?.into())
}

pub fn preview(call: &Call, of: ProposalPreviewRequest, _: NoBody) -> Result<Answer<Preview>, Failure> {
    Ok(call.engine().preview_reworded_proposal(of.number, of.text.as_deref(), None)?.into())
}

pub fn commit(
    call: &Call,
    of: ProposalNumber,
    Json(accepting): Json<ProposalAcceptance>,
) -> Result<Answer<Decided>, Failure> {
    let ProposalAcceptance { review, store, text, even_if_stale } = accepting;
    let engine = call.engine();
    Ok(engine.commit_reworded_proposal(of.number, Some(&review), text.as_deref(), store, even_if_stale)?.into())
}

pub fn reject(
    call: &Call,
    of: ProposalNumber,
    Json(declining): Json<ProposalRejection>,
) -> Result<Answer<Decided>, Failure> {
    let ProposalRejection { review, reason } = declining;
    Ok(call.engine().reject_proposal(of.number, Some(&review), reason.as_deref())?.into())
}

pub fn defer(
    call: &Call,
    of: ProposalNumber,
    Json(deferring): Json<ProposalDeferral>,
) -> Result<Answer<Decided>, Failure> {
    Ok(call.engine().defer_proposal(of.number, Some(&deferring.review))?.into())
}
