//! Who the agent is.

use schemars::JsonSchema;
use serde::Serialize;
use soulfile_context::identity::DisplayIdentity;

/// Who the agent is, as it is shown.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct IdentityView {
    /// The agent.
    pub agent: String,
    /// Its workspace.
    pub workspace: String,
    /// Its identity with sources.
    #[serde(flatten)]
    pub identity: DisplayIdentity,
    /// The user's time zone, in which days and times are written; nothing where it has no name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_zone: Option<String>,
    /// Whether the first-run ritual is still to be done.
    pub bootstrap_pending: bool,
}

/// What is not known yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct IntroductionNeeds {
    /// USER.md names nobody.
    pub user_name: bool,
    /// Nothing names the agent.
    pub agent_name: bool,
    /// IDENTITY.md says nothing on how the agent comes across.
    pub manner: bool,
}
