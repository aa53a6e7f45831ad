//! What is said of memories beside their files: pinned, archived, restored, and how relevant each is.
//!
//! decay-scores.json is read when a step first needs it, with what was noted since its last write folded in, and
//! staged once at the end, only where a step changed it. The graph index follows.

use soulfile_memory::archive::{self, ArchiveEdits};
use soulfile_memory::core::{CoreMemory, WhenFull};
use soulfile_memory::decay::DecayFile;
use soulfile_memory::entity::{EntityFile, entity_of_path};
use soulfile_memory::graph::{Graph, update_index};
use soulfile_memory::id::{EntityId, MemoryId};
use soulfile_vocabulary::layout::{CORE, DECAY_SCORES, GRAPH_INDEX};

use super::MemoryWriter;
use crate::decay::{Scored, TakenUses};
use crate::draft::FileVersions;
use crate::error::Result;

/// The scores while a change is staged.
pub(super) struct Scores {
    file: DecayFile,
    changed: bool,
    /// What was noted since the last write; it comes back by itself when the change is not committed.
    taken: Option<TakenUses>,
}

impl Scores {
    /// What was folded in, to be let go once it is written; nothing where the scores are not written.
    pub(super) fn into_taken(self) -> Option<TakenUses> {
        self.taken.filter(|_| self.changed)
    }
}

