//! Days and their entries.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soulfile_memory::id::MemoryId;
use soulfile_vocabulary::{Authority, Scope};

/// The episodes of one day.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct DayView {
    /// The day.
    pub day: String,
    /// Its entries, in file order.
    pub entries: Vec<EpisodeView>,
    /// The nearest day before with entries.
    pub before: Option<String>,
}

/// One episode.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct EpisodeView {
    /// Its id.
    pub id: MemoryId,
    /// When, as written.
    pub time: Option<String>,
    /// Its kind, or the word or title in its place.
    pub kind: Option<String>,
    /// How sure it is.
    pub confidence: Option<String>,
    /// Its tags.
    pub tags: Vec<String>,
    /// How it came in.
    pub source: Option<String>,
    /// Who may see it.
    pub scope: Scope,
    /// How far it is trusted.
    pub trust: Authority,
    /// What it says.
    pub content: String,
    /// Its file.
    pub path: String,
    /// Its lines.
    pub lines: (usize, usize),
    /// Whether it was archived.
    pub archived: bool,
}

/// Which day.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LogRequest {
    /// The day, as in 2026-02-01; today when not given.
    pub day: Option<Date>,
}
