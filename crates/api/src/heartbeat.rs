//! A run through HEARTBEAT.md.

use schemars::JsonSchema;
use serde::Serialize;
use soulfile_workspace::Receipt;

/// What a heartbeat did.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct HeartbeatRun {
    /// What the checklist asks, and what came of it; nothing when it is empty.
    pub items: Vec<HeartbeatItem>,
    /// Proof of the log's entry; none when there was nothing new to log.
    pub receipt: Option<Receipt>,
}

/// One item of the checklist.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct HeartbeatItem {
    /// What it asks.
    pub text: String,
    /// Whether it was done.
    pub done: bool,
    /// What came of it.
    pub outcome: String,
}
