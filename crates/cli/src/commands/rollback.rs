//! `soul rollback`

use std::io::{BufRead, IsTerminal, Write};
use std::process::ExitCode;

use anyhow::Result;
use jiff::Zoned;
use jiff::civil::{Date, DateTime};
use soulfile_api::{Target, WorkspacePath};
use soulfile_engine::Error;

use crate::args::Global;
use crate::place::Located;
use crate::render;

/// Undo: the last change, one mutation, a session, one file, or everything to a time.
#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("what").required(true).multiple(false), after_help = "\
Examples:
  soul rollback --last --yes                        undo the last change
  soul rollback m-0198c3                            undo one change, keeping what came after
  soul rollback --session s-42                      undo everything a session did
  soul rollback --reflection r-012                  undo a reflection whole
  soul rollback --file SOUL.md --to 3f2a91c         one file as it was then
  soul rollback --to-time yesterday                 the whole workspace as it was

Every undo is itself a change on the trail and can be undone.")]
pub struct RollbackArgs {
    /// The mutation's id or commit.
    #[arg(group = "what")]
    id: Option<String>,
    /// Undo the newest change.
    #[arg(long, group = "what")]
    last: bool,
    /// Undo everything a session did.
    #[arg(long, group = "what", value_name = "ID")]
    session: Option<String>,
    /// Undo everything a reflection did.
    #[arg(long, group = "what", value_name = "R-NNN")]
    reflection: Option<String>,
    /// Restore one file, as it was at --to.
    #[arg(long, group = "what", value_name = "PATH", requires = "to")]
    file: Option<String>,
    /// Restore the whole workspace, as it was at this time.
    #[arg(long, group = "what", value_name = "TIME")]
    to_time: Option<String>,
    /// The mutation or commit that --file goes back to.
    #[arg(long, value_name = "ID", conflicts_with_all = ["id", "last", "session", "reflection", "to_time"])]
    to: Option<String>,
    /// Do not ask.
    #[arg(long, short)]
    yes: bool,
    /// Only show what would change.
    #[arg(long)]
    dry_run: bool,
}

impl RollbackArgs {
    pub fn run(&self, global: &Global) -> Result<ExitCode> {
        let engine = Located::find(global)?.engine(global)?;
        let target = match (&self.id, &self.session, &self.reflection, &self.file, &self.to_time) {
            (Some(id), ..) => Target::Mutation(id.clone()),
            (_, Some(id), ..) => Target::Session(id.clone()),
            (_, _, Some(id), ..) => Target::Session(format!("reflection:{}", id.trim_start_matches("reflection:"))),
            (_, _, _, Some(path), _) => Target::File {
                path: WorkspacePath::parse(path).map_err(Error::from)?,
                to: self.to.clone().unwrap_or_default(),
            },
            (.., Some(time)) => Target::Time(parse_time(time, &engine.now())?),
            _ => Target::Last,
        };
        let prepared = engine.plan_rollback(&target)?;
        let plan = &prepared.plan;
        if self.dry_run || !self.yes {
            if global.json {
                render::json(plan)?;
            } else {
                let mut out = format!(
                    "This {}:\n",
                    plan.summary.replacen("undid", "undoes", 1).replacen("restored", "restores", 1)
                );
                plan.restores.iter().for_each(|p| out += &format!("  restores {p}\n"));
                plan.removes.iter().for_each(|p| out += &format!("  removes  {p}\n"));
                render::text(&out)?;
            }
            if self.dry_run {
                return Ok(ExitCode::SUCCESS);
            }
            if global.json || !confirm("Go ahead?")? {
                return Err(Error::Denied("nothing was changed; `--yes` goes ahead without asking".to_owned()).into());
            }
        }
        let summary = plan.summary.clone();
        let receipt = engine.rollback(prepared)?;
        if global.json {
            render::json(&receipt)?;
        } else {
            render::text(&format!("Done: {summary}.\n{}", render::receipt(&receipt)))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Asks on a terminal; without one the answer is no.
#[allow(clippy::print_stderr)]
pub fn confirm(question: &str) -> Result<bool> {
    if !std::io::stdin().is_terminal() {
        return Ok(false);
    }
    eprint!("{} [y/N] ", render::for_people(question));
    std::io::stderr().flush()?;
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line)?;
    Ok(matches!(line.trim().to_lowercase().as_str(), "y" | "yes"))
}

/// A time as a person writes it: RFC 3339, a date, a date and time, today, yesterday.
pub fn parse_time(text: &str, now: &Zoned) -> Result<i64> {
    let zone = now.time_zone().clone();
    let midnight = |date: Date| date.to_zoned(zone.clone()).ok().map(|z| z.timestamp().as_second());
    let found = match text.trim() {
        "now" => Some(now.timestamp().as_second()),
        "today" => midnight(now.date()),
        "yesterday" => now.date().yesterday().ok().and_then(midnight),
        text => {
            let text = text.replace(' ', "T");
            text.parse::<jiff::Timestamp>()
                .ok()
                .or_else(|| format!("{}:00Z", text.strip_suffix('Z')?).parse().ok())
                .map(|t: jiff::Timestamp| t.as_second())
                .or_else(|| text.parse::<Date>().ok().filter(|_| !text.contains('T')).and_then(midnight))
                .or_else(|| {
                    text.parse::<DateTime>().ok()?.to_zoned(zone.clone()).ok().map(|z| z.timestamp().as_second())
                })
        }
    };
    let hint = "write 2026-02-01, 2026-02-01T10:00, 2026-02-01T10:00:00Z, today or yesterday";
    found.ok_or_else(|| Error::Invalid(format!("\"{}\" is not a time; {hint}", text.escape_debug())).into())
}
