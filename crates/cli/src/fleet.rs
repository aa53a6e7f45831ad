//! This process as a gateway of a fleet.

mod agents;
mod search;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use serde_json::Value;
use soulfile_engine::Error;
use soulfile_fleet::{
    Error as FleetError, Fleet, FleetGateway, FleetSettings, GatewayOptions, Merge, SharedFile, SharedFiles,
};
use soulfile_server::state::{Gateway, GatewaySettings};
use soulfile_server::tokens::Tokens;

use crate::place::{Located, ServedAgents};
use crate::render;
use agents::FleetAgents;
pub use search::{SearchArgs, rebuild};

/// The name under which the fleet keeps a configuration for all its gateways.
pub const CONFIGURATION: &str = "soulfile.json5";

/// The folder of a cache that holds the fleet's tokens.
const TOKENS: &str = "tokens";

/// How a gateway takes part in a fleet.
#[derive(Debug, Clone, Default, clap::Args)]
#[command(next_help_heading = "In a fleet")]
pub struct JoinArgs {
    /// Serve the workspaces of the fleet whose database this is, instead of this machine's.
    #[arg(long, value_name = "URL", env = "SOULFILE_FLEET", hide_env_values = true)]
    fleet: Option<String>,
    /// Where this gateway keeps its copies of them; a folder of the home when not given.
    #[arg(long, value_name = "DIR")]
    cache: Option<PathBuf>,
    /// The address by which the fleet's other gateways reach this one.
    #[arg(long, value_name = "URL")]
    advertise: Option<String>,
    /// How many seconds after its last sign of life others may take its workspaces over; 10 when not given.
    #[arg(long, value_name = "SECONDS")]
    lease: Option<u64>,
    /// After how many seconds without a request a workspace is given up; 900 when not given.
    #[arg(long, value_name = "SECONDS")]
    idle: Option<u64>,
    /// How many workspaces are open at once; past that those used longest ago are given up. 1000 when not given.
    #[arg(long, value_name = "NUMBER")]
    most_open: Option<usize>,
}

impl JoinArgs {
    /// The name in the address that others reach this gateway by.
    pub fn advertised_name(&self) -> Option<String> {
        let after = self.advertise.as_deref()?.split_once("://")?.1;
        let authority = after.split('/').next()?;
        let name = match authority.strip_prefix('[') {
            Some(rest) => &authority[..rest.find(']')? + 2],
            None => authority.split(':').next()?,
        };
        Some(name.to_owned())
    }

    /// This process as a gateway, where a fleet is named. It is not known to the others yet.
    pub fn join(&self, located: &Located) -> Result<Option<Arc<Joined>>> {
        let Some(url) = &self.fleet else { return Ok(None) };
        let fleet = Arc::new(Fleet::open(&settings(url)).map_err(told)?);
        let cache = self.cache.clone().unwrap_or_else(|| located.home.join("fleet"));
        let defaults = GatewayOptions::new(std::path::absolute(cache)?);
        let mut shared = token_files(&defaults.cache.join(TOKENS));
        let founding = false;
        shared.push(SharedFile { name: CONFIGURATION, path: located.config_file.clone(), founding, merge: None });
        let options = GatewayOptions {
            lease: self.lease.map_or(defaults.lease, |seconds| Duration::from_secs(seconds.max(1))),
            idle: self.idle.map_or(defaults.idle, Duration::from_secs),
            most_open: self.most_open.unwrap_or(defaults.most_open),
            shared,
            ..defaults
        };
        let gateway = FleetGateway::new(fleet, options).map_err(told)?;
        // Before tokens are looked at: the fleet's count.
        gateway.share().map_err(told)?;
        Ok(Some(Arc::new(Joined { gateway, advertise: self.advertise.clone() })))
    }
}

/// A gateway of a fleet.
pub struct Joined {
    gateway: Arc<FleetGateway>,
    advertise: Option<String>,
}

impl Joined {
    /// Where the fleet's tokens lie here.
    pub fn token_dir(&self) -> PathBuf {
        self.gateway.cache().join(TOKENS)
    }

    /// The gateway over the fleet's agents.
    pub fn gateway(&self, here: Arc<ServedAgents>, settings: GatewaySettings) -> Arc<Gateway> {
        let agents = Arc::new(FleetAgents::new(here, self.gateway.clone()));
        // Nobody edits a cache by hand.
        Gateway::new(agents.clone(), GatewaySettings { routing: Some(agents), watch: None, ..settings })
    }

    /// Lets the others know of it, under the address it listens on where none is told.
    pub fn start(&self, url: &str, gateway: &Arc<Gateway>) -> Result<()> {
        let url = self.advertise.as_deref().unwrap_or(url);
        self.gateway.start(url, |problem| render::note(&format!("fleet: {problem}"))).map_err(told)?;
        search::keep_current(self.gateway.clone(), gateway).context("starting a thread for the search")
    }