impl MemoryWriter<'_> {
    pub(super) fn scores_changed(&self) -> bool {
        self.scores.as_ref().is_some_and(|scores| scores.changed)
    }

    fn scores(&mut self) -> Result<&mut Scores> {
        if self.scores.is_none() {
            let mut file = DecayFile::parse(&self.draft.text(DECAY_SCORES)?);
            let pending = self.engine.pending_scores();
            let taken = match self.is_preview {
                true => {
                    self.engine.fold(&mut file, &pending.read()?);
                    None
                }
                false => {
                    let taken = pending.take()?;
                    self.engine.fold(&mut file, &taken.scored);
                    Some(taken)
                }
            };
            self.scores = Some(Scores { file, changed: false, taken });
        }
        Ok(self.scores.as_mut().expect("read above"))
    }

    pub(super) fn set_pinned(&mut self, id: &MemoryId, pinned: bool) -> Result<()> {
        if let MemoryId::Core(line) = id {
            let core = CoreMemory::parse(self.draft.text(CORE)?);
            let edit = core.set_pinned(line, pinned, &self.engine.core_limit(WhenFull::Refuse, &|_| None))?;
            self.draft.set(CORE, edit.text)?;
        }
        let (now, params) = (self.engine.now().timestamp(), self.engine.decay_params());
        let scores = self.scores()?;
        if scores.file.get(id).map_or(pinned, |entry| entry.pinned != pinned) {
            scores.file.set_pinned(id, pinned, now);
            scores.file.recompute(&params, now);
            scores.changed = true;
            self.changed_states.push(id.clone());
        }
        Ok(())
    }

    pub(super) fn archive(&mut self, ids: &[MemoryId]) -> Result<()> {
        let core = CoreMemory::parse(self.draft.text(CORE)?);
        let now = self.engine.now().timestamp();
        let edits = archive::forget(ids, &self.scores()?.file, &core, now)?;
        self.stage_states(edits)
    }

    pub(super) fn restore(&mut self, ids: &[MemoryId]) -> Result<()> {
        let core = CoreMemory::parse(self.draft.text(CORE)?);
        let engine = self.engine;
        let limit = engine.core_limit(WhenFull::Refuse, &|_| None);
        let scores = self.scores()?;
        engine.fade(&mut scores.file, ids);
        let now = engine.now().timestamp();
        let edits = archive::restore(ids, &scores.file, &core, &engine.decay_params(), &limit, now)?;
        self.stage_states(edits)
    }

    fn stage_states(&mut self, edits: ArchiveEdits) -> Result<()> {
        if edits.changed.is_empty() {
            return Ok(());
        }
        let scores = self.scores()?;
        scores.file = DecayFile::parse(&edits.scores);
        scores.changed = true;
        if let Some(core) = edits.core {
            self.draft.set(CORE, core)?;
        }
        self.changed_states.extend(edits.changed);
        Ok(())
    }

    /// Lets scores follow facts to their new ids, so that what was archived stays so. With an archived `whole` all of
    /// its facts are.
    pub(super) fn move_scores(&mut self, moved: &[(MemoryId, MemoryId)], whole: &MemoryId) -> Result<()> {
        let scores = self.scores()?;
        let with_whole = scores.file.get(whole).filter(|entry| entry.forgotten.is_some());
        for (old, new) in moved {
            let archived = scores.file.get(old).filter(|entry| entry.forgotten.is_some());
            if let Some(entry) = archived.or_else(|| with_whole.clone()).or_else(|| scores.file.get(old)) {
                scores.file.remove(old);
                scores.file.set(new, &entry);
                scores.changed = true;
            }
        }
        Ok(())
    }

    /// Gives everything that was made a score in the same change, counts what was seen again as used, and computes
    /// all scores anew.
    pub(crate) fn score_now(&mut self, base: f64, seen: &[MemoryId]) -> Result<()> {
        let at = self.engine.now().timestamp();
        let made = self.made.iter().map(|id| Scored { id: id.clone(), made: Some(base), used: 0, at });
        let seen = seen.iter().map(|id| Scored { id: id.clone(), made: None, used: 1, at });
        let noted: Vec<Scored> = made.chain(seen).collect();
        let (engine, params) = (self.engine, self.engine.decay_params());
        let scores = self.scores()?;
        engine.fold(&mut scores.file, &noted);
        scores.file.recompute(&params, at);
        scores.changed = true;
        Ok(())
    }

    pub(super) fn stage_scores(&mut self) -> Result<()> {
        let now = self.engine.now().timestamp();
        match &self.scores {
            Some(scores) if scores.changed => {
                let text = scores.file.render(now)?;
                self.draft.set(DECAY_SCORES, text)
            }
            _ => Ok(()),
        }
    }

    /// Keeps the graph index, where there is one, up to what is staged: row by row where entity files changed, anew
    /// where scores or states did.
    pub(super) fn stage_graph_index(&mut self) -> Result<()> {
        let changed: Vec<(EntityId, FileVersions)> =
            self.draft.changed().filter_map(|file| Some((entity_of_path(&file.path)?, file))).collect();
        // The index shows scores and leaves out what is archived.
        let scores_changed = self.scores_changed();
        if changed.is_empty() && !scores_changed {
            return Ok(());
        }
        let Some(index) = self.draft.read(GRAPH_INDEX)?.map(str::to_owned) else { return Ok(()) };
        if !scores_changed {
            let graph = |text: fn(&FileVersions) -> Option<&String>| {
                let parse = |(id, file): &(EntityId, FileVersions)| {
                    Some((file.path.clone(), EntityFile::parse(id.clone(), text(file)?.clone())))
                };
                let files: Vec<(String, EntityFile)> = changed.iter().filter_map(parse).collect();
                Graph::build(files.iter().map(|(path, file)| (path.as_str(), file)), &|_| None)
            };
            let (before, after) = (graph(|file| file.before.as_ref()), graph(|file| file.after.as_ref()));
            if let Some(index) = update_index(&index, &before, &after) {
                return self.draft.set(GRAPH_INDEX, index);
            }
        }
        let mut files = self.engine.entity_files()?;
        for (path, file) in &mut files {
            if self.draft.changes_file(path) {
                *file = EntityFile::parse(file.id().clone(), self.draft.text(path)?);
            }
        }
        let created: Vec<String> = self.draft.created().map(str::to_owned).collect();
        for path in created {
            if let Some(id) = entity_of_path(&path) {
                let text = self.draft.text(&path)?;
                files.push((path, EntityFile::parse(id, text)));
            }
        }
        let scores = DecayFile::parse(&self.draft.text(DECAY_SCORES)?);
        let index = self.engine.graph_index(&files, &scores);
        self.draft.set(GRAPH_INDEX, index)
    }
}
