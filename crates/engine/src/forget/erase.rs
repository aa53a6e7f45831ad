//! Erasing for good: out of the files, and with a purge out of history, logs and caches too.

use soulfile_api::{Forgotten, MemoryView};
use std::collections::BTreeMap;

use soulfile_memory::archive::erase_scores;
use soulfile_memory::core::CoreMemory;
use soulfile_memory::decay::DecayFile;
use soulfile_memory::entity::EntityFile;
use soulfile_memory::episode::DayLog;
use soulfile_memory::id::{CoreId, Day, EntityId, EpisodeId, FactId, MemoryId, PageId};
use soulfile_memory::pages;
use soulfile_memory::splice::{Splice, apply};
use soulfile_text::analyze::Analyzer;
use soulfile_text::sentences;
use soulfile_vocabulary::Store;
use soulfile_vocabulary::layout::{CORE, DECAY_SCORES, GRAPH_INDEX};
use soulfile_workspace::{Action, Actor, Mutation, Purge};

use super::listed;
use super::waiting::Bound;
use crate::decay::TakenUses;
use crate::draft::Draft;
use crate::error::{Error, Result};
use crate::open::Engine;

/// What is to go, sorted by the file it is in.
#[derive(Default)]
struct Sorted {
    core: Vec<CoreId>,
    days: BTreeMap<Day, Vec<EpisodeId>>,
    facts: BTreeMap<EntityId, Vec<FactId>>,
    entities: Vec<EntityId>,
    pages: BTreeMap<(Store, String), Vec<MemoryId>>,
    archived_lines: Vec<MemoryId>,
}

/// A planned erasure.
struct Erasure {
    mutation: Mutation,
    /// The scores that are folded in with it.
    scores: TakenUses,
    /// What a person should know.
    notes: Vec<String>,
}

impl Engine {
    pub(super) fn erase(&self, ids: &[MemoryId], words: Option<&str>) -> Result<Forgotten> {
        let ids = &self.with_derived(ids)?;
        let views = self.views_of(ids)?;
        let paths: Vec<String> = views.iter().map(|view| view.path.clone()).collect();
        let mut texts = Vec::new();
        for view in &views {
            texts.extend(self.traces(view)?);
        }
        let meant = words.map(|words| self.meant(words, &mut Analyzer::new())).transpose()?;
        let bound = Bound::new(&views, &texts, meant);
        let Erasure { mutation, scores, notes } = self.plan_erase(ids, &bound)?;
        let receipt = Some(self.apply(mutation)?);
        scores.done();
        let mut forgotten = Forgotten { receipt, ids: ids.clone(), notes };
        forgotten.notes.extend(self.scrub_state(&texts)?);
        let commits = self.commits_of(&paths)?;
        forgotten.notes.push(format!(
            "git history still holds it: {commits} commits touch these files; purging it from the history rewrites them"
        ));
        Ok(forgotten)
    }

