//! The one place where an engine's error becomes the protocol's.

use rmcp::ErrorData;
use rmcp::model::{CallToolResult, ContentBlock, ErrorCode, MetaObject};
use soulfile_engine::{Error, Kind};

/// A word for the kind, as it is told to a model.
fn word(kind: Kind) -> &'static str {
    match kind {
        Kind::NotFound => "not found",
        Kind::Invalid => "invalid",
        Kind::Conflict => "conflict",
        Kind::Denied => "not allowed",
        Kind::Unavailable => "busy, try again",
        Kind::Internal => "failed",
    }
}

/// What a model is shown when a tool could not do what it was asked.
pub(super) fn refused(kind: Kind, message: &str) -> CallToolResult {
    let mut meta = MetaObject::new();
    let name = serde_json::to_value(kind).unwrap_or_default();
    meta.insert("soulfile/kind".to_owned(), name);
    CallToolResult::error(vec![ContentBlock::text(format!("{}: {message}", word(kind)))]).with_meta(Some(meta))
}

/// The same for a tool, from an engine's error.
pub(super) fn of_tool(error: &Error) -> CallToolResult {
    refused(error.kind(), &error.to_string())
}

/// An error of a request that is no tool call.
pub(super) fn of_request(error: &Error) -> ErrorData {
    let message = error.to_string();
    match error.kind() {
        Kind::NotFound => ErrorData::resource_not_found(message, None),
        Kind::Invalid | Kind::Denied => ErrorData::invalid_params(message, None),
        Kind::Conflict | Kind::Unavailable | Kind::Internal => ErrorData::new(ErrorCode::INTERNAL_ERROR, message, None),
    }
}
