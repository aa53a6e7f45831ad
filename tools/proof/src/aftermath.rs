//! After an accident: are all acknowledged steps there, whole, once, in order?

use std::collections::BTreeMap;

use anyhow::Result;
use soulfile_workspace::{LogFilter, Workspace};

use crate::lanes::{Lane, directory, parse_summary, read_shared, read_tree};
use crate::report::ProofReport;
use crate::site::ProofSite;

/// Acknowledged mutation ids by lane and step.
pub type Acks = BTreeMap<(u64, u64), String>;

/// Reads `ack LANE STEP ID` lines; other lines are the child's complaints.
pub fn parse_acks(output: &str) -> (Acks, Vec<String>) {
    let mut acks = Acks::new();
    let mut complaints = Vec::new();
    for line in output.split_inclusive('\n').filter_map(|l| l.strip_suffix('\n')) {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["ack", lane, step, id] => {
                if let (Ok(lane), Ok(step)) = (lane.parse(), step.parse()) {
                    acks.insert((lane, step), id.to_owned());
                }
            }
            ["ready"] => {}
            _ => complaints.push(line.to_owned()),
        }
    }
    (acks, complaints)
}

/// Opens the site and compares it with what was acknowledged; the lanes move on to what is there.
pub fn check(
    site: &ProofSite,
    seed: u64,
    lanes: &mut [Lane],
    acks: &Acks,
    fsck: bool,
    report: &mut ProofReport,
) -> Option<Workspace> {
    let ws = match site.open() {
        Ok(ws) => ws,
        Err(e) => {
            report.lost(format!("the workspace does not open: {e:#}"));
            return None;
        }
    };
    for lane in lanes.iter_mut() {
        if let Err(what) = check_files(site, seed, lane, acks, report) {
            report.torn(format!("{what:#}"));
        }
        match read_shared(&site.workspace, lane.number) {
            Ok(shared) if shared == lane.shared => {}
            Ok(shared) => {
                let kept = shared.iter().zip(&lane.shared).take_while(|(a, b)| a == b).count();
                report.torn(format!(
                    "lane {}: the shared file tells of {} steps instead of {}, and from the {kept}th on of others",
                    lane.number,
                    shared.len(),
                    lane.shared.len()
                ));
                lane.shared = shared;
            }
            Err(e) => report.torn(format!("the shared file cannot be read: {e}")),
        }
    }
    if let Err(e) = check_history(&ws, lanes, acks, report) {
        report.torn(format!("the history cannot be read: {e:#}"));
    }
    let fsck = if fsck { site.fsck() } else { Ok(()) };
    for result in [site.check_trail(&ws), site.check_residue(), fsck] {
        if let Err(e) = result {
            report.torn(format!("{e:#}"));
        }
    }
    Some(ws)
}

/// The lane's files are exactly those after the last acknowledged step, or after the one in
/// flight behind it.
fn check_files(site: &ProofSite, seed: u64, lane: &mut Lane, acks: &Acks, report: &mut ProofReport) -> Result<()> {
    let disk = read_tree(&site.workspace, &directory(lane.number))?;
    let acked =
        acks.range((lane.number, 0)..=(lane.number, u64::MAX)).next_back().map_or(lane.next, |((_, n), _)| n + 1);
    let before = lane.clone();
    while lane.next < acked {
        lane.advance(seed);
    }
    if lane.tree == disk {
        return Ok(());
    }
    let mut beyond = lane.clone();
    beyond.advance(seed);
    if beyond.tree == disk {
        *lane = beyond;
        return Ok(());
    }
    let mut earlier = before;
    while earlier.next < acked && earlier.tree != disk {
        earlier.advance(seed);
    }
    if earlier.next < acked {
        report.lost(format!("lane {}: {acked} acknowledged, {} in the files", lane.number, earlier.next));
    } else {
        let want = &lane.tree;
        let names: std::collections::BTreeSet<&String> = want.keys().chain(disk.keys()).collect();
        let differs: Vec<String> = names
            .into_iter()
            .filter(|k| want.get(*k) != disk.get(*k))
            .map(|k| format!("{k} ({:?} bytes, want {:?})", disk.get(k).map(Vec::len), want.get(k).map(Vec::len)))
            .collect();
        report.torn(format!("lane {} after step {acked}: {}", lane.number, differs.join(", ")));
    }
    // Go on from what is there, so that one accident is counted once.
    lane.tree = disk;
    Ok(())
}

/// The newest entries of each lane are its steps without gap or repetition, under the ids that
/// were acknowledged.
fn check_history(ws: &Workspace, lanes: &[Lane], acks: &Acks, report: &mut ProofReport) -> Result<()> {
    let limit = acks.len() + 2 * lanes.len() + 4;
    let entries = ws.log(&LogFilter { limit, ..LogFilter::default() })?;
    let audit = std::fs::read_to_string(ws.path().join(soulfile_vocabulary::layout::AUDIT_LOG)).unwrap_or_default();
    for lane in lanes {
        let mut expected = lane.next;
        for entry in &entries {
            let Some((_, step)) = parse_summary(entry.summary()).filter(|(l, _)| *l == lane.number) else { continue };
            if step + 1 != expected {
                report.torn(format!("lane {}: history has step {step} below step {expected}", lane.number));
                break;
            }
            expected = step;
        }
    }
    for ((lane, step), id) in acks {
        if !entries.iter().any(|e| e.id() == id && parse_summary(e.summary()) == Some((*lane, *step))) {
            report.lost(format!("lane {lane} step {step}: {id} is not in the history"));
        }
        let line = format!("| {} |", crate::lanes::summary(*lane, *step));
        if !audit.contains(&line) {
            report.lost(format!("lane {lane} step {step}: not in audit.log"));
        }
    }
    Ok(())
}
