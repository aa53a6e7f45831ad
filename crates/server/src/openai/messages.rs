//! Anthropic's messages.

use serde_json::{Map, Value, json};
use soulfile_models::chat::{
    ChatEvent, ChatRequest, Message, ModelAnswer, Part, Role, Stop, SystemPart, ToolCall, Usage,
};

use super::dialect::{
    AnswerHead, AnswerWriter, Asked, Dialect, PersonMessage, event, is_text, message_of, most_tokens, push_result,
    put_before_last, put_behind, text_of, told_in, tool,
};
use crate::http::failure::Failure;

pub(super) struct MessageDialect;

fn messages(body: &Asked) -> &[Value] {
    body.get("messages").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

impl Dialect for MessageDialect {
    fn told(&self, body: &Asked) -> Option<PersonMessage> {
        told_in(messages(body))
    }

    fn surround(&self, body: &mut Asked, system: &str, recalled: &str) {
        if let Some(messages) = body.get_mut("messages").and_then(Value::as_array_mut) {
            put_before_last(messages, recalled, "text");
        }
        // Behind the program's own: what it marked for the provider's cache stays a prefix.
        put_behind(body.entry("system").or_insert(Value::Null), system, "text");
    }

    fn request(&self, body: &Asked) -> Result<ChatRequest, Failure> {
        let mut request = ChatRequest {
            max_tokens: most_tokens(body, &["max_tokens"]),
            temperature: body.get("temperature").and_then(Value::as_f64),
            ..ChatRequest::default()
        };
        if let Some(system) = body.get("system").map(text_of).filter(|text| !text.is_empty()) {
            request.system.push(SystemPart { text: system, stable: false });
        }
        for message in messages(body) {
            let role = if message["role"] == "assistant" { Role::Assistant } else { Role::User };
            read(role, &message["content"], &mut request.messages)?;
        }
        if body.get("tool_choice").is_none_or(|choice| choice["type"] != "none") {
            let tools = body.get("tools").and_then(Value::as_array).into_iter().flatten();
            request.tools = tools.filter_map(|one| tool(one, "input_schema")).collect();
        }
        Ok(request)
    }

    fn writer(&self, _: &Asked, head: AnswerHead) -> Box<dyn AnswerWriter> {
        Box::new(MessageWriter { head, blocks: 0, in_text: false })
    }
}

/// Reads one message: what tools answered first, then words and calls.
fn read(role: Role, content: &Value, out: &mut Vec<Message>) -> Result<(), Failure> {
    let Some(blocks) = content.as_array() else {
        out.push(message_of(role, content)?);
        return Ok(());
    };
    let mut said = Message { role, parts: Vec::new() };
    for block in blocks {
        match block["type"].as_str() {
            Some("tool_result") => {
                let id = block["tool_use_id"].as_str().unwrap_or_default();
                push_result(out, id, text_of(&block["content"]), block["is_error"] == true);
            }
            Some("tool_use") => said.parts.push(Part::ToolCall(ToolCall {
                id: block["id"].as_str().unwrap_or_default().to_owned(),
                name: block["name"].as_str().unwrap_or_default().to_owned(),
                arguments: block["input"].to_string(),
                opaque: None,
            })),
            // A thought goes back to the provider it came from only.
            Some("thinking" | "redacted_thinking") => {}
            _ if is_text(block) => said.parts.push(Part::text(block["text"].as_str().unwrap_or_default())),
            _ => said.parts.extend(message_of(role, &json!([block]))?.parts),
        }
    }
    if !said.parts.is_empty() {
        out.push(said);
    }
    Ok(())
}

struct MessageWriter {
    head: AnswerHead,
    blocks: usize,
    in_text: bool,
}

impl MessageWriter {
    fn message(&self, content: Value, stop: Option<&str>, usage: Value) -> Value {
        json!({
            "id": format!("msg_{}", self.head.id),
            "type": "message",
            "role": "assistant",
            "model": self.head.model,
            "content": content,
            "stop_reason": stop,
            "stop_sequence": null,
            "usage": usage,
        })
    }

    fn block(&mut self, block: &Value, delta: Option<Value>) -> String {
        let at = self.blocks;
        let start = json!({ "type": "content_block_start", "index": at, "content_block": block });
        event(Some("content_block_start"), &start) + &delta.map(|delta| self.delta(&delta)).unwrap_or_default()
    }

    fn delta(&self, delta: &Value) -> String {
        let data = json!({ "type": "content_block_delta", "index": self.blocks, "delta": delta });
        event(Some("content_block_delta"), &data)
    }

    fn close(&mut self) -> String {
        let data = json!({ "type": "content_block_stop", "index": self.blocks });
        self.blocks += 1;
        self.in_text = false;
        event(Some("content_block_stop"), &data)
    }

    fn close_text(&mut self) -> String {
        if self.in_text { self.close() } else { String::new() }
    }
}

fn reason(stop: Stop) -> &'static str {
    match stop {
        Stop::End => "end_turn",
        Stop::Tools => "tool_use",
        Stop::Length => "max_tokens",
        Stop::Refused => "refusal",
    }
}

