//! What every request shares: the open engines, the tokens, the crossing, the limits.

use soulfile_api::AgentInfo;
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use soulfile_engine::config::{MessageOrigin, MessageRoute};
use soulfile_engine::{Clock, Engine, Result};
use soulfile_models::chat::RemoteChat;
use tokio::sync::watch;

use crate::administration::Administration;
use crate::blocking::Blocking;
use crate::channels::{ChannelAccount, Channels};
pub use crate::engines::{AgentDirectory, Occasion, Worker};
use crate::engines::{Engines, Heard};
use crate::http::throttle::Throttle;
use crate::http::{Changes, Unlocks};
use crate::metrics::{Metrics, RequestLog};
use crate::openai::{CapturedMessages, HeldConversations, Upstreams};
use crate::routing::Routing;
use crate::sessions::{Sessions, SpeakingModel};
use crate::sign_in::SignInCodes;
use crate::tokens::Tokens;

/// Conversations without a model that are held between requests.
const CONVERSATIONS: usize = 256;

/// Limits of the gateway.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Largest request body, in bytes.
    pub body: usize,
    /// Requests per second and token; bursts may be twice that.
    pub per_second: u32,
    /// Failed tokens per minute and address, after which more are not even looked at.
    pub failures_per_minute: u32,
    /// How long a request may take.
    pub time: Duration,
    /// How long a client may take to send a request's head; and how long a connection may be idle.
    pub head_time: Duration,
    /// A connection on which nothing happened between two looks this far apart is parked.
    pub quiet: Duration,
    /// Open connections.
    pub connections: usize,
    /// Open event streams.
    pub streams: usize,
    /// Verbs that run at once.
    pub at_once: usize,
    /// Verbs that wait.
    pub waiting: usize,
    /// Largest body of an exchange with a model, in bytes: it holds a whole conversation.
    pub exchange_body: usize,
    /// Exchanges with models that run at once.
    pub exchanges: usize,
    /// How long a stop waits for requests under way.
    pub stop: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            body: 1 << 20,
            per_second: 10_000,
            failures_per_minute: 30,
            time: Duration::from_secs(30),
            head_time: Duration::from_secs(30),
            quiet: Duration::from_millis(100),
            connections: 512,
            streams: 64,
            at_once: 32,
            waiting: 1024,
            exchange_body: 32 << 20,
            exchanges: 128,
            stop: Duration::from_secs(10),
        }
    }
}

/// How a gateway is started.
#[derive(Clone)]
pub struct GatewaySettings {
    /// Where tokens are kept.
    pub tokens: PathBuf,
    /// Names under which it may be called besides the loopback ones, without a port.
    pub hosts: Vec<String>,
    /// Origins of pages that may call it besides its own, such as `https://soul.example`.
    pub origins: Vec<String>,
    pub limits: Limits,
    pub clock: Arc<dyn Clock>,
    /// Has open agents watched: hand edits noticed, the index kept current. Hears what was noticed.
    pub watch: Option<Heard>,
    /// Hears of every answered request.
    pub log: Option<RequestLog>,
    /// Which gateway serves which agent, where there are several.
    pub routing: Option<Arc<dyn Routing>>,
}

/// The state every request shares.
pub struct Gateway {
    /// How it was started.
    pub settings: GatewaySettings,
    pub tokens: Tokens,
    /// The crossing to the engine.
    pub blocking: Blocking,
    /// Who listens to changes.
    pub changes: Changes,
    /// Keys that open the approval lock for a while.
    pub unlocks: Unlocks,
    /// The conversations that are open.
    pub sessions: Sessions,
    /// What is counted.
    pub metrics: Metrics,
    /// The messengers at work.
    pub channels: Channels,
    /// Requests by token.
    pub(crate) requests: Throttle<String>,
    /// Failed tokens by address.
    pub(crate) failures: Throttle<Option<IpAddr>>,
    /// Calls of models, which may take minutes.
    pub(crate) upstream_calls: Blocking,
    pub(crate) upstreams: Upstreams,
    pub(crate) kept: CapturedMessages,
    /// Conversations without a model.
    pub(crate) conversations: HeldConversations,
    engines: Engines,
    stopping: watch::Sender<bool>,
}

