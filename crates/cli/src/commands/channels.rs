//! `soul channels`

use std::process::ExitCode;

use anyhow::Result;
use clap::Subcommand;

use super::identity;
use crate::args::Global;
use crate::place::Located;
use crate::render::{self, Style};

/// Show which agent answers where, under which name, and whether the messengers work.
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
    /// Show the active identity, the routes that lead to this agent, and the accounts of messengers.
    Status {
        /// Also check everything the identity depends on, and ask each messenger who we are.
        #[arg(long)]
        probe: bool,
    },
}

impl ChannelsArgs {
    pub fn run(&self, global: &Global) -> Result<ExitCode> {
        let ChannelsAction::Status { probe } = &self.action;
        let located = Located::find(global)?;
        let engine = located.engine(global)?;
        let status = soulfile_server::channels::channel_status(&engine, &located.channel_accounts(), *probe)?;
        if global.json {
            render::json(&status)?;
            return Ok(ExitCode::SUCCESS);
        }
        let mut out = identity::show(&status.identity);
        if status.routes.is_empty() {
            out += "  no channel is bound to this agent (see `bindings` in `soul config schema`)\n";
        }
        for route in &status.routes {
            let account = if route.account == "any" { String::new() } else { format!(", account {}", route.account) };
            out += &format!("  route: channel {}{account}, peer {}, room {}\n", route.channel, route.peer, route.room);
        }
        for account in &status.accounts {
            let state = match (account.enabled, &account.says) {
                (false, _) => "switched off",
                (true, Some(says)) => says,
                (true, None) if account.problem.is_some() => "does not work",
                (true, None) => "configured (--probe asks it)",
            };
            out += &format!("  account {}/{}: {state}\n", account.channel, account.account);
        }
        if *probe && status.problems.is_empty() {
            out += &format!("  {}\n", render::styled(Style::Green, "probe: everything reads well"));
        }
        status.problems.iter().for_each(|p| out += &format!("  {} {p}\n", render::styled(Style::Yellow, "problem:")));
        render::text(&out)?;
        Ok(ExitCode::SUCCESS)
    }
}
