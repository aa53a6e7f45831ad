//! `$include`: one file's keys merged under another's. The caller reads the files.

use serde_json::{Map, Value};

/// A file fetched for `$include`.
#[derive(Debug, Clone)]
pub struct Included {
    /// The file's own name, in a form that is the same each time: used to find cycles and passed
    /// back as the base of its own includes.
    pub name: String,
    pub text: String,
}

/// Fetches an included file: the including file's name (empty for the main file) and the path as written.
pub type Fetch<'a> = &'a dyn Fn(&str, &str) -> Result<Included, String>;

const MAX_DEPTH: usize = 10;

/// Replaces every `$include` by the keys of the files it names. Keys beside it win over included
/// ones, and a later file wins over an earlier one.
pub fn expand(value: Value, fetch: Fetch<'_>, trail: &mut Vec<String>) -> Result<Value, String> {
    match value {
        Value::Object(mut map) => {
            let include = map.shift_remove("$include");
            let mut own = Map::new();
            for (key, inner) in map {
                own.insert(key, expand(inner, fetch, trail)?);
            }
            let Some(include) = include else {
                return Ok(Value::Object(own));
            };
            let mut merged = Value::Object(Map::new());
            for path in include_paths(&include)? {
                merge(&mut merged, fetch_one(&path, fetch, trail)?);
            }
            merge(&mut merged, Value::Object(own));
            Ok(merged)
        }
        Value::Array(items) => {
            items.into_iter().map(|item| expand(item, fetch, trail)).collect::<Result<_, _>>().map(Value::Array)
        }
        other => Ok(other),
    }
}

fn include_paths(include: &Value) -> Result<Vec<String>, String> {
    let wrong = || "$include takes a path or a list of paths".to_owned();
    match include {
        Value::String(path) => Ok(vec![path.clone()]),
        Value::Array(paths) => paths.iter().map(|path| path.as_str().map(str::to_owned).ok_or_else(wrong)).collect(),
        _ => Err(wrong()),
    }
}

fn fetch_one(path: &str, fetch: Fetch<'_>, trail: &mut Vec<String>) -> Result<Value, String> {
    let base = trail.last().cloned().unwrap_or_default();
    let file = fetch(&base, path).map_err(|e| format!("$include {path:?}: {e}"))?;
    if trail.contains(&file.name) {
        return Err(format!("$include {path:?} includes itself: {} → {}", trail.join(" → "), file.name));
    }
    if trail.len() >= MAX_DEPTH {
        return Err(format!("$include {path:?} is nested more than {MAX_DEPTH} deep"));
    }
    let value: Value = json5::from_str(&file.text).map_err(|e| format!("$include {path:?}: {e}"))?;
    trail.push(file.name);
    let expanded = expand(value, fetch, trail);
    trail.pop();
    expanded
}

/// Merges `over` into `base`, object by object; anything else is replaced.
pub fn merge(base: &mut Value, over: Value) {
    match (base, over) {
        (Value::Object(base), Value::Object(over)) => {
            for (key, value) in over {
                match base.get_mut(&key) {
                    Some(known) => merge(known, value),
                    None => {
                        base.insert(key, value);
                    }
                }
            }
        }
        (base, over) => *base = over,
    }
}
