//! Keys that configurations of related programs have and nothing reads here.
//!
//! They load with a warning that says so, and cannot be set with `config set`.

use super::path::KeyPath;
use super::spelling::camel_case;

/// Each key, and why it has no effect.
const UNUSED: &[(&str, &str)] = &[
    ("memory.embedder", "is not used yet; memorySearch.provider chooses who computes embeddings"),
    ("memory.workspace.dailyLogRetentionDays", "is not used: daily notes are never deleted because of their age"),
    ("providers", "is not used; keys and addresses stand under provider.<name>"),
];

/// Says why a key has no effect, where it is one of those.
pub fn reason(path: &KeyPath) -> Option<&'static str> {
    let path: Vec<String> = path.0.iter().map(|key| camel_case(key)).collect();
    let path = path.join(".");
    UNUSED.iter().find(|(key, _)| *key == path).map(|(_, why)| *why)
}
