//! The JSON Schema of the configuration, derived from the model so that the two cannot drift.

use std::sync::OnceLock;

use serde_json::{Map, Value};

use super::model::Config;

/// The JSON Schema of the configuration file.
pub fn schema() -> Value {
    cached().clone()
}

/// The same schema, built once.
pub fn cached() -> &'static Value {
    static SCHEMA: OnceLock<Value> = OnceLock::new();
    SCHEMA.get_or_init(|| {
        let mut value = schemars::schema_for!(Config).to_value();
        if let Some(root) = value.as_object_mut() {
            root.insert("title".into(), "Soulfile configuration".into());
        }
        value
    })
}

/// Follows `$ref` and picks the part of `anyOf` that is not null.
pub fn resolve(schema: &'static Value) -> &'static Value {
    let mut schema = schema;
    loop {
        if let Some(name) = schema.get("$ref").and_then(Value::as_str).and_then(|r| r.strip_prefix("#/$defs/")) {
            match cached().get("$defs").and_then(|defs| defs.get(name)) {
                Some(found) => schema = found,
                None => return schema,
            }
        } else if let Some(choices) = schema.get("anyOf").and_then(Value::as_array) {
            match choices.iter().find(|choice| !is_null_schema(choice)) {
                Some(found) => schema = found,
                None => return schema,
            }
        } else {
            return schema;
        }
    }
}

/// The keys of the object a schema describes.
pub fn properties(schema: &'static Value) -> Option<&'static Map<String, Value>> {
    resolve(schema).get("properties").and_then(Value::as_object)
}

/// The schema of one key, item or entry of what a schema describes; `key` in its known spelling.
pub fn below(schema: &'static Value, key: &str) -> Option<&'static Value> {
    if let Some(known) = properties(schema).and_then(|properties| properties.get(key)) {
        return Some(known);
    }
    let schema = resolve(schema);
    let item = schema.get("items").filter(|_| key.parse::<usize>().is_ok());
    item.or_else(|| schema.get("additionalProperties").filter(|others| others.is_object()))
}

/// Says whether null is allowed where this schema stands.
pub fn allows_null(schema: &Value) -> bool {
    let among = |list: &Value| list.as_array().is_some_and(|types| types.iter().any(|t| t == "null"));
    schema.get("type").is_some_and(among)
        || schema.get("anyOf").and_then(Value::as_array).is_some_and(|choices| choices.iter().any(is_null_schema))
}

fn is_null_schema(schema: &Value) -> bool {
    schema.get("type").is_some_and(|t| t == "null")
}

/// Every known key as a dotted path; list items and map entries are left open.
pub fn known_paths() -> &'static [String] {
    static PATHS: OnceLock<Vec<String>> = OnceLock::new();
    PATHS.get_or_init(|| {
        let mut paths = Vec::new();
        collect(cached(), "", &mut paths);
        paths
    })
}

fn collect(schema: &'static Value, prefix: &str, paths: &mut Vec<String>) {
    let schema = resolve(schema);
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
        return;
    };
    for (key, inner) in properties {
        let path = if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
        collect(inner, &path, paths);
        paths.push(path);
    }
}
