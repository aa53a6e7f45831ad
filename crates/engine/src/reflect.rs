//! `reflect`: drafting a reflection, showing it, and what a person decides about it.
//!
//! The drafting itself is the `reflect` crate's; this gathers what it reads, keeps the pending files,
//! and applies what was approved as one mutation. Deciding is a person's act: the verbs take who
//! decides, and no agent passes.

use soulfile_api::{Hint, PendingView, ReflectStatus, ReflectionView, Replied};

use jiff::civil::Date;
use soulfile_reflect::journal::{self, PastReflection};
use soulfile_reflect::reply::{self, SpokenDecision};
use soulfile_reflect::{Builtin, Drafter, Reflection, Selection, summarise};
use soulfile_vocabulary::layout::{PENDING_REFLECTION, PENDING_REFLECTION_DATA, REFLECTION_LOG, REFLECTION_STATE};
use soulfile_workspace::{Action, Actor, Approval, Mutation};

use crate::draft::Draft;
use crate::error::{Error, Result};
use crate::open::Engine;
use crate::remember::By;

mod decide;
pub(crate) mod notice;
mod pending;
mod plan;
mod present;
mod survey;
mod timer;
mod undone;

/// What to draft.
#[derive(Debug, Clone, Default)]
pub struct DraftRequest {
    /// Read every episode since this day, processed or not.
    pub since: Option<Date>,
    /// Which engine drafts: `builtin`, `model`, or `auto`, which is meant when not given.
    pub engine: Option<String>,
    /// What set it off, in words; `manual` when not given.
    pub trigger: Option<String>,
    /// Only show what would be proposed.
    pub dry_run: bool,
    /// Draft anew what waits already.
    pub refresh: bool,
}

/// Other words for an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rewording {
    /// Its number.
    pub item: u32,
    /// What it says instead; for a contradiction `both`, `newer` or `older`.
    pub text: String,
}

/// An approval.
#[derive(Debug, Clone, Default)]
pub struct ApproveRequest {
    /// Who approves; only a person may.
    pub by: By,
    /// Which items; when not given all that wait, but for what must be looked at by itself.
    pub items: Selection,
    /// Items to leave out, and reject.
    pub except: Option<Selection>,
    /// Other words for items.
    pub changes: Vec<Rewording>,
    /// The file was edited by hand, and is meant as it is now.
    pub with_changes: bool,
    /// Reject what is not approved.
    pub reject_rest: bool,
    /// The review hash that was shown, or its beginning: refused when the file has changed since.
    pub review: Option<String>,
    /// Where the person said so: `cli`, `chat`, `web`.
    pub surface: Option<String>,
    /// The session it belongs to.
    pub session: Option<String>,
}

/// A rejection.
#[derive(Debug, Clone, Default)]
pub struct RejectRequest {
    /// Who rejects; only a person may.
    pub by: By,
    /// Which items; all that wait when not given.
    pub items: Selection,
    /// Why, remembered with them.
    pub reason: Option<String>,
    /// The review hash that was shown, or its beginning.
    pub review: Option<String>,
    /// The session it belongs to.
    pub session: Option<String>,
}

/// So many items, in words.
pub fn counted(items: usize) -> String {
    if items == 1 { "1 item".to_owned() } else { format!("{items} items") }
}

impl Engine {
    /// Drafts a reflection from what no reflection has read, and leaves it for a person. With nothing to
    /// propose, what was read is noted and nothing waits.
    pub fn reflect(&self, request: &DraftRequest) -> Result<ReflectionView> {
        let _one = self.reflecting()?;
        // Evidence is what stands on the trail.
        self.take_in_hand_edits()?;
        let waiting = self.load_pending()?;
        if let (Some(waiting), false, false) = (&waiting, request.refresh, request.dry_run)
            && let Ok(pending) = waiting
        {
            let waits = format!("{} waits with {}", pending.reflection.id, counted(pending.reflection.items.len()));
            return Err(Error::Conflict(waits).with(Hint::RefreshReflection));
        }
        let drafter = self.drafter_named(request.engine.as_deref())?;
        let number = match &waiting {
            Some(Ok(pending)) => pending.reflection.number,
            _ => self.next_number()?,
        };
        let survey = self.survey(request.since)?;
        let trigger = request.trigger.as_deref().unwrap_or("manual");
        let mut reflection = soulfile_reflect::draft(drafter, &survey, number, trigger)
            .map_err(|error| Error::Invalid(error.to_string()))?;
        reflection.next = self.next_scheduled();
        if request.dry_run {
            return self.view_of(&reflection, &summarise::render(&reflection), false);
        }
        if reflection.items.is_empty() {
            self.note_read(&reflection, waiting.is_some())?;
            return self.view_of(&reflection, &summarise::render(&reflection), false);
        }
        let text = self.write_pending(&reflection)?;
        self.view_of(&reflection, &text, true)
    }

