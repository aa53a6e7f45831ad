//! `decay`: scores, life-cycle states, and what moved them.
//!
//! Owns the hot side of decay: what was made and used is noted in the state directory, at the cost
//! of one line, and folded into decay-scores.json as one commit. The formula and the file's format
//! are the memory layer's.

use std::collections::{BTreeMap, HashSet};

use soulfile_api::{DecayExplained, DecayPoint, DecayRun, DecayStatus, MemoryView, TransitionView};

use soulfile_memory::decay::{DecayEntry, DecayFile, DecayParams, RankPenalty, Score};
use soulfile_memory::id::MemoryId;
use soulfile_vocabulary::Store;
use soulfile_vocabulary::layout::{DECAY_SCORES, GRAPH_INDEX};
use soulfile_workspace::{Action, Actor, Mutation, Receipt};

use crate::draft::Draft;
use crate::error::{Error, Result};
use crate::open::Engine;

mod pending;

pub(crate) use pending::{PendingUses, Scored, TakenUses};

/// How many straight pieces a curve of decay is drawn with.
const CURVE_STEPS: u32 = 80;

impl Engine {
    /// How many memories are in which state, as of now.
    pub fn decay_status(&self) -> Result<DecayStatus> {
        let mut scores = self.scores()?;
        let pending = self.pending_scores().read()?;
        self.fold(&mut scores, &pending);
        let (pinned, views): (Vec<_>, Vec<_>) = self.memories()?.into_iter().partition(|view| view.pinned);
        self.complete(&mut scores, &pinned);
        let (params, now) = (self.decay_params(), self.now().timestamp());
        let due = scores.recompute(&params, now);
        let mut status = DecayStatus {
            total: 0,
            states: BTreeMap::new(),
            stores: BTreeMap::new(),
            pinned: 0,
            forgotten: 0,
            pending: pending.len(),
            due: due.iter().map(TransitionView::from).collect(),
            notes: scores.notes().iter().map(|note| note.message.clone()).collect(),
        };
        let unscored =
            views.iter().filter(|view| scores.get(&view.id).is_none()).map(|view| self.score_of(&scores, view));
        for entry in scores.entries().map(|(_, entry)| entry).chain(unscored) {
            let state = params.score(&entry, now).status.to_string();
            status.total += 1;
            *status.states.entry(state.clone()).or_default() += 1;
            *status.stores.entry(entry.store.to_string()).or_default().entry(state).or_default() += 1;
            status.pinned += usize::from(entry.pinned || entry.store.row().is_pinned);
            status.forgotten += usize::from(entry.forgotten.is_some());
        }
        Ok(status)
    }

    /// Folds in what was made and used, gives every memory a score, drops those of memories that
    /// are gone (after a rollback, say), and writes it all as one commit.
    pub fn decay_run(&self) -> Result<DecayRun> {
        self.flush_scores(true)
    }

    /// Folds what was made and used into decay-scores.json: at session end and on a timer.
    pub fn flush_decay(&self) -> Result<Option<Receipt>> {
        Ok(self.flush_scores(false)?.receipt)
    }

    fn flush_scores(&self, whole: bool) -> Result<DecayRun> {
        let pending = self.pending_scores().take()?;
        let mut draft = Draft::new(&self.workspace);
        let mut scores = DecayFile::parse(&draft.text(DECAY_SCORES)?);
        let before = scores.clone();
        self.fold(&mut scores, &pending.scored);
        let (added, removed) = match whole {
            true => {
                let views = self.memories()?;
                (self.complete(&mut scores, &views), drop_gone(&mut scores, &views))
            }
            false => (0, 0),
        };
        let now = self.now().timestamp();
        let transitions: Vec<TransitionView> =
            scores.recompute(&self.decay_params(), now).iter().map(TransitionView::from).collect();
        let mut run = DecayRun { receipt: None, folded: pending.scored.len(), added, removed, transitions };
        if scores != before {
            draft.set(DECAY_SCORES, scores.render(now)?)?;
            // The index shows the scores, and entities made since it was written.
            if draft.read(GRAPH_INDEX)?.is_some() {
                draft.set(GRAPH_INDEX, self.graph_index(&self.entity_files()?, &scores))?;
            }
            let summary = decay_summary(&run);
            let mutation = Mutation::new(Action::Decay, Actor::System("decay".into()), summary, draft.into_changes()?)
                .trigger(if whole { "soul decay run" } else { "flush" });
            run.receipt = Some(self.apply(mutation)?);
        }
        pending.done();
        Ok(run)
    }

    /// The score of one memory with its formula.
    pub fn decay_explain(&self, id: &MemoryId) -> Result<DecayExplained> {
        let mut scores = self.scores()?;
        self.fold(&mut scores, &self.pending_scores().read()?);
        let view = self.memory(id);
        let archived = scores.get(id).and_then(|entry| entry.archived_text);
        let text = match (&view, archived) {
            (Ok(view), _) => view.text.clone(),
            (Err(_), Some(text)) => text,
            (Err(_), None) => return Err(view.expect_err("matched above")),
        };
        if let Ok(view) = view {
            self.complete(&mut scores, &[view]);
        }
        let (params, now) = (self.decay_params(), self.now().timestamp());
        let entry = scores.get(id).ok_or_else(|| Error::NotFound(format!("{id} has no score")))?;
        let score = params.score(&entry, now);
        Ok(DecayExplained {
            id: id.clone(),
            text,
            base_relevance: score.base_relevance,
            lambda: score.lambda,
            days: score.days,
            access_count: score.access_count,
            type_weight: score.type_weight,
            raw: score.raw,
            score: score.value,
            status: score.status.to_string(),
            formula: score.to_string(),
            next: params.next_state(&score).map(|(days, state)| (days, state.to_string())),
            curve: curve(&score),
        })
    }