impl Gateway {
    /// A gateway for the agents of `directory`.
    pub fn new(directory: Arc<dyn AgentDirectory>, settings: GatewaySettings) -> Arc<Self> {
        let limits = &settings.limits;
        let (rate, failures) = (f64::from(limits.per_second), f64::from(limits.failures_per_minute));
        Arc::new(Self {
            changes: Changes::new(limits.streams),
            unlocks: Unlocks::default(),
            sessions: Sessions::default(),
            metrics: Metrics::default(),
            channels: Channels::default(),
            requests: Throttle::new(rate, rate * 2.0),
            failures: Throttle::new(failures / 60.0, failures),
            tokens: Tokens::new(&settings.tokens, settings.clock.clone()),
            blocking: Blocking::new(settings.limits.at_once, settings.limits.waiting),
            upstream_calls: Blocking::new(settings.limits.exchanges, 0),
            upstreams: Upstreams::default(),
            kept: CapturedMessages::default(),
            conversations: HeldConversations::new(CONVERSATIONS),
            engines: match settings.watch.clone() {
                Some(heard) => Engines::new(directory).watched(heard),
                None => Engines::new(directory),
            },
            stopping: watch::Sender::new(false),
            settings,
        })
    }

    /// The configured agents.
    pub fn agents(&self) -> Result<Vec<AgentInfo>> {
        self.engines.agents()
    }

    /// The open engine of an agent. Reads the disk: call it on the engine's side of the crossing.
    pub fn engine(&self, agent: &str) -> Result<Arc<Engine>> {
        self.engines.of(agent)
    }

    /// Who works through an agent's lists.
    pub fn worker(&self, agent: &str) -> Option<Arc<dyn Worker>> {
        self.engines.worker(agent)
    }

    /// Who speaks for an agent; `None` where nobody can be talked with through this gateway.
    pub fn speaker(&self, agent: &str) -> Result<Option<SpeakingModel>> {
        self.engines.speaker(agent)
    }

    /// What a person sets through this gateway; `None` where nothing can be set.
    pub fn administration(&self) -> Option<&dyn Administration> {
        self.engines.administration()
    }

    /// A number that changes when the configuration does.
    pub fn stamp(&self) -> u64 {
        self.engines.stamp()
    }

    /// The model that speaks for an agent, or the one named.
    pub(crate) fn upstream(&self, agent: &str, model: Option<&str>) -> Result<Option<Arc<RemoteChat>>> {
        let directory = self.engines.directory();
        self.upstreams.find(directory.stamp(), agent, model, || directory.upstream(agent, model))
    }

    /// The configured models of an agent.
    pub(crate) fn model_names(&self, agent: &str) -> Result<Vec<String>> {
        self.engines.directory().model_names(agent)
    }

    /// The configured messengers.
    pub(crate) fn channel_accounts(&self) -> Result<Vec<ChannelAccount>> {
        self.engines.directory().channel_accounts()
    }

    /// Where a message of a messenger goes.
    pub(crate) fn route_message(&self, origin: &MessageOrigin<'_>) -> Result<Option<MessageRoute>> {
        self.engines.directory().route_message(origin)
    }

    /// Lets go of the engines whose agents are open elsewhere by now.
    pub fn close_gone(&self) {
        self.engines.close_gone();
    }

    /// The agents that this gateway looks after by the clock.
    pub fn scheduled(&self) -> Result<Vec<AgentInfo>> {
        self.engines.directory().scheduled()
    }

    /// The engines that are open now.
    pub fn open_engines(&self) -> Vec<Arc<Engine>> {
        self.engines.open()
    }

    /// The one-time codes that sign a browser in.
    pub fn sign_in_codes(&self) -> SignInCodes {
        SignInCodes::new(&self.settings.tokens, self.settings.clock.clone())
    }

    /// Tells every stream and every connection to end.
    pub fn stop(&self) {
        self.stopping.send_replace(true);
    }

    /// Becomes true when the gateway stops.
    pub fn stopping(&self) -> watch::Receiver<bool> {
        self.stopping.subscribe()
    }
}
