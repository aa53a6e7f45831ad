//! What can go wrong with a provider, by what the caller can do about it. No variant holds a key.

use std::path::PathBuf;
use std::time::Duration;

/// An error of a provider.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// It cannot be reached or does not answer; trying later may help.
    #[error("{0}")]
    Down(String),
    /// It asks to be left alone for a while.
    #[error("{what}")]
    Busy {
        /// What it says.
        what: String,
        /// How long it asks for.
        wait: Option<Duration>,
    },
    /// It will not answer whatever is asked: the key, the model or the address is wrong.
    #[error("{0}")]
    Refused(String),
    /// It will not take these texts; others may pass.
    #[error("{0}")]
    Input(String),
    /// What was sent does not fit the model's window; less of it may.
    #[error("{0}")]
    TooLong(String),
    /// The stream ended before the answer did.
    #[error("{0}")]
    Cut(String),
    /// The caller cancelled.
    #[error("cancelled")]
    Cancelled,
    /// Its answer is not what was asked for.
    #[error("{0}")]
    Answer(String),
    /// The settings cannot work.
    #[error("{0}")]
    Settings(String),
    /// A file of a local model cannot be used.
    #[error("{path}: {what}")]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
}

impl Error {
    /// A file that cannot be used.
    pub(crate) fn file(path: impl Into<PathBuf>, what: impl ToString) -> Self {
        Self::File { path: path.into(), what: what.to_string() }
    }
}
