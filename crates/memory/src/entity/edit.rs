//! Edits of an entity file: each splices the lines it names and the date of the last change.

use jiff::civil::Date;
use soulfile_vocabulary::{Authority, Confidence, Scope};

use super::{EntityFile, EntityPart, RelationName};
use crate::comment::MetadataWords;
use crate::error::Error;
use crate::escape::{clean_block, escape_block, escape_inline, single_line};
use crate::header;
use crate::id::{EntityId, FactId};
use crate::lines::{terminator, with_terminator};
use crate::provenance::Provenance;
use crate::splice::{Splice, apply};

/// An entity to create.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEntity {
    pub id: EntityId,
    /// What to call it.
    pub label: String,
    /// What it is, in a few sentences; may be empty.
    pub summary: String,
    /// Its other names.
    pub aliases: Vec<String>,
    /// Who may see what it was made from.
    pub scope: Scope,
    /// How far what it was made from is trusted.
    pub trust: Authority,
}

/// A relation to add.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewRelation {
    /// What it says.
    pub name: RelationName,
    /// Where it points.
    pub target: EntityId,
    /// From when it holds.
    pub since: Option<Date>,
    /// How sure it is.
    pub confidence: Option<Confidence>,
    /// Where it came from, who may see it, how far it is trusted.
    pub provenance: Provenance,
}

/// The result of an edit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntityEdit {
    /// The whole new text.
    pub text: String,
    /// The fact that was added, or found to be there already.
    pub fact: Option<FactId>,
    /// Whether anything changed.
    pub changed: bool,
    /// The new text read back, where the edit had to look at it.
    pub(super) read: Option<EntityFile>,
}

impl EntityEdit {
    /// The file as it is after the edit.
    pub fn into_file(self, id: EntityId) -> EntityFile {
        self.read.unwrap_or_else(|| EntityFile::parse(id, self.text))
    }
}

impl EntityFile {
    /// Writes a new entity file.
    pub fn create(new: &NewEntity, today: Date) -> String {
        let day = today.to_string();
        let kind = new.id.type_name().unwrap_or("concept");
        let label = single_line(&new.label);
        // Only one person's audience is narrower than the user's own sessions; a wider one comes from its facts.
        let scope = match &new.scope {
            scope @ Scope::User(_) => scope.to_string(),
            _ => String::new(),
        };
        let trust = if new.trust == Authority::Owner { "" } else { new.trust.as_str() };
        let header = header::render(&[
            ("Type", kind),
            ("Label", &label),
            ("Created", &day),
            ("Last updated", &day),
            ("Scope", &scope),
            ("Trust", trust),
        ]);
        let mut text = format!("# {}\n\n{header}\n", new.id);
        let summary = clean_block(&new.summary);
        if !summary.is_empty() {
            text.push_str(&format!("\n## Summary\n{}\n", escape_block(&summary)));
        }
        let aliases: Vec<String> = new
            .aliases
            .iter()
            .map(|alias| single_line(alias))
            .filter(|alias| !alias.is_empty() && *alias != label)
            .map(|alias| format!("- {}\n", escape_inline(&alias)))
            .collect();
        if !aliases.is_empty() {
            text.push_str(&format!("\n## Aliases\n{}", aliases.concat()));
        }
        text
    }

    /// The text once more is known of where its name comes from: one that a wider audience or a more trusted
    /// source uses is no longer bound to the first. `None` where nothing changes, or where a line leaves
    /// its own audience or trust to the header.
    pub fn vouched(&self, scope: &Scope, trust: Authority) -> Option<String> {
        let spans = || self.facts.iter().map(|fact| &fact.span).chain(self.relations.iter().map(|line| &line.span));
        let said = |word: &str| spans().all(|span| self.text()[span.clone()].contains(word));
        let eol = terminator(self.text());
        let mut splices = Vec::new();
        if matches!(self.scope, Scope::User(_)) && *scope != self.scope && said("scope:") {
            splices.extend(self.header.set("Scope", &Scope::Private.to_string(), eol));
        }
        if trust > self.trust && said("trust:") {
            splices.extend(self.header.set("Trust", trust.as_str(), eol));
        }
        (!splices.is_empty()).then(|| apply(self.text(), splices))
    }

    /// Adds a relation; one that is there already is left as it is.
    pub fn add_relation(&self, new: &NewRelation, today: Date) -> Result<EntityEdit, Error> {
        if new.target == *self.id() {
            return Err(Error::Refused(format!("{} cannot relate to itself", self.id())));
        }
        let same = self
            .relations
            .iter()
            .any(|line| line.name == new.name && line.until.is_none() && line.targets.contains(&new.target));
        if same {
            return Ok(self.unchanged(None));
        }
        let words = self.words(new.since, new.confidence, &new.provenance);
        let line = with_words(&format!("{}: [[{}]]", new.name.label(), new.target), &words);
        Ok(self.finish(vec![self.insertion(EntityPart::Relations, &line)], None, today))
    }