fn usage(usage: &Usage) -> Value {
    json!({
        "input_tokens": usage.input,
        "output_tokens": usage.output,
        "cache_read_input_tokens": usage.cache_read,
        "cache_creation_input_tokens": usage.cache_write,
    })
}

fn input(call: &ToolCall) -> Value {
    Value::Object(
        call.parsed().unwrap_or_else(|_| Map::from_iter([("unreadable".to_owned(), call.arguments.clone().into())])),
    )
}

impl AnswerWriter for MessageWriter {
    fn begin(&mut self) -> String {
        let message = self.message(json!([]), None, usage(&Usage::default()));
        event(Some("message_start"), &json!({ "type": "message_start", "message": message }))
    }

    fn event(&mut self, piece: &ChatEvent) -> String {
        match piece {
            ChatEvent::Text(text) => {
                let mut out = String::new();
                if !self.in_text {
                    out += &self.block(&json!({ "type": "text", "text": "" }), None);
                    self.in_text = true;
                }
                out + &self.delta(&json!({ "type": "text_delta", "text": text }))
            }
            ChatEvent::ToolCall(call) => {
                let mut out = self.close_text();
                let block = json!({ "type": "tool_use", "id": call.id, "name": call.name, "input": {} });
                let delta = json!({ "type": "input_json_delta", "partial_json": input(call).to_string() });
                out += &self.block(&block, Some(delta));
                out + &self.close()
            }
            // A thought without the provider's signature would be refused when it comes back.
            ChatEvent::Thinking(_) | ChatEvent::Usage(_) | ChatEvent::Stop(_) | ChatEvent::Notice(_) => String::new(),
        }
    }

    fn end(&mut self, answer: &ModelAnswer) -> String {
        let mut out = self.close_text();
        let delta = json!({ "stop_reason": reason(answer.stop), "stop_sequence": null });
        let data = json!({ "type": "message_delta", "delta": delta, "usage": usage(&answer.usage) });
        out += &event(Some("message_delta"), &data);
        out + &event(Some("message_stop"), &json!({ "type": "message_stop" }))
    }

    fn failed(&mut self, message: &str) -> String {
        event(Some("error"), &super::failure::body("unavailable", "api_error", message))
    }

    fn whole(&self, answer: &ModelAnswer) -> Value {
        let mut content = Vec::new();
        let text = answer.message.text();
        if !text.is_empty() {
            content.push(json!({ "type": "text", "text": text }));
        }
        content.extend(
            answer
                .message
                .tool_calls()
                .map(|call| json!({ "type": "tool_use", "id": call.id, "name": call.name, "input": input(call) })),
        );
        self.message(content.into(), Some(reason(answer.stop)), usage(&answer.usage))
    }
}
