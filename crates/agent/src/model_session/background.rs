//! Work nobody asked for in a conversation: a heartbeat's list, BOOT.md. Nothing to do costs no call.

use soulfile_engine::{
    ContextRequest, Engine, Error, Exchange, HeartbeatReply, Result, deliverable, heartbeat_is_empty,
    read_heartbeat_reply,
};
use soulfile_models::chat::{Cancel, ChatModel, ChatRequest, Message, Part, Role};
use soulfile_vocabulary::SessionKind;

use super::usage::{UsageLog, UsageRecord};
use super::{ModelSettings, prompt, tools};

const HEARTBEAT: &str = include_str!("../../prompts/heartbeat.md");
const BOOT: &str = include_str!("../../prompts/boot.md");
/// Rounds of tools.
const ROUNDS: usize = 8;

/// What is to be worked through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Background {
    /// HEARTBEAT.md, or what is left of it.
    Heartbeat,
    /// BOOT.md, at the start of the gateway.
    Boot,
}

/// Has a model work through a list; what it reports goes into the day's log. `None` where there is nothing to do or
/// to report.
pub fn work_through(
    engine: &Engine,
    model: &dyn ChatModel,
    settings: &ModelSettings,
    what: Background,
    list: &str,
    id: &str,
) -> Result<Option<String>> {
    if heartbeat_is_empty(list) {
        return Ok(None);
    }
    let (kind, lead) = match what {
        Background::Heartbeat => (SessionKind::Heartbeat, HEARTBEAT),
        Background::Boot => (SessionKind::Boot, BOOT),
    };
    let context = ContextRequest { kind: Some(kind), session_id: Some(id.to_owned()), ..ContextRequest::default() };
    let session = engine.session(&context)?;
    let hand = tools::hand(engine, model.id(), id);
    let system = prompt::system(engine, &context)?;
    let mut messages = vec![Message::user(format!("{lead}\n{list}"))];
    let mut said = String::new();
    for round in 0..=ROUNDS {
        let request = ChatRequest {
            system: system.parts.clone(),
            messages: messages.clone(),
            tools: if round < ROUNDS { tools::specs() } else { Vec::new() },
            max_tokens: settings.max_tokens,
            temperature: settings.temperature,
            ..ChatRequest::default()
        };
        let answer = model
            .ask(&request, &Cancel::default(), &mut |_| ())
            .map_err(|failed| Error::Conflict(format!("the model did not answer: {failed}")))?;
        let record = UsageRecord {
            at: engine.now().timestamp().to_string(),
            session: id.to_owned(),
            model: answer.model.clone(),
            usage: answer.usage,
            cost: settings.prices.get(&answer.model).map(|price| answer.usage.cost(price)),
        };
        // Counting that fails must not stop the work.
        let _ = UsageLog::new(&settings.usage).add(&record);
        said = answer.message.text();
        let mut results = Vec::new();
        for call in answer.message.tool_calls() {
            results.push(Part::ToolResult(tools::call(&hand, &session, call).result));
        }
        messages.push(answer.message);
        if results.is_empty() {
            break;
        }
        messages.push(Message { role: Role::User, parts: results });
    }
    let report = match what {
        Background::Heartbeat => match read_heartbeat_reply(&said) {
            HeartbeatReply::Quiet => None,
            HeartbeatReply::Report(text) => deliverable(&text),
        },
        Background::Boot => deliverable(&said),
    };
    let Some(report) = report else { return Ok(None) };
    let name = if what == Background::Boot { "BOOT.md" } else { "Heartbeat" };
    let exchange = Exchange {
        text: format!("{name}, by {}: {report}", model.id()),
        session: Some(id.to_owned()),
        ..Exchange::default()
    };
    engine.log_exchange(&exchange)?;
    Ok(Some(report))
}
