//! How each host is told something.

use std::io::Write;

use anyhow::Result;
use serde_json::{Value, json};

use crate::commands::connect::hook_events::HookEvent;

/// Prints what the host puts before the model, in the form it reads. Nothing where there is nothing to say.
pub fn put(host: &str, event: HookEvent, text: &str) -> Result<()> {
    let said = match (host, text) {
        ("cursor", "") if event == HookEvent::Prompt => json!({ "continue": true }).to_string(),
        // Cursor puts nothing before the model at a prompt.
        ("cursor", _) if event == HookEvent::Prompt => json!({ "continue": true }).to_string(),
        (_, "") => return Ok(()),
        ("cursor", text) => json!({ "additional_context": text }).to_string(),
        ("claude-code" | "codex" | "gemini-cli", text) => additional(event_name(host, event), text).to_string(),
        (_, text) => text.to_owned(),
    };
    let mut out = std::io::stdout().lock();
    out.write_all(said.as_bytes())?;
    Ok(out.flush()?)
}

fn additional(event: &str, text: &str) -> Value {
    json!({ "hookSpecificOutput": { "hookEventName": event, "additionalContext": text } })
}

fn event_name(host: &str, event: HookEvent) -> &'static str {
    match (event, host) {
        (HookEvent::Prompt, "gemini-cli") => "BeforeAgent",
        (HookEvent::Prompt, _) => "UserPromptSubmit",
        _ => "SessionStart",
    }
}
