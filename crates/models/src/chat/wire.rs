//! What a wire format must say of itself.

use serde_json::{Value, json};

use super::ChatRequest;
use super::assembly::{Assembly, TooMuch};
use super::framing::{Framing, ServerSentEvent};
use crate::refusal::ServerRefusal;
use crate::settings::Key;

/// A wire format.
pub(crate) trait Wire: Send + Sync {
    /// Headers of every request.
    fn headers(&self, key: Option<&Key>) -> Vec<(&'static str, String)>;

    /// Where a model is asked.
    fn path(&self, model: &str) -> String;

    /// The body of a request.
    fn body(&self, model: &str, request: &ChatRequest) -> Value;

    /// How the answer is divided.
    fn framing(&self) -> Framing;

    /// Reads one answer.
    fn decoder(&self) -> Box<dyn Decoder>;

    /// The tool that stands for the answer, where a schema is asked for by means of one.
    fn answer_tool(&self, _request: &ChatRequest) -> Option<String> {
        None
    }

    /// Where models are listed.
    fn list_path(&self) -> &'static str;
}

/// Reads the events of one answer.
pub(crate) trait Decoder: Send {
    /// Takes one event.
    fn event(&mut self, event: &ServerSentEvent, out: &mut Assembly<'_>) -> Result<(), Trouble>;

    /// The stream has ended by itself; `true` when the answer had, too.
    fn ended(&mut self, out: &mut Assembly<'_>) -> bool {
        out.stopped().is_some()
    }
}

/// What goes wrong inside a stream.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// The server says so.
    Said(ServerRefusal),
    /// It cannot be read.
    Malformed(String),
}

impl From<TooMuch> for Trouble {
    fn from(_: TooMuch) -> Self {
        Self::Malformed("the answer is longer than any answer should be".to_owned())
    }
}

/// The key as a bearer token.
pub(crate) fn bearer(key: Option<&Key>) -> Vec<(&'static str, String)> {
    key.map(|key| ("authorization", format!("Bearer {}", key.expose()))).into_iter().collect()
}

/// The messages so far: the parts of the system prompt as one, where there are any.
pub(crate) fn system_message(request: &ChatRequest) -> Vec<Value> {
    let system: Vec<&str> = request.system.iter().map(|part| part.text.as_str()).collect();
    if system.is_empty() {
        return Vec::new();
    }
    vec![json!({ "role": "system", "content": system.join("\n\n") })]
}

/// The event's data as JSON.
pub(crate) fn json(event: &ServerSentEvent) -> Result<Value, Trouble> {
    serde_json::from_str(&event.data).map_err(|e| Trouble::Malformed(format!("an event is not JSON: {e}")))
}

/// A text below some keys; empty where there is none.
pub(crate) fn text<'v>(value: &'v Value, pointer: &str) -> &'v str {
    value.pointer(pointer).and_then(Value::as_str).unwrap_or_default()
}

/// An error in a stream, where the event is one.
pub(crate) fn refused(value: &Value) -> Result<(), Trouble> {
    match value.get("error") {
        Some(error) if !error.is_null() => Err(Trouble::Said(ServerRefusal::of(value))),
        _ => Ok(()),
    }
}

/// Arguments as an object, for formats that want one.
pub(crate) fn arguments(call: &super::ToolCall) -> Value {
    match call.parsed() {
        Ok(map) => Value::Object(map),
        Err(_) => serde_json::json!({ "unreadable": call.arguments }),
    }
}
