//! OpenAI's responses.

use serde_json::{Value, json};
use soulfile_models::chat::{
    ChatEvent, ChatRequest, Message, ModelAnswer, Part, Role, Stop, SystemPart, ToolCall, Usage,
};

use super::dialect::{
    AnswerHead, AnswerWriter, Asked, Dialect, PersonMessage, event, message_of, most_tokens, push_result,
    put_before_last, put_behind, schema, text_of, told_in, tool,
};
use crate::http::failure::Failure;

pub(super) struct ResponseDialect;

impl Dialect for ResponseDialect {
    fn told(&self, body: &Asked) -> Option<PersonMessage> {
        match body.get("input")? {
            Value::String(text) if text.is_empty() => None,
            Value::String(text) => {
                Some(PersonMessage { text: text.clone(), first: text.clone(), number: 1, is_last: true })
            }
            Value::Array(items) => told_in(items),
            _ => None,
        }
    }

    fn surround(&self, body: &mut Asked, system: &str, recalled: &str) {
        match body.get_mut("input") {
            Some(Value::String(text)) if !recalled.is_empty() => *text = format!("{recalled}\n\n{text}"),
            Some(Value::Array(items)) => put_before_last(items, recalled, "input_text"),
            _ => {}
        }
        put_behind(body.entry("instructions").or_insert(Value::Null), system, "text");
    }

    fn request(&self, body: &Asked) -> Result<ChatRequest, Failure> {
        if body.get("previous_response_id").is_some_and(Value::is_string) {
            return Err(Failure::invalid(
                "the configured model keeps no responses; send the conversation in \"input\" instead of previous_response_id",
            ));
        }
        let mut request = ChatRequest {
            max_tokens: most_tokens(body, &["max_output_tokens"]),
            temperature: body.get("temperature").and_then(Value::as_f64),
            schema: body.get("text").and_then(|text| schema(&text["format"])),
            ..ChatRequest::default()
        };
        let system = |text: String| SystemPart { text, stable: false };
        request.system.extend(body.get("instructions").and_then(Value::as_str).map(|text| system(text.to_owned())));
        let whole = json!([]);
        match body.get("input").unwrap_or(&whole) {
            Value::Array(items) => {
                for item in items {
                    match (item["type"].as_str(), item["role"].as_str()) {
                        (_, Some("system" | "developer")) => request.system.push(system(text_of(&item["content"]))),
                        (Some("function_call"), _) => push_call(&mut request.messages, item),
                        (Some("function_call_output"), _) => {
                            let id = item["call_id"].as_str().unwrap_or_default();
                            push_result(&mut request.messages, id, text_of(&item["output"]), false);
                        }
                        // A thought goes back to the provider it came from only.
                        (Some("reasoning"), _) => {}
                        (_, Some("assistant")) => {
                            request.messages.push(message_of(Role::Assistant, &item["content"])?);
                        }
                        (_, Some(_)) => request.messages.push(message_of(Role::User, &item["content"])?),
                        (kind, None) => {
                            let kind = kind.unwrap_or("unknown").escape_debug().to_string();
                            return Err(Failure::invalid(format!(
                                "the configured model speaks another wire format, and items of the type {kind:?} are not translated"
                            )));
                        }
                    }
                }
            }
            text => request.messages.push(message_of(Role::User, text)?),
        }
        if body.get("tool_choice").is_none_or(|choice| choice != "none") {
            let tools = body.get("tools").and_then(Value::as_array).into_iter().flatten();
            request.tools =
                tools.filter(|one| one["type"] == "function").filter_map(|one| tool(one, "parameters")).collect();
        }
        Ok(request)
    }

    fn writer(&self, _: &Asked, head: AnswerHead) -> Box<dyn AnswerWriter> {
        Box::new(ResponseWriter { head, number: 0, items: 0, text: None })
    }
}

/// Adds a call; those of one turn of the model are one message.
fn push_call(messages: &mut Vec<Message>, item: &Value) {
    let call = Part::ToolCall(ToolCall {
        id: item["call_id"].as_str().unwrap_or_default().to_owned(),
        name: item["name"].as_str().unwrap_or_default().to_owned(),
        arguments: item["arguments"].as_str().unwrap_or_default().to_owned(),
        opaque: None,
    });
    match messages.last_mut() {
        Some(last) if last.role == Role::Assistant => last.parts.push(call),
        _ => messages.push(Message { role: Role::Assistant, parts: vec![call] }),
    }
}

struct ResponseWriter {
    head: AnswerHead,
    number: usize,
    items: usize,
    /// The words of the message that is open.
    text: Option<String>,
}

impl ResponseWriter {
    fn response(&self, status: &str, output: Value, usage: Value) -> Value {
        json!({
            "id": format!("resp_{}", self.head.id),
            "object": "response",
            "created_at": self.head.created,
            "status": status,
            "model": self.head.model,
            "output": output,
            "usage": usage,
            "error": null,
            "incomplete_details": if status == "incomplete" { json!({ "reason": "max_output_tokens" }) } else { Value::Null },
            "instructions": null,
            "metadata": {},
            "parallel_tool_calls": true,
            "temperature": null,
            "top_p": null,
            "tool_choice": "auto",
            "tools": [],
        })
    }

    fn tell(&mut self, name: &str, mut data: Value) -> String {
        data["type"] = name.into();
        data["sequence_number"] = self.number.into();
        self.number += 1;
        event(Some(name), &data)
    }

