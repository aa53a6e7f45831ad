//! `GET /metrics`: what the gateway and the agents a caller reaches count of themselves, for Prometheus.

use soulfile_engine::{EngineMeasures, RECALL_BUCKETS};

use super::call::Call;
use super::failure::Failure;
use crate::metrics::Exposition;

pub fn show(call: &Call) -> Result<String, Failure> {
    let gateway = &call.gateway;
    let mut out = Exposition::default();
    out.head("soul_build_info", "gauge", "The program's version");
    out.sample("soul_build_info", &[("version", env!("CARGO_PKG_VERSION"))], 1.0);
    if let Some(bytes) = resident_bytes() {
        out.head("soul_resident_memory_bytes", "gauge", "Memory of the process that is in use");
        out.sample("soul_resident_memory_bytes", &[], bytes);
    }
    out.head("soul_open_sessions", "gauge", "Conversations that are held");
    out.sample("soul_open_sessions", &[("kind", "chat")], gateway.sessions.count() as f64);
    out.sample("soul_open_sessions", &[("kind", "program")], gateway.conversations.count() as f64);
    out.head("soul_event_streams", "gauge", "Streams of changes that are open");
    out.sample("soul_event_streams", &[], gateway.changes.open_streams() as f64);
    gateway.metrics.write(&mut out);
    for metric in gateway.settings.routing.iter().flat_map(|routing| routing.metrics()) {
        out.head(metric.name, metric.kind, metric.help);
        out.sample(metric.name, &[], metric.value);
    }
    agents(call, &mut out)?;
    Ok(out.into_text())
}

/// The measures of each agent the caller reaches. One that cannot be opened is left out.
fn agents(call: &Call, out: &mut Exposition) -> Result<(), Failure> {
    let mut known: Vec<(String, EngineMeasures)> = Vec::new();
    for agent in call.gateway.scheduled()?.into_iter().filter(|agent| agent.exists && call.caller.reaches(&agent.id)) {
        if let Ok(engine) = call.gateway.engine(&agent.id) {
            known.push((agent.id, engine.measures()));
        }
    }
    let mut each = |name: &str, kind: &str, help: &str, value: fn(&EngineMeasures) -> Option<f64>| {
        out.head(name, kind, help);
        for (agent, measures) in &known {
            if let Some(value) = value(measures) {
                out.sample(name, &[("agent", agent)], value);
            }
        }
    };
    each("soul_mutations_total", "counter", "Changes that were committed", |m| Some(m.mutations as f64));
    each("soul_index_entries", "gauge", "Entries of the search index", |m| m.index_entries.map(|n| n as f64));
    each("soul_alerts", "gauge", "Changes of critical files nobody acknowledged", |m| Some(m.alerts as f64));
    each("soul_journal_bytes", "gauge", "Size of the journal", |m| Some(m.journal_bytes as f64));
    let bounds = RECALL_BUCKETS.map(|ms| f64::from(ms) / 1000.0);
    let name = "soul_recall_duration_seconds";
    out.head(name, "histogram", "Time a search took");
    for (agent, measures) in &known {
        out.histogram(name, &[("agent", agent)], &bounds, &measures.recalls, measures.recall_ms / 1000.0);
    }
    Ok(())
}

/// The resident memory of this process, where the system tells it.
fn resident_bytes() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024.0)
}
