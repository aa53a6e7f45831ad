//! The workspace as it was: its files at the last commit of a moment.
//!
//! Git is transaction time: what was committed by then is what was known then. Reads only.

use std::collections::BTreeMap;
use std::path::Path;

use git2::{ObjectType, Repository, TreeWalkMode, TreeWalkResult};
use soulfile_workspace::is_owned;

use crate::error::{Error, Result};

/// The files of one commit.
pub struct Past {
    /// The commit.
    pub commit: String,
    /// The workspace's own files.
    pub files: BTreeMap<String, String>,
}

impl Past {
    /// Reads the newest commit made at `moment` or before; `None` when there was none yet.
    pub fn at(workspace: &Path, moment: i64) -> Result<Option<Self>> {
        let failed = |e: git2::Error| Error::Invalid(format!("the history cannot be read: {}", e.message()));
        let repository = Repository::open(workspace).map_err(failed)?;
        let Ok(head) = repository.head() else {
            return Ok(None);
        };
        let mut commit = head.peel_to_commit().map_err(failed)?;
        while commit.time().seconds() > moment {
            // Along first parents, as the audit trail runs.
            match commit.parent(0) {
                Ok(parent) => commit = parent,
                Err(_) => return Ok(None),
            }
        }
        let mut blobs = Vec::new();
        let tree = commit.tree().map_err(failed)?;
        tree.walk(TreeWalkMode::PreOrder, |dir, entry| {
            if entry.kind() == Some(ObjectType::Blob)
                && let Ok(name) = entry.name()
            {
                let path = format!("{dir}{name}");
                if is_owned(&path) {
                    blobs.push((path, entry.id()));
                }
            }
            TreeWalkResult::Ok
        })
        .map_err(failed)?;
        let mut files = BTreeMap::new();
        for (path, id) in blobs {
            let blob = repository.find_blob(id).map_err(failed)?;
            files.insert(path, String::from_utf8_lossy(blob.content()).into_owned());
        }
        Ok(Some(Self { commit: commit.id().to_string(), files }))
    }
}
