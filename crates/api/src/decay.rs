//! How memories fade.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Serialize;
use soulfile_memory::decay::Transition;
use soulfile_memory::id::MemoryId;
use soulfile_workspace::Receipt;

/// How many memories are in which state.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct DecayStatus {
    /// How many memories are scored.
    pub total: usize,
    /// Memories by state.
    pub states: BTreeMap<String, usize>,
    /// Memories by store and state.
    pub stores: BTreeMap<String, BTreeMap<String, usize>>,
    /// Pinned and vault memories, which never fade.
    pub pinned: usize,
    /// Memories a person had forgotten.
    pub forgotten: usize,
    /// Uses and new memories noted since the last flush.
    pub pending: usize,
    /// What `decay run` would move now.
    pub due: Vec<TransitionView>,
    /// Parts of the file that could not be understood.
    pub notes: Vec<String>,
}

/// A change of state.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct TransitionView {
    /// The memory.
    pub id: String,
    /// What it was.
    pub from: String,
    /// What it is.
    pub to: String,
    /// The score that brought it there.
    pub score: f64,
}

/// What a run of decay did.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct DecayRun {
    /// The receipt, when anything changed.
    pub receipt: Option<Receipt>,
    /// Uses and new memories folded in.
    pub folded: usize,
    /// Memories that had no score yet.
    pub added: usize,
    /// Scores of memories that are gone.
    pub removed: usize,
    /// Changes of state.
    pub transitions: Vec<TransitionView>,
}

/// One score with every number that went into it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct DecayExplained {
    /// The memory.
    pub id: MemoryId,
    /// What it says.
    pub text: String,
    /// Its importance at first.
    pub base_relevance: f64,
    /// The decay rate, per day.
    pub lambda: f64,
    /// Calendar days since it was last used.
    pub days: i64,
    /// How often it was used, its creation included.
    pub access_count: u32,
    /// The weight of its store.
    pub type_weight: f64,
    /// What the formula gives.
    pub raw: f64,
    /// The score.
    pub score: f64,
    /// The state it stands for.
    pub status: String,
    /// The formula with its numbers.
    pub formula: String,
    /// In how many days without use it changes state next, and to which.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<(i64, String)>,
    /// Its score from the last use on and beyond today, were it not used again: what a chart draws.
    pub curve: Vec<DecayPoint>,
}

/// A point of a curve of decay.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
pub struct DecayPoint {
    /// Days since the last use.
    pub days: f64,
    /// The score then.
    pub score: f64,
}

impl From<&Transition> for TransitionView {
    fn from(t: &Transition) -> Self {
        let score = (t.score * 10_000.0).round() / 10_000.0;
        Self { id: t.id.clone(), from: t.from.to_string(), to: t.to.to_string(), score }
    }
}
