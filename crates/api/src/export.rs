//! A workspace written into one file.

use schemars::JsonSchema;
use serde::Serialize;

/// What an export holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Exported {
    pub files: usize,
    /// Memories that have a line of their own.
    pub memories: usize,
    /// Bytes of the files.
    pub bytes: u64,
    /// The commit it shows.
    pub commit: Option<String>,
}
