//! Proposals of sub-agents, reviewed in the same cycle.

use soulfile_memory::proposal::{Proposal, ProposalStatus};
use soulfile_vocabulary::{Store, layout};

use crate::item::{Evidence, Item, ItemKind, Op};
use crate::survey::Survey;

const FILE: &str = layout::PROPOSALS;

/// Proposals that wait, deferred ones first: those were left for reflection.
pub fn find(survey: &Survey) -> Vec<Item> {
    let mut waiting: Vec<&Proposal> = survey.proposals.iter().collect();
    waiting.sort_by_key(|proposal| (proposal.status != ProposalStatus::Deferred, proposal.number));
    waiting.into_iter().map(item).collect()
}

fn item(proposal: &Proposal) -> Item {
    let review = proposal.review_hash();
    Item {
        number: 0,
        kind: ItemKind::Proposal,
        key: Item::key_of(ItemKind::Proposal, &proposal.number.to_string(), &review),
        op: Op::Accept {
            number: proposal.number,
            from: proposal.from.clone(),
            text: proposal.content.clone(),
            store: proposal.store.unwrap_or(Store::Episodic),
            review: review.clone(),
        },
        evidence: vec![Evidence {
            id: format!("proposal:{}", proposal.number),
            path: FILE.to_owned(),
            line: proposal.line,
            words: proposal.content.clone(),
            trust: proposal.trust,
        }],
        grounds: Vec::new(),
        trust: proposal.trust,
        scope: proposal.scope.clone(),
    }
}
