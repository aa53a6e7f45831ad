//! `forget`: find what is meant, then archive it, erase it, or purge it from history too.
//!
//! Two steps: candidates with ids are shown, a person confirms, and only then anything changes.
//! Archiving keeps the files; erasing takes the text out of them; purging rewrites history.

use soulfile_api::{Forgotten, MemoryView, Thoroughness};
use soulfile_memory::id::MemoryId;
use soulfile_vocabulary::Authority;
use soulfile_workspace::{Action, Actor, Approval, LogFilter};

use crate::error::{Error, Result};
use crate::open::Engine;
use crate::writer::{MemoryWriter, Operation, Step};

mod candidates;
mod erase;
mod marks;
mod part;
mod topic;
mod waiting;

impl Engine {
    /// What goes with memories that are forgotten: what was made of them and of nothing else, and the facts
    /// of entities that go. Archiving takes nothing along.
    pub fn forget_along(&self, ids: &[MemoryId], how: Thoroughness) -> Result<Vec<MemoryView>> {
        match how {
            Thoroughness::Archive => Ok(Vec::new()),
            Thoroughness::Erase | Thoroughness::Purge => self.erased_along(ids),
        }
    }

    /// Forgets memories. A person confirmed exactly these, and what [`Engine::forget_along`] showed of them.
    pub fn forget(&self, ids: &[MemoryId], how: Thoroughness) -> Result<Forgotten> {
        self.forget_named(ids, how, None)
    }

    /// Forgets memories as [`Engine::forget`] does; `words` are those they were found by. What waits for a
    /// decision and fits these words is withdrawn when the memories are erased.
    pub fn forget_named(&self, ids: &[MemoryId], how: Thoroughness, words: Option<&str>) -> Result<Forgotten> {
        if ids.is_empty() {
            return Err(Error::Invalid("there is nothing to forget".to_owned()));
        }
        self.may_forget(ids)?;
        match how {
            Thoroughness::Archive => self.archive(ids),
            Thoroughness::Erase => self.erase(ids, words),
            Thoroughness::Purge => {
                self.decides("purging history")?;
                self.purge(ids, words)
            }
        }
    }

    /// Refuses a caller whose word counts for less than that of whoever said what is to go.
    fn may_forget(&self, ids: &[MemoryId]) -> Result<()> {
        let caller = self.authority();
        for id in ids.iter().filter(|_| caller < Authority::Owner) {
            if !caller.may_supersede(self.memory(id)?.trust) {
                let whose = "was said by somebody whose word counts for more; a person forgets it, with";
                return Err(Error::Denied(format!("{id} {whose} `soul forget {id}`; nothing was changed")));
            }
        }
        Ok(())
    }

    fn archive(&self, ids: &[MemoryId]) -> Result<Forgotten> {
        let mut texts = Vec::new();
        for id in ids {
            texts.push(self.memory(id)?.text);
        }
        let mut writer = MemoryWriter::new(self);
        writer.apply(&[Step::by_person(Operation::Archive { ids: ids.to_vec() })])?;
        let mut notes = Vec::new();
        if writer.changed_states().is_empty() {
            notes.push("all of it was archived already".to_owned());
            return Ok(Forgotten { receipt: None, ids: ids.to_vec(), notes });
        }
        let summary = format!("archived {}", listed(writer.changed_states()));
        let actor = Actor::Bot("trigger-forget".into());
        let (mutation, mut outcome) = writer.into_mutation(Action::Archive, actor, summary)?;
        // The words of the request stay out: they may be what is to be forgotten.
        let mutation = mutation.approval(Approval::Approved).trigger("soul forget").confirmed(true);
        let receipt = Some(self.commit(mutation, &mut outcome)?);
        notes.extend(self.scrub_typed(&texts)?);
        notes.push("the files keep it: it can be restored, or erased for good".to_owned());
        Ok(Forgotten { receipt, ids: outcome.changed_states, notes })
    }

    /// How many commits touch these files: what history still holds.
    fn commits_of(&self, paths: &[String]) -> Result<usize> {
        let mut commits = std::collections::HashSet::new();
        for path in paths {
            let log = self.workspace.log(&LogFilter {
                path: Some(path.clone()),
                limit: usize::MAX,
                ..LogFilter::default()
            })?;
            commits.extend(log.into_iter().map(|entry| entry.commit));
        }
        Ok(commits.len())
    }
}

/// Ids for a commit message, never what they say.
pub(crate) fn listed(ids: &[MemoryId]) -> String {
    let shown: Vec<String> = ids.iter().take(5).map(ToString::to_string).collect();
    let more = match ids.len() {
        n if n > 5 => format!(" and {} more", n - 5),
        _ => String::new(),
    };
    let plural = if ids.len() == 1 { "memory" } else { "memories" };
    format!("{} {plural}: {}{more}", ids.len(), shown.join(", "))
}
