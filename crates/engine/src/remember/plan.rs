//! From what was understood to operations: an episode in the person's words, and what it changes elsewhere.

use jiff::Zoned;
use soulfile_memory::core::Block;
use soulfile_memory::entity::slug;
use soulfile_text::sentences::first_words;
use soulfile_understand::{Mentions, Steps, USER};
use soulfile_vocabulary::{Authority, Confidence, EntityType, Relation, Scope};

use super::understood::{Raise, Raised, Understood};
use super::{RememberRequest, Remembering};
use crate::writer::{NamedEntity, Operation, Source, Standing, Step, WhenCoreFull};

/// Fewer words than this lean on what was said before, and cannot stand in core memory by themselves.
const WORDS_OF_A_STATEMENT: usize = 4;

/// The steps of one request.
pub(super) struct Plan<'r> {
    pub(super) request: &'r RememberRequest,
    pub(super) trust: Authority,
    /// Whether a person approved exactly this.
    pub(super) approved: bool,
    /// When it was said.
    pub(super) at: Zoned,
}

impl Plan<'_> {
    /// The episode, and what else the memory changes.
    pub(super) fn steps(&self, memory: &Understood) -> Vec<Step> {
        let mut steps = vec![self.episode(memory)];
        for raised in &memory.raised {
            let mut change = |operation: Operation| steps.push(self.step(operation, Source::Episode));
            match &raised.to {
                Raise::Core => change(self.core_line(memory, raised)),
                Raise::Fact(named) => facts(memory, raised, named, &self.at).into_iter().for_each(change),
                Raise::Procedure(found) => change(procedure(raised, found)),
                Raise::Page(store) => {
                    let title = first_words(raised.words.trim_end_matches(['.', '。']), 8);
                    let operation = Operation::AddPage { store: *store, title, content: raised.words.clone() };
                    let source = self.request.source.iter().cloned().collect();
                    steps.push(self.step(operation, Source::Named(source)));
                }
            }
        }
        let raises_core = memory.raised.iter().any(|raised| matches!(raised.to, Raise::Core));
        if !raises_core && self.may_correct_core(memory) {
            steps.push(self.step(self.core_correction(memory), Source::Episode));
        }
        steps
    }

    fn step(&self, operation: Operation, source: Source) -> Step {
        let (scope, trust, approved) = (self.request.scope.clone(), self.trust, self.approved);
        Step { operation, source, scope, trust, approved, item: None }
    }

    fn episode(&self, memory: &Understood) -> Step {
        let source = self.request.source.clone().unwrap_or_else(|| {
            match self.request.how {
                Remembering::Explicit => "user-explicit",
                Remembering::Detected | Remembering::Inferred => "conversation",
            }
            .to_owned()
        });
        let operation = Operation::Remember {
            day: self.at.date().into(),
            time: self.at.time().round(jiff::Unit::Second).unwrap_or(self.at.time()),
            kind: memory.kind,
            confidence: memory.confidence,
            tags: self.request.tags.clone(),
            content: memory.words.clone(),
            links: self.request.links.clone(),
        };
        self.step(operation, Source::named(source))
    }

    fn core_line(&self, memory: &Understood, raised: &Raised) -> Operation {
        Operation::AddCoreLine {
            block: Block::suited(&raised.words, raised.kind),
            text: raised.words.clone(),
            confidence: Some(memory.confidence),
            standing: standing(memory),
            when_full: self.when_core_full(),
        }
    }

    fn core_correction(&self, memory: &Understood) -> Operation {
        Operation::CorrectCore {
            block: Block::suited(&memory.words, memory.kind),
            text: memory.words.clone(),
            confidence: Some(memory.confidence),
            when_full: self.when_core_full(),
        }
    }

    fn when_core_full(&self) -> WhenCoreFull {
        if self.request.prune { WhenCoreFull::Prune } else { WhenCoreFull::LeaveOut }
    }

    /// What is always in mind must not stay as it was when the owner says that it changed, wherever the news itself is
    /// filed.
    fn may_correct_core(&self, memory: &Understood) -> bool {
        let own = self.trust == Authority::Owner && self.request.scope == Scope::Private;
        let placed = self.request.as_said || self.request.store.is_some();
        let spaced = memory.words.split_whitespace().count();
        let stands_alone = spaced >= WORDS_OF_A_STATEMENT || !memory.words.is_ascii() && spaced < 3;
        own && !placed && memory.is_update && stands_alone
    }
}

fn standing(memory: &Understood) -> Standing {
    if memory.is_update { Standing::Update } else { Standing::Claim }
}

fn procedure(raised: &Raised, found: &Steps) -> Operation {
    let name = slug(&first_words(&found.trigger, 8));
    let (trigger, steps) = (found.trigger.clone(), found.steps.clone());
    Operation::AddProcedure { name, trigger, steps, summary: raised.words.clone() }
}

/// The statement as a fact about its first entity, or the user, and edges to whatever else it names.
fn facts(memory: &Understood, raised: &Raised, named: &Mentions, at: &Zoned) -> Vec<Operation> {
    let entities: Vec<NamedEntity> = named
        .entities
        .iter()
        .enumerate()
        .map(|(nth, entity)| {
            // What is only named along with something, "Ana likes plums", gets no page of its own for that.
            let in_passing =
                nth > 0 && entity.kind == EntityType::Concept && entity.name.starts_with(char::is_lowercase);
            NamedEntity { in_passing, ..NamedEntity::new(entity.kind, &entity.name) }
        })
        .collect();
    let (since, confidence): (_, Option<Confidence>) = (Some(at.date()), Some(memory.confidence));
    let subject = entities.first().cloned().unwrap_or_else(NamedEntity::user);
    let mut operations: Vec<Operation> =
        entities.iter().map(|entity| Operation::AddEntity { entity: entity.clone() }).collect();
    operations.push(Operation::AddFact {
        entity: subject.clone(),
        text: raised.words.clone(),
        since,
        confidence,
        standing: standing(memory),
    });
    let end = |name: &str| match name.eq_ignore_ascii_case(USER) {
        true => Some(NamedEntity::user()),
        false => entities.iter().find(|entity| entity.name.to_lowercase() == name.to_lowercase()).cloned(),
    };
    let relate = |from: NamedEntity, relation: Relation, to: NamedEntity| Operation::Relate {
        from,
        relation,
        to,
        since,
        confidence,
    };
    let mut linked = vec![subject.clone()];
    for relation in &named.relations {
        let (Some(from), Some(to)) = (end(&relation.from), end(&relation.to)) else { continue };
        operations.push(relate(from.clone(), relation.relation, to.clone()));
        linked.extend([from, to]);
    }
    // What is named together stays findable from either side.
    for entity in entities.iter().skip(1).filter(|entity| !linked.contains(entity)) {
        operations.push(relate(subject.clone(), Relation::RelatesTo, entity.clone()));
    }
    operations
}
