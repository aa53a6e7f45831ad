//! index.md: the two tables people and models read the graph from.

use jiff::civil::Date;
use soulfile_vocabulary::Confidence;

use super::Graph;
use crate::entity::RelationName;
use crate::escape::{table_cell, unescape_cell};
use crate::id::EntityId;
use crate::lines::scan;
use crate::note::Note;

/// Writes index.md: the same graph always gives the same bytes.
pub fn render_index(graph: &Graph) -> String {
    let mut out = String::from(
        "# Semantic Graph Index\n\n\
         <!-- Auto-generated during reflection. Manual edits will be overwritten. -->\n\n\
         ## Entity Registry\n\
         | ID | Type | Label | File | Decay Score |\n\
         |----|------|-------|------|-------------|\n",
    );
    for node in graph.nodes() {
        let pinned = if node.pinned { " (pinned)" } else { "" };
        row(
            &mut out,
            &[node.id.as_str(), &node.type_name, &node.label, &node.file, &format!("{:.2}{pinned}", node.score)],
        );
    }
    out.push_str(
        "\n## Edges\n\
         | From | Relation | To | Confidence | First Seen | Last Accessed |\n\
         |------|----------|----|------------|------------|---------------|\n",
    );
    for edge in graph.edges() {
        row(
            &mut out,
            &[
                edge.from.as_str(),
                &edge.name.to_string(),
                edge.to.as_str(),
                edge.confidence.unwrap_or(Confidence::Medium).as_str(),
                &day(edge.first_seen),
                &day(edge.last_accessed),
            ],
        );
    }
    out
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

fn row(out: &mut String, cells: &[&str]) {
    let cells: Vec<String> = cells.iter().map(|cell| table_cell(cell)).collect();
    out.push_str(&format!("| {} |\n", cells.join(" | ")));
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
