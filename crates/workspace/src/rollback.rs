//! Rolling back: one file, one mutation, a session or reflection, or everything to a time.
//!
//! An undo is itself a mutation. Where nothing touched the same files since, it restores them
//! byte for byte; where something did, the later change is kept if the two merge, and the undo
//! is refused by name if they do not.

use soulfile_vocabulary::layout;
use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;

use crate::error::{Error, Result};
use crate::files::Root;
use crate::git::tree::Leaf;
use crate::history::LogEntry;
use crate::mutation::{Action, Actor, Change, Mutation};
use crate::path::WorkspacePath;
use crate::sabotage::{Safeguard, is_removed};
use crate::three_way_merge::merge3;
use crate::write::Inner;

/// What to roll back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// The newest mutation.
    Last,
    /// One mutation, by its id or commit.
    Mutation(String),
    /// Every mutation of a session, or of an actor such as `reflection:r-012`.
    Session(String),
    /// One file, to how it was at a commit or mutation.
    File {
        /// The file.
        path: WorkspacePath,
        /// The commit or mutation.
        to: String,
    },
    /// The whole workspace, to how it was at a time (seconds).
    Time(i64),
}

impl Inner {
    /// Works out the mutation that undoes `target`.
    pub(crate) fn plan_rollback(&mut self, root: &Root, target: &Target) -> Result<Mutation> {
        let (changes, summary) = match target {
            Target::Last => {
                let entry = self.last_of_somebody()?;
                (
                    self.undo(root, std::slice::from_ref(&entry))?,
                    format!("undid {} ({})", short(&entry), entry.summary()),
                )
            }
            Target::Mutation(id) => {
                let entry = self.find(id)?;
                (
                    self.undo(root, std::slice::from_ref(&entry))?,
                    format!("undid {} ({})", short(&entry), entry.summary()),
                )
            }
            Target::Session(id) => {
                let entries = self.of_session(id)?;
                let plural = if entries.len() == 1 { "" } else { "s" };
                (self.undo(root, &entries)?, format!("undid session {id} ({} mutation{plural})", entries.len()))
            }
            Target::File { path, to } => {
                let entry = self.find(to)?;
                let leaf = self.trees.find(&self.repo, entry.tree, path.as_str())?;
                (vec![self.restore(path.clone(), leaf)?], format!("restored {path} as of {}", short(&entry)))
            }
            Target::Time(time) => {
                let changes = self.changes_back_to(*time)?;
                (changes, format!("restored the workspace as of {}", crate::audit::stamp(*time)))
            }
        };
        Ok(Mutation::new(Action::Revert, Actor::Manual, summary, changes).trigger("rollback"))
    }

    /// The newest entry that somebody asked for: drafts, scores and digests that the program writes by itself in the
    /// background are not what a person means by the last change.
    fn last_of_somebody(&mut self) -> Result<LogEntry> {
        let head = self.git.head()?.commit;
        let mut found = None;
        self.walk(head, |_, entry| {
            if matches!(entry.actor(), Actor::System(_)) || entry.files.is_empty() {
                return Ok(ControlFlow::Continue(()));
            }
            found = Some(entry);
            Ok(ControlFlow::Break(()))
        })?;
        found.ok_or_else(|| Error::not_found("a change to undo"))
    }

    fn of_session(&mut self, id: &str) -> Result<Vec<LogEntry>> {
        let head = self.git.head()?.commit;
        let mut entries: Vec<LogEntry> = Vec::new();
        let whole = format!("undid session {id} (");
        // Newest first, so that an undo is met before what it undid: by the latter, the id of the former.
        let mut undone: HashMap<String, String> = HashMap::new();
        self.walk(head, |_, entry| {
            let name = short(&entry);
            let named = entry.message.as_ref().is_some_and(|m| m.session.as_deref() == Some(id));
            let actor = entry.actor().to_string();
            let is_of_session = named || actor == id || actor == format!("reflection:{id}");
            if let Some(by) = undone.get(&name) {
                // Both together change nothing, whoever undid it.
                if is_of_session {
                    entries.retain(|entry| short(entry) != *by);
                }
                return Ok(ControlFlow::Continue(()));
            }
            if entry.action() == Action::Revert {
                // What was undone whole is not undone once more: only what came after it is left to undo.
                if entry.summary().starts_with(&whole) {
                    return Ok(ControlFlow::Break(()));
                }
                if let Some((of, _)) = entry.summary().strip_prefix("undid ").and_then(|rest| rest.split_once(" (")) {
                    undone.insert(of.to_owned(), name);
                }
            }
            if is_of_session {
                entries.push(entry);
            }
            Ok(ControlFlow::Continue(()))
        })?;
        if entries.is_empty() {
            return Err(Error::not_found(format!("a session or reflection called \"{id}\"")));
        }
        Ok(entries)
    }

