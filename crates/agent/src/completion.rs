//! What a half-written line may become: `/commands`, and names the memory knows.

use soulfile_engine::Engine;

use crate::{commands, model_session};

/// Names offered at most.
const MOST: usize = 50;

/// What can stand in place of the word at the cursor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completion {
    /// Where the word begins, in bytes.
    pub start: usize,
    /// What it may become.
    pub words: Vec<String>,
}

/// Completes the word before `cursor`. Names are of all of memory: `names` says whether all of it may be seen.
pub fn complete(engine: &Engine, names: bool, line: &str, cursor: usize) -> Completion {
    let before = line.get(..cursor).unwrap_or(line);
    if before.starts_with('/') && !before.contains(char::is_whitespace) {
        let words = commands::NAMES
            .iter()
            .chain(&model_session::commands::NAMES)
            .filter(|name| name.starts_with(before))
            .map(|name| format!("{name} "));
        return Completion { start: 0, words: words.collect() };
    }
    let start = before.rfind(char::is_whitespace).map_or(0, |at| at + 1);
    let begun = before[start..].to_lowercase();
    let mut words = Vec::new();
    if names && begun.chars().count() >= 2 {
        let names = engine.entity_labels().unwrap_or_default();
        words = names.into_iter().filter(|name| name.to_lowercase().starts_with(&begun)).take(MOST).collect();
    }
    Completion { start, words }
}
