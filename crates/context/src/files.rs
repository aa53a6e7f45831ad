//! How this layer reads a workspace: one small trait, and an in-memory implementation.
//!
//! Must not touch a disk. The workspace layer implements [`ReadFiles`] over capability-style file
//! access and decides there what may be opened at all.

use std::collections::BTreeMap;

/// Reads the files of one workspace by their workspace-relative path.
pub trait ReadFiles {
    /// Reads a file: `None` when it does not exist, an error text when it is refused or unreadable.
    /// The error is shown to the session as a visible marker.
    fn read(&self, path: &str) -> Result<Option<Vec<u8>>, String>;

    /// Lists the files directly in `dir` as workspace-relative paths, sorted. A missing directory is empty.
    fn list(&self, dir: &str) -> Result<Vec<String>, String>;

    /// Lists those of [`list`](Self::list) whose file name starts with `start`. Worth overriding
    /// where a folder may hold years of daily files.
    fn list_starting(&self, dir: &str, start: &str) -> Result<Vec<String>, String> {
        let mut paths = self.list(dir)?;
        paths.retain(|path| path.rsplit('/').next().is_some_and(|name| name.starts_with(start)));
        Ok(paths)
    }
}

/// A workspace held in memory: previews, tests and cached reads.
#[derive(Debug, Clone, Default)]
pub struct MemoryFiles {
    files: BTreeMap<String, Vec<u8>>,
}

impl MemoryFiles {
    /// Starts with no files.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds or replaces a file and returns the workspace, for chaining.
    pub fn with(mut self, path: &str, content: impl Into<Vec<u8>>) -> Self {
        self.insert(path, content);
        self
    }

    /// Adds or replaces a file.
    pub fn insert(&mut self, path: &str, content: impl Into<Vec<u8>>) {
        self.files.insert(path.to_owned(), content.into());
    }

    /// Removes a file; says whether it was there.
    pub fn remove(&mut self, path: &str) -> bool {
        self.files.remove(path).is_some()
    }
}

impl<P: Into<String>, C: Into<Vec<u8>>> FromIterator<(P, C)> for MemoryFiles {
    fn from_iter<I: IntoIterator<Item = (P, C)>>(entries: I) -> Self {
        Self { files: entries.into_iter().map(|(path, content)| (path.into(), content.into())).collect() }
    }
}

impl ReadFiles for MemoryFiles {
    fn read(&self, path: &str) -> Result<Option<Vec<u8>>, String> {
        Ok(self.files.get(path).cloned())
    }

    fn list(&self, dir: &str) -> Result<Vec<String>, String> {
        self.list_starting(dir, "")
    }

    fn list_starting(&self, dir: &str, start: &str) -> Result<Vec<String>, String> {
        let folder = if dir.is_empty() { 0 } else { dir.trim_end_matches('/').len() + 1 };
        let prefix = if folder == 0 { start.to_owned() } else { format!("{}/{start}", &dir[..folder - 1]) };
        Ok(self
            .files
            .range(prefix.clone()..)
            .map(|(path, _)| path)
            .take_while(|path| path.starts_with(&prefix))
            .filter(|path| !path[folder..].contains('/'))
            .cloned()
            .collect())
    }
}

/// Says whether `path` is a plain relative path inside a workspace: no `..`, no absolute path, no
/// drive letter, no backslash, no hidden component. A first sieve for paths that come from
/// configuration; the workspace layer still decides what may be opened.
pub fn stays_inside(path: &str) -> bool {
    !path.is_empty()
        && !path.contains(['\\', '\0', ':'])
        && !path.chars().any(char::is_control)
        && path.split('/').all(|part| !part.is_empty() && !part.starts_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_only_the_files_directly_in_a_directory() {
        let files = MemoryFiles::new()
            .with("memory/2026-02-02.md", "a")
            .with("memory/episodes/2026-02-02.md", "b")
            .with("memoryx.md", "c");
        assert_eq!(files.list("memory").unwrap(), ["memory/2026-02-02.md"]);
        assert_eq!(files.list("").unwrap(), ["memoryx.md"]);
        assert!(files.list("nowhere").unwrap().is_empty());
        assert_eq!(files.list_starting("memory", "2026-02").unwrap(), ["memory/2026-02-02.md"]);
        assert_eq!(files.list_starting("memory/", "2026-02").unwrap(), ["memory/2026-02-02.md"]);
        assert!(files.list_starting("memory", "2025").unwrap().is_empty());
        assert!(files.list_starting("memory", "episodes").unwrap().is_empty());
    }

    #[test]
    fn paths_that_leave_the_workspace_are_told_apart() {
        for inside in ["SOUL.md", "avatars/aria.png", "rooms/dev room.md"] {
            assert!(stays_inside(inside), "{inside}");
        }
        for outside in ["", "/etc/passwd", "../x", "a/../b", "a//b", "./a", ".git/config", "a\\b", "C:/x", "a\0b"] {
            assert!(!stays_inside(outside), "{outside}");
        }
    }
}
