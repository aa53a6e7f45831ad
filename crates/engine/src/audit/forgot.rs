//! What an entry that forgot something forgot: read from history, for the trail itself names ids only.

use soulfile_memory::decay::DecayFile;
use soulfile_memory::entity::EntityFile;
use soulfile_memory::episode::DayLog;
use soulfile_memory::id::MemoryId;
use soulfile_vocabulary::day_file::DayLayout;
use soulfile_vocabulary::layout::DECAY_SCORES;
use soulfile_workspace::{Action, LogEntry, WorkspacePath};

use crate::error::Result;
use crate::open::Engine;

impl Engine {
    /// Whether an entry archived or erased something that says `about`. `before` is the commit before it.
    pub(super) fn forgets(&self, entry: &LogEntry, before: Option<&str>, about: &str) -> Result<bool> {
        let about = about.trim().to_lowercase();
        match entry.action() {
            _ if about.is_empty() => Ok(false),
            Action::Archive => Ok(self.archived_at(entry, before)?.iter().any(|t| t.to_lowercase().contains(&about))),
            Action::Delete => {
                let (_, diff) = self.workspace.show(&entry.commit)?;
                let removed = diff.lines().filter(|line| line.starts_with('-') && !line.starts_with("---"));
                Ok(removed.into_iter().any(|line| line.to_lowercase().contains(&about)))
            }
            _ => Ok(false),
        }
    }

    /// What the memories said that an entry archived: forgotten after it, and not before.
    fn archived_at(&self, entry: &LogEntry, before: Option<&str>) -> Result<Vec<String>> {
        let earlier = match before {
            Some(commit) => DecayFile::parse(&self.text_at(DECAY_SCORES, commit)?.unwrap_or_default()),
            None => DecayFile::parse(""),
        };
        let scores = DecayFile::parse(&self.text_at(DECAY_SCORES, &entry.commit)?.unwrap_or_default());
        let mut texts = Vec::new();
        for (id, scored) in scores.entries().filter(|(_, scored)| scored.forgotten.is_some()) {
            let Ok(id) = id.parse::<MemoryId>() else { continue };
            if earlier.get(&id).is_some_and(|known| known.forgotten.is_some()) {
                continue;
            }
            texts.extend(match scored.archived_text {
                Some(text) => Some(text),
                None => self.memory_at(&id, &entry.commit)?,
            });
        }
        Ok(texts)
    }

    /// What a memory said at a commit.
    fn memory_at(&self, id: &MemoryId, commit: &str) -> Result<Option<String>> {
        match id {
            MemoryId::Episode(episode) => {
                let day = &episode.day;
                let flat = self.text_at(&DayLayout::Flat.path(day), commit)?.unwrap_or_default();
                let flat = DayLog::parse(day.clone(), flat);
                let nested = self.text_at(&DayLayout::Episodes.path(day), commit)?.unwrap_or_default();
                let nested = DayLog::parse_after(&flat, nested);
                Ok(flat.get(episode).or_else(|| nested.get(episode)).map(|entry| entry.content.clone()))
            }
            MemoryId::Fact(entity, fact) => {
                let Some((path, _)) = self.entity_file(entity)? else { return Ok(None) };
                let text = self.text_at(&path, commit)?.unwrap_or_default();
                Ok(EntityFile::parse(entity.clone(), text).fact(fact).map(|fact| fact.text.clone()))
            }
            // The other stores keep their files while a memory is archived.
            _ => Ok(self.memory(id).ok().map(|view| view.text)),
        }
    }

    fn text_at(&self, path: &str, commit: &str) -> Result<Option<String>> {
        let bytes = self.workspace.read_at(&WorkspacePath::parse(path)?, commit)?;
        Ok(bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
    }
}
