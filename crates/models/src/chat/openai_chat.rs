//! OpenAI's chat completions, which vLLM, llama.cpp, LM Studio, OpenRouter and many more speak.

use serde_json::{Value, json};

use super::assembly::Assembly;
use super::framing::{Framing, ServerSentEvent};
use super::usage::{Usage, count};
use super::wire::{Decoder, Trouble, Wire, bearer, json, refused, system_message, text};
use super::{ChatRequest, Part, Role, SpokenTo, Stop};
use crate::settings::Key;

/// Chat completions.
struct OpenaiChat {
    /// Whether the server is OpenAI's own, which calls the most tokens by another name.
    pub own: bool,
}

pub(super) fn wire(spoken: &SpokenTo) -> Box<dyn Wire> {
    Box::new(OpenaiChat { own: spoken.own })
}

impl Wire for OpenaiChat {
    fn headers(&self, key: Option<&Key>) -> Vec<(&'static str, String)> {
        bearer(key)
    }

    fn path(&self, _: &str) -> String {
        "/chat/completions".to_owned()
    }

    fn list_path(&self) -> &'static str {
        "/models"
    }

    fn body(&self, model: &str, request: &ChatRequest) -> Value {
        let mut messages = system_message(request);
        for message in &request.messages {
            for part in &message.parts {
                if let Part::ToolResult(result) = part {
                    messages.push(json!({ "role": "tool", "tool_call_id": result.id, "content": result.text }));
                }
            }
            let words = message.text();
            let calls: Vec<Value> = message
                .tool_calls()
                .map(|call| {
                    let arguments = super::wire::arguments(call).to_string();
                    json!({
                        "id": call.id,
                        "type": "function",
                        "function": { "name": call.name, "arguments": arguments },
                    })
                })
                .collect();
            match message.role {
                _ if words.is_empty() && calls.is_empty() => {}
                Role::User => messages.push(json!({ "role": "user", "content": words })),
                Role::Assistant if calls.is_empty() => messages.push(json!({ "role": "assistant", "content": words })),
                Role::Assistant => {
                    let content = if words.is_empty() { Value::Null } else { words.into() };
                    messages.push(json!({ "role": "assistant", "content": content, "tool_calls": calls }));
                }
            }
        }
        let most = if self.own { "max_completion_tokens" } else { "max_tokens" };
        let mut body = json!({
            "model": model,
            "messages": messages,
            "stream": true,
            "stream_options": { "include_usage": true },
            most: request.max_tokens,
        });
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
            body["response_format"] = json!({
                "type": "json_schema",
                "json_schema": { "name": wanted.name, "schema": wanted.schema, "strict": true },
            });
        }
        if let Some(temperature) = request.temperature {
            body["temperature"] = temperature.into();
        }
        body
    }

    fn framing(&self) -> Framing {
        Framing::Events
    }

    fn decoder(&self) -> Box<dyn Decoder> {
        Box::new(Reading { stop: None, calls: 0 })
    }
}

/// One answer being read.
struct Reading {
    /// The reason given; tokens may still follow it.
    stop: Option<Stop>,
    calls: usize,
}

impl Decoder for Reading {
    fn event(&mut self, event: &ServerSentEvent, out: &mut Assembly<'_>) -> Result<(), Trouble> {
        if event.data.trim() == "[DONE]" {
            out.stop(self.stop.unwrap_or(Stop::End));
            return Ok(());
        }
        let value = json(event)?;
        refused(&value)?;
        usage(&value["usage"], out);
        let Some(choice) = value["choices"].get(0) else { return Ok(()) };
        // A server that does not stream gives the whole message.
        let whole = choice.get("message").is_some_and(Value::is_object);
        let delta = if whole { &choice["message"] } else { &choice["delta"] };
        for name in ["/reasoning_content", "/reasoning"] {
            let thought = text(delta, name);
            if !thought.is_empty() {
                out.thinking("", thought)?;
                break;
            }
        }
        match &delta["content"] {
            Value::String(words) => out.text("", words)?,
            Value::Array(parts) => {
                for part in parts {
                    out.text("", text(part, "/text"))?;
                }
            }
            _ => {}
        }
        out.text("", text(delta, "/refusal"))?;
        for call in delta["tool_calls"].as_array().into_iter().flatten() {
            let id = text(call, "/id");
            // Without an index, an id begins a call and pieces without one go on with the last.
            if call["index"].is_null() && !id.is_empty() {
                self.calls += 1;
            }
            let key = call["index"].as_u64().map_or_else(|| format!("n{}", self.calls), |index| index.to_string());
            let function = &call["function"];
            let written = match &function["arguments"] {
                Value::String(text) => text.clone(),
                Value::Null => String::new(),
                // Some servers give the arguments as an object.
                other => other.to_string(),
            };
            out.tool_call(&key, id, text(function, "/name"), &written)?;
        }
        if let Some(reason) = choice["finish_reason"].as_str() {
            self.stop = Some(match reason {
                "length" => Stop::Length,
                "tool_calls" | "function_call" => Stop::Tools,
                "content_filter" => Stop::Refused,
                _ => Stop::End,
            });
        }
        if whole {
            out.stop(self.stop.unwrap_or(Stop::End));
        }
        Ok(())
    }

    fn ended(&mut self, out: &mut Assembly<'_>) -> bool {
        // Some servers close without a last word; a reason was given.
        if let Some(stop) = self.stop {
            out.stop(stop);
        }
        out.stopped().is_some()
    }
}

fn usage(value: &Value, out: &mut Assembly<'_>) {
    let sent = value.get("prompt_tokens").and_then(count);
    let cached = value.pointer("/prompt_tokens_details/cached_tokens").and_then(count).unwrap_or(0);
    if let Some(sent) = sent {
        out.usage.cache_read = cached.min(sent);
        out.usage.input = sent - out.usage.cache_read;
    }
    Usage::set(&mut out.usage.output, value.get("completion_tokens"));
}
