//! Puts an answer together from what a decoder reads, and tells the caller as it goes.

use std::hash::{BuildHasher, Hasher};

use serde_json::Value;

use super::message::{Message, Opaque, Part, Role, ToolCall};
use super::usage::Usage;
use super::{ChatEvent, Stop};

/// Most tool calls of one answer.
const MOST_CALLS: usize = 128;
/// Most bytes of one answer.
const MOST_BYTES: usize = 8 << 20;

/// An answer in the making.
pub(crate) struct Assembly<'c> {
    parts: Vec<Slot>,
    /// Tokens so far.
    pub usage: Usage,
    stop: Option<Stop>,
    size: usize,
    /// Whether a tool call stands for the answer, whose arguments are the text.
    answer_tool: Option<String>,
    on_event: &'c mut dyn FnMut(ChatEvent),
}

/// A part, and the key by which a provider goes on with it.
struct Slot {
    key: String,
    part: Part,
    open: bool,
}

/// More came than an answer can be.
#[derive(Debug)]
pub(crate) struct TooMuch;

impl<'c> Assembly<'c> {
    pub fn new(answer_tool: Option<String>, on_event: &'c mut dyn FnMut(ChatEvent)) -> Self {
        Self { parts: Vec::new(), usage: Usage::default(), stop: None, size: 0, answer_tool, on_event }
    }

    /// Whether anything has come that a caller may have shown.
    pub fn has_content(&self) -> bool {
        !self.parts.is_empty()
    }

    /// Why it ended, where it has.
    pub fn stopped(&self) -> Option<Stop> {
        self.stop
    }

    /// Says something to the caller.
    pub fn notice(&mut self, text: String) {
        (self.on_event)(ChatEvent::Notice(text));
    }

    /// More of a text.
    pub fn text(&mut self, key: &str, more: &str) -> Result<(), TooMuch> {
        if more.is_empty() {
            return Ok(());
        }
        self.grow(more)?;
        let fresh = || Part::text("");
        if let Part::Text { text } = &mut self.slot(&format!("text {key}"), fresh).part {
            text.push_str(more);
        }
        (self.on_event)(ChatEvent::Text(more.to_owned()));
        Ok(())
    }

    /// More of what the model thinks.
    pub fn thinking(&mut self, key: &str, more: &str) -> Result<(), TooMuch> {
        self.grow(more)?;
        let fresh = || Part::Thinking { text: String::new(), opaque: None };
        if let Part::Thinking { text, .. } = &mut self.slot(&format!("thinking {key}"), fresh).part {
            text.push_str(more);
        }
        if !more.is_empty() {
            (self.on_event)(ChatEvent::Thinking(more.to_owned()));
        }
        Ok(())
    }

    /// What must be passed back with a thought.
    pub fn thinking_opaque(&mut self, key: &str, by: &str, change: impl FnOnce(Option<Value>) -> Value) {
        let fresh = || Part::Thinking { text: String::new(), opaque: None };
        if let Part::Thinking { opaque, .. } = &mut self.slot(&format!("thinking {key}"), fresh).part {
            let before = opaque.take().map(|opaque| opaque.value);
            *opaque = Some(Opaque { by: by.to_owned(), value: change(before) });
        }
    }

    /// A tool call begins, or goes on: ids and names may come late, arguments in pieces.
    pub fn tool_call(&mut self, key: &str, id: &str, name: &str, more: &str) -> Result<(), TooMuch> {
        self.grow(more)?;
        if self.parts.iter().filter(|slot| matches!(slot.part, Part::ToolCall(_))).count() > MOST_CALLS {
            return Err(TooMuch);
        }
        let is_answer = self.answer_tool.is_some();
        let fresh = || {
            Part::ToolCall(ToolCall { id: String::new(), name: String::new(), arguments: String::new(), opaque: None })
        };
        let slot = self.slot(&format!("call {key}"), fresh);
        slot.open = true;
        if let Part::ToolCall(call) = &mut slot.part {
            if call.id.is_empty() {
                call.id = id.to_owned();
            }
            if call.name.is_empty() {
                call.name = name.to_owned();
            }
            call.arguments.push_str(more);
        }
        if is_answer && !more.is_empty() {
            (self.on_event)(ChatEvent::Text(more.to_owned()));
        }
        Ok(())
    }

