//! The workspace as it was: its files at the last commit of a moment.
//!
//! Git is transaction time: what was committed by then is what was known then. Reads only, and waits
//! for no writer.

use std::collections::BTreeMap;

use git2::{ObjectType, TreeWalkMode, TreeWalkResult};

use crate::error::Result;
use crate::scan::is_owned;
use crate::workspace::{Workspace, open_repository};

/// The workspace's own files as one commit holds them.
#[derive(Debug, Clone)]
pub struct FilesAt {
    pub commit: String,
    /// Text by path.
    pub files: BTreeMap<String, String>,
}

impl Workspace {
    /// Reads the newest commit made at `moment` (seconds) or before; `None` when there was none yet.
    pub fn files_at(&self, moment: i64) -> Result<Option<FilesAt>> {
        let repository = open_repository(self.path())?;
        let Ok(head) = repository.head() else {
            return Ok(None);
        };
        let mut commit = head.peel_to_commit()?;
        while commit.time().seconds() > moment {
            // Along first parents, as the audit trail runs.
            match commit.parent(0) {
                Ok(parent) => commit = parent,
                Err(_) => return Ok(None),
            }
        }
        let mut blobs = Vec::new();
        commit.tree()?.walk(TreeWalkMode::PreOrder, |dir, entry| {
            if entry.kind() == Some(ObjectType::Blob)
                && let Ok(name) = entry.name()
            {
                let path = format!("{dir}{name}");
                if is_owned(&path) {
                    blobs.push((path, entry.id()));
                }
            }
            TreeWalkResult::Ok
        })?;
        let mut files = BTreeMap::new();
        for (path, id) in blobs {
            let blob = repository.find_blob(id)?;
            files.insert(path, String::from_utf8_lossy(blob.content()).into_owned());
        }
        Ok(Some(FilesAt { commit: commit.id().to_string(), files }))
    }
}
