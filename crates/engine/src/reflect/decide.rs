//! Deciding: a person approves or rejects items, and what they decide is written as one change.

use soulfile_api::{Hint, ReflectDecided};
use std::collections::{BTreeMap, BTreeSet};

use soulfile_memory::id::MemoryId;
use soulfile_memory::proposal::ProposalFile;
use soulfile_reflect::edited::{self, Edited, EditedState};
use soulfile_reflect::item::ItemKind;
use soulfile_reflect::journal::PastReflection;
use soulfile_reflect::ledger::{Last, Ledger};
use soulfile_reflect::selection::ranges;
use soulfile_reflect::{Item, Op, Reflection, Selection, rewrite, summarise};
use soulfile_vocabulary::layout::{PROPOSALS, REFLECTION_LOG, REFLECTION_STATE};
use soulfile_workspace::{Action, Actor, Approval};

use super::pending::Pending;
use super::present::Present;
use super::{ApproveRequest, RejectRequest};
use crate::admission::excerpt;
use crate::draft::Draft;
use crate::error::{Error, Result};
use crate::open::Engine;
use crate::remember::By;
use crate::writer::{MemoryWriter, Preview, Refusal};

/// What is to become of the items.
#[derive(Default)]
struct ItemDecisions {
    approved: Vec<Item>,
    rejected: Vec<Item>,
    left: Vec<Item>,
    stale: BTreeMap<u32, Vec<String>>,
    withheld: BTreeMap<u32, String>,
    reason: Option<String>,
}

impl Engine {
    /// Approves items of the reflection that waits; a person's act. What applies is what the file shows,
    /// as one change.
    pub fn reflect_approve(&self, request: &ApproveRequest) -> Result<ReflectDecided> {
        person(request.by)?;
        self.decides("approving a reflection")?;
        let _one = self.reflecting()?;
        let pending = self.waiting(request.review.as_deref())?;
        let edited = pending.edited();
        if pending.is_edited() && !request.with_changes {
            return Err(Error::Conflict(format!(
                "the file of {} was edited since it was drafted; the reply “approve with changes” means it as it is now",
                pending.reflection.id
            ))
            .with(Hint::ApproveWithChanges));
        }
        let verdict = self.sort_approval(request, &pending.reflection, &edited)?;
        if verdict.approved.is_empty() && verdict.rejected.is_empty() {
            return Err(nothing_applied(&verdict));
        }
        let surface = request.surface.as_deref().unwrap_or("api");
        let trigger = format!(
            "approved {} by a person ({surface}, review {})",
            ranges(verdict.approved.iter().map(|item| item.number)),
            &pending.review()[..16]
        );
        self.carry_out(&pending, verdict, &trigger, request.session.clone())
    }

    /// Rejects items; a person's act. They are remembered and not proposed again without new evidence.
    pub fn reflect_reject(&self, request: &RejectRequest) -> Result<ReflectDecided> {
        person(request.by)?;
        self.decides("rejecting a reflection")?;
        let _one = self.reflecting()?;
        let pending = self.waiting(request.review.as_deref())?;
        check_numbers(&request.items, &pending.reflection)?;
        let edited = pending.edited();
        let (rejected, left): (Vec<Item>, Vec<Item>) =
            pending.reflection.items.iter().cloned().partition(|item| request.items.has(item.number));
        // What a person reworded by hand stays as they left it.
        let left = left.into_iter().map(|item| edited.item(&item).unwrap_or(item)).collect();
        let reason = request.reason.clone();
        let verdict = ItemDecisions { rejected, left, reason, ..ItemDecisions::default() };
        self.carry_out(&pending, verdict, "soul reflect reject", request.session.clone())
    }

    /// The reflection that waits, when it is what the person saw.
    fn waiting(&self, review: Option<&str>) -> Result<Pending> {
        let pending = self
            .load_pending()?
            .ok_or_else(|| Error::NotFound("no reflection waits; `soul reflect` drafts one".to_owned()))??;
        match review {
            Some(seen) if seen.len() < 8 || !pending.review().starts_with(seen) => {
                Err(soulfile_memory::Error::Stale { what: format!("the file of {}", pending.reflection.id) }.into())
            }
            _ => Ok(pending),
        }
    }

