//! The user's own MCP servers as further tools of a model.
//!
//! Only what the agent's allow-list names is offered. A server is started when a session first needs it and ends with the
//! session. What a server says of itself and answers is data from outside: capped, quoted, and never captured as memory.

use std::collections::BTreeMap;
use std::process::Stdio;
use std::time::Duration;

use rmcp::model::CallToolRequestParams;
use rmcp::service::RunningService;
use rmcp::{RoleClient, ServiceExt};
use serde_json::{Map, Value, json};
use soulfile_models::chat::ToolSpec;
use tokio::process::{Child, Command};
use tokio::runtime::Runtime;

/// How the name of such a tool begins.
pub(crate) const PREFIX: &str = "mcp__";
/// Seconds a server may take to start, and to answer.
const START: Duration = Duration::from_secs(20);
const ANSWER: Duration = Duration::from_secs(60);
/// Most tools of one server, and most characters of a description.
const MOST_TOOLS: usize = 40;
const MOST_DESCRIPTION: usize = 600;
/// Longest name that every provider takes.
const LONGEST_NAME: usize = 64;

/// One server.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct McpServer {
    /// Its name in the configuration.
    pub name: String,
    /// The program, and what it is called with.
    pub command: String,
    pub args: Vec<String>,
    /// Its environment, all of it.
    pub env: BTreeMap<String, String>,
    /// Tools that may be called; `*` for all.
    pub allow: Vec<String>,
}

/// The servers of one session.
pub(crate) struct McpServers {
    servers: Vec<McpServer>,
    runtime: Option<Runtime>,
    running: Vec<RunningServer>,
    specs: Vec<ToolSpec>,
    /// The tool a name of ours stands for: the place of its server, and its own name.
    tools: BTreeMap<String, (usize, String)>,
    started: bool,
}

struct RunningServer {
    client: RunningService<RoleClient, ()>,
    // Ends with us.
    _child: Child,
}

impl McpServers {
    pub(crate) fn new(servers: Vec<McpServer>) -> Self {
        let servers = servers.into_iter().filter(|server| !server.allow.is_empty()).collect();
        Self { servers, runtime: None, running: Vec::new(), specs: Vec::new(), tools: BTreeMap::new(), started: false }
    }

    /// The tools that may be called. Starts the servers; one that does not start is told and left out.
    pub(crate) fn specs(&mut self, tell: &mut dyn FnMut(String)) -> &[ToolSpec] {
        if !self.started {
            self.started = true;
            self.start(tell);
        }
        &self.specs
    }

    /// Calls a tool of ours; the answer is text from outside.
    pub(crate) fn call(&self, name: &str, arguments: Map<String, Value>) -> Result<String, String> {
        let (at, tool) = self.tools.get(name).ok_or_else(|| format!("there is no tool called {name:?}"))?;
        let (Some(runtime), Some(running)) = (&self.runtime, self.running.get(*at)) else {
            return Err(format!("{name}: its server is not running"));
        };
        let params = CallToolRequestParams::new(tool.clone()).with_arguments(arguments);
        let answer = runtime.block_on(async { tokio::time::timeout(ANSWER, running.client.call_tool(params)).await });
        let answer = answer.map_err(|_| format!("{name}: no answer within {} seconds", ANSWER.as_secs()))?;
        let answer = answer.map_err(|error| format!("{name}: {error}"))?;
        let answer = serde_json::to_value(&answer).map_err(|error| error.to_string())?;
        let text = text_of(&answer);
        if answer["isError"] == true { Err(text) } else { Ok(text) }
    }