    /// Erases, then rewrites history so that nothing of the text is left in it.
    pub(super) fn purge(&self, named: &[MemoryId], words: Option<&str>) -> Result<Forgotten> {
        let ids = &self.with_derived(named)?;
        let views = self.views_of(ids)?;
        let mut purge = Purge::default();
        for view in &views {
            // An entity that only goes because nothing else speaks of it keeps its name elsewhere.
            if named.contains(&view.id) || !matches!(view.id, MemoryId::Entity(_)) {
                purge.texts.extend(self.traces(view)?);
            }
            match &view.id {
                MemoryId::Entity(id) => {
                    // Its row in the graph index has its name beside its id.
                    purge.texts.extend(
                        self.entity_file(id)?
                            .map(|(_, file)| format!("| {id} | {} | {} |", file.type_name(), file.label())),
                    );
                    purge.texts.push(id.to_string());
                    purge.paths.push(view.path.clone());
                }
                MemoryId::Page(PageId { entry: None, .. }) => purge.paths.push(view.path.clone()),
                _ => {}
            }
        }
        let meant = words.map(|words| self.meant(words, &mut Analyzer::new())).transpose()?;
        let bound = self.bound_to_purge(&views, &purge.texts, meant)?;
        purge.paths.extend(self.drafts_to_purge(&bound)?);
        purge.texts.extend(self.proposals_to_purge(&bound, &views)?);
        let Erasure { mutation, scores, notes } = self.plan_erase(ids, &bound)?;
        let purged = self.workspace.purge(&purge, Some(mutation.requested_by(&self.requester)))?;
        scores.done();
        let mut forgotten = Forgotten { receipt: Some(purged.receipt), ids: ids.to_vec(), notes };
        forgotten.notes.push(format!(
            "history was rewritten: {} of {} commits changed. Copies elsewhere (clones, remotes, backups) are not reached from here",
            purged.rewritten, purged.commits
        ));
        // The search index and other caches are derived; they come back without it.
        forgotten.notes.extend(self.scrub_state(&purge.texts)?);
        self.workspace.purge_over()?;
        Ok(forgotten)
    }

    /// Takes what was purged out of the caches, where whoever purged it was killed before that.
    pub(crate) fn finish_purge(&self) -> Result<()> {
        let Some(purge) = self.workspace.unfinished_purge()? else { return Ok(()) };
        self.scrub_state(&purge.texts)?;
        Ok(self.workspace.purge_over()?)
    }

    /// The memories, archived core lines included.
    fn views_of(&self, ids: &[MemoryId]) -> Result<Vec<MemoryView>> {
        ids.iter()
            .map(|id| match self.memory(id) {
                Ok(view) => Ok(view),
                Err(error) => self.archived_view(id)?.ok_or(error),
            })
            .collect()
    }

    /// A line that was taken out of MEMORY.md when it was archived: only the scores have it.
    pub fn archived_view(&self, id: &MemoryId) -> Result<Option<MemoryView>> {
        let text = self.scores()?.get(id).and_then(|entry| entry.archived_text);
        Ok(text.map(|text| MemoryView {
            id: id.clone(),
            store: id.store(),
            path: DECAY_SCORES.to_owned(),
            lines: (1, 1),
            text: text.trim_start_matches(['-', '*', '+', ' ']).to_owned(),
            created: None,
            scope: Default::default(),
            trust: soulfile_vocabulary::Authority::Owner,
            pinned: false,
            past: false,
        }))
    }

    /// The memories, and what was made of them and of nothing else: facts and core lines that name one
    /// of them as their source, entities that would be left empty.
    fn with_derived(&self, ids: &[MemoryId]) -> Result<Vec<MemoryId>> {
        let mut all = ids.to_vec();
        let sources = sources_of(ids);
        let core = CoreMemory::parse(self.read_text(CORE)?.unwrap_or_default());
        for line in core.entries() {
            let raw = core.raw(line);
            let derived = raw.split_whitespace().filter_map(|word| word.strip_prefix("source:"));
            if derived.into_iter().any(|source| sources.iter().any(|s| s == source)) {
                push_new(&mut all, MemoryId::Core(line.id.clone()));
            }
        }
        let files = self.entity_files()?;
        let ours = |source: &Option<String>| source.as_ref().is_some_and(|s| sources.contains(s));
        let linked: Vec<&EntityId> = files
            .iter()
            .flat_map(|(_, file)| file.relations.iter().filter(|r| ours(&r.source)).flat_map(|r| &r.targets))
            .collect();
        for (_, file) in &files {
            let id = file.id();
            let touched = linked.contains(&id)
                || file.facts.iter().any(|fact| ours(&fact.source))
                || file.relations.iter().any(|line| ours(&line.source));
            for fact in file.facts.iter().filter(|fact| ours(&fact.source)) {
                push_new(&mut all, MemoryId::Fact(id.clone(), fact.id.clone()));
            }
            let empty = file.summary.is_empty()
                && file.timeline.is_empty()
                && file.aliases.is_empty()
                && file.open_questions.is_empty()
                && file.facts.iter().all(|f| all.contains(&MemoryId::Fact(id.clone(), f.id.clone())))
                && file.relations.iter().all(|line| ours(&line.source));
            if touched && empty {
                push_new(&mut all, MemoryId::Entity(id.clone()));
            }
        }
        Ok(all)
    }

