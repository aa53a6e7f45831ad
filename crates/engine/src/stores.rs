//! Every memory of a workspace by id, wherever it is kept.
//!
//! Owns where the stores' files are and how one id leads to its text. Only reads.

use soulfile_api::MemoryView;
use soulfile_memory::core::CoreMemory;
use soulfile_memory::entity::{EntityFile, candidate_paths, entity_of_path};
use soulfile_memory::episode::{DayLog, Episode};
use soulfile_memory::id::{Day, EntityId, EpisodeId, MemoryId};
use soulfile_memory::pages;
use soulfile_vocabulary::day_file::{DayLayout, day_of_path};
use soulfile_vocabulary::layout::{BANK_DIR, CORE, ENTITIES_DIR};
use soulfile_vocabulary::{Scope, Store};
use soulfile_workspace::{DirEntry, WorkspacePath};

use crate::error::{Error, Result};
use crate::open::Engine;

/// Text as it can be shown: what is not UTF-8 in it becomes a mark.
pub(crate) fn lossy(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned())
}

impl Engine {
    /// Reads a text file of the workspace; bytes that are not UTF-8 are shown as such.
    pub(crate) fn read_text(&self, path: &str) -> Result<Option<String>> {
        let file = self.workspace.read(&WorkspacePath::parse(path)?)?;
        Ok(file.map(|file| lossy(file.bytes)))
    }

    /// A file that was listed and not named: one that is refused (a hard link, one too large for memory) is left out,
    /// so that it spoils nothing but itself. The doctor names it.
    fn listed_text(&self, path: &str) -> Result<Option<String>> {
        match self.read_text(path) {
            Err(Error::Workspace(soulfile_workspace::Error::Refused { .. })) => Ok(None),
            other => other,
        }
    }

    /// The files of a store directory, by path.
    pub(crate) fn files_in(&self, dir: &str) -> Result<Vec<String>> {
        let entries = self.workspace.list(dir)?;
        Ok(entries
            .into_iter()
            .filter_map(|entry| match entry {
                DirEntry::File(name) if name.ends_with(".md") => Some(format!("{dir}/{name}")),
                _ => None,
            })
            .collect())
    }

    fn dirs_in(&self, dir: &str) -> Result<Vec<String>> {
        let entries = self.workspace.list(dir)?;
        Ok(entries
            .into_iter()
            .filter_map(|entry| match entry {
                DirEntry::Dir(name) => Some(format!("{dir}/{name}")),
                _ => None,
            })
            .collect())
    }

    /// The day files of both layouts, oldest day first, the flat one of a day first.
    pub(crate) fn day_files(&self) -> Result<Vec<(Day, String)>> {
        let mut found: Vec<(Day, String)> = Vec::new();
        for dir in DayLayout::ALL.map(DayLayout::dir) {
            found.extend(self.files_in(dir)?.into_iter().filter_map(|path| Some((day_of_path(&path)?.0, path))));
        }
        found.sort_by(|a, b| a.0.cmp(&b.0));
        Ok(found)
    }

    /// The day logs of one day: the flat file, then the nested one.
    pub(crate) fn day_logs(&self, day: &Day) -> Result<Vec<(String, DayLog)>> {
        let mut logs: Vec<(String, DayLog)> = Vec::new();
        for path in DayLayout::ALL.map(|layout| layout.path(day)) {
            let Some(text) = self.read_text(&path)? else { continue };
            let log = match logs.last() {
                Some((_, earlier)) => DayLog::parse_after(earlier, text),
                None => DayLog::parse(day.clone(), text),
            };
            logs.push((path, log));
        }
        Ok(logs)
    }

    /// The entity files, by path.
    pub(crate) fn entity_files(&self) -> Result<Vec<(String, EntityFile)>> {
        let paths = self.entity_paths()?;
        let mut files = Vec::with_capacity(paths.len());
        for (id, path) in paths {
            if let Some(text) = self.listed_text(&path)? {
                files.push((path, EntityFile::parse(id, text)));
            }
        }
        Ok(files)
    }

    /// The entities with all the names their files give them.
    pub(crate) fn names_of_entities(&self) -> Result<Vec<(EntityId, Vec<String>)>> {
        let paths = self.entity_paths()?;
        let mut names = Vec::with_capacity(paths.len());
        for (id, path) in paths {
            if let Some(text) = self.listed_text(&path)? {
                names.push((id.clone(), EntityFile::names_in(id, text)));
            }
        }
        Ok(names)
    }

    fn entity_paths(&self) -> Result<Vec<(EntityId, String)>> {
        let mut paths = self.files_in(ENTITIES_DIR)?;
        for dir in self.dirs_in(ENTITIES_DIR)? {
            paths.extend(self.files_in(&dir)?);
        }
        Ok(paths.into_iter().filter_map(|path| Some((entity_of_path(&path)?, path))).collect())
    }

    /// One entity's file, wherever it is.
    pub(crate) fn entity_file(&self, id: &EntityId) -> Result<Option<(String, EntityFile)>> {
        for path in candidate_paths(id) {
            if let Some(text) = self.read_text(&path)? {
                return Ok(Some((path, EntityFile::parse(id.clone(), text))));
            }
        }
        Ok(None)
    }

    /// Every memory of the workspace. For verbs that must look at all of it, never for writing one.
    pub fn memories(&self) -> Result<Vec<MemoryView>> {
        self.memories_and(|_| ())
    }

