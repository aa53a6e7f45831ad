//! The semantic graph: entities and the edges between them.
//!
//! Owns building the graph from entity files, walking it, and the generated `index.md`. Edges live in the
//! entity files only; the index is made from them and never the other way round. Merged entities stand for the
//! one they went into; archived ones are left out.

use std::collections::{BTreeMap, HashMap, VecDeque};

use jiff::civil::Date;
use soulfile_vocabulary::{Authority, Confidence, Relation, Scope, layout};

use crate::entity::{EntityFile, RelationName};
use crate::id::EntityId;

mod draw;
mod index;
mod relations;

pub use draw::{to_dot, to_mermaid};
pub use index::{IndexRow, ParsedIndex, parse_index, render_index, update_index};
pub use relations::{parse_relations, render_relations};

/// What the graph knows about an entity beside its edges.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    pub id: EntityId,
    /// Its type, as written.
    pub type_name: String,
    /// What to call it.
    pub label: String,
    /// Its file, relative to `memory/graph/`.
    pub file: String,
    pub score: f64,
    /// Whether it is pinned.
    pub pinned: bool,
    /// Who may see it.
    pub scope: Scope,
    /// How far it is trusted.
    pub trust: Authority,
}

/// What decay knows about an entity.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EntityLife {
    pub score: f64,
    /// Whether it is pinned.
    pub pinned: bool,
    /// Whether it is archived; then the graph leaves it out.
    pub archived: bool,
    /// The day it was last used.
    pub last_accessed: Option<Date>,
}

/// An edge, in the direction the graph keeps it.
#[derive(Debug, Clone, PartialEq)]
pub struct Edge {
    /// Where it starts.
    pub from: EntityId,
    /// What it says.
    pub name: RelationName,
    /// Where it ends; perhaps an entity that has no file yet.
    pub to: EntityId,
    /// How sure it is.
    pub confidence: Option<Confidence>,
    /// Since when it holds.
    pub first_seen: Option<Date>,
    /// When either end was last used, or the file that says so last changed.
    pub last_accessed: Option<Date>,
    /// Who may see it.
    pub scope: Scope,
    /// How far it is trusted.
    pub trust: Authority,
}

/// One step of a walk or path.
#[derive(Debug, Clone, PartialEq)]
pub struct WalkStep {
    /// The entity reached.
    pub id: EntityId,
    /// How many edges from the start.
    pub hops: usize,
    /// The edge it was reached by, an index into [`Graph::edges`]; `None` for the start.
    pub edge: Option<usize>,
}

/// The graph.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Graph {
    nodes: BTreeMap<EntityId, Node>,
    edges: Vec<Edge>,
    adjacent: HashMap<EntityId, Vec<usize>>,
    merged: HashMap<EntityId, EntityId>,
}