    /// Adds an event, in order of date.
    pub fn add_event(&self, date: Date, text: &str, today: Date) -> Result<EntityEdit, Error> {
        let text = line_text(text)?;
        if self.timeline.iter().any(|e| e.date == Some(date) && e.text == text) {
            return Ok(self.unchanged(None));
        }
        let line = format!("{date}: {}", escape_inline(&text));
        let later = self.timeline.iter().find(|event| event.date.is_some_and(|found| found > date));
        let splice = match later {
            Some(event) => {
                let eol = terminator(self.text());
                Splice::insert(event.span.start, format!("- {line}{eol}"))
            }
            None => self.insertion(EntityPart::Timeline, &line),
        };
        Ok(self.finish(vec![splice], None, today))
    }

    /// Adds another name; one it already goes by is left as it is.
    pub fn add_alias(&self, alias: &str, today: Date) -> Result<EntityEdit, Error> {
        let alias = line_text(alias)?;
        let known = |name: &String| name.to_lowercase() == alias.to_lowercase();
        if self.names().iter().any(known) {
            return Ok(self.unchanged(None));
        }
        let splice = self.insertion(EntityPart::Aliases, &escape_inline(&alias));
        Ok(self.finish(vec![splice], None, today))
    }

    /// Replaces the summary.
    pub fn set_summary(&self, summary: &str, today: Date) -> Result<EntityEdit, Error> {
        let summary = clean_block(summary);
        if summary.is_empty() {
            return Err(Error::Empty);
        }
        if summary == self.summary {
            return Ok(self.unchanged(None));
        }
        let eol = terminator(self.text());
        let body = with_terminator(&escape_block(&summary), eol);
        let section = self.outline.section(EntityPart::Summary.names());
        let splice = match section {
            Some(section) => {
                let start = self.outline.lines[section.heading].next;
                let end = self.outline.end_of_body(self.text(), &section.body);
                let lead = if self.text()[..start].ends_with('\n') { "" } else { eol };
                Splice::replace(start..end.max(start), format!("{lead}{body}{eol}"))
            }
            None => self.new_section(EntityPart::Summary, &format!("{body}{eol}")),
        };
        Ok(self.finish(vec![splice], None, today))
    }

    pub(super) fn words(
        &self,
        since: Option<Date>,
        confidence: Option<Confidence>,
        provenance: &Provenance,
    ) -> MetadataWords {
        let mut words = MetadataWords::default();
        if let Some(since) = since {
            words.set("since", since.to_string());
        }
        if let Some(confidence) = confidence {
            words.set("confidence", confidence.as_str());
        }
        if let Some(source) = provenance.source.as_ref().filter(|s| !s.is_empty()) {
            words.set("source", source.clone());
        }
        if provenance.scope != self.scope || provenance.scope != Scope::Private {
            words.set("scope", provenance.scope.to_string());
        }
        if provenance.trust != self.trust || provenance.trust != Authority::Owner {
            words.set("trust", provenance.trust.as_str());
        }
        words
    }

    /// The splice that adds `line` as the last bullet of a section, making the section if need be.
    pub(super) fn insertion(&self, part: EntityPart, line: &str) -> Splice {
        let eol = terminator(self.text());
        match self.outline.section(part.names()) {
            Some(section) => {
                let at = self.outline.end_of_body(self.text(), &section.body);
                let lead = if self.text()[..at].ends_with('\n') { "" } else { eol };
                Splice::insert(at, format!("{lead}- {line}{eol}"))
            }
            None => self.new_section(part, &format!("- {line}{eol}")),
        }
    }

    fn new_section(&self, part: EntityPart, body: &str) -> Splice {
        let text = self.text();
        let eol = terminator(text);
        let later =
            self.outline.sections.iter().find(|section| EntityPart::of(section).is_some_and(|found| found > part));
        match later {
            Some(section) => Splice::insert(
                self.outline.lines[section.heading].start,
                format!("## {}{eol}{body}{eol}", part.title()),
            ),
            None => {
                let lead = match text.trim_start_matches('\u{feff}') {
                    "" => String::new(),
                    _ if text.ends_with("\n\n") || text.ends_with("\n\r\n") => String::new(),
                    _ if text.ends_with('\n') => eol.to_owned(),
                    _ => eol.repeat(2),
                };
                Splice::insert(text.len(), format!("{lead}## {}{eol}{body}", part.title()))
            }
        }
    }

    pub(super) fn finish(&self, mut splices: Vec<Splice>, fact: Option<FactId>, today: Date) -> EntityEdit {
        let eol = terminator(self.text());
        // The header stands first, so that two insertions at one place come out in that order.
        if let Some(splice) = self.header.set("Last updated", &today.to_string(), eol) {
            splices.insert(0, splice);
        }
        EntityEdit { text: apply(self.text(), splices), fact, changed: true, read: None }
    }

    pub(super) fn unchanged(&self, fact: Option<FactId>) -> EntityEdit {
        EntityEdit { text: self.text().to_owned(), fact, changed: false, read: Some(self.clone()) }
    }
}

pub(super) fn with_words(visible: &str, words: &MetadataWords) -> String {
    match words.is_empty() {
        true => visible.to_owned(),
        false => format!("{visible} {}", words.render()),
    }
}

/// One clean line. Strike-through around the whole of it goes: it would read as retired.
pub(super) fn line_text(text: &str) -> Result<String, Error> {
    let line = single_line(text);
    let mut line = line.as_str();
    while let Some(inner) = line.strip_prefix("~~").and_then(|rest| rest.strip_suffix("~~")) {
        line = inner.trim();
    }
    match line {
        "" => Err(Error::Empty),
        line => Ok(line.to_owned()),
    }
}
