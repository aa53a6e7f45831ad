//! Entities and what ties them together.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soulfile_memory::graph::Edge;
use soulfile_memory::id::MemoryId;

/// The graph, or a part of it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct GraphView {
    /// Its entities.
    pub nodes: Vec<NodeView>,
    /// Its edges.
    pub edges: Vec<EdgeView>,
    /// As Graphviz DOT.
    #[serde(skip)]
    pub dot: String,
    /// As a Mermaid flowchart.
    #[serde(skip)]
    pub mermaid: String,
}

/// One entity of the graph.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct NodeView {
    /// Its id.
    pub id: String,
    /// Its type.
    #[serde(rename = "type")]
    pub kind: String,
    /// What to call it.
    pub label: String,
    /// Its score.
    pub score: f64,
    /// Whether it is pinned.
    pub pinned: bool,
}

/// One edge of the graph.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct EdgeView {
    /// Where it starts.
    pub from: String,
    /// What it says.
    pub relation: String,
    /// Where it ends.
    pub to: String,
    /// How sure it is.
    pub confidence: Option<String>,
    /// Since when.
    pub since: Option<String>,
}

/// One entity with everything known about it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct EntityView {
    /// Its id.
    pub id: MemoryId,
    /// Its type.
    #[serde(rename = "type")]
    pub kind: String,
    /// What to call it.
    pub label: String,
    /// Its other names.
    pub aliases: Vec<String>,
    /// What it is.
    pub summary: String,
    /// Its facts, past ones included; those a person had forgotten when they were asked for.
    pub facts: Vec<FactView>,
    /// Its dated events.
    pub timeline: Vec<(Option<String>, String)>,
    /// What is not known yet.
    pub open_questions: Vec<String>,
    /// Its edges, in both directions.
    pub edges: Vec<EdgeView>,
    /// Its file.
    pub path: String,
    /// Entities that were merged into it, by id; each can be split off again.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub absorbed: Vec<String>,
    /// The entity it was merged into.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub merged_into: Option<String>,
}

/// One fact.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct FactView {
    /// Its id.
    pub id: MemoryId,
    /// What it says.
    pub text: String,
    /// Whether it holds now.
    pub current: bool,
    /// From when.
    pub since: Option<String>,
    /// Until when.
    pub until: Option<String>,
    /// How sure it is.
    pub confidence: Option<String>,
    /// Where it came from.
    pub source: Option<String>,
    /// What replaced it.
    pub superseded_by: Option<String>,
    /// What it contradicts.
    pub contradicts: Option<String>,
    /// How far it is trusted.
    pub trust: String,
    /// Whether it is archived.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub archived: bool,
}

/// Which part of the graph.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GraphRequest {
    /// Only what is around this entity, named by id, label or alias.
    pub around: Option<String>,
    /// How far around.
    #[serde(default = "two")]
    #[schemars(range(min = 0, max = 6))]
    pub hops: usize,
}

fn two() -> usize {
    2
}

/// Which entity.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EntityRequest {
    /// Its id, label or alias.
    #[schemars(length(min = 1))]
    pub name: String,
}

/// Two entities.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GraphPathRequest {
    /// One.
    #[schemars(length(min = 1))]
    pub from: String,
    /// The other.
    #[schemars(length(min = 1))]
    pub to: String,
}

/// What becomes one.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MergeRequest {
    /// The entity that goes into the other.
    #[schemars(length(min = 1))]
    pub absorbed: String,
    /// The one that stays.
    #[schemars(length(min = 1))]
    pub into: String,
}

impl From<&Edge> for EdgeView {
    fn from(edge: &Edge) -> Self {
        Self {
            from: edge.from.to_string(),
            relation: edge.name.to_string(),
            to: edge.to.to_string(),
            confidence: edge.confidence.map(|c| c.to_string()),
            since: edge.first_seen.map(|day| day.to_string()),
        }
    }
}
