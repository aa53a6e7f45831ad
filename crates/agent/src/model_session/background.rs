//! Work nobody asked for in a conversation: a heartbeat's list, BOOT.md. Nothing to do costs no call.

use soulfile_engine::{ContextRequest, Engine, Error, Exchange, Result};
use soulfile_engine::{HeartbeatReply, deliverable, heartbeat_is_empty, read_heartbeat_reply};
use soulfile_models::chat::{Cancel, ChatModel, Message};
use soulfile_vocabulary::{SessionKind, layout};

use super::silent::SilentTurn;
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
    // The same list over the same memory on the same day was worked through: asking again would only cost.
    let worked = settings.usage.with_file_name("heartbeat-worked");
    let mark = |engine: &Engine| format!("{}\n{}\n{list}", engine.now().date(), engine.revision().unwrap_or_default());
    if what == Background::Heartbeat && std::fs::read_to_string(&worked).is_ok_and(|last| last == mark(engine)) {
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
    let turn = SilentTurn {
        hand: &hand,
        session: &session,
        model,
        settings,
        id,
        specs: tools::specs(),
        rounds: ROUNDS,
        tainted: false,
    };
    let said = turn
        .run(&system.parts, vec![Message::user(format!("{lead}\n{list}"))], &Cancel::default())
        .map_err(|(_, problem)| Error::Conflict(format!("the model did not answer: {problem}")))?
        .said;
    let report = match what {
        Background::Heartbeat => match read_heartbeat_reply(&said) {
            HeartbeatReply::Quiet => None,
            HeartbeatReply::Report(text) => deliverable(&text),
        },
        Background::Boot => deliverable(&said),
    };
    if let Some(report) = &report {
        log(engine, what, model.id(), report, id)?;
    }
    if what == Background::Heartbeat {
        // Lost, it costs one more call.
        let _ = std::fs::write(&worked, mark(engine));
    }
    Ok(report)
}

/// What came of it, in the day's log.
fn log(engine: &Engine, what: Background, model: &str, report: &str, id: &str) -> Result<()> {
    let name = if what == Background::Boot { layout::BOOT } else { "Heartbeat" };
    let exchange =
        Exchange { text: format!("{name}, by {model}: {report}"), session: Some(id.to_owned()), ..Exchange::default() };
    engine.log_exchange(&exchange)?;
    Ok(())
}
