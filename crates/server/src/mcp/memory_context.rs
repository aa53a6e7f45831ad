//! `memory_context`

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soulfile_engine::Result;

use super::connection::Asked;
use super::tools::{Entry, Nature};

/// What `memory_context` is asked: nothing. Who asks is fixed by the connection.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ContextArguments {}

/// What `memory_context` answers.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ContextAnswer {
    /// Everything this session receives, to be used as a system prompt.
    pub text: String,
    /// SHA-256 of the text.
    digest: String,
    /// The commit the workspace was at.
    #[serde(skip_serializing_if = "Option::is_none")]
    commit: Option<String>,
    /// Tokens it takes, estimated.
    tokens: usize,
    /// Tokens allowed.
    budget: usize,
    /// The files it draws from.
    files: Vec<String>,
    /// What was cut or is missing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
}

pub(super) fn tool() -> Entry {
    Entry::shown(
        "memory_context",
        "Session context",
        "Everything this session should begin with: who you are, your rules, the user, core memory, and recent \
         notes, as far as this session may see them. Call it once at the start and again after compaction.",
        Nature::Reads,
        |asked: &Asked, _: ContextArguments| context(asked),
        |answer| Some(answer.text.clone()),
    )
}

/// What this connection's session receives.
pub(super) fn context(asked: &Asked) -> Result<ContextAnswer> {
    let (pack, receipt) = asked.engine.context(&asked.who)?;
    Ok(ContextAnswer {
        text: pack.rendered + &pack.preamble,
        digest: receipt.digest,
        commit: receipt.commit,
        tokens: pack.report.used_tokens,
        budget: pack.report.budget_tokens,
        files: receipt.files,
        warnings: pack.report.warnings,
    })
}
