//! Every scope the index holds, one per line in a file that only grows: several processes may add
//! to it, and one too many does no harm.

use std::collections::HashSet;
use std::fs::File;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;

use crate::error::{Error, Result};
use crate::open::Engine;
use crate::recall::entry_metadata::{PRIVATE, SHARED};

impl Engine {
    pub(super) fn scopes_path(&self) -> PathBuf {
        self.place.state().join("index.scopes")
    }

    /// Every scope the index holds.
    pub(crate) fn scopes(&self) -> Vec<String> {
        let text = std::fs::read_to_string(self.scopes_path()).unwrap_or_default();
        text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
    }

    pub(super) fn note_scopes(&self, scopes: &[String]) -> Result<()> {
        let path = self.scopes_path();
        let known: HashSet<String> = self.scopes().into_iter().collect();
        let plain = [PRIVATE, SHARED];
        let fresh: HashSet<&String> =
            scopes.iter().filter(|s| !known.contains(*s) && !plain.contains(&s.as_str())).collect();
        if fresh.is_empty() && path.exists() {
            return Ok(());
        }
        let lines: String =
            fresh.into_iter().map(|s| serde_json::to_string(s).expect("text serialises") + "\n").collect();
        let io = |source| Error::Io { what: "writing", path: path.display().to_string(), source };
        let mut file = File::options().append(true).create(true).mode(0o600).open(&path).map_err(io)?;
        file.write_all(lines.as_bytes()).map_err(io)
    }
}
