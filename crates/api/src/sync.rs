//! A workspace exchanged with a git remote.

use schemars::JsonSchema;
use serde::Serialize;
use soulfile_workspace::Receipt;

/// What an exchange did.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Synced {
    /// Where the remote is, without a password in it.
    pub remote: String,
    /// Entries of other machines that came in.
    pub taken: usize,
    /// Whether something was sent.
    pub sent: bool,
    /// Files that changed here.
    pub files: Vec<String>,
    /// Files that both sides had changed, and that hold both now.
    pub merged: Vec<String>,
    /// Proposals for what could not be held beside what is here.
    pub proposals: Vec<u32>,
    /// Copies of files that could not be merged.
    pub copies: Vec<String>,
    /// What a person should know of.
    pub notes: Vec<String>,
    /// Proof of the merge; none where nothing came in.
    pub receipt: Option<Receipt>,
    /// Whether this is only what would happen.
    pub dry_run: bool,
}
