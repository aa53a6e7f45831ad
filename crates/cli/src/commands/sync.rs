//! `soul sync`

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use soulfile_api::Synced;
use soulfile_engine::{GitProgram, SyncRequest};

use crate::args::Global;
use crate::deciding::{Ask, decide};
use crate::place::Located;
use crate::render::{self, Style};

/// What of the environment reaches git: where programs, keys and proxies are, and how a password is asked for.
const PASSED: [&str; 20] = [
    "PATH",
    "HOME",
    "USER",
    "LOGNAME",
    "TERM",
    "LANG",
    "TZ",
    "TMPDIR",
    "SSH_AUTH_SOCK",
    "SSH_ASKPASS",
    "GIT_ASKPASS",
    "DISPLAY",
    "WAYLAND_DISPLAY",
    "XDG_RUNTIME_DIR",
    "http_proxy",
    "https_proxy",
    "no_proxy",
    "ALL_PROXY",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
];

/// Exchange a workspace with a git remote: take in what other machines did, send what is new here.
///
/// Entries of one day are put together by their time, other files line by line. Where both sides changed the same line,
/// this one's stays and the other's waits as a proposal or lies beside it as a copy; no file ever holds marks of a
/// conflict. What another machine wrote is taken only once its key is trusted. All of the workspace is sent, private
/// memories included: use a remote that is yours.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  soul sync ssh://me@host/aria.git     name the remote once; an empty bare repository will do
  soul sync                            later: take in, merge, send
  soul sync --dry-run                  what would come in

The second machine begins with a clone: `git clone ADDRESS FOLDER`, `soul setup --workspace FOLDER`, and
`soul audit trust --key-file FILE` on each with the other's audit.key.")]
pub struct SyncArgs {
    /// The remote: a whole path, or an address with file://, ssh:// or https://. The one of last time when not given.
    #[arg(value_name = "REMOTE")]
    remote: Option<String>,
    /// Only say what would come in.
    #[arg(long)]
    dry_run: bool,
}

impl SyncArgs {
    pub fn run(&self, global: &Global) -> Result<ExitCode> {
        let located = Located::find(global)?;
        let mut engine = located.engine(global)?;
        if let Some(remote) = &self.remote {
            let page = |_: &soulfile_engine::Engine| Ok(format!("All of this workspace is exchanged with {remote}.\n"));
            engine = decide(engine, &located, global, page, Ask::Question("Exchange it?"))?;
        }
        let environment: Vec<(OsString, OsString)> =
            PASSED.iter().filter_map(|name| Some((OsString::from(name), std::env::var_os(name)?))).collect();
        let git = GitProgram { program: PathBuf::from("git"), environment };
        let done = engine.sync(&SyncRequest { remote: self.remote.clone(), dry_run: self.dry_run, git })?;
        match global.json {
            true => render::json(&done)?,
            false => render::text(&shown(&done))?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn shown(done: &Synced) -> String {
    let mut out = String::new();
    for path in &done.files {
        let both = if done.merged.contains(path) { ", changed on both sides" } else { "" };
        out += &format!("{} {path}{both}\n", render::styled(Style::Green, "taken"));
    }
    for note in &done.notes {
        out += &format!("{} {note}\n", render::styled(Style::Yellow, "note "));
    }
    for number in &done.proposals {
        out += &format!(
            "{} proposal #{number}: both sides changed the same line\n",
            render::styled(Style::Yellow, "waits")
        );
    }
    let entries = if done.taken == 1 { "1 entry".to_owned() } else { format!("{} entries", done.taken) };
    if done.dry_run {
        return out + &format!("{entries} of other machines would come in; nothing was changed (--dry-run)\n");
    }
    let sent = if done.sent { "what is new here was sent" } else { "nothing to send" };
    out += &format!("{}: {entries} of other machines came in, {sent}.\n", done.remote);
    if let Some(receipt) = &done.receipt {
        out += &render::receipt(receipt);
    }
    out
}