    /// Replaces a call's arguments by the whole of them.
    pub fn whole_arguments(&mut self, key: &str, whole: &str) {
        let key = format!("call {key}");
        if let Some(Slot { part: Part::ToolCall(call), .. }) = self.parts.iter_mut().find(|slot| slot.key == key) {
            whole.clone_into(&mut call.arguments);
        }
    }

    /// What must be passed back with a call.
    pub fn call_opaque(&mut self, key: &str, by: &str, value: Value) {
        let key = format!("call {key}");
        if let Some(Slot { part: Part::ToolCall(call), .. }) = self.parts.iter_mut().find(|slot| slot.key == key) {
            call.opaque = Some(Opaque { by: by.to_owned(), value });
        }
    }

    /// A tool call is complete.
    pub fn close_call(&mut self, key: &str) {
        let key = format!("call {key}");
        if let Some(at) = self.parts.iter().position(|slot| slot.key == key && slot.open) {
            self.close(at);
        }
    }

    /// The answer has ended: whatever is open is complete.
    pub fn stop(&mut self, stop: Stop) {
        for at in 0..self.parts.len() {
            if self.parts[at].open {
                self.close(at);
            }
        }
        let calls = self.parts.iter().any(|slot| matches!(slot.part, Part::ToolCall(_)));
        let stop = match stop {
            // Some servers say "stop" although they call.
            Stop::End if calls => Stop::Tools,
            Stop::Tools if !calls => Stop::End,
            other => other,
        };
        if self.stop.replace(stop).is_none() {
            (self.on_event)(ChatEvent::Usage(self.usage));
            (self.on_event)(ChatEvent::Stop(stop));
        }
    }

    /// What there is, without calls that are not complete.
    pub fn into_message(self) -> (Message, Usage) {
        let mut parts: Vec<Part> = Vec::new();
        for slot in self.parts.into_iter().filter(|slot| !slot.open) {
            match (parts.last_mut(), slot.part) {
                (Some(Part::Text { text }), Part::Text { text: more }) => text.push_str(&more),
                (_, part) => parts.push(part),
            }
        }
        (Message { role: Role::Assistant, parts }, self.usage)
    }

    fn close(&mut self, at: usize) {
        let slot = &mut self.parts[at];
        slot.open = false;
        let Part::ToolCall(call) = &mut slot.part else { return };
        if call.id.is_empty() {
            call.id = new_id();
        }
        if self.answer_tool.as_deref() == Some(&call.name) {
            slot.part = Part::text(std::mem::take(&mut call.arguments));
        } else {
            let call = call.clone();
            (self.on_event)(ChatEvent::ToolCall(call));
        }
    }

    fn slot(&mut self, key: &str, fresh: impl FnOnce() -> Part) -> &mut Slot {
        let at = self.parts.iter().position(|slot| slot.key == key).unwrap_or_else(|| {
            self.parts.push(Slot { key: key.to_owned(), part: fresh(), open: false });
            self.parts.len() - 1
        });
        &mut self.parts[at]
    }

    fn grow(&mut self, more: &str) -> Result<(), TooMuch> {
        self.size += more.len() + 16;
        if self.size > MOST_BYTES { Err(TooMuch) } else { Ok(()) }
    }
}

/// An id for providers that give calls none. Ids of one conversation must differ.
fn new_id() -> String {
    let random = std::collections::hash_map::RandomState::new().build_hasher().finish();
    format!("call_{random:016x}")
}
