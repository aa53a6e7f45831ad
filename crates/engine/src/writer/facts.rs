//! Facts of entities: added, confirmed, superseded, ended, flagged. None is ever dropped.

use std::rc::Rc;

use jiff::civil::Date;
use soulfile_memory::entity::{EntityEdit, EntityFile, NewFact};
use soulfile_memory::id::{EntityId, FactId, MemoryId};
use soulfile_memory::provenance::Provenance;
use soulfile_understand::Understand;
use soulfile_vocabulary::{Authority, Confidence};

use super::duplicates::{DuplicateKind, likeness, nearest};
use super::{FactRef, MemoryWriter, NamedEntity, Standing};
use crate::error::Result;

pub(super) fn new_fact(text: &str, since: Option<Date>, confidence: Option<Confidence>, from: &Provenance) -> NewFact {
    NewFact { text: text.to_owned(), since, confidence, provenance: from.clone() }
}

/// Current facts of an entity that a new statement touches.
#[derive(Default)]
struct Touched {
    same: Option<FactId>,
    against: Vec<(FactId, String)>,
    /// Whether it is told as taking the place of all of them.
    replaces: bool,
    maybe_against: Vec<(FactId, String)>,
}

impl Touched {
    fn find(understand: &dyn Understand, file: &EntityFile, text: &str, standing: Standing) -> Self {
        let mut touched = Self { replaces: true, ..Self::default() };
        for fact in nearest(file.current_facts(), |fact| fact.text.as_str(), text) {
            let found = likeness(understand, &fact.text, text, standing);
            touched.replaces &= found != DuplicateKind::Contradicts;
            match found {
                DuplicateKind::SameWords | DuplicateKind::SameMeaning => touched.same = Some(fact.id.clone()),
                DuplicateKind::Contradicts | DuplicateKind::Replaces => {
                    touched.against.push((fact.id.clone(), fact.text.clone()))
                }
                DuplicateKind::MayContradict => touched.maybe_against.push((fact.id.clone(), fact.text.clone())),
                DuplicateKind::Unrelated => {}
            }
        }
        touched
    }
}

