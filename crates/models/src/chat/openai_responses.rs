//! OpenAI's responses.

use serde_json::{Value, json};

use super::assembly::Assembly;
use super::framing::{Framing, ServerSentEvent};
use super::usage::{Usage, count};
use super::wire::{Decoder, Trouble, Wire, bearer, json, text};
use super::{ChatRequest, Part, Role, SpokenTo, Stop};
use crate::refusal::ServerRefusal;
use crate::settings::Key;

/// The name under which thoughts are kept.
const NAME: &str = "openai-responses";

/// Responses. Nothing is stored at the provider: each call carries the conversation.
struct OpenaiResponses;

pub(super) fn wire(_: &SpokenTo) -> Box<dyn Wire> {
    Box::new(OpenaiResponses)
}

impl Wire for OpenaiResponses {
    fn headers(&self, key: Option<&Key>) -> Vec<(&'static str, String)> {
        bearer(key)
    }

    fn path(&self, _: &str) -> String {
        "/responses".to_owned()
    }

    fn list_path(&self) -> &'static str {
        "/models"
    }

    fn body(&self, model: &str, request: &ChatRequest) -> Value {
        let system: Vec<&str> = request.system.iter().map(|part| part.text.as_str()).collect();
        let mut input = Vec::new();
        for message in &request.messages {
            for part in &message.parts {
                input.extend(item(message.role, part));
            }
        }
        let mut body = json!({
            "model": model,
            "input": input,
            "stream": true,
            "store": false,
            "max_output_tokens": request.max_tokens.max(16),
        });
        if !system.is_empty() {
            body["instructions"] = system.join("\n\n").into();
        }
        if !request.tools.is_empty() {
            let tool = |t: &super::ToolSpec| {
                json!({
                    "type": "function",
                    "name": t.name,
                    "description": t.description,
                    "parameters": t.parameters,
                    "strict": false,
                })
            };
            body["tools"] = request.tools.iter().map(tool).collect();
        }
        if let Some(wanted) = &request.schema {
            let format = json!({ "type": "json_schema", "name": wanted.name, "schema": wanted.schema, "strict": true });
            body["text"] = json!({ "format": format });
        }
        if request.thinking_tokens > 0 {
            let effort = match request.thinking_tokens {
                ..=2048 => "low",
                2049..=8192 => "medium",
                _ => "high",
            };
            body["reasoning"] = json!({ "effort": effort, "summary": "auto" });
            body["include"] = json!(["reasoning.encrypted_content"]);
            body["max_output_tokens"] = (request.max_tokens + request.thinking_tokens).into();
        } else if let Some(temperature) = request.temperature {
            body["temperature"] = temperature.into();
        }
        body
    }

    fn framing(&self) -> Framing {
        Framing::Events
    }

    fn decoder(&self) -> Box<dyn Decoder> {
        Box::new(Reading)
    }
}

fn item(role: Role, part: &Part) -> Option<Value> {
    Some(match part {
        Part::Text { text } if text.is_empty() => return None,
        Part::Text { text } => {
            let (role, kind) = if role == Role::User { ("user", "input_text") } else { ("assistant", "output_text") };
            json!({ "type": "message", "role": role, "content": [{ "type": kind, "text": text }] })
        }
        Part::Thinking { opaque, .. } => opaque.as_ref().filter(|opaque| opaque.by == NAME)?.value.clone(),
        Part::ToolCall(call) => json!({
            "type": "function_call",
            "call_id": call.id,
            "name": call.name,
            "arguments": super::wire::arguments(call).to_string(),
        }),
        Part::ToolResult(result) => {
            json!({ "type": "function_call_output", "call_id": result.id, "output": result.text })
        }
    })
}

/// One answer being read.
struct Reading;

impl Decoder for Reading {
    fn event(&mut self, event: &ServerSentEvent, out: &mut Assembly<'_>) -> Result<(), Trouble> {
        if event.data.trim() == "[DONE]" {
            return Ok(());
        }
        let value = json(event)?;
        let key = value["output_index"].to_string();
        let part = format!("{key} {}{}", value["content_index"], value["summary_index"]);
        match text(&value, "/type") {
            "error" => return Err(Trouble::Said(ServerRefusal::of(&value))),
            "response.output_item.added" => {
                let item = &value["item"];
                if item["type"] == "function_call" {
                    out.tool_call(&key, text(item, "/call_id"), text(item, "/name"), text(item, "/arguments"))?;
                }
            }
            "response.output_text.delta" | "response.refusal.delta" => out.text(&part, text(&value, "/delta"))?,
            "response.reasoning_summary_text.delta" | "response.reasoning_text.delta" => {
                out.thinking(&key, text(&value, "/delta"))?;
            }
            "response.function_call_arguments.delta" => out.tool_call(&key, "", "", text(&value, "/delta"))?,
            "response.output_item.done" => self.item_done(&key, &value["item"], false, out)?,
            "response.completed" | "response.incomplete" => self.completed(&value["response"], out),
            "response.failed" => return Err(Trouble::Said(ServerRefusal::of(&value["response"]))),
            // One whole response, from a server that does not stream.
            "" if value["object"] == "response" => {
                if !value["error"].is_null() {
                    return Err(Trouble::Said(ServerRefusal::of(&value)));
                }
                for (at, item) in value["output"].as_array().into_iter().flatten().enumerate() {
                    self.item_done(&at.to_string(), item, true, out)?;
                }
                self.completed(&value, out);
            }
            "" => super::wire::refused(&value)?,
            _ => {}
        }
        Ok(())
    }
}

impl Reading {
    fn item_done(&self, key: &str, item: &Value, whole: bool, out: &mut Assembly<'_>) -> Result<(), Trouble> {
        match text(item, "/type") {
            "function_call" => {
                out.tool_call(key, text(item, "/call_id"), text(item, "/name"), "")?;
                if let Some(arguments) = item["arguments"].as_str() {
                    out.whole_arguments(key, arguments);
                }
                out.close_call(key);
            }
            "reasoning" => {
                let mut kept = item.clone();
                // What is not stored there cannot be named by its id.
                kept.as_object_mut().map(|kept| kept.remove("status"));
                out.thinking_opaque(key, NAME, |_| kept);
            }
            "message" if whole => {
                for part in item["content"].as_array().into_iter().flatten() {
                    out.text(key, text(part, "/text"))?;
                    out.text(key, text(part, "/refusal"))?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn completed(&self, response: &Value, out: &mut Assembly<'_>) {
        let usage = &response["usage"];
        if let Some(sent) = usage.get("input_tokens").and_then(count) {
            let cached = usage.pointer("/input_tokens_details/cached_tokens").and_then(count).unwrap_or(0);
            out.usage.cache_read = cached.min(sent);
            out.usage.input = sent - out.usage.cache_read;
        }
        Usage::set(&mut out.usage.output, usage.get("output_tokens"));
        out.stop(match text(response, "/incomplete_details/reason") {
            "" => Stop::End,
            "content_filter" => Stop::Refused,
            _ => Stop::Length,
        });
    }
}
