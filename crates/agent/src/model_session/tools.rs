//! What a model may do: read what the session may see, write as an agent, propose, ask for something to be forgotten.
//! None of it approves anything. What a tool answers is quoted data, and capped.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use soulfile_api::{ForgetRequest, GetRequest, ProposeRequest, SearchRequest, WriteRequest};
use soulfile_engine::{Decider, Engine, Requester, Result, Session, mark_recalled, tool_schema};
use soulfile_models::chat::{ToolCall, ToolResult, ToolSpec};
use soulfile_vocabulary::Authority;

/// Most characters of one answer.
const MOST_CHARS: usize = 12_000;
/// Most files that are listed.
const MOST_FILES: usize = 200;

/// What came of a call.
pub(super) struct ToolOutcome {
    /// What the model gets.
    pub result: ToolResult,
    /// What a person is told, in a few words.
    pub told: String,
    /// The receipt's line, where something was written.
    pub written: Option<String>,
}

/// The engine as a model acts through it: in its own name, and deciding nothing.
pub(super) fn hand(engine: &Engine, model: &str, session: &str) -> Engine {
    let requester = Requester {
        channel: Some("model".to_owned()),
        token: None,
        session: Some(session.to_owned()),
        speaker: Some(format!("model:{model}")),
        room: None,
    };
    engine.deciding(Decider::Nobody).acting_for(requester)
}

/// The tools, in a stable order.
pub(super) fn specs() -> Vec<ToolSpec> {
    let spec = |name: &str, description: &str, parameters: Value| ToolSpec {
        name: name.to_owned(),
        description: description.to_owned(),
        parameters,
    };
    vec![
        spec(
            "memory_search",
            "Find what is remembered, by words and by meaning, with the file and lines it stands in. An empty result \
             means that nothing is known well enough: say so.",
            tool_schema::<SearchRequest>(),
        ),
        spec(
            "memory_get",
            "Read lines of a file of the workspace, such as one that memory_search cited.",
            tool_schema::<GetRequest>(),
        ),
        spec(
            "memory_write",
            "Remember something you found out, decided or promised, in plain sentences that make sense on their own. \
             It is saved only when `saved` is true.",
            tool_schema::<WriteRequest>(),
        ),
        spec(
            "memory_forget",
            "Find what the user wants forgotten. Nothing is forgotten by this: tell the user how to confirm.",
            tool_schema::<ForgetRequest>(),
        ),
        spec(
            "memory_propose",
            "Propose a memory that a person should decide on, for example for MEMORY.md.",
            tool_schema::<ProposeRequest>(),
        ),
        spec(
            "workspace_files",
            "List the files that memory_get can read.",
            json!({ "type": "object", "properties": {}, "additionalProperties": false }),
        ),
    ]
}

/// The tools of a silent turn before history is shortened.
pub(super) fn flush_specs() -> Vec<ToolSpec> {
    specs().into_iter().filter(|tool| matches!(tool.name.as_str(), "memory_search" | "memory_write")).collect()
}

/// Calls a tool. Never fails: what goes wrong is an answer the model can act on. Where the model has read what came from
/// outside (`tainted`), what it writes has a tool's authority, not its own.
pub(super) fn call(engine: &Engine, session: &Session, call: &ToolCall, tainted: bool) -> ToolOutcome {
    match run(engine, session, call, tainted) {
        Ok((text, told, written)) => outcome(call, &text, told, written, false),
        Err(problem) => outcome(call, &problem, problem.clone(), None, true),
    }
}

/// The answer to a call of a tool that is not offered.
pub(super) fn refused(call: &ToolCall) -> ToolOutcome {
    let problem = format!("there is no tool called {:?}", call.name);
    outcome(call, &problem, problem.clone(), None, true)
}

/// What came of a call, with the answer capped.
pub(super) fn outcome(call: &ToolCall, text: &str, told: String, written: Option<String>, failed: bool) -> ToolOutcome {
    let result = ToolResult { id: call.id.clone(), name: call.name.clone(), text: capped(text), failed };
    ToolOutcome { result, told, written }
}

