//! `agents`: who is configured and where each lives.

use soulfile_api::AgentInfo;
use std::path::Path;

use soulfile_context::config::Config;

/// Lists the configured agents; the default one always exists.
pub fn list_agents(config: &Config, home: &str) -> Vec<AgentInfo> {
    let default = config.default_agent();
    let mut agents = config.all_agents();
    if agents.is_empty() {
        agents.push(default.clone());
    }
    let dirs: Vec<(String, String)> =
        agents.iter().map(|a| (a.id.clone(), config.workspace_dir(&a.id, home))).collect();
    dirs.iter()
        .map(|(id, dir)| AgentInfo {
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
