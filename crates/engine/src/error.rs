//! Errors of the engine, and the one classification every surface maps to its own codes.

use soulfile_api::{ErrorKind, Hint};
use soulfile_workspace as workspace;

/// The result of every verb.
pub type Result<T> = std::result::Result<T, Error>;

/// An error of a verb.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// From the workspace layer.
    #[error(transparent)]
    Workspace(#[from] workspace::Error),
    /// From the memory layer: an edit of a document that was refused.
    #[error(transparent)]
    Memory(#[from] soulfile_memory::Error),
    /// A credential was about to be stored.
    #[error("not stored: it holds what looks like a credential ({kind}): {masked}. Keep it in a password manager")]
    Secret {
        /// What kind of credential.
        kind: String,
        /// The text with the credential masked.
        masked: String,
    },
    /// The caller may not; a person may.
    #[error("{0}")]
    Denied(String),
    /// From the index or a search.
    #[error(transparent)]
    Recall(#[from] soulfile_recall::Error),
    /// The configuration cannot be used.
    #[error("the configuration cannot be used: {0}")]
    Config(String),
    /// Something else comes first; the message says what.
    #[error("{0}")]
    Conflict(String),
    /// The request can never work as it is.
    #[error("{0}")]
    Invalid(String),
    /// The request names something that is never served.
    #[error("{0}")]
    NotAllowed(String),
    /// What was asked for is not there.
    #[error("{0}")]
    NotFound(String),
    /// Another error, with what would help.
    #[error("{error}")]
    Hinted {
        /// What happened.
        error: Box<Error>,
        /// What would help.
        hint: Hint,
    },
    /// A file outside the workspace could not be read or written.
    #[error("{what} failed for {path}: {source}")]
    Io {
        /// What was attempted.
        what: &'static str,
        /// The file.
        path: String,
        /// The system's reason.
        source: std::io::Error,
    },
}

impl Error {
    /// Adds what would help, for the surface to word.
    pub fn with(self, hint: Hint) -> Self {
        Self::Hinted { error: Box::new(self), hint }
    }

    /// Whether the workspace or its repository could not be read, which a repair may mend.
    pub fn is_unreadable_workspace(&self) -> bool {
        use workspace::Error::{Damaged, Git, Io};
        matches!(self, Self::Workspace(Damaged(_) | Git(_) | Io { .. }))
    }

    /// What would help, where something does.
    pub fn hint(&self) -> Option<Hint> {
        match self {
            Self::Hinted { hint, .. } => Some(*hint),
            Self::Secret { .. } => Some(Hint::AllowSecret),
            Self::Workspace(workspace::Error::Brake(_)) => Some(Hint::ConfirmRemoval),
            Self::Memory(soulfile_memory::Error::Damaged { .. }) => Some(Hint::Mend),
            _ => None,
        }
    }

    /// For a conflict over a file: the hash of what is there now.
    pub fn current(&self) -> Option<&str> {
        match self {
            Self::Workspace(workspace::Error::Conflict { current, .. }) => Some(current),
            Self::Hinted { error, .. } => error.current(),
            _ => None,
        }
    }

    /// Says whether the disk is full.
    pub fn is_disk_full(&self) -> bool {
        use std::io::ErrorKind::{QuotaExceeded, StorageFull};
        match self {
            Self::Workspace(workspace::Error::Io { source, .. }) | Self::Io { source, .. } => {
                matches!(source.kind(), StorageFull | QuotaExceeded)
            }
            Self::Hinted { error, .. } => error.is_disk_full(),
            _ => false,
        }
    }

    /// Classifies the error.
    pub fn kind(&self) -> ErrorKind {
        use workspace::Error as W;
        match self {
            Self::Workspace(error) => match error {
                W::NotFound { .. } => ErrorKind::NotFound,
                W::Path { .. } | W::Refused { .. } | W::Invalid(_) | W::TooLarge { .. } => ErrorKind::Invalid,
                W::Conflict { .. } => ErrorKind::Conflict,
                W::Denied { .. } | W::Brake(_) => ErrorKind::Denied,
                W::Busy(_) | W::Fenced(_) | W::Unreachable(_) | W::Unconfirmed(_) => ErrorKind::Unavailable,
                W::Damaged(_) | W::Unsupported(_) | W::Io { .. } | W::Git(_) => ErrorKind::Internal,
            },
            Self::Memory(error) => {
                use soulfile_memory::Error as M;
                match error {
                    M::NotFound { .. } => ErrorKind::NotFound,
                    M::Stale { .. } => ErrorKind::Conflict,
                    M::Damaged { .. } => ErrorKind::Internal,
                    _ => ErrorKind::Invalid,
                }
            }
            Self::Secret { .. } | Self::Denied(_) => ErrorKind::Denied,
            Self::Recall(soulfile_recall::Error::Busy { .. }) => ErrorKind::Unavailable,
            Self::Recall(soulfile_recall::Error::Input { .. }) => ErrorKind::Invalid,
            Self::Recall(_) => ErrorKind::Internal,
            Self::Config(_) | Self::Invalid(_) | Self::NotAllowed(_) => ErrorKind::Invalid,
            Self::NotFound(_) => ErrorKind::NotFound,
            Self::Hinted { error, .. } => error.kind(),
            Self::Conflict(_) => ErrorKind::Conflict,
            Self::Io { .. } => ErrorKind::Internal,
        }
    }
}

impl From<soulfile_memory::id::ParseIdError> for Error {
    fn from(error: soulfile_memory::id::ParseIdError) -> Self {
        Self::Memory(error.into())
    }
}
