//! `proposals`: memories that wait for a person.
//!
//! Sub-agents and the admission check propose; people commit, reject or defer, each decision bound to
//! the hash of what they saw. No verb here lets an agent approve anything.

use soulfile_api::{Decided, ProposalAdded, ProposalView};
use soulfile_context::assemble::{Notice, NoticeKind};
use soulfile_context::config::Review;
use soulfile_memory::entity::candidate_paths;
use soulfile_memory::id::EntityId;
use soulfile_memory::proposal::{Proposal, ProposalDraft, ProposalFile, ProposalStatus, SourceBinding};
use soulfile_text::visible::{shown_only, visible};
use soulfile_understand::{Certainty, Understand, Verdict};
use soulfile_vocabulary::layout::{CORE, PROPOSALS};
use soulfile_vocabulary::{Authority, Confidence, Scope, Store};
use soulfile_workspace::{Action, Actor, Approval, Mutation, WorkspacePath};

use crate::admission::{self, excerpt};
use crate::draft::{self, Draft};
use crate::error::{Error, Result};
use crate::open::Engine;
use crate::remember::RememberRequest;
use crate::writer::{MemoryWriter, Operation, Preview, Source, Step};

/// What a proposal to merge two entities says set it off.
pub(crate) const MERGE_TRIGGER: &str = "entities with close names";

/// A memory somebody proposes.
#[derive(Debug, Clone)]
pub struct Proposing {
    /// Who proposes it.
    pub from: String,
    /// What made them.
    pub trigger: String,
    /// Where it should go.
    pub store: Store,
    /// What is to be remembered.
    pub content: String,
    /// The entities it is about, by id.
    pub entities: Vec<String>,
    /// How sure they are.
    pub confidence: Confidence,
    /// Whether it should be in core memory too.
    pub core_worthy: bool,
    /// Who may see it.
    pub scope: Scope,
    /// How far it is trusted; never more than a sub-agent.
    pub trust: Authority,
    /// Whether the admission check put it here.
    pub quarantined: bool,
}

/// How many proposals of one proposer may wait, and how many of all: more than that nobody reads.
const MOST_OF_ONE: usize = 100;
const MOST_WAITING: usize = 400;

/// Refuses what would drown the proposals that wait for a person.
fn check_room(file: &ProposalFile, from: &str) -> Result<()> {
    // What was decided is no longer in the file.
    let own = file.proposals().iter().filter(|proposal| proposal.from == from).count();
    let all = file.proposals().len();
    if own < MOST_OF_ONE && all < MOST_WAITING {
        return Ok(());
    }
    let whose = if own < MOST_OF_ONE { format!("{all} proposals") } else { format!("{own} proposals of {from}") };
    Err(Error::Conflict(format!("{whose} wait already; no more are taken until a person has decided about some")))
}

/// A proposal being committed, as the writer of memories needs it.
#[derive(Debug, Clone)]
pub(crate) struct CommitOf {
    pub(crate) number: u32,
    pub(crate) from: String,
    pub(crate) review: String,
    pub(crate) approval: Approval,
}

impl Engine {
    /// Adds a proposal. Credentials are refused here too.
    pub fn propose(&self, new: &Proposing) -> Result<ProposalAdded> {
        let from = new.from.trim().replace(['|', '\n', '\r', '\t'], " ");
        if from.is_empty() || from.chars().count() > 100 {
            return Err(Error::Invalid("a proposal needs the name of who makes it, of at most 100 letters".to_owned()));
        }
        let trust = new.trust.min(Authority::SubAgent);
        self.check_size(&new.content, PROPOSALS)?;
        self.check_field("the reason", new.trigger.len())?;
        self.check_field("the list of entities", new.entities.iter().map(String::len).sum())?;
        admission::check(&new.content, trust, false)?;
        let named = new.entities.iter().chain([&new.from, &new.trigger]);
        admission::check_labels(named.map(String::as_str))?;
        // Where another was proposed meanwhile, this one comes after it.
        let mut added = draft::again(|| self.write_proposal(new, &from, trust))?;
        if self.may_commit_at_once(new, &from, &added) {
            let view = self.proposal(added.number)?;
            let stored = self.commit_bound(&view, None, Approval::Auto)?;
            added.committed = stored.remembered;
        }
        Ok(added)
    }

