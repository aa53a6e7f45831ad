//! Google Gemini's generateContent.

use serde_json::{Value, json};

use super::assembly::Assembly;
use super::framing::{Framing, ServerSentEvent};
use super::usage::count;
use super::wire::{Decoder, Trouble, Wire, arguments, json, refused, text};
use super::{ChatRequest, Part, Role, SpokenTo, Stop};
use crate::refusal::ServerRefusal;
use crate::settings::Key;

/// The name under which signatures are kept.
const NAME: &str = "gemini";

/// generateContent.
struct Gemini;

pub(super) fn wire(_: &SpokenTo) -> Box<dyn Wire> {
    Box::new(Gemini)
}

impl Wire for Gemini {
    fn headers(&self, key: Option<&Key>) -> Vec<(&'static str, String)> {
        key.map(|key| ("x-goog-api-key", key.expose().to_owned())).into_iter().collect()
    }

    fn path(&self, model: &str) -> String {
        format!("/models/{model}:streamGenerateContent?alt=sse")
    }

    fn list_path(&self) -> &'static str {
        "/models?pageSize=1000"
    }

    fn body(&self, _: &str, request: &ChatRequest) -> Value {
        let mut contents: Vec<Value> = Vec::new();
        for message in &request.messages {
            let role = if message.role == Role::User { "user" } else { "model" };
            let parts: Vec<Value> = message.parts.iter().filter_map(part).collect();
            match contents.last_mut() {
                _ if parts.is_empty() => {}
                Some(last) if last["role"] == role => {
                    last["parts"].as_array_mut().into_iter().for_each(|list| list.extend(parts.clone()));
                }
                _ => contents.push(json!({ "role": role, "parts": parts })),
            }
        }
        let mut generation = json!({ "maxOutputTokens": request.max_tokens });
        if let Some(temperature) = request.temperature {
            generation["temperature"] = temperature.into();
        }
        if let Some(wanted) = &request.schema {
            generation["responseMimeType"] = "application/json".into();
            generation["responseJsonSchema"] = wanted.schema.clone();
        }
        if request.thinking_tokens > 0 {
            generation["thinkingConfig"] =
                json!({ "thinkingBudget": request.thinking_tokens, "includeThoughts": true });
            generation["maxOutputTokens"] = (request.max_tokens + request.thinking_tokens).into();
        }
        let mut body = json!({ "contents": contents, "generationConfig": generation });
        let system: Vec<Value> = request.system.iter().map(|part| json!({ "text": part.text })).collect();
        if !system.is_empty() {
            body["systemInstruction"] = json!({ "parts": system });
        }
        if !request.tools.is_empty() {
            let tool = |t: &super::ToolSpec| json!({ "name": t.name, "description": t.description, "parametersJsonSchema": t.parameters });
            let declared: Vec<Value> = request.tools.iter().map(tool).collect();
            body["tools"] = json!([{ "functionDeclarations": declared }]);
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

fn part(part: &Part) -> Option<Value> {
    Some(match part {
        Part::Text { text } if text.is_empty() => return None,
        Part::Text { text } => json!({ "text": text }),
        // Thoughts themselves are not sent; a signature that came with a part of text is.
        Part::Thinking { opaque, .. } => opaque.as_ref().filter(|opaque| opaque.by == NAME)?.value.clone(),
        Part::ToolCall(call) => {
            let mut part = json!({ "functionCall": { "name": call.name, "args": arguments(call) } });
            if let Some(opaque) = call.opaque.as_ref().filter(|opaque| opaque.by == NAME) {
                part["thoughtSignature"] = opaque.value.clone();
            }
            part
        }
        Part::ToolResult(result) => {
            let key = if result.failed { "error" } else { "output" };
            json!({ "functionResponse": { "name": result.name, "response": { key: result.text } } })
        }
    })
}

/// One answer being read.
struct Reading {
    stop: Option<Stop>,
    calls: usize,
}

impl Decoder for Reading {
    fn event(&mut self, event: &ServerSentEvent, out: &mut Assembly<'_>) -> Result<(), Trouble> {
        let value = json(event)?;
        refused(&value)?;
        usage(&value["usageMetadata"], out);
        let candidate = &value["candidates"][0];
        for part in candidate["content"]["parts"].as_array().into_iter().flatten() {
            let signature = part.get("thoughtSignature").filter(|signature| signature.is_string());
            if let Some(call) = part.get("functionCall") {
                // Calls come whole.
                self.calls += 1;
                let key = self.calls.to_string();
                let written = call.get("args").map(Value::to_string).unwrap_or_default();
                out.tool_call(&key, text(call, "/id"), text(call, "/name"), &written)?;
                if let Some(signature) = signature {
                    out.call_opaque(&key, NAME, signature.clone());
                }
                out.close_call(&key);
            } else if part["thought"] == true {
                out.thinking("", text(part, "/text"))?;
            } else {
                out.text("", text(part, "/text"))?;
                if let Some(signature) = signature {
                    out.thinking_opaque("", NAME, |_| json!({ "text": "", "thoughtSignature": signature }));
                }
            }
        }
        if let Some(reason) = value["promptFeedback"]["blockReason"].as_str() {
            out.notice(format!("the provider held the question back: {reason}"));
            self.stop = Some(Stop::Refused);
        }
        if let Some(reason) = candidate["finishReason"].as_str() {
            self.stop = Some(match reason {
                "STOP" | "FINISH_REASON_UNSPECIFIED" => Stop::End,
                "MAX_TOKENS" => Stop::Length,
                "MALFORMED_FUNCTION_CALL" | "UNEXPECTED_TOOL_CALL" | "OTHER" => {
                    let words = text(candidate, "/finishMessage");
                    return Err(Trouble::Said(ServerRefusal {
                        code: reason.to_owned(),
                        words: if words.is_empty() { reason.to_owned() } else { words.to_owned() },
                        wait: None,
                    }));
                }
                _ => Stop::Refused,
            });
        }
        Ok(())
    }

    fn ended(&mut self, out: &mut Assembly<'_>) -> bool {
        // There is no last event; a reason in any of them is the end.
        if let Some(stop) = self.stop {
            out.stop(stop);
        }
        out.stopped().is_some()
    }
}

fn usage(value: &Value, out: &mut Assembly<'_>) {
    if let Some(sent) = value.get("promptTokenCount").and_then(count) {
        let cached = value.get("cachedContentTokenCount").and_then(count).unwrap_or(0);
        out.usage.cache_read = cached.min(sent);
        out.usage.input = sent - out.usage.cache_read;
    }
    let answered = value.get("candidatesTokenCount").and_then(count);
    let thought = value.get("thoughtsTokenCount").and_then(count);
    if answered.is_some() || thought.is_some() {
        out.usage.output = answered.unwrap_or(0) + thought.unwrap_or(0);
    }
}
