//! Edits of facts: adding, superseding, ending, flagging, erasing.

use jiff::civil::Date;
use soulfile_vocabulary::{Authority, Confidence};

use super::edit::{line_text, with_words};
use super::fact::visible_text;
use super::{EntityEdit, EntityFile, EntityPart, Fact, RelationLine};
use crate::comment::MetadataWords;
use crate::error::Error;
use crate::id::FactId;
use crate::provenance::Provenance;
use crate::splice::Splice;

/// A fact to add.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewFact {
    /// What it says.
    pub text: String,
    /// From when it holds.
    pub since: Option<Date>,
    /// How sure it is.
    pub confidence: Option<Confidence>,
    /// Where it came from, who may see it, how far it is trusted.
    pub provenance: Provenance,
}

impl EntityFile {
    /// Adds a fact. A current fact that says the same is left as it is, unless a person now vouches
    /// for it.
    pub fn add_fact(&self, new: &NewFact, today: Date) -> Result<EntityEdit, Error> {
        let text = line_text(&new.text)?;
        if let Some(same) = self.current_facts().find(|fact| fact.text == text) {
            // A person who says what was only heard elsewhere vouches for it.
            if new.provenance.trust == Authority::Owner && same.words.has("trust") {
                let mut words = same.words.clone();
                words.remove("trust");
                if let Some(source) = &new.provenance.source {
                    words.set("source", source.clone());
                }
                return Ok(self.finish(same.rewrite(&words, false), Some(same.id.clone()), today));
            }
            return Ok(self.unchanged(Some(same.id.clone())));
        }
        let id = FactId::numbered(self.next_number());
        let line = self.fact_line(&id, &text, new);
        let splices = vec![self.insertion(EntityPart::Facts, &line)];
        self.finish_fact(splices, id, today)
    }

    /// Replaces a current fact: the old line stays, struck out, dated and pointing to the new one.
    pub fn supersede_fact(&self, old: &FactId, new: &NewFact, today: Date) -> Result<EntityEdit, Error> {
        let fact = self.current(old)?;
        let text = line_text(&new.text)?;
        if text == fact.text {
            return Ok(self.unchanged(Some(old.clone())));
        }
        let mut splices = Vec::new();
        // A bare fact may need a number first, so that the new one does not take it.
        let id = match self.current_facts().find(|other| other.text == text) {
            Some(same) => {
                let id = match same.numbered {
                    true => same.id.clone(),
                    false => FactId::numbered(self.next_number()),
                };
                let mut words = same.words.clone();
                words.set("id", id.as_str());
                // The contradiction between the two is decided.
                if same.contradicts.as_ref() == Some(old) {
                    words.remove("contradicts");
                }
                if words != same.words {
                    splices.extend(same.rewrite(&words, false));
                }
                id
            }
            None => {
                let id = FactId::numbered(self.next_number());
                let line = self.fact_line(&id, &text, new);
                splices.push(self.insertion(EntityPart::Facts, &line));
                id
            }
        };
        let mut words = fact.words.clone();
        let until = new.since.unwrap_or(today);
        words.set("until", until.to_string());
        words.set("superseded-by", id.as_str());
        words.remove("contradicts");
        splices.extend(fact.rewrite(&words, true));
        splices.extend(self.ends_with(fact, until));
        self.finish_fact(splices, id, today)
    }

    /// Ends a fact that nothing replaces.
    pub fn end_fact(&self, id: &FactId, until: Date, today: Date) -> Result<EntityEdit, Error> {
        let fact = self.current(id)?;
        let mut words = fact.words.clone();
        words.set("until", until.to_string());
        let mut splices = fact.rewrite(&words, true);
        splices.extend(self.ends_with(fact, until));
        Ok(self.finish(splices, Some(id.clone()), today))
    }

    /// The relations that were drawn from the same entry as a fact end with it.
    fn ends_with(&self, fact: &Fact, until: Date) -> impl Iterator<Item = Splice> {
        let drawn = |line: &&RelationLine| line.until.is_none() && line.source.is_some() && line.source == fact.source;
        self.relations.iter().filter(drawn).map(move |line| line.end(until))
    }

