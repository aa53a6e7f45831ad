//! `soul alerts`

use std::process::ExitCode;

use anyhow::Result;
use clap::Subcommand;
use soulfile_api::{AlertView, Severity};
use soulfile_engine::Engine;

use crate::args::Global;
use crate::deciding::{Ask, decide};
use crate::local_time;
use crate::place::Located;
use crate::render::{self, Style};

/// Show and acknowledge what changed from outside, critical files, and anything wrong with the trail.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  soul alerts                  open alerts with what changed
  soul alerts ack 3f2a91c0de   this one was intended
  soul alerts ack all")]
pub struct AlertsArgs {
    #[command(subcommand)]
    action: Option<AlertsAction>,
}

#[derive(Debug, Subcommand)]
enum AlertsAction {
    /// Acknowledge an alert by its id, or all of them. A person's act.
    Ack {
        /// The alert's id, or `all`.
        id: String,
    },
}

impl AlertsArgs {
    pub fn run(&self, global: &Global) -> Result<ExitCode> {
        let located = Located::find(global)?;
        let engine = located.engine(global)?;
        if let Some(AlertsAction::Ack { id }) = &self.action {
            let page = |engine: &Engine| {
                let alerts = engine.alerts()?;
                let meant = alerts.iter().filter(|view| id == "all" || view.alert.id.starts_with(id.as_str()));
                Ok(meant.map(|view| shown(view, engine)).collect())
            };
            let engine = decide(engine, &located, global, page, Ask::Question("Was this intended?"))?;
            let receipt = engine.acknowledge(id)?;
            if global.json {
                render::json(&receipt)?;
            } else {
                render::text("Acknowledged.\n")?;
            }
            return Ok(ExitCode::SUCCESS);
        }
        engine.notice_hand_edits();
        let alerts = engine.alerts()?;
        render::degraded(&engine);
        if global.json {
            render::json(&alerts)?;
            return Ok(ExitCode::SUCCESS);
        }
        if alerts.is_empty() {
            render::text("No open alerts.\n")?;
            return Ok(ExitCode::SUCCESS);
        }
        let mut out: String = alerts.iter().map(|view| shown(view, &engine)).collect();
        out += "\nWas this intended? `soul alerts ack ID` (or `all`) settles it; `soul rollback ID` undoes it.\n";
        render::text(&out)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// An alert with what changed.
fn shown(view: &AlertView, engine: &Engine) -> String {
    let alert = &view.alert;
    let mark = match alert.severity {
        Severity::Notice => render::styled(Style::Dim, "· notice"),
        Severity::Change => render::styled(Style::Yellow, "⚠ changed"),
        Severity::Integrity => render::styled(Style::Red, "⚠ INTEGRITY"),
    };
    let out = format!(
        "{mark}  {}  {} by {} on {}\n",
        render::styled(Style::Bold, &alert.id),
        alert.text,
        match &alert.author {
            Some(author) => format!("{} (git author {author}, not verified)", alert.actor),
            None => alert.actor.clone(),
        },
        local_time::local(&alert.at, engine.now().time_zone())
    );
    out + &render::diff(&view.diff).lines().map(|l| format!("    {l}\n")).collect::<String>()
}
