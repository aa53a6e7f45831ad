//! Ending relations, and taking lines out for good.

use jiff::civil::Date;

use super::{EntityEdit, EntityFile, RelationName};
use crate::error::Error;
use crate::id::EntityId;
use crate::splice::Splice;

impl EntityFile {
    /// Ends a relation; the line stays, dated.
    pub fn end_relation(
        &self,
        name: &RelationName,
        target: &EntityId,
        until: Date,
        today: Date,
    ) -> Result<EntityEdit, Error> {
        let line = self
            .relations
            .iter()
            .find(|line| line.name == *name && line.until.is_none() && line.targets.contains(target))
            .ok_or_else(|| Error::NotFound { id: format!("{} {name} {target}", self.id()) })?;
        if line.targets.len() > 1 {
            return Err(Error::Refused(format!(
                "line {} names several entities; give {target} a line of its own first",
                line.line
            )));
        }
        let mut words = line.words.clone();
        words.set("until", until.to_string());
        let splice = match &line.comment {
            Some(range) => Splice::replace(range.clone(), words.render()),
            None => Splice::insert(line.visible.end, format!(" {}", words.render())),
        };
        Ok(self.finish(vec![splice], None, today))
    }

    /// Takes every relation to `target` out, for an entity that is deleted for good. A line that names
    /// others too keeps them.
    pub fn erase_relations_to(&self, target: &EntityId, today: Date) -> EntityEdit {
        let mut splices = Vec::new();
        for line in &self.relations {
            let others: Vec<String> =
                line.targets.iter().filter(|found| *found != target).map(|found| format!("[[{found}]]")).collect();
            if others.len() == line.targets.len() {
                continue;
            }
            splices.push(match others.is_empty() {
                true => Splice::remove(line.span.clone()),
                false => Splice::replace(line.visible.clone(), format!("{}: {}", line.name.label(), others.join(", "))),
            });
        }
        self.erased(splices, today)
    }

    /// Takes every fact, event, question and alias out whose text `matches`, for a person who asked for
    /// permanent deletion.
    pub fn erase_matching(&self, matches: &dyn Fn(&str) -> bool, today: Date) -> EntityEdit {
        let facts = self.facts.iter().map(|fact| (&fact.text, &fact.span));
        let events = self.timeline.iter().map(|event| (&event.text, &event.span));
        let entries = self.open_questions.iter().chain(&self.aliases).map(|entry| (&entry.text, &entry.span));
        let splices = facts
            .chain(events)
            .chain(entries)
            .filter(|(text, span)| !span.is_empty() && matches(text))
            .map(|(_, span)| Splice::remove(span.clone()))
            .collect();
        self.erased(splices, today)
    }

    fn erased(&self, splices: Vec<Splice>, today: Date) -> EntityEdit {
        match splices.is_empty() {
            true => self.unchanged(None),
            false => self.finish(splices, None, today),
        }
    }
}
