//! `soul heartbeat`

use std::process::ExitCode;

use anyhow::Result;
use soulfile_vocabulary::layout;

use crate::args::Global;
use crate::place::Located;
use crate::render;

/// Work through HEARTBEAT.md once and log what came of it; `soul serve` does this by the clock.
///
/// Without a model only what concerns memory itself is done; the rest is logged as left over. An empty
/// checklist writes nothing, and a result that is the same as before is not logged again that day.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  soul heartbeat
  soul heartbeat --json
  soul config set agents.defaults.heartbeat.every 1h   how often the gateway does it; 0m for never")]
pub struct HeartbeatArgs {}

impl HeartbeatArgs {
    pub fn run(&self, global: &Global) -> Result<ExitCode> {
        let run = Located::find(global)?.engine(global)?.heartbeat()?;
        if global.json {
            render::json(&run)?;
            return Ok(ExitCode::SUCCESS);
        }
        if run.items.is_empty() {
            render::text(&format!("{} asks for nothing.\n", layout::HEARTBEAT))?;
            return Ok(ExitCode::SUCCESS);
        }
        let mut out = String::new();
        for item in &run.items {
            out += &format!("{} {}\n    {}\n", if item.done { "[x]" } else { "[ ]" }, item.text, item.outcome);
        }
        out += &match &run.receipt {
            Some(receipt) => format!("Logged: receipt {}\n", receipt.id),
            None => "The same as before; not logged again.\n".to_owned(),
        };
        render::text(&out)?;
        Ok(ExitCode::SUCCESS)
    }
}
