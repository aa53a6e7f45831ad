//! What a session receives.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soulfile_context::assemble::ContextPack;
use soulfile_vocabulary::SessionKind;

/// Which bytes of which commit a session saw.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct ContextReceipt {
    /// SHA-256 of everything the session received.
    pub digest: String,
    /// The commit the workspace was at.
    pub commit: Option<String>,
    /// When.
    pub at: String,
    /// What kind of session.
    pub session: String,
    /// The room, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub room: Option<String>,
    /// The session's id, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
    /// The persona file in effect.
    pub persona: String,
    /// The files it drew from.
    pub files: Vec<String>,
}

/// Which session. All but `session_id` are a person's to choose; an agent's follow from its token.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ContextQuery {
    /// The kind of session; main when not given.
    pub session: Option<SessionKind>,
    /// The room, for a group.
    pub room: Option<String>,
    /// Who is speaking.
    pub user: Option<String>,
    /// Whose grants apply, for a sub-agent.
    pub r#as: Option<String>,
    /// The session's own id: the persona is decided once for it.
    #[schemars(length(min = 1, max = 200))]
    pub session_id: Option<String>,
}

/// A context with the receipt of it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ContextShown {
    #[serde(flatten)]
    pub pack: ContextPack,
    /// Which bytes of which commit this is.
    pub receipt: ContextReceipt,
}

/// Which receipts.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ContextReceiptsRequest {
    /// The beginning of a context's digest.
    pub digest: Option<String>,
    /// Most receipts.
    #[serde(default = "few")]
    #[schemars(range(min = 1, max = 1000))]
    pub limit: usize,
}

fn few() -> usize {
    50
}

/// What `memory_context` answers.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SessionContext {
    /// Everything this session receives, to be used as a system prompt.
    pub text: String,
    /// SHA-256 of the text.
    pub digest: String,
    /// The commit the workspace was at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// Tokens it takes, estimated.
    pub tokens: usize,
    /// Tokens allowed.
    pub budget: usize,
    /// The files it draws from.
    pub files: Vec<String>,
    /// What was cut or is missing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}
