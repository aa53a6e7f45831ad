//! The workspace's files as the context layer reads them.

use soulfile_context::files::ReadFiles;
use soulfile_workspace::{Entry, Workspace, WorkspacePath};

/// Reads through the workspace's capability-style access; what it refuses becomes a visible text.
pub(crate) struct WorkspaceFiles<'a>(pub &'a Workspace);

impl ReadFiles for WorkspaceFiles<'_> {
    fn read(&self, path: &str) -> Result<Option<Vec<u8>>, String> {
        let path = WorkspacePath::parse(path).map_err(|e| e.to_string())?;
        Ok(self.0.read(&path).map_err(|e| e.to_string())?.map(|file| file.bytes))
    }

    fn list(&self, dir: &str) -> Result<Vec<String>, String> {
        let entries = self.0.list(dir).map_err(|e| e.to_string())?;
        Ok(entries
            .into_iter()
            .filter_map(|entry| match entry {
                Entry::File(name) if dir.is_empty() => Some(name),
                Entry::File(name) => Some(format!("{dir}/{name}")),
                _ => None,
            })
            .collect())
    }
}
