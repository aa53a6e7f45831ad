//! Checks a configuration against the schema: types, ranges, choices and unknown keys, each with its
//! key path. The rules a schema cannot say are in `meaning`.

use serde::Serialize;
use serde_json::Value;

use super::path::KeyPath;
use super::schema;
use super::spelling;
use super::unused;

/// Something to tell about a configuration.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ConfigProblem {
    /// Whether the configuration can be used as it is.
    pub severity: ProblemSeverity,
    /// The key it is about.
    pub key: String,
    /// The line in the main file, counted from 1, where the key stands there.
    pub line: Option<usize>,
    /// What is wrong and what to write instead.
    pub message: String,
}

/// Whether a configuration can be used in spite of a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ProblemSeverity {
    /// It cannot be used.
    Error,
    /// It can be used; something is ignored or unusual.
    Warning,
}

impl std::fmt::Display for ConfigProblem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}: {}", self.key, self.message),
            None if self.key.is_empty() => write!(f, "{}", self.message),
            None => write!(f, "{}: {}", self.key, self.message),
        }
    }
}

/// A problem before its line is known.
pub struct ConfigFinding {
    pub severity: ProblemSeverity,
    pub path: KeyPath,
    pub message: String,
    /// Whether it is about a key that nothing reads.
    pub unread: bool,
}

impl ConfigFinding {
    pub fn error(path: &KeyPath, message: impl Into<String>) -> Self {
        Self { severity: ProblemSeverity::Error, path: path.clone(), message: message.into(), unread: false }
    }

    pub fn warning(path: &KeyPath, message: impl Into<String>) -> Self {
        Self { severity: ProblemSeverity::Warning, path: path.clone(), message: message.into(), unread: false }
    }

    /// The problem, with the line it stands on where that is known.
    pub fn at_line(self, line: Option<usize>) -> ConfigProblem {
        ConfigProblem { severity: self.severity, key: self.path.to_string(), line, message: self.message }
    }
}

/// Walks a value along the schema. Keys in snake_case and the older `agentId` are renamed to the known
/// key on the way; unknown keys stay in the value and are reported.
pub fn walk(schema: &'static Value, value: &mut Value, path: &KeyPath, findings: &mut Vec<ConfigFinding>) {
    if value.is_null() {
        if !schema::allows_null(schema) {
            findings.push(ConfigFinding::error(path, "may not be null; leave the key out to use the default"));
        }
        return;
    }
    let schema = schema::resolve(schema);
    if let Some(choices) = choices(schema) {
        return check_choice(&choices, value, path, findings);
    }
    let wanted = wanted_types(schema);
    if !wanted.is_empty() && !wanted.iter().any(|kind| is_kind(kind, value)) {
        let message = format!("must be {}, not {}", article(wanted[0]), shown(value));
        return findings.push(ConfigFinding::error(path, message));
    }
    check_range(schema, value, path, findings);
    match value {
        Value::Object(_) => walk_object(schema, value, path, findings),
        Value::Array(items) => {
            if let Some(item) = schema.get("items") {
                for (i, inner) in items.iter_mut().enumerate() {
                    walk(item, inner, &path.child(&i.to_string()), findings);
                }
            }
        }
        _ => {}
    }
}

fn walk_object(schema: &'static Value, value: &mut Value, path: &KeyPath, findings: &mut Vec<ConfigFinding>) {
    let Value::Object(map) = value else { return };
    let written = std::mem::take(map);
    for (key, mut inner) in written {
        let at = path.child(&key);
        let name = spelling::known_name(&key, schema::properties(schema)).unwrap_or_else(|| key.clone());
        match schema::below(schema, &name) {
            Some(schema) => walk(schema, &mut inner, &at, findings),
            None if key == "$schema" => {}
            None => findings.push(unread(&key, path, schema)),
        }
        if map.contains_key(&name) {
            findings.push(ConfigFinding::warning(&at, "is written in two spellings; this one counts"));
        }
        map.insert(name, inner);
    }
    for required in schema.get("required").and_then(Value::as_array).into_iter().flatten() {
        if let Some(name) = required.as_str().filter(|name| !map.contains_key(*name)) {
            findings.push(ConfigFinding::error(&path.child(name), "is needed here"));
        }
    }
}

