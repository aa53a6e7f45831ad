//! `soul service`: the gateway in the background, as a systemd user unit or a launchd agent.
//!
//! Only writes and removes the one file; what starts and stops it is the system's own command, which is shown, and run
//! with `--now`.

use std::path::PathBuf;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, anyhow};
use serde_json::json;
use soulfile_engine::Error;

use crate::args::Global;
use crate::place::Located;
use crate::render;

mod files;

use files::{ServiceFile, SystemCommand};

/// Run the gateway in the background, from every login on.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  soul service install --dry-run     show the file, write nothing
  soul service install               write it, and say how it is switched on
  soul service install --now         write it and switch it on
  soul service status                is it there, is it current, does the gateway answer
  soul service uninstall --now       switch it off and take it away

A systemd user unit on Linux, a launchd agent on macOS. Its log is JSON, a line for each request, and holds nothing of
what was asked, told or remembered. `loginctl enable-linger` keeps it running while nobody is logged in.")]
pub struct ServiceArgs {
    #[command(subcommand)]
    verb: ServiceVerb,
}

#[derive(Debug, clap::Subcommand)]
enum ServiceVerb {
    /// Write the service; the same again changes nothing.
    Install {
        #[command(flatten)]
        how: ServiceOptions,
        /// Listen on this port; gateway.port when not given.
        #[arg(long)]
        port: Option<u16>,
        /// Only show what would be written.
        #[arg(long)]
        dry_run: bool,
    },
    /// Take the service away; workspaces and configuration stay.
    Uninstall {
        #[command(flatten)]
        how: ServiceOptions,
        /// Only show what would be removed.
        #[arg(long)]
        dry_run: bool,
    },
    /// Show whether it is there, current, and answering.
    Status {
        /// What runs services here.
        #[arg(long, value_enum, default_value = "auto")]
        kind: ServiceKind,
    },
}

#[derive(Debug, clap::Args)]
struct ServiceOptions {
    /// What runs services here.
    #[arg(long, value_enum, default_value = "auto")]
    kind: ServiceKind,
    /// Also run the system's command that switches it on or off.
    #[arg(long)]
    now: bool,
}

/// What runs services.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum ServiceKind {
    /// launchd on macOS, else systemd.
    Auto,
    /// A systemd user unit.
    Systemd,
    /// A launchd agent.
    Launchd,
}

impl ServiceArgs {
    pub fn run(&self, global: &Global) -> Result<ExitCode> {
        let located = Located::find(global)?;
        match &self.verb {
            ServiceVerb::Install { how, port, dry_run } => {
                let file = ServiceFile::of(how.kind, &located, global, *port)?;
                install(&file, how.now, *dry_run, global)
            }
            ServiceVerb::Uninstall { how, dry_run } => {
                let file = ServiceFile::of(how.kind, &located, global, None)?;
                uninstall(&file, how.now, *dry_run, global)
            }
            ServiceVerb::Status { kind } => status(&ServiceFile::of(*kind, &located, global, None)?, &located, global),
        }
    }
}

fn install(file: &ServiceFile, now: bool, dry_run: bool, global: &Global) -> Result<ExitCode> {
    let known = file.written()?;
    let same = known.as_deref() == Some(file.text.as_str());
    if !dry_run && !same {
        file.write()?;
    }
    if !dry_run && now {
        run_all(&file.switch_on)?;
    }
    let outcome = match (dry_run, same, known.is_some()) {
        (_, true, _) => "unchanged",
        (true, ..) => "would be written",
        (false, _, true) => "updated",
        (false, _, false) => "written",
    };
    if global.json {
        render::json(&json!({
            "kind": file.kind, "path": file.path, "outcome": outcome, "content": file.text,
            "switch_on": shown(&file.switch_on), "switched_on": now && !dry_run,
        }))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut out = format!("{}: {outcome}\n", file.path.display());
    if !same {
        out += &format!("\n{}\n", file.text);
    }
    if !now || dry_run {
        out += &format!("Switch it on: {}\n", shown(&file.switch_on));
    }
    render::text(&out)?;
    Ok(ExitCode::SUCCESS)
}

fn uninstall(file: &ServiceFile, now: bool, dry_run: bool, global: &Global) -> Result<ExitCode> {
    let there = file.written()?.is_some();
    if !dry_run && now && there {
        run_all(&file.switch_off)?;
    }
    if !dry_run && there {
        std::fs::remove_file(&file.path).with_context(|| format!("removing {}", file.path.display()))?;
    }
    let outcome = match (there, dry_run) {
        (false, _) => "was not there",
        (true, true) => "would be removed",
        (true, false) => "removed",
    };
    if global.json {
        let off = shown(&file.switch_off);
        render::json(&json!({ "kind": file.kind, "path": file.path, "outcome": outcome, "switch_off": off }))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut out = format!("{}: {outcome}\n", file.path.display());
    if there && !now {
        out += &format!("If it runs, stop it: {}\n", shown(&file.switch_off));
    }
    render::text(&out)?;
    Ok(ExitCode::SUCCESS)
}

fn status(file: &ServiceFile, located: &Located, global: &Global) -> Result<ExitCode> {
    let written = file.written()?;
    let installed = written.is_some();
    // A port given at the installation is no difference.
    let current = written.as_deref().is_some_and(|text| file.is_current(text));
    let url = super::open::running(located);
    if global.json {
        render::json(&json!({
            "kind": file.kind, "path": file.path, "installed": installed, "current": current, "url": url,
        }))?;
        return Ok(ExitCode::SUCCESS);
    }
    let state = match (installed, current) {
        (false, _) => "not installed (`soul service install`)",
        (true, true) => "installed",
        (true, false) => "installed, and not as this program would write it (`soul service install` updates it)",
    };
    let answers = url.map_or_else(|| "no gateway answers".to_owned(), |url| format!("a gateway answers on {url}"));
    render::text(&format!("{}: {state}\n{answers}\n", file.path.display()))?;
    Ok(ExitCode::SUCCESS)
}

/// Commands as a person would type them.
fn shown(commands: &[SystemCommand]) -> String {
    commands.iter().map(SystemCommand::shown).collect::<Vec<_>>().join(" && ")
}

/// Runs the system's commands one after the other; the first that fails ends it.
fn run_all(commands: &[SystemCommand]) -> Result<()> {
    for command in commands {
        let line = command.shown();
        let ended = Command::new(&command.0[0]).args(&command.0[1..]).status();
        let ended = ended.map_err(|error| anyhow!("`{line}` cannot be run: {error}"))?;
        if !ended.success() {
            return Err(Error::Conflict(format!("`{line}` did not succeed; nothing else was done")).into());
        }
    }
    Ok(())
}

/// The person's own configuration directory.
fn config_dir(located: &Located) -> PathBuf {
    match std::env::var_os("XDG_CONFIG_HOME").filter(|dir| !dir.is_empty()) {
        Some(dir) => PathBuf::from(dir),
        None => located.user_home.join(".config"),
    }
}
