//! From a text to a configuration: parse, include, check, resolve, type.

use serde_json::Value;

use super::check::{self, ConfigFinding, ConfigProblem, ProblemSeverity};
use super::env::{self, Lookup};
use super::include::{self, Fetch};
use super::meaning;
use super::model::Config;
use super::path::{BadPath, KeyPath};
use super::schema;
use super::secret::{REDACTED, is_secret_key};
use super::spans;
use super::spelling;

/// Where references and included files come from.
#[derive(Clone, Copy)]
pub struct Sources<'a> {
    /// Looks up `${NAME}` references.
    pub env: Lookup<'a>,
    /// Fetches `$include` files.
    pub include: Fetch<'a>,
}

/// A configuration, ready to use.
#[derive(Clone)]
pub struct LoadedConfig {
    /// The typed configuration, references resolved.
    pub config: Config,
    /// What to tell the user; nothing here stops the configuration from being used.
    pub warnings: Vec<ConfigProblem>,
    /// What was written, included files merged, references unresolved. Behind `get`, never printed whole.
    written: Value,
}

/// Why a configuration cannot be used: every error found, and the warnings beside them.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
pub struct ConfigErrors(
    /// Errors and warnings, in the order of the file.
    pub Vec<ConfigProblem>,
);

/// Loads a configuration that includes no other file.
pub fn load(text: &str, env: Lookup<'_>) -> Result<LoadedConfig, ConfigErrors> {
    let include = |_: &str, _: &str| Err("other files cannot be read here".to_owned());
    load_with(text, Sources { env, include: &include })
}

/// Loads a configuration.
pub fn load_with(text: &str, sources: Sources<'_>) -> Result<LoadedConfig, ConfigErrors> {
    let mut written = parse(text).map_err(|problem| ConfigErrors(vec![problem]))?;
    let spans = spans::parse(text);
    let mut findings = Vec::new();
    match include::expand(written, sources.include, &mut Vec::new()) {
        Ok(merged) => written = merged,
        Err(message) => {
            let line = text.lines().position(|line| line.contains("$include")).map(|at| at + 1);
            let key = "$include".to_owned();
            return Err(ConfigErrors(vec![ConfigProblem { severity: ProblemSeverity::Error, key, line, message }]));
        }
    }
    // The schema is made when a key is there to be checked: a process without a configuration does without.
    if written.as_object().is_none_or(|keys| !keys.is_empty()) {
        check::walk(schema::cached(), &mut written, &KeyPath::default(), &mut findings);
    }
    let mut resolved = written.clone();
    let mut missing = Vec::new();
    env::resolve(&mut resolved, &KeyPath::default(), sources.env, &mut missing);
    for (path, name) in missing {
        findings.push(ConfigFinding::warning(
            &path,
            format!("{name} is not set in the environment; the key is left unset"),
        ));
    }
    let config = if findings.iter().any(|f| f.severity == ProblemSeverity::Error) {
        None
    } else {
        match serde_json::from_value::<Config>(resolved) {
            Ok(config) => {
                meaning::check(&config, &mut findings);
                Some(config)
            }
            Err(error) => {
                findings.push(ConfigFinding::error(&KeyPath::default(), error.to_string()));
                None
            }
        }
    };
    let problems: Vec<ConfigProblem> = findings
        .into_iter()
        .map(|finding| {
            let line = spans.as_ref().and_then(|spans| spans.line_of(text, &finding.path));
            finding.at_line(line)
        })
        .collect();
    match config {
        Some(config) if problems.iter().all(|p| p.severity == ProblemSeverity::Warning) => {
            Ok(LoadedConfig { config, warnings: problems, written })
        }
        _ => Err(ConfigErrors(problems)),
    }
}

/// Gives every error and warning of a configuration.
pub fn validate(text: &str, sources: Sources<'_>) -> Vec<ConfigProblem> {
    match load_with(text, sources) {
        Ok(loaded) => loaded.warnings,
        Err(ConfigErrors(problems)) => problems,
    }
}

/// Gives the keys that nothing would read if `value` were set at a dotted path.
pub fn unread_keys(path: &str, value: &Value) -> Result<Vec<ConfigProblem>, BadPath> {
    let findings = check::unread_at(&KeyPath::parse(path)?, value);
    Ok(findings.into_iter().map(|finding| finding.at_line(None)).collect())
}

/// Reads JSON5; a text of nothing but space and comments is an empty object.
pub fn parse(text: &str) -> Result<Value, ConfigProblem> {
    if spans::skip_space(text, 0) == text.len() {
        return Ok(Value::Object(serde_json::Map::new()));
    }
    let problem = |line, message| ConfigProblem { severity: ProblemSeverity::Error, key: String::new(), line, message };
    match json5::from_str::<Value>(text) {
        Ok(value) if value.is_object() => Ok(value),
        Ok(_) => Err(problem(Some(1), "the configuration must be an object in braces".to_owned())),
        Err(error) => {
            let line = error.position().map(|position| position.line + 1);
            Err(problem(line, format!("not valid JSON5: {error}")))
        }
    }
}

impl std::fmt::Debug for LoadedConfig {
    /// Shows only what is safe to print.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Loaded").field("config", &self.view()).field("warnings", &self.warnings).finish()
    }
}

impl LoadedConfig {
    /// The value at a dotted path, as written or by default. References stay references, and secrets
    /// are replaced by a placeholder.
    pub fn get(&self, path: &str) -> Result<Option<Value>, BadPath> {
        let path = spelling::known_path(&KeyPath::parse(path)?);
        let mut value = &self.view();
        for key in &path.0 {
            let inner = match value {
                Value::Array(items) => key.parse::<usize>().ok().and_then(|i| items.get(i)),
                other => other.get(key),
            };
            match inner {
                Some(inner) => value = inner,
                None => return Ok(None),
            }
        }
        Ok(Some(value.clone()))
    }

    /// The whole configuration with defaults filled in, safe to print.
    pub fn view(&self) -> Value {
        let mut view = serde_json::to_value(Config::default()).unwrap_or_default();
        include::merge(&mut view, self.written.clone());
        redact(&mut view);
        view
    }
}

fn redact(value: &mut Value) {
    match value {
        Value::Object(map) => {
            for (key, inner) in map {
                match inner {
                    Value::String(text) if is_secret_key(key) && !env::is_reference(text) => {
                        REDACTED.clone_into(text);
                    }
                    Value::Object(_) | Value::Array(_) => redact(inner),
                    _ => {}
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(redact),
        _ => {}
    }
}