    /// The reflection that waits.
    pub fn reflection(&self) -> Result<Option<ReflectionView>> {
        match self.load_pending()? {
            None => Ok(None),
            Some(pending) => {
                let pending = pending?;
                self.view_of(&pending.reflection, &pending.text, true).map(Some)
            }
        }
    }

    /// Where reflection stands.
    pub fn reflect_status(&self) -> Result<ReflectStatus> {
        let pending = match self.load_pending()? {
            None => None,
            Some(Err(error)) => Some(PendingView {
                id: String::new(),
                date: String::new(),
                items: 0,
                stale: 0,
                edited: true,
                damaged: Some(error.to_string()),
            }),
            Some(Ok(pending)) => {
                let view = self.view_of(&pending.reflection, &pending.text, true)?;
                Some(PendingView {
                    stale: view.items.iter().filter(|item| !item.stale.is_empty()).count(),
                    items: view.items.len(),
                    edited: view.edited,
                    id: view.id,
                    date: view.date,
                    damaged: None,
                })
            }
        };
        let unprocessed = self.unprocessed(None)?.len();
        let threshold = self.config().memory.reflection.threshold_entries;
        let past = self.reflect_history()?;
        Ok(ReflectStatus {
            pending,
            unprocessed,
            threshold,
            due: threshold > 0 && unprocessed >= threshold,
            next: self.next_scheduled(),
            count: past.len(),
            last: past.into_iter().next(),
            running: self.reflecting().is_err(),
        })
    }

    /// What became of past reflections, newest first.
    pub fn reflect_history(&self) -> Result<Vec<PastReflection>> {
        let mut past = journal::read_log(&self.read_text(REFLECTION_LOG)?.unwrap_or_default());
        past.reverse();
        Ok(past)
    }

    /// A message of a person in their main session, when it decides about the reflection that waits.
    /// `None` when it is about something else, or nothing waits. An agent's words decide nothing.
    pub fn reflect_reply(&self, message: &str, by: By, session: Option<&str>) -> Result<Option<Replied>> {
        let Some(reply) = reply::read(message) else { return Ok(None) };
        if self.load_pending()?.is_none() {
            return Ok(None);
        }
        let session = session.map(str::to_owned);
        let decided = match reply {
            SpokenDecision::Show => {
                let view = self.reflection()?;
                return Ok(view.map(|view| Replied::Show(Box::new(view))));
            }
            SpokenDecision::Approve { items, except, changes, reject_rest } => {
                self.reflect_approve(&ApproveRequest {
                    by,
                    items,
                    except,
                    with_changes: message.to_lowercase().contains("with change"),
                    changes: changes.into_iter().map(|(item, text)| Rewording { item, text }).collect(),
                    reject_rest,
                    review: None,
                    surface: Some("chat".to_owned()),
                    session,
                })?
            }
            SpokenDecision::Reject { items, reason } => {
                self.reflect_reject(&RejectRequest { by, items, reason, review: None, session })?
            }
        };
        Ok(Some(Replied::Decided(Box::new(decided))))
    }

    /// The engine that drafts: the one named, else the model's where one is set, else the built-in one.
    fn drafter_named(&self, name: Option<&str>) -> Result<&dyn Drafter> {
        let by_model = || self.drafter.as_ref().map(|drafter| &**drafter as &dyn Drafter);
        match name.unwrap_or("auto") {
            "builtin" => Ok(&Builtin),
            "auto" => Ok(by_model().unwrap_or(&Builtin)),
            "model" => by_model().ok_or_else(|| Error::Invalid("no model is configured that could reflect".to_owned())),
            other => Err(Error::Invalid(format!(
                "there is no reflection engine \"{other}\"; there are: builtin, model, auto"
            ))),
        }
    }

    /// Notes what was read when there was nothing to propose.
    fn note_read(&self, reflection: &Reflection, waiting: bool) -> Result<()> {
        let mut draft = Draft::new(&self.workspace);
        let mut ledger = soulfile_reflect::ledger::Ledger::parse(&draft.text(REFLECTION_STATE)?);
        ledger.days.extend(reflection.days.clone());
        draft.set(REFLECTION_STATE, ledger.render())?;
        if waiting {
            draft.remove(PENDING_REFLECTION)?;
            draft.remove(PENDING_REFLECTION_DATA)?;
        }
        if reflection.counts.episodes > 0 || waiting {
            let summary = format!("read {} episodes, nothing to propose", reflection.counts.episodes);
            let mutation = Mutation::new(Action::Edit, Actor::System("reflect".into()), summary, draft.into_changes()?)
                .approval(Approval::Auto)
                .trigger(reflection.trigger.clone());
            self.apply(mutation)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
