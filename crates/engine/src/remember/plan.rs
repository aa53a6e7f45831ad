//! From what was understood to operations: which stores a memory goes to, and what it changes there.

use jiff::Zoned;
use soulfile_memory::core::Block;
use soulfile_memory::entity::slug;
use soulfile_text::sentences::first_words;
use soulfile_understand::route::USER;
use soulfile_understand::steps::{self, Steps};
use soulfile_vocabulary::{Authority, Confidence, EntityType, Relation, Scope, Store};

use super::{RememberRequest, Remembering, Understood, about_user};
use crate::writer::{NamedEntity, Operation, Source, Standing, Step, WhenCoreFull};

/// The steps of one request.
pub(super) struct Plan<'r> {
    pub(super) request: &'r RememberRequest,
    pub(super) trust: Authority,
    /// Whether a person approved exactly this.
    pub(super) approved: bool,
    pub(super) now: Zoned,
}

impl Plan<'_> {
    /// An episode for every memory, and what else it changes.
    pub(super) fn steps(&self, memories: &[Understood]) -> Vec<Step> {
        let mut steps = Vec::new();
        for memory in memories {
            steps.push(self.episode(memory));
            let mut change = |operation: Operation| steps.push(self.step(operation, Source::Episode));
            if memory.route.core_update {
                change(self.core_line(memory));
            } else if self.may_correct_core(memory) {
                change(self.core_correction(memory));
            }
            match memory.route.store {
                Store::Semantic => facts(memory, &self.now).into_iter().for_each(change),
                Store::Procedural => change(procedure(memory)),
                store if store.row().keeps_pages => {
                    let title = first_words(memory.summary.trim_end_matches(['.', '。']), 8);
                    let operation = Operation::AddPage { store, title, content: memory.summary.clone() };
                    let source = self.request.source.iter().cloned().collect();
                    steps.push(self.step(operation, Source::Named(source)));
                }
                _ => {}
            }
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
            day: self.now.date().into(),
            time: self.now.time().round(jiff::Unit::Second).unwrap_or(self.now.time()),
            kind: memory.kind,
            confidence: match self.request.how {
                Remembering::Inferred => Confidence::Low,
                _ => memory.route.confidence,
            },
            tags: memory.tags.clone(),
            content: memory.summary.clone(),
        };
        self.step(operation, Source::named(source))
    }

    fn core_line(&self, memory: &Understood) -> Operation {
        Operation::AddCoreLine {
            block: Block::suited(&memory.raw, memory.kind),
            text: memory.summary.clone(),
            confidence: Some(memory.route.confidence),
            standing: standing(memory),
            when_full: self.when_core_full(),
        }
    }

    fn core_correction(&self, memory: &Understood) -> Operation {
        Operation::CorrectCore {
            block: Block::suited(&memory.raw, memory.kind),
            text: memory.summary.clone(),
            confidence: Some(memory.route.confidence),
            when_full: self.when_core_full(),
        }
    }

    fn when_core_full(&self) -> WhenCoreFull {
        if self.request.prune { WhenCoreFull::Prune } else { WhenCoreFull::LeaveOut }
    }

    /// What is always in mind must not stay as it was when the user says that it changed, wherever the news itself is
    /// filed.
    fn may_correct_core(&self, memory: &Understood) -> bool {
        let own =
            self.trust == Authority::Owner && self.request.scope == Scope::Private && self.request.store.is_none();
        own && memory.update && about_user(&memory.route)
    }
}

fn standing(memory: &Understood) -> Standing {
    if memory.update { Standing::Update } else { Standing::Claim }
}

fn procedure(memory: &Understood) -> Operation {
    let Steps { trigger, steps } = steps::read(&memory.raw);
    let name = slug(&first_words(&trigger, 8));
    Operation::AddProcedure { name, trigger, steps, summary: memory.summary.clone() }
}

/// The memory's fact about its first entity, or the user, and edges to whatever else it names.
fn facts(memory: &Understood, now: &Zoned) -> Vec<Operation> {
    let entities: Vec<NamedEntity> = memory
        .route
        .entities
        .iter()
        .enumerate()
        .map(|(at, entity)| {
            // What is only named along with something, "Ana likes plums", gets no page of its own for that.
            let in_passing =
                at > 0 && entity.kind == EntityType::Concept && entity.name.starts_with(char::is_lowercase);
            NamedEntity { in_passing, ..NamedEntity::new(entity.kind, &entity.name) }
        })
        .collect();
    let (since, confidence) = (Some(now.date()), Some(memory.route.confidence));
    let subject = entities.first().cloned().unwrap_or_else(NamedEntity::user);
    let mut operations: Vec<Operation> =
        entities.iter().map(|entity| Operation::AddEntity { entity: entity.clone() }).collect();
    operations.push(Operation::AddFact {
        entity: subject.clone(),
        text: memory.summary.clone(),
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
    for relation in &memory.route.relations {
        let (Some(from), Some(to)) = (end(&relation.from), end(&relation.to)) else { continue };
        operations.push(relate(from.clone(), relation.relation, to.clone()));
        linked.extend([from, to]);
    }
    // What is named together stays findable from either side.
    for entity in entities.iter().skip(1).filter(|entity| !linked.contains(entity)) {
        operations.push(relate(entity.clone(), Relation::RelatesTo, subject.clone()));
    }
    operations
}
