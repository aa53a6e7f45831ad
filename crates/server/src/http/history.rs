//! `…/history`: a file's past, or the workspace's.

use soulfile_api::{HistoryRequest, LogEntry};
use soulfile_engine::AuditQuery;

use super::answer::Answer;
use super::call::{Call, NoBody};
use super::failure::Failure;

/// Changes shown when not told otherwise.
const CHANGES: usize = 50;

pub fn show(call: &Call, past: HistoryRequest, _: NoBody) -> Result<Answer<Vec<LogEntry>>, Failure> {
    let query =
        AuditQuery { path: past.path, text: past.text, limit: past.limit.unwrap_or(CHANGES), ..AuditQuery::default() };
    Ok(call.engine().audit_log(&query)?.into())
}
