//! What is said in a conversation, in a form that every provider's own is made from and that is kept on disk.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Who says something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The person, or what tools answered.
    User,
    /// The model.
    Assistant,
}

/// One message.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Message {
    /// Who says it.
    pub role: Role,
    /// What is said, in order.
    pub parts: Vec<Part>,
}

/// One part of a message.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Part {
    /// Words.
    Text {
        /// The words.
        text: String,
    },
    /// What the model thought. It goes back to the provider it came from, unchanged.
    Thinking {
        /// The words, where the provider shows them.
        text: String,
        /// What the provider needs to accept it again.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        opaque: Option<Opaque>,
    },
    /// A tool is called.
    ToolCall(ToolCall),
    /// A tool has answered.
    ToolResult(ToolResult),
}

/// Something of a provider's own that is passed back as it came, and to no other provider.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Opaque {
    /// The wire format it belongs to.
    pub by: String,
    /// The provider's own block.
    pub value: Value,
}

/// A tool call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolCall {
    /// Its id; the result names it.
    pub id: String,
    /// The tool.
    pub name: String,
    /// Its arguments as the model wrote them, which may not be JSON.
    pub arguments: String,
    /// What the provider needs to accept the call again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opaque: Option<Opaque>,
}

/// What a tool answered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolResult {
    /// The call's id.
    pub id: String,
    /// The tool.
    pub name: String,
    /// The answer.
    pub text: String,
    /// Whether the call failed.
    #[serde(default)]
    pub failed: bool,
}

impl Message {
    /// A person's words.
    pub fn user(text: impl Into<String>) -> Self {
        Self { role: Role::User, parts: vec![Part::text(text)] }
    }

    /// A model's words.
    pub fn assistant(text: impl Into<String>) -> Self {
        Self { role: Role::Assistant, parts: vec![Part::text(text)] }
    }

    /// The words, without thoughts and tools.
    pub fn text(&self) -> String {
        let mut out = String::new();
        for part in &self.parts {
            if let Part::Text { text } = part {
                out.push_str(text);
            }
        }
        out
    }

    /// The tool calls.
    pub fn tool_calls(&self) -> impl Iterator<Item = &ToolCall> {
        self.parts.iter().filter_map(|part| match part {
            Part::ToolCall(call) => Some(call),
            _ => None,
        })
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.parts.iter().all(|part| matches!(part, Part::Text { text } if text.is_empty()))
    }
}

impl Part {
    /// Words.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text { text: text.into() }
    }
}

impl ToolCall {
    /// The arguments as an object. Models write nothing for none, and now and then fence them, double their
    /// braces or put them into a string; what still cannot be read is an error in words the model can act on.
    pub fn parsed(&self) -> Result<Map<String, Value>, String> {
        let text = unfenced(self.arguments.trim());
        if text.is_empty() || text == "null" {
            return Ok(Map::new());
        }
        let problem = match serde_json::from_str::<Value>(text) {
            Ok(Value::Object(map)) => return Ok(map),
            Ok(Value::String(inner)) => match serde_json::from_str(&inner) {
                Ok(Value::Object(map)) => return Ok(map),
                _ => "the arguments are a text, not an object".to_owned(),
            },
            Ok(_) => "the arguments are not an object".to_owned(),
            Err(problem) => problem.to_string(),
        };
        let doubled = text.strip_prefix("{{").and_then(|rest| rest.strip_suffix("}}"));
        if let Some(Ok(Value::Object(map))) = doubled.map(|inner| serde_json::from_str(&format!("{{{inner}}}"))) {
            return Ok(map);
        }
        Err(format!("{}: the arguments are not a JSON object: {problem}", self.name))
    }
}

fn unfenced(text: &str) -> &str {
    let Some(inner) = text.strip_prefix("```") else { return text };
    let inner = inner.strip_suffix("```").unwrap_or(inner);
    inner.strip_prefix("json").unwrap_or(inner).trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(arguments: &str) -> Result<Value, String> {
        let call = ToolCall { id: "1".into(), name: "t".into(), arguments: arguments.into(), opaque: None };
        call.parsed().map(Value::Object)
    }

    #[test]
    fn arguments_are_read_leniently_and_refused_in_words() {
        let want = serde_json::json!({ "a": 1 });
        for text in [r#"{"a":1}"#, "```json\n{\"a\":1}\n```", r#"{{"a":1}}"#, r#""{\"a\":1}""#, " {\"a\": 1} "] {
            assert_eq!(parsed(text).unwrap(), want, "{text}");
        }
        for text in ["", " ", "null", "{}"] {
            assert_eq!(parsed(text).unwrap(), serde_json::json!({}), "{text}");
        }
        for text in ["{\"a\":", "[1]", "7", "\"x\"", "nonsense"] {
            assert!(parsed(text).unwrap_err().contains("t: the arguments"), "{text}");
        }
    }
}
