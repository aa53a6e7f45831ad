//! The gateway's clock: looks at every agent from time to time and lets the engine run what is due.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use soulfile_engine::{Ran, Requester};

use crate::state::Gateway;

/// How often the clock is looked at. A heartbeat or a reflection may be this late.
pub const EVERY: Duration = Duration::from_secs(20);

/// Looks until the gateway stops. `tell` hears what was missed or went wrong.
pub async fn run(gateway: Arc<Gateway>, every: Duration, tell: fn(&str)) {
    let mut stopping = gateway.stopping();
    // The commit each agent's workspace was at when it was looked at.
    let mut looked_at: HashMap<String, String> = HashMap::new();
    // A problem that stays is told once, not at every look.
    let mut told: HashMap<String, Vec<String>> = HashMap::new();
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
    // Agents that cannot be listed now can be at the next look.
    let Ok(Ok(agents)) = gateway.blocking.run(move || shared.agents()).await else { return };
    let mut seen = HashSet::new();
    // Agents that share a workspace share its reflections and its checklist.
    for agent in agents.into_iter().filter(|agent| agent.exists && seen.insert(agent.workspace.clone())) {
        let (shared, id, last) = (gateway.clone(), agent.id.clone(), looked_at.get(&agent.id).cloned());
        let ran = gateway.blocking.run(move || {
            let engine = shared.engine(&id)?.acting_for(Requester::through("schedule"));
            Ok::<_, soulfile_engine::Error>(engine.run_due(last.as_deref()))
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