    fn start(&mut self, tell: &mut dyn FnMut(String)) {
        if self.servers.is_empty() {
            return;
        }
        let runtime = match tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build() {
            Ok(runtime) => runtime,
            Err(error) => return tell(format!("MCP servers cannot be used: {error}")),
        };
        for server in &self.servers {
            let tools = match runtime.block_on(start_one(server)) {
                Ok((running, tools)) => {
                    self.running.push(running);
                    tools
                }
                Err(problem) => {
                    tell(format!("the MCP server {} is left out: {problem}", server.name));
                    continue;
                }
            };
            let at = self.running.len() - 1;
            let allowed = |tool: &Value| server.allow.iter().any(|name| name == "*" || tool["name"] == name.as_str());
            for tool in tools.iter().filter(|tool| allowed(tool)).take(MOST_TOOLS) {
                let own = tool["name"].as_str().unwrap_or_default().to_owned();
                let name = name_of(&server.name, &own);
                let described: String =
                    tool["description"].as_str().unwrap_or_default().chars().take(MOST_DESCRIPTION).collect();
                self.specs.push(ToolSpec {
                    name: name.clone(),
                    description: format!("From the user's MCP server {}, in its words: {described}", server.name),
                    parameters: match tool.get("inputSchema") {
                        Some(schema) if schema.is_object() => schema.clone(),
                        _ => json!({ "type": "object" }),
                    },
                });
                self.tools.insert(name, (at, own));
            }
        }
        self.runtime = Some(runtime);
    }
}

impl Drop for McpServers {
    fn drop(&mut self) {
        self.running.clear();
        // A session may end where blocking is not allowed.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

async fn start_one(server: &McpServer) -> Result<(RunningServer, Vec<Value>), String> {
    let mut command = Command::new(&server.command);
    command.args(&server.args).env_clear().stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    // No key of ours goes along: only what the surface and the configuration name.
    let mut child = command
        .envs(&server.env)
        .kill_on_drop(true)
        .spawn()
        .map_err(|error| format!("{} cannot be started: {error}", server.command))?;
    let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
        return Err("it has no pipes".to_owned());
    };
    let begun = tokio::time::timeout(START, async {
        let client = ().serve((stdout, stdin)).await.map_err(|error| error.to_string())?;
        let tools = client.list_all_tools().await.map_err(|error| error.to_string())?;
        Ok::<_, String>((client, tools))
    });
    let (client, tools) = begun.await.map_err(|_| format!("it did not start within {} seconds", START.as_secs()))??;
    let tools = tools.iter().filter_map(|tool| serde_json::to_value(tool).ok()).collect();
    Ok((RunningServer { client, _child: child }, tools))
}

/// The words of an answer; other content is named.
fn text_of(answer: &Value) -> String {
    let blocks = answer["content"].as_array().cloned().unwrap_or_default();
    let mut out: Vec<String> = blocks
        .iter()
        .map(|block| match block["text"].as_str() {
            Some(text) => text.to_owned(),
            None => format!("[{} left out]", block["type"].as_str().unwrap_or("content")),
        })
        .collect();
    if out.is_empty()
        && let Some(structured) = answer.get("structuredContent")
    {
        out.push(structured.to_string());
    }
    out.join("\n")
}

/// A name that every provider takes.
fn name_of(server: &str, tool: &str) -> String {
    let plain = |text: &str| -> String {
        text.chars().map(|c| if c.is_ascii_alphanumeric() || c == '-' || c == '_' { c } else { '_' }).collect()
    };
    let mut name = format!("{PREFIX}{}__{}", plain(server), plain(tool));
    name.truncate(LONGEST_NAME);
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain_and_other_content_is_named() {
        assert_eq!(name_of("my files", "read/file"), "mcp__my_files__read_file");
        assert!(name_of(&"x".repeat(80), "y").len() <= LONGEST_NAME);
        let answer = json!({ "content": [{ "type": "text", "text": "a" }, { "type": "image", "data": "…" }] });
        assert_eq!(text_of(&answer), "a\n[image left out]");
    }

    #[test]
    fn a_server_that_cannot_start_is_told_and_costs_nothing_else() {
        let server = McpServer {
            name: "gone".into(),
            command: "/nonexistent/server".into(),
            allow: vec!["*".into()],
            ..McpServer::default()
        };
        let mut told = Vec::new();
        let mut servers = McpServers::new(vec![server]);
        assert!(servers.specs(&mut |what| told.push(what)).is_empty());
        assert!(told[0].contains("gone") && told[0].contains("/nonexistent/server"), "{told:?}");
        assert!(servers.call("mcp__gone__x", Map::new()).unwrap_err().contains("no tool"));
    }
}
