//! `…/proposals`: agents propose, people decide, bound to what they saw.

use schemars::JsonSchema;
use serde::Deserialize;
use soulfile_engine::{Decided, ProposalAdded, ProposalView, Proposing};
use soulfile_vocabulary::{Authority, Confidence, Scope, Store};

use super::answer::Answer;
use super::call::{Call, Chosen, Json, NoBody, Nothing};
use super::failure::Failure;

/// A memory to propose.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewProposal {
    /// What is to be remembered.
    #[schemars(length(min = 1))]
    content: String,
    /// Where it should go.
    #[serde(default = "episodic")]
    store: Store,
    /// The entities it is about, by id.
    #[serde(default)]
    entities: Vec<String>,
    /// How sure it is.
    #[serde(default = "medium")]
    confidence: Confidence,
    /// Whether it should be in core memory too.
    #[serde(default)]
    core_worthy: bool,
    /// What made you.
    #[serde(default)]
    trigger: String,
}

fn episodic() -> Store {
    Store::Episodic
}

fn medium() -> Confidence {
    Confidence::Medium
}

/// Which proposal.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Number {
    /// Its number.
    number: u32,
}

/// A decision to accept.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Accepting {
    /// The `review` of the proposal as it was shown; anything else is refused as changed.
    #[schemars(length(min = 8))]
    review: String,
    /// Another store than the one proposed.
    store: Option<Store>,
    /// Accept it although what it was made from changed since.
    #[serde(default)]
    even_if_stale: bool,
}

/// A decision not to.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Declining {
    /// The `review` of the proposal as it was shown; anything else is refused as changed.
    #[schemars(length(min = 8))]
    review: String,
    /// Why, for the trail.
    reason: Option<String>,
}

/// A decision to leave it for later.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Deferring {
    /// The `review` of the proposal as it was shown; anything else is refused as changed.
    #[schemars(length(min = 8))]
    review: String,
}

pub fn list(call: &Call, _: Nothing, _: NoBody) -> Result<Answer<Vec<ProposalView>>, Failure> {
    Ok(call.engine().proposals()?.into())
}

pub fn show(call: &Call, of: Number, _: NoBody) -> Result<Answer<ProposalView>, Failure> {
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

pub fn commit(call: &Call, of: Number, Json(accepting): Json<Accepting>) -> Result<Answer<Decided>, Failure> {
    let Accepting { review, store, even_if_stale } = accepting;
    Ok(call.engine().commit_proposal(of.number, Some(&review), store, even_if_stale)?.into())
}

pub fn reject(call: &Call, of: Number, Json(declining): Json<Declining>) -> Result<Answer<Decided>, Failure> {
    let Declining { review, reason } = declining;
    Ok(call.engine().reject_proposal(of.number, Some(&review), reason.as_deref())?.into())
}

pub fn defer(call: &Call, of: Number, Json(deferring): Json<Deferring>) -> Result<Answer<Decided>, Failure> {
    Ok(call.engine().defer_proposal(of.number, Some(&deferring.review))?.into())
}
