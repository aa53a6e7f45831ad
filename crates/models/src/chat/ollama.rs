//! Ollama's own protocol.

use serde_json::{Value, json};

use super::assembly::Assembly;
use super::framing::{Framing, ServerSentEvent};
use super::usage::Usage;
use super::wire::{Decoder, Trouble, Wire, arguments, bearer, json, refused, system_message, text};
use super::{ChatRequest, Part, Role, SpokenTo, Stop};
use crate::settings::Key;

/// `/api/chat`.
struct Ollama {
    /// Tokens of the window. Ollama cuts a longer conversation without a word, so it is always told.
    pub window: usize,
}

pub(super) fn wire(spoken: &SpokenTo) -> Box<dyn Wire> {
    Box::new(Ollama { window: spoken.window })
}

impl Wire for Ollama {
    fn headers(&self, key: Option<&Key>) -> Vec<(&'static str, String)> {
        bearer(key)
    }

    fn path(&self, _: &str) -> String {
        "/api/chat".to_owned()
    }

    fn list_path(&self) -> &'static str {
        "/api/tags"
    }

    fn body(&self, model: &str, request: &ChatRequest) -> Value {
        let mut messages = system_message(request);
        for message in &request.messages {
            for part in &message.parts {
                if let Part::ToolResult(result) = part {
                    messages.push(json!({ "role": "tool", "tool_name": result.name, "content": result.text }));
                }
            }
            let words = message.text();
            let calls: Vec<Value> = message
                .tool_calls()
                .map(|call| json!({ "function": { "name": call.name, "arguments": arguments(call) } }))
                .collect();
            if words.is_empty() && calls.is_empty() {
                continue;
            }
            let role = if message.role == Role::User { "user" } else { "assistant" };
            let mut said = json!({ "role": role, "content": words });
            let thoughts: String = message.parts.iter().map(thought).collect();
            if !thoughts.is_empty() && !calls.is_empty() {
                said["thinking"] = thoughts.into();
            }
            if !calls.is_empty() {
                said["tool_calls"] = calls.into();
            }
            messages.push(said);
        }
        let mut options = json!({ "num_predict": request.max_tokens, "num_ctx": self.window });
        if let Some(temperature) = request.temperature {
            options["temperature"] = temperature.into();
        }
        let mut body = json!({ "model": model, "messages": messages, "stream": true, "options": options });
        if !request.tools.is_empty() {
            let tool = |t: &super::ToolSpec| {
                json!({
                    "type": "function",
                    "function": { "name": t.name, "description": t.description, "parameters": t.parameters },
                })
            };
            body["tools"] = request.tools.iter().map(tool).collect();
        }
        if let Some(wanted) = &request.schema {
            body["format"] = wanted.schema.clone();
        }
        if request.thinking_tokens > 0 {
            body["think"] = true.into();
        }
        body
    }

    fn framing(&self) -> Framing {
        Framing::Lines
    }

    fn decoder(&self) -> Box<dyn Decoder> {
        Box::new(Reading { calls: 0 })
    }
}

fn thought(part: &Part) -> &str {
    match part {
        Part::Thinking { text, opaque: None } => text,
        _ => "",
    }
}

/// One answer being read.
struct Reading {
    calls: usize,
}

impl Decoder for Reading {
    fn event(&mut self, event: &ServerSentEvent, out: &mut Assembly<'_>) -> Result<(), Trouble> {
        let value = json(event)?;
        refused(&value)?;
        let message = &value["message"];
        let thought = text(message, "/thinking");
        if !thought.is_empty() {
            out.thinking("", thought)?;
        }
        out.text("", text(message, "/content"))?;
        for call in message["tool_calls"].as_array().into_iter().flatten() {
            // Calls come whole.
            self.calls += 1;
            let key = self.calls.to_string();
            let written = match &call["function"]["arguments"] {
                Value::String(text) => text.clone(),
                Value::Null => String::new(),
                other => other.to_string(),
            };
            out.tool_call(&key, text(call, "/id"), text(call, "/function/name"), &written)?;
            out.close_call(&key);
        }
        Usage::set(&mut out.usage.input, value.get("prompt_eval_count"));
        Usage::set(&mut out.usage.output, value.get("eval_count"));
        if value["done"] == true {
            out.stop(if value["done_reason"] == "length" { Stop::Length } else { Stop::End });
        }
        Ok(())
    }
}
