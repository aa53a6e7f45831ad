//! `soul heartbeat`

use std::process::ExitCode;

use anyhow::Result;
use serde::Serialize;
use soulfile_api::HeartbeatRun;
use soulfile_server::state::{Occasion, Worker};
use soulfile_vocabulary::layout;

use crate::args::Global;
use crate::model::BackgroundModel;
use crate::place::Located;
use crate::render;

/// Work through HEARTBEAT.md once and log what came of it; `soul serve` does this by the clock.
///
/// Without a model only what concerns memory itself is done; the rest is logged as left over, and a configured model works
/// on it. An empty checklist writes nothing, and a result that is the same as before is not logged again that day.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  soul heartbeat
  soul heartbeat --json
  soul config set agents.defaults.heartbeat.every 1h   how often the gateway does it; 0m for never")]
pub struct HeartbeatArgs {}

impl HeartbeatArgs {
    pub fn run(&self, global: &Global) -> Result<ExitCode> {
        let located = Located::find(global)?;
        let engine = located.engine(global)?;
        let run = engine.heartbeat()?;
        let left: String =
            run.items.iter().filter(|item| !item.done).map(|item| format!("- {}\n", item.text)).collect();
        let worker = match left.is_empty() {
            true => None,
            false => BackgroundModel::of(&located, &located.place(global)?)?,
        };
        let report = match &worker {
            Some(worker) => worker.work(&engine, Occasion::Heartbeat, &left)?,
            None => None,
        };
        if global.json {
            render::json(&Beat { run, report })?;
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
        if let Some(report) = report {
            out += &format!("The model reports:\n{report}\n");
        }
        render::text(&out)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// What `--json` prints.
#[derive(Serialize)]
struct Beat {
    #[serde(flatten)]
    run: HeartbeatRun,
    #[serde(skip_serializing_if = "Option::is_none")]
    report: Option<String>,
}
