//! Anthropic's Messages.

use serde_json::{Value, json};

use super::assembly::Assembly;
use super::framing::{Framing, ServerSentEvent};
use super::usage::Usage;
use super::wire::{Decoder, Trouble, Wire, arguments, json, refused, text};
use super::{ChatRequest, Part, Role, SpokenTo, Stop};
use crate::refusal::ServerRefusal;
use crate::settings::Key;

/// The name under which thoughts are kept.
const NAME: &str = "anthropic";
/// Least tokens a model may be given to think.
const LEAST_THINKING: u32 = 1024;

/// Anthropic's Messages.
struct Anthropic;

pub(super) fn wire(_: &SpokenTo) -> Box<dyn Wire> {
    Box::new(Anthropic)
}

impl Wire for Anthropic {
    fn headers(&self, key: Option<&Key>) -> Vec<(&'static str, String)> {
        let mut headers = vec![("anthropic-version", "2023-06-01".to_owned())];
        headers.extend(key.map(|key| ("x-api-key", key.expose().to_owned())));
        headers
    }

    fn path(&self, _: &str) -> String {
        "/v1/messages".to_owned()
    }

    fn list_path(&self) -> &'static str {
        "/v1/models?limit=1000"
    }

    fn body(&self, model: &str, request: &ChatRequest) -> Value {
        let system: Vec<Value> = request
            .system
            .iter()
            .filter(|part| !part.text.trim().is_empty())
            .map(|part| {
                let mut block = json!({ "type": "text", "text": part.text });
                if part.stable {
                    block["cache_control"] = json!({ "type": "ephemeral" });
                }
                block
            })
            .collect();
        let mut messages: Vec<Value> = Vec::new();
        for message in &request.messages {
            let role = if message.role == Role::User { "user" } else { "assistant" };
            let content: Vec<Value> = message.parts.iter().filter_map(block).collect();
            match messages.last_mut() {
                _ if content.is_empty() => {}
                // Two in a row by one side are refused.
                Some(last) if last["role"] == role => {
                    last["content"].as_array_mut().into_iter().for_each(|list| list.extend(content.clone()));
                }
                _ => messages.push(json!({ "role": role, "content": content })),
            }
        }
        // The conversation so far is sent again with every call of a turn.
        if let Some(block) = messages.last_mut().and_then(|m| m["content"].as_array_mut()?.last_mut()) {
            block["cache_control"] = json!({ "type": "ephemeral" });
        }
        let mut body = json!({
            "model": model,
            "max_tokens": request.max_tokens,
            "system": system,
            "messages": messages,
            "stream": true,
        });
        let mut tools: Vec<Value> = request
            .tools
            .iter()
            .map(|t| json!({ "name": t.name, "description": t.description, "input_schema": t.parameters }))
            .collect();
        let thinks = request.thinking_tokens >= LEAST_THINKING && request.schema.is_none();
        if let Some(wanted) = &request.schema {
            tools.push(json!({
                "name": wanted.name,
                "description": "Gives the answer.",
                "input_schema": wanted.schema,
            }));
            body["tool_choice"] = json!({ "type": "tool", "name": wanted.name });
        }
        if !tools.is_empty() {
            body["tools"] = tools.into();
        }
        if thinks {
            body["thinking"] = json!({ "type": "enabled", "budget_tokens": request.thinking_tokens });
            body["max_tokens"] = (request.max_tokens + request.thinking_tokens).into();
        } else if let Some(temperature) = request.temperature {
            body["temperature"] = temperature.into();
        }
        body
    }

    fn framing(&self) -> Framing {
        Framing::Events
    }

    fn answer_tool(&self, request: &ChatRequest) -> Option<String> {
        request.schema.as_ref().map(|wanted| wanted.name.clone())
    }

    fn decoder(&self) -> Box<dyn Decoder> {
        Box::new(Reading { stop: None })
    }
}