    /// What is erased with memories, each once, those themselves left out.
    pub(super) fn erased_along(&self, named: &[MemoryId]) -> Result<Vec<MemoryView>> {
        let mut all = self.with_derived(named)?;
        for id in all.clone() {
            let MemoryId::Entity(id) = id else { continue };
            for fact in self.entity_file(&id)?.map(|(_, file)| file.facts).unwrap_or_default() {
                push_new(&mut all, MemoryId::Fact(id.clone(), fact.id));
            }
        }
        all.retain(|id| !named.contains(id));
        self.views_of(&all)
    }

    /// Works out how memories are taken out of the files, and what waits and speaks of them with them.
    fn plan_erase(&self, ids: &[MemoryId], bound: &Bound) -> Result<Erasure> {
        let now = self.now().timestamp();
        let today = self.now().date();
        let pending = self.pending_scores().take()?;
        let mut draft = Draft::new(&self.workspace);
        let mut scores = DecayFile::parse(&draft.text(DECAY_SCORES)?);
        self.fold(&mut scores, &pending.scored);
        let sorted = self.sort(ids, &scores)?;
        if !sorted.core.is_empty() {
            let core = CoreMemory::parse(draft.text(CORE)?);
            draft.set(CORE, core.remove(&sorted.core)?)?;
        }
        for (day, gone) in &sorted.days {
            self.erase_episodes(&mut draft, &mut scores, day, gone)?;
        }
        for (id, facts) in &sorted.facts {
            let (path, _) = self.entity_file(id)?.ok_or_else(|| Error::NotFound(format!("entity:{id}")))?;
            let file = EntityFile::parse(id.clone(), draft.text(&path)?);
            draft.set(&path, file.erase_facts(facts, today)?.text)?;
        }
        let mut gone = ids.to_vec();
        self.erase_relations(&mut draft, &sources_of(ids), &sorted.entities)?;
        for id in &sorted.entities {
            gone.extend(self.erase_entity(&mut draft, id, &sorted.entities)?);
        }
        for ((store, name), memories) in &sorted.pages {
            let (Some(path), Some(format)) = (store.page(name), pages::format_of(*store)) else { continue };
            for id in memories {
                match format.remove(name, &draft.text(&path)?, id)? {
                    Some(text) => draft.set(&path, text)?,
                    None => draft.remove(&path)?,
                }
            }
        }
        if !scores.is_empty() {
            // Episodes went with their day; by now another note may go by the same id.
            gone.retain(|id| !matches!(id, MemoryId::Episode(_)));
            draft.set(DECAY_SCORES, erase_scores(&gone, &scores, now)?)?;
        }
        if draft.read(GRAPH_INDEX)?.is_some() && !(sorted.entities.is_empty() && sorted.facts.is_empty()) {
            let mut files = self.entity_files()?;
            files.retain(|(_, file)| !sorted.entities.contains(file.id()));
            for (path, file) in &mut files {
                *file = EntityFile::parse(file.id().clone(), draft.text(path)?);
            }
            let scores = DecayFile::parse(&draft.text(DECAY_SCORES)?);
            draft.set(GRAPH_INDEX, self.graph_index(&files, &scores))?;
        }
        let notes = self.withdraw_waiting(&mut draft, bound)?;
        let mutation =
            Mutation::new(Action::Delete, Actor::Manual, format!("erased {}", listed(ids)), draft.into_changes()?)
                .trigger("soul forget --permanently")
                .confirmed(true);
        Ok(Erasure { mutation, scores: pending, notes })
    }

