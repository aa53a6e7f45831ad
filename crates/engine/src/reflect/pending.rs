//! The pending files: written by the program, edited by people, and checked before anything applies.

use soulfile_api::{Hint, ItemView, ReflectionView};
use std::fs::File;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};
use soulfile_memory::fingerprint::fingerprint;
use soulfile_reflect::Reflection;
use soulfile_reflect::edited::{self, Edited, EditedState};
use soulfile_reflect::summarise;
use soulfile_text::visible::visible;
use soulfile_vocabulary::layout::{PENDING_REFLECTION, PENDING_REFLECTION_DATA};
use soulfile_workspace::{Action, Actor, Approval, Base, Change, LogFilter, Mutation, WorkspacePath};

use super::present::Present;
use crate::error::{Error, Result};
use crate::open::Engine;

const MARK: &str = "reflect.sha256";

/// A reflection that waits.
pub(super) struct Pending {
    pub(super) reflection: Reflection,
    /// The Markdown as it is now.
    pub(super) text: String,
    /// Its hash as the program wrote it.
    pub(super) drafted: String,
}

/// The file for the machine.
#[derive(Serialize, Deserialize)]
struct Data {
    /// The SHA-256 of the Markdown this belongs to.
    drafted: String,
    #[serde(flatten)]
    reflection: Reflection,
}

impl Pending {
    /// Whether a person edited the file.
    pub(super) fn is_edited(&self) -> bool {
        fingerprint(self.text.as_bytes()) != self.drafted
    }

    /// What a decision is bound to.
    pub(super) fn review(&self) -> String {
        review_of(&self.text, &self.reflection)
    }

    pub(super) fn edited(&self) -> Edited {
        edited::read(&self.text, &self.reflection)
    }
}

/// What a decision is bound to: the page a person reads, and everything that applies with it.
fn review_of(text: &str, reflection: &Reflection) -> String {
    let data = serde_json::to_string(reflection).expect("plain data serialises");
    fingerprint(format!("{text}\0{data}").as_bytes())
}

impl Engine {
    /// One reflection at a time: held while drafting or deciding, let go with the process.
    pub(super) fn reflecting(&self) -> Result<File> {
        let path = self.place.state().join("reflect.lock");
        let io = |source| Error::Io { what: "locking", path: path.display().to_string(), source };
        let file = File::options().create(true).truncate(false).write(true).open(&path).map_err(io)?;
        match file.try_lock() {
            Ok(()) => Ok(file),
            Err(std::fs::TryLockError::WouldBlock) => Err(soulfile_workspace::Error::Busy(
                "another reflection is at work in this workspace; try again in a moment".to_owned(),
            )
            .into()),
            Err(std::fs::TryLockError::Error(source)) => Err(io(source)),
        }
    }

    /// The reflection that waits. The inner error says why what is there cannot be used.
    pub(super) fn load_pending(&self) -> Result<Option<Result<Pending>>> {
        let paths = [WorkspacePath::parse(PENDING_REFLECTION)?, WorkspacePath::parse(PENDING_REFLECTION_DATA)?];
        self.go_on_without(crate::context::HAND_EDITS, self.workspace.take_in(&paths));
        let (text, data) = (self.workspace.read(&paths[0])?, self.workspace.read(&paths[1])?);
        let damaged = |why: &str| {
            let error = Error::Conflict(format!("the waiting reflection cannot be used: {why}"));
            Some(Err(error.with(Hint::RefreshReflection)))
        };
        let (text, data) = match (text, data) {
            (None, None) => return Ok(None),
            (Some(text), Some(data)) => (text, data),
            (Some(_), None) => return Ok(damaged(&format!("{PENDING_REFLECTION_DATA} is missing"))),
            // Deleting the whole file is no decision, but nothing is left to decide on.
            (None, Some(_)) => return Ok(damaged(&format!("{PENDING_REFLECTION} is missing"))),
        };
        if !self.is_marked(&data.bytes) && !self.wrote(PENDING_REFLECTION_DATA)? {
            return Ok(damaged(&format!("{PENDING_REFLECTION_DATA} was changed by somebody else")));
        }
        let Ok(text) = String::from_utf8(text.bytes) else {
            return Ok(damaged(&format!("{PENDING_REFLECTION} is not UTF-8")));
        };
        let Ok(data) = serde_json::from_slice::<Data>(&data.bytes) else {
            return Ok(damaged(&format!("{PENDING_REFLECTION_DATA} cannot be read")));
        };
        // What applies is what the drafted page says, item by item, scope by scope.
        if fingerprint(summarise::render(&data.reflection).as_bytes()) != data.drafted {
            return Ok(damaged(&format!(
                "{PENDING_REFLECTION_DATA} says something else than the page that was drafted from it"
            )));
        }
        Ok(Some(Ok(Pending { reflection: data.reflection, text, drafted: data.drafted })))
    }

    /// Whether the last change of a file is an entry of ours: drafted, decided, or rolled back. What a commit says of
    /// itself counts only under a seal.
    fn wrote(&self, path: &str) -> Result<bool> {
        let log = self.workspace.log(&LogFilter { path: Some(path.to_owned()), limit: 1, ..LogFilter::default() })?;
        Ok(log.first().is_some_and(|entry| {
            let ours = match entry.actor() {
                Actor::System(id) => id == "reflect",
                Actor::Reflection(_) => true,
                _ => matches!(entry.action(), Action::Reject | Action::Revert),
            };
            ours && entry.standing.counts()
        }))
    }

