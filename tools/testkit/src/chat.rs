//! Chat providers as a test server: what each would stream for one and the same answer.

use serde_json::{Value, json};

use crate::http::Request;
use crate::stream::{Stream, StreamServer};

/// A wire format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Anthropic's Messages.
    Anthropic,
    /// OpenAI's chat completions.
    OpenaiChat,
    /// OpenAI's responses.
    OpenaiResponses,
    /// Gemini's generateContent.
    Gemini,
    /// Ollama's own.
    Ollama,
}

/// Every wire format.
pub const FORMATS: [Format; 5] =
    [Format::Anthropic, Format::OpenaiChat, Format::OpenaiResponses, Format::Gemini, Format::Ollama];

/// What the model says.
#[derive(Clone, Debug, Default)]
pub struct ScriptedAnswer {
    /// What it thinks first.
    pub thinking: String,
    /// Its words.
    pub text: String,
    /// The tools it calls: name and arguments.
    pub calls: Vec<(String, Value)>,
}

impl ScriptedAnswer {
    /// Words.
    pub fn text(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// One call.
    pub fn call(name: &str, arguments: Value) -> Self {
        Self { calls: vec![(name.to_owned(), arguments)], ..Self::default() }
    }
}

/// A model as a server that speaks chat completions: each request is answered by a function.
pub fn scripted(answer: impl Fn(&Request) -> ScriptedAnswer + Send + Sync + 'static) -> StreamServer {
    StreamServer::start(move |request| {
        if request.path.ends_with("/models") {
            let list = json!({ "object": "list", "data": [{ "id": "scripted", "object": "model" }] });
            return Stream::of("application/json", vec![list.to_string().into_bytes()]);
        }
        Format::OpenaiChat.stream(&answer(request))
    })
}

/// The words of the last message of a chat completions request that a role wrote.
pub fn last_of(request: &Request, role: &str) -> String {
    let messages = request.body["messages"].as_array().cloned().unwrap_or_default();
    let said = messages.iter().rev().find(|message| message["role"] == role);
    said.and_then(|message| message["content"].as_str()).unwrap_or_default().to_owned()
}

impl Format {
    /// The stream of an answer.
    pub fn stream(self, said: &ScriptedAnswer) -> Stream {
        let kind = if self == Self::Ollama { "application/x-ndjson" } else { "text/event-stream" };
        Stream::of(kind, self.events(said).into_iter().map(String::into_bytes).collect())
    }

