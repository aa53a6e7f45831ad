//! The graph as DOT and Mermaid text.

use std::collections::{BTreeMap, BTreeSet};

use super::{Edge, Graph};
use crate::escape::single_line;
use crate::id::EntityId;

/// Writes the part of the graph `keep` names as Graphviz DOT; the whole when `None`.
pub fn to_dot(graph: &Graph, keep: Option<&BTreeSet<EntityId>>) -> String {
    let quote = |text: &str| {
        let text = single_line(text).replace('\\', "\\\\").replace('"', "\\\"");
        format!("\"{text}\"")
    };
    let mut out = String::from("digraph memory {\n  rankdir=LR;\n  node [shape=box];\n");
    let (labels, edges) = part(graph, keep);
    for (id, label) in &labels {
        out.push_str(&format!("  {} [label={}];\n", quote(id.as_str()), quote(label)));
    }
    for edge in edges {
        out.push_str(&format!(
            "  {} -> {} [label={}];\n",
            quote(edge.from.as_str()),
            quote(edge.to.as_str()),
            quote(&edge.name.to_string())
        ));
    }
    out.push_str("}\n");
    out
}

/// Writes the part of the graph `keep` names as a Mermaid flowchart; the whole when `None`.
pub fn to_mermaid(graph: &Graph, keep: Option<&BTreeSet<EntityId>>) -> String {
    let mut out = String::from("flowchart LR\n");
    let (labels, edges) = part(graph, keep);
    // Node names are numbers, so that no id can be read as a keyword of the language.
    let names: BTreeMap<&EntityId, usize> = labels.keys().enumerate().map(|(at, id)| (*id, at)).collect();
    for (id, label) in &labels {
        out.push_str(&format!("  n{}[\"{}\"]\n", names[*id], entities(label)));
    }
    for edge in edges {
        out.push_str(&format!(
            "  n{} -->|\"{}\"| n{}\n",
            names[&edge.from],
            entities(&edge.name.to_string()),
            names[&edge.to]
        ));
    }
    out
}

/// The nodes with their labels, ends without a file included, and the edges between them.
fn part<'g>(graph: &'g Graph, keep: Option<&BTreeSet<EntityId>>) -> (BTreeMap<&'g EntityId, String>, Vec<&'g Edge>) {
    let kept = |id: &EntityId| keep.is_none_or(|keep| keep.contains(id));
    let mut labels: BTreeMap<&EntityId, String> =
        graph.nodes().filter(|node| kept(&node.id)).map(|node| (&node.id, node.label.clone())).collect();
    let edges: Vec<&Edge> = graph.edges().iter().filter(|edge| kept(&edge.from) && kept(&edge.to)).collect();
    for edge in &edges {
        for id in [&edge.from, &edge.to] {
            labels.entry(id).or_insert_with(|| id.to_string());
        }
    }
    (labels, edges)
}

/// Writes everything but letters, digits and plain marks as a character entity.
fn entities(text: &str) -> String {
    let mut out = String::new();
    for c in single_line(text).chars() {
        match c {
            c if c.is_alphanumeric() => out.push(c),
            ' ' | '-' | '_' | '.' | ',' | '/' => out.push(c),
            c => out.push_str(&format!("#{};", c as u32)),
        }
    }
    out
}
