//! The configuration of a running gateway, read again when its file changes or a SIGHUP asks for it.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use soulfile_engine::config::GatewayConfig;
use soulfile_server::state::AgentDirectory;
use tokio::signal::unix::Signal;
use tokio::sync::watch;

use crate::place::ServedAgents;
use crate::render;

/// How often the file is looked at.
const LOOK: Duration = Duration::from_secs(1);

/// Reads the configuration again whenever it is time to, until the gateway stops, and tells what that changed.
pub async fn run(
    served: Arc<ServedAgents>,
    started: GatewayConfig,
    mut hangup: Signal,
    mut stopping: watch::Receiver<bool>,
) {
    let mut known = served.stamp();
    loop {
        let asked = tokio::select! {
            _ = stopping.wait_for(|stopping| *stopping) => return,
            heard = hangup.recv() => heard.is_some(),
            () = tokio::time::sleep(LOOK) => false,
        };
        if !asked && served.stamp() == known {
            continue;
        }
        let shared = served.clone();
        let read = tokio::task::spawn_blocking(move || shared.reload()).await;
        known = served.stamp();
        // What cannot be used was told where it was read; the last good one stays.
        if let Ok(Some(now)) = read {
            render::note("the configuration was read again and holds from now on");
            for key in changed(&started, &now) {
                render::note(&format!("gateway.{key} is not what the gateway was started with; a restart takes it up"));
            }
        }
    }
}

/// The keys of the gateway that differ. It took them when it started.
fn changed(started: &GatewayConfig, now: &GatewayConfig) -> Vec<String> {
    let keys = |config: &GatewayConfig| match serde_json::to_value(config) {
        Ok(Value::Object(keys)) => keys,
        _ => serde_json::Map::new(),
    };
    let before = keys(started);
    keys(now).into_iter().filter(|(key, value)| before.get(key) != Some(value)).map(|(key, _)| key).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_the_gateway_that_differ_are_named() {
        let started = GatewayConfig::default();
        let now = GatewayConfig { port: 1, max_body_bytes: 2048, ..started.clone() };
        assert_eq!(changed(&started, &now), ["port", "maxBodyBytes"]);
        assert!(changed(&started, &started).is_empty());
    }
}
