//! The open engines: one per agent, opened when first asked for, anew when the configuration changed.
//! Each is watched as long as it is open, where the surface asks for it.

use soulfile_api::{AgentInfo, Noticed};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use soulfile_engine::Drafter;
use soulfile_engine::config::{MessageOrigin, MessageRoute};
use soulfile_engine::{Engine, Error, Place, Requester, Result, Watch, WatchOptions};
use soulfile_models::chat::RemoteChat;

use crate::administration::Administration;
use crate::channels::ChannelAccount;
use crate::sessions::SpeakingModel;

/// Which agents there are and where each lives. The surface that starts the gateway knows; the
/// gateway looks nothing up by itself.
pub trait AgentDirectory: Send + Sync {
    /// A number that changes when the configuration does: engines are then opened anew.
    fn stamp(&self) -> u64;
    /// The configured agents.
    fn agents(&self) -> Result<Vec<AgentInfo>>;
    /// Where an agent lives; `None` when there is no such agent.
    fn place(&self, agent: &str) -> Result<Option<Place>>;
    /// A number that changes when an agent has to be opened anew: another gateway may have written to it since. `None` when
    /// it is not open here.
    fn opening(&self, _agent: &str) -> Option<u64> {
        Some(0)
    }
    /// The agents this gateway looks after by the clock.
    fn scheduled(&self) -> Result<Vec<AgentInfo>> {
        self.agents()
    }
    /// Who works through an agent's lists where that needs more than the engine: a model, if one is configured.
    fn worker(&self, _agent: &str) -> Option<Arc<dyn Worker>> {
        None
    }
    /// Who speaks for an agent, and where its sessions are kept; `None` where nobody can be talked with.
    fn speaker(&self, _agent: &str) -> Result<Option<SpeakingModel>> {
        Ok(None)
    }
    /// What a person sets through the gateway; `None` where nothing can be set.
    fn administration(&self) -> Option<&dyn Administration> {
        None
    }
    /// The model that speaks for an agent: the configured one, or the one named, as `provider/model` or as a model of the
    /// configured one's provider. `None` where none is configured.
    fn upstream(&self, _agent: &str, _model: Option<&str>) -> Result<Option<Arc<RemoteChat>>> {
        Ok(None)
    }
    /// The configured models of an agent, as `provider/model`.
    fn model_names(&self, _agent: &str) -> Result<Vec<String>> {
        Ok(Vec::new())
    }
    /// The messengers agents are reached through.
    fn channel_accounts(&self) -> Result<Vec<ChannelAccount>> {
        Ok(Vec::new())
    }
    /// Where a message of a messenger goes; `None` where its account does not listen to whoever said it.
    fn route_message(&self, _origin: &MessageOrigin<'_>) -> Result<Option<MessageRoute>> {
        Ok(None)
    }
}

/// When a list is worked through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Occasion {
    /// A heartbeat: what the engine left over of HEARTBEAT.md.
    Heartbeat,
    /// The start of the gateway: BOOT.md.
    Boot,
}

/// Somebody who works through lists.
pub trait Worker: Send + Sync {
    /// Works through a list; gives what is to be told, `None` where there is nothing.
    fn work(&self, engine: &Engine, occasion: Occasion, list: &str) -> Result<Option<String>>;

    /// Who helps to draft reflections; nobody where it is not asked for.
    fn drafter(&self) -> Option<Arc<dyn Drafter + Send + Sync>> {
        None
    }

    /// Reads what was kept since it last did; gives what a person should know.
    fn catch_up(&self, _engine: &Engine) -> Result<Vec<String>> {
        Ok(Vec::new())
    }
}

/// Hears what the watcher of an agent noticed.
pub type Heard = Arc<dyn Fn(&str, &Noticed) + Send + Sync>;

/// The engines of a directory's agents.
pub struct Engines {
    directory: Arc<dyn AgentDirectory>,
    opened: Mutex<Opened>,
}

#[derive(Default)]
struct Opened {
    stamp: u64,
    engines: HashMap<String, EngineSlot>,
    heard: Option<Heard>,
}

/// One agent's engine; locked while it is opened, so that opening one holds up nobody who asks for another.
type EngineSlot = Arc<Mutex<Option<Kept>>>;

/// An open engine, and who looks after it.
struct Kept {
    opening: Option<u64>,
    engine: Arc<Engine>,
    _watch: Option<Watch>,
}

