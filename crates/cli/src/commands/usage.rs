//! `soul usage`

use std::process::ExitCode;

use anyhow::Result;
use serde::Serialize;
use soulfile_agent::{UsageLog, UsageRow, UsageTotal};

use crate::args::Global;
use crate::place::Located;
use crate::{model, render};

/// Show what language models cost: tokens and dollars by day, model or session.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  soul usage                                        by day
  soul usage --by model --since 2026-02-01
  soul usage --by session --json
  soul config set models.prices '{\"ollama/qwen3\": {input: 0, output: 0}}'")]
pub struct UsageArgs {
    /// What the rows are.
    #[arg(long, value_enum, default_value = "day")]
    by: By,
    /// Only calls from this day on, as YYYY-MM-DD.
    #[arg(long, value_name = "DATE")]
    since: Option<jiff::civil::Date>,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum By {
    Day,
    Model,
    Session,
}

#[derive(Serialize)]
struct Report {
    rows: Vec<UsageRow>,
    total: UsageTotal,
}

impl UsageArgs {
    pub fn run(&self, global: &Global) -> Result<ExitCode> {
        let located = Located::find(global)?;
        let engine = located.engine(global)?;
        let log = model::settings(located.config(), &located.place(global)?).usage;
        let zone = engine.now().time_zone().clone();
        let day = |at: &str| at.parse::<jiff::Timestamp>().map(|at| at.to_zoned(zone.clone()).date()).ok();
        let mut records = UsageLog::new(&log).records();
        records.retain(|record| self.since.is_none_or(|since| day(&record.at).is_some_and(|day| day >= since)));
        let rows = UsageTotal::rows(&records, |record| match self.by {
            By::Day => day(&record.at).map_or_else(|| "?".to_owned(), |day| day.to_string()),
            By::Model => record.model.clone(),
            By::Session => record.session.clone(),
        });
        let mut total = UsageTotal::default();
        records.iter().for_each(|record| total.add(record));
        if global.json {
            render::json(&Report { rows, total })?;
            return Ok(ExitCode::SUCCESS);
        }
        if rows.is_empty() {
            render::text("No language model was asked.\n")?;
            return Ok(ExitCode::SUCCESS);
        }
        let width = rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0).max(5);
        let mut out = format!("{:<width$}  calls      sent    cached  received    dollars\n", "");
        for (name, one) in rows.iter().map(|row| (row.name.as_str(), &row.total)).chain([("total", &total)]) {
            let unpriced =
                if one.unpriced > 0 { format!("  ({} without a price)", one.unpriced) } else { String::new() };
            out += &format!(
                "{name:<width$}  {:>5}  {:>8}  {:>8}  {:>8}  {:>9.4}{unpriced}\n",
                one.calls,
                one.usage.sent(),
                one.usage.cache_read,
                one.usage.output,
                one.cost
            );
        }
        render::text(&out)?;
        Ok(ExitCode::SUCCESS)
    }
}
