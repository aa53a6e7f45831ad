//! index.md: the two tables people and models read the graph from.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};

use jiff::civil::Date;
use soulfile_vocabulary::Confidence;

use super::{Edge, Graph, Node};
use crate::entity::RelationName;
use crate::escape::{table_cell, unescape_cell};
use crate::id::EntityId;
use crate::lines::scan;
use crate::note::Note;

const ENTITIES_HEAD: &str = "# Semantic Graph Index\n\n\
     <!-- Generated from the entity files. Changes made here are overwritten; edit the entities instead. -->\n\n\
     ## Entity Registry\n\
     | ID | Type | Label | File | Decay Score |\n\
     |----|------|-------|------|-------------|\n";
const EDGES_HEAD: &str = "\n## Edges\n\
     | From | Relation | To | Confidence | First Seen | Last Accessed |\n\
     |------|----------|----|------------|------------|---------------|\n";

/// Writes index.md: the same graph always gives the same bytes.
pub fn render_index(graph: &Graph) -> String {
    let mut out = String::from(ENTITIES_HEAD);
    graph.nodes().for_each(|node| out.push_str(&node_row(node, &score_cell(node.score, node.pinned))));
    out.push_str(EDGES_HEAD);
    graph.edges().iter().for_each(|edge| out.push_str(&edge_row(edge)));
    out
}

/// Brings index.md up to a change of some entity files, given the graphs of these files alone before and after it. Costs
/// a pass over the lines of the index, whatever the size of the entity files. `None` where the rows do not tell enough
/// (something was taken away, merged, archived or edited by hand): the index is then rendered from all files.
pub fn update_index(index: &str, before: &Graph, after: &Graph) -> Option<String> {
    let (entities, edges) = index.strip_prefix(ENTITIES_HEAD)?.split_once(EDGES_HEAD)?;
    if !before.merged.is_empty()
        || !after.merged.is_empty()
        || before.nodes.keys().any(|id| !after.nodes.contains_key(id))
    {
        return None;
    }
    let entities = update_entities(entities, before, after)?;
    let edges = update_edges(edges, &entities, before, after)?;
    Some([ENTITIES_HEAD, &entities, EDGES_HEAD, &edges].concat())
}

fn update_entities(rows: &str, before: &Graph, after: &Graph) -> Option<String> {
    let mut out = String::with_capacity(rows.len() + 128);
    let mut changed = after.nodes.values().peekable();
    let put = |node: &Node, score: Option<&str>| match (score, before.nodes.contains_key(&node.id)) {
        // The row has the score, which a change of the file does not change.
        (Some(score), true) => Some(node_row(node, score)),
        (None, false) => Some(node_row(node, &score_cell(node.score, node.pinned))),
        // Archived, or not there before.
        _ => None,
    };
    for line in rows.split_inclusive('\n') {
        let cells = split_row(line.trim_end());
        let [id, .., score] = cells.as_slice() else { return None };
        while let Some(node) = changed.next_if(|node| node.id.as_str() < id.as_str()) {
            out.push_str(&put(node, None)?);
        }
        match changed.next_if(|node| node.id.as_str() == id) {
            Some(node) => out.push_str(&put(node, Some(score))?),
            None => out.push_str(line),
        }
    }
    for node in changed {
        out.push_str(&put(node, None)?);
    }
    Some(out)
}

fn update_edges(rows: &str, entities: &str, before: &Graph, after: &Graph) -> Option<String> {
    type Key = (EntityId, RelationName, EntityId);
    let key = |edge: &Edge| -> Key { (edge.from.clone(), edge.name.clone(), edge.to.clone()) };
    let mut added: BTreeMap<Key, Edge> = after.edges.iter().map(|edge| (key(edge), edge.clone())).collect();
    for old in &before.edges {
        // What is no longer said here may still be said at the other end.
        let mut joined = added.get(&key(old))?.clone();
        joined.join(old);
        if joined != added[&key(old)] {
            return None;
        }
    }
    let listed: HashSet<&str> =
        entities.lines().filter_map(|line| line.strip_prefix("| ")?.split_once(" |")).map(|(id, _)| id).collect();
    // An end that is not listed was merged or archived, or has no file.
    if added.keys().any(|(from, _, to)| !listed.contains(from.as_str()) || !listed.contains(to.as_str())) {
        return None;
    }
    let mut out: BTreeMap<Key, Cow<'_, str>> = BTreeMap::new();
    for line in rows.split_inclusive('\n') {
        let cells = split_row(line.trim_end());
        let [from, name, to, confidence, first, last] = cells.as_slice() else { return None };
        let key: Key = (from.parse().ok()?, RelationName::from_label(name), to.parse().ok()?);
        let Some(edge) = added.get_mut(&key) else {
            out.insert(key, Cow::Borrowed(line));
            continue;
        };
        let written = Edge {
            confidence: Some(confidence.parse().ok()?),
            first_seen: first.parse().ok(),
            last_accessed: last.parse().ok(),
            ..edge.clone()
        };
        edge.join(&written);
    }
    out.extend(added.into_iter().map(|(key, edge)| (key, Cow::Owned(edge_row(&edge)))));
    Some(out.into_values().collect())
}

