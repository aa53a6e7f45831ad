//! Random kill -9 of the writer's whole process group, then: is every acknowledged step there?

use std::io::Read;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

use anyhow::Result;
use rustix::process::{Pid, Signal};

use crate::aftermath;
use crate::lanes::Lane;
use crate::random::Random;
use crate::report::ProofReport;
use crate::site::ProofSite;

/// Kills between two fresh workspaces.
const ROUNDS: u64 = 40;
/// Workers side by side.
const WORKERS: u64 = 2;

/// Kills `count` writers.
pub fn run(dir: &Path, seed: u64, count: u64) -> Result<ProofReport> {
    let mut report = ProofReport::new("kill", seed);
    let results: Vec<Result<(ProofReport, u64)>> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..WORKERS)
            .map(|worker| {
                let share = count / WORKERS + u64::from(worker < count % WORKERS);
                scope.spawn(move || work(&dir.join(format!("kill-{worker}")), seed, worker, share))
            })
            .collect();
        workers.into_iter().map(|w| w.join().expect("a worker does not panic")).collect()
    });
    let mut acknowledged = 0;
    for result in results {
        let (part, acks) = result?;
        report.add(part);
        acknowledged += acks;
    }
    report.note(format!("{acknowledged} acknowledged mutations"));
    Ok(report)
}

fn work(dir: &Path, seed: u64, worker: u64, count: u64) -> Result<(ProofReport, u64)> {
    let mut report = ProofReport::new("kill", seed);
    let mut acknowledged = 0;
    let mut random = Random::part(seed, &[1000 + worker]);
    let mut site = ProofSite::in_dir(dir);
    let mut lanes = Vec::new();
    let mut lane_seed = 0;
    for round in 0..count {
        if round % ROUNDS == 0 {
            site = ProofSite::make(dir)?;
            lane_seed = random.next();
            lanes = (0..1 + random.below(6)).map(Lane::new).collect();
        }
        let mut child = spawn_writer(&site, lane_seed, &lanes)?;
        std::thread::sleep(Duration::from_micros(2_000 + random.below(90_000)));
        kill_group(&child)?;
        let mut output = String::new();
        child.stdout.take().expect("piped").read_to_string(&mut output)?;
        child.wait()?;
        let (acks, complaints) = aftermath::parse_acks(&output);
        acknowledged += acks.len() as u64;
        for complaint in complaints {
            report.torn(format!("round {round} of worker {worker}: {complaint}"));
        }
        report.tried += 1;
        let before = report.lost + report.torn;
        drop(aftermath::check(&site, lane_seed, &mut lanes, &acks, round % 16 == 15, &mut report));
        if report.lost + report.torn > before && std::env::var_os("SOUL_PROOF_KEEP").is_some() {
            site.copy_to(&dir.with_extension(format!("bad-{round}")))?;
        }
    }
    std::fs::remove_dir_all(dir)?;
    Ok((report, acknowledged))
}

/// Starts a writer in a process group of its own.
pub fn spawn_writer(site: &ProofSite, seed: u64, lanes: &[Lane]) -> Result<Child> {
    let starts: Vec<String> = lanes.iter().map(|l| l.next.to_string()).collect();
    let mut command = site.child("writer")?;
    command.arg(seed.to_string()).arg(starts.join(",")).stdout(Stdio::piped()).stderr(Stdio::inherit());
    Ok(command.process_group(0).spawn()?)
}

/// Kills a child that leads its own process group, and the group with it.
pub fn kill_group(child: &Child) -> Result<()> {
    match rustix::process::kill_process_group(Pid::from_child(child), Signal::KILL) {
        // It may have ended by itself.
        Ok(()) | Err(rustix::io::Errno::SRCH) => Ok(()),
        Err(e) => Err(e.into()),
    }
}
