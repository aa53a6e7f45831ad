//! What a wire format must say of itself, and what the formats share.

use serde_json::{Map, Value, json};
use soulfile_models::chat::{
    AnswerSchema, ChatEvent, ChatRequest, Message, ModelAnswer, Part, Role, ToolResult, ToolSpec,
};

use crate::http::failure::Failure;

/// A request's body.
pub(super) type Asked = Map<String, Value>;

/// A wire format.
pub(super) trait Dialect: Send + Sync {
    /// What the person says, where the request holds it.
    fn told(&self, body: &Asked) -> Option<PersonMessage>;

    /// Puts the session's context behind the program's own system prompt, and what memory holds before the person's
    /// last message.
    fn surround(&self, body: &mut Asked, system: &str, recalled: &str);

    /// The request in the form every model takes.
    fn request(&self, body: &Asked) -> Result<ChatRequest, Failure>;

    /// What writes the answer.
    fn writer(&self, body: &Asked, head: AnswerHead) -> Box<dyn AnswerWriter>;
}

/// What a person says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PersonMessage {
    /// The words of their last message.
    pub text: String,
    /// The words of their first one, which tells one conversation from another.
    pub first: String,
    /// Which of their messages it is, from one.
    pub number: usize,
    /// Whether it is the end of the conversation so far: else a tool has answered since.
    pub is_last: bool,
}

/// What an answer says of itself.
#[derive(Debug, Clone)]
pub(super) struct AnswerHead {
    /// Random digits for its id.
    pub id: String,
    /// The model, as it was asked for.
    pub model: String,
    /// Seconds since 1970.
    pub created: i64,
}

/// Writes one answer, whole or as a stream of events.
pub(super) trait AnswerWriter: Send {
    /// The first events.
    fn begin(&mut self) -> String;
    /// The events of a piece.
    fn event(&mut self, event: &ChatEvent) -> String;
    /// The last events.
    fn end(&mut self, answer: &ModelAnswer) -> String;
    /// The event of an answer that broke off.
    fn failed(&mut self, message: &str) -> String;
    /// The whole answer.
    fn whole(&self, answer: &ModelAnswer) -> Value;
}

/// An event as it is written; formats that name their events do so.
pub(super) fn event(name: Option<&str>, data: &Value) -> String {
    match name {
        Some(name) => format!("event: {name}\ndata: {data}\n\n"),
        None => format!("data: {data}\n\n"),
    }
}

/// What a person says in a list of messages.
pub(super) fn told_in(messages: &[Value]) -> Option<PersonMessage> {
    let texts: Vec<(usize, String)> = messages
        .iter()
        .enumerate()
        .filter(|(_, message)| message["role"] == "user")
        .map(|(at, message)| (at, text_of(&message["content"])))
        .filter(|(_, text)| !text.is_empty())
        .collect();
    let ((last_at, text), (_, first)) = (texts.last()?, texts.first()?);
    Some(PersonMessage {
        text: text.clone(),
        first: first.clone(),
        number: texts.len(),
        is_last: last_at + 1 == messages.len(),
    })
}

/// The words of a content: a text, or the texts among its parts.
pub(super) fn text_of(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => {
            let texts = parts.iter().filter(|part| is_text(part)).filter_map(|part| part["text"].as_str());
            texts.collect::<Vec<_>>().join("\n")
        }
        _ => String::new(),
    }
}

/// Whether a part holds words.
pub(super) fn is_text(part: &Value) -> bool {
    matches!(part["type"].as_str(), Some("text" | "input_text" | "output_text"))
}

/// Puts words before the words of the last message of the person.
pub(super) fn put_before_last(messages: &mut [Value], words: &str, kind: &str) {
    let said = |message: &&mut Value| message["role"] == "user" && !text_of(&message["content"]).is_empty();
    if words.is_empty() {
        return;
    }
    if let Some(message) = messages.iter_mut().rev().find(said) {
        put_before(&mut message["content"], words, kind);
    }
}

/// Puts words before those of a content. Other parts stay where they are: what a tool answered comes first.
fn put_before(content: &mut Value, words: &str, kind: &str) {
    match content {
        Value::String(text) => *text = format!("{words}\n\n{text}"),
        Value::Array(parts) => {
            let at = parts.iter().position(is_text).unwrap_or(parts.len());
            parts.insert(at, json!({ "type": kind, "text": words }));
        }
        _ => {}
    }
}

