//! The table of tools: what each is called, takes, answers, and may do. A new one is a file in `tools/` and its lines here.

mod memory_alerts;
pub(super) mod memory_context;
mod memory_core;
mod memory_doctor;
mod memory_entity;
mod memory_fading;
mod memory_forget;
mod memory_get;
mod memory_graph;
mod memory_history;
mod memory_identity;
mod memory_log;
mod memory_proposals;
mod memory_propose;
mod memory_reflect;
mod memory_reflection;
mod memory_search;
mod memory_status;
mod memory_why;
mod memory_write;

use std::sync::{Arc, LazyLock};

use rmcp::model::{CallToolResult, ContentBlock, JsonObject, Tool, ToolAnnotations};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use soulfile_api::ErrorKind;
use soulfile_engine::Result;

use super::connection::{McpCaller, McpConnection, Profile};
use super::{error, schema};
use crate::bounds;

/// What a tool does to memory.
#[derive(Clone, Copy)]
pub(super) enum Nature {
    /// Reads only.
    Reads,
    /// Adds, and changes nothing that is there.
    Adds,
}

/// A tool's work: who asks and with what, to what the client gets.
type Call = dyn Fn(&McpCaller, JsonObject) -> CallToolResult + Send + Sync;

/// One tool.
pub(super) struct ToolEntry {
    /// What clients are told of it.
    pub tool: Tool,
    /// Whether it changes anything.
    pub writes: bool,
    /// Whether its answer is not filtered entry by entry, and so is for sessions that see everything.
    private: bool,
    call: Box<Call>,
}

impl ToolEntry {
    /// A tool whose answer is shown as JSON.
    pub fn new<I, O>(
        name: &'static str,
        title: &'static str,
        description: &'static str,
        nature: Nature,
        run: fn(&McpCaller, I) -> Result<O>,
    ) -> Self
    where
        I: DeserializeOwned + JsonSchema + 'static,
        O: Serialize + JsonSchema + 'static,
    {
        Self::shown(name, title, description, nature, run, |_| None)
    }

    /// A tool whose answer is shown as a text of its own.
    pub fn shown<I, O>(
        name: &'static str,
        title: &'static str,
        description: &'static str,
        nature: Nature,
        run: fn(&McpCaller, I) -> Result<O>,
        text: fn(&O) -> Option<String>,
    ) -> Self
    where
        I: DeserializeOwned + JsonSchema + 'static,
        O: Serialize + JsonSchema + 'static,
    {
        let reads = matches!(nature, Nature::Reads);
        let hints =
            ToolAnnotations::with_title(title).read_only(reads).destructive(false).idempotent(reads).open_world(false);
        let tool = Tool::new(name, description, schema::input::<I>())
            .with_title(title)
            .with_raw_output_schema(schema::output::<O>())
            .with_annotations(hints);
        let bounds = bounds::whole_schema::<I>();
        let call = move |asked: &McpCaller, arguments: JsonObject| {
            let arguments = Value::Object(arguments);
            let read = I::deserialize(&arguments).map_err(|problem| problem.to_string());
            let request: I = match read.and_then(|read| bounds::check(&bounds, &arguments, name).map(|()| read)) {
                Ok(request) => request,
                Err(problem) => return error::refused(ErrorKind::Invalid, &format!("{name}: {problem}")),
            };
            match run(asked, request) {
                Ok(answer) => answered(&answer, text(&answer)),
                Err(problem) => error::of_tool(&problem),
            }
        };
        Self { tool, writes: !reads, private: false, call: Box::new(call) }
    }

    /// Of the full profile, and for sessions that see everything.
    pub fn private(self) -> Self {
        Self { private: true, ..self }
    }

    /// Calls the tool.
    pub fn call(&self, asked: &McpCaller, arguments: JsonObject) -> CallToolResult {
        (self.call)(asked, arguments)
    }
}

fn answered(answer: &impl Serialize, text: Option<String>) -> CallToolResult {
    match serde_json::to_value(answer) {
        Ok(mut value) => {
            schema::leave_out_null(&mut value);
            let mut result = CallToolResult::structured(value);
            if let Some(text) = text {
                result.content = vec![ContentBlock::text(text)];
            }
            result
        }
        Err(problem) => error::refused(ErrorKind::Internal, &problem.to_string()),
    }
}

/// Every tool, by name. Made at the first look, so that a handshake does not wait for schemas.
static TOOLS: LazyLock<Vec<Arc<ToolEntry>>> = LazyLock::new(|| {
    let entries = [
        memory_alerts::tool(),
        memory_context::tool(),
        memory_core::tool(),
        memory_doctor::tool(),
        memory_entity::tool(),
        memory_fading::tool(),
        memory_forget::tool(),
        memory_get::tool(),
        memory_graph::tool(),
        memory_history::tool(),
        memory_identity::tool(),
        memory_log::tool(),
        memory_proposals::tool(),
        memory_propose::tool(),
        memory_reflect::tool(),
        memory_reflection::tool(),
        memory_search::tool(),
        memory_status::tool(),
        memory_why::tool(),
        memory_write::tool(),
    ];
    entries.into_iter().map(Arc::new).collect()
});

/// The tools a connection is offered. The seven every session has; with the full profile, and where
/// the session sees everything, the rest.
pub(super) fn offered(connection: &McpConnection) -> impl Iterator<Item = &'static Arc<ToolEntry>> {
    let all = connection.profile == Profile::Full && connection.sees_everything();
    TOOLS.iter().filter(move |entry| all || !entry.private)
}

/// The tool of that name, where it is offered.
pub(super) fn named(connection: &McpConnection, name: &str) -> Option<Arc<ToolEntry>> {
    offered(connection).find(|entry| entry.tool.name == name).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tool_refuses_unknown_parameters_and_says_what_it_may_do() {
        for entry in TOOLS.iter() {
            let input = &entry.tool.input_schema;
            assert_eq!(input.get("additionalProperties"), Some(&Value::Bool(false)), "{}", entry.tool.name);
            assert_eq!(input.get("type"), Some(&Value::from("object")), "{}", entry.tool.name);
            let output = entry.tool.output_schema.as_ref().expect("an output schema");
            assert_eq!(output.get("type"), Some(&Value::from("object")), "{}", entry.tool.name);
            let hints = entry.tool.annotations.as_ref().expect("annotations");
            assert!(hints.read_only_hint.is_some() && hints.open_world_hint == Some(false), "{}", entry.tool.name);
            assert_eq!(hints.destructive_hint, Some(false), "no tool destroys anything: {}", entry.tool.name);
        }
    }

    #[test]
    fn no_tool_takes_a_session_or_approves() {
        let forbidden = ["session", "room", "user", "agent", "scope", "grant", "approve", "approval", "confirm", "yes"];
        for entry in TOOLS.iter() {
            let Some(Value::Object(properties)) = entry.tool.input_schema.get("properties") else { continue };
            for name in forbidden {
                assert!(!properties.contains_key(name), "{} takes {name}", entry.tool.name);
            }
            for word in ["approve", "commit", "reject", "restore", "pin", "rollback", "acknowledge", "mend"] {
                assert!(!entry.tool.name.contains(word), "{}", entry.tool.name);
            }
        }
    }
}
