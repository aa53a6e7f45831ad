//! The workspace's files as the context layer reads them.

use soulfile_context::files::ReadFiles;
use soulfile_memory::id::{EpisodeId, MemoryId};
use soulfile_vocabulary::day_file::day_of_path;
use soulfile_workspace::{DirEntry, WorkspacePath};

use crate::open::Engine;

/// Reads through the workspace's capability-style access; what it refuses becomes a visible text. What a person had
/// forgotten is not read.
pub(crate) struct SeenFiles<'e>(pub &'e Engine);

impl SeenFiles<'_> {
    /// A day's log without the entries that were forgotten; `None` where all of it may be seen.
    fn without_forgotten(&self, path: &str) -> Option<Vec<u8>> {
        let (day, _) = day_of_path(path)?;
        let lifecycle = self.0.lifecycle();
        if !lifecycle.forgot_of(&day.to_string()) {
            return None;
        }
        let (_, log) = self.0.day_logs(&day).ok()?.into_iter().find(|(found, _)| found == path)?;
        let gone = |id: &EpisodeId| lifecycle.is_forgotten(&MemoryId::Episode(id.clone()).to_string());
        let mut seen = String::new();
        let mut from = 0;
        for entry in log.entries().iter().filter(|entry| gone(&entry.id)) {
            seen.push_str(&log.text()[from..entry.span.start]);
            from = entry.span.end;
        }
        seen.push_str(&log.text()[from..]);
        Some(seen.into_bytes())
    }
}

impl ReadFiles for SeenFiles<'_> {
    fn read(&self, path: &str) -> Result<Option<Vec<u8>>, String> {
        if let Some(seen) = self.without_forgotten(path) {
            return Ok(Some(seen));
        }
        let path = WorkspacePath::parse(path).map_err(|e| e.to_string())?;
        Ok(self.0.workspace.read(&path).map_err(|e| e.to_string())?.map(|file| file.bytes))
    }

    fn list(&self, dir: &str) -> Result<Vec<String>, String> {
        let entries = self.0.workspace.list(dir).map_err(|e| e.to_string())?;
        Ok(entries
            .into_iter()
            .filter_map(|entry| match entry {
                DirEntry::File(name) if dir.is_empty() => Some(name),
                DirEntry::File(name) => Some(format!("{dir}/{name}")),
                _ => None,
            })
            .collect())
    }
}