    fn write_proposal(&self, new: &Proposing, from: &str, trust: Authority) -> Result<ProposalAdded> {
        let mut draft = Draft::new(&self.workspace);
        let mut based_on = Vec::new();
        for id in &new.entities {
            let Ok(id) = id.trim_start_matches("entity:").parse::<EntityId>() else { continue };
            let path = match self.entity_file(&id)? {
                Some((path, _)) => path,
                None => candidate_paths(&id)[0].clone(),
            };
            based_on.push(SourceBinding { hash: draft.hash(&path)?, path });
        }
        if new.core_worthy || new.store == Store::Core {
            based_on.push(SourceBinding { path: CORE.to_owned(), hash: draft.hash(CORE)? });
        }
        let waiting = ProposalFile::parse(draft.text(PROPOSALS)?);
        check_room(&waiting, from)?;
        let proposed = waiting.add(&ProposalDraft {
            from: from.to_owned(),
            timestamp: self.now().timestamp(),
            trigger: new.trigger.clone(),
            store: new.store,
            content: new.content.clone(),
            entities: new.entities.clone(),
            confidence: new.confidence,
            core_worthy: new.core_worthy,
            scope: new.scope.clone(),
            trust,
            based_on,
        })?;
        let file = ProposalFile::parse(proposed.text);
        let conflicts = at_odds(self.understanding(), &file, proposed.number);
        let text = match conflicts.is_empty() {
            true => file.text().to_owned(),
            false => file.flag_conflicts(proposed.number, &conflicts)?,
        };
        draft.set(PROPOSALS, text)?;
        let actor = match new.quarantined {
            true => Actor::Bot("quarantine".into()),
            false => Actor::Subagent(from.to_owned()),
        };
        let mutation = Mutation::new(
            Action::Propose,
            actor,
            format!("proposal #{}: \"{}\"", proposed.number, excerpt(&new.content)),
            draft.into_changes()?,
        )
        .approval(Approval::Pending)
        .trigger(new.trigger.clone());
        let receipt = self.apply(mutation)?;
        Ok(ProposalAdded { receipt, number: proposed.number, conflicts, committed: None })
    }

    /// `auto` is for what trusted sub-agents are sure of. What is always in context, and what never
    /// fades, stays a person's.
    fn may_commit_at_once(&self, new: &Proposing, from: &str, added: &ProposalAdded) -> bool {
        let config = &self.config().proposals;
        config.review == Review::Auto
            && config.trusted.iter().any(|name| name == from)
            && new.confidence == Confidence::High
            && !new.quarantined
            && !new.core_worthy
            && !matches!(new.store, Store::Core | Store::Vault)
            && added.conflicts.is_empty()
            && admission::check(&new.content, Authority::SubAgent, false).is_ok_and(|a| a.quarantine.is_none())
    }

    /// The proposals that wait, in order.
    pub fn proposals(&self) -> Result<Vec<ProposalView>> {
        let file = ProposalFile::parse(self.read_text(PROPOSALS)?.unwrap_or_default());
        Ok(file.proposals().iter().map(|proposal| self.view(proposal)).collect())
    }

    /// One line for the start of a session, when anything waits. What proposals say stays out of it:
    /// it is not to be taken for something remembered.
    pub(crate) fn proposal_notice(&self) -> Result<Option<Notice>> {
        let views = self.proposals()?;
        let waiting: Vec<&ProposalView> = views.iter().filter(|view| view.status != ProposalStatus::Deferred).collect();
        if waiting.is_empty() {
            return Ok(None);
        }
        let stale = waiting.iter().filter(|view| !view.stale.is_empty()).count();
        let stale =
            if stale > 0 { format!(", {stale} of them no longer fit what they were made from") } else { String::new() };
        let text =
            format!("{} memory proposals wait for review{stale} (`soul proposals list` shows them)", waiting.len());
        Ok(Some(Notice { kind: NoticeKind::Proposal, text }))
    }

    /// One proposal.
    pub fn proposal(&self, number: u32) -> Result<ProposalView> {
        let found = self.proposals()?.into_iter().find(|view| view.number == number);
        found
            .ok_or_else(|| Error::NotFound(format!("there is no proposal #{number}; `soul proposals list` shows them")))
    }

    /// Commits a proposal: a person's act, bound to what they saw. One whose ground has changed is
    /// refused unless they say they know.
    pub fn commit_proposal(
        &self,
        number: u32,
        review: Option<&str>,
        store: Option<Store>,
        even_if_stale: bool,
    ) -> Result<Decided> {
        self.commit_reworded_proposal(number, review, None, store, even_if_stale)
    }

