//! What can go wrong in a fleet, by what the caller can do about it.

/// The result of every fallible operation here.
pub type Result<T> = std::result::Result<T, Error>;

/// An error of the fleet layer.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// PostgreSQL could not be asked, or said no.
    #[error("the fleet's database: {0}")]
    Database(String),
    /// The object store could not be asked, or said no.
    #[error("the fleet's object store: {0}")]
    Objects(String),
    /// There is no such workspace or gateway.
    #[error("{0}")]
    NotFound(String),
    /// Another gateway has the workspace.
    #[error("\"{workspace}\" is open on gateway {holder} ({url}); `soul fleet move` takes it elsewhere")]
    Held { workspace: String, holder: String, url: String },
    /// This gateway had the workspace, and another has taken it since.
    #[error("the lease of \"{0}\" was taken by another gateway")]
    Lost(String),
    /// Something that can never be done as asked.
    #[error("{0}")]
    Invalid(String),
    /// What the fleet has does not fit together.
    #[error("{0}")]
    Damaged(String),
    #[error("{what} failed for {}: {source}", path.display())]
    Io { what: &'static str, path: std::path::PathBuf, source: std::io::Error },
    #[error(transparent)]
    Workspace(#[from] soulfile_workspace::Error),
    #[error("git: {0}")]
    Git(#[from] git2::Error),
}

impl Error {
    pub(crate) fn io(what: &'static str, path: impl Into<std::path::PathBuf>, source: std::io::Error) -> Self {
        Self::Io { what, path: path.into(), source }
    }

    /// Whether trying again later may help.
    pub fn is_passing(&self) -> bool {
        matches!(self, Self::Database(_) | Self::Objects(_) | Self::Held { .. } | Self::Lost(_))
    }
}

impl From<object_store::Error> for Error {
    fn from(error: object_store::Error) -> Self {
        Self::Objects(error.to_string())
    }
}