fn node_row(node: &Node, score: &str) -> String {
    row(&[node.id.as_str(), &node.type_name, &node.label, &node.file, score])
}

fn score_cell(score: f64, pinned: bool) -> String {
    format!("{score:.2}{}", if pinned { " (pinned)" } else { "" })
}

fn edge_row(edge: &Edge) -> String {
    row(&[
        edge.from.as_str(),
        &edge.name.to_string(),
        edge.to.as_str(),
        edge.confidence.unwrap_or(Confidence::Medium).as_str(),
        &day(edge.first_seen),
        &day(edge.last_accessed),
    ])
}

/// One entity of a parsed index.
#[derive(Debug, Clone, PartialEq)]
pub struct IndexRow {
    pub id: EntityId,
    pub type_name: String,
    /// What to call it.
    pub label: String,
    pub file: String,
    pub score: Option<f64>,
    /// Whether it is pinned.
    pub pinned: bool,
}

/// A parsed index.md.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ParsedIndex {
    pub entities: Vec<IndexRow>,
    /// The edges as start, relation and end.
    pub edges: Vec<(EntityId, RelationName, EntityId)>,
    /// Rows that could not be read.
    pub notes: Vec<Note>,
}

/// Reads index.md tolerantly: any table whose head names the columns.
pub fn parse_index(text: &str) -> ParsedIndex {
    let mut index = ParsedIndex::default();
    let mut columns: Vec<String> = Vec::new();
    for (number, line) in scan(text).iter().enumerate() {
        let content = line.of(text).trim();
        if !content.starts_with('|') {
            if !content.is_empty() {
                columns.clear();
            }
            continue;
        }
        let cells = split_row(content);
        if cells.iter().all(|cell| cell.bytes().all(|b| b == b'-' || b == b':')) {
            continue;
        }
        if columns.is_empty() {
            columns = cells.iter().map(|cell| cell.to_lowercase()).collect();
            continue;
        }
        let cell = |name: &str| {
            let at = columns.iter().position(|column| column == name)?;
            cells.get(at).map(String::as_str)
        };
        let id = |name: &str| -> Option<EntityId> { cell(name)?.parse().ok() };
        if let Some(entity) = id("id") {
            let score = cell("decay score").unwrap_or("");
            index.entities.push(IndexRow {
                id: entity,
                type_name: cell("type").unwrap_or("").to_owned(),
                label: cell("label").unwrap_or("").to_owned(),
                file: cell("file").unwrap_or("").to_owned(),
                score: score.split_whitespace().next().and_then(|s| s.parse().ok()),
                pinned: score.contains("pinned"),
            });
        } else if let (Some(from), Some(relation), Some(to)) = (id("from"), cell("relation"), id("to")) {
            index.edges.push((from, RelationName::from_label(relation), to));
        } else {
            index.notes.push(Note::new(number + 1, format!("not a row of the graph: {content}")));
        }
    }
    index
}

fn row(cells: &[&str]) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| table_cell(cell)).collect();
    format!("| {} |\n", cells.join(" | "))
}

fn day(date: Option<Date>) -> String {
    date.map_or("-".to_owned(), |date| date.to_string())
}

/// Splits a table row at pipes that are not escaped.
fn split_row(line: &str) -> Vec<String> {
    let inner = line.strip_prefix('|').unwrap_or(line);
    let mut cells = Vec::new();
    let (mut start, mut escaped) = (0, false);
    for (at, c) in inner.char_indices() {
        match c {
            '\\' => escaped = !escaped,
            '|' if !escaped => {
                cells.push(unescape_cell(inner[start..at].trim()));
                start = at + 1;
            }
            _ => escaped = false,
        }
        if c == '|' {
            escaped = false;
        }
    }
    let last = inner[start..].trim();
    if !last.is_empty() {
        cells.push(unescape_cell(last));
    }
    cells
}
