//! `memory status` and `memory rebuild`: what the index holds, whether it is true, and making it anew.

use std::collections::{BTreeSet, HashMap};

use serde::Serialize;

use super::{CaughtUp, Deadline, failed};
use crate::error::Result;
use crate::open::Engine;
use crate::recall::sources::{base, is_searched, sources};

/// What the index holds.
#[derive(Debug, Clone, Serialize)]
pub struct IndexStatus {
    /// The index file.
    pub path: String,
    /// Its size with its companions, in bytes.
    pub bytes: u64,
    /// Files of the workspace that are searched.
    pub files: usize,
    /// Files of the workspace that are not: rules of rituals, memory about memory, generated files.
    pub left_out: usize,
    /// Pieces of text indexed.
    pub entries: usize,
    /// Revision of the index.
    pub revision: u64,
    /// The commit the workspace is at.
    pub commit: Option<String>,
    /// The embedding model.
    pub model: String,
    /// Bytes held in memory.
    pub memory: usize,
    /// What was caught up with just now.
    pub caught_up: CaughtUp,
    /// What a deep check found wrong; `None` when none was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problems: Option<Vec<String>>,
}

/// What a rebuild did.
#[derive(Debug, Clone, Serialize)]
pub struct Rebuilt {
    /// Files read.
    pub files: usize,
    /// Pieces of text indexed.
    pub entries: usize,
    /// The commit the workspace is at.
    pub commit: Option<String>,
    /// Seconds it took, by the engine's clock.
    pub seconds: f64,
}

impl Engine {
    /// Catches up and says what the index holds; `deep` compares it with the files, text by text.
    pub fn index_status(&self, deep: bool) -> Result<IndexStatus> {
        let index = self.opened_index()?;
        // Before catching up, so that a deep check sees what searches have been answered from.
        let problems = if deep { Some(self.check_index()?) } else { None };
        let caught_up = self.catch_up(&index, &Deadline::start(self, None))?;
        let all = self.workspace.files()?;
        let status = index.status();
        let path = self.index_path();
        let bytes = ["", "-wal", "-shm"]
            .iter()
            .filter_map(|end| std::fs::metadata(format!("{}{end}", path.display())).ok())
            .map(|meta| meta.len())
            .sum();
        Ok(IndexStatus {
            path: path.display().to_string(),
            bytes,
            files: caught_up.files,
            left_out: all.iter().filter(|path| !is_searched(path)).count(),
            entries: status.chunks,
            revision: status.revision,
            commit: self.workspace.revision()?,
            model: status.model,
            memory: status.image_bytes,
            caught_up,
            problems,
        })
    }

    /// Compares the index with the files: each piece's sum, and each file's content and states.
    fn check_index(&self) -> Result<Vec<String>> {
        let index = self.opened_index()?;
        let mut problems = Vec::new();
        if let Err(error) = index.verify() {
            problems.push(error.to_string());
        }
        let lifecycle = self.lifecycle();
        let mut known: HashMap<String, [u8; 32]> =
            index.known_files().into_iter().map(|(name, file)| (name, file.hash)).collect();
        let mut stale = BTreeSet::new();
        for path in self.workspace.files()?.into_iter().filter(|path| is_searched(path)) {
            let Some(text) = self.text_of(&path) else { continue };
            for file in sources(&path, &text, &self.known(&path, &text, &lifecycle), None) {
                if known.remove(&file.path) != Some(file.hash()) {
                    stale.insert(path.clone());
                }
            }
        }
        stale.extend(known.into_keys().map(|name| base(&name).to_owned()));
        problems.extend(stale.into_iter().map(|path| format!("{path}: not in the index as it is now")));
        Ok(problems)
    }

    /// Makes the index anew from the files, whatever state it is in.
    pub fn rebuild_index(&self) -> Result<Rebuilt> {
        let clock = Deadline::start(self, None);
        let index = self.opened_index()?;
        self.forget_scopes()?;
        index.rebuild([]).map_err(failed)?;
        *super::lock(&self.index.seen) = super::Seen::default();
        let done = self.catch_up(&index, &clock)?;
        Ok(Rebuilt {
            files: done.read,
            entries: index.status().chunks,
            commit: self.workspace.revision()?,
            seconds: clock.elapsed().as_secs_f64(),
        })
    }

    fn forget_scopes(&self) -> Result<()> {
        let path = self.scopes_path();
        match std::fs::remove_file(&path) {
            Err(source) if source.kind() != std::io::ErrorKind::NotFound => {
                Err(crate::error::Error::Io { what: "removing", path: path.display().to_string(), source })
            }
            _ => Ok(()),
        }
    }
}
