//! `soul-fleet-proof`: the proofs of the fleet, and its figures.

#![allow(clippy::print_stdout)]

mod bench;
mod objects;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, ensure};
use clap::{Parser, Subcommand};
use soulfile_fleet_proof::nemesis::{self, FleetFault, NemesisPlan, NemesisReport};
use soulfile_fleet_proof::site::{FleetSite, LEASE};

#[derive(Parser)]
struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// Gateways are killed, frozen and cut off while they write; prints what was lost.
    Nemesis {
        /// The binary.
        #[arg(long)]
        soul: PathBuf,
        #[arg(long, default_value_t = 20_000)]
        operations: u64,
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Keep checkpoints behind an S3 interface (PyPI's moto) and not in a folder.
        #[arg(long)]
        s3: bool,
    },
    /// Takes safeguards away, one at a time; each has to be noticed.
    Sabotage {
        /// A binary built with the feature `sabotage`.
        #[arg(long)]
        soul: PathBuf,
    },
    /// Prints mutations per second, and how long opening takes.
    Bench {
        #[arg(long)]
        soul: PathBuf,
        /// How long each measurement writes, in seconds.
        #[arg(long, default_value_t = 10)]
        seconds: u64,
        /// Measure these only.
        #[arg(long, value_enum)]
        only: Vec<BenchPart>,
        /// Where the caches of the gateways that write are; the temporary folder when not given.
        #[arg(long)]
        caches: Option<PathBuf>,
    },
}

/// What is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum BenchPart {
    Writes,
    Database,
    Opening,
    Many,
}

fn main() -> Result<ExitCode> {
    let good = match Args::parse().verb {
        Verb::Nemesis { soul, operations, seed, s3 } => {
            let objects = s3.then(objects::S3::start).transpose()?;
            let site = match &objects {
                Some(s3) => FleetSite::new(&soul, Some(s3.url()), &s3.environment())?,
                None => FleetSite::new(&soul, None, &[])?,
            };
            let plan = NemesisPlan {
                gateways: 3,
                workspaces: 3,
                writers: 12,
                readers: 4,
                operations,
                faults: FleetFault::ALL.to_vec(),
                seed,
            };
            let report = nemesis::run(&site, &plan)?;
            print(&report);
            report.is_good() && report.is_in_time()
        }
        Verb::Sabotage { soul } => {
            let cases = [
                ("fleet-fence", vec![FleetFault::Freeze]),
                ("fleet-commit", vec![FleetFault::Kill, FleetFault::KillAndWipe]),
            ];
            let mut all = true;
            for (safeguard, faults) in cases {
                let noticed = is_noticed(&soul, safeguard, &faults)?;
                println!("without {safeguard}: {}", if noticed { "noticed" } else { "NOT NOTICED" });
                all &= noticed;
            }
            all
        }
        Verb::Bench { soul, seconds, only, caches } => {
            bench::run(&soul, seconds, &only, &caches.unwrap_or_else(std::env::temp_dir))?;
            true
        }
    };
    ensure!(good, "it is not as it has to be");
    Ok(ExitCode::SUCCESS)
}

/// Whether a run without a safeguard is told from one with it. Chance has a part in it, so there are a few.
fn is_noticed(soul: &std::path::Path, safeguard: &str, faults: &[FleetFault]) -> Result<bool> {
    for seed in 1..=4 {
        let site = FleetSite::new(soul, None, &[("SOULFILE_SABOTAGE".to_owned(), safeguard.to_owned())])?;
        let plan = NemesisPlan {
            gateways: 2,
            workspaces: 1,
            writers: 6,
            readers: 2,
            operations: 1_500,
            faults: faults.to_vec(),
            seed,
        };
        match nemesis::run(&site, &plan) {
            // A fleet that does not go on any more is noticed as well.
            Err(error) => {
                println!("  {safeguard}: {error:#}");
                return Ok(true);
            }
            Ok(report) if !report.is_good() => {
                print(&report);
                return Ok(true);
            }
            Ok(_) => {}
        }
    }
    Ok(false)
}

fn print(report: &NemesisReport) {
    let verdict = &report.verdict;
    println!(
        "{} writes acknowledged, {} refused, {} unknown; {} reads; {:.0} s, the longest wait between two acknowledged writes {:.1} s",
        verdict.acknowledged,
        verdict.refused,
        verdict.unknown,
        report.reads,
        report.took.as_secs_f64(),
        report.longest_gap.as_secs_f64()
    );
    let mut failovers = report.failovers.clone();
    failovers.sort();
    if let Some(longest) = failovers.last() {
        let allowed = nemesis::FAILOVER.as_secs() + LEASE;
        println!(
            "  {} workspaces taken over from a dead gateway, half of them within {:.1} s, the longest {:.1} s after its end (lease {LEASE} s); \
             {} took longer than {allowed} s",
            failovers.len(),
            failovers[failovers.len() / 2].as_secs_f64(),
            longest.as_secs_f64(),
            failovers.iter().filter(|took| took.as_secs() >= allowed).count()
        );
    }
    for (fault, count) in &report.faults {
        println!("  {fault:?}: {count}");
    }
    println!(
        "  lost {}, twice {}, refused but there {}, out of order {}, stale reads {}, broken {}",
        verdict.lost.len(),
        verdict.twice.len(),
        verdict.risen.len(),
        verdict.disordered.len(),
        report.stale.len(),
        report.broken.len()
    );
    let lists = [&verdict.lost, &verdict.twice, &verdict.risen, &verdict.disordered, &report.stale, &report.broken];
    lists.into_iter().flat_map(|list| list.iter().take(5)).for_each(|what| println!("    {what}"));
}
