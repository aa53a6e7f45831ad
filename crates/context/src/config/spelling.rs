//! Other spellings of a key: snake_case, and the older `agentId` for an agent's `id`.
//!
//! A known key may be written in either spelling. Loading renames it; editing finds the one in the file.

use serde_json::{Map, Value};

use super::path::KeyPath;
use super::schema;
use super::spans::{SpanKind, SpanNode};

/// The known key that `key` stands for among `properties`; `None` for an unknown one.
pub fn known_name(key: &str, properties: Option<&Map<String, Value>>) -> Option<String> {
    let properties = properties?;
    if properties.contains_key(key) {
        return Some(key.to_owned());
    }
    let other = if key == "agentId" { "id".to_owned() } else { camel_case(key) };
    properties.contains_key(&other).then_some(other)
}

/// `snake_case` as `snakeCase`.
pub fn camel_case(key: &str) -> String {
    let mut parts = key.split('_');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |mut name, part| {
        let mut letters = part.chars();
        name.extend(letters.next().map(|c| c.to_ascii_uppercase()));
        name.extend(letters);
        name
    })
}

/// A path with every key in its known spelling.
pub fn known_path(path: &KeyPath) -> KeyPath {
    as_written(path, None)
}

/// A path with every key as a file spells it, and in its known spelling from where the file ends.
pub fn as_written(path: &KeyPath, root: Option<&SpanNode>) -> KeyPath {
    let (mut schema, mut node) = (Some(schema::cached()), root);
    let mut keys = Vec::with_capacity(path.0.len());
    for key in &path.0 {
        let properties = schema.and_then(schema::properties);
        let name = |key: &str| known_name(key, properties).unwrap_or_else(|| key.to_owned());
        let wanted = name(key);
        let member = match node.map(|node| &node.kind) {
            Some(SpanKind::Object(members)) => members.iter().rev().find(|member| name(&member.key) == wanted),
            _ => None,
        };
        node = match node.map(|node| &node.kind) {
            Some(SpanKind::Array(items)) => key.parse::<usize>().ok().and_then(|at| items.get(at)),
            _ => member.map(|member| &member.node),
        };
        schema = schema.and_then(|schema| schema::below(schema, &wanted));
        keys.push(member.map_or(wanted, |member| member.key.clone()));
    }
    KeyPath(keys)
}
