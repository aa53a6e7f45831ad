//! Forgetting and restoring, as edits.
//!
//! Owns how an archived memory is represented: its entry in decay-scores.json is scored 0, archived
//! and dated; a core line also leaves MEMORY.md, kept in that entry so that it can come back. The files of
//! the other stores stay as they are. Erasing for good is a separate act, done by each store's own
//! `erase` or `remove`, and then [`erase_scores`].

use jiff::Timestamp;
use soulfile_vocabulary::State;

use crate::core::{CoreMemory, Limit};
use crate::decay::{DecayEntry, DecayFile, DecayParams, EXPLICIT};
use crate::error::Error;
use crate::id::{CoreId, MemoryId};

/// The files an archive or restore changes; `None` where a file stays as it is.
#[derive(Debug, Clone, PartialEq)]
pub struct ArchiveEdits {
    /// The new text of decay-scores.json.
    pub scores: String,
    /// The new text of MEMORY.md.
    pub core: Option<String>,
    /// The memories that changed; those already in the wanted state are not among them.
    pub changed: Vec<MemoryId>,
}

/// Archives memories: out of search, graph index and core memory, their files kept.
pub fn forget(ids: &[MemoryId], scores: &DecayFile, core: &CoreMemory, now: Timestamp) -> Result<ArchiveEdits, Error> {
    let mut scores = scores.clone();
    let mut lines: Vec<CoreId> = Vec::new();
    let mut changed = Vec::new();
    for id in ids {
        let mut entry = entry_of(&scores, id, now);
        if entry.forgotten.is_some() {
            continue;
        }
        if let MemoryId::Core(line) = id {
            let found = core.get(line).ok_or_else(|| Error::NotFound { id: id.to_string() })?;
            entry.archived_text = Some(core.raw(found));
            lines.push(line.clone());
        }
        entry.forgotten = Some(now);
        entry.current_score = 0.0;
        entry.status = State::Archived;
        scores.set(id, &entry);
        changed.push(id.clone());
    }
    Ok(ArchiveEdits {
        scores: scores.render(now)?,
        core: match lines.is_empty() {
            true => None,
            false => Some(core.remove(&lines)?),
        },
        changed,
    })
}

/// Restores archived memories. Restoring counts as using them, so that they do not fade away again at
/// once; a core line comes back to its block, within the cap.
pub fn restore(
    ids: &[MemoryId],
    scores: &DecayFile,
    core: &CoreMemory,
    params: &DecayParams,
    limit: &Limit<'_>,
    now: Timestamp,
) -> Result<ArchiveEdits, Error> {
    let mut scores = scores.clone();
    let mut core = core.clone();
    let mut core_changed = false;
    let mut changed = Vec::new();
    for id in ids {
        let mut entry = scores.get(id).ok_or_else(|| Error::NotFound { id: id.to_string() })?;
        if entry.forgotten.is_none() && entry.status != State::Archived {
            continue;
        }
        if let (MemoryId::Core(line), Some(text)) = (id, entry.archived_text.take()) {
            let edit = core.put_back(line, &text, limit)?;
            core_changed |= edit.changed;
            core = CoreMemory::parse(edit.text);
        }
        entry.forgotten = None;
        entry.last_accessed = Some(now);
        entry.access_count = entry.access_count.saturating_add(1);
        let score = params.score(&entry, now);
        entry.current_score = score.value;
        entry.status = score.status;
        scores.set(id, &entry);
        changed.push(id.clone());
    }
    Ok(ArchiveEdits { scores: scores.render(now)?, core: core_changed.then(|| core.text().to_owned()), changed })
}

/// Removes every trace of memories from decay-scores.json, for permanent deletion.
pub fn erase_scores(ids: &[MemoryId], scores: &DecayFile, now: Timestamp) -> Result<String, Error> {
    let mut scores = scores.clone();
    for id in ids {
        scores.remove(id);
    }
    scores.render(now)
}

fn entry_of(scores: &DecayFile, id: &MemoryId, now: Timestamp) -> DecayEntry {
    scores.get(id).unwrap_or_else(|| DecayEntry::new(id.store(), EXPLICIT, now))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{Budget, WhenFull};

    const CORE: &str = "## Identity\n- Name: Alex\n- Likes tea <!-- importance: high -->\n";

    fn limit() -> Limit<'static> {
        Limit {
            budget: Budget::default(),
            count: &|text| text.len(),
            when_full: WhenFull::Refuse,
            relevance: &|_| None,
        }
    }

    #[test]
    fn forgetting_keeps_the_files_and_restoring_brings_all_back() {
        let now: Timestamp = "2026-02-02T16:00:00Z".parse().unwrap();
        let core = CoreMemory::parse(CORE);
        let tea = MemoryId::Core(core.entries()[1].id.clone());
        let fact: MemoryId = "entity:person--alex#f3".parse().unwrap();
        let ids = [tea.clone(), fact.clone()];
        let edits = forget(&ids, &DecayFile::parse(""), &core, now).unwrap();
        assert_eq!(edits.changed, ids);
        let without = edits.core.unwrap();
        assert_eq!(without, "## Identity\n- Name: Alex\n");
        let scores = DecayFile::parse(&edits.scores);
        let entry = scores.get(&tea).unwrap();
        assert_eq!((entry.current_score, entry.status), (0.0, State::Archived));
        assert_eq!(entry.archived_text.as_deref(), Some("- Likes tea <!-- importance: high -->"));
        let again = forget(&ids, &scores, &CoreMemory::parse(without.as_str()), now).unwrap();
        assert!(again.changed.is_empty() && again.core.is_none());

        let params = DecayParams::default();
        let back = restore(&ids, &scores, &CoreMemory::parse(without), &params, &limit(), now).unwrap();
        assert_eq!(back.core.unwrap(), CORE);
        let scores = DecayFile::parse(&back.scores);
        assert_eq!(scores.get(&fact).unwrap().status, State::Active);
        assert_eq!(scores.get(&tea).unwrap().archived_text, None);
        let gone = erase_scores(&ids, &scores, now).unwrap();
        assert!(DecayFile::parse(&gone).is_empty());
    }

    #[test]
    fn a_core_line_that_is_not_there_is_an_error() {
        let now: Timestamp = "2026-02-02T16:00:00Z".parse().unwrap();
        let id: MemoryId = "core:identity:00000000".parse().unwrap();
        let core = CoreMemory::parse(CORE);
        assert!(forget(std::slice::from_ref(&id), &DecayFile::parse(""), &core, now).is_err());
        let params = DecayParams::default();
        assert!(restore(&[id], &DecayFile::parse(""), &core, &params, &limit(), now).is_err());
    }
}
