//! `…/history`: a file's past, or the workspace's.

use schemars::JsonSchema;
use serde::Deserialize;
use soulfile_engine::AuditQuery;
use soulfile_engine::workspace_layer::LogEntry;

use super::answer::Answer;
use super::call::{Call, NoBody};
use super::failure::Failure;

/// Whose past.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Past {
    /// The file or directory; the whole workspace when not given.
    path: Option<String>,
    /// At most this many entries.
    #[serde(default = "some")]
    #[schemars(range(min = 1, max = 1000))]
    limit: usize,
}

fn some() -> usize {
    50
}

pub fn show(call: &Call, past: Past, _: NoBody) -> Result<Answer<Vec<LogEntry>>, Failure> {
    let query = AuditQuery { path: past.path, limit: past.limit, ..AuditQuery::default() };
    Ok(call.engine().audit_log(&query)?.into())
}
