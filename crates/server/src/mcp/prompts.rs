//! Prompts a person can start from: the beginning of a session, and a reflection.

use rmcp::ErrorData;
use rmcp::model::{GetPromptResult, Prompt, PromptMessage, Role};

use super::connection::{McpCaller, McpConnection};
use super::error;
use super::tools::memory_context;

const START: &str = "session_start";
const REFLECT: &str = "reflect";

/// The prompts this session is offered.
pub(super) fn offered(connection: &McpConnection) -> Vec<Prompt> {
    let mut prompts = vec![described(START, "Begin a session", "Who you are, whom you talk to, and what is in mind.")];
    // Reflection looks at everything, so only a session that may see everything begins one.
    if connection.sees_everything() {
        prompts.push(described(
            REFLECT,
            "Reflect",
            "Look back and propose what should become of it; a person decides.",
        ));
    }
    prompts
}

fn described(name: &str, title: &str, description: &str) -> Prompt {
    Prompt::new(name, Some(description), None).with_title(title)
}

/// One prompt, filled in for this session, which sees everything or not.
pub(super) fn filled(asked: &McpCaller, name: &str, everything: bool) -> Result<GetPromptResult, ErrorData> {
    match name {
        START => {
            let context = memory_context::context(asked).map_err(|problem| error::of_request(&problem))?;
            let text = format!("{}\n{}", include_str!("../../prompts/session-start.md"), context.text);
            Ok(GetPromptResult::new(vec![PromptMessage::new_text(Role::User, text)])
                .with_description("What this session begins with"))
        }
        REFLECT if everything => {
            let text = format!("{}\nToday is {}.", include_str!("../../prompts/reflect.md"), asked.engine.now().date());
            Ok(GetPromptResult::new(vec![PromptMessage::new_text(Role::User, text)])
                .with_description("A look back that ends in proposals"))
        }
        _ => Err(ErrorData::invalid_params(format!("there is no prompt \"{name}\" here"), None)),
    }
}
