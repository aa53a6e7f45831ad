//! `spawn`: a sub-agent does a task and reports. It sees what its grants allow, proposes, and never writes.

use serde::Deserialize;
use serde_json::{Value, json};
use soulfile_engine::{ContextRequest, Decider, Engine, Requester, mark_recalled};
use soulfile_models::chat::{Cancel, ChatModel, Message, ToolCall, ToolSpec};
use soulfile_vocabulary::SessionKind;

use super::silent::SilentTurn;
use super::tools::{self, ToolOutcome};
use super::{ModelSettings, prompt};

/// The tool.
pub(super) const NAME: &str = "spawn";
const LEAD: &str = include_str!("../../prompts/spawn.md");
/// Rounds of tools a sub-agent has.
const ROUNDS: usize = 6;
/// The sub-agent that is meant where none is named: nothing is granted to it.
const HELPER: &str = "helper";
/// What a sub-agent may call.
const TOOLS: [&str; 4] = ["memory_search", "memory_get", "memory_propose", "workspace_files"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Spawning {
    task: String,
    #[serde(default)]
    agent: Option<String>,
}

pub(super) fn spec() -> ToolSpec {
    ToolSpec {
        name: NAME.to_owned(),
        description: "Have a sub-agent do a task and report. It sees AGENTS.md, TOOLS.md and what its configuration \
                      grants, nothing of this conversation; it can propose memories, which a person decides on."
            .to_owned(),
        parameters: json!({
            "type": "object",
            "properties": {
                "task": { "type": "string", "description": "what to do, with everything it needs to know" },
                "agent": { "type": "string", "description": "id of a configured agent whose grants apply" },
            },
            "required": ["task"],
            "additionalProperties": false,
        }),
    }
}

/// Runs a sub-agent to its end. Never fails: what goes wrong is an answer the model can act on.
pub(super) fn run(
    engine: &Engine,
    model: &dyn ChatModel,
    settings: &ModelSettings,
    parent: &str,
    call: &ToolCall,
    cancel: &Cancel,
) -> ToolOutcome {
    match try_run(engine, model, settings, parent, call, cancel) {
        Ok((text, told)) => tools::outcome(call, &text, told, None, false),
        Err(problem) => tools::outcome(call, &problem, problem.clone(), None, true),
    }
}

fn try_run(
    engine: &Engine,
    model: &dyn ChatModel,
    settings: &ModelSettings,
    parent: &str,
    call: &ToolCall,
    cancel: &Cancel,
) -> Result<(String, String), String> {
    let spawning: Spawning =
        serde_json::from_value(Value::Object(call.parsed()?)).map_err(|problem| format!("{NAME}: {problem}"))?;
    if spawning.task.trim().is_empty() {
        return Err(format!("{NAME}: the task is empty"));
    }
    let agent = spawning.agent.unwrap_or_else(|| HELPER.to_owned());
    let request = ContextRequest {
        kind: Some(SessionKind::Subagent),
        subagent: Some(agent.clone()),
        session_id: Some(format!("{parent}-{agent}")),
        ..ContextRequest::default()
    };
    let session = engine.session(&request).map_err(|error| error.to_string())?;
    let hand = engine.deciding(Decider::Nobody).acting_for(Requester {
        channel: Some("model".to_owned()),
        token: None,
        session: request.session_id.clone(),
        speaker: Some(format!("subagent:{agent}")),
        room: None,
    });
    let system = prompt::system(engine, &request).map_err(|error| error.to_string())?;
    let turn = SilentTurn {
        hand: &hand,
        session: &session,
        model,
        settings,
        id: parent,
        specs: tools::specs().into_iter().filter(|tool| TOOLS.contains(&tool.name.as_str())).collect(),
        rounds: ROUNDS,
        tainted: true,
    };
    let worked = turn
        .run(&system.parts, vec![Message::user(format!("{LEAD}\n{}", spawning.task.trim()))], cancel)
        .map_err(|(_, problem)| format!("the sub-agent {agent} did not come to an end: {problem}"))?;
    let said = worked.said.trim();
    let report = if said.is_empty() { "[it reported nothing]" } else { said };
    let steps = if worked.steps.is_empty() { String::new() } else { format!("\nsteps: {}", worked.steps.join("; ")) };
    let told = format!("{agent} reported after {} steps", worked.steps.len());
    Ok((format!("{}{steps}", mark_recalled(&format!("sub-agent {agent}"), report)), told))
}
