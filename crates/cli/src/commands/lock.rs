//! `soul lock`

use std::process::ExitCode;

use anyhow::Result;
use clap::Subcommand;
use soulfile_engine::{ApprovalLock, Decider, Error, Passphrase};

use crate::args::Global;
use crate::deciding::{self, decider};
use crate::place::Located;
use crate::render;

/// The approval lock: a passphrase without which nothing is approved, acknowledged, trusted, pinned or purged.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  soul lock set                                    asks for a passphrase, twice
  soul lock status
  soul lock change
  soul lock off
  soul reflect approve --passphrase-fd 3 3<FILE    a script, with the passphrase in a file

One lock holds for all agents of this home, on the command line, in chat and over HTTP. The passphrase is
kept nowhere; after five wrong ones in a row the next has to wait.")]
pub struct LockArgs {
    #[command(subcommand)]
    action: LockAction,
}

#[derive(Debug, Subcommand)]
enum LockAction {
    /// Set the lock. A person's act.
    Set,
    /// Change the passphrase.
    Change {
        /// Read the new passphrase from this file descriptor.
        #[arg(long, value_name = "FD")]
        new_passphrase_fd: Option<u32>,
    },
    /// Take the lock off.
    Off,
    /// Show whether it is set.
    Status,
}

impl LockArgs {
    pub fn run(&self, global: &Global) -> Result<ExitCode> {
        let located = Located::find(global)?;
        let lock = ApprovalLock::new(&located.home.join("state"));
        match &self.action {
            LockAction::Status => return status(&lock, global),
            LockAction::Set => {
                // Who sets it decides who decides from now on.
                if decider(&located) == Decider::Nobody {
                    return Err(Error::Denied("the approval lock is set by a person, on a terminal".to_owned()).into());
                }
                lock.set(&chosen(global.passphrase_fd)?)?;
                show_outcome(&lock, global, "The approval lock is set: deciding needs the passphrase.\n")
            }
            LockAction::Change { new_passphrase_fd } => {
                let old = deciding::passphrase(global, "Passphrase: ")?;
                lock.change(&old, &chosen(*new_passphrase_fd)?)?;
                show_outcome(&lock, global, "The passphrase was changed.\n")
            }
            LockAction::Off => {
                lock.off(&deciding::passphrase(global, "Passphrase: ")?)?;
                show_outcome(&lock, global, "The approval lock is off.\n")
            }
        }?;
        Ok(ExitCode::SUCCESS)
    }
}

/// A new passphrase: from a file descriptor, else typed twice.
fn chosen(fd: Option<u32>) -> Result<Passphrase> {
    if let Some(fd) = fd {
        return deciding::from_descriptor(fd);
    }
    let first = deciding::typed("New passphrase: ")?;
    if first != deciding::typed("Again: ")? {
        return Err(Error::Invalid("the two differ; nothing was changed".to_owned()).into());
    }
    Ok(first)
}

fn show_outcome(lock: &ApprovalLock, global: &Global, text: &str) -> Result<()> {
    if global.json { render::json(&lock.status()) } else { render::text(text) }
}

fn status(lock: &ApprovalLock, global: &Global) -> Result<ExitCode> {
    let status = lock.status();
    if global.json {
        render::json(&status)?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut out = match &status.since {
        Some(since) => format!("The approval lock is set since {since}.\n"),
        None if status.set => "The approval lock is set, but cannot be read.\n".to_owned(),
        None => "The approval lock is off; deciding needs a terminal or a person's token.\n".to_owned(),
    };
    if status.failures > 0 {
        out += &format!("{} wrong passphrases since the last right one.\n", status.failures);
    }
    if status.wait > 0 {
        out += &format!("The next may be tried in {} s.\n", status.wait);
    }
    render::text(&out)?;
    Ok(ExitCode::SUCCESS)
}
