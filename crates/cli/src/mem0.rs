//! Mem0 as the memory beside this one, as the configuration has it.

use std::sync::Arc;
use std::time::Duration;

use soulfile_engine::config::{Mem0Interface, Memory};
use soulfile_engine::{FoundBeside, MemoryBeside};
use soulfile_models::Key;
use soulfile_models::mem0::{Mem0, Mem0Api, Mem0Settings};

/// Everything the configured Mem0 keeps of the user, as its export, and what a person should know of it.
pub fn exported(memory: &Memory, proxy: Option<String>) -> anyhow::Result<(Vec<u8>, Option<String>)> {
    let (list, cut) = Mem0::new(&settings(memory, proxy))?.list()?;
    if list.is_empty() {
        let user = &memory.mem0_search.user_id;
        return Err(soulfile_engine::Error::NotFound(format!(
            "Mem0 keeps nothing of {user:?} (memory.mem0Search.userId)"
        ))
        .into());
    }
    let note = cut.then(|| {
        format!("Mem0 gave {} memories, which may be the most it gives at once; its export has all of them", list.len())
    });
    Ok((serde_json::to_vec(&serde_json::json!({ "results": list }))?, note))
}

/// Mem0, or why it cannot be asked: that is told with every answer it is missing from.
struct Mem0Beside {
    server: Result<Mem0, String>,
    searched: bool,
    told: bool,
}

/// The Mem0 the configuration asks for; `None` where it is neither searched nor told.
pub fn beside(memory: &Memory, proxy: Option<String>) -> Option<Arc<dyn MemoryBeside>> {
    let soulfile_engine::config::Mem0Search { enabled, store_enabled, .. } = memory.mem0_search;
    if !enabled && !store_enabled {
        return None;
    }
    let server = Mem0::new(&settings(memory, proxy)).map_err(|error| error.to_string());
    Some(Arc::new(Mem0Beside { server, searched: enabled, told: store_enabled }))
}

fn settings(memory: &Memory, proxy: Option<String>) -> Mem0Settings {
    let soulfile_engine::config::Mem0Search { api, base_url, api_key, user_id, timeout_ms, .. } =
        memory.mem0_search.clone();
    Mem0Settings {
        api: match api {
            Mem0Interface::Server => Mem0Api::Server,
            Mem0Interface::Platform => Mem0Api::Platform,
        },
        base_url,
        key: api_key.as_ref().and_then(|key| Key::new(key.expose())),
        user_id,
        patience: Duration::from_millis(timeout_ms),
        proxy,
    }
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