    /// The events of an answer, each with its line breaks. Words, thoughts and arguments are split into pieces.
    pub fn events(self, said: &ScriptedAnswer) -> Vec<String> {
        match self {
            Self::Anthropic => anthropic(said),
            Self::OpenaiChat => openai_chat(said),
            Self::OpenaiResponses => openai_responses(said),
            Self::Gemini => gemini(said),
            Self::Ollama => ollama(said),
        }
    }
}

/// A text in pieces of a few characters.
fn pieces(text: &str) -> Vec<String> {
    let letters: Vec<char> = text.chars().collect();
    letters.chunks(5).map(|chunk| chunk.iter().collect()).collect()
}

fn named(value: Value) -> String {
    format!("event: {}\ndata: {value}\n\n", value["type"].as_str().unwrap_or_default())
}

fn anthropic(said: &ScriptedAnswer) -> Vec<String> {
    let usage = json!({
        "input_tokens": 11, "cache_creation_input_tokens": 3, "cache_read_input_tokens": 7, "output_tokens": 1,
    });
    let message = json!({
        "id": "msg_1", "type": "message", "role": "assistant", "content": [], "model": "claude-test",
        "stop_reason": null, "stop_sequence": null, "usage": usage,
    });
    let mut out = vec![named(json!({ "type": "message_start", "message": message }))];
    out.push("event: ping\ndata: {\"type\": \"ping\"}\n\n".to_owned());
    let mut index = 0;
    let mut block = |start: Value, deltas: Vec<Value>| {
        out.push(named(json!({ "type": "content_block_start", "index": index, "content_block": start })));
        for delta in deltas {
            out.push(named(json!({ "type": "content_block_delta", "index": index, "delta": delta })));
        }
        out.push(named(json!({ "type": "content_block_stop", "index": index })));
        index += 1;
    };
    if !said.thinking.is_empty() {
        let mut deltas: Vec<Value> =
            pieces(&said.thinking).iter().map(|p| json!({ "type": "thinking_delta", "thinking": p })).collect();
        deltas.push(json!({ "type": "signature_delta", "signature": "sig-1" }));
        block(json!({ "type": "thinking", "thinking": "", "signature": "" }), deltas);
        block(json!({ "type": "redacted_thinking", "data": "hidden" }), Vec::new());
    }
    if !said.text.is_empty() {
        let deltas = pieces(&said.text).iter().map(|p| json!({ "type": "text_delta", "text": p })).collect();
        block(json!({ "type": "text", "text": "" }), deltas);
    }
    for (at, (name, arguments)) in said.calls.iter().enumerate() {
        let written = pieces(&arguments.to_string());
        let deltas = written.iter().map(|p| json!({ "type": "input_json_delta", "partial_json": p })).collect();
        block(json!({ "type": "tool_use", "id": format!("toolu_{at}"), "name": name, "input": {} }), deltas);
    }
    let reason = if said.calls.is_empty() { "end_turn" } else { "tool_use" };
    let delta = json!({ "stop_reason": reason, "stop_sequence": null });
    out.push(named(json!({ "type": "message_delta", "delta": delta, "usage": { "output_tokens": 23 } })));
    out.push(named(json!({ "type": "message_stop" })));
    out
}

fn openai_chat(said: &ScriptedAnswer) -> Vec<String> {
    let chunk = |delta: Value, reason: Value| {
        let choice = json!({ "index": 0, "delta": delta, "logprobs": null, "finish_reason": reason });
        let value = json!({
            "id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "gpt-test",
            "system_fingerprint": "fp", "choices": [choice], "usage": null,
        });
        format!("data: {value}\n\n")
    };
    let mut out = vec![chunk(json!({ "role": "assistant", "content": "", "refusal": null }), Value::Null)];
    for piece in pieces(&said.thinking) {
        out.push(chunk(json!({ "reasoning_content": piece }), Value::Null));
    }
    for piece in pieces(&said.text) {
        out.push(chunk(json!({ "content": piece }), Value::Null));
    }
    for (at, (name, arguments)) in said.calls.iter().enumerate() {
        let function = json!({ "name": name, "arguments": "" });
        let start = json!({ "index": at, "id": format!("call_{at}"), "type": "function", "function": function });
        out.push(chunk(json!({ "tool_calls": [start] }), Value::Null));
        for piece in pieces(&arguments.to_string()) {
            let more = json!({ "index": at, "function": { "arguments": piece } });
            out.push(chunk(json!({ "tool_calls": [more] }), Value::Null));
        }
    }
    let reason = if said.calls.is_empty() { "stop" } else { "tool_calls" };
    out.push(chunk(json!({}), reason.into()));
    let usage = json!({
        "prompt_tokens": 21, "completion_tokens": 23, "total_tokens": 44,
        "prompt_tokens_details": { "cached_tokens": 7 },
    });
    let last = json!({
        "id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "gpt-test", "choices": [],
        "usage": usage,
    });
    out.push(format!("data: {last}\n\n"));
    out.push("data: [DONE]\n\n".to_owned());
    out
}

fn openai_responses(said: &ScriptedAnswer) -> Vec<String> {
    let mut number = 0;
    let mut out = Vec::new();
    let mut put = |mut value: Value| {
        value["sequence_number"] = number.into();
        number += 1;
        out.push(named(value));
    };
    let response = |status: &str, output: &[Value], usage: Value| {
        json!({
            "id": "resp_1", "object": "response", "created_at": 1, "status": status, "error": null,
            "incomplete_details": null, "instructions": null, "metadata": {}, "model": "gpt-test", "output": output,
            "parallel_tool_calls": true, "temperature": 1.0, "tool_choice": "auto", "tools": [], "top_p": 1.0,
            "usage": usage,
        })
    };
    put(json!({ "type": "response.created", "response": response("in_progress", &[], Value::Null) }));
    let mut output = Vec::new();
    if !said.thinking.is_empty() {
        let at = output.len();
        let item = json!({ "id": "rs_1", "type": "reasoning", "summary": [] });
        put(json!({ "type": "response.output_item.added", "output_index": at, "item": item }));
        for piece in pieces(&said.thinking) {
            put(json!({
                "type": "response.reasoning_summary_text.delta", "item_id": "rs_1", "output_index": at,
                "summary_index": 0, "delta": piece,
            }));
        }
        let summary = json!([{ "type": "summary_text", "text": said.thinking }]);
        let item = json!({ "id": "rs_1", "type": "reasoning", "summary": summary, "encrypted_content": "sealed" });
        put(json!({ "type": "response.output_item.done", "output_index": at, "item": item }));
        output.push(item);
    }
    if !said.text.is_empty() {
        let at = output.len();
        let item = |status: &str, content: Value| json!({ "id": "msg_1", "type": "message", "role": "assistant", "status": status, "content": content });
        let part = |text: &str| json!({ "type": "output_text", "text": text, "annotations": [] });
        let place = json!({ "item_id": "msg_1", "output_index": at, "content_index": 0 });
        let with = |kind: &str, key: &str, value: Value| {
            let mut event = place.clone();
            event["type"] = kind.into();
            event[key] = value;
            event
        };
        let added = item("in_progress", json!([]));
        put(json!({ "type": "response.output_item.added", "output_index": at, "item": added }));
        put(with("response.content_part.added", "part", part("")));
        for piece in pieces(&said.text) {
            let mut event = with("response.output_text.delta", "delta", piece.into());
            event["logprobs"] = json!([]);
            put(event);
        }
        let mut event = with("response.output_text.done", "text", said.text.clone().into());
        event["logprobs"] = json!([]);
        put(event);
        put(with("response.content_part.done", "part", part(&said.text)));
        let done = item("completed", json!([part(&said.text)]));
        put(json!({ "type": "response.output_item.done", "output_index": at, "item": done }));
        output.push(done);
    }
    for (n, (name, arguments)) in said.calls.iter().enumerate() {
        let at = output.len();
        let item = |status: &str, written: &str| {
            json!({
                "id": format!("fc_{n}"), "type": "function_call", "status": status, "arguments": written,
                "call_id": format!("call_{n}"), "name": name,
            })
        };
        let written = arguments.to_string();
        let added = item("in_progress", "");
        put(json!({ "type": "response.output_item.added", "output_index": at, "item": added }));
        for piece in pieces(&written) {
            put(json!({
                "type": "response.function_call_arguments.delta", "item_id": format!("fc_{n}"), "output_index": at,
                "delta": piece,
            }));
        }
        put(json!({
            "type": "response.function_call_arguments.done", "item_id": format!("fc_{n}"), "output_index": at,
            "name": name, "arguments": written,
        }));
        let done = item("completed", &written);
        put(json!({ "type": "response.output_item.done", "output_index": at, "item": done }));
        output.push(done);
    }
    let usage = json!({
        "input_tokens": 21, "input_tokens_details": { "cached_tokens": 7 }, "output_tokens": 23,
        "output_tokens_details": { "reasoning_tokens": 4 }, "total_tokens": 44,
    });
    put(json!({ "type": "response.completed", "response": response("completed", &output, usage) }));
    out
}

fn gemini(said: &ScriptedAnswer) -> Vec<String> {
    let chunk = |parts: Value, reason: Option<&str>, last: bool| {
        let mut candidate = json!({ "content": { "parts": parts, "role": "model" }, "index": 0 });
        if let Some(reason) = reason {
            candidate["finishReason"] = reason.into();
        }
        let mut usage = json!({ "promptTokenCount": 21, "totalTokenCount": 21 });
        if last {
            usage = json!({
                "promptTokenCount": 21, "cachedContentTokenCount": 7, "candidatesTokenCount": 20,
                "thoughtsTokenCount": 3, "totalTokenCount": 44,
            });
        }
        let value = json!({
            "candidates": [candidate], "usageMetadata": usage, "modelVersion": "gemini-test", "responseId": "r1",
        });
        format!("data: {value}\r\n\r\n")
    };
    let mut out = Vec::new();
    for piece in pieces(&said.thinking) {
        out.push(chunk(json!([{ "text": piece, "thought": true }]), None, false));
    }
    for piece in pieces(&said.text) {
        out.push(chunk(json!([{ "text": piece }]), None, false));
    }
    for (at, (name, arguments)) in said.calls.iter().enumerate() {
        let mut part = json!({ "functionCall": { "name": name, "args": arguments } });
        if at == 0 {
            part["thoughtSignature"] = "c2ln".into();
        }
        out.push(chunk(json!([part]), None, false));
    }
    out.push(chunk(json!([{ "text": "" }]), Some("STOP"), true));
    out
}

fn ollama(said: &ScriptedAnswer) -> Vec<String> {
    let line = |message: Value| {
        let value =
            json!({ "model": "llama-test", "created_at": "2026-01-01T00:00:00Z", "message": message, "done": false });
        format!("{value}\n")
    };
    let mut out = Vec::new();
    for piece in pieces(&said.thinking) {
        out.push(line(json!({ "role": "assistant", "content": "", "thinking": piece })));
    }
    for piece in pieces(&said.text) {
        out.push(line(json!({ "role": "assistant", "content": piece })));
    }
    for (name, arguments) in &said.calls {
        let call = json!({ "function": { "name": name, "arguments": arguments } });
        out.push(line(json!({ "role": "assistant", "content": "", "tool_calls": [call] })));
    }
    let last = json!({
        "model": "llama-test", "created_at": "2026-01-01T00:00:01Z", "message": { "role": "assistant", "content": "" },
        "done": true, "done_reason": "stop", "total_duration": 1, "prompt_eval_count": 21, "eval_count": 23,
    });
    out.push(format!("{last}\n"));
    out
}
