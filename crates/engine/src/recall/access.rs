//! Noting that a recalled memory was used: the only thing that reinforces it.
//!
//! Appends to a buffer in the state directory. A search by itself notes nothing, and nothing here
//! writes into the workspace: scores are brought up to date from the buffer in one step.

use std::fs::File;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use soulfile_memory::id::MemoryId;

use crate::error::{Error, Result};
use crate::open::Engine;

/// One use of a memory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Use {
    /// The memory's id.
    pub id: String,
    /// When, as RFC 3339 text.
    pub at: String,
}

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

    /// The uses noted so far.
    pub fn uses(&self) -> Vec<Use> {
        let text = std::fs::read_to_string(self.access_path()).unwrap_or_default();
        text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
    }
}
