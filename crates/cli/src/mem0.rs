//! Mem0 as the memory beside this one, as the configuration has it.

use std::sync::Arc;
use std::time::Duration;

use soulfile_engine::config::{Mem0Interface, Memory};
use soulfile_engine::{FoundBeside, MemoryBeside};
use soulfile_models::Key;
use soulfile_models::mem0::{Mem0, Mem0Api, Mem0Settings};

/// Mem0, or why it cannot be asked: that is told with every answer it is missing from.
struct Mem0Beside {
    server: Result<Mem0, String>,
    searched: bool,
    told: bool,
}

/// The Mem0 the configuration asks for; `None` where it is neither searched nor told.
pub fn beside(memory: &Memory, proxy: Option<String>) -> Option<Arc<dyn MemoryBeside>> {
    let settings = memory.mem0_search.clone();
    let soulfile_engine::config::Mem0Search { enabled, store_enabled, api, base_url, api_key, user_id, timeout_ms } =
        settings;
    if !enabled && !store_enabled {
        return None;
    }
    let settings = Mem0Settings {
        api: match api {
            Mem0Interface::Server => Mem0Api::Server,
            Mem0Interface::Platform => Mem0Api::Platform,
        },
        base_url,
        key: api_key.as_ref().and_then(|key| Key::new(key.expose())),
        user_id,
        patience: Duration::from_millis(timeout_ms),
        proxy,
    };
    let server = Mem0::new(&settings).map_err(|error| error.to_string());
    Some(Arc::new(Mem0Beside { server, searched: enabled, told: store_enabled }))
}

impl Mem0Beside {
    fn server(&self) -> Result<&Mem0, String> {
        self.server.as_ref().map_err(Clone::clone)
    }
}

impl MemoryBeside for Mem0Beside {
    fn name(&self) -> &'static str {
        "mem0"
    }

    fn is_searched(&self) -> bool {
        self.searched
    }

    fn is_told(&self) -> bool {
        self.told
    }

    fn search(&self, query: &str, limit: usize) -> Result<Vec<FoundBeside>, String> {
        let found = self.server()?.search(query, limit).map_err(|error| error.to_string())?;
        let shown = |one: soulfile_models::mem0::Mem0Memory| FoundBeside {
            id: one.id,
            text: one.text,
            score: one.score,
            date: one.created,
        };
        Ok(found.into_iter().map(shown).collect())
    }

    fn store(&self, text: &str, receipt: &str) -> Result<(), String> {
        self.server()?.add(text, receipt).map_err(|error| error.to_string())
    }
}