    /// Marks two current facts that cannot both be true: both lose their certainty, and each points to
    /// the other, until a person decides.
    pub fn flag_contradiction(&self, one: &FactId, other: &FactId, today: Date) -> Result<EntityEdit, Error> {
        self.contradict(one, other, &[0, 1], today)
    }

    /// Marks `one` as at odds with `other`, which has more authority and stays as it is.
    pub fn mark_contradicting(&self, one: &FactId, other: &FactId, today: Date) -> Result<EntityEdit, Error> {
        self.contradict(one, other, &[0], today)
    }

    fn contradict(&self, one: &FactId, other: &FactId, weakened: &[usize], today: Date) -> Result<EntityEdit, Error> {
        let facts = [self.current(one)?, self.current(other)?];
        if one == other {
            return Err(Error::Refused(format!("{one} cannot contradict itself")));
        }
        let mut next = self.next_number();
        let names = facts.map(|fact| match fact.numbered {
            true => fact.id.clone(),
            false => {
                next += 1;
                FactId::numbered(next - 1)
            }
        });
        let mut splices = Vec::new();
        for (index, fact) in facts.into_iter().enumerate() {
            let mut words = fact.words.clone();
            words.set("id", names[index].as_str());
            if weakened.contains(&index) {
                words.set("confidence", Confidence::Low.as_str());
                words.set("contradicts", names[1 - index].as_str());
            }
            splices.extend(fact.rewrite(&words, false));
        }
        Ok(self.finish(splices, Some(names[0].clone()), today))
    }

    /// Erases facts for good, for a person who asked for permanent deletion.
    pub fn erase_facts(&self, ids: &[FactId], today: Date) -> Result<EntityEdit, Error> {
        let mut splices = Vec::new();
        for id in ids {
            let fact = self.fact(id).ok_or_else(|| self.missing(id))?;
            splices.push(Splice::remove(fact.span.clone()));
        }
        splices.dedup();
        Ok(self.finish(splices, None, today))
    }

    pub(super) fn next_number(&self) -> u32 {
        let mentioned =
            self.facts.iter().flat_map(|fact| [Some(&fact.id), fact.superseded_by.as_ref(), fact.contradicts.as_ref()]);
        let highest = mentioned.flatten().filter_map(FactId::number).max();
        highest.unwrap_or(0).saturating_add(1)
    }

    /// As [`EntityFile::finish`], but refuses when the fact could not be read back.
    fn finish_fact(&self, splices: Vec<Splice>, id: FactId, today: Date) -> Result<EntityEdit, Error> {
        let edit = self.finish(splices, Some(id.clone()), today);
        let read = EntityFile::parse(self.id().clone(), edit.text.as_str());
        match read.fact(&id).is_some_and(Fact::is_current) {
            true => Ok(EntityEdit { read: Some(read), ..edit }),
            false => Err(Error::hidden(&format!("{}.md", self.id()))),
        }
    }

    fn fact_line(&self, id: &FactId, text: &str, new: &NewFact) -> String {
        let mut words = MetadataWords::default();
        words.set("id", id.as_str());
        let rest = self.words(new.since, new.confidence, &new.provenance);
        for (key, value) in rest.others(&[]) {
            words.set(&key, value.unwrap_or_default());
        }
        with_words(&visible_text(text, false), &words)
    }

    fn current(&self, id: &FactId) -> Result<&Fact, Error> {
        let fact = self.fact(id).ok_or_else(|| self.missing(id))?;
        match fact.is_current() {
            true => Ok(fact),
            false => Err(Error::Refused(format!(
                "{}#{id} is not current any more; name the fact that replaced it",
                self.id()
            ))),
        }
    }

    fn missing(&self, id: &FactId) -> Error {
        Error::NotFound { id: format!("entity:{}#{id}", self.id()) }
    }
}
