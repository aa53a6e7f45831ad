//! Reflections: drafted, shown, decided.

use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soulfile_reflect::item::Counts;
use soulfile_reflect::journal::PastReflection;
use soulfile_reflect::{Evidence, Op};
use soulfile_vocabulary::Authority;
use soulfile_workspace::Receipt;

/// A reflection as a person sees it before they decide.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ReflectionView {
    /// Its id, `r-005`.
    pub id: String,
    /// Its number.
    pub number: u32,
    /// The day it was drafted.
    pub date: String,
    /// Which engine drafted it.
    pub engine: String,
    /// What set it off.
    pub trigger: String,
    /// What a decision can be bound to: the SHA-256 of the whole file.
    pub review: String,
    /// Whether it waits for a decision; otherwise there was nothing to propose, or it is only a preview.
    pub waits: bool,
    /// Whether a person edited the file since it was drafted.
    pub edited: bool,
    /// What it proposes.
    pub items: Vec<ItemView>,
    /// Items whose line a person deleted: an approval with changes rejects them.
    pub deleted: Vec<u32>,
    /// Lines of the file that mean nothing to an approval.
    pub unread: Vec<String>,
    /// Why the file cannot be approved as it is.
    pub unclear: Vec<String>,
    /// What it asks.
    pub questions: Vec<String>,
    /// What it is about.
    pub themes: Vec<String>,
    /// MEMORY.md's changes as a diff.
    pub core_diff: String,
    /// Its figures.
    pub counts: Counts,
    /// The whole file, every character visible.
    pub text: String,
}

/// One item of a reflection.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ItemView {
    /// Its number.
    pub number: u32,
    /// What it is: fact, procedure, connection, merge, archive, contradiction, core, proposal, insight.
    pub kind: String,
    /// What it says, as it would be applied.
    pub text: String,
    /// What it does.
    pub op: Op,
    /// What it rests on.
    pub evidence: Vec<Evidence>,
    /// How far it is trusted.
    pub trust: Authority,
    /// Who may see it.
    pub scope: String,
    /// Why it no longer applies; empty while it does.
    pub stale: Vec<String>,
    /// Why it must be looked at by itself, and is taken only when named: it reads like an attack.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub careful: Option<String>,
    /// Whether a person changed its words.
    pub reworded: bool,
    /// Whether a person ticked it.
    pub ticked: bool,
    /// Why it cannot be understood.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unclear: Option<String>,
}

/// What became of a reflection.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ReflectDecided {
    /// Proof of the write.
    pub receipt: Receipt,
    /// The reflection.
    pub id: String,
    /// Items that were applied.
    pub applied: Vec<u32>,
    /// Items that were rejected and will not be proposed again.
    pub rejected: Vec<u32>,
    /// Items that no longer apply, and why; they wait.
    pub stale: BTreeMap<u32, Vec<String>>,
    /// Items an approval of everything left out, and why: they are taken only when named by number.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub withheld: BTreeMap<u32, String>,
    /// Items that still wait.
    pub left: Vec<u32>,
    /// What a person should know.
    pub warnings: Vec<String>,
}

/// Where reflection stands.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ReflectStatus {
    /// What waits.
    pub pending: Option<PendingView>,
    /// Episodes no reflection has read.
    pub unprocessed: usize,
    /// How many of them set one off; 0 for never.
    pub threshold: usize,
    /// Whether there are that many.
    pub due: bool,
    /// When the next one is scheduled.
    pub next: Option<String>,
    /// The last one that was decided.
    pub last: Option<PastReflection>,
    /// How many were decided.
    pub count: usize,
    /// Whether one is being drafted at this moment.
    pub running: bool,
}

/// A waiting reflection in short.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct PendingView {
    /// Its id.
    pub id: String,
    /// The day it was drafted.
    pub date: String,
    /// How many items wait.
    pub items: usize,
    /// How many of them no longer apply.
    pub stale: usize,
    /// Whether a person edited it.
    pub edited: bool,
    /// Why it cannot be used, when it cannot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub damaged: Option<String>,
}

/// What a message in the main session did.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Replied {
    /// The person asked to see it.
    Show(Box<ReflectionView>),
    /// The person decided.
    Decided(Box<ReflectDecided>),
}

/// What to draft.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewReflection {
    /// Read every episode since this day, processed or not.
    pub since: Option<Date>,
    /// Only show what would be proposed.
    #[serde(default)]
    pub dry_run: bool,
    /// Draft anew what waits already; a person's to ask.
    #[serde(default)]
    pub refresh: bool,
}

/// An approval.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReflectionApproval {
    /// The `review` of the reflection as it was shown; anything else is refused as changed.
    #[schemars(length(min = 8))]
    pub review: String,
    /// The items, by number; all that wait when not given.
    pub items: Option<BTreeSet<u32>>,
    /// Items to leave out, and reject.
    pub except: Option<BTreeSet<u32>>,
    /// Other words for items.
    #[serde(default)]
    pub changes: Vec<RewordedItem>,
    /// The file was edited by hand, and is meant as it is now.
    #[serde(default)]
    pub with_changes: bool,
    /// Reject what is not approved.
    #[serde(default)]
    pub reject_rest: bool,
}

/// Other words for an item.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RewordedItem {
    /// Its number.
    pub item: u32,
    /// What it says instead; for a contradiction `both`, `newer` or `older`.
    #[schemars(length(min = 1))]
    pub text: String,
}

/// A rejection.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ReflectionRejection {
    /// The `review` of the reflection as it was shown; anything else is refused as changed.
    #[schemars(length(min = 8))]
    pub review: String,
    /// The items, by number; all that wait when not given.
    pub items: Option<BTreeSet<u32>>,
    /// Why, remembered with them.
    pub reason: Option<String>,
}

/// What to draft.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct ReflectRequest {
    /// Only show what would be proposed.
    #[serde(default)]
    pub dry_run: bool,
}
