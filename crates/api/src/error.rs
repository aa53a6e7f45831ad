//! What went wrong, and what can be done about it.
//!
//! An error has a kind and, where there is a way on, a [`Hint`]. The hint says what would help, not how: the command line
//! words it as a flag, HTTP as a field or parameter, MCP as an argument.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a caller can do about an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ErrorKind {
    /// What was asked for is not there.
    NotFound,
    /// The request can never work as it is.
    Invalid,
    /// Something changed meanwhile; read again and repeat.
    Conflict,
    /// The caller may not; a person may.
    Denied,
    /// Not now; try again later.
    Unavailable,
    /// Our fault, or the machine's.
    Internal,
}

impl ErrorKind {
    /// The word for it on the wire.
    pub fn word(self) -> &'static str {
        match self {
            Self::NotFound => "not_found",
            Self::Invalid => "invalid",
            Self::Conflict => "conflict",
            Self::Denied => "denied",
            Self::Unavailable => "unavailable",
            Self::Internal => "internal",
        }
    }
}

/// What would help. Each surface words it in its own way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Hint {
    /// A person who means it may let a credential in.
    AllowSecret,
    /// Much would be removed: a person confirms it.
    ConfirmRemoval,
    /// The waiting reflection can be drafted anew.
    RefreshReflection,
    /// The edited reflection can be approved as it is now.
    ApproveWithChanges,
    /// A damaged file can be set aside and made anew.
    Mend,
    /// A day's log only grows: an entry can be added to it.
    AppendToLog,
    /// A group happens in a room, which has to be named.
    NameRoom,
}

/// An error as a caller receives it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Problem {
    /// What went wrong.
    pub error: ProblemText,
}

impl Problem {
    /// An error of this kind, with what happened.
    pub fn new(kind: impl Into<String>, message: impl Into<String>) -> Self {
        Self { error: ProblemText { kind: kind.into(), message: message.into(), hint: None, current: None } }
    }
}

/// One error.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ProblemText {
    /// What a caller can do about it: not_found, invalid, conflict, denied, unavailable, internal,
    /// unauthenticated, precondition_required or too_many.
    pub kind: String,
    /// What happened, to what, and what to try.
    pub message: String,
    /// What would help, for programs; the message says it in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<Hint>,
    /// For a conflict: the hash of what is there now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub current: Option<String>,
}
