//! Every memory with its state, filtered and in pages.

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soulfile_memory::id::MemoryId;
use soulfile_vocabulary::{Authority, Scope, Store};

use crate::memory::MemoryView;

/// Which memories to list; everything not given matches all.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ListRequest {
    /// Exactly this one.
    pub id: Option<MemoryId>,
    pub store: Option<Store>,
    /// A kind of episode, such as `decision`.
    pub kind: Option<String>,
    pub tag: Option<String>,
    pub scope: Option<Scope>,
    pub trust: Option<Authority>,
    /// `active`, `fading`, `dormant` or `archived`. What was forgotten is archived, and listed only then.
    pub state: Option<String>,
    pub pinned: Option<bool>,
    /// The language it seems to be written in, as a two-letter code such as `de`.
    pub language: Option<String>,
    /// The file it stands in.
    pub path: Option<String>,
    /// Not made before this day.
    pub since: Option<Date>,
    /// Not made after this day.
    pub until: Option<Date>,
    /// Words that occur in it, whatever their case.
    pub text: Option<String>,
    /// How many to skip.
    #[serde(default)]
    pub offset: usize,
    /// Most memories.
    #[serde(default = "page")]
    #[schemars(range(min = 1, max = 1000))]
    pub limit: usize,
}

fn page() -> usize {
    100
}

/// One page of memories.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct MemoryPage {
    /// How many match in all.
    pub total: usize,
    pub offset: usize,
    pub memories: Vec<ListedMemory>,
    /// How many of those that match were made on each day, newest first.
    pub days: Vec<DayCount>,
    /// Where the states begin.
    pub thresholds: StateThresholds,
}

/// The scores below which a memory is fading, dormant and archived.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, JsonSchema)]
pub struct StateThresholds {
    pub fading: f64,
    pub dormant: f64,
    pub archived: f64,
}

/// How many memories were made on a day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DayCount {
    pub day: String,
    pub count: usize,
}

/// A memory with its state.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ListedMemory {
    #[serde(flatten)]
    pub memory: MemoryView,
    /// The day it was made, in the user's time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub day: Option<String>,
    /// What kind of episode it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// How it came in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// `active`, `fading`, `dormant` or `archived`.
    pub state: String,
    /// Its decay score, 0 to 1.
    pub score: f64,
    /// Whether a person had it forgotten.
    pub forgotten: bool,
    /// How often it was used, its creation included.
    pub uses: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_used: Option<String>,
}
