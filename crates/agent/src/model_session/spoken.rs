//! Tool calls that a small model writes as plain text, because it was never taught better.

use serde_json::Value;
use soulfile_models::chat::{ModelAnswer, Part, Stop, ToolCall, ToolSpec};

/// Ways in which such a text begins; it is not shown while it may be one.
const BEGINNINGS: [&str; 5] = ["{", "<tool_call>", "```json", "```\n{", "[{"];

/// Says whether a text may yet turn out to be a call.
pub(super) fn may_be_call(text: &str) -> bool {
    let text = text.trim_start();
    BEGINNINGS.iter().any(|beginning| text.starts_with(beginning) || beginning.starts_with(text))
}

/// The call, where a whole text is one and names a tool that is offered.
pub(super) fn spoken_call(text: &str, tools: &[ToolSpec]) -> Option<ToolCall> {
    let text = text.trim();
    let text = text.strip_prefix("<tool_call>").map_or(text, |rest| rest.trim_end_matches("</tool_call>"));
    // The same leniency as for arguments: fences and doubled braces.
    let whole = ToolCall { id: String::new(), name: String::new(), arguments: text.trim().to_owned(), opaque: None };
    let map = whole.parsed().ok()?;
    let name = map.get("name").and_then(Value::as_str)?;
    let arguments = map.get("arguments").or_else(|| map.get("parameters"))?;
    tools.iter().find(|tool| tool.name == name)?;
    let arguments = match arguments {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    Some(ToolCall { id: format!("spoken_{}", text.len()), name: name.to_owned(), arguments, opaque: None })
}

/// An answer in which a call that was written as text is a call.
pub(super) fn called(mut answer: ModelAnswer, tools: &[ToolSpec]) -> ModelAnswer {
    if answer.message.tool_calls().next().is_none()
        && let Some(call) = spoken_call(&answer.message.text(), tools)
    {
        answer.message.parts.retain(|part| !matches!(part, Part::Text { .. }));
        answer.message.parts.push(Part::ToolCall(call));
        answer.stop = Stop::Tools;
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_in_words_is_understood_and_other_json_is_not() {
        let tools = [ToolSpec { name: "memory_search".into(), description: String::new(), parameters: Value::Null }];
        for text in [
            r#"{"name": "memory_search", "arguments": {"query": "x"}}"#,
            r#"{{"name": "memory_search", "arguments": {"query": "x"}}}"#,
            "<tool_call>\n{\"name\": \"memory_search\", \"arguments\": {\"query\": \"x\"}}\n</tool_call>",
            "```json\n{\"name\": \"memory_search\", \"parameters\": {\"query\": \"x\"}}\n```",
        ] {
            let call = spoken_call(text, &tools).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(call.parsed().unwrap()["query"], "x");
            assert!(text.char_indices().all(|(at, _)| may_be_call(&text[..at])), "{text}");
        }
        for text in [r#"{"name": "rm", "arguments": {}}"#, r#"{"a": 1}"#, "Look: {\"name\": \"memory_search\"}", ""] {
            assert!(spoken_call(text, &tools).is_none(), "{text}");
        }
        assert!(!may_be_call("The ferry") && !may_be_call("See {here}"));
    }
}
