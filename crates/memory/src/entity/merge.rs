//! Merging two entities into one, and splitting them again.
//!
//! What is absorbed keeps its file as it was, with one line saying where it went; what it adds to the other
//! file carries `from:` there. Splitting takes those lines out again, gives back what happened to
//! them since, and reinstates facts that only they had replaced. Nothing is merged but by a caller who
//! decided it.

use std::collections::HashMap;
use std::ops::Range;

use jiff::civil::Date;
use soulfile_vocabulary::Authority;

use super::edit::with_words;
use super::fact::visible_text;
use super::{EntityFile, EntityPart};
use crate::comment::MetadataWords;
use crate::error::Error;
use crate::escape::{escape_inline, single_line};
use crate::header::Header;
use crate::id::{EntityId, FactId};
use crate::lines::{Cover, terminator};
use crate::outline::{Outline, heading};
use crate::splice::{Splice, apply};

/// The two files after a merge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Merged {
    /// The new text of the entity that stays.
    pub kept: String,
    /// The new text of the one that was absorbed.
    pub absorbed: String,
    /// How each fact of the absorbed one is named now; a fact both had keeps the name it has.
    pub facts: HashMap<FactId, FactId>,
}

/// The two files after a split.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Split {
    /// The new text of the entity that stays.
    pub kept: String,
    /// The new text of the one that stands on its own again.
    pub restored: String,
    /// Facts of the kept entity that hold again, because what had replaced them has left.
    pub reinstated: Vec<FactId>,
}

impl EntityFile {
    /// Merges `other` into this entity.
    pub fn merge(&self, other: &EntityFile, today: Date) -> Result<Merged, Error> {
        if self.id() == other.id() {
            return Err(Error::Refused(format!("{} is one entity already", self.id())));
        }
        for file in [self, other] {
            if let Some(into) = file.merged_into() {
                return Err(Error::Refused(format!("{} was merged into {into} already", file.id())));
            }
        }
        let mut splices = Vec::new();
        let facts = self.take_facts(other, &mut splices);
        let from = |words: &mut MetadataWords| words.set("from", other.id().as_str());
        for event in &other.timeline {
            if self.timeline.iter().any(|e| e.date == event.date && e.text == event.text) {
                continue;
            }
            let mut words = MetadataWords::default();
            from(&mut words);
            let text = match event.date {
                Some(date) => format!("{date}: {}", event.text),
                None => event.text.clone(),
            };
            let line = with_words(&escape_inline(&text), &words);
            splices.push((EntityPart::Timeline, line));
        }
        for question in &other.open_questions {
            if self.open_questions.iter().any(|q| q.text == question.text) {
                continue;
            }
            let mut words = MetadataWords::default();
            from(&mut words);
            splices.push((EntityPart::OpenQuestions, with_words(&escape_inline(&question.text), &words)));
        }
        for relation in &other.relations {
            for target in &relation.targets {
                let known =
                    self.relations.iter().any(|line| line.name == relation.name && line.targets.contains(target));
                if known || target == self.id() {
                    continue;
                }
                let provenance = crate::provenance::Provenance {
                    source: relation.source.clone(),
                    scope: relation.scope.clone(),
                    trust: relation.trust,
                };
                let mut words = self.words(relation.since, relation.confidence, &provenance);
                if let Some(until) = relation.until {
                    words.set("until", until.to_string());
                }
                from(&mut words);
                let text = format!("{}: [[{target}]]", relation.name.label());
                splices.push((EntityPart::Relations, with_words(&text, &words)));
            }
        }
        let known = self.names();
        for name in other.names() {
            if known.iter().any(|have| have.to_lowercase() == name.to_lowercase()) {
                continue;
            }
            let mut words = MetadataWords::default();
            from(&mut words);
            splices.push((EntityPart::Aliases, with_words(&escape_inline(&name), &words)));
        }
        let kept = self.finish(self.insert_all(splices), None, today).text;
        let eol = terminator(other.text());
        let mark = format!("<!-- Merged into: {} | Merged on: {today} -->{eol}", self.id());
        let absorbed = apply(other.text(), vec![Splice::insert(other.mark_place(), mark)]);
        Ok(Merged { kept, absorbed, facts })
    }

    /// Splits `other`, which was merged into this entity, off again.
    pub fn split(&self, other: &EntityFile, today: Date) -> Result<Split, Error> {
        if other.merged_into().as_ref() != Some(self.id()) {
            return Err(Error::Refused(format!("{} was not merged into {}", other.id(), self.id())));
        }
        let leaving = |from: &Option<EntityId>| from.as_ref() == Some(other.id());
        let left: Vec<_> =
            self.facts.iter().filter(|fact| fact.from.as_ref().is_some_and(|(id, _)| id == other.id())).collect();
        let mut kept: Vec<Splice> = left
            .iter()
            .map(|fact| fact.span.clone())
            .chain(self.timeline.iter().filter(|e| leaving(&e.from)).map(|e| e.span.clone()))
            .chain(self.open_questions.iter().filter(|e| leaving(&e.from)).map(|e| e.span.clone()))
            .chain(self.relations.iter().filter(|e| leaving(&e.from)).map(|e| e.span.clone()))
            .chain(self.aliases.iter().filter(|e| leaving(&e.from)).map(|e| e.span.clone()))
            .map(Splice::remove)
            .collect();
        let mut reinstated = Vec::new();
        for fact in &self.facts {
            let replaced_by_leaver =
                fact.superseded_by.as_ref().is_some_and(|by| left.iter().any(|gone| gone.id == *by));
            if replaced_by_leaver && !left.iter().any(|gone| gone.id == fact.id) {
                let mut words = fact.words.clone();
                words.remove("until");
                words.remove("superseded-by");
                kept.extend(fact.rewrite(&words, false));
                reinstated.push(fact.id.clone());
            }
        }
        // What happened to the absorbed facts since goes back with them.
        let original =
            |id: &FactId| left.iter().find(|fact| fact.id == *id).and_then(|fact| fact.from.as_ref()?.1.clone());
        let mut restored: Vec<Splice> = other.merge_mark.clone().map(Splice::remove).into_iter().collect();
        for fact in &left {
            let home = fact.from.as_ref().and_then(|(_, id)| other.fact(&id.as_deref()?.parse().ok()?));
            if let Some(home) = home.filter(|home| home.is_current() && !fact.is_current()) {
                let mut words = home.words.clone();
                if let Some(until) = fact.until {
                    words.set("until", until.to_string());
                }
                if let Some(by) = fact.superseded_by.as_ref().and_then(original) {
                    words.set("superseded-by", by);
                }
                restored.extend(home.rewrite(&words, true));
            }
        }
        Ok(Split { kept: self.finish(kept, None, today).text, restored: apply(other.text(), restored), reinstated })
    }

