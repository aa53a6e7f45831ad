//! The tools `memory_search` and `memory_get` as plain functions every surface calls.
//!
//! Shapes and names are those agents already know: `path, startLine, endLine, score, snippet,
//! source, citation`, and `path, text, from, lines, truncated, nextFrom`.

use serde::{Deserialize, Serialize};

use crate::entry::{Store, is_indexed};
use crate::error::Error;
use crate::index::Index;
use crate::query::{Confidence, Filter, Query};

/// Lines `memory_get` returns when not told.
const USUAL_LINES: u32 = 120;
/// Most lines `memory_get` returns.
const MOST_LINES: u32 = 1_000;
/// Least score of a `memory_search` result when not told.
const LEAST_SCORE: f32 = 0.3;
/// Results of `memory_search` when not told.
const USUAL_RESULTS: usize = 6;

/// Reads files of the workspace; the only way these tools reach it.
pub trait ReadFile {
    /// Text of a file, `None` when there is none or it may not be read.
    fn read(&self, path: &str) -> Option<String>;
}

/// Arguments of `memory_search`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SearchArguments {
    /// The question.
    pub query: String,
    /// Most results.
    pub max_results: Option<usize>,
    /// Least score.
    pub min_score: Option<f32>,
    /// A store to look in: `core`, `episodic`, `graph`, `procedural`, `vault`, `note`, or `all`.
    pub corpus: Option<String>,
}

/// One result of `memory_search`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FoundMemory {
    /// Path of the file.
    pub path: String,
    /// First line.
    pub start_line: u32,
    /// Last line.
    pub end_line: u32,
    /// Score, 0 – 1.
    pub score: f32,
    /// The text.
    pub snippet: String,
    /// Store it is from.
    pub source: Store,
    /// `path#Lx-Ly`.
    pub citation: String,
}

/// Answer of `memory_search`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SearchAnswer {
    /// Results, best first.
    pub results: Vec<FoundMemory>,
    /// How sure they are; `nothing` and `unsure` say "checked, but not sure".
    pub confidence: Confidence,
    /// Index revision it was computed from.
    pub revision: u64,
    /// What was missed or went wrong.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// Arguments of `memory_get`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GetArguments {
    /// Path of the file.
    pub path: String,
    /// First line, from 1.
    pub from: Option<u32>,
    /// Number of lines.
    pub lines: Option<u32>,
}

/// Answer of `memory_get`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GetAnswer {
    /// Path of the file.
    pub path: String,
    /// The lines; empty when there is no such file.
    pub text: String,
    /// First line returned.
    pub from: u32,
    /// Number of lines returned.
    pub lines: u32,
    /// True when the file goes on.
    pub truncated: bool,
    /// Line to ask for next, when it goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_from: Option<u32>,
}

/// `memory_search`: answers a question inside `filter`.
pub fn memory_search(index: &Index, arguments: &SearchArguments, filter: Filter) -> Result<SearchAnswer, Error> {
    let mut query = Query::new(arguments.query.clone());
    query.filter = filter;
    if let Some(stores) = arguments.corpus.as_deref().and_then(stores) {
        query.filter.stores = Some(stores);
    }
    query.limit = arguments.max_results.unwrap_or(USUAL_RESULTS);
    query.least_score = arguments.min_score.unwrap_or(LEAST_SCORE);
    query.neighbours = false;
    let answer = index.search(&query)?;
    let found = answer.hits.into_iter().map(|hit| FoundMemory {
        path: hit.path,
        start_line: hit.start_line,
        end_line: hit.end_line,
        score: hit.score,
        snippet: hit.snippet,
        source: hit.store,
        citation: hit.citation,
    });
    Ok(SearchAnswer {
        results: found.collect(),
        confidence: answer.confidence,
        revision: answer.revision,
        notes: answer.notes,
    })
}

fn stores(corpus: &str) -> Option<Vec<Store>> {
    let store = match corpus {
        "core" => Store::Core,
        "episodic" | "episodes" | "sessions" => Store::Episodic,
        "graph" | "semantic" => Store::Graph,
        "procedural" | "procedures" => Store::Procedural,
        "vault" => Store::Vault,
        "note" | "notes" | "bank" => Store::Note,
        _ => return None,
    };
    Some(vec![store])
}

/// `memory_get`: lines of one memory file. A missing file is empty text, not an error.
pub fn memory_get(files: &impl ReadFile, arguments: &GetArguments) -> GetAnswer {
    let from = arguments.from.unwrap_or(1).max(1);
    let wanted = arguments.lines.unwrap_or(USUAL_LINES).clamp(1, MOST_LINES);
    let readable = is_indexed(&arguments.path) && !arguments.path.split('/').any(|part| part == "..");
    let text = if readable { files.read(&arguments.path) } else { None }.unwrap_or_default();
    let all: Vec<&str> = text.lines().collect();
    let start = (from as usize - 1).min(all.len());
    let end = (start + wanted as usize).min(all.len());
    let truncated = end < all.len();
    GetAnswer {
        path: arguments.path.clone(),
        text: all[start..end].join("\n"),
        from,
        lines: (end - start) as u32,
        truncated,
        next_from: truncated.then_some(end as u32 + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct One;

    impl ReadFile for One {
        fn read(&self, path: &str) -> Option<String> {
            (path == "MEMORY.md").then(|| "a\nb\nc\n".to_owned())
        }
    }

    fn get(path: &str, from: u32, lines: u32) -> GetAnswer {
        memory_get(&One, &GetArguments { path: path.into(), from: Some(from), lines: Some(lines) })
    }

    #[test]
    fn lines_are_cut_and_say_where_to_go_on() {
        let answer = get("MEMORY.md", 1, 2);
        assert_eq!((answer.text.as_str(), answer.truncated, answer.next_from), ("a\nb", true, Some(3)));
        let rest = get("MEMORY.md", 3, 2);
        assert_eq!((rest.text.as_str(), rest.truncated, rest.next_from), ("c", false, None));
    }

    #[test]
    fn a_missing_file_is_empty_text() {
        assert_eq!(get("memory/none.md", 1, 5).text, "");
        assert_eq!(get("MEMORY.md", 99, 5).text, "");
        assert_eq!(get("../MEMORY.md", 1, 5).text, "");
    }

    #[test]
    fn the_shape_is_the_one_agents_know() {
        let shown = serde_json::to_value(get("MEMORY.md", 1, 2)).expect("plain values");
        let keys: Vec<&String> = shown.as_object().expect("an object").keys().collect();
        assert_eq!(keys, ["path", "text", "from", "lines", "truncated", "nextFrom"]);
    }
}