fn block(part: &Part) -> Option<Value> {
    Some(match part {
        Part::Text { text } if text.trim().is_empty() => return None,
        Part::Text { text } => json!({ "type": "text", "text": text }),
        Part::Thinking { text, opaque } => {
            let opaque = opaque.as_ref().filter(|opaque| opaque.by == NAME)?;
            let mut block = opaque.value.clone();
            if block["type"] == "thinking" {
                block["thinking"] = text.as_str().into();
            }
            block
        }
        Part::ToolCall(call) => {
            json!({ "type": "tool_use", "id": plain_id(&call.id), "name": call.name, "input": arguments(call) })
        }
        Part::ToolResult(result) => json!({
            "type": "tool_result",
            "tool_use_id": plain_id(&result.id),
            "content": result.text,
            "is_error": result.failed,
        }),
    })
}

/// Ids of other providers may hold characters that are refused here.
fn plain_id(id: &str) -> String {
    id.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' }).collect()
}

/// One answer being read.
struct Reading {
    /// The reason given; the end follows it.
    stop: Option<Stop>,
}

impl Decoder for Reading {
    fn event(&mut self, event: &ServerSentEvent, out: &mut Assembly<'_>) -> Result<(), Trouble> {
        let value = json(event)?;
        let key = value["index"].to_string();
        match text(&value, "/type") {
            "error" => return Err(Trouble::Said(ServerRefusal::of(&value))),
            "message_start" => usage(&value["message"]["usage"], out),
            "content_block_start" => self.begin(&key, &value["content_block"], out)?,
            "content_block_delta" => {
                let delta = &value["delta"];
                match text(delta, "/type") {
                    "text_delta" => out.text(&key, text(delta, "/text"))?,
                    "input_json_delta" => out.tool_call(&key, "", "", text(delta, "/partial_json"))?,
                    "thinking_delta" => out.thinking(&key, text(delta, "/thinking"))?,
                    "signature_delta" => out.thinking_opaque(&key, NAME, |before| {
                        let before = before.as_ref().map_or("", |value| text(value, "/signature"));
                        json!({ "type": "thinking", "signature": format!("{before}{}", text(delta, "/signature")) })
                    }),
                    _ => {}
                }
            }
            "content_block_stop" => out.close_call(&key),
            "message_delta" => {
                usage(&value["usage"], out);
                if let Some(reason) = value["delta"]["stop_reason"].as_str() {
                    self.stop = Some(stop(reason));
                }
            }
            "message_stop" => out.stop(self.stop.unwrap_or(Stop::End)),
            // One whole message, from a server that does not stream.
            "message" => {
                usage(&value["usage"], out);
                for (at, block) in value["content"].as_array().into_iter().flatten().enumerate() {
                    self.begin(&at.to_string(), block, out)?;
                }
                out.stop(stop(text(&value, "/stop_reason")));
            }
            _ => refused(&value)?,
        }
        Ok(())
    }

    fn ended(&mut self, out: &mut Assembly<'_>) -> bool {
        if let Some(stop) = self.stop {
            out.stop(stop);
        }
        out.stopped().is_some()
    }
}

impl Reading {
    fn begin(&mut self, key: &str, block: &Value, out: &mut Assembly<'_>) -> Result<(), Trouble> {
        match text(block, "/type") {
            "text" => out.text(key, text(block, "/text"))?,
            "thinking" => {
                out.thinking(key, text(block, "/thinking"))?;
                let signature = text(block, "/signature");
                if !signature.is_empty() {
                    out.thinking_opaque(key, NAME, |_| json!({ "type": "thinking", "signature": signature }));
                }
            }
            "redacted_thinking" => out.thinking_opaque(key, NAME, |_| block.clone()),
            "tool_use" => {
                let input = &block["input"];
                let given = input.as_object().is_some_and(|map| !map.is_empty());
                let written = if given { input.to_string() } else { String::new() };
                out.tool_call(key, text(block, "/id"), text(block, "/name"), &written)?;
            }
            _ => {}
        }
        Ok(())
    }
}

fn stop(reason: &str) -> Stop {
    match reason {
        "tool_use" => Stop::Tools,
        "max_tokens" | "model_context_window_exceeded" => Stop::Length,
        "refusal" => Stop::Refused,
        _ => Stop::End,
    }
}

fn usage(value: &Value, out: &mut Assembly<'_>) {
    Usage::set(&mut out.usage.input, value.get("input_tokens"));
    Usage::set(&mut out.usage.output, value.get("output_tokens"));
    Usage::set(&mut out.usage.cache_read, value.get("cache_read_input_tokens"));
    Usage::set(&mut out.usage.cache_write, value.get("cache_creation_input_tokens"));
}