    fn sort(&self, ids: &[MemoryId], scores: &DecayFile) -> Result<Sorted> {
        let mut sorted = Sorted::default();
        let core = CoreMemory::parse(self.read_text(CORE)?.unwrap_or_default());
        for id in ids {
            match id {
                MemoryId::Core(line) if core.get(line).is_some() => sorted.core.push(line.clone()),
                MemoryId::Core(_) if scores.get(id).is_some() => sorted.archived_lines.push(id.clone()),
                MemoryId::Core(_) => return Err(Error::NotFound(format!("there is no memory {id}"))),
                MemoryId::Episode(episode) => {
                    sorted.days.entry(episode.day.clone()).or_default().push(episode.clone());
                }
                MemoryId::Entity(entity) => sorted.entities.push(entity.clone()),
                MemoryId::Fact(entity, fact) => {
                    sorted.facts.entry(entity.clone()).or_default().push(fact.clone());
                }
                MemoryId::Page(page) => {
                    sorted.pages.entry((page.store, page.name.clone())).or_default().push(id.clone());
                }
                MemoryId::Bank(_) => {
                    return Err(Error::Invalid(format!("{id} is a page of your own; remove the file yourself")));
                }
            }
        }
        // Facts of an entity that goes whole go with it.
        let whole = sorted.entities.clone();
        sorted.facts.retain(|entity, _| !whole.contains(entity));
        Ok(sorted)
    }

    /// Erases entries of a day. What has a time keeps its number; of notes with one heading or text, those
    /// that stay may move up, and their scores move along.
    fn erase_episodes(
        &self,
        draft: &mut Draft<'_>,
        scores: &mut DecayFile,
        day: &Day,
        gone: &[EpisodeId],
    ) -> Result<()> {
        let before = self.day_logs(day)?;
        let mut kept: Vec<EpisodeId> = Vec::new();
        let mut after: Vec<DayLog> = Vec::new();
        for (path, log) in &before {
            let here: Vec<EpisodeId> = gone.iter().filter(|id| log.get(id).is_some()).cloned().collect();
            let text = log.erase(&here)?;
            kept.extend(log.entries().iter().map(|entry| entry.id.clone()).filter(|id| !here.contains(id)));
            after.push(match after.last() {
                Some(earlier) => DayLog::parse_after(earlier, text.as_str()),
                None => DayLog::parse(day.clone(), text.as_str()),
            });
            match after.last().is_some_and(|log| log.is_empty() && !here.is_empty()) {
                true => draft.remove(path)?,
                false => draft.set(path, text)?,
            }
        }
        let named = after.iter().flat_map(|log| log.entries().iter().map(|entry| entry.id.clone()));
        let moved: Vec<(EpisodeId, EpisodeId)> = kept.into_iter().zip(named).filter(|(old, new)| old != new).collect();
        for id in gone {
            scores.remove(&MemoryId::Episode(id.clone()));
        }
        for (old, new) in moved {
            let old = MemoryId::Episode(old);
            if let Some(entry) = scores.get(&old) {
                scores.remove(&old);
                scores.set(&MemoryId::Episode(new), &entry);
            }
        }
        Ok(())
    }

    /// Erases an entity: its file, and every relation that points to it from an entity that stays. Returns
    /// its facts' ids.
    fn erase_entity(&self, draft: &mut Draft<'_>, id: &EntityId, whole: &[EntityId]) -> Result<Vec<MemoryId>> {
        let (path, file) = self.entity_file(id)?.ok_or_else(|| Error::NotFound(format!("entity:{id}")))?;
        draft.remove(&path)?;
        for (path, other) in self.entity_files()? {
            if whole.contains(other.id()) || !other.relations.iter().any(|line| line.targets.contains(id)) {
                continue;
            }
            let current = EntityFile::parse(other.id().clone(), draft.text(&path)?);
            let edit = current.erase_relations_to(id, self.now().date());
            draft.set(&path, edit.text)?;
        }
        Ok(file.facts.iter().map(|fact| MemoryId::Fact(id.clone(), fact.id.clone())).collect())
    }

