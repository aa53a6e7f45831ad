//! Scores that cannot be read: set aside, and made anew from their last readable version and the memories.

use std::fs;
use std::path::PathBuf;

use soulfile_memory::decay::DecayFile;
use soulfile_vocabulary::layout::DECAY_SCORES;
use soulfile_workspace::{Action, Actor, Base, Change, LogFilter, Mutation, WorkspacePath};

use crate::decay::drop_gone;
use crate::error::{Error, Result};
use crate::open::Engine;

/// How many past versions are tried before starting from the memories alone.
const VERSIONS: usize = 200;

impl Engine {
    /// Why the scores cannot be read; `None` when they can, or there are none.
    pub(super) fn damaged_scores(&self) -> Result<Option<String>> {
        Ok(self.scores()?.damage().map(str::to_owned))
    }

    /// Makes the scores anew; says what was done. What was pinned and forgotten comes from history: no memory
    /// says it of itself.
    pub(super) fn rebuild_scores(&self) -> Result<String> {
        let path = WorkspacePath::parse(DECAY_SCORES)?;
        let Some(damaged) = self.workspace.read(&path)? else { return Ok(format!("{DECAY_SCORES} is gone already")) };
        let aside = self.set_aside(&damaged.bytes)?;
        let (mut scores, from) = match self.last_readable(&path)? {
            Some((scores, at)) => (scores, format!("its version of {at} and the memories")),
            None => (DecayFile::parse(""), "the memories alone: no readable version is in the history".to_owned()),
        };
        let pending = self.pending_scores().take()?;
        self.fold(&mut scores, &pending.scored);
        let views = self.memories()?;
        self.complete(&mut scores, &views);
        drop_gone(&mut scores, &views);
        let now = self.now().timestamp();
        scores.recompute(&self.decay_params(), now);
        let change =
            Change::Write { path, bytes: scores.render(now)?.into_bytes(), base: Some(Base::Exactly(damaged.hash())) };
        let summary = format!("made {DECAY_SCORES} anew from {from}");
        let mutation = Mutation::new(Action::Decay, Actor::System("decay".into()), summary.clone(), vec![change])
            .trigger("soul doctor --fix");
        self.apply(mutation)?;
        pending.done();
        Ok(format!("{summary}; what was there is kept in {}", aside.display()))
    }

    /// Keeps the damaged bytes outside the workspace, never over others kept before.
    fn set_aside(&self, bytes: &[u8]) -> Result<PathBuf> {
        let name = |n: u32| self.place.state().join(format!("decay-scores.damaged-{n}.json"));
        let aside = (1u32..).map(name).find(|path| !path.exists()).expect("a number is free");
        fs::write(&aside, bytes).map_err(|source| Error::Io {
            what: "writing",
            path: aside.display().to_string(),
            source,
        })?;
        Ok(aside)
    }

    fn last_readable(&self, path: &WorkspacePath) -> Result<Option<(DecayFile, String)>> {
        let filter = LogFilter { path: Some(DECAY_SCORES.to_owned()), limit: VERSIONS, ..LogFilter::default() };
        for entry in self.workspace.log(&filter)? {
            let Some(bytes) = self.workspace.read_at(path, &entry.commit)? else { continue };
            let scores = DecayFile::parse(&String::from_utf8_lossy(&bytes));
            if scores.damage().is_none() {
                return Ok(Some((scores, entry.at)));
            }
        }
        Ok(None)
    }
}
