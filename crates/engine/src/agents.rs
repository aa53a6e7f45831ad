//! `agents`: who is configured and where each lives.

use std::path::Path;

use serde::Serialize;
use soulfile_context::config::Config;

/// One agent.
#[derive(Debug, Clone, Serialize, schemars::JsonSchema)]
pub struct AgentInfo {
    /// Its id.
    pub id: String,
    /// Its workspace directory.
    pub workspace: String,
    /// Whether that workspace exists.
    pub exists: bool,
    /// Whether it answers where none is named.
    pub default: bool,
    /// Other agents that share the workspace.
    pub shared_with: Vec<String>,
}

impl AgentInfo {
    /// Lists the configured agents; the default one always exists.
    pub fn list(config: &Config, home: &str) -> Vec<Self> {
        let default = config.default_agent();
        let mut agents = config.all_agents();
        if agents.is_empty() {
            agents.push(default.clone());
        }
        let dirs: Vec<(String, String)> =
            agents.iter().map(|a| (a.id.clone(), config.workspace_dir(&a.id, home))).collect();
        dirs.iter()
            .map(|(id, dir)| Self {
                id: id.clone(),
                exists: Path::new(dir).join(".git").exists(),
                default: *id == default.id,
                shared_with: dirs
                    .iter()
                    .filter(|(other, d)| other != id && d == dir)
                    .map(|(other, _)| other.clone())
                    .collect(),
                workspace: dir.clone(),
            })
            .collect()
    }
}
