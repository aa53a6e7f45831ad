//! `soul channels`

use std::process::ExitCode;

use anyhow::Result;
use clap::Subcommand;

use super::identity;
use crate::args::Global;
use crate::place::Located;
use crate::render::{self, Style};

/// Show which agent answers where, and under which name.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  soul channels status --probe")]
pub struct ChannelsArgs {
    #[command(subcommand)]
    action: ChannelsAction,
}

#[derive(Debug, Subcommand)]
enum ChannelsAction {
    /// Show the active identity and the routes that lead to this agent.
    Status {
        /// Also read and check everything the identity depends on.
        #[arg(long)]
        probe: bool,
    },
}

impl ChannelsArgs {
    pub fn run(&self, global: &Global) -> Result<ExitCode> {
        let ChannelsAction::Status { probe } = &self.action;
        let status = Located::find(global)?.engine(global)?.channel_status(*probe)?;
        if global.json {
            render::json(&status)?;
            return Ok(ExitCode::SUCCESS);
        }
        let mut out = identity::show(&status.identity);
        if status.routes.is_empty() {
            out += "  no channel is bound to this agent (see `bindings` in `soul config schema`)\n";
        }
        for route in &status.routes {
            out += &format!("  route: channel {}, peer {}, room {}\n", route.channel, route.peer, route.room);
        }
        if *probe && status.problems.is_empty() {
            out += &format!("  {}\n", render::styled(Style::Green, "probe: everything reads well"));
        }
        status.problems.iter().for_each(|p| out += &format!("  {} {p}\n", render::styled(Style::Yellow, "problem:")));
        render::text(&out)?;
        Ok(ExitCode::SUCCESS)
    }
}