    fn message(&self, text: &str, status: &str) -> Value {
        let content = match status {
            "completed" => json!([part(text)]),
            _ => json!([]),
        };
        json!({ "id": self.item_id(), "type": "message", "role": "assistant", "status": status, "content": content })
    }

    fn item_id(&self) -> String {
        format!("item_{}_{}", self.head.id, self.items)
    }

    fn close_text(&mut self) -> String {
        let Some(text) = self.text.take() else { return String::new() };
        let (id, at) = (self.item_id(), self.items);
        let place = json!({ "item_id": id, "output_index": at, "content_index": 0 });
        let with = |name: &str, value: Value| {
            let mut data = place.clone();
            data[name] = value;
            data
        };
        let mut done = with("text", text.clone().into());
        done["logprobs"] = json!([]);
        let item = self.message(&text, "completed");
        let out = self.tell("response.output_text.done", done)
            + &self.tell("response.content_part.done", with("part", part(&text)))
            + &self.tell("response.output_item.done", json!({ "output_index": at, "item": item }));
        self.items += 1;
        out
    }

    fn output(&self, answer: &ModelAnswer) -> Value {
        let mut items = Vec::new();
        let text = answer.message.text();
        if !text.is_empty() {
            items.push(json!({
                "id": format!("item_{}_0", self.head.id), "type": "message", "role": "assistant",
                "status": "completed", "content": [part(&text)],
            }));
        }
        for call in answer.message.tool_calls() {
            items.push(call_item(call, &format!("item_{}_{}", self.head.id, items.len()), "completed"));
        }
        items.into()
    }
}

fn part(text: &str) -> Value {
    json!({ "type": "output_text", "text": text, "annotations": [], "logprobs": [] })
}

fn call_item(call: &ToolCall, id: &str, status: &str) -> Value {
    let arguments = if status == "completed" { call.arguments.as_str() } else { "" };
    json!({
        "id": id, "type": "function_call", "status": status, "call_id": call.id, "name": call.name, "arguments": arguments,
    })
}

fn usage(usage: &Usage) -> Value {
    json!({
        "input_tokens": usage.sent(),
        "input_tokens_details": { "cached_tokens": usage.cache_read, "cache_write_tokens": usage.cache_write },
        "output_tokens": usage.output,
        "output_tokens_details": { "reasoning_tokens": 0 },
        "total_tokens": usage.sent() + usage.output,
    })
}

fn status(stop: Stop) -> &'static str {
    if stop == Stop::Length { "incomplete" } else { "completed" }
}

impl AnswerWriter for ResponseWriter {
    fn begin(&mut self) -> String {
        let response = self.response("in_progress", json!([]), Value::Null);
        let first = self.tell("response.created", json!({ "response": response }));
        first + &self.tell("response.in_progress", json!({ "response": response }))
    }

    fn event(&mut self, piece: &ChatEvent) -> String {
        match piece {
            ChatEvent::Text(text) => {
                let (id, at) = (self.item_id(), self.items);
                let mut out = String::new();
                if self.text.is_none() {
                    self.text = Some(String::new());
                    let item = self.message("", "in_progress");
                    out += &self.tell("response.output_item.added", json!({ "output_index": at, "item": item }));
                    out += &self.tell(
                        "response.content_part.added",
                        json!({ "item_id": id, "output_index": at, "content_index": 0, "part": part("") }),
                    );
                }
                self.text.get_or_insert_default().push_str(text);
                let delta =
                    json!({ "item_id": id, "output_index": at, "content_index": 0, "delta": text, "logprobs": [] });
                out + &self.tell("response.output_text.delta", delta)
            }
            ChatEvent::ToolCall(call) => {
                let mut out = self.close_text();
                let (id, at) = (self.item_id(), self.items);
                let (begun, done) = (call_item(call, &id, "in_progress"), call_item(call, &id, "completed"));
                let arguments = |name: &str| json!({ "item_id": id, "output_index": at, name: call.arguments });
                out += &self.tell("response.output_item.added", json!({ "output_index": at, "item": begun }));
                out += &self.tell("response.function_call_arguments.delta", arguments("delta"));
                let mut whole = arguments("arguments");
                whole["name"] = call.name.clone().into();
                out += &self.tell("response.function_call_arguments.done", whole);
                out += &self.tell("response.output_item.done", json!({ "output_index": at, "item": done }));
                self.items += 1;
                out
            }
            ChatEvent::Thinking(_) | ChatEvent::Usage(_) | ChatEvent::Stop(_) | ChatEvent::Notice(_) => String::new(),
        }
    }

    fn end(&mut self, answer: &ModelAnswer) -> String {
        let out = self.close_text();
        let status = status(answer.stop);
        let response = self.response(status, self.output(answer), usage(&answer.usage));
        out + &self.tell(&format!("response.{status}"), json!({ "response": response }))
    }

    fn failed(&mut self, message: &str) -> String {
        let mut response = self.response("failed", json!([]), Value::Null);
        response["error"] = json!({ "code": "server_error", "message": message });
        self.tell("response.failed", json!({ "response": response }))
    }

    fn whole(&self, answer: &ModelAnswer) -> Value {
        self.response(status(answer.stop), self.output(answer), usage(&answer.usage))
    }
}