    /// Takes out the relations that were made of what goes.
    fn erase_relations(&self, draft: &mut Draft<'_>, sources: &[String], whole: &[EntityId]) -> Result<()> {
        for (path, file) in self.entity_files()? {
            let ours = file.relations.iter().filter(|r| r.source.as_ref().is_some_and(|s| sources.contains(s)));
            if whole.contains(file.id()) || ours.count() == 0 {
                continue;
            }
            let current = EntityFile::parse(file.id().clone(), draft.text(&path)?);
            let ours = current.relations.iter().filter(|r| r.source.as_ref().is_some_and(|s| sources.contains(s)));
            let cuts = ours.map(|line| Splice::remove(line.span.clone())).collect();
            draft.set(&path, apply(current.text(), cuts))?;
        }
        Ok(())
    }

    /// The pieces of text that must not be found anywhere after a purge.
    fn traces(&self, view: &MemoryView) -> Result<Vec<String>> {
        let mut traces: Vec<String> = Vec::new();
        let mut add = |text: &str| {
            let text = text.trim();
            if text.chars().count() >= 3 && !traces.iter().any(|t| t == text) {
                traces.push(text.to_owned());
            }
        };
        add(&view.text);
        // A line by itself is searched for only when it says enough to be this memory's.
        let telling = |line: &&str| is_telling(line);
        view.text.lines().filter(telling).for_each(&mut add);
        // Quotations and proposals take one sentence of several.
        let sentences = sentences::split(&view.text).into_iter().map(|sentence| &view.text[sentence.span]);
        sentences.filter(telling).for_each(&mut add);
        if let Some(file) = self.read_text(&view.path)?.filter(|_| view.path != DECAY_SCORES) {
            let first = match &view.id {
                // A heading holds tags and a kind, not the memory.
                MemoryId::Episode(_) => view.lines.0,
                _ => view.lines.0 - 1,
            };
            if let MemoryId::Episode(_) = &view.id {
                // Tags are words of the memory too; they go as the list they are.
                let head = file.lines().nth(view.lines.0 - 1).unwrap_or_default();
                head.split(" | ").filter(|field| field.starts_with("tags:[")).for_each(&mut add);
                // So are the names of imported files; the ledger keeps the checksum, so that importing again
                // does not bring the note back.
                let source = head.split(" | ").find_map(|field| field.strip_prefix("source:import:"));
                source.and_then(|source| source.rsplit_once('@')).map(|(name, _)| name).into_iter().for_each(&mut add);
            }
            for line in file.lines().skip(first).take(view.lines.1 - first) {
                let line = line.trim().trim_start_matches(['-', '*', '+']).trim();
                let line = line.split("<!--").next().unwrap_or(line).trim();
                let structure = line.starts_with('#') || line.starts_with("Type:");
                if !structure && (telling(&line) || view.lines.0 + 1 >= view.lines.1) {
                    add(line);
                    add(line.trim_matches('~'));
                }
            }
        }
        Ok(traces)
    }
}

/// Whether a line says enough to be one memory's and no other's.
pub(super) fn is_telling(line: &str) -> bool {
    line.chars().filter(|c| c.is_alphanumeric()).count() >= if line.is_ascii() { 12 } else { 6 }
}

/// What derived memories name as their source.
fn sources_of(ids: &[MemoryId]) -> Vec<String> {
    ids.iter().filter(|id| matches!(id, MemoryId::Episode(_))).map(ToString::to_string).collect()
}

fn push_new(all: &mut Vec<MemoryId>, id: MemoryId) {
    if !all.contains(&id) {
        all.push(id);
    }
}
