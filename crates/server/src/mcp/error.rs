//! The one place where an engine's error becomes the protocol's.

use rmcp::ErrorData;
use rmcp::model::{CallToolResult, ContentBlock, ErrorCode, MetaObject};
use soulfile_api::{ErrorKind, Hint};
use soulfile_engine::Error;

/// A word for the kind, as it is told to a model.
fn word(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::NotFound => "not found",
        ErrorKind::Invalid => "invalid",
        ErrorKind::Conflict => "conflict",
        ErrorKind::Denied => "not allowed",
        ErrorKind::Unavailable => "busy, try again",
        ErrorKind::Internal => "failed",
    }
}

/// What a model is shown when a tool could not do what it was asked.
pub(super) fn refused(kind: ErrorKind, message: &str) -> CallToolResult {
    let mut meta = MetaObject::new();
    meta.insert("soulfile/kind".to_owned(), kind.word().into());
    CallToolResult::error(vec![ContentBlock::text(format!("{}: {message}", word(kind)))]).with_meta(Some(meta))
}

/// A hint in words that fit a model: what it can ask for, and what it has to leave to a person.
fn words(hint: Hint) -> &'static str {
    match hint {
        Hint::AllowSecret => "only a person can let it in",
        Hint::ConfirmRemoval => "only a person can confirm it",
        Hint::RefreshReflection => "a person can have it drafted anew",
        Hint::ApproveWithChanges => "a person decides whether it is meant as it is now",
        Hint::Mend => "a person can have it mended; memory_doctor says how",
        Hint::AppendToLog => "memory_write adds an entry",
        Hint::NameRoom => "the connection has to name it",
    }
}

fn message(error: &Error) -> String {
    match error.hint() {
        Some(hint) => format!("{error}; {}", words(hint)),
        None => error.to_string(),
    }
}

/// The same for a tool, from an engine's error.
pub(super) fn of_tool(error: &Error) -> CallToolResult {
    refused(error.kind(), &message(error))
}

/// An error of a request that is no tool call.
pub(super) fn of_request(error: &Error) -> ErrorData {
    let message = message(error);
    match error.kind() {
        ErrorKind::NotFound => ErrorData::resource_not_found(message, None),
        ErrorKind::Invalid | ErrorKind::Denied => ErrorData::invalid_params(message, None),
        ErrorKind::Conflict | ErrorKind::Unavailable | ErrorKind::Internal => {
            ErrorData::new(ErrorCode::INTERNAL_ERROR, message, None)
        }
    }
}