    /// Notes that memories were used; counted in at the next flush.
    pub fn reinforce(&self, ids: &[MemoryId]) -> Result<()> {
        let at = self.now().timestamp();
        let used = ids.iter().map(|id| Scored { id: id.clone(), made: None, used: 1, at });
        self.pending_scores().note(&used.collect::<Vec<_>>())
    }

    pub(crate) fn note_made(&self, made: &[(MemoryId, f64)]) -> Result<()> {
        let at = self.now().timestamp();
        let made = made.iter().map(|(id, base)| Scored { id: id.clone(), made: Some(*base), used: 0, at });
        self.pending_scores().note(&made.collect::<Vec<_>>())
    }

    pub(crate) fn pending_scores(&self) -> PendingUses {
        PendingUses::new(self.place.state())
    }

    pub(crate) fn scores(&self) -> Result<DecayFile> {
        Ok(DecayFile::parse(&self.read_text(DECAY_SCORES)?.unwrap_or_default()))
    }

    pub(crate) fn decay_params(&self) -> DecayParams {
        let decay = &self.config().memory.decay;
        DecayParams {
            lambda: decay.lambda,
            fading_threshold: decay.fading_threshold,
            dormant_threshold: decay.dormant_threshold,
            archive_threshold: decay.archive_threshold,
            zone: self.zone.clone(),
        }
    }

    /// How far decay lowers a result in ranking.
    pub(crate) fn rank_penalty(&self) -> RankPenalty {
        let decay = &self.config().memory.decay;
        RankPenalty { floor: decay.rank_floor, dormant_threshold: decay.dormant_threshold }
    }

    pub(crate) fn new_score(&self, store: Store, base: f64, at: jiff::Timestamp) -> DecayEntry {
        let weights = &self.config().memory.decay.type_weights;
        let mut entry = DecayEntry::new(store, base, at);
        entry.type_weight = match store {
            Store::Core => weights.core,
            Store::Episodic => weights.episodic,
            Store::Semantic => weights.semantic,
            Store::Procedural => weights.procedural,
            _ => entry.type_weight,
        };
        entry
    }

    pub(crate) fn fold(&self, scores: &mut DecayFile, pending: &[Scored]) {
        for scored in pending {
            if scores.get(&scored.id).is_none() {
                let base = scored.made.unwrap_or(self.config().memory.decay.base_relevance.inferred);
                scores.set(&scored.id, &self.new_score(scored.id.store(), base, scored.at));
            }
            if scored.used > 0 {
                scores.reinforce(&scored.id, scored.used, scored.at);
            }
        }
    }

    /// Gives memories that have no score one.
    pub(crate) fn complete(&self, scores: &mut DecayFile, views: &[MemoryView]) -> usize {
        let mut added = 0;
        for view in views {
            let kept = scores.get(&view.id);
            let entry = self.score_of(scores, view);
            added += usize::from(kept.is_none());
            if kept.as_ref() != Some(&entry) {
                scores.set(&view.id, &entry);
            }
        }
        added
    }

    /// The score of a memory. One that has none yet gets what a person's own words get: what was written by hand is as good as
    /// asked for. Age counts from now, when it is first seen: years in another program or in a folder are no years of not being
    /// used here.
    pub(crate) fn score_of(&self, scores: &DecayFile, view: &MemoryView) -> DecayEntry {
        let mut entry = scores.get(&view.id).unwrap_or_else(|| {
            self.new_score(view.store, self.config().memory.decay.base_relevance.explicit, self.now().timestamp())
        });
        entry.pinned |= view.pinned;
        entry
    }
}

/// Drops scores of memories that are not there any more. What a person had forgotten stays: its
/// text may be kept nowhere else.
pub(crate) fn drop_gone(scores: &mut DecayFile, views: &[MemoryView]) -> usize {
    let known: HashSet<&MemoryId> = views.iter().map(|view| &view.id).collect();
    let gone: Vec<MemoryId> = scores
        .entries()
        .filter(|(_, entry)| entry.forgotten.is_none())
        .filter_map(|(id, _)| id.parse().ok())
        .filter(|id| !known.contains(id) && !matches!(id, MemoryId::Bank(_)))
        .collect();
    gone.iter().filter(|id| scores.remove(id)).count()
}

fn decay_summary(run: &DecayRun) -> String {
    let mut moves: BTreeMap<String, usize> = BTreeMap::new();
    for t in &run.transitions {
        *moves.entry(format!("{}→{}", t.from, t.to)).or_default() += 1;
    }
    let moves: Vec<String> = moves.iter().map(|(what, count)| format!("{count} {what}")).collect();
    match moves.is_empty() {
        true => format!("{} noted, {} new, {} gone, no transitions", run.folded, run.added, run.removed),
        false => format!("{} entries transitioned: {}", run.transitions.len(), moves.join(", ")),
    }
}

/// The score over days without use, from the last use on and beyond today.
fn curve(score: &Score) -> Vec<DecayPoint> {
    let span = (score.days as f64 * 1.4).max(120.0);
    (0..=CURVE_STEPS)
        .map(|step| f64::from(step) / f64::from(CURVE_STEPS) * span)
        .map(|days| DecayPoint { days, score: (score.after(days) * 10_000.0).round() / 10_000.0 })
        .collect()
}
