//! Memories that wait for a person.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soulfile_memory::proposal::Proposal;
use soulfile_vocabulary::{Authority, Confidence, Store};
use soulfile_workspace::Receipt;

use crate::remember::ClaimableTrust;
use crate::{Remembered, WriteReceipt};

/// A proposal was added.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ProposalAdded {
    /// Proof of the write.
    pub receipt: Receipt,
    /// Its number.
    pub number: u32,
    /// Proposals it is at odds with.
    pub conflicts: Vec<u32>,
    /// What became of it, when the configuration lets trusted sub-agents commit at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub committed: Option<Remembered>,
}

/// A proposal as a reviewer sees it: what it says, and what is to be known about it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ProposalView {
    /// The proposal itself.
    #[serde(flatten)]
    pub proposal: Proposal,
    /// Proposals it is at odds with.
    pub conflicts: Vec<u32>,
    /// Files it was made from that changed since.
    pub stale: Vec<String>,
    /// Why it should be read with care.
    pub suspicious: Option<String>,
    /// What a decision is bound to.
    pub review: String,
    /// What it says, every character visible: what a person reads before they decide.
    pub shown: String,
}

/// What became of a proposal.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Decided {
    /// Proof of the write.
    pub receipt: Receipt,
    /// What was stored, for one that was committed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remembered: Option<Remembered>,
}

/// What `memory_propose` is asked.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ProposeRequest {
    /// What should be remembered.
    #[schemars(length(min = 1))]
    pub content: String,
    /// Why: what was said or found that makes it worth keeping.
    #[serde(default)]
    pub reason: Option<String>,
    /// Where it should go; episodic when not given.
    #[serde(default)]
    pub store: Option<Store>,
    /// The entities it is about, as `type--name`.
    #[serde(default)]
    pub entities: Vec<String>,
    /// How sure you are; medium when not given.
    #[serde(default)]
    pub confidence: Option<Confidence>,
    /// Whether it should always be in mind, in MEMORY.md.
    #[serde(default)]
    pub core_worthy: bool,
    /// Where the words came from, when not from you.
    #[serde(default)]
    #[schemars(with = "Option<ClaimableTrust>")]
    pub trust: Option<Authority>,
}

/// What `memory_propose` answers.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProposeResult {
    /// The proposal's number.
    pub proposal: u32,
    /// Where it stands.
    pub status: String,
    /// Proposals it is at odds with.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub conflicts: Vec<u32>,
    /// Proof of the write.
    pub receipt: WriteReceipt,
    /// What happens next, in words.
    pub remark: String,
}

/// A memory to propose.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewProposal {
    /// What is to be remembered.
    #[schemars(length(min = 1))]
    pub content: String,
    /// Where it should go.
    #[serde(default = "episodic")]
    pub store: Store,
    /// The entities it is about, by id.
    #[serde(default)]
    pub entities: Vec<String>,
    /// How sure it is.
    #[serde(default = "medium")]
    pub confidence: Confidence,
    /// Whether it should be in core memory too.
    #[serde(default)]
    pub core_worthy: bool,
    /// What made you.
    #[serde(default)]
    pub trigger: String,
}

fn medium() -> Confidence {
    Confidence::Medium
}

fn episodic() -> Store {
    Store::Episodic
}

/// Which proposal.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProposalNumber {
    /// Its number.
    pub number: u32,
}

/// Which proposal, and as what it would be accepted.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProposalPreviewRequest {
    /// Its number.
    pub number: u32,
    /// Other words than the ones proposed.
    #[schemars(length(min = 1))]
    pub text: Option<String>,
}

/// A decision to accept.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProposalAcceptance {
    /// The `review` of the proposal as it was shown; anything else is refused as changed.
    #[schemars(length(min = 8))]
    pub review: String,
    /// Another store than the one proposed.
    pub store: Option<Store>,
    /// Other words than the ones proposed.
    #[schemars(length(min = 1))]
    pub text: Option<String>,
    /// Accept it although what it was made from changed since.
    #[serde(default)]
    pub even_if_stale: bool,
}

/// A decision not to.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProposalRejection {
    /// The `review` of the proposal as it was shown; anything else is refused as changed.
    #[schemars(length(min = 8))]
    pub review: String,
    /// Why, for the trail.
    pub reason: Option<String>,
}

/// A decision to leave it for later.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProposalDeferral {
    /// The `review` of the proposal as it was shown; anything else is refused as changed.
    #[schemars(length(min = 8))]
    pub review: String,
}

impl std::ops::Deref for ProposalView {
    type Target = Proposal;

    fn deref(&self) -> &Proposal {
        &self.proposal
    }
}

/// What waits for a person.
#[derive(Debug, Serialize, JsonSchema)]
pub struct WaitingProposals {
    /// In order.
    pub proposals: Vec<ProposalView>,
}
