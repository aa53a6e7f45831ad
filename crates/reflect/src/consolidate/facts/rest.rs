//! What an update leaves standing of the statement it replaces.

use std::collections::HashSet;

use soulfile_memory::id::{EntityId, MemoryId};
use soulfile_understand::Slot;
use soulfile_vocabulary::layout::CORE;
use soulfile_vocabulary::{Confidence, EntryKind, Scope};

use super::{CoreCandidate, Finder};
use crate::consolidate::known::{Home, Statement};
use crate::consolidate::statements::Said;
use crate::item::{EntityRef, Evidence, Ground, Item, ItemKind, Op};
use crate::summarise;
use crate::survey::user_ref;

impl Finder<'_> {
    /// What an update leaves standing of the statement it replaces: "works at Initech as a tester" still says
    /// where, once the tester became something else.
    pub(super) fn keep_rest(&mut self, at: usize, said: &Said) {
        let older = self.known.get(at);
        let addressed = |slot: &Slot| said.claim.slots.iter().any(|other| other.same_attribute(slot));
        let given_up = |slot: &Slot| {
            let value = slot.value.join(" ");
            said.claim.given_up.iter().any(|phrase| phrase.contains(&value) || value.contains(phrase.as_str()))
        };
        if !older.slots.iter().any(|slot| addressed(slot) || given_up(slot)) {
            return;
        }
        // Who works elsewhere may do something else there.
        let moved_on = |slot: &Slot| {
            let on = match slot.attribute.as_str() {
                "occupation" | "manager" | "home office" => "employer",
                "rent" | "address" => "residence",
                _ => return false,
            };
            said.claim.slots.iter().any(|other| other.attribute == on)
        };
        // What was said of the dentist in passing goes with the dentist.
        let theirs = |slot: &Slot| older.slots.iter().any(|other| addressed(other) && other.value.contains(&slot.of));
        let holds = |slot: &&Slot| {
            !slot.is_measure() && !addressed(slot) && !given_up(slot) && !moved_on(slot) && !theirs(slot)
        };
        let rest: Vec<Slot> = older.slots.iter().filter(holds).cloned().collect();
        for slot in rest.into_iter().filter(|slot| !self.known.gives(slot)).collect::<Vec<_>>() {
            let Some(made) = self.rest_item(at, &slot) else { continue };
            if self.survey.ledger.rejects(&made) {
                continue;
            }
            let Op::AddFact { text, .. } = &made.op else { continue };
            let (text, older) = (text.clone(), self.known.get(at));
            let (about, since, trust) = (older.about.clone(), older.since, older.trust);
            let in_mind = matches!(older.home, Home::Core(_));
            let index = self.out.items.len();
            if in_mind {
                self.candidates.resize(index + 1, None);
                self.candidates[index] = Some(self.out.for_core.len());
                self.out.for_core.push(CoreCandidate {
                    text: text.clone(),
                    words: self.survey.understand.statement(&text).first_person(),
                    kind: EntryKind::Fact,
                    core: true,
                    replaces: Vec::new(),
                    ends: false,
                    outdated: false,
                    since: since.unwrap_or(self.survey.today()),
                    days: HashSet::new(),
                    item: Some(index),
                    source: made.clone(),
                });
            }
            self.used += summarise::cost(&made, self.survey.settings.count);
            self.out.items.push(made);
            let understand = &*self.survey.understand;
            self.known.add(Statement::kept(understand, &text, Home::Item(index), about, since, trust));
        }
    }

    /// A fact of one attribute of a statement that is replaced, resting on that statement.
    fn rest_item(&self, at: usize, slot: &Slot) -> Option<Item> {
        let older = self.known.get(at);
        let whose = if slot.of == "user" {
            "User".to_owned()
        } else {
            as_written(&older.text, std::slice::from_ref(&slot.of))?
        };
        let text = format!("{whose}'s {} is {}.", slot.attribute, as_written(&older.text, &slot.value)?);
        let (evidence, grounds, scope) = match &older.home {
            Home::Item(index) => {
                let item = &self.out.items[*index];
                (item.evidence.clone(), item.grounds.clone(), item.scope.clone())
            }
            Home::Fact(entity, id) => {
                let (path, file) = self.survey.entities.iter().find(|(_, file)| file.id() == entity)?;
                let fact = file.current_facts().find(|fact| fact.text == older.text)?;
                (vec![quote(id, path, fact.line, older)], vec![Ground::of(id, &older.text)], fact.scope.clone())
            }
            Home::Core(id) => {
                let line = self.survey.core.entries().iter().find(|line| line.text == older.text)?;
                (vec![quote(id, CORE, line.line, older)], vec![Ground::of(id, &older.text)], Scope::Private)
            }
            Home::Forgotten(_) => return None,
        };
        let entity: EntityId = older.about.parse().ok()?;
        let label = if older.about == user_ref().id { user_ref().label } else { entity.slug().to_owned() };
        let op = Op::AddFact {
            entity: EntityRef { id: older.about.clone(), label, new: false },
            text: text.clone(),
            since: older.since,
            confidence: Confidence::Medium,
            replaces: Vec::new(),
            links: Vec::new(),
        };
        let key = Item::key_of(ItemKind::Fact, &older.about, &text);
        Some(Item { number: 0, kind: ItemKind::Fact, key, op, evidence, grounds, trust: older.trust, scope })
    }
}

/// Words of a value as they stand in a text, with its capitals.
fn as_written(text: &str, value: &[String]) -> Option<String> {
    let lower = text.to_lowercase();
    let joined = value.join(" ");
    let found = lower.find(&joined).filter(|_| lower.len() == text.len())?;
    text.get(found..found + joined.len()).map(str::to_owned)
}

fn quote(id: &MemoryId, path: &str, line: usize, older: &Statement) -> Evidence {
    Evidence { id: id.to_string(), path: path.to_owned(), line, words: older.text.clone(), trust: older.trust }
}
