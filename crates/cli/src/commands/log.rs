//! `soul log`

use std::process::ExitCode;

use anyhow::Result;
use jiff::civil::Date;
use soulfile_engine::{Engine, Error};

use crate::args::Global;
use crate::place::Located;
use crate::render::{self, Style};

/// Show a day's episodes.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  soul log
  soul log yesterday
  soul log 2026-02-02")]
pub struct DayLogArgs {
    /// The day: a date, today or yesterday.
    day: Option<String>,
    /// Show archived entries too.
    #[arg(long)]
    include_archived: bool,
}

impl DayLogArgs {
    pub fn run(&self, global: &Global) -> Result<ExitCode> {
        let engine = Located::find(global)?.engine(global)?;
        let day = self.day.as_deref().map(|day| read_day(&engine, day)).transpose()?;
        let view = engine.log(day, self.include_archived)?;
        render::degraded(&engine);
        if global.json {
            render::json(&view)?;
            return Ok(ExitCode::SUCCESS);
        }
        let mut out = render::styled(Style::Bold, &view.day) + "\n";
        for entry in &view.entries {
            let mark = if entry.archived { " (archived)" } else { "" };
            let head: Vec<&str> = [entry.time.as_deref(), entry.kind.as_deref()].into_iter().flatten().collect();
            let tags = match entry.tags.is_empty() {
                true => String::new(),
                false => format!(" [{}]", entry.tags.join(", ")),
            };
            let id = render::styled(Style::Dim, &entry.id.to_string());
            out += &format!("\n{}{tags}{mark}  {id}\n", render::styled(Style::Bold, &head.join(" ")));
            out += &entry.content.lines().map(|line| format!("  {line}\n")).collect::<String>();
        }
        if view.entries.is_empty() {
            out += "Nothing is logged that day.\n";
            if let Some(before) = &view.before {
                out += &format!("The day before with entries is {before}: `soul log {before}`.\n");
            }
        }
        render::text(&out)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// A day as a person writes it.
pub fn read_day(engine: &Engine, text: &str) -> Result<Date> {
    let today = engine.now().date();
    let found = match text.trim().to_lowercase().as_str() {
        "today" => Some(today),
        "yesterday" => today.yesterday().ok(),
        day => day.parse().ok(),
    };
    found.ok_or_else(|| {
        Error::Invalid(format!("\"{}\" is not a day; write 2026-02-01, today or yesterday", text.escape_debug())).into()
    })
}
