//! `soul connect`: writes a host's own configuration, shown as a diff first, and takes it back.
//!
//! `connect/hosts.rs` is the table of hosts; `json.rs`, `toml.rs` and `openclaw.rs` edit their files and keep what is not ours.

pub mod hook_events;
mod hosts;
mod json;
pub mod launch;
mod openclaw;
mod toml;

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use serde::Serialize;
use serde_json::json;
use soulfile_api::{ConnectorFile, ConnectorView};
use soulfile_engine::{Error, unified_diff};
use soulfile_vocabulary::SessionKind;

use super::recall::Asker;
use crate::args::Global;
use crate::place::Located;
use crate::render::{self, Style};
use hosts::{Edit, HOSTS, Host};
use launch::Launch;

/// Connect a program that talks to a model, so that it has this memory.
///
/// Writes the program's own configuration: the memory tools, and, where it has hooks, what is known at the start of a
/// session, what fits each prompt, and keeping what you tell. Shows the change, keeps a copy of each file, and can be
/// taken back.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  soul connect                              which programs there are, and which are connected
  soul connect claude-code --dry-run        the change, as a diff; nothing is written
  soul connect claude-code
  soul connect codex --session group --room dev   only what that room may see
  soul connect claude-code --undo           take it back")]
pub struct ConnectArgs {
    /// The program: claude-code, claude-desktop, codex, cursor, gemini-cli, opencode, openclaw or zed.
    #[arg(value_name = "HOST", value_parser = clap::builder::PossibleValuesParser::new(HOSTS.iter().map(|host| host.id)))]
    host: Option<String>,
    /// Take it back.
    #[arg(long, requires = "host")]
    undo: bool,
    /// Only show the change.
    #[arg(long, requires = "host")]
    dry_run: bool,
    /// Do not ask before writing.
    #[arg(long, short)]
    yes: bool,
    /// What the memory is called there.
    #[arg(long, default_value = "soulfile", value_name = "NAME", value_parser = super::mcp_install::parse_name)]
    name: String,
    #[command(flatten)]
    asker: Asker,
}

/// One file of a host, before and after.
#[derive(Debug, Serialize)]
struct Changed {
    file: PathBuf,
    #[serde(skip)]
    before: Option<String>,
    /// `None` where the file goes.
    #[serde(skip)]
    after: Option<String>,
    changed: bool,
    diff: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    backup: Option<PathBuf>,
}

impl ConnectArgs {
    pub fn run(&self, global: &Global) -> Result<ExitCode> {
        let launch = Launch::of(global, &self.asker)?;
        let located = Located::find(global)?;
        let Some(host) = self.host.as_deref().and_then(hosts::find) else {
            return self.list(global, &launch, &located.user_home);
        };
        let dir = located.place(global)?.workspace;
        if !self.undo && !dir.join(".git").exists() {
            let dir = dir.display();
            return Err(Error::NotFound(format!("there is no workspace at {dir}; `soul setup` makes one")).into());
        }
        let mut changes = self.plan(host, &launch, &located.user_home)?;
        let any = changes.iter().any(|change| change.changed);
        if !global.json {
            for change in changes.iter().filter(|change| change.changed) {
                render::text(&render::diff(&change.diff))?;
            }
        }
        let write = any && !self.dry_run && (self.yes || global.json || agreed(host, self.undo)?);
        if write {
            let stamp = located.clock().now().strftime("%Y%m%dT%H%M%SZ").to_string();
            for change in changes.iter_mut().filter(|change| change.changed) {
                apply(change, &stamp)?;
            }
        }
        let outcome = match (any, write, self.undo) {
            (false, _, false) => "already connected",
            (false, _, true) => "not connected",
            (true, false, _) => "nothing was written",
            (true, true, false) => "connected",
            (true, true, true) => "disconnected",
        };
        if global.json {
            render::json(&json!({ "host": host.id, "outcome": outcome, "files": changes }))?;
            return Ok(ExitCode::SUCCESS);
        }
        let mut out = format!("{}: {outcome}\n", host.name);
        for backup in changes.iter().filter_map(|change| change.backup.as_ref()) {
            out += &render::styled(Style::Dim, &format!("  the old file is {}\n", backup.display()));
        }
        if write && !self.undo {
            out += &format!("  {}\n", host.next);
        }
        render::text(&out)?;
        Ok(ExitCode::SUCCESS)
    }

