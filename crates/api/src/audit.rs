//! The trail: what changed, who did it, and why.

use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soulfile_workspace::{Action, Actor, LogEntry};

/// One entry with its change.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct AuditDetail {
    /// The entry.
    pub entry: LogEntry,
    /// What it changed, as a unified diff.
    pub diff: String,
}

/// Why something is as it is: the entries that made it so, newest first.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Why {
    /// What was asked about.
    pub about: String,
    /// Entries that archived, decayed or removed something that fits.
    pub forgotten: Vec<LogEntry>,
    /// Entries that wrote something that fits.
    pub written: Vec<LogEntry>,
}

/// Which entries.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AuditLogRequest {
    /// Only this file or directory.
    pub path: Option<String>,
    /// Only actors that start with this, such as `bot:`.
    pub actor: Option<String>,
    /// Only this session.
    pub session: Option<String>,
    /// Only what came through this channel, such as `http`.
    pub channel: Option<String>,
    /// Only what was approved like this: `auto`, `approved` or `—`.
    pub approval: Option<String>,
    /// Only entries that mention this.
    pub text: Option<String>,
    /// Not before this time.
    pub since: Option<Timestamp>,
    /// At most this many.
    #[serde(default = "fifty")]
    #[schemars(range(min = 1, max = 1000))]
    pub limit: usize,
}

/// Which entry.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AuditEntryRequest {
    /// The mutation's id or the commit, or the beginning of either.
    #[schemars(length(min = 1))]
    pub id: String,
}

/// Which file.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BlameRequest {
    /// Its path.
    #[schemars(length(min = 1))]
    pub path: String,
}

/// What to explain.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WhyRequest {
    /// Words, an id or a file.
    #[schemars(length(min = 1))]
    pub about: String,
    /// Most entries of each kind.
    #[schemars(range(min = 1, max = 1000))]
    pub limit: Option<usize>,
}

fn fifty() -> usize {
    50
}

/// Which part of the past.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HistoryRequest {
    /// Only this file or folder; the whole workspace when not given.
    pub path: Option<String>,
    /// Only changes that mention this.
    pub text: Option<String>,
    /// At most this many changes.
    #[schemars(range(min = 1, max = 1000))]
    pub limit: Option<usize>,
}

/// Changes of memory.
#[derive(Debug, Serialize, JsonSchema)]
pub struct History {
    /// The newest first.
    pub changes: Vec<LogEntry>,
}

/// One change, as the event stream tells it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ChangeEvent {
    pub commit: String,
    /// The mutation's id, or the commit for one that has none.
    pub id: String,
    /// When, as RFC 3339 text.
    pub at: String,
    pub action: Action,
    pub actor: Actor,
    pub summary: String,
    pub files: Vec<String>,
}

impl From<&LogEntry> for ChangeEvent {
    fn from(entry: &LogEntry) -> Self {
        Self {
            commit: entry.commit.clone(),
            id: entry.id().to_owned(),
            at: entry.at.clone(),
            action: entry.action(),
            actor: entry.actor(),
            summary: entry.summary().to_owned(),
            files: entry.files.clone(),
        }
    }
}