    /// The same in a person's words instead of the proposed ones. Where it came from stays what it was.
    pub fn commit_reworded_proposal(
        &self,
        number: u32,
        review: Option<&str>,
        words: Option<&str>,
        store: Option<Store>,
        even_if_stale: bool,
    ) -> Result<Decided> {
        self.decides("committing a proposal")?;
        let view = self.bound(number, review)?;
        if !view.stale.is_empty() && !even_if_stale {
            return Err(Error::Memory(soulfile_memory::Error::Stale {
                what: format!("{} (proposal #{number} was made from it)", view.stale.join(", ")),
            }));
        }
        self.commit_bound(&reworded(view, words)?, store, Approval::Approved)
    }

    /// Shows what committing a proposal would write.
    pub fn preview_proposal(&self, number: u32, store: Option<Store>) -> Result<Preview> {
        self.preview_reworded_proposal(number, None, store)
    }

    /// Shows what committing a proposal in other words would write.
    pub fn preview_reworded_proposal(&self, number: u32, words: Option<&str>, store: Option<Store>) -> Result<Preview> {
        let view = reworded(self.proposal(number)?, words)?;
        let commit = CommitOf::of(&view, Approval::Approved);
        let steps = match merge_of(&view)? {
            Some((absorbed, into)) => commit.merge_steps(absorbed, into),
            None => self.proposal_steps(&remembered_by(&view, store), view.trust, view.core_worthy, &commit),
        };
        MemoryWriter::preview(self, &steps, false)
    }

    fn commit_bound(&self, view: &ProposalView, store: Option<Store>, approval: Approval) -> Result<Decided> {
        let commit = CommitOf::of(view, approval);
        if let Some((absorbed, into)) = merge_of(view)? {
            return self.commit_merge(&commit, absorbed, into);
        }
        let remembered = self.remember_proposal(&remembered_by(view, store), view.trust, view.core_worthy, &commit)?;
        Ok(Decided { receipt: remembered.receipt.clone(), remembered: Some(remembered) })
    }

    fn commit_merge(&self, commit: &CommitOf, absorbed: EntityId, into: EntityId) -> Result<Decided> {
        let summary = format!("merged {absorbed} into {into} (proposal #{})", commit.number);
        let mut writer = MemoryWriter::new(self);
        writer.apply(&commit.merge_steps(absorbed, into))?;
        let (mutation, mut outcome) = writer.into_mutation(Action::Merge, Actor::Manual, summary)?;
        let mutation = mutation.trigger(format!("proposal #{}", commit.number));
        Ok(Decided { receipt: self.commit(mutation, &mut outcome)?, remembered: None })
    }

    /// Rejects a proposal; a person's act.
    pub fn reject_proposal(&self, number: u32, review: Option<&str>, reason: Option<&str>) -> Result<Decided> {
        self.decides("rejecting a proposal")?;
        let view = self.bound(number, review)?;
        let mut draft = Draft::new(&self.workspace);
        let file = ProposalFile::parse(draft.text(PROPOSALS)?);
        draft.set(PROPOSALS, file.remove(number, Some(&view.review))?)?;
        let reason = reason.map(|reason| format!(" — {reason}")).unwrap_or_default();
        let mutation = Mutation::new(
            Action::Reject,
            Actor::Manual,
            format!("rejected proposal #{number} from {}{reason}", view.from),
            draft.into_changes()?,
        )
        .trigger("soul proposals reject");
        Ok(Decided { receipt: self.apply(mutation)?, remembered: None })
    }

    /// Leaves a proposal for reflection; a person's act.
    pub fn defer_proposal(&self, number: u32, review: Option<&str>) -> Result<Decided> {
        let view = self.bound(number, review)?;
        let mut draft = Draft::new(&self.workspace);
        let file = ProposalFile::parse(draft.text(PROPOSALS)?);
        draft.set(PROPOSALS, file.set_status(number, &ProposalStatus::Deferred, Some(&view.review))?)?;
        let mutation =
            Mutation::new(Action::Edit, Actor::Manual, format!("deferred proposal #{number}"), draft.into_changes()?)
                .trigger("soul proposals defer");
        Ok(Decided { receipt: self.apply(mutation)?, remembered: None })
    }