    /// Every host, and whether it is connected to this workspace.
    fn list(&self, global: &Global, launch: &Launch, home: &Path) -> Result<ExitCode> {
        let mut rows = Vec::new();
        for host in HOSTS {
            let state = match self.plan(host, launch, home) {
                Ok(changes) if changes.iter().all(|change| !change.changed) => "connected".to_owned(),
                Ok(_) => "not connected".to_owned(),
                Err(error) => format!("{error:#}"),
            };
            rows.push((host, state));
        }
        if global.json {
            let rows: Vec<_> = rows.iter().map(|(host, state)| json!({ "host": host.id, "state": state })).collect();
            render::json(&rows)?;
        } else {
            let lines = rows.iter().map(|(host, state)| format!("{:<15} {state}\n", host.id));
            render::text(&lines.collect::<String>())?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Every file as it would be. Nothing is written before all of them are known.
    fn plan(&self, host: &Host, launch: &Launch, home: &Path) -> Result<Vec<Changed>> {
        let mut changes: Vec<Changed> = Vec::new();
        for edit in host.edits {
            let place = edit.place();
            let file = real_path(&place.path(home, |name| std::env::var(name).ok()));
            // Two edits of one file are one change.
            let at = match changes.iter().position(|change| change.file == file) {
                Some(at) => at,
                None => {
                    let before = read(&file)?;
                    changes.push(Changed {
                        after: before.clone(),
                        before,
                        file: file.clone(),
                        changed: false,
                        diff: String::new(),
                        backup: None,
                    });
                    changes.len() - 1
                }
            };
            let text = changes[at].after.clone();
            let after = if self.undo { self.without(edit, host, text) } else { self.with(edit, host, text, launch) };
            changes[at].after = after.map_err(|problem| {
                Error::Invalid(format!("{} is left as it is: {problem:#}; mend it and try again", file.display()))
            })?;
        }
        for change in &mut changes {
            change.changed = change.before != change.after;
            let (before, after) = (change.before.as_deref().unwrap_or(""), change.after.as_deref().unwrap_or(""));
            let name = change.file.display().to_string();
            change.diff = unified_diff(before, after, (&name, &name)).map_err(soulfile_engine::Error::from)?;
        }
        Ok(changes)
    }

    fn with(&self, edit: &Edit, host: &Host, text: Option<String>, launch: &Launch) -> Result<Option<String>> {
        let text = text.unwrap_or_default();
        Ok(Some(match edit {
            Edit::Server { path, shape, .. } => json::with_server(&text, path, &self.name, *shape, launch)?,
            Edit::TomlServer { table, .. } => toml::with_server(&text, table, &self.name, launch)?,
            Edit::Hooks { shape, events, .. } => json::with_hooks(&text, *shape, events, host.id, launch)?,
            Edit::OwnFile { text, .. } => {
                let mut args = launch.hook("", host.id);
                args.truncate(args.len() - 3);
                let launch = json!({ "command": launch.command, "args": args, "env": launch.env_object() });
                let owner_only = self.asker.session == SessionKind::Main;
                let text = text.replace("__LAUNCH__", &launch.to_string());
                text.replace("__OWNER_ONLY__", &owner_only.to_string()).replace("__NAME__", &self.name)
            }
            Edit::MemorySlot { .. } => openclaw::with_memory_plugin(&text)?,
        }))
    }

    fn without(&self, edit: &Edit, host: &Host, text: Option<String>) -> Result<Option<String>> {
        let Some(text) = text else { return Ok(None) };
        let left = match edit {
            Edit::Server { path, .. } => json::without_server(&text, path, &self.name)?,
            Edit::TomlServer { table, .. } => {
                let left = toml::without_server(&text, table, &self.name)?;
                return Ok(Some(left.clone()).filter(|_| left == text || !left.trim().is_empty()));
            }
            Edit::Hooks { shape, events, .. } => json::without_hooks(&text, *shape, events, host.id)?,
            Edit::MemorySlot { .. } => openclaw::without_memory_plugin(&text)?,
            Edit::OwnFile { .. } => return Ok(None),
        };
        // A file that held nothing but ours goes with it.
        let ours_alone = left != text && json::is_empty(&left);
        Ok((!ours_alone).then_some(left))
    }
}

impl Edit {
    fn place(&self) -> &hosts::HostPlace {
        match self {
            Self::Server { place, .. }
            | Self::TomlServer { place, .. }
            | Self::Hooks { place, .. }
            | Self::OwnFile { place, .. }
            | Self::MemorySlot { place } => place,
        }
    }
}

/// Every program that can be connected to the agent of `global`, and what that would change.
pub fn connectors(located: &Located, global: &Global) -> Result<Vec<ConnectorView>> {
    let asker = Asker { session: SessionKind::Main, room: None, user: None, subagent: None };
    let launch = Launch::of(global, &asker)?;
    let dry = ConnectArgs { host: None, undo: false, dry_run: true, yes: false, name: "soulfile".to_owned(), asker };
    let view = |host: &Host| {
        let planned = dry.plan(host, &launch, &located.user_home);
        let changed = planned.as_ref().map_or(&[][..], |changes| &changes[..]).iter().filter(|change| change.changed);
        let file =
            |change: &Changed| ConnectorFile { path: change.file.display().to_string(), diff: change.diff.clone() };
        let files: Vec<ConnectorFile> = changed.map(file).collect();
        let agent = global.agent.as_ref().map_or_else(String::new, |agent| format!("--agent {agent} "));
        ConnectorView {
            host: host.id.to_owned(),
            name: host.name.to_owned(),
            connected: planned.is_ok() && files.is_empty(),
            problem: planned.err().map(|error| format!("{error:#}")),
            files,
            command: format!("soul {agent}connect {}", host.id),
        }
    };
    Ok(HOSTS.iter().map(view).collect())
}

fn agreed(host: &Host, undo: bool) -> Result<bool> {
    if !std::io::stdin().is_terminal() {
        return Ok(true);
    }
    let what = if undo { "Disconnect" } else { "Connect" };
    let mut err = std::io::stderr().lock();
    write!(err, "{what} {}? [y/N] ", host.name)?;
    err.flush()?;
    let mut answer = String::new();
    std::io::stdin().read_line(&mut answer)?;
    Ok(matches!(answer.trim(), "y" | "Y" | "yes"))
}

/// Writes one file whole: a copy of the old one first, then a new one in its place.
fn apply(change: &mut Changed, stamp: &str) -> Result<()> {
    let file = change.file.clone();
    if let Some(before) = &change.before {
        let mut name = file.file_name().unwrap_or_default().to_owned();
        name.push(format!(".{stamp}.bak"));
        let backup = file.with_file_name(name);
        write_beside(&backup, before, &file)?;
        change.backup = Some(backup);
    }
    let Some(after) = &change.after else {
        return std::fs::remove_file(&file).with_context(|| format!("removing {}", file.display()));
    };
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder).with_context(|| format!("making {}", folder.display()))?;
    }
    write_beside(&file, after, &file)
}

/// Writes a file under another name and moves it into place, with the permissions of `like`.
fn write_beside(file: &Path, text: &str, like: &Path) -> Result<()> {
    use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
    let mode = std::fs::metadata(like).map_or(0o600, |meta| meta.permissions().mode() & 0o777);
    let mut name = file.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    let temporary = file.with_file_name(name);
    let write = || -> std::io::Result<()> {
        let mut out = std::fs::File::options().write(true).create(true).truncate(true).mode(mode).open(&temporary)?;
        out.write_all(text.as_bytes())?;
        out.sync_all()?;
        std::fs::rename(&temporary, file)
    };
    write().map_err(|source| {
        let _ = std::fs::remove_file(&temporary);
        Error::Io { what: "writing", path: file.display().to_string(), source }.into()
    })
}

fn read(file: &Path) -> Result<Option<String>> {
    match std::fs::read_to_string(file) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(source) => Err(Error::Io { what: "reading", path: file.display().to_string(), source }.into()),
    }
}

/// The file itself where its name is a link: people keep such files in a folder of their own.
fn real_path(file: &Path) -> PathBuf {
    std::fs::canonicalize(file).unwrap_or_else(|_| file.to_owned())
}