impl Graph {
    /// Builds the graph from entity files with their workspace paths. The order they come in does not
    /// matter.
    pub fn build<'f>(
        files: impl IntoIterator<Item = (&'f str, &'f EntityFile)>,
        life: &dyn Fn(&EntityId) -> Option<EntityLife>,
    ) -> Graph {
        let files: BTreeMap<&EntityId, (&str, &EntityFile)> =
            files.into_iter().map(|(path, file)| (file.id(), (path, file))).collect();
        let mut graph = Graph { merged: merged(files.values().map(|(_, file)| *file)), ..Graph::default() };
        for (path, file) in files.values() {
            let known = life(file.id());
            if graph.merged.contains_key(file.id()) || known.is_some_and(|life| life.archived) {
                continue;
            }
            let node = Node {
                id: file.id().clone(),
                type_name: file.type_name().to_owned(),
                label: file.label(),
                file: layout::below(path, layout::GRAPH_DIR).unwrap_or(path).to_owned(),
                score: known.map_or(1.0, |life| life.score),
                pinned: known.is_some_and(|life| life.pinned),
                scope: file.scope.clone(),
                trust: file.trust,
            };
            graph.nodes.insert(node.id.clone(), node);
        }
        let mut edges: BTreeMap<(EntityId, RelationName, EntityId), Edge> = BTreeMap::new();
        for (_, file) in files.values() {
            if graph.nodes.contains_key(file.id()) {
                graph.collect_edges(file, life, &mut edges);
            }
        }
        graph.edges = edges.into_values().collect();
        for (index, edge) in graph.edges.iter().enumerate() {
            graph.adjacent.entry(edge.from.clone()).or_default().push(index);
            graph.adjacent.entry(edge.to.clone()).or_default().push(index);
        }
        graph
    }

    /// The entities in order of id.
    pub fn nodes(&self) -> impl Iterator<Item = &Node> {
        self.nodes.values()
    }

    /// The entity with this id, or the one it was merged into.
    pub fn node(&self, id: &EntityId) -> Option<&Node> {
        self.nodes.get(self.resolve(id))
    }

    /// The edges in order of start, relation and end.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// What an id stands for now: itself, or the entity it was merged into.
    pub fn resolve<'g>(&'g self, id: &'g EntityId) -> &'g EntityId {
        self.merged.get(id).unwrap_or(id)
    }

    /// The edges at an entity, in either direction.
    pub fn edges_of(&self, id: &EntityId) -> impl Iterator<Item = &Edge> {
        self.adjacent.get(self.resolve(id)).into_iter().flatten().map(|index| &self.edges[*index])
    }

    /// Everything within `hops` edges of `start`, nearest first, taking only edges `allow` lets
    /// through. The start comes first.
    pub fn walk(&self, start: &EntityId, hops: usize, allow: &dyn Fn(&Edge) -> bool) -> Vec<WalkStep> {
        self.search(start, hops, allow, None)
    }

    /// A shortest path between two entities, both ends included; `None` when there is none.
    pub fn path(&self, from: &EntityId, to: &EntityId, allow: &dyn Fn(&Edge) -> bool) -> Option<Vec<WalkStep>> {
        let goal = self.resolve(to).clone();
        let reached = self.search(from, usize::MAX, allow, Some(&goal));
        let by_id: HashMap<&EntityId, &WalkStep> = reached.iter().map(|step| (&step.id, step)).collect();
        let mut path = Vec::new();
        let mut step = *by_id.get(&goal)?;
        loop {
            path.push(step.clone());
            let Some(index) = step.edge else {
                break;
            };
            let edge = &self.edges[index];
            let other = if edge.to == step.id { &edge.from } else { &edge.to };
            step = by_id[other];
        }
        path.reverse();
        Some(path)
    }

    fn search(
        &self,
        start: &EntityId,
        hops: usize,
        allow: &dyn Fn(&Edge) -> bool,
        goal: Option<&EntityId>,
    ) -> Vec<WalkStep> {
        let start = self.resolve(start);
        let known = self.nodes.contains_key(start) || self.adjacent.contains_key(start);
        if !known {
            return Vec::new();
        }
        let mut steps = vec![WalkStep { id: start.clone(), hops: 0, edge: None }];
        let mut seen: HashMap<EntityId, ()> = HashMap::from([(start.clone(), ())]);
        let mut queue = VecDeque::from([(start.clone(), 0)]);
        while let Some((id, depth)) = queue.pop_front() {
            if depth == hops || goal == Some(&id) {
                continue;
            }
            for index in self.adjacent.get(&id).into_iter().flatten() {
                let edge = &self.edges[*index];
                let other = if edge.from == id { &edge.to } else { &edge.from };
                if seen.contains_key(other) || !allow(edge) {
                    continue;
                }
                seen.insert(other.clone(), ());
                steps.push(WalkStep { id: other.clone(), hops: depth + 1, edge: Some(*index) });
                queue.push_back((other.clone(), depth + 1));
            }
        }
        steps
    }

    fn collect_edges(
        &self,
        file: &EntityFile,
        life: &dyn Fn(&EntityId) -> Option<EntityLife>,
        edges: &mut BTreeMap<(EntityId, RelationName, EntityId), Edge>,
    ) {
        for line in file.relations.iter().filter(|line| line.until.is_none()) {
            for target in &line.targets {
                let target = self.resolve(target).clone();
                let gone = life(&target).is_some_and(|life| life.archived);
                if target == *file.id() || gone {
                    continue;
                }
                let (name, swapped) = line.name.canonical();
                let (mut from, mut to) = (file.id().clone(), target);
                let symmetric = name == RelationName::Known(Relation::RelatesTo);
                if swapped || (symmetric && to < from) {
                    std::mem::swap(&mut from, &mut to);
                }
                let used = |id: &EntityId| life(id).and_then(|life| life.last_accessed);
                let edge = Edge {
                    confidence: line.confidence,
                    first_seen: line.since.or(file.created()),
                    last_accessed: used(&from).max(used(&to)).max(file.updated()),
                    scope: line.scope.clone(),
                    trust: line.trust,
                    from: from.clone(),
                    name: name.clone(),
                    to: to.clone(),
                };
                edges.entry((from, name, to)).and_modify(|known| known.join(&edge)).or_insert(edge);
            }
        }
    }
}

impl Edge {
    /// Takes in the same edge written down at its other end.
    fn join(&mut self, other: &Edge) {
        self.confidence = self.confidence.max(other.confidence);
        self.first_seen = match (self.first_seen, other.first_seen) {
            (Some(one), Some(two)) => Some(one.min(two)),
            (one, two) => one.or(two),
        };
        self.last_accessed = self.last_accessed.max(other.last_accessed);
        self.trust = self.trust.max(other.trust);
        // Whoever may see either line may see the edge; two rooms stay private.
        self.scope = match (&self.scope, &other.scope) {
            (Scope::Shared, _) | (_, Scope::Shared) => Scope::Shared,
            (one, two) if one == two => one.clone(),
            _ => Scope::Private,
        };
    }
}

/// Where every merged entity ends up, following merges of merges.
fn merged<'f>(files: impl Iterator<Item = &'f EntityFile>) -> HashMap<EntityId, EntityId> {
    let direct: HashMap<EntityId, EntityId> =
        files.filter_map(|file| Some((file.id().clone(), file.merged_into()?))).collect();
    direct
        .keys()
        .filter_map(|id| {
            let mut end = id;
            // A circle made by hand is nobody's merge.
            for _ in 0..=direct.len() {
                match direct.get(end) {
                    Some(next) => end = next,
                    None => return Some((id.clone(), end.clone())),
                }
            }
            None
        })
        .collect()
}

#[cfg(test)]
#[path = "graph_tests.rs"]
mod tests;
