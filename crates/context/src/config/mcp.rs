//! The user's MCP servers, and which of their tools an agent may call.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::model::Config;
use super::secret::ConfigSecret;

/// The user's MCP servers.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct McpSettings {
    /// Servers by name.
    pub servers: BTreeMap<String, McpServerSettings>,
}

/// One server, started as a program that speaks over its pipes.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct McpServerSettings {
    /// The program.
    pub command: String,
    /// What it is called with.
    pub args: Vec<String>,
    /// Its environment beside PATH and HOME; write keys as references.
    pub env: BTreeMap<String, ConfigSecret>,
}

impl Config {
    /// The servers an agent may use, each with the tools it may call; `*` stands for all of a server's.
    pub fn mcp_allowed(&self, agent: &str) -> Vec<(&str, &McpServerSettings, Vec<String>)> {
        let own = self.agent(agent).and_then(|agent| agent.mcp_tools);
        let allowed = own.unwrap_or_else(|| self.agents.defaults.mcp_tools.clone());
        let of = |name: &str| -> Vec<String> {
            let tools = allowed.iter().filter_map(|entry| entry.split_once('/'));
            tools.filter(|(server, _)| *server == name).map(|(_, tool)| tool.to_owned()).collect()
        };
        let servers = self.mcp.servers.iter().map(|(name, server)| (name.as_str(), server, of(name)));
        servers.filter(|(.., tools)| !tools.is_empty()).collect()
    }
}
