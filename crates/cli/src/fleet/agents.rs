//! The workspaces of a fleet as agents, and who serves which.

use std::sync::Arc;

use serde_json::{Value, json};
use soulfile_api::AgentInfo;
use soulfile_engine::{Error, Place, Result};
use soulfile_fleet::{Error as FleetError, FleetGateway, Served};
use soulfile_models::chat::RemoteChat;
use soulfile_server::administration::Administration;
use soulfile_server::auth::Caller;
use soulfile_server::channels::ChannelAccount;
use soulfile_server::routing::{FleetMetric, Routing, ServedAt};
use soulfile_server::sessions::SpeakingModel;
use soulfile_server::state::{AgentDirectory, Worker};

use super::told;
use crate::model::{self, BackgroundModel};
use crate::place::{Located, ServedAgents};
use crate::render;

const NO_MESSENGERS: &str =
    "a fleet's gateways run no messengers; release the workspace, and run `soul serve` for it on one machine";

/// The workspaces of a fleet.
pub struct FleetAgents {
    /// The configuration, which the fleet's agents share.
    here: Arc<ServedAgents>,
    gateway: Arc<FleetGateway>,
}

impl FleetAgents {
    pub fn new(here: Arc<ServedAgents>, gateway: Arc<FleetGateway>) -> Self {
        Self { here, gateway }
    }

    fn place_of(&self, agent: &str) -> Option<Result<Place>> {
        let opened = self.gateway.opened(agent)?;
        Some(self.here.with(|located: &Located| {
            let place = located.place_at(agent.to_owned(), opened.dir.clone());
            Ok(Place { state_root: self.gateway.state_root(), journal: Some(opened.sink.clone()), ..place })
        }))
    }

    fn info(&self, id: String) -> AgentInfo {
        let workspace = self.gateway.cache().join("workspaces").join(&id).display().to_string();
        AgentInfo { id, exists: true, workspace, default: false, shared_with: Vec::new() }
    }
}

fn busy(text: String) -> Error {
    Error::Workspace(soulfile_workspace::Error::Busy(text))
}

impl Routing for FleetAgents {
    fn route(&self, agent: &str) -> Result<ServedAt> {
        match self.gateway.serve(agent).map_err(told)? {
            Served::There(url) => Ok(ServedAt::Url(url)),
            Served::Here => match self.gateway.tenure(agent) {
                Some(tenure) => Ok(ServedAt::Here(Box::pin(tenure.over()))),
                None => Err(busy(format!("\"{agent}\" is going to another gateway; try again"))),
            },
        }
    }

    fn search(&self, caller: &Caller, query: &str, limit: usize) -> Result<Value> {
        let found = super::search::for_caller(&self.gateway.fleet, caller, query, limit)?;
        Ok(json!({ "memories": found }))
    }

    fn metrics(&self) -> Vec<FleetMetric> {
        let figures = self.gateway.figures();
        let metric = |name, kind, help, value| FleetMetric { name, kind, help, value };
        vec![
            metric("soul_fleet_open_workspaces", "gauge", "Workspaces this gateway has open", figures.open as f64),
            metric("soul_fleet_openings_total", "counter", "How often one was opened", figures.openings as f64),
            metric("soul_fleet_opening_seconds_total", "counter", "How long that took", figures.opening_seconds),
            metric("soul_fleet_given_up_total", "counter", "How often one was given up", figures.given_up as f64),
            metric("soul_fleet_checkpoints_total", "counter", "Checkpoints taken", figures.checkpoints as f64),
            metric("soul_fleet_batches_total", "counter", "Batches the database committed", figures.batches as f64),
            metric(
                "soul_fleet_batch_seconds_total",
                "counter",
                "How long batches waited for it",
                figures.batch_seconds,
            ),
            metric(
                "soul_fleet_refused_total",
                "counter",
                "Batches it refused to a former owner",
                figures.refused as f64,
            ),
        ]
    }
}

impl AgentDirectory for FleetAgents {
    fn stamp(&self) -> u64 {
        self.here.stamp()
    }

    fn agents(&self) -> Result<Vec<AgentInfo>> {
        let names = self.gateway.fleet.names().map_err(told)?;
        Ok(names.into_iter().map(|name| self.info(name)).collect())
    }

    fn scheduled(&self) -> Result<Vec<AgentInfo>> {
        Ok(self.gateway.open_names().into_iter().map(|name| self.info(name)).collect())
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
            Ok(Served::Here) => self.place_of(agent).transpose(),
            Ok(Served::There(url)) => Err(busy(format!("\"{agent}\" is served by the gateway at {url}"))),
            Err(FleetError::NotFound(_)) => Ok(None),
            Err(error) => Err(told(error)),
        }
    }

    fn administration(&self) -> Option<&dyn Administration> {
        self.here.administration()
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

    /// None of them runs: two gateways would hear the same message, and where a message is kept until it is answered is one
    /// gateway's disk.
    fn channel_accounts(&self) -> Result<Vec<ChannelAccount>> {
        let accounts = self.here.channel_accounts()?.into_iter();
        Ok(accounts.map(|account| ChannelAccount { problem: Some(NO_MESSENGERS.to_owned()), ..account }).collect())
    }
}