    fn take_facts(&self, other: &EntityFile, splices: &mut Vec<(EntityPart, String)>) -> HashMap<FactId, FactId> {
        let mut names = HashMap::new();
        let mut next = self.next_number();
        let mut taken = Vec::new();
        for fact in &other.facts {
            let same = self.facts.iter().find(|mine| mine.text == fact.text && mine.is_current() == fact.is_current());
            match same {
                Some(mine) => {
                    names.insert(fact.id.clone(), mine.id.clone());
                }
                None => {
                    names.insert(fact.id.clone(), FactId::numbered(next));
                    taken.push(fact);
                    next += 1;
                }
            }
        }
        for fact in taken {
            let mut words = MetadataWords::default();
            words.set("id", names[&fact.id].as_str());
            for (key, value) in fact.words.others(&["id", "from"]) {
                let renamed = matches!(key.as_str(), "superseded-by" | "contradicts")
                    .then(|| value.as_deref()?.parse::<FactId>().ok())
                    .flatten()
                    .and_then(|id| names.get(&id));
                match (renamed, value) {
                    (Some(id), _) => words.set(&key, id.as_str()),
                    (None, Some(value)) => words.set(&key, value),
                    (None, None) => words.flag(&key),
                }
            }
            words.set("scope", fact.scope.to_string());
            if fact.scope == self.scope {
                words.remove("scope");
            }
            // The other file's header may have lowered it.
            if fact.trust != Authority::Owner {
                words.set("trust", fact.trust.as_str());
            }
            words.set("from", format!("{}#{}", other.id(), fact.id));
            let text = visible_text(&fact.text, !fact.is_current());
            splices.push((EntityPart::Facts, with_words(&text, &words)));
        }
        let summary = single_line(&other.summary);
        if !summary.is_empty() && summary != single_line(&self.summary) {
            let mut words = MetadataWords::default();
            words.set("id", FactId::numbered(next).as_str());
            if other.scope != self.scope {
                words.set("scope", other.scope.to_string());
            }
            if other.trust != Authority::Owner {
                words.set("trust", other.trust.as_str());
            }
            words.set("from", format!("{}#summary", other.id()));
            splices.push((EntityPart::Facts, with_words(&visible_text(&summary, false), &words)));
        }
        names
    }

    /// Lines for the same section go in with one splice, so that a missing section is made once.
    fn insert_all(&self, lines: Vec<(EntityPart, String)>) -> Vec<Splice> {
        let eol = terminator(self.text());
        EntityPart::ALL
            .into_iter()
            .filter_map(|part| {
                let of_part: Vec<&str> =
                    lines.iter().filter(|(found, _)| *found == part).map(|(_, line)| line.as_str()).collect();
                let joined = of_part.join(&format!("{eol}- "));
                (!of_part.is_empty()).then(|| self.insertion(part, &joined))
            })
            .collect()
    }

    fn mark_place(&self) -> usize {
        let mut lines = self.outline.preamble.clone();
        let title = lines.find(|index| {
            let line = self.outline.lines[*index];
            line.cover == Cover::Open && heading(line.of(self.text())).is_some_and(|heading| heading.level == 1)
        });
        let place = title.map(|index| self.outline.lines[index]);
        match place {
            Some(line) if line.next > line.end => line.next,
            _ => self.outline.lines.first().map_or(self.text().len(), |line| line.start),
        }
    }
}

/// The line that says where an absorbed entity went.
pub(super) fn mark(text: &str, outline: &Outline) -> Option<Range<usize>> {
    outline
        .lines
        .iter()
        .find(|line| line.cover == Cover::Comment && target(&text[line.span()]).is_some())
        .map(|line| line.span())
}

pub(super) fn target(line: &str) -> Option<EntityId> {
    let lines = crate::lines::scan(line);
    let header = Header::parse(line, &lines, 0..lines.len());
    header.get("Merged into")?.parse().ok()
}

/// The entity of a `from:` word.
pub(super) fn origin(words: &MetadataWords) -> Option<EntityId> {
    Some(parse_origin(words.get("from")?)?.0)
}

/// Reads `person--al#f2`.
pub(super) fn parse_origin(value: &str) -> Option<(EntityId, Option<String>)> {
    match value.split_once('#') {
        Some((entity, fact)) => Some((entity.parse().ok()?, Some(fact.to_owned()))),
        None => Some((value.parse().ok()?, None)),
    }
}
