//! `memory status` and `memory rebuild`: what the index holds, whether it is true, and making it anew.

use soulfile_api::{IndexStatus, Rebuilt};
use std::collections::{BTreeSet, HashMap};

use soulfile_recall::Index;

use super::{Deadline, failed};
use crate::error::{Error, Result};
use crate::open::Engine;
use crate::recall::sources::{base, sources};

impl Engine {
    /// Catches up and says what the index holds; `deep` compares it with the files, text by text.
    pub fn index_status(&self, deep: bool) -> Result<IndexStatus> {
        let index = self.opened_index()?;
        // Before catching up, so that a deep check sees what searches have been answered from.
        let (problems, damage) = if deep { self.check_index(&index)? } else { (Vec::new(), None) };
        // Whatever was heard: somebody wants to know.
        self.doubt_index();
        let caught_up = match damage {
            Some(what) => self.mend_index(&what)?,
            None => match self.catch_up(&index, &Deadline::start(self, None)) {
                Err(Error::Recall(soulfile_recall::Error::Damaged { what, .. })) => self.mend_index(&what)?,
                other => other?,
            },
        };
        let index = self.opened_index()?;
        let all = self.workspace.files()?;
        let status = index.status();
        let path = self.index_path();
        Ok(IndexStatus {
            path: path.display().to_string(),
            bytes: index.size_on_disk(),
            files: caught_up.files,
            left_out: all.iter().filter(|path| !is_searched(path)).count(),
            entries: status.chunks,
            revision: status.revision,
            commit: self.workspace.revision(),
            model: status.model,
            embedding: self.embedding_status(&index)?,
            memory: status.image_bytes,
            caught_up,
            problems: deep.then_some(problems),
        })
    }

    /// Compares the index with the files: each piece's sum, and each file's content and states. The second
    /// part says what is damaged, when the file itself is.
    fn check_index(&self, index: &Index) -> Result<(Vec<String>, Option<String>)> {
        let mut problems = Vec::new();
        let mut damage = None;
        match index.verify() {
            Err(soulfile_recall::Error::Damaged { path, what }) => {
                problems.push(soulfile_recall::Error::Damaged { path, what: what.clone() }.to_string());
                damage = Some(what);
            }
            Err(error) => problems.push(error.to_string()),
            Ok(()) => {}
        }
        let lifecycle = self.lifecycle();
        let mut known: HashMap<String, [u8; 32]> =
            index.known(|files| files.iter().map(|(name, file)| (name.to_owned(), file.hash)).collect());
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
        Ok((problems, damage))
    }

    /// Makes the index anew from the files, whatever state it is in. A whole one answers until the
    /// new one is written; one that is damaged is replaced.
    pub fn rebuild_index(&self) -> Result<Rebuilt> {
        let clock = Deadline::start(self, None);
        let index = self.opened_index()?;
        index.ask_for_rebuild();
        let done = self.catch_up(&index, &clock).and_then(|done| index.verify().map(|()| done).map_err(failed));
        let done = match done {
            Err(Error::Recall(soulfile_recall::Error::Damaged { .. })) => {
                self.forget_scopes()?;
                index.rebuild([]).map_err(failed)?;
                self.catch_up(&index, &clock)?
            }
            other => other?,
        };
        Ok(Rebuilt {
            files: done.read,
            entries: index.status().chunks,
            commit: self.workspace.revision(),
            seconds: clock.elapsed().as_secs_f64(),
            embedding: None,
        })
    }

    /// Makes the index anew, and embeds what the configured model has not seen. `told` hears how
    /// many texts are embedded and how many there are.
    pub fn rebuild_memory(&self, told: &dyn Fn(usize, usize)) -> Result<Rebuilt> {
        let clock = Deadline::start(self, None);
        let mut done = self.rebuild_index()?;
        done.embedding = self.embed_all(told)?;
        done.seconds = clock.elapsed().as_secs_f64();
        Ok(done)
    }

    fn forget_scopes(&self) -> Result<()> {
        let path = self.scopes_path();
        match std::fs::remove_file(&path) {
            Err(source) if source.kind() != std::io::ErrorKind::NotFound => {
                Err(Error::Io { what: "removing", path: path.display().to_string(), source })
            }
            _ => Ok(()),
        }
    }
}
use soulfile_vocabulary::layout::is_searched;
