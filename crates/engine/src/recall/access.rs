//! Noting that a recalled memory was used: the only thing that reinforces it.
//!
//! Appends to a buffer in the state directory. A search by itself notes nothing, and nothing here
//! writes into the workspace: scores are brought up to date from the buffer in one step.

use soulfile_api::{MemoryView, Use};
use std::fs::File;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;

use soulfile_context::session::Session;
use soulfile_memory::id::MemoryId;
use soulfile_vocabulary::layout;

use super::visibility::Visibility;
use crate::error::{Error, Result};
use crate::open::Engine;

impl Engine {
    /// The buffer of uses that the scores do not hold yet.
    pub fn access_path(&self) -> PathBuf {
        self.place.state().join("access.jsonl")
    }

    /// Notes that these memories were used.
    pub fn used<'i>(&self, ids: impl IntoIterator<Item = &'i str>) -> Result<usize> {
        let at = self.place.clock.now().to_string();
        let mut lines = String::new();
        let mut count = 0;
        for id in ids {
            let known: MemoryId = id.parse().map_err(|e| Error::Invalid(format!("{e}")))?;
            let line = Use { id: known.to_string(), at: at.clone() };
            lines += &(serde_json::to_string(&line).expect("text serialises") + "\n");
            count += 1;
        }
        if count > 0 {
            let path = self.access_path();
            let io = |source| Error::Io { what: "writing", path: path.display().to_string(), source };
            let mut file = File::options().append(true).create(true).mode(0o600).open(&path).map_err(io)?;
            file.write_all(lines.as_bytes()).map_err(io)?;
        }
        Ok(count)
    }

    /// Notes that a session used these memories: all of them, or none when one is not there for that session.
    pub fn used_in(&self, session: &Session, ids: &[MemoryId]) -> Result<usize> {
        for id in ids {
            if !self.is_seen(session, id)? {
                return Err(Error::NotFound(format!("there is no memory {id}")));
            }
        }
        let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
        self.used(ids.iter().map(String::as_str))
    }

    /// Says whether a memory is there and this session may see it.
    fn is_seen(&self, session: &Session, id: &MemoryId) -> Result<bool> {
        let (path, lines) = match id {
            MemoryId::Bank(page) => (layout::page(layout::BANK_DIR, page), (1, 1)),
            // Of an entity the name is seen; its facts are memories of their own.
            MemoryId::Entity(_) => (self.memory_or_none(id)?.map(|view| view.path).unwrap_or_default(), (1, 1)),
            _ => match self.memory_or_none(id)? {
                Some(view) => (view.path, view.lines),
                None => return Ok(false),
            },
        };
        let Some(text) = Some(path.as_str()).filter(|path| !path.is_empty()).and_then(|path| self.text_of(path)) else {
            return Ok(false);
        };
        let known = self.known(&path, &text, &self.lifecycle());
        Ok(Visibility::of(session).lines(&path, &text, &known).cover(lines.0 as u32, lines.1 as u32))
    }

    fn memory_or_none(&self, id: &MemoryId) -> Result<Option<MemoryView>> {
        match self.memory(id) {
            Ok(view) => Ok(Some(view)),
            Err(Error::NotFound(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The uses noted so far.
    pub fn uses(&self) -> Vec<Use> {
        let text = std::fs::read_to_string(self.access_path()).unwrap_or_default();
        text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
    }
}
