//! From approved items to operations.

use soulfile_memory::core::Block;
use soulfile_memory::id::{CoreId, FactId, MemoryId};
use soulfile_memory::proposal::ProposalFile;
use soulfile_reflect::item::{EntityRef, Keep, Replaced, Side};
use soulfile_reflect::{Item, Op};
use soulfile_vocabulary::layout::PROPOSALS;
use soulfile_vocabulary::{Confidence, Relation};
use soulfile_workspace::Approval;

use crate::error::{Error, Result};
use crate::open::Engine;
use crate::proposals::{CommitOf, merge_of, request_of};
use crate::writer::{FactRef, NamedEntity, Operation, Source, Standing, Step, WhenCoreFull};

impl Engine {
    /// What an approved item of a reflection does.
    pub(super) fn item_steps(&self, item: &Item, reflection: u32) -> Result<Vec<Step>> {
        if let Op::Accept { number, from, text, review, .. } = &item.op {
            return self.accepted_proposal(item, *number, from, text, review);
        }
        let operations = operations(&item.op, reflection)?;
        let sources: Vec<String> = item.evidence.iter().map(|seen| seen.id.clone()).collect();
        let step = |operation: Operation| Step {
            operation,
            source: Source::Named(sources.clone()),
            scope: item.scope.clone(),
            trust: item.trust,
            approved: true,
            item: Some(item.number),
        };
        Ok(operations.into_iter().map(step).collect())
    }

    /// What accepting a proposal does: the same as committing it by itself.
    fn accepted_proposal(&self, item: &Item, number: u32, from: &str, text: &str, review: &str) -> Result<Vec<Step>> {
        let file = ProposalFile::parse(self.read_text(PROPOSALS)?.unwrap_or_default());
        let proposal = file.get(number).ok_or_else(|| Error::NotFound(format!("proposal #{number}")))?;
        let commit =
            CommitOf { number, from: from.to_owned(), review: review.to_owned(), approval: Approval::Approved };
        let mut steps = match merge_of(proposal)? {
            Some((absorbed, into)) => commit.merge_steps(absorbed, into),
            None => {
                let request = request_of(proposal, text, proposal.store);
                self.proposal_steps(&request, proposal.trust.min(item.trust), proposal.core_worthy, &commit)
            }
        };
        for step in &mut steps {
            step.item = Some(item.number);
        }
        Ok(steps)
    }
}

fn operations(op: &Op, reflection: u32) -> Result<Vec<Operation>> {
    Ok(match op {
        Op::AddFact { entity, text, since, confidence, replaces, links } => {
            let entity = named(entity)?;
            let replaces = replaces.iter().map(replaced).collect::<Result<Vec<_>>>()?;
            let (text, since, confidence) = (text.clone(), *since, Some(*confidence));
            let mut operations = vec![match replaces.is_empty() {
                true => {
                    Operation::AddFact { entity: entity.clone(), text, since, confidence, standing: Standing::Reviewed }
                }
                false => Operation::Supersede { entity: entity.clone(), text, since, confidence, replaces },
            }];
            for link in links {
                let (from, to, relation) = (entity.clone(), named(link)?, Relation::RelatesTo);
                operations.push(Operation::Relate { from, relation, to, since, confidence });
            }
            operations
        }
        Op::Connect { from, relation, to, since, confidence } => {
            let (from, to, confidence) = (named(from)?, named(to)?, Some(*confidence));
            vec![Operation::Relate { from, relation: *relation, to, since: *since, confidence }]
        }
        Op::Settle { entity, older, newer, keep, also } => settled(entity, older, newer, *keep, also)?,
        Op::Merge { absorbed, into, .. } => {
            vec![Operation::MergeEntities { absorbed: absorbed.id.parse()?, into: into.id.parse()? }]
        }
        Op::Learn { name, trigger, steps } => {
            let (name, trigger, steps) = (name.clone(), trigger.clone(), steps.clone());
            vec![Operation::AddProcedure { summary: trigger.clone(), name, trigger, steps }]
        }
        Op::Archive { id, .. } => vec![Operation::Archive { ids: vec![id.parse()?] }],
        Op::CoreAdd { block, text } => vec![Operation::AddCoreLine {
            block: Block::ALL.into_iter().find(|known| known.key() == block).unwrap_or(Block::CriticalFacts),
            text: text.clone(),
            confidence: Some(Confidence::Medium),
            standing: Standing::Reviewed,
            when_full: WhenCoreFull::Refuse,
        }],
        Op::CoreReplace { id, text, since, .. } => {
            let (line, text, confidence) = (core_id(id)?, text.clone(), Some(Confidence::Medium));
            vec![Operation::ReplaceCoreLine { line, text, since: *since, confidence }]
        }
        Op::CoreDemote { id, text, ended, .. } => {
            vec![Operation::DemoteCoreLine { line: core_id(id)?, text: text.clone(), ended: *ended }]
        }
        // Needs the proposal itself; see `accepted_proposal`.
        Op::Accept { .. } => Vec::new(),
        Op::Note { text, milestone, threads } => vec![Operation::NoteInsight {
            reflection,
            text: text.clone(),
            milestone: *milestone,
            threads: threads.clone(),
        }],
    })
}

/// Two statements at odds: the newer takes the place of the older, both stay, or nothing changes.
fn settled(entity: &EntityRef, older: &Side, newer: &Side, keep: Keep, also: &[Replaced]) -> Result<Vec<Operation>> {
    let entity = named(entity)?;
    let fact = match older.id.parse() {
        Ok(MemoryId::Fact(_, fact)) => Some(fact),
        _ => None,
    };
    let older = FactRef { entity: entity.id.clone(), fact, text: older.text.clone() };
    let (text, since) = (newer.text.clone(), newer.since);
    Ok(match keep {
        Keep::Older => Vec::new(),
        Keep::Newer => {
            let facts = also.iter().map(replaced).collect::<Result<Vec<_>>>()?;
            let confidence = Some(Confidence::Medium);
            vec![
                Operation::Supersede { entity, text, since, confidence, replaces: vec![older] },
                Operation::EndFacts { facts, since },
            ]
        }
        Keep::Both => {
            let (confidence, standing) = (Some(Confidence::Low), Standing::Reviewed);
            vec![
                Operation::AddFact { entity: entity.clone(), text: text.clone(), since, confidence, standing },
                Operation::FlagContradiction { entity, older, newer: text },
            ]
        }
    })
}

fn named(entity: &EntityRef) -> Result<NamedEntity> {
    Ok(NamedEntity { id: entity.id.parse()?, name: entity.label.clone(), in_passing: false })
}

fn replaced(old: &Replaced) -> Result<FactRef> {
    let fact: Option<FactId> = old.fact.parse().ok().filter(|_| !old.fact.is_empty());
    Ok(FactRef { entity: old.entity.parse()?, fact, text: old.text.clone() })
}

fn core_id(id: &str) -> Result<CoreId> {
    match id.parse()? {
        MemoryId::Core(line) => Ok(line),
        _ => Err(Error::Invalid(format!("{id} is no line of MEMORY.md"))),
    }
}