/// Finds what nothing would read of a value set at a path.
pub fn unread_at(path: &KeyPath, value: &Value) -> Vec<ConfigFinding> {
    let mut schema = schema::cached();
    let mut parent = KeyPath::default();
    for key in &path.0 {
        // `$schema` and `$include` are instructions to whoever reads the file.
        if key.starts_with('$') {
            return Vec::new();
        }
        let name = spelling::known_name(key, schema::properties(schema)).unwrap_or_else(|| key.clone());
        match schema::below(schema, &name) {
            Some(inner) => schema = inner,
            None => return vec![unread(key, &parent, schema)],
        }
        parent = parent.child(key);
    }
    let mut findings = Vec::new();
    walk(schema, &mut value.clone(), path, &mut findings);
    findings.retain(|finding| finding.unread);
    findings
}

/// A key of an object that nothing reads.
fn unread(key: &str, parent: &KeyPath, schema: &'static Value) -> ConfigFinding {
    let path = parent.child(key);
    let message = match unused::reason(&path) {
        Some(reason) => reason.to_owned(),
        None => unknown_key(key, parent, schema::properties(schema)),
    };
    ConfigFinding { unread: true, ..ConfigFinding::warning(&path, message) }
}

fn unknown_key(key: &str, parent: &KeyPath, siblings: Option<&serde_json::Map<String, Value>>) -> String {
    let close = |name: &str| strsim::damerau_levenshtein(&key.to_lowercase(), &name.to_lowercase());
    let allowed = (key.chars().count() / 3).clamp(1, 3);
    let sibling = siblings
        .into_iter()
        .flat_map(|map| map.keys())
        .map(|name| (close(name), name))
        .filter(|(distance, _)| *distance <= allowed)
        .min();
    if let Some((_, name)) = sibling {
        return format!("is not a known key; did you mean {}?", parent.child(name));
    }
    let elsewhere = schema::known_paths()
        .iter()
        .map(|path| (close(path.rsplit('.').next().unwrap_or(path)), path))
        .filter(|(distance, _)| *distance <= allowed.min(1))
        .min();
    match elsewhere {
        Some((_, path)) => format!("is not a known key here; did you mean {path}?"),
        None => "is not a key of Soulfile and has no effect".to_owned(),
    }
}

fn choices(schema: &Value) -> Option<Vec<&str>> {
    if let Some(list) = schema.get("enum").and_then(Value::as_array) {
        return list.iter().map(Value::as_str).collect();
    }
    let list = schema.get("oneOf").and_then(Value::as_array)?;
    list.iter().map(|choice| choice.get("const").and_then(Value::as_str)).collect()
}

fn check_choice(choices: &[&str], value: &Value, path: &KeyPath, findings: &mut Vec<ConfigFinding>) {
    if !value.as_str().is_some_and(|text| choices.contains(&text)) {
        let message = format!("must be one of {}, not {}", choices.join(", "), shown(value));
        findings.push(ConfigFinding::error(path, message));
    }
}

fn check_range(schema: &Value, value: &Value, path: &KeyPath, findings: &mut Vec<ConfigFinding>) {
    let Some(number) = value.as_f64() else { return };
    let limit = |name: &str| schema.get(name).and_then(Value::as_f64);
    if limit("minimum").is_some_and(|least| number < least) || limit("maximum").is_some_and(|most| number > most) {
        let message = match (limit("minimum"), limit("maximum")) {
            (Some(least), Some(most)) => format!("must be from {least} to {most}, not {number}"),
            (Some(least), None) => format!("must be at least {least}, not {number}"),
            (_, most) => format!("must be at most {}, not {number}", most.unwrap_or(f64::MAX)),
        };
        findings.push(ConfigFinding::error(path, message));
    }
}

fn wanted_types(schema: &Value) -> Vec<&str> {
    match schema.get("type") {
        Some(Value::String(kind)) => vec![kind],
        Some(Value::Array(kinds)) => kinds.iter().filter_map(Value::as_str).filter(|kind| *kind != "null").collect(),
        _ => Vec::new(),
    }
}

fn is_kind(kind: &str, value: &Value) -> bool {
    match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        _ => true,
    }
}

fn article(kind: &str) -> &str {
    match kind {
        "object" => "an object",
        "array" => "a list",
        "string" => "a text",
        "boolean" => "true or false",
        "integer" => "a whole number",
        _ => "a number",
    }
}

/// Names a wrong value by its kind; a text is not quoted, since it may be a secret in the wrong place.
fn shown(value: &Value) -> String {
    match value {
        Value::String(_) => "a text".to_owned(),
        Value::Object(_) => "an object".to_owned(),
        Value::Array(_) => "a list".to_owned(),
        other => other.to_string(),
    }
}
