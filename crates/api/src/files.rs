//! Whole files and daily logs.

use jiff::Timestamp;
use jiff::civil::{Date, Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soulfile_vocabulary::EntryKind;
use soulfile_workspace::{ContentHash, Receipt};

use crate::EpisodeView;

/// A file without its content.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct FileInfo {
    /// Its path in the workspace.
    pub filename: String,
    /// Its size.
    pub size_bytes: u64,
    /// When it was last modified.
    pub last_modified: Timestamp,
    /// The agent it belongs to.
    pub agent_name: String,
    /// Whether it may be written from outside.
    pub writable: bool,
    /// Said from 80 % of the size limit on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warning: Option<String>,
}

/// A file with its content.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct FileContent {
    /// The file.
    #[serde(flatten)]
    pub info: FileInfo,
    /// What it says; bytes that are not UTF-8 are shown as such, and such a file is not written.
    pub content: String,
    /// Its hash: the ETag without its quotes, and what a write must name.
    pub hash: ContentHash,
    /// What it costs in a context.
    pub tokens: usize,
    /// The most tokens it may hold, for a file with such a limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most_tokens: Option<usize>,
    /// The most bytes it may hold.
    pub most_bytes: u64,
    /// Whether there is a text that a new workspace gets for it.
    pub has_default: bool,
}

/// What a new workspace gets for a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DefaultFile {
    /// Its path in the workspace.
    pub filename: String,
    /// The text, with this agent's and this person's names filled in.
    pub content: String,
}

/// A file after it was written or deleted.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct FileWritten {
    /// The file as it is now; what it was, for one that was deleted.
    #[serde(flatten)]
    pub info: FileInfo,
    /// Its hash now; none when it was deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hash: Option<ContentHash>,
    /// Proof of the write; none when the file said this already.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub receipt: Option<Receipt>,
}

/// One day's log.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct DailyLog {
    /// The day.
    pub date: Date,
    /// The agent it belongs to.
    pub agent_name: String,
    /// Its files: a day may have one in each layout.
    pub files: Vec<FileContent>,
    /// Its entries that are not archived.
    pub entries: Vec<EpisodeView>,
}

/// A file of which a session may read at least one line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ReadableFile {
    /// Its path.
    pub path: String,
    /// Its size in bytes, where all of it may be read.
    pub size: Option<u64>,
}

/// Which file.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FileRequest {
    /// The file's path in the workspace, such as SOUL.md or memory/2026-02-02.md.
    #[schemars(length(min = 1), example = "TOOLS.md", example = "bank/tea.md")]
    pub filename: String,
}

/// Which file to change.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FileChangeRequest {
    /// The file's path in the workspace, such as SOUL.md or memory/2026-02-02.md.
    #[schemars(length(min = 1), example = "TOOLS.md", example = "bank/tea.md")]
    pub filename: String,
    /// Deleting, and shrinking a file by more than half, need this to be true.
    #[serde(default)]
    pub confirm: bool,
}

/// A file's new content.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewFileContent {
    /// The whole of it.
    pub content: String,
}

/// An entry to add to the end of a day's log.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DayLogAddition {
    /// What it says, kept word for word.
    #[schemars(length(min = 1))]
    pub text: String,
    /// The time of that day, such as 18:30, in the user's time; now, or noon of a day that is over, when not given.
    pub time: Option<Time>,
    /// What it is; an event when not given.
    #[serde(rename = "type")]
    pub kind: Option<EntryKind>,
    /// Words to find it by.
    #[serde(default)]
    pub tags: Vec<String>,
    /// The session it belongs to, for undoing a session.
    pub session_id: Option<String>,
}

/// Which day.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DailyLogRequest {
    /// The day, such as 2026-02-02.
    pub date: Date,
}