    fn sort_approval(
        &self,
        request: &ApproveRequest,
        reflection: &Reflection,
        edited: &Edited,
    ) -> Result<ItemDecisions> {
        check_numbers(&request.items, reflection)?;
        if let Some(except) = &request.except {
            check_numbers(except, reflection)?;
        }
        if let Some(why) = edited.unclear.first() {
            return Err(Error::Invalid(format!("nothing was applied: {why}")));
        }
        let ticked = request.items == Selection::All && !edited.ticked.is_empty();
        let wanted = |number: u32| match ticked {
            true => edited.ticked.contains(&number),
            false => request.items.has(number),
        };
        let excepted = |number: u32| request.except.as_ref().is_some_and(|except| except.has(number));
        let named = |number: u32| ticked || matches!(&request.items, Selection::Only(named) if named.contains(&number));
        let mut verdict = ItemDecisions::default();
        let mut present = Present::new(self);
        for item in &reflection.items {
            let number = item.number;
            if edited.deleted.contains(&number) || excepted(number) {
                if matches!(&request.items, Selection::Only(named) if named.contains(&number)) {
                    return Err(Error::Invalid(format!("item {number} is both approved and left out")));
                }
                verdict.rejected.push(item.clone());
                continue;
            }
            if let Some(EditedState::Unclear(why)) = edited.items.get(&number) {
                return Err(Error::Invalid(format!("nothing was applied: item {number} is not clear: {why}")));
            }
            let mut item = edited.item(item).unwrap_or_else(|| item.clone());
            // "All of it" is said of a list that was skimmed; an attack is taken only by who points at it.
            let withheld = item.careful().filter(|_| wanted(number) && !named(number));
            if let (Some(why), false) = (&withheld, request.reject_rest) {
                verdict.withheld.insert(number, why.clone());
            }
            if !wanted(number) || withheld.is_some() {
                match request.reject_rest {
                    true => verdict.rejected.push(item),
                    false => verdict.left.push(item),
                }
                continue;
            }
            for change in request.changes.iter().filter(|change| change.item == number) {
                item.op = edited::reworded(&item.op, &change.text, &[]).ok_or_else(|| {
                    Error::Invalid(format!(
                        "nothing was applied: item {number} cannot be changed to \"{}\"",
                        change.text
                    ))
                })?;
            }
            let stale = present.stale(&item)?;
            if stale.is_empty() {
                verdict.approved.push(item);
                continue;
            }
            if matches!(request.items, Selection::Only(_)) {
                return Err(Error::Conflict(format!(
                    "nothing was applied: item {number} no longer applies: {}",
                    stale.join(", ")
                ))
                .with(Hint::RefreshReflection));
            }
            verdict.stale.insert(number, stale);
            verdict.left.push(item);
        }
        let named: BTreeSet<u32> = verdict.approved.iter().map(|item| item.number).collect();
        if let Some(change) = request.changes.iter().find(|change| !named.contains(&change.item)) {
            return Err(Error::Invalid(format!("item {} is not among those approved", change.item)));
        }
        Ok(verdict)
    }

