//! `soul identity`

use soulfile_api::{Field, IdentityView};
use std::process::ExitCode;

use anyhow::Result;

use crate::args::Global;
use crate::place::Located;
use crate::render::{self, Style};

/// Show the agent's name, emoji and avatar, and which source won.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  soul identity
  soul identity --agent aria --json")]
pub struct IdentityArgs {}

impl IdentityArgs {
    pub fn run(&self, global: &Global) -> Result<ExitCode> {
        let view = Located::find(global)?.engine(global)?.identity()?;
        if global.json {
            render::json(&view)?
        } else {
            render::text(&show(&view))?
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The identity as a short table.
pub fn show(view: &IdentityView) -> String {
    let mut out =
        format!("{}  {}\n", render::styled(Style::Bold, &view.agent), render::styled(Style::Dim, &view.workspace));
    let mut line = |label: &str, value: &str, source: &dyn std::fmt::Display| {
        out += &format!("  {label:<9} {value}  {}\n", render::styled(Style::Dim, &format!("({source})")));
    };
    let identity = &view.identity;
    line("name", &identity.name.value, &identity.name.source);
    line("avatar", &identity.avatar.value.to_string(), &identity.avatar.source);
    let optional: [(&str, &Option<Field<String>>); 4] = [
        ("emoji", &identity.emoji),
        ("theme", &identity.theme),
        ("creature", &identity.creature),
        ("vibe", &identity.vibe),
    ];
    for (label, field) in optional {
        if let Some(field) = field {
            line(label, &field.value, &field.source);
        }
    }
    for warning in &identity.warnings {
        out += &format!("  {} {warning}\n", render::styled(Style::Yellow, "warning:"));
    }
    if view.bootstrap_pending {
        out += "  the first-run ritual in BOOTSTRAP.md is still to be done\n";
    }
    out
}