impl MemoryWriter<'_> {
    /// Adds a fact to an entity, held against what is known of it.
    pub(super) fn add_fact(
        &mut self,
        entity: &NamedEntity,
        new: &NewFact,
        standing: Standing,
        weight: Authority,
    ) -> Result<()> {
        let Some(id) = self.entity(entity, &new.provenance)? else { return Ok(()) };
        let (path, file) = self.entity_file(&id)?;
        let Touched { same, against, maybe_against, replaces } =
            Touched::find(self.engine.understanding(), &file, &new.text, standing);
        let sure = !against.is_empty();
        let against = match (standing, sure || same.is_some()) {
            (Standing::Reviewed, _) => Vec::new(),
            (_, true) => against,
            (_, false) => maybe_against,
        };
        // Said again. A person's word still raises what was only heard elsewhere.
        let said_again = same
            .and_then(|same| file.fact(&same))
            .filter(|fact| standing == Standing::Reviewed || fact.text == new.text || fact.trust == Authority::Owner);
        let trust_of = |fact: &FactId| file.fact(fact).map_or(Authority::Owner, |fact| fact.trust);
        let may_replace = against.iter().all(|(old, _)| weight.may_supersede(trust_of(old)));
        let is_update = sure && (standing == Standing::Update || replaces) && may_replace;
        let (edit, known) = match (said_again, against.first()) {
            (Some(fact), _) => {
                let again = NewFact { text: fact.text.clone(), ..new.clone() };
                (file.add_fact(&again, self.today)?, true)
            }
            (None, Some(_)) if is_update => (self.replace_facts(&id, &file, new, &against)?, false),
            (None, Some(old)) => (self.add_beside(&id, &file, new, old, sure, weight)?, false),
            (None, None) => {
                let edit = file.add_fact(new, self.today)?;
                let known = !edit.changed;
                (edit, known)
            }
        };
        let written = edit.fact.clone();
        let after = edit.into_file(id.clone());
        if let Some(fact) = written.and_then(|fact| after.fact(&fact)) {
            let (fact_id, line, text) = (fact.id.clone(), fact.line, fact.text.clone());
            self.entry(MemoryId::Fact(id, fact_id), &path, (line, line), &text, !known);
        }
        self.draft.set(&path, after.text().to_owned())?;
        self.entity_files.insert(path, Rc::new(after));
        Ok(())
    }

    fn replace_facts(
        &mut self,
        id: &EntityId,
        file: &EntityFile,
        new: &NewFact,
        old: &[(FactId, String)],
    ) -> Result<EntityEdit> {
        let mut edit: Option<EntityEdit> = None;
        for (fact, text) in old {
            self.warnings.push(format!("replaces \"{text}\", which stays in history"));
            let superseded = match edit {
                None => file.supersede_fact(fact, new, self.today)?,
                Some(edit) => edit.into_file(id.clone()).supersede_fact(fact, new, self.today)?,
            };
            edit = Some(superseded);
        }
        match edit {
            Some(edit) => Ok(edit),
            None => Ok(file.add_fact(new, self.today)?),
        }
    }

    /// Adds a fact beside one it contradicts; both lose their certainty until a person decides, unless the new one has less
    /// authority: then it alone does.
    fn add_beside(
        &mut self,
        id: &EntityId,
        file: &EntityFile,
        new: &NewFact,
        (old, text): &(FactId, String),
        sure: bool,
        weight: Authority,
    ) -> Result<EntityEdit> {
        let contradicts = if sure { "contradicts" } else { "may contradict" };
        let old_trust = file.fact(old).map_or(Authority::Owner, |fact| fact.trust);
        let may_weaken = weight.may_lower_confidence(old_trust);
        let kept = match may_weaken {
            true => "both are kept with low confidence until you say which holds",
            false => "that stays as it is, and this stands beside it with low confidence",
        };
        self.warnings.push(format!("{contradicts} \"{text}\" (entity:{id}#{old}); {kept}"));
        let added = file.add_fact(new, self.today)?;
        let Some(fact) = added.fact.clone() else { return Ok(added) };
        let file = added.into_file(id.clone());
        let mut edit = match may_weaken {
            true => file.flag_contradiction(&fact, old, self.today)?,
            false => file.mark_contradicting(&fact, old, self.today)?,
        };
        edit.fact = Some(fact);
        Ok(edit)
    }

    /// Adds a fact in place of those that were named. One of another entity ends there, and the new one stands once.
    pub(super) fn supersede(&mut self, entity: &NamedEntity, new: &NewFact, replaces: &[FactRef]) -> Result<()> {
        let id = self.own_entity(entity, &new.provenance)?;
        let mut replaced = false;
        for old in replaces {
            let (path, file) = self.existing_entity(&old.entity)?;
            let Some(fact) = find_fact(&file, old) else { continue };
            self.revised += 1;
            if old.entity == id {
                let edit = file.supersede_fact(&fact, new, self.today)?;
                self.note_fact(&id, &path, edit)?;
                replaced = true;
            } else {
                let until = new.since.unwrap_or(self.today);
                self.draft.set(&path, file.end_fact(&fact, until, self.today)?.text)?;
            }
        }
        if !replaced {
            let (path, file) = self.entity_file(&id)?;
            let edit = file.add_fact(new, self.today)?;
            self.note_fact(&id, &path, edit)?;
        }
        Ok(())
    }

    /// Ends facts that something newer took the place of: they stay readable as past ones.
    pub(super) fn end_facts(&mut self, facts: &[FactRef], since: Option<Date>) -> Result<()> {
        for old in facts {
            let (path, file) = self.existing_entity(&old.entity)?;
            let Some(fact) = find_fact(&file, old) else { continue };
            self.revised += 1;
            self.draft.set(&path, file.end_fact(&fact, since.unwrap_or(self.today), self.today)?.text)?;
        }
        Ok(())
    }

    pub(super) fn flag_contradiction(
        &mut self,
        entity: &NamedEntity,
        older: &FactRef,
        newer: &str,
        from: &Provenance,
    ) -> Result<()> {
        let id = self.own_entity(entity, from)?;
        let (path, file) = self.entity_file(&id)?;
        let added = file.current_facts().find(|found| found.text == newer).map(|found| found.id.clone());
        match (added, find_fact(&file, older)) {
            (Some(added), Some(known)) if added != known => {
                self.draft.set(&path, file.flag_contradiction(&added, &known, self.today)?.text)
            }
            _ => Ok(()),
        }
    }

    /// Adds a fact word for word, whatever else is known; returns its name.
    pub(super) fn add_verbatim(&mut self, id: &EntityId, new: &NewFact) -> Result<Option<FactId>> {
        let (path, file) = self.entity_file(id)?;
        let edit = file.add_fact(new, self.today)?;
        let fact = edit.fact.clone();
        if edit.changed {
            self.made.extend(fact.clone().map(|fact| MemoryId::Fact(id.clone(), fact)));
        }
        self.draft.set(&path, edit.text)?;
        Ok(fact)
    }

    fn note_fact(&mut self, id: &EntityId, path: &str, edit: EntityEdit) -> Result<()> {
        let (fact, changed) = (edit.fact.clone(), edit.changed);
        let after = edit.into_file(id.clone());
        if let Some(fact) = fact.and_then(|fact| after.fact(&fact)) {
            let (line, text) = (fact.line, fact.text.clone());
            self.entry(MemoryId::Fact(id.clone(), fact.id.clone()), path, (line, line), &text, changed);
        }
        self.draft.set(path, after.text().to_owned())
    }
}

/// A current fact, by its id and words or, for one that an earlier step wrote, by its words.
fn find_fact(file: &EntityFile, wanted: &FactRef) -> Option<FactId> {
    let by_id = file.current_facts().find(|fact| Some(&fact.id) == wanted.fact.as_ref() && fact.text == wanted.text);
    by_id.or_else(|| file.current_facts().find(|fact| fact.text == wanted.text)).map(|fact| fact.id.clone())
}
