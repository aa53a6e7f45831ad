//! What can go wrong in the workspace layer, by what the caller can do about it.

use std::path::PathBuf;

/// The result of every fallible operation here.
pub type Result<T> = std::result::Result<T, Error>;

/// An error of the workspace layer. Messages say what happened, to which file, and what to try.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A path that is not a plain path inside the workspace.
    #[error("the path \"{path}\" is refused: {why}")]
    Path {
        /// The path as given, escaped for display.
        path: String,
        /// Why it is refused.
        why: String,
    },
    /// Something on disk at a good path that must not be followed or opened.
    #[error("{path} is refused: {why}")]
    Refused {
        /// The path inside the workspace.
        path: String,
        /// Why it is refused and what to do.
        why: String,
    },
    /// A file, commit, mutation or session that does not exist.
    #[error("{what} was not found{hint}")]
    NotFound {
        /// What was looked for.
        what: String,
        /// What to try, starting with a separator, or empty.
        hint: String,
    },
    /// Input that can never be accepted as it is.
    #[error("{0}")]
    Invalid(String),
    /// A write over the size limit; never cut.
    #[error(
        "{path} would be {size} bytes, over the limit of {limit} bytes; nothing was written. Split it, or raise memory.workspace.maxFileSize"
    )]
    TooLarge {
        /// The file.
        path: String,
        /// The size it would have had.
        size: u64,
        /// The limit in force.
        limit: u64,
    },
    /// The file changed since the caller read it and the two changes do not merge.
    #[error(
        "{path} changed since it was read and the two changes overlap; nothing was written. Read it again and repeat the change"
    )]
    Conflict {
        /// The file.
        path: String,
        /// Hash of what is there now.
        current: String,
    },
    /// The actor may not do this without a person.
    #[error("{actor} may not change {path}: {why}")]
    Denied {
        /// Who asked.
        actor: String,
        /// The file.
        path: String,
        /// The rule, and the way that is open.
        why: String,
    },
    /// The mass-change brake: a person must confirm.
    #[error("stopped by the mass-change brake: {0}. Nothing was changed; a person can confirm it")]
    Brake(String),
    /// Another process holds the workspace.
    #[error("the workspace is busy: {0}. Nothing was changed; try again")]
    Busy(String),
    /// This process may not write the workspace any more: it has another owner, or is not what the fleet has.
    #[error("the write was refused: {0}. Nothing was changed")]
    Fenced(String),
    /// The place where a mutation has to be committed cannot be reached; it was not committed.
    #[error("the write was refused: the fleet's database cannot be reached ({0}). Nothing was changed; try again")]
    Unreachable(String),
    /// It is not known whether a mutation was committed.
    #[error("it is not known whether the write was committed: {0}. Look at the history before you repeat it")]
    Unconfirmed(String),
    /// The repository or the journal is damaged in a way that needs attention.
    #[error("the workspace repository is damaged: {0}. Run `soul doctor`")]
    Damaged(String),
    /// The repository uses a format this program does not write.
    #[error("the workspace repository is not supported: {0}")]
    Unsupported(String),
    /// The operating system refused.
    #[error("{what} failed for {}: {source}", path.display())]
    Io {
        /// What was attempted.
        what: &'static str,
        /// The file or directory.
        path: PathBuf,
        /// The system's reason.
        source: std::io::Error,
    },
    /// libgit2 refused.
    #[error("git: {0}")]
    Git(#[from] git2::Error),
}

impl Error {
    /// Wraps a system error with what was attempted and where.
    pub fn io(what: &'static str, path: impl Into<PathBuf>, source: impl Into<std::io::Error>) -> Self {
        Self::Io { what, path: path.into(), source: source.into() }
    }

    /// A `NotFound` without a hint.
    pub fn not_found(what: impl Into<String>) -> Self {
        Self::NotFound { what: what.into(), hint: String::new() }
    }
}
