//! OpenAI's chat completions.

use serde_json::{Value, json};
use soulfile_models::chat::{
    ChatEvent, ChatRequest, Message, ModelAnswer, Part, Role, Stop, SystemPart, ToolCall, Usage,
};

use super::dialect::{
    AnswerHead, AnswerWriter, Asked, Dialect, PersonMessage, event, message_of, most_tokens, push_result,
    put_before_last, put_behind, schema, text_of, told_in, tool,
};
use crate::http::failure::Failure;

pub(super) struct ChatCompletionDialect;

fn is_system(message: &Value) -> bool {
    matches!(message["role"].as_str(), Some("system" | "developer"))
}

fn messages(body: &Asked) -> &[Value] {
    body.get("messages").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

impl Dialect for ChatCompletionDialect {
    fn told(&self, body: &Asked) -> Option<PersonMessage> {
        told_in(messages(body))
    }

    fn surround(&self, body: &mut Asked, system: &str, recalled: &str) {
        let Some(messages) = body.get_mut("messages").and_then(Value::as_array_mut) else { return };
        put_before_last(messages, recalled, "text");
        // Several system messages are more than some servers' templates take.
        match messages.iter_mut().find(|message| is_system(message)) {
            Some(message) => put_behind(&mut message["content"], system, "text"),
            None => messages.insert(0, json!({ "role": "system", "content": system })),
        }
    }

    fn request(&self, body: &Asked) -> Result<ChatRequest, Failure> {
        let mut request = ChatRequest {
            max_tokens: most_tokens(body, &["max_completion_tokens", "max_tokens"]),
            temperature: body.get("temperature").and_then(Value::as_f64),
            schema: body.get("response_format").and_then(|format| schema(&format["json_schema"])),
            ..ChatRequest::default()
        };
        for message in messages(body) {
            let content = &message["content"];
            match message["role"].as_str() {
                _ if is_system(message) => request.system.push(SystemPart { text: text_of(content), stable: false }),
                Some("tool") => {
                    let id = message["tool_call_id"].as_str().unwrap_or_default();
                    push_result(&mut request.messages, id, text_of(content), false);
                }
                Some("assistant") => {
                    let mut said = message_of(Role::Assistant, content)?;
                    said.parts.extend(calls(&message["tool_calls"]).map(Part::ToolCall));
                    request.messages.push(said);
                }
                _ => request.messages.push(message_of(Role::User, content)?),
            }
        }
        if body.get("tool_choice").is_none_or(|choice| choice != "none") {
            let tools = body.get("tools").and_then(Value::as_array).into_iter().flatten();
            request.tools = tools.filter_map(|one| tool(&one["function"], "parameters")).collect();
        }
        Ok(request)
    }

    fn writer(&self, body: &Asked, head: AnswerHead) -> Box<dyn AnswerWriter> {
        let options = body.get("stream_options");
        let usage = options.is_some_and(|options| options["include_usage"] == true);
        Box::new(ChatCompletionWriter { head, usage, calls: 0 })
    }
}

fn calls(list: &Value) -> impl Iterator<Item = ToolCall> {
    list.as_array().into_iter().flatten().map(|call| ToolCall {
        id: call["id"].as_str().unwrap_or_default().to_owned(),
        name: call["function"]["name"].as_str().unwrap_or_default().to_owned(),
        arguments: call["function"]["arguments"].as_str().unwrap_or_default().to_owned(),
        opaque: None,
    })
}

struct ChatCompletionWriter {
    head: AnswerHead,
    usage: bool,
    calls: usize,
}

impl ChatCompletionWriter {
    fn frame(&self, object: &str, choices: Value) -> Value {
        json!({
            "id": format!("chatcmpl-{}", self.head.id),
            "object": object,
            "created": self.head.created,
            "model": self.head.model,
            "choices": choices,
        })
    }

    fn chunk(&self, delta: Value, reason: Option<&str>) -> String {
        let choice = json!([{ "index": 0, "delta": delta, "finish_reason": reason }]);
        event(None, &self.frame("chat.completion.chunk", choice))
    }
}

fn call_of(call: &ToolCall) -> Value {
    json!({ "id": call.id, "type": "function", "function": { "name": call.name, "arguments": call.arguments } })
}

fn reason(stop: Stop) -> &'static str {
    match stop {
        Stop::End => "stop",
        Stop::Tools => "tool_calls",
        Stop::Length => "length",
        Stop::Refused => "content_filter",
    }
}

fn usage(usage: &Usage) -> Value {
    json!({
        "prompt_tokens": usage.sent(),
        "completion_tokens": usage.output,
        "total_tokens": usage.sent() + usage.output,
        "prompt_tokens_details": { "cached_tokens": usage.cache_read },
    })
}

fn words(message: &Message) -> Value {
    let text = message.text();
    if text.is_empty() && message.tool_calls().next().is_some() { Value::Null } else { text.into() }
}

impl AnswerWriter for ChatCompletionWriter {
    fn begin(&mut self) -> String {
        self.chunk(json!({ "role": "assistant", "content": "" }), None)
    }

    fn event(&mut self, piece: &ChatEvent) -> String {
        match piece {
            ChatEvent::Text(text) => self.chunk(json!({ "content": text }), None),
            ChatEvent::Thinking(text) => self.chunk(json!({ "reasoning_content": text }), None),
            ChatEvent::ToolCall(call) => {
                let mut call = call_of(call);
                call["index"] = self.calls.into();
                self.calls += 1;
                self.chunk(json!({ "tool_calls": [call] }), None)
            }
            ChatEvent::Usage(_) | ChatEvent::Stop(_) | ChatEvent::Notice(_) => String::new(),
        }
    }

    fn end(&mut self, answer: &ModelAnswer) -> String {
        let mut out = self.chunk(json!({}), Some(reason(answer.stop)));
        if self.usage {
            let mut last = self.frame("chat.completion.chunk", json!([]));
            last["usage"] = usage(&answer.usage);
            out += &event(None, &last);
        }
        out + "data: [DONE]\n\n"
    }

    fn failed(&mut self, message: &str) -> String {
        event(None, &super::failure::body("unavailable", "api_error", message))
    }

    fn whole(&self, answer: &ModelAnswer) -> Value {
        let mut message = json!({ "role": "assistant", "content": words(&answer.message), "refusal": null });
        let calls: Vec<Value> = answer.message.tool_calls().map(call_of).collect();
        if !calls.is_empty() {
            message["tool_calls"] = calls.into();
        }
        let choice = json!([
            { "index": 0, "message": message, "logprobs": null, "finish_reason": reason(answer.stop) }
        ]);
        let mut whole = self.frame("chat.completion", choice);
        whole["usage"] = usage(&answer.usage);
        whole
    }
}
