//! `…/audit`: the questions people ask of the trail.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::Deserialize;
use soulfile_engine::workspace_layer::{BlameLine, LogEntry, ReceiptStatus, Verification};
use soulfile_engine::{AuditQuery, Shown, Why};

use super::answer::Answer;
use super::call::{Call, NoBody, Nothing};
use super::failure::Failure;

/// Which entries.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Entries {
    /// Only this file or directory.
    path: Option<String>,
    /// Only actors that start with this, such as `bot:`.
    actor: Option<String>,
    /// Only this session.
    session: Option<String>,
    /// Only entries that mention this.
    text: Option<String>,
    /// Not before this time.
    since: Option<Timestamp>,
    /// At most this many.
    #[serde(default = "some")]
    #[schemars(range(min = 1, max = 1000))]
    limit: usize,
}

fn some() -> usize {
    50
}

/// Which entry.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OfId {
    /// The mutation's id or the commit, or the beginning of either.
    #[schemars(length(min = 1))]
    id: String,
}

/// Which file.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OfPath {
    /// Its path.
    #[schemars(length(min = 1))]
    path: String,
}

/// What to explain.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AboutWhat {
    /// Words, an id or a file.
    #[schemars(length(min = 1))]
    about: String,
    /// Most entries of each kind.
    #[serde(default = "some")]
    #[schemars(range(min = 1, max = 1000))]
    limit: usize,
}

pub fn log(call: &Call, entries: Entries, _: NoBody) -> Result<Answer<Vec<LogEntry>>, Failure> {
    let query = AuditQuery {
        path: entries.path,
        actor: entries.actor,
        session: entries.session,
        text: entries.text,
        since: entries.since.map(Timestamp::as_second),
        limit: entries.limit,
    };
    Ok(call.engine().audit_log(&query)?.into())
}

pub fn show(call: &Call, of: OfId, _: NoBody) -> Result<Answer<Shown>, Failure> {
    Ok(call.engine().audit_show(&of.id)?.into())
}

pub fn blame(call: &Call, of: OfPath, _: NoBody) -> Result<Answer<Vec<BlameLine>>, Failure> {
    Ok(call.engine().audit_blame(&of.path)?.into())
}

pub fn why(call: &Call, of: AboutWhat, _: NoBody) -> Result<Answer<Why>, Failure> {
    Ok(call.engine().audit_why(&of.about, of.limit)?.into())
}

pub fn verify(call: &Call, _: Nothing, _: NoBody) -> Result<Answer<Verification>, Failure> {
    Ok(call.engine().audit_verify()?.into())
}

pub fn receipt(call: &Call, of: OfId, _: NoBody) -> Result<Answer<ReceiptStatus>, Failure> {
    Ok(call.engine().audit_verify_receipt(&of.id)?.into())
}