    /// The same, with a look at each episode on the way: its file is read only once.
    pub(crate) fn memories_and(&self, mut look: impl FnMut(&Episode)) -> Result<Vec<MemoryView>> {
        let mut all = self.core_views()?;
        let mut days: Vec<Day> = self.day_files()?.into_iter().map(|(day, _)| day).collect();
        days.dedup();
        for day in days {
            for (path, log) in self.day_logs(&day)? {
                log.entries().iter().for_each(&mut look);
                all.extend(log.entries().iter().map(|entry| self.episode_view(&path, entry)));
            }
        }
        for (path, file) in self.entity_files()? {
            all.extend(entity_views(&path, &file, self));
        }
        for (store, folder) in Store::of_pages().filter_map(|store| Some((store, store.folder()?))) {
            for path in self.files_in(folder)? {
                all.extend(self.page_views(store, &stem(&path))?);
            }
        }
        Ok(all)
    }

    /// The memory with this id.
    pub fn memory(&self, id: &MemoryId) -> Result<MemoryView> {
        let views = match id {
            MemoryId::Core(_) => self.core_views()?,
            MemoryId::Episode(EpisodeId { day, .. }) => self.day_views(day)?,
            MemoryId::Entity(entity) | MemoryId::Fact(entity, _) => self.entity_views(entity)?,
            MemoryId::Page(page) => self.page_views(page.store, &page.name)?,
            MemoryId::Bank(page) => {
                return Err(Error::Invalid(format!(
                    "{BANK_DIR}/{page}.md is a page of your own; edit or remove it yourself"
                )));
            }
        };
        views
            .into_iter()
            .find(|view| view.id == *id)
            .ok_or_else(|| Error::NotFound(format!("there is no memory {id}; `soul log` and `soul graph` list ids")))
    }

    /// An entity and its facts; nothing where there is none.
    pub(crate) fn entity_views(&self, id: &EntityId) -> Result<Vec<MemoryView>> {
        Ok(self.entity_file(id)?.map_or(Vec::new(), |(path, file)| entity_views(&path, &file, self)))
    }

    pub(crate) fn core_views(&self) -> Result<Vec<MemoryView>> {
        let core = CoreMemory::parse(self.read_text(CORE)?.unwrap_or_default());
        Ok(core
            .entries()
            .iter()
            .map(|line| MemoryView {
                id: MemoryId::Core(line.id.clone()),
                store: Store::Core,
                path: CORE.to_owned(),
                lines: (line.line, line.line),
                text: line.text.clone(),
                created: None,
                scope: Scope::Private,
                trust: line.trust,
                pinned: line.pinned,
                past: false,
            })
            .collect())
    }

    pub(crate) fn day_views(&self, day: &Day) -> Result<Vec<MemoryView>> {
        let mut views = Vec::new();
        for (path, log) in self.day_logs(day)? {
            views.extend(log.entries().iter().map(|entry| self.episode_view(&path, entry)));
        }
        Ok(views)
    }

    fn episode_view(&self, path: &str, entry: &Episode) -> MemoryView {
        let time = entry.time.unwrap_or_default();
        let created = entry.id.day.date.to_datetime(time).to_zoned(self.zone.clone()).ok();
        MemoryView {
            id: MemoryId::Episode(entry.id.clone()),
            store: Store::Episodic,
            path: path.to_owned(),
            lines: entry.lines,
            text: entry.content.clone(),
            created: created.map(|at| at.timestamp()),
            scope: entry.scope.clone(),
            trust: entry.trust,
            pinned: false,
            past: false,
        }
    }

    /// The memories of a page; nothing where there is no such page.
    pub(crate) fn page_views(&self, store: Store, name: &str) -> Result<Vec<MemoryView>> {
        let (Some(path), Some(format)) = (store.page(name), pages::format_of(store)) else { return Ok(Vec::new()) };
        let Some(text) = self.read_text(&path)? else { return Ok(Vec::new()) };
        let page = format.read(name, &text);
        let created = page.since.and_then(|day| day.to_zoned(self.zone.clone()).ok()).map(|at| at.timestamp());
        let views = page.memories.into_iter().map(|memory| MemoryView {
            id: memory.id,
            store,
            path: path.clone(),
            lines: memory.lines,
            text: memory.text,
            created,
            scope: page.scope.clone(),
            trust: page.trust,
            pinned: store.row().is_pinned,
            past: false,
        });
        Ok(views.collect())
    }
}

/// The entity itself, and each of its facts.
fn entity_views(path: &str, file: &EntityFile, engine: &Engine) -> Vec<MemoryView> {
    let stamp = |day: Option<jiff::civil::Date>| {
        day.and_then(|day| day.to_zoned(engine.zone.clone()).ok()).map(|at| at.timestamp())
    };
    let whole = MemoryView {
        id: MemoryId::Entity(file.id().clone()),
        store: Store::Semantic,
        path: path.to_owned(),
        lines: (1, file.text().lines().count().max(1)),
        text: match file.summary.is_empty() {
            true => file.names().join(", "),
            false => format!("{}: {}", file.names().join(", "), file.summary),
        },
        created: stamp(file.created()),
        scope: file.name_scope(),
        trust: file.name_trust(),
        pinned: false,
        past: file.merged_into().is_some(),
    };
    let facts = file.facts.iter().map(|fact| MemoryView {
        id: MemoryId::Fact(file.id().clone(), fact.id.clone()),
        store: Store::Semantic,
        path: path.to_owned(),
        lines: (fact.line, fact.line),
        text: fact.text.clone(),
        created: stamp(fact.since.or(file.created())),
        scope: fact.scope.clone(),
        trust: fact.trust,
        pinned: false,
        past: !fact.is_current(),
    });
    std::iter::once(whole).chain(facts).collect()
}

/// The name of a file without directory and extension.
pub(crate) fn stem(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.strip_suffix(".md").unwrap_or(name).to_owned()
}
