//! The gateway's clock: looks at every agent from time to time and lets the engine run what is due.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use soulfile_api::HeartbeatRun;
use soulfile_engine::{ContextRequest, Engine, Ran, Requester, Result, heartbeat_is_empty};
use soulfile_vocabulary::{SessionKind, layout};

use crate::state::{Gateway, Occasion};

/// How often the clock is looked at. A heartbeat or a reflection may be this late.
pub const EVERY: Duration = Duration::from_secs(20);

/// Looks until the gateway stops. `tell` hears what was missed or went wrong.
pub async fn run(gateway: Arc<Gateway>, every: Duration, tell: fn(&str)) {
    let mut stopping = gateway.stopping();
    // The commit each agent's workspace was at when it was looked at.
    let mut looked_at: HashMap<String, String> = HashMap::new();
    // A problem that stays is told once, not at every look.
    let mut told: HashMap<String, Vec<String>> = HashMap::new();
    boot(&gateway, tell).await;
    loop {
        look(&gateway, &mut looked_at, &mut told, tell).await;
        tokio::select! {
            _ = stopping.wait_for(|stopping| *stopping) => return,
            () = tokio::time::sleep(every) => {}
        }
    }
}

async fn look(
    gateway: &Arc<Gateway>,
    looked_at: &mut HashMap<String, String>,
    told: &mut HashMap<String, Vec<String>>,
    tell: fn(&str),
) {
    let shared = gateway.clone();
    let listed = move || {
        shared.close_gone();
        shared.scheduled()
    };
    // Agents that cannot be listed now can be at the next look.
    let Ok(Ok(agents)) = gateway.blocking.run(listed).await else { return };
    let mut seen = HashSet::new();
    // Agents that share a workspace share its reflections and its checklist.
    for agent in agents.into_iter().filter(|agent| agent.exists && seen.insert(agent.workspace.clone())) {
        let (shared, id, last) = (gateway.clone(), agent.id.clone(), looked_at.get(&agent.id).cloned());
        let ran = gateway.blocking.run(move || {
            let mut engine = shared.engine(&id)?.acting_for(Requester::through("schedule"));
            let worker = shared.worker(&id);
            if let Some(drafter) = worker.as_ref().and_then(|worker| worker.drafter()) {
                engine = engine.drafted_by(drafter);
            }
            let mut ran = engine.run_due(last.as_deref());
            // What was kept since the last look is read by a model, where that is asked for.
            if let Some(worker) = worker.filter(|_| ran.revision.is_some() && ran.revision != last) {
                let notes = worker.catch_up(&engine);
                ran.notes.extend(notes.unwrap_or_else(|error| vec![format!("understanding: {error}")]));
            }
            // A beat is claimed before it runs, so what it left over is worked on once.
            if let Some(Err(error)) = ran.heartbeat.as_ref().map(|run| work_on_rest(&shared, &id, &engine, run)) {
                ran.notes.push(format!("heartbeat: {error}"));
            }
            Ok::<_, soulfile_engine::Error>(ran)
        });
        let Ok(ran) = ran.await else { continue };
        let ran = ran.unwrap_or_else(|error| Ran { notes: vec![error.to_string()], ..Ran::default() });
        for note in ran.notes.iter().filter(|note| !told.get(&agent.id).is_some_and(|told| told.contains(note))) {
            tell(&format!("{}: {note}", agent.id));
        }
        told.insert(agent.id.clone(), ran.notes);
        if ran.reflection.is_some() || ran.heartbeat.is_some_and(|run| run.receipt.is_some()) {
            gateway.changes.poke(&agent.id);
        }
        if let Some(revision) = ran.revision {
            looked_at.insert(agent.id, revision);
        }
    }
}

/// Has a model work on what a heartbeat left over. Nothing left over costs no call.
fn work_on_rest(gateway: &Gateway, agent: &str, engine: &Engine, run: &HeartbeatRun) -> Result<()> {
    let left: String = run.items.iter().filter(|item| !item.done).map(|item| format!("- {}\n", item.text)).collect();
    if let Some(worker) = gateway.worker(agent).filter(|_| !left.is_empty()) {
        worker.work(engine, Occasion::Heartbeat, &left)?;
    }
    Ok(())
}

/// Has a model do what BOOT.md asks, for every agent that has one.
async fn boot(gateway: &Arc<Gateway>, tell: fn(&str)) {
    let shared = gateway.clone();
    let Ok(Ok(agents)) = gateway.blocking.run(move || shared.scheduled()).await else { return };
    let mut seen = HashSet::new();
    for agent in agents.into_iter().filter(|agent| agent.exists && seen.insert(agent.workspace.clone())) {
        let (shared, id) = (gateway.clone(), agent.id.clone());
        let done = gateway.blocking.run(move || {
            let engine = shared.engine(&id)?.acting_for(Requester::through("boot"));
            let session =
                engine.session(&ContextRequest { kind: Some(SessionKind::Boot), ..ContextRequest::default() })?;
            let list = engine.readable_file(&session, layout::BOOT)?.filter(|file| !heartbeat_is_empty(&file.text));
            match (list, shared.worker(&id)) {
                // What came of it is memory: it stands in the day's log, and in no log of the program.
                (Some(list), Some(worker)) => {
                    let report = worker.work(&engine, Occasion::Boot, &list.text)?;
                    Ok(report.map(|_| "worked through; the day's log says what came of it"))
                }
                (Some(_), None) => Ok(Some("not worked through: models.primary names no language model")),
                (None, _) => Ok::<_, soulfile_engine::Error>(None),
            }
        });
        match done.await {
            Ok(Ok(Some(report))) => tell(&format!("{}: BOOT.md: {report}", agent.id)),
            Ok(Err(error)) => tell(&format!("{}: BOOT.md was not worked through: {error}", agent.id)),
            _ => {}
        }
    }
}