impl Engines {
    /// The engines of these agents; none is open yet.
    pub fn new(directory: Arc<dyn AgentDirectory>) -> Self {
        Self { directory, opened: Mutex::default() }
    }

    /// Has hand edits noticed and the index kept current in every engine that is opened from now on.
    pub fn watched(self, heard: Heard) -> Self {
        self.lock().heard = Some(heard);
        self
    }

    /// The configured agents.
    pub fn agents(&self) -> Result<Vec<AgentInfo>> {
        self.directory.agents()
    }

    /// Where agents and models are looked up.
    pub fn directory(&self) -> &dyn AgentDirectory {
        &*self.directory
    }

    /// Who works through an agent's lists.
    pub fn worker(&self, agent: &str) -> Option<Arc<dyn Worker>> {
        self.directory.worker(agent)
    }

    /// Who speaks for an agent.
    pub fn speaker(&self, agent: &str) -> Result<Option<SpeakingModel>> {
        self.directory.speaker(agent)
    }

    /// What a person sets.
    pub fn administration(&self) -> Option<&dyn Administration> {
        self.directory.administration()
    }

    /// A number that changes when the configuration does.
    pub fn stamp(&self) -> u64 {
        self.directory.stamp()
    }

    /// The open engine of an agent; opened when it is not, and anew when the configuration changed.
    /// Reads the disk: call it on the engine's side of the crossing.
    pub fn of(&self, agent: &str) -> Result<Arc<Engine>> {
        let stamp = self.directory.stamp();
        let (slot, heard) = {
            let mut opened = self.lock();
            if opened.stamp != stamp {
                // Requests under way keep the engine they have. A watcher ends when its look does: nobody waits for that.
                let before = std::mem::take(&mut opened.engines);
                std::thread::spawn(move || drop(before));
                opened.stamp = stamp;
            }
            (opened.engines.entry(agent.to_owned()).or_default().clone(), opened.heard.clone())
        };
        let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
        let opening = self.directory.opening(agent);
        if let Some(kept) = &*slot
            && kept.opening == opening
        {
            return Ok(kept.engine.clone());
        }
        match self.open_anew(agent, opening, heard) {
            Ok(kept) => {
                let engine = kept.engine.clone();
                if let Some(before) = slot.replace(kept) {
                    std::thread::spawn(move || drop(before));
                }
                Ok(engine)
            }
            Err(error) => {
                // Names that nobody has do not pile up.
                if slot.is_none() {
                    self.lock().engines.remove(agent);
                }
                Err(error)
            }
        }
    }

    fn open_anew(&self, agent: &str, opening: Option<u64>, heard: Option<Heard>) -> Result<Kept> {
        let place = self.directory.place(agent)?;
        let mut place =
            place.ok_or_else(|| Error::NotFound(format!("no agent is called \"{}\"", agent.escape_debug())))?;
        // Callers say who they are; what is left is done by nobody's request.
        place.requester = Requester::through("background");
        let engine = Arc::new(Engine::open(place)?);
        // Without a watcher every search still catches up by itself.
        let watch = heard.map(|heard| {
            let agent = agent.to_owned();
            engine.watch(WatchOptions::default(), move |noticed| heard(&agent, noticed))
        });
        Ok(Kept { opening, engine, _watch: watch.and_then(Result::ok) })
    }

    /// Lets go of the engines of agents that are not open here any more.
    pub fn close_gone(&self) {
        let known: Vec<(String, EngineSlot)> =
            self.lock().engines.iter().map(|(agent, slot)| (agent.clone(), slot.clone())).collect();
        for (agent, slot) in known {
            // One that is being opened is here.
            let Ok(mut slot) = slot.try_lock() else { continue };
            if slot.as_ref().is_some_and(|kept| self.directory.opening(&agent) != kept.opening) {
                let gone = slot.take();
                self.lock().engines.remove(&agent);
                drop(slot);
                drop(gone);
            }
        }
    }

    /// The engines that are open now.
    pub fn open(&self) -> Vec<Arc<Engine>> {
        let slots: Vec<EngineSlot> = self.lock().engines.values().cloned().collect();
        let engine = |slot: &EngineSlot| slot.try_lock().ok()?.as_ref().map(|kept| kept.engine.clone());
        slots.iter().filter_map(engine).collect()
    }

    fn lock(&self) -> MutexGuard<'_, Opened> {
        self.opened.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
