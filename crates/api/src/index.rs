//! The search index.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How far a configured model is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct EmbeddingStatus {
    /// The model; the static table alone answers where this is empty.
    pub model: Option<String>,
    /// Entries that have no vector of it yet.
    pub missing: usize,
    /// Entries longer than it reads; their ends count by their words only.
    pub cut: usize,
    /// Texts embedded just now.
    pub embedded: usize,
    /// What is wrong with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

/// What catching up did.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CaughtUp {
    /// Files searched, at the last look at all of them.
    pub files: usize,
    /// Files read because they changed.
    pub read: usize,
    /// Files that were gone.
    pub removed: usize,
    /// Files that changed and are not in the index yet, because the deadline came first.
    pub missed: Vec<String>,
    /// What else the caller should know.
    pub notes: Vec<String>,
    /// Why the index had to be filled anew, if it had to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rebuilt: Option<String>,
}

/// What the index holds.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct IndexStatus {
    /// The index file.
    pub path: String,
    /// Its size with its log and its segments, in bytes.
    pub bytes: u64,
    /// Files of the workspace that are searched.
    pub files: usize,
    /// Files of the workspace that are not: rules of rituals, memory about memory, generated files.
    pub left_out: usize,
    /// Pieces of text indexed.
    pub entries: usize,
    /// Revision of the index.
    pub revision: u64,
    /// The commit the workspace is at.
    pub commit: Option<String>,
    /// The built-in embedding model.
    pub model: String,
    /// The configured embedding model, unless the built-in one is all there is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub embedding: Option<EmbeddingStatus>,
    /// Bytes a process holds of it; segments are used where they lie.
    pub memory: usize,
    /// What was caught up with just now.
    pub caught_up: CaughtUp,
    /// What a deep check found wrong; `None` when none was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problems: Option<Vec<String>>,
}

/// What a rebuild did.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Rebuilt {
    /// Files read.
    pub files: usize,
    /// Pieces of text indexed.
    pub entries: usize,
    /// The commit the workspace is at.
    pub commit: Option<String>,
    /// Seconds it took, by the engine's clock.
    pub seconds: f64,
    /// What the configured embedding model did, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub embedding: Option<EmbeddingStatus>,
}

/// What one look found.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Noticed {
    /// Files a person changed, now committed as theirs.
    pub edited: Vec<String>,
    /// What the index took in.
    pub caught_up: CaughtUp,
    /// What the configured embedding model did, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub embedding: Option<EmbeddingStatus>,
    /// What went wrong; the next look tries again.
    pub problems: Vec<String>,
}

/// How closely to look.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct IndexRequest {
    /// Compare the index with the files, text by text.
    #[serde(default)]
    pub deep: bool,
}

impl CaughtUp {
    /// Adds what a later look did.
    pub fn add(&mut self, later: Self) {
        self.files = later.files;
        self.read += later.read;
        self.removed += later.removed;
        self.missed = later.missed;
        self.notes.extend(later.notes);
        self.rebuilt = later.rebuilt.or(self.rebuilt.take());
    }
}

impl Noticed {
    /// Says whether anything changed or went wrong.
    pub fn is_quiet(&self) -> bool {
        let done = &self.caught_up;
        self.edited.is_empty()
            && self.problems.is_empty()
            && done.read + done.removed == 0
            && done.rebuilt.is_none()
            && self.embedding.as_ref().is_none_or(|e| e.embedded == 0)
    }
}
