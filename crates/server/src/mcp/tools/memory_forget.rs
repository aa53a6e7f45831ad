//! `memory_forget`

use soulfile_api::{ForgetRequest, ForgetResult};
use soulfile_engine::Result;

use super::{Nature, ToolEntry};
use crate::mcp::connection::McpCaller;

pub(super) fn tool() -> ToolEntry {
    ToolEntry::new(
        "memory_forget",
        "Ask to forget",
        "Find the memories the user wants forgotten. This only asks: nothing is changed, and only a person can \
         confirm, with the command it returns. Show the user what was found.",
        Nature::Reads,
        forget,
    )
}

fn forget(asked: &McpCaller, request: ForgetRequest) -> Result<ForgetResult> {
    asked.engine.memory_forget(&asked.session, &request)
}
