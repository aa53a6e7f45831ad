//! The agents of a fleet, as this gateway serves them.

use std::sync::Arc;

use soulfile_api::AgentInfo;
use soulfile_engine::{Error, Place, Result};
use soulfile_fleet::{Error as FleetError, FleetGateway, FleetSettings, Served as ServedBy};
use soulfile_models::chat::RemoteChat;
use soulfile_server::routing::{Routing, ServedAt};
use soulfile_server::sessions::SpeakingModel;
use soulfile_server::state::{AgentDirectory, Worker};

use crate::model::{self, BackgroundModel};
use crate::place::{Located, Served};
use crate::render;

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

/// The workspaces of a fleet as agents.
pub struct FleetDirectory {
    /// The configuration, which the fleet's agents share.
    here: Served,
    gateway: Arc<FleetGateway>,
}

impl FleetDirectory {
    pub fn new(here: Served, gateway: Arc<FleetGateway>) -> Self {
        Self { here, gateway }
    }

    fn place_of(&self, agent: &str) -> Option<Result<Place>> {
        let opened = self.gateway.opened(agent)?;
        Some(self.here.with(|located: &Located| {
            let place = located.place_at(agent.to_owned(), opened.dir.clone());
            Ok(Place { state_root: self.gateway.state_root(), journal: Some(opened.sink.clone()), ..place })
        }))
    }

    fn info(&self, id: String, exists: bool) -> AgentInfo {
        let workspace = self.gateway.cache().join("workspaces").join(&id).display().to_string();
        AgentInfo { id, exists, workspace, default: false, shared_with: Vec::new() }
    }
}

impl Routing for FleetDirectory {
    fn route(&self, agent: &str) -> Result<ServedAt> {
        match self.gateway.serve(agent).map_err(told)? {
            ServedBy::Here => Ok(ServedAt::Here),
            ServedBy::There(url) => Ok(ServedAt::Url(url)),
        }
    }
}

impl AgentDirectory for FleetDirectory {
    fn stamp(&self) -> u64 {
        self.here.stamp()
    }

    fn agents(&self) -> Result<Vec<AgentInfo>> {
        let names = self.gateway.fleet.names().map_err(told)?;
        Ok(names.into_iter().map(|name| self.info(name, true)).collect())
    }

    fn scheduled(&self) -> Result<Vec<AgentInfo>> {
        Ok(self.gateway.open_names().into_iter().map(|name| self.info(name, true)).collect())
    }

    fn opening(&self, agent: &str) -> Option<u64> {
        self.gateway.opened(agent).map(|opened| opened.fence as u64)
    }

    fn place(&self, agent: &str) -> Result<Option<Place>> {
        if let Some(place) = self.place_of(agent) {
            return place.map(Some);
        }
        // Asked for by something that no path names an agent for.
        match self.gateway.serve(agent) {
            Ok(ServedBy::Here) => self.place_of(agent).transpose(),
            Ok(ServedBy::There(url)) => Err(Error::Workspace(soulfile_workspace::Error::Busy(format!(
                "\"{agent}\" is served by the gateway at {url}"
            )))),
            Err(FleetError::NotFound(_)) => Ok(None),
            Err(error) => Err(told(error)),
        }
    }

    fn speaker(&self, agent: &str) -> Result<Option<SpeakingModel>> {
        let Some(place) = self.place(agent)? else { return Ok(None) };
        self.here.with(|located| model::speaker(located, &place).map(Some))
    }

    fn worker(&self, agent: &str) -> Option<Arc<dyn Worker>> {
        let place = self.place(agent).ok()??;
        match self.here.with(|located| BackgroundModel::of(located, &place)) {
            Ok(worker) => worker.map(|worker| Arc::new(worker) as Arc<dyn Worker>),
            Err(error) => {
                render::note(&format!("the model cannot be used: {error}"));
                None
            }
        }
    }

    fn upstream(&self, agent: &str, model: Option<&str>) -> Result<Option<Arc<RemoteChat>>> {
        self.here.upstream(agent, model)
    }

    fn model_names(&self, agent: &str) -> Result<Vec<String>> {
        self.here.model_names(agent)
    }
}
