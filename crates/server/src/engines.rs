//! The open engines: one per agent, opened when first asked for, anew when the configuration changed.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use soulfile_engine::{AgentInfo, Engine, Error, Place, Result};

/// Which agents there are and where each lives. The surface that starts the gateway knows; the
/// gateway looks nothing up by itself.
pub trait Directory: Send + Sync {
    /// A number that changes when the configuration does: engines are then opened anew.
    fn stamp(&self) -> u64;
    /// The configured agents.
    fn agents(&self) -> Result<Vec<AgentInfo>>;
    /// Where an agent lives; `None` when there is no such agent.
    fn place(&self, agent: &str) -> Result<Option<Place>>;
}

/// The engines of a directory's agents.
pub struct Engines {
    directory: Arc<dyn Directory>,
    opened: Mutex<Opened>,
}

#[derive(Default)]
struct Opened {
    stamp: u64,
    engines: HashMap<String, Arc<Engine>>,
}

impl Engines {
    /// The engines of these agents; none is open yet.
    pub fn new(directory: Arc<dyn Directory>) -> Self {
        Self { directory, opened: Mutex::default() }
    }

    /// The configured agents.
    pub fn agents(&self) -> Result<Vec<AgentInfo>> {
        self.directory.agents()
    }

    /// The open engine of an agent; opened when it is not, and anew when the configuration changed.
    /// Reads the disk: call it on the engine's side of the crossing.
    pub fn of(&self, agent: &str) -> Result<Arc<Engine>> {
        let stamp = self.directory.stamp();
        let mut opened = self.lock();
        if opened.stamp != stamp {
            // Requests under way keep the engine they have.
            opened.engines.clear();
            opened.stamp = stamp;
        }
        if let Some(engine) = opened.engines.get(agent) {
            return Ok(engine.clone());
        }
        let place = self.directory.place(agent)?;
        let place = place.ok_or_else(|| Error::NotFound(format!("no agent is called \"{}\"", agent.escape_debug())))?;
        let engine = Arc::new(Engine::open(place)?);
        opened.engines.insert(agent.to_owned(), engine.clone());
        Ok(engine)
    }

    /// The engines that are open now.
    pub fn open(&self) -> Vec<Arc<Engine>> {
        self.lock().engines.values().cloned().collect()
    }

    fn lock(&self) -> MutexGuard<'_, Opened> {
        self.opened.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
