//! `soul-proof`: programs that try hard to make Soulfile lose or tear a write.
//!
//! Each proof uses real processes and real files, prints how much it tried, lost, tore and
//! skipped, and its seed. What each one shows, and what it cannot, is in docs/design/proofs.md.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

mod aftermath;
mod child;
mod full_disk;
mod kill;
mod kinds;
mod lanes;
mod powercut;
mod processes;
mod random;
mod report;
mod site;
mod strace;
mod syscalls;

use report::Report;
use syscalls::Depth;

/// Tries to make Soulfile lose or tear a write.
#[derive(Debug, Parser)]
struct Arguments {
    /// Where to work; a directory of its own is made there and removed.
    #[arg(long, global = true)]
    dir: Option<PathBuf>,
    /// Repeats an earlier run.
    #[arg(long, global = true)]
    seed: Option<u64>,
    #[command(subcommand)]
    proof: Proof,
}

#[derive(Debug, Subcommand)]
enum Proof {
    /// Kills writers at random moments.
    Kill {
        /// How many.
        #[arg(default_value_t = 1000)]
        count: u64,
    },
    /// Kills and fails writers at every system call.
    Syscalls {
        /// All kinds, all errors.
        #[arg(long)]
        full: bool,
    },
    /// Cuts the power of an ext4 file system.
    Powercut {
        /// How many times.
        #[arg(default_value_t = 200)]
        count: u64,
    },
    /// Lets 16 processes append to the same files.
    Processes {
        /// Lines per process.
        #[arg(default_value_t = 100)]
        count: u64,
    },
    /// A process that is tried; the proofs start it.
    #[command(hide = true)]
    Child {
        #[command(subcommand)]
        child: child::Child,
    },
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let result = match arguments.proof {
        Proof::Child { child } => child::run(child).map(|()| true),
        proof => prove(arguments.dir, arguments.seed, &proof),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(e) => {
            eprintln!("soul-proof: {e:#}");
            ExitCode::from(2)
        }
    }
}

fn prove(dir: Option<PathBuf>, seed: Option<u64>, proof: &Proof) -> Result<bool> {
    let parent = dir.unwrap_or_else(std::env::temp_dir);
    std::fs::create_dir_all(&parent)?;
    let work = tempfile::Builder::new().prefix("soul-proof-").tempdir_in(parent)?;
    let seed =
        seed.unwrap_or_else(|| std::time::UNIX_EPOCH.elapsed().map_or(1, |d| d.as_micros() as u64 % 1_000_000_000));
    let dir = work.path();
    let report: Report = match proof {
        Proof::Kill { count } => kill::run(dir, seed, *count)?,
        Proof::Syscalls { full } => syscalls::run(dir, seed, if *full { Depth::Full } else { Depth::Quick })?,
        Proof::Powercut { count } => powercut::run(dir, seed, *count)?,
        Proof::Processes { count } => processes::run(dir, seed, *count)?,
        Proof::Child { .. } => unreachable!("handled by main"),
    };
    if std::env::var_os("SOUL_PROOF_KEEP").is_some() {
        eprintln!("kept {}", work.keep().display());
    }
    Ok(report.print())
}