    /// Gives everything up, so that others can take over at once.
    pub fn stop(&self) {
        self.gateway.stop();
    }
}

/// The fleet's tokens as files in a folder.
fn token_files(dir: &Path) -> Vec<SharedFile> {
    let file = |name, merge| SharedFile { name, path: dir.join(name), founding: true, merge };
    vec![file("tokens.json", Some(merged_tokens as Merge)), file("person.token", None)]
}

/// Does something with the fleet's tokens.
pub fn with_tokens<T>(fleet: &Fleet, located: &Located, work: impl FnOnce(&Tokens) -> Result<T>) -> Result<T> {
    let dir = located.home.join("state").join(format!(".fleet-{}", std::process::id()));
    let files = SharedFiles::new(token_files(&dir));
    let exchange = || fleet.exchange(&files).map_err(told);
    let done = exchange().map_err(Into::into).and_then(|()| {
        let done = work(&Tokens::new(&dir, located.clock()))?;
        exchange()?;
        Ok(done)
    });
    let _ = std::fs::remove_dir_all(&dir);
    done
}

/// What two gateways made of the same tokens: what either added or changed, without what either revoked.
fn merged_tokens(base: Option<&[u8]>, here: &[u8], there: &[u8]) -> Vec<u8> {
    let read = |bytes: &[u8]| -> Vec<Value> {
        let file: Value = serde_json::from_slice(bytes).unwrap_or_default();
        file["tokens"].as_array().cloned().unwrap_or_default()
    };
    let (base, here, there) = (base.map(read).unwrap_or_default(), read(here), read(there));
    let find = |list: &[Value], token: &Value| list.iter().find(|known| known["id"] == token["id"]).cloned();
    let mut tokens: Vec<Value> = Vec::new();
    for token in &there {
        match (find(&base, token), find(&here, token)) {
            // Revoked here.
            (Some(_), None) => {}
            (Some(before), Some(ours)) if before == *token => tokens.push(ours),
            _ => tokens.push(token.clone()),
        }
    }
    tokens.extend(here.into_iter().filter(|token| find(&there, token).is_none() && find(&base, token).is_none()));
    serde_json::to_vec_pretty(&serde_json::json!({ "tokens": tokens })).expect("tokens serialise")
}

/// How a fleet is reached: by its database's address; what the object store needs is in the environment, as its own
/// tools have it (`AWS_ACCESS_KEY_ID`, `AWS_ENDPOINT`, `GOOGLE_…`, `AZURE_…`).
pub fn settings(url: &str) -> FleetSettings {
    let of_stores = |name: &str| ["AWS_", "GOOGLE_", "AZURE_"].iter().any(|start| name.starts_with(start));
    let store_options = std::env::vars().filter(|(name, _)| of_stores(name)).collect();
    FleetSettings { database: url.to_owned(), store_options }
}

/// An error of the fleet as the engine's, for its kind.
pub fn told(error: FleetError) -> Error {
    match error {
        FleetError::Workspace(error) => Error::Workspace(error),
        FleetError::NotFound(text) => Error::NotFound(text),
        FleetError::Invalid(text) => Error::Invalid(text),
        error if error.is_passing() => Error::Workspace(soulfile_workspace::Error::Busy(error.to_string())),
        error => Error::Workspace(soulfile_workspace::Error::Damaged(error.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn tokens_of_two_gateways_are_merged_and_none_that_was_revoked_comes_back() {
        let file = |ids: &[&str]| {
            let tokens: Vec<Value> = ids.iter().map(|id| json!({ "id": &id[..1], "hash": id })).collect();
            serde_json::to_vec(&json!({ "tokens": tokens })).unwrap()
        };
        let merged = merged_tokens(
            Some(&file(&["a", "b", "c", "d"])),
            &file(&["a", "c2", "d", "e"]),
            &file(&["a", "b", "c", "f"]),
        );
        let merged: Value = serde_json::from_slice(&merged).unwrap();
        let hashes: Vec<&str> =
            merged["tokens"].as_array().unwrap().iter().map(|t| t["hash"].as_str().unwrap()).collect();
        assert_eq!(hashes, ["a", "c2", "f", "e"]);
    }

    #[test]
    fn the_name_in_an_address() {
        for (url, name) in [
            ("http://10.0.0.5:8377", Some("10.0.0.5")),
            ("http://soul-1.soul/", Some("soul-1.soul")),
            ("http://[::1]:80", Some("[::1]")),
            ("nothing", None),
        ] {
            let args = JoinArgs { advertise: Some(url.to_owned()), ..JoinArgs::default() };
            assert_eq!(args.advertised_name().as_deref(), name, "{url}");
        }
    }
}
