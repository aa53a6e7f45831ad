//! Errors of the engine, and the one classification every surface maps to its own codes.

use serde::Serialize;
use soulfile_workspace as workspace;

/// The result of every verb.
pub type Result<T> = std::result::Result<T, Error>;

/// What a caller can do about an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
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
    #[error(
        "not stored: it holds what looks like a credential ({kind}): {masked}. Keep it in a password manager; a person who means it can repeat with --allow-secret"
    )]
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
    /// Classifies the error.
    pub fn kind(&self) -> Kind {
        use workspace::Error as W;
        match self {
            Self::Workspace(error) => match error {
                W::NotFound { .. } => Kind::NotFound,
                W::Path { .. } | W::Refused { .. } | W::Invalid(_) | W::TooLarge { .. } => Kind::Invalid,
                W::Conflict { .. } => Kind::Conflict,
                W::Denied { .. } | W::Brake(_) => Kind::Denied,
                W::Busy(_) => Kind::Unavailable,
                W::Damaged(_) | W::Unsupported(_) | W::Io { .. } | W::Git(_) => Kind::Internal,
            },
            Self::Memory(error) => {
                use soulfile_memory::Error as M;
                match error {
                    M::NotFound { .. } => Kind::NotFound,
                    M::Stale { .. } => Kind::Conflict,
                    M::Damaged { .. } => Kind::Internal,
                    _ => Kind::Invalid,
                }
            }
            Self::Secret { .. } | Self::Denied(_) => Kind::Denied,
            Self::Recall(soulfile_recall::Error::Busy { .. }) => Kind::Unavailable,
            Self::Recall(soulfile_recall::Error::Input { .. }) => Kind::Invalid,
            Self::Recall(_) => Kind::Internal,
            Self::Config(_) | Self::Invalid(_) | Self::NotAllowed(_) => Kind::Invalid,
            Self::NotFound(_) => Kind::NotFound,
            Self::Conflict(_) => Kind::Conflict,
            Self::Io { .. } => Kind::Internal,
        }
    }
}

impl From<soulfile_memory::id::ParseIdError> for Error {
    fn from(error: soulfile_memory::id::ParseIdError) -> Self {
        Self::Memory(error.into())
    }
}