    fn carry_out(
        &self,
        pending: &Pending,
        verdict: ItemDecisions,
        trigger: &str,
        session: Option<String>,
    ) -> Result<ReflectDecided> {
        let reflection = &pending.reflection;
        let mut writer = MemoryWriter::new(self);
        // Archived last, once everything else has its score.
        let (archived, written): (Vec<&Item>, Vec<&Item>) =
            verdict.approved.iter().partition(|item| item.kind == ItemKind::Archive);
        for item in written {
            self.apply_item(&mut writer, item, reflection)?;
        }
        if !verdict.approved.is_empty() {
            let base = self.config().memory.decay.base_relevance.inferred;
            let seen: Vec<MemoryId> = reflection.confirmed.iter().filter_map(|id| id.parse().ok()).collect();
            writer.score_now(base, &seen)?;
        }
        for item in archived {
            self.apply_item(&mut writer, item, reflection)?;
        }
        let draft = writer.draft();
        reject_proposals(draft, &verdict.rejected)?;
        self.write_ledger(draft, reflection, &verdict)?;
        let mut past = self.entry(reflection, &verdict, learned(&verdict.approved));
        past.revised = writer.revised();
        let draft = writer.draft();
        let log = draft.text(REFLECTION_LOG)?;
        let log = if log.is_empty() { "# Reflection Log\n".to_owned() } else { log };
        draft.set(REFLECTION_LOG, format!("{}\n{}", log.trim_end(), past.render()))?;
        let mut rest = reflection.clone();
        rest.items = verdict.left.clone();
        rest.core_diff = rewrite::diff(&rest.items);
        let (_, pending_changes) = self.pending_changes((!rest.items.is_empty()).then_some(&rest))?;
        let numbers = |items: &[Item]| -> Vec<u32> { items.iter().map(|item| item.number).collect() };
        let (mutation, mut outcome) = match verdict.approved.is_empty() {
            true => {
                let reason = verdict.reason.as_deref().map(|why| format!(" — {}", excerpt(why))).unwrap_or_default();
                let what = ranges(numbers(&verdict.rejected));
                let summary = format!("rejected {what} of {}{reason}", reflection.id);
                writer.into_mutation(Action::Reject, Actor::Manual, summary)?
            }
            false => {
                let summary = format!("applied reflection {}: {}", reflection.id, past.learned);
                let actor = Actor::Reflection(reflection.id.clone());
                let (mutation, outcome) = writer.into_mutation(Action::Edit, actor, summary)?;
                (mutation.approval(Approval::Approved), outcome)
            }
        };
        let mut mutation = mutation.trigger(trigger).session(session);
        mutation.changes.extend(pending_changes);
        // An approval works once, even when the program ends right after it.
        self.unmark()?;
        let receipt = self.commit(mutation, &mut outcome)?;
        self.mark()?;
        Ok(ReflectDecided {
            receipt,
            id: reflection.id.clone(),
            applied: numbers(&verdict.approved),
            rejected: numbers(&verdict.rejected),
            left: numbers(&verdict.left),
            stale: verdict.stale,
            withheld: verdict.withheld,
            warnings: outcome.warnings,
        })
    }

    fn apply_item(&self, writer: &mut MemoryWriter<'_>, item: &Item, reflection: &Reflection) -> Result<()> {
        let steps = self.item_steps(item, reflection.number)?;
        writer.apply(&steps).map_err(|error| name_item(item.number, error))
    }

    /// Shows what an approval would write to the memory files, item by item, and what of it would be refused.
    pub fn preview_approval(&self, request: &ApproveRequest) -> Result<Preview> {
        let pending = self.waiting(request.review.as_deref())?;
        let verdict = self.sort_approval(request, &pending.reflection, &pending.edited())?;
        let mut steps = Vec::new();
        for item in &verdict.approved {
            steps.extend(self.item_steps(item, pending.reflection.number)?);
        }
        let mut preview = MemoryWriter::preview(self, &steps, false)?;
        let stale = verdict.stale.iter().map(|(item, why)| (*item, why.join(", ")));
        let withheld = verdict.withheld.iter().map(|(item, why)| (*item, why.clone()));
        preview.refused.extend(stale.chain(withheld).map(|(item, why)| Refusal { item: Some(item), why }));
        Ok(preview)
    }

    fn write_ledger(&self, draft: &mut Draft<'_>, reflection: &Reflection, verdict: &ItemDecisions) -> Result<()> {
        let mut ledger = Ledger::parse(&draft.text(REFLECTION_STATE)?);
        let now = self.now();
        for item in &verdict.rejected {
            let said = summarise::sentence(item);
            ledger.reject(item, &said, &reflection.id, now.date(), verdict.reason.as_deref());
        }
        ledger.last = Some(Last { id: reflection.id.clone(), number: reflection.number, at: now.timestamp() });
        // Only when all of it is decided: what was left out must be found again by the next one.
        if verdict.left.is_empty() {
            ledger.days.extend(reflection.days.clone());
        }
        draft.set(REFLECTION_STATE, ledger.render())
    }