    /// Writes both files as one change; refused when somebody else was faster.
    pub(super) fn write_pending(&self, reflection: &Reflection) -> Result<String> {
        let (text, changes) = self.pending_changes(Some(reflection))?;
        let summary = format!("drafted {} with {} items", reflection.id, reflection.items.len());
        let mutation = Mutation::new(Action::Propose, Actor::System("reflect".into()), summary, changes)
            .approval(Approval::Pending)
            .trigger(reflection.trigger.clone());
        self.apply(mutation)?;
        self.mark()?;
        Ok(text)
    }

    /// Notes outside the workspace which data file the program wrote, so that the trail need not be
    /// walked each time. Without the note, or with another file, the trail decides.
    pub(super) fn mark(&self) -> Result<()> {
        let data = self.workspace.read(&WorkspacePath::parse(PENDING_REFLECTION_DATA)?)?;
        let path = self.place.state().join(MARK);
        let done = match data {
            Some(data) => std::fs::write(&path, fingerprint(&data.bytes)),
            None => match std::fs::remove_file(&path) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error),
                _ => Ok(()),
            },
        };
        done.map_err(|source| Error::Io { what: "writing", path: path.display().to_string(), source })
    }

    /// Takes the note away: from here on only the trail vouches for the data file.
    pub(super) fn unmark(&self) -> Result<()> {
        let path = self.place.state().join(MARK);
        match std::fs::remove_file(&path) {
            Err(source) if source.kind() != std::io::ErrorKind::NotFound => {
                Err(Error::Io { what: "removing", path: path.display().to_string(), source })
            }
            _ => Ok(()),
        }
    }

    /// When the note was written, and its size.
    pub(super) fn mark_version(&self) -> Option<(SystemTime, u64)> {
        let meta = std::fs::metadata(self.place.state().join(MARK)).ok()?;
        Some((meta.modified().ok()?, meta.len()))
    }

    /// Whether the note vouches for the data file, so that the trail need not.
    pub(super) fn is_vouched_for(&self) -> Result<bool> {
        let data = self.workspace.read(&WorkspacePath::parse(PENDING_REFLECTION_DATA)?)?;
        Ok(data.is_some_and(|data| self.is_marked(&data.bytes)))
    }

    fn is_marked(&self, data: &[u8]) -> bool {
        std::fs::read_to_string(self.place.state().join(MARK)).is_ok_and(|mark| mark == fingerprint(data))
    }

    /// The changes that make the pending files hold this reflection, or go.
    pub(super) fn pending_changes(&self, reflection: Option<&Reflection>) -> Result<(String, Vec<Change>)> {
        let mut changes = Vec::new();
        let text = reflection.map(summarise::render).unwrap_or_default();
        let data = reflection.map(|reflection| {
            let data = Data { drafted: fingerprint(text.as_bytes()), reflection: reflection.clone() };
            serde_json::to_string_pretty(&data).expect("plain data serialises") + "\n"
        });
        for (path, new) in [(PENDING_REFLECTION, reflection.map(|_| text.clone())), (PENDING_REFLECTION_DATA, data)] {
            let path = WorkspacePath::parse(path)?;
            let base = match self.workspace.read(&path)? {
                Some(file) => Base::Exactly(file.hash()),
                None => Base::Absent,
            };
            match new {
                Some(text) => changes.push(Change::Write { path, bytes: text.into_bytes(), base: Some(base) }),
                None if base != Base::Absent => changes.push(Change::Delete { path, base: Some(base) }),
                None => {}
            }
        }
        Ok((text, changes))
    }

    /// A reflection as a person sees it.
    pub(super) fn view_of(&self, reflection: &Reflection, text: &str, waits: bool) -> Result<ReflectionView> {
        let edited = edited::read(text, reflection);
        let drafted = summarise::render(reflection);
        let mut items = Vec::new();
        let mut present = Present::new(self);
        for item in reflection.items.iter().filter(|item| !edited.deleted.contains(&item.number)) {
            let state = edited.items.get(&item.number);
            let shown = edited.item(item).unwrap_or_else(|| item.clone());
            items.push(ItemView {
                number: item.number,
                kind: item.kind.to_string(),
                text: summarise::sentence(&shown),
                stale: if waits { present.stale(item)? } else { Vec::new() },
                careful: item.careful(),
                reworded: matches!(state, Some(EditedState::Reworded(_))),
                ticked: edited.ticked.contains(&item.number),
                unclear: match state {
                    Some(EditedState::Unclear(why)) => Some(why.clone()),
                    _ => None,
                },
                op: shown.op,
                evidence: item.evidence.clone(),
                trust: item.trust,
                scope: item.scope.to_string(),
            });
        }
        Ok(ReflectionView {
            id: reflection.id.clone(),
            number: reflection.number,
            date: reflection.date.to_string(),
            engine: reflection.engine.clone(),
            trigger: reflection.trigger.clone(),
            review: review_of(text, reflection),
            waits,
            edited: text != drafted,
            items,
            deleted: edited.deleted.iter().copied().collect(),
            unread: edited.unread,
            unclear: edited.unclear,
            questions: reflection.questions.clone(),
            themes: reflection.themes.clone(),
            core_diff: reflection.core_diff.clone(),
            counts: reflection.counts,
            text: visible(text).into_owned(),
        })
    }
}