    /// Undoes entries, given newest first, file by file.
    fn undo(&mut self, root: &Root, entries: &[LogEntry]) -> Result<Vec<Change>> {
        let mut files: BTreeMap<String, Option<Vec<u8>>> = BTreeMap::new();
        let mut read: BTreeMap<String, Option<Vec<u8>>> = BTreeMap::new();
        for entry in entries {
            for difference in &entry.differences {
                let text = |leaf: Option<Leaf>| leaf.map(|l| self.blob(l.oid)).transpose();
                let (before, after) = (text(difference.before)?, text(difference.after)?);
                let undone_so_far = files.get(&difference.path).filter(|_| !is_removed(Safeguard::UndoChain));
                let current = match undone_so_far {
                    Some(current) => current.clone(),
                    None => {
                        let current = root.read(&WorkspacePath::parse(&difference.path)?)?.map(|f| f.bytes);
                        read.insert(difference.path.clone(), current.clone());
                        current
                    }
                };
                let merged = || match (&current, &after, &before) {
                    (Some(current), Some(after), Some(before)) if !is_data(&difference.path) => {
                        merge3(after, current, before)
                    }
                    _ => Ok(None),
                };
                let undone = if current == after || is_draft(&difference.path) {
                    before
                } else if let Some(merged) = merged()? {
                    Some(merged)
                } else if let Some(rest) = without_insertion(before.as_deref(), after.as_deref(), current.as_deref()) {
                    Some(rest)
                } else if never_blocks_undo(&difference.path) {
                    // What a reflection or decay wrote about itself has moved on; what it did is undone.
                    current
                } else {
                    return Err(Error::Conflict {
                        path: difference.path.clone(),
                        current: "changed again since".to_owned(),
                    });
                };
                files.insert(difference.path.clone(), undone);
            }
        }
        if files.is_empty() {
            return Err(Error::Invalid("there is nothing to undo: that entry changed no file".to_owned()));
        }
        files
            .into_iter()
            .filter(|(path, bytes)| read[path] != *bytes)
            .map(|(path, bytes)| {
                let path = WorkspacePath::parse(&path)?;
                Ok(match bytes {
                    Some(bytes) => Change::Write { path, bytes, base: None },
                    None => Change::Delete { path, base: None },
                })
            })
            .collect()
    }

    fn restore(&self, path: WorkspacePath, leaf: Option<Leaf>) -> Result<Change> {
        Ok(match leaf {
            Some(leaf) => Change::Write { path, bytes: self.blob(leaf.oid)?, base: None },
            None => Change::Delete { path, base: None },
        })
    }

    fn changes_back_to(&mut self, time: i64) -> Result<Vec<Change>> {
        let head = self.git.head()?.commit;
        let mut target = None;
        let mut first = None;
        self.walk(head, |_, entry| {
            first = first.or(entry.tree);
            if entry.time <= time {
                target = entry.tree;
                return Ok(ControlFlow::Break(()));
            }
            Ok(ControlFlow::Continue(()))
        })?;
        let target = target.ok_or_else(|| Error::NotFound {
            what: "a state as old as that".to_owned(),
            hint: "; the workspace is younger".to_owned(),
        })?;
        let mut differences = Vec::new();
        self.trees.diff(&self.repo, first, Some(target), "", &mut differences)?;
        let changes = differences
            .into_iter()
            .filter_map(|d| WorkspacePath::parse(&d.path).ok().map(|path| (path, d.after)))
            .map(|(path, leaf)| self.restore(path, leaf))
            .collect::<Result<Vec<_>>>()?;
        if changes.is_empty() {
            return Err(Error::Invalid("there is nothing to undo: the workspace is as it was then".to_owned()));
        }
        Ok(changes)
    }
}

/// The current text without what an entry inserted, where that still stands there as it was written: others may have
/// added to the file before and after it. A file that the entry made keeps what comes before its first section.
fn without_insertion(before: Option<&[u8]>, after: Option<&[u8]>, current: Option<&[u8]>) -> Option<Vec<u8>> {
    let (after, current) = (after?, current?);
    let before = match before {
        Some(before) => before,
        None => &after[..memchr::memmem::find(after, b"\n## ")? + 1],
    };
    let alike = before.iter().zip(after).take_while(|(a, b)| a == b).count();
    let start = memchr::memrchr(b'\n', &after[..alike]).map_or(0, |at| at + 1);
    let end = after.len().checked_sub(before.len() - start)?;
    // Only added to: what was there before is there after, around what was added.
    if end <= start || after[end..] != before[start..] {
        return None;
    }
    let added = &after[start..end];
    let mut places = memchr::memmem::find_iter(current, added);
    let place = places.next()?;
    if places.next().is_some() {
        return None;
    }
    Some([&current[..place], &current[place + added.len()..]].concat())
}

/// Accounts of what was done, and what is derived: a later version of them does not stop an undo.
fn never_blocks_undo(path: &str) -> bool {
    layout::is_reflection(path) || [layout::DECAY_SCORES, layout::GRAPH_INDEX].contains(&path)
}

/// The reflection that waits, in two files that only mean something together: both come back as they were,
/// never one of them merged with what was decided since.
fn is_draft(path: &str) -> bool {
    [layout::PENDING_REFLECTION, layout::PENDING_REFLECTION_DATA].contains(&path)
}

/// Files whose lines cannot be merged one by one.
fn is_data(path: &str) -> bool {
    layout::is_reflection(path) && path.ends_with(".json")
}

fn short(entry: &LogEntry) -> String {
    let id = entry.id();
    if id.starts_with("m-") { id.to_owned() } else { id[..id.len().min(10)].to_owned() }
}