type Done = (String, String, Option<String>);

fn run(engine: &Engine, session: &Session, call: &ToolCall, tainted: bool) -> std::result::Result<Done, String> {
    match call.name.as_str() {
        "memory_search" => {
            let mut found = told(engine.memory_search(session, &arguments(call)?))?;
            for result in found.results.iter_mut().chain(&mut found.nearest) {
                result.snippet = mark_recalled(&result.citation, &result.snippet);
            }
            let count = found.results.len();
            Ok((shown(&found), format!("{count} found"), None))
        }
        "memory_get" => {
            let mut got = told(engine.memory_get(session, &arguments(call)?))?;
            let place = format!("{}:{}", got.path, got.from);
            if !got.text.is_empty() {
                got.text = mark_recalled(&place, &got.text);
            }
            Ok((shown(&got), place, None))
        }
        "memory_write" => {
            let mut request: WriteRequest = arguments(call)?;
            request.trust = lowered(request.trust, tainted);
            let written = told(engine.memory_write(session, &request))?;
            let at = written.entries.first().map(|entry| format!("{}:{}", entry.path, entry.start_line));
            let receipt = written.receipt.as_ref().map(|receipt| receipt.id.clone());
            let line = match (written.saved, &at, receipt) {
                (true, Some(at), Some(receipt)) => Some(format!("saved by the model at {at} (receipt {receipt})")),
                (true, Some(at), None) => Some(format!("known already at {at}")),
                _ => None,
            };
            let told = line.clone().or_else(|| written.remark.clone()).unwrap_or_else(|| "not saved".to_owned());
            Ok((shown(&written), told, line))
        }
        "memory_forget" => {
            let mut found = told(engine.memory_forget(session, &arguments(call)?))?;
            for candidate in &mut found.candidates {
                candidate.text = mark_recalled(&candidate.path, &candidate.text);
            }
            let count = found.candidates.len();
            Ok((shown(&found), format!("{count} may be meant; nothing was forgotten"), None))
        }
        "memory_propose" => {
            let mut request: ProposeRequest = arguments(call)?;
            request.trust = lowered(request.trust, tainted);
            let proposed = told(engine.memory_propose(session, &request))?;
            let line = format!("proposal #{} ({})", proposed.proposal, proposed.status);
            Ok((shown(&proposed), line, None))
        }
        "workspace_files" => {
            let files = told(engine.readable_files(session))?;
            let names: Vec<&str> = files.iter().take(MOST_FILES).map(|file| file.path.as_str()).collect();
            let listed = json!({ "files": names, "more": files.len().saturating_sub(MOST_FILES) });
            Ok((shown(&listed), format!("{} files", files.len()), None))
        }
        other => Err(format!("there is no tool called {other:?}")),
    }
}

/// The authority that is claimed; never more than a tool's after something from outside was read.
fn lowered(claimed: Option<Authority>, tainted: bool) -> Option<Authority> {
    match tainted {
        true => Some(claimed.unwrap_or(Authority::Tool).min(Authority::Tool)),
        false => claimed,
    }
}

fn arguments<T: DeserializeOwned>(call: &ToolCall) -> std::result::Result<T, String> {
    let map = call.parsed()?;
    serde_json::from_value(Value::Object(map)).map_err(|problem| format!("{}: {problem}", call.name))
}

fn told<T>(done: Result<T>) -> std::result::Result<T, String> {
    done.map_err(|error| error.to_string())
}

fn shown(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|error| error.to_string())
}

fn capped(text: &str) -> String {
    match text.char_indices().nth(MOST_CHARS) {
        Some((at, _)) => {
            let rest = text[at..].chars().count();
            format!("{}… [cut: {rest} more characters; ask for less]", &text[..at])
        }
        None => text.to_owned(),
    }
}
