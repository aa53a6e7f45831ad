//! `soul agents`

use std::process::ExitCode;

use anyhow::Result;

use crate::args::Global;
use crate::place::Located;
use crate::render::{self, Style};

/// List the configured agents.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  soul agents
  soul agents --json
  soul config set agents.list '[{id: \"aria\", workspace: \"~/aria\"}]'")]
pub struct AgentsArgs {}

impl AgentsArgs {
    pub fn run(&self, global: &Global) -> Result<ExitCode> {
        let located = Located::find(global)?;
        let agents = soulfile_engine::list_agents(located.config(), &located.user_home.to_string_lossy());
        if global.json {
            render::json(&agents)?;
        } else {
            let mut out = String::new();
            for agent in &agents {
                let marks = [
                    agent.default.then(|| "default".to_owned()),
                    (!agent.exists).then(|| "not set up yet".to_owned()),
                    (!agent.shared_with.is_empty()).then(|| format!("shared with {}", agent.shared_with.join(", "))),
                ];
                let marks: Vec<String> = marks.into_iter().flatten().collect();
                let marks = if marks.is_empty() { String::new() } else { format!("  ({})", marks.join(", ")) };
                out += &format!(
                    "{}  {}{}\n",
                    render::styled(Style::Bold, &agent.id),
                    agent.workspace,
                    render::styled(Style::Dim, &marks)
                );
            }
            render::text(&out)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
