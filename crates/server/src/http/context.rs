//! `…/context`: what a session receives, and the report of it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soulfile_engine::context_layer::assemble::{ContextPack, ContextReport};
use soulfile_engine::context_layer::session::SessionKind;
use soulfile_engine::{ContextReceipt, ContextRequest};

use super::answer::Answer;
use super::call::{Call, Chosen, NoBody};
use super::failure::Failure;

/// Which session. All but `session_id` are a person's to choose; an agent's follow from its token.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// The kind of session; main when not given.
    session: Option<SessionKind>,
    /// The room, for a group.
    room: Option<String>,
    /// Who is speaking.
    user: Option<String>,
    /// Whose grants apply, for a sub-agent.
    r#as: Option<String>,
    /// The session's own id: the persona is decided once for it.
    #[schemars(length(min = 1, max = 200))]
    session_id: Option<String>,
}

/// A context with the receipt of it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ContextShown {
    #[serde(flatten)]
    pack: ContextPack,
    /// Which bytes of which commit this is.
    receipt: ContextReceipt,
}

/// Which receipts.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OfDigest {
    /// The beginning of a context's digest.
    digest: Option<String>,
    /// Most receipts.
    #[serde(default = "few")]
    #[schemars(range(min = 1, max = 1000))]
    limit: usize,
}

fn few() -> usize {
    50
}

fn request(call: &Call, asked: Asked) -> Result<ContextRequest, Failure> {
    let chosen = Chosen { session: asked.session, room: asked.room, user: asked.user, subagent: asked.r#as };
    if asked.session_id.as_ref().is_some_and(|id| id.chars().any(char::is_control)) {
        return Err(Failure::invalid("a session's id holds no control characters"));
    }
    let roll = crate::tokens::random_share()?;
    Ok(ContextRequest { session_id: asked.session_id, roll, ..call.context_request(chosen)? })
}

pub fn show(call: &Call, asked: Asked, _: NoBody) -> Result<Answer<ContextShown>, Failure> {
    let (pack, receipt) = call.engine().context(&request(call, asked)?)?;
    Ok(ContextShown { pack, receipt }.into())
}

pub fn report(call: &Call, asked: Asked, _: NoBody) -> Result<Answer<ContextReport>, Failure> {
    let (pack, _) = call.engine().context(&request(call, asked)?)?;
    Ok(pack.report.into())
}

pub fn receipts(call: &Call, of: OfDigest, _: NoBody) -> Result<Answer<Vec<ContextReceipt>>, Failure> {
    Ok(call.engine().context_receipts(of.digest.as_deref(), of.limit)?.into())
}