/// Puts words behind those of a content.
pub(super) fn put_behind(content: &mut Value, words: &str, kind: &str) {
    match content {
        Value::String(text) => *text = format!("{text}\n\n{words}"),
        Value::Array(parts) => parts.push(json!({ "type": kind, "text": words })),
        other => *other = words.into(),
    }
}

/// A message of the model's form; parts that are no words are refused, since what they hold would be lost.
pub(super) fn message_of(role: Role, content: &Value) -> Result<Message, Failure> {
    if let Some(part) = content.as_array().and_then(|parts| parts.iter().find(|part| !is_text(part))) {
        let kind = part["type"].as_str().unwrap_or("unknown").escape_debug().to_string();
        return Err(Failure::invalid(format!(
            "the configured model speaks another wire format, and parts of the type {kind:?} are not translated"
        )));
    }
    Ok(Message { role, parts: vec![Part::text(text_of(content))] })
}

/// Adds what a tool answered; answers to one message of the model are one message.
pub(super) fn push_result(messages: &mut Vec<Message>, id: &str, text: String, failed: bool) {
    let name = messages.iter().rev().flat_map(Message::tool_calls).find(|call| call.id == id);
    let name = name.map(|call| call.name.clone()).unwrap_or_default();
    let result = Part::ToolResult(ToolResult { id: id.to_owned(), name, text, failed });
    match messages.last_mut() {
        Some(last) if matches!(last.parts.first(), Some(Part::ToolResult(_))) => last.parts.push(result),
        _ => messages.push(Message { role: Role::User, parts: vec![result] }),
    }
}

/// A tool, from the object that holds its name.
pub(super) fn tool(holder: &Value, parameters: &str) -> Option<ToolSpec> {
    Some(ToolSpec {
        name: holder["name"].as_str()?.to_owned(),
        description: holder["description"].as_str().unwrap_or_default().to_owned(),
        parameters: holder.get(parameters).filter(|p| p.is_object()).cloned().unwrap_or(json!({ "type": "object" })),
    })
}

/// The shape an answer must have, from the object that holds its name and schema.
pub(super) fn schema(holder: &Value) -> Option<AnswerSchema> {
    let schema = holder.get("schema").filter(|schema| schema.is_object())?.clone();
    Some(AnswerSchema { name: holder["name"].as_str().unwrap_or("answer").to_owned(), schema })
}

/// The first of these fields that holds a number of tokens.
pub(super) fn most_tokens(body: &Asked, names: &[&str]) -> u32 {
    let given = names.iter().find_map(|name| body.get(*name)?.as_u64());
    given.map_or(4096, |most| u32::try_from(most).unwrap_or(u32::MAX).max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_person_says_is_found_and_where_it_stands() {
        let messages = json!([
            { "role": "system", "content": "be brief" },
            { "role": "user", "content": "I like tea" },
            { "role": "assistant", "content": "Noted" },
            { "role": "user", "content": [{ "type": "text", "text": "and" }, { "type": "image_url" }, { "type": "text", "text": "coffee" }] },
        ]);
        let told = told_in(messages.as_array().unwrap()).unwrap();
        assert_eq!((told.text.as_str(), told.first.as_str(), told.number), ("and\ncoffee", "I like tea", 2));
        assert!(told.is_last);
        let with_tool = json!([{ "role": "user", "content": "?" }, { "role": "tool", "content": "42" }]);
        assert!(!told_in(with_tool.as_array().unwrap()).unwrap().is_last);
        assert_eq!(told_in(&[]), None);
    }

    #[test]
    fn what_memory_holds_goes_behind_what_a_tool_answered() {
        let mut messages = vec![json!({ "role": "user", "content": [
            { "type": "tool_result", "tool_use_id": "1", "content": "42" }, { "type": "text", "text": "go on" },
        ] })];
        put_before_last(&mut messages, "memory", "text");
        let kinds: Vec<&str> =
            messages[0]["content"].as_array().unwrap().iter().map(|p| p["type"].as_str().unwrap()).collect();
        assert_eq!(kinds, ["tool_result", "text", "text"]);
        assert_eq!(messages[0]["content"][1]["text"], "memory");
    }
}