    /// The proposal, when it still is what the reviewer saw.
    fn bound(&self, number: u32, review: Option<&str>) -> Result<ProposalView> {
        let view = self.proposal(number)?;
        match review {
            Some(seen) if seen.len() < 8 || !view.review.starts_with(seen) => {
                Err(soulfile_memory::Error::Stale { what: format!("proposal #{number}") }.into())
            }
            _ => Ok(view),
        }
    }

    fn view(&self, proposal: &Proposal) -> ProposalView {
        let hash_now = |path: &str| {
            let path = WorkspacePath::parse(path).ok()?;
            self.workspace.read(&path).ok().flatten().map(|file| file.hash().to_string())
        };
        let admission = admission::check(&proposal.content, proposal.trust, false);
        ProposalView {
            proposal: proposal.clone(),
            conflicts: match &proposal.status {
                ProposalStatus::Conflict(with) => with.clone(),
                _ => Vec::new(),
            },
            stale: proposal.stale(&hash_now).into_iter().map(|binding| binding.path.clone()).collect(),
            suspicious: match admission {
                Ok(admission) => admission.quarantine,
                Err(error) => Some(error.to_string()),
            },
            review: proposal.review_hash(),
            shown: visible(&proposal.content).into_owned(),
        }
    }
}

impl CommitOf {
    pub(crate) fn of(view: &ProposalView, approval: Approval) -> Self {
        Self { number: view.number, from: view.from.clone(), review: view.review.clone(), approval }
    }

    /// The step that takes the proposal out of its file.
    pub(crate) fn step(&self) -> Step {
        self.own_step(Operation::CloseProposal { number: self.number, review: self.review.clone() })
    }

    /// The steps of a proposal to merge two entities.
    pub(crate) fn merge_steps(&self, absorbed: EntityId, into: EntityId) -> Vec<Step> {
        vec![self.own_step(Operation::MergeEntities { absorbed, into }), self.step()]
    }

    fn own_step(&self, operation: Operation) -> Step {
        Step {
            operation,
            source: Source::named(source_of(self.number, &self.from)),
            scope: Scope::default(),
            trust: Authority::SubAgent,
            approved: self.approval == Approval::Approved,
            item: None,
        }
    }
}

/// What is to be remembered when a proposal is committed.
fn remembered_by(view: &ProposalView, store: Option<Store>) -> RememberRequest {
    // What does not show is not stored: nobody approves what they cannot see.
    request_of(&view.proposal, &shown_only(&view.content), store.or(view.store))
}

/// The proposal with other words. What it is bound to stays the one that was reviewed.
fn reworded(mut view: ProposalView, words: Option<&str>) -> Result<ProposalView> {
    let Some(words) = words.map(str::trim) else { return Ok(view) };
    if words.is_empty() {
        return Err(Error::Invalid(format!("proposal #{} cannot be accepted without words", view.number)));
    }
    if merge_of(&view)?.is_some() {
        let text = format!("proposal #{} asks to merge two entities; there are no words to change", view.number);
        return Err(Error::Invalid(text));
    }
    view.proposal.content = words.to_owned();
    Ok(view)
}

/// What committing a proposal remembers, in these words.
pub(crate) fn request_of(proposal: &Proposal, text: &str, store: Option<Store>) -> RememberRequest {
    RememberRequest {
        text: text.to_owned(),
        store,
        scope: proposal.scope.clone(),
        source: Some(source_of(proposal.number, &proposal.from)),
        trust: Some(proposal.trust),
        ..RememberRequest::default()
    }
}

fn source_of(number: u32, from: &str) -> String {
    format!("proposal #{number} from {from}")
}

/// The two entities that a proposal asks to merge.
pub(crate) fn merge_of(proposal: &Proposal) -> Result<Option<(EntityId, EntityId)>> {
    match &proposal.entities[..] {
        [absorbed, into] if proposal.trigger == MERGE_TRIGGER => Ok(Some((absorbed.parse()?, into.parse()?))),
        _ => Ok(None),
    }
}

/// Proposals that cannot, or can hardly, be true together with this one: a person reviews them.
fn at_odds(understand: &dyn Understand, file: &ProposalFile, number: u32) -> Vec<u32> {
    let Some(new) = file.get(number) else { return Vec::new() };
    let said = understand.statement(&new.content);
    let verdict = |content: &str| understand.compare(&understand.statement(content), &said, Certainty::Likely).verdict;
    file.proposals()
        .iter()
        .filter(|other| other.number != number)
        .filter(|other| verdict(&other.content) == Verdict::Contradiction)
        .map(|other| other.number)
        .collect()
}
