//! `soul-proof`: programs that try hard to make Soulfile lose or tear a write.
//!
//! Each proof uses real processes and real files, prints how much it tried, lost, tore and
//! skipped, and its seed. What each one shows, and what it cannot, is in docs/design/proofs.md.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

mod aftermath;
mod authority;
mod bench;
mod beside_git;
mod child;
mod damage;
mod editors;
mod edits;
mod forge;
mod full_disk;
mod index;
mod kill;
mod kinds;
mod lanes;
mod memory;
mod obey;
mod obey_chat;
mod powercut;
mod processes;
mod reads;
mod report;
mod sabotage;
mod site;
mod storms;
mod strace;
mod syscalls;
mod undo;

use soulfile_testkit::random;
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
    /// Runs every proof in its short form.
    Quick,
    /// Runs every proof in its long form.
    Full,
    /// Shows that the proofs notice when a safeguard is gone.
    Sabotage,
    /// Compares a durable mutation with the physical floor and with git.
    Bench {
        /// Only many writers against one.
        #[arg(long)]
        writers: bool,
    },
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
    /// Lets a person save files while they are written to.
    Edits {
        /// How many interleavings.
        #[arg(default_value_t = 200)]
        count: u64,
    },
    /// Takes random histories back.
    Undo {
        /// How many histories.
        #[arg(default_value_t = 200)]
        count: u64,
    },
    /// Forges entries of the trail with plain git.
    Forge {
        /// How many forgeries.
        #[arg(default_value_t = 200)]
        count: u64,
    },
    /// Damages repositories.
    Damage {
        /// How many.
        #[arg(default_value_t = 200)]
        count: u64,
    },
    /// Runs ordinary git commands beside writers that are killed now and then.
    Git {
        /// How many commands.
        #[arg(default_value_t = 10_000)]
        count: u64,
        /// The program, to write through its command line, a chat, a gateway and an agent; without it, processes of
        /// this one write.
        #[arg(long)]
        soul: Option<PathBuf>,
    },
    /// Damages the repository, the journal or the state, and reads.
    Reads {
        /// How many times.
        #[arg(default_value_t = 500)]
        count: u64,
    },
    /// Reads on a full disk and on a read-only one.
    Disk,
    /// Damages the search index.
    Index {
        /// How many times.
        #[arg(default_value_t = 500)]
        count: u64,
    },
    /// Lets processes search, write, rebuild and lock the search index at once.
    Storms {
        /// How many operations.
        #[arg(default_value_t = 1000)]
        count: u64,
    },
    /// Lets a model that obeys every text loose on the real program, over MCP.
    Obey {
        /// The program; the one beside this when not given.
        #[arg(long)]
        soul: Option<PathBuf>,
        /// Texts of each category, 18 when not given.
        #[arg(long)]
        of_each: Option<usize>,
    },
    /// The same in the tool loop of conversations: texts in twelve languages by every way in.
    ObeyChat {
        /// The program; the one beside this when not given.
        #[arg(long)]
        soul: Option<PathBuf>,
        #[command(flatten)]
        texts: obey_chat::AttackTexts,
    },
    /// Tries every pair of authorities and every right of the table.
    Authority,
    /// A process that is tried; the proofs start it.
    #[command(hide = true)]
    Child {
        #[command(subcommand)]
        child: child::Child,
    },
}

fn main() -> ExitCode {
    sabotage::obey();
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
    let good = match proof {
        Proof::Quick => all(dir, seed, Depth::Quick)?,
        Proof::Full => all(dir, seed, Depth::Full)?,
        Proof::Sabotage => sabotage::run(dir, seed)?,
        Proof::Bench { writers } => bench::run(dir, *writers).map(|()| true)?,
        Proof::Kill { count } => kill::run(dir, seed, *count)?.print(),
        Proof::Syscalls { full: true } => syscalls::run(dir, seed, Depth::Full)?.print(),
        Proof::Syscalls { full: false } => syscalls::run(dir, seed, Depth::Quick)?.print(),
        Proof::Powercut { count } => powercut::run(dir, seed, *count)?.print(),
        Proof::Processes { count } => processes::run(dir, seed, *count)?.print(),
        Proof::Edits { count } => edits::run(dir, seed, *count)?.print(),
        Proof::Undo { count } => undo::run(dir, seed, *count)?.print(),
        Proof::Forge { count } => forge::run(dir, seed, *count)?.print(),
        Proof::Damage { count } => damage::run(dir, seed, *count)?.print(),
        Proof::Git { count, soul } => beside_git::run(dir, seed, *count, soul.as_deref())?.print(),
        Proof::Reads { count } => reads::run(dir, seed, *count)?.print(),
        Proof::Disk => reads::run_on_disks(dir, seed)?.print(),
        Proof::Index { count } => index::run(dir, seed, *count)?.print(),
        Proof::Storms { count } => storms::run(dir, seed, *count)?.print(),
        Proof::Obey { soul, of_each } => obey::run(dir, soul.as_deref(), *of_each)?,
        Proof::ObeyChat { soul, texts } => obey_chat::run(dir, soul.as_deref(), *texts)?,
        Proof::Authority => authority::run(dir)?,
        Proof::Child { .. } => unreachable!("handled by main"),
    };
    if std::env::var_os("SOUL_PROOF_KEEP").is_some() {
        eprintln!("kept {}", work.keep().display());
    }
    Ok(good)
}

/// Runs all proofs; each prints its line as it ends.
fn all(dir: &Path, seed: u64, depth: Depth) -> Result<bool> {
    let count = |quick: u64, full: u64| if depth == Depth::Quick { quick } else { full };
    let mut good = kill::run(dir, seed, count(1_000, 10_000))?.print();
    good &= syscalls::run(dir, seed, depth)?.print();
    good &= powercut::run(dir, seed, count(200, 2_000))?.print();
    good &= processes::run(dir, seed, count(100, 500))?.print();
    good &= edits::run(dir, seed, count(200, 2_000))?.print();
    good &= undo::run(dir, seed, count(200, 1_000))?.print();
    good &= forge::run(dir, seed, 200)?.print();
    good &= damage::run(dir, seed, 200)?.print();
    good &= beside_git::run(dir, seed, count(200, 10_000), None)?.print();
    if depth == Depth::Full {
        let soul = std::env::current_exe()?.with_file_name("soul");
        good &= beside_git::run(dir, seed, 10_000, Some(&soul))?.print();
        good &= obey::run(dir, None, None)?;
        good &= authority::run(dir)?;
    }
    good &= reads::run(dir, seed, count(100, 500))?.print();
    good &= reads::run_on_disks(dir, seed)?.print();
    good &= index::run(dir, seed, 500)?.print();
    good &= storms::run(dir, seed, count(1_000, 10_000))?.print();
    println!("{}", if good { "nothing lost, nothing torn" } else { "SOMETHING WAS LOST OR TORN" });
    Ok(good)
}
