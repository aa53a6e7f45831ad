//! `…/audit`: the questions people ask of the trail.

use jiff::Timestamp;
use soulfile_api::{
    AuditDetail, AuditEntryRequest, AuditLogRequest, BlameLine, BlameRequest, LogEntry, Nothing, ReceiptStatus,
    Verification, Why, WhyRequest,
};
use soulfile_engine::AuditQuery;

use super::answer::Answer;
use super::call::{Call, NoBody};
use super::failure::Failure;

/// Changes of each kind shown when not told otherwise.
const CHANGES: usize = 50;

pub fn log(call: &Call, entries: AuditLogRequest, _: NoBody) -> Result<Answer<Vec<LogEntry>>, Failure> {
    let query = AuditQuery {
        path: entries.path,
        actor: entries.actor,
        session: entries.session,
        channel: entries.channel,
        approval: entries.approval,
        text: entries.text,
        since: entries.since.map(Timestamp::as_second),
        limit: entries.limit,
    };
    Ok(call.engine().audit_log(&query)?.into())
}

pub fn show(call: &Call, of: AuditEntryRequest, _: NoBody) -> Result<Answer<AuditDetail>, Failure> {
    Ok(call.engine().audit_show(&of.id)?.into())
}

pub fn blame(call: &Call, of: BlameRequest, _: NoBody) -> Result<Answer<Vec<BlameLine>>, Failure> {
    Ok(call.engine().audit_blame(&of.path)?.into())
}

pub fn why(call: &Call, of: WhyRequest, _: NoBody) -> Result<Answer<Why>, Failure> {
    Ok(call.engine().audit_why(&of.about, of.limit.unwrap_or(CHANGES))?.into())
}

pub fn verify(call: &Call, _: Nothing, _: NoBody) -> Result<Answer<Verification>, Failure> {
    Ok(call.engine().audit_verify()?.into())
}

pub fn receipt(call: &Call, of: AuditEntryRequest, _: NoBody) -> Result<Answer<ReceiptStatus>, Failure> {
    Ok(call.engine().audit_verify_receipt(&of.id)?.into())
}