    fn entry(&self, reflection: &Reflection, verdict: &ItemDecisions, learned: String) -> PastReflection {
        let mut decided = Vec::new();
        let numbers = |items: &[Item]| ranges(items.iter().map(|item| item.number));
        if !verdict.approved.is_empty() {
            decided.push(format!("approved {}", numbers(&verdict.approved)));
        }
        if !verdict.rejected.is_empty() {
            let reason = verdict.reason.as_deref().map(|why| format!(" ({why})")).unwrap_or_default();
            decided.push(format!("rejected {}{reason}", numbers(&verdict.rejected)));
        }
        if !verdict.left.is_empty() {
            decided.push(format!("left {}", numbers(&verdict.left)));
        }
        let counts = &reflection.counts;
        PastReflection {
            number: reflection.number,
            id: reflection.id.clone(),
            date: Some(self.now().date()),
            decided: vec![decided.join("; ")],
            processed: format!(
                "{} episodes, {} entities, {} procedures ({} of {} tokens)",
                counts.episodes, counts.entities, counts.procedures, counts.tokens, counts.budget
            ),
            learned,
            revised: 0,
            themes: reflection.themes.clone(),
            questions: reflection.questions.clone(),
        }
    }
}

/// Only a person decides.
fn person(by: By) -> Result<()> {
    match by {
        By::Person => Ok(()),
        By::Agent => Err(Error::Denied(
            "a reflection is decided by a person, never by an agent; ask them to look at `soul reflect show`"
                .to_owned(),
        )),
    }
}

/// Why an approval came to nothing, and what to do instead.
fn nothing_applied(verdict: &ItemDecisions) -> Error {
    let stale = verdict.stale.iter().map(|(number, why)| format!("item {number}: {}", why.join(", ")));
    let withheld = verdict.withheld.iter().map(|(number, why)| {
        format!(
            "item {number}: {why}; `soul reflect approve {number}` takes it, `soul reflect reject {number}` drops it"
        )
    });
    let why: Vec<String> = stale.chain(withheld).collect();
    let error = Error::Conflict(format!("nothing was applied: {}", why.join("; ")));
    if verdict.stale.is_empty() { error } else { error.with(Hint::RefreshReflection) }
}

fn check_numbers(items: &Selection, reflection: &Reflection) -> Result<()> {
    let Selection::Only(numbers) = items else { return Ok(()) };
    match numbers.iter().find(|number| reflection.item(**number).is_none()) {
        Some(number) => Err(Error::NotFound(format!("{} has no item {number} that waits", reflection.id))),
        None => Ok(()),
    }
}

fn name_item(number: u32, error: Error) -> Error {
    match error {
        Error::Memory(soulfile_memory::Error::CoreFull { .. }) | Error::Secret { .. } => {
            Error::Invalid(format!("nothing was applied: item {number}: {error}"))
        }
        other => other,
    }
}

/// What was learned, in words.
fn learned(items: &[Item]) -> String {
    let mut counts: BTreeMap<ItemKind, usize> = BTreeMap::new();
    for item in items {
        *counts.entry(item.kind).or_default() += 1;
    }
    let words: Vec<String> = counts
        .into_iter()
        .map(|(kind, count)| {
            let plural = match (kind, count) {
                (ItemKind::Core, 1) => "change of core memory".to_owned(),
                (ItemKind::Core, _) => "changes of core memory".to_owned(),
                (ItemKind::Archive, 1) => "memory archived".to_owned(),
                (ItemKind::Archive, _) => "memories archived".to_owned(),
                (kind, 1) => kind.to_string(),
                (kind, _) => format!("{kind}s"),
            };
            format!("{count} {plural}")
        })
        .collect();
    words.join(", ")
}

/// Takes rejected proposals out of their file.
fn reject_proposals(draft: &mut Draft<'_>, rejected: &[Item]) -> Result<()> {
    for (number, review) in rejected.iter().filter_map(|item| proposal_of(&item.op)) {
        let file = ProposalFile::parse(draft.text(PROPOSALS)?);
        // One that was decided or changed meanwhile is not what was rejected.
        if file.get(number).is_some_and(|proposal| proposal.review_hash() == review) {
            draft.set(PROPOSALS, file.remove(number, Some(review))?)?;
        }
    }
    Ok(())
}

/// The proposal an item is about.
fn proposal_of(op: &Op) -> Option<(u32, &str)> {
    match op {
        Op::Accept { number, review, .. } => Some((*number, review)),
        _ => None,
    }
}
