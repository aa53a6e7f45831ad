//! The tools a model calls, with the shapes clients know; here `memory_search` and `memory_get`.
//!
//! Each takes the session it is called from, so that what a session may not see can neither be
//! found, read by path, nor told by an answer. None approves anything.

pub(crate) mod files;
pub(crate) mod forget;
pub(crate) mod schema;
pub(crate) mod status;
pub(crate) mod write;

use soulfile_api::{GetRequest, GetResult, SearchRequest, SearchResult, SearchResults};
use std::time::Duration;

use soulfile_context::session::Session;
use soulfile_vocabulary::{SearchedStore, Store};
use soulfile_workspace::WorkspacePath;

use crate::error::{Error, Result};
use crate::open::Engine;
use crate::recall::RecallRequest;
use crate::recall::visibility::{Lines, Visibility};

/// Lines `memory_get` returns at most when not told otherwise.
const LINES: usize = 200;
/// Characters `memory_get` returns at most.
const CHARACTERS: usize = 20_000;
/// Results `memory_search` returns at most.
const RESULTS: usize = 20;
/// Letters of a question at most.
const QUESTION: usize = 4_000;

impl Engine {
    /// Searches memory for a session, within the configured deadline.
    pub fn memory_search(&self, session: &Session, request: &SearchRequest) -> Result<SearchResults> {
        let length = request.query.chars().count();
        if request.query.trim().is_empty() {
            return Err(Error::Invalid("there is nothing to search for: query is empty".to_owned()));
        }
        if length > QUESTION {
            return Err(Error::Invalid(format!(
                "query has {length} letters; ask with at most {QUESTION}, in your own words"
            )));
        }
        let mut recall = RecallRequest::new(&request.query, session.clone());
        recall.limit = request.max_results.map(|most| most.min(RESULTS));
        recall.least_score = request.min_score;
        recall.stores = corpus(request.corpus.as_deref())?;
        recall.deadline = Some(self.search_deadline());
        let mut answer = self.recall(&recall)?;
        if request.max_results.is_some_and(|most| most > RESULTS) {
            answer.notes.push(format!("maxResults is at most {RESULTS}"));
        }
        Ok(SearchResults {
            results: answer.hits.into_iter().map(SearchResult::from).collect(),
            nearest: answer.nearest.into_iter().map(SearchResult::from).collect(),
            remark: answer.remark,
            revision: answer.revision,
            notes: answer.notes,
        })
    }

    pub(crate) fn search_deadline(&self) -> Duration {
        Duration::from_millis(self.config().memory_search.query.deadline_ms)
    }

    /// Reads lines of a file for a session. Lines it may not see are blank, so that lines keep
    /// their numbers.
    pub fn memory_get(&self, session: &Session, request: &GetRequest) -> Result<GetResult> {
        let path = WorkspacePath::parse(&request.path)?;
        let from = request.from.unwrap_or(1).max(1);
        let nothing = GetResult {
            path: path.as_str().to_owned(),
            text: String::new(),
            from,
            lines: 0,
            truncated: false,
            next_from: None,
        };
        if !soulfile_workspace::is_owned(path.as_str()) {
            return Ok(nothing);
        }
        let Some(text) = self.text_of(path.as_str()) else {
            return Ok(nothing);
        };
        let known = self.known(path.as_str(), &text, &self.lifecycle());
        let seen = match Visibility::of(session).lines(path.as_str(), &text, &known) {
            Lines::All => text,
            some => match some.apply(&text) {
                Some(text) => text,
                None => return Ok(nothing),
            },
        };
        let most = request.lines.unwrap_or(LINES).max(1);
        let all: Vec<&str> = seen.lines().collect();
        let mut taken = Vec::new();
        let mut size = 0;
        for line in all.iter().skip(from - 1).take(most) {
            size += line.chars().count() + 1;
            // One line is always given, so that going on makes progress; of a huge one the beginning.
            if size > CHARACTERS && !taken.is_empty() {
                break;
            }
            taken.push(shortened(line));
        }
        let next = from + taken.len();
        let truncated = next <= all.len();
        Ok(GetResult {
            text: taken.join("\n"),
            lines: taken.len(),
            truncated,
            next_from: truncated.then_some(next),
            ..nothing
        })
    }
}

fn shortened(line: &str) -> std::borrow::Cow<'_, str> {
    match line.char_indices().nth(CHARACTERS) {
        Some((at, _)) => {
            let rest = line[at..].chars().count();
            format!("{} [cut: this one line has {rest} more letters]", &line[..at]).into()
        }
        None => line.into(),
    }
}

fn corpus(word: Option<&str>) -> Result<Option<Vec<Store>>> {
    match word.map(|word| word.trim().to_ascii_lowercase()).as_deref() {
        None | Some("" | "all" | "memory") => Ok(None),
        Some(word) => match word.parse() {
            Ok(SearchedStore(store)) => Ok(Some(vec![store])),
            Err(_) => Err(Error::Invalid(format!(
                "\"{word}\" is no corpus; use all, core, episodic, graph, procedural, vault or note"
            ))),
        },
    }
}
