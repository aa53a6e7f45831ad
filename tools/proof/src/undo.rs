//! Undo: random histories taken back step by step, each state equal byte for byte.

use std::path::Path;

use anyhow::Result;
use soulfile_workspace::{Target, Workspace};

use crate::lanes::{Lane, read_tree, step};
use crate::random::Random;
use crate::report::ProofReport;
use crate::site::ProofSite;

/// Histories that share a workspace, one after the other.
const SHARED: u64 = 20;

/// Takes back `count` random histories.
pub fn run(dir: &Path, seed: u64, count: u64) -> Result<ProofReport> {
    let mut report = ProofReport::new("undo", seed);
    let dir = dir.join("undo");
    let mut random = Random::part(seed, &[6000]);
    let mut steps = 0;
    let mut site = ProofSite::in_dir(&dir);
    for history in 0..count {
        if history % SHARED == 0 {
            site = ProofSite::make(&dir)?;
        }
        let ws = site.open()?;
        report.tried += 1;
        match one(&site, &ws, random.next(), history, &mut random) {
            Ok(Ok(undone)) => steps += undone,
            Ok(Err(what)) => report.torn(format!("history {history}: {what}")),
            Err(e) => report.torn(format!("history {history}: {e:#}")),
        }
        if history % SHARED == SHARED - 1
            && let Err(e) = site.fsck().and_then(|()| site.check_residue())
        {
            report.torn(format!("history {history}: {e:#}"));
        }
    }
    report.note(format!("{steps} steps taken back"));
    let _ = std::fs::remove_dir_all(&dir);
    Ok(report)
}

/// Makes one history and takes it back, as one session or mutation by mutation.
fn one(
    site: &ProofSite,
    ws: &Workspace,
    seed: u64,
    history: u64,
    random: &mut Random,
) -> Result<std::result::Result<u64, String>> {
    let mut lane = Lane::new(1000 + history);
    let length = 4 + random.below(12);
    let session = format!("session-{history}");
    let mut states = vec![read_tree(&site.workspace, "")?];
    let mut ids = Vec::new();
    for _ in 0..length {
        let mutation = step(seed, lane.number, lane.next, &lane.tree).session(Some(session.clone()));
        ids.push(ws.apply(mutation)?.id);
        lane.advance(seed);
        states.push(read_tree(&site.workspace, "")?);
    }
    let undo = |target: Target| -> Result<()> {
        ws.apply(ws.plan_rollback(&target)?.confirmed(true))?;
        Ok(())
    };
    let by_session = random.one_in(4);
    if by_session {
        undo(Target::Session(session))?;
        if read_tree(&site.workspace, "")? != states[0] {
            return Ok(Err("the session is not undone byte for byte".to_owned()));
        }
        return Ok(Ok(length));
    }
    for (number, id) in ids.iter().enumerate().rev() {
        undo(Target::Mutation(id.clone()))?;
        if read_tree(&site.workspace, "")? != states[number] {
            return Ok(Err(format!("step {number} of {length} is not undone byte for byte")));
        }
    }
    // An undo can itself be undone: the newest one gives step 0 back.
    undo(Target::Last)?;
    if read_tree(&site.workspace, "")? != states[1] {
        return Ok(Err("the undo is not undone byte for byte".to_owned()));
    }
    undo(Target::Last)?;
    Ok(Ok(length + 2))
}
