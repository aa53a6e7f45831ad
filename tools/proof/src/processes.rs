//! Many processes append to the same files at once: all lines are there, each process in order.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;
use std::process::Stdio;

use anyhow::Result;

use crate::aftermath::parse_acks;
use crate::lanes::read_tree;
use crate::report::ProofReport;
use crate::site::ProofSite;

/// How many at once.
const PROCESSES: u64 = 16;

/// Runs 16 processes of `count` appends each.
pub fn run(dir: &Path, seed: u64, count: u64) -> Result<ProofReport> {
    let mut report = ProofReport::new("processes", seed);
    let dir = dir.join("processes");
    let site = ProofSite::make(&dir)?;
    let mut children = Vec::new();
    for process in 0..PROCESSES {
        let mut command = site.child("append")?;
        command.arg(process.to_string()).arg(count.to_string()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        children.push(command.spawn()?);
    }
    let outputs: Vec<std::io::Result<String>> = std::thread::scope(|scope| {
        let readers: Vec<_> = children
            .iter_mut()
            .map(|child| {
                scope.spawn(|| {
                    let mut output = String::new();
                    child.stdout.take().expect("piped").read_to_string(&mut output)?;
                    child.wait()?;
                    Ok(output)
                })
            })
            .collect();
        readers.into_iter().map(|r| r.join().expect("a reader does not panic")).collect()
    });
    let mut acked = BTreeMap::new();
    for output in outputs {
        let (acks, complaints) = parse_acks(&output?);
        acked.extend(acks);
        complaints.iter().for_each(|complaint| report.torn(complaint));
    }
    report.tried = PROCESSES * count;
    let ws = match site.open() {
        Ok(ws) => ws,
        Err(e) => {
            report.lost(format!("the workspace does not open: {e:#}"));
            return Ok(report);
        }
    };
    if (acked.len() as u64) < report.tried {
        report.torn(format!("{} of {} acknowledged", acked.len(), report.tried));
    }
    let mut seen: BTreeMap<(u64, u64), u64> = BTreeMap::new();
    for (name, bytes) in read_tree(&site.workspace, "memory")? {
        let mut last: BTreeMap<u64, u64> = BTreeMap::new();
        for line in String::from_utf8_lossy(&bytes).lines().filter(|l| l.starts_with("- ")) {
            let parsed = line.strip_prefix("- process ").and_then(|l| l.split_once(" line "));
            let Some((Ok(process), Ok(number))) = parsed.map(|(p, n)| (p.parse::<u64>(), n.parse::<u64>())) else {
                report.torn(format!("{name}: {line:?}"));
                continue;
            };
            if last.insert(process, number).is_some_and(|before| before >= number) {
                report.torn(format!("{name}: line {number} of process {process} is out of order"));
            }
            *seen.entry((process, number)).or_default() += 1;
        }
    }
    for key in acked.keys() {
        match seen.get(key) {
            Some(1) => {}
            Some(n) => report.torn(format!("line {} of process {} is there {n} times", key.1, key.0)),
            None => report.lost(format!("line {} of process {} is gone", key.1, key.0)),
        }
    }
    for result in [site.check_trail(&ws), site.check_residue(), site.fsck()] {
        if let Err(e) = result {
            report.torn(format!("{e:#}"));
        }
    }
    drop(ws);
    std::fs::remove_dir_all(dir)?;
    Ok(report)
}
