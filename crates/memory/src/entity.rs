//! Entities: one Markdown file for each person, project, concept, tool or place.
//!
//! Owns reading an entity file into summary, facts, timeline, open questions, relations and aliases, and
//! every edit of one. Lines stay readable; what machines need stands in a comment after them. Start at
//! [`EntityFile::parse`]; facts are in `entity/fact.rs`, edits in `entity/edit.rs`, merging and splitting in
//! `entity/merge.rs`.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;

use jiff::civil::Date;
use soulfile_vocabulary::{Authority, Scope};

use crate::comment::{MetadataWords, split_trailing};
use crate::escape::{trim_block, unescape_block, unescape_inline};
use crate::header::Header;
use crate::id::{EntityId, FactId};
use crate::lines::Cover;
use crate::note::Note;
use crate::outline::{Outline, OutlineSection, heading, items};
use crate::provenance::{read_scope, read_trust};

mod edit;
mod erase;
mod fact;
mod fact_edit;
mod merge;
mod path;
mod relation;
mod slug;

pub use self::slug::slug;
pub use edit::{EntityEdit, NewEntity, NewRelation};
pub use fact::Fact;
pub use fact_edit::NewFact;
pub use merge::{Merged, Split};
pub use path::{FLAT_LIMIT, candidate_paths, entity_of_path, is_flat, new_path};
pub use relation::{RelationLine, RelationName};

/// The sections of an entity file, in the order they are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum EntityPart {
    /// What the entity is, in a few sentences.
    Summary,
    /// Facts, current and past.
    Facts,
    /// Dated events.
    Timeline,
    /// What is not known yet.
    OpenQuestions,
    /// Edges to other entities.
    Relations,
    /// Other names.
    Aliases,
}

impl EntityPart {
    const ALL: [EntityPart; 6] = [
        EntityPart::Summary,
        EntityPart::Facts,
        EntityPart::Timeline,
        EntityPart::OpenQuestions,
        EntityPart::Relations,
        EntityPart::Aliases,
    ];

    fn title(self) -> &'static str {
        match self {
            EntityPart::Summary => "Summary",
            EntityPart::Facts => "Facts",
            EntityPart::Timeline => "Timeline",
            EntityPart::OpenQuestions => "Open Questions",
            EntityPart::Relations => "Relations",
            EntityPart::Aliases => "Aliases",
        }
    }

    fn names(self) -> &'static [&'static str] {
        match self {
            EntityPart::Summary => &["summary", "overview"],
            EntityPart::Facts => &["facts", "known facts"],
            EntityPart::Timeline => &["timeline", "history"],
            EntityPart::OpenQuestions => &["open questions", "questions"],
            EntityPart::Relations => &["relations", "relationships"],
            EntityPart::Aliases => &["aliases", "also known as"],
        }
    }

    fn of(section: &OutlineSection) -> Option<EntityPart> {
        let title = crate::outline::plain_title(&section.title);
        EntityPart::ALL.into_iter().find(|part| part.names().contains(&title.as_str()))
    }
}

/// A line of the timeline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// The day, when the line begins with a whole date.
    pub date: Option<Date>,
    /// What happened; the whole line when it does not begin with a date.
    pub text: String,
    /// The entity it came from in a merge.
    pub from: Option<EntityId>,
    /// Its line, counted from 1.
    pub line: usize,
    /// Its bytes.
    pub span: Range<usize>,
}

/// An alias or an open question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// What it says.
    pub text: String,
    /// The entity it came from in a merge.
    pub from: Option<EntityId>,
    /// Its line, counted from 1.
    pub line: usize,
    /// Its bytes; empty for an alias read from front matter.
    pub span: Range<usize>,
}

/// A parsed entity file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntityFile {
    id: EntityId,
    text: String,
    outline: Outline,
    header: Header,
    merge_mark: Option<Range<usize>>,
    /// What it is, in a few sentences.
    pub summary: String,
    /// Its facts, current and past, in file order.
    pub facts: Vec<Fact>,
    /// Its dated events.
    pub timeline: Vec<Event>,
    /// What is not known yet.
    pub open_questions: Vec<Entry>,
    /// Its edges.
    pub relations: Vec<RelationLine>,
    /// Its other names.
    pub aliases: Vec<Entry>,
    /// Who may see facts that do not say so themselves.
    pub scope: Scope,
    /// How far facts that do not say so themselves are trusted.
    pub trust: Authority,
    /// What was kept but not understood.
    pub notes: Vec<Note>,
}

/// A list item split into what people read and what machines read.
struct LineParts {
    visible: String,
    words: MetadataWords,
    line: usize,
    span: Range<usize>,
    visible_range: Range<usize>,
    /// The metadata comment, where there is one of ours.
    comment: Option<Range<usize>>,
}

impl EntityFile {
    /// Reads an entity file. Never fails.
    pub fn parse(id: EntityId, text: impl Into<String>) -> EntityFile {
        Self::parse_parts(id, text.into(), &EntityPart::ALL)
    }

    /// Every name an entity file gives, as [`EntityFile::names`] does, at a fraction of reading all of it.
    pub fn names_in(id: EntityId, text: impl Into<String>) -> Vec<String> {
        Self::parse_parts(id, text.into(), &[EntityPart::Aliases]).names()
    }

    fn parse_parts(id: EntityId, text: String, parts: &[EntityPart]) -> EntityFile {
        let outline = Outline::parse(&text, |heading| heading.level == 2);
        let header = Header::parse(&text, &outline.lines, outline.preamble.clone());
        let mut file = EntityFile {
            merge_mark: merge::mark(&text, &outline),
            id,
            text,
            outline,
            header,
            summary: String::new(),
            facts: Vec::new(),
            timeline: Vec::new(),
            open_questions: Vec::new(),
            relations: Vec::new(),
            aliases: Vec::new(),
            scope: Scope::Private,
            trust: Authority::Owner,
            notes: Vec::new(),
        };
        file.scope = read_scope(file.header.get("Scope").into_iter(), 1, &mut file.notes);
        file.trust = read_trust(file.header.get("Trust").into_iter(), 1, &mut file.notes);
        file.read_sections(parts);
        file.read_front_matter();
        file
    }

    pub fn id(&self) -> &EntityId {
        &self.id
    }

    /// The text as it was read.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What to call it: the header's label, else a title that is not the id, else the id's
    /// slug as words.
    pub fn label(&self) -> String {
        if let Some(label) = self.header.get("Label").filter(|label| !label.is_empty()) {
            return label.to_owned();
        }
        let title = self.outline.lines[self.outline.preamble.clone()]
            .iter()
            .filter(|line| line.cover == Cover::Open)
            .filter_map(|line| heading(line.of(&self.text)))
            .find(|heading| heading.level == 1 && !heading.title.is_empty());
        match title {
            Some(title) if title.title != self.id.as_str() => title.title.to_owned(),
            _ => title_case(self.id.slug()),
        }
    }

    /// Its type as written, or as its id says.
    pub fn type_name(&self) -> &str {
        self.header.get("Type").filter(|kind| !kind.is_empty()).or_else(|| self.id.type_name()).unwrap_or("concept")
    }

    /// When it was created.
    pub fn created(&self) -> Option<Date> {
        self.header.get("Created")?.parse().ok()
    }

    /// When it was last changed.
    pub fn updated(&self) -> Option<Date> {
        self.header.get("Last updated")?.parse().ok()
    }

    /// The entity this one was merged into; then it is only kept so that it can be split off again.
    pub fn merged_into(&self) -> Option<EntityId> {
        let mark = &self.text[self.merge_mark.clone()?];
        merge::target(mark)
    }

    /// The facts that hold now.
    pub fn current_facts(&self) -> impl Iterator<Item = &Fact> {
        self.facts.iter().filter(|fact| fact.is_current())
    }

    /// The fact with this id.
    pub fn fact(&self, id: &FactId) -> Option<&Fact> {
        self.facts.iter().find(|fact| fact.id == *id)
    }

    /// Who may see that it is there at all: its name, and what stands outside facts and relations. One that only
    /// one person's facts speak of is theirs; one that several people's do is nobody's but the user's.
    pub fn name_scope(&self) -> Scope {
        let lines = self.facts.iter().map(|fact| &fact.scope).chain(self.relations.iter().map(|line| &line.scope));
        let own = std::iter::once(&self.scope).filter(|scope| matches!(scope, Scope::User(_)));
        let mut people = std::collections::BTreeSet::new();
        for scope in lines.chain(own) {
            match scope {
                Scope::User(id) => people.insert(id.as_str()),
                _ => return wider(&self.scope),
            };
        }
        match people.is_empty() {
            true => self.scope.clone(),
            false => Scope::User(people.into_iter().collect::<Vec<_>>().join("+")),
        }
    }

    /// How far its name is trusted: as far as the best of what it was made from.
    pub fn name_trust(&self) -> Authority {
        let lines = self.facts.iter().map(|fact| fact.trust).chain(self.relations.iter().map(|line| line.trust));
        let said = self.header.get("Trust").map(|_| self.trust);
        lines.chain(said).max().unwrap_or(self.trust)
    }

    /// Every name it goes by: label, slug and aliases.
    pub fn names(&self) -> Vec<String> {
        let mut names = vec![self.label()];
        let all = std::iter::once(self.id.slug().replace('-', " "))
            .chain(self.aliases.iter().map(|alias| alias.text.clone()));
        for name in all {
            if !names.iter().any(|known| known.to_lowercase() == name.to_lowercase()) {
                names.push(name);
            }
        }
        names
    }

    fn read_sections(&mut self, parts: &[EntityPart]) {
        let sections = self.outline.sections.clone();
        let mut taken = HashSet::new();
        for section in &sections {
            match EntityPart::of(section).filter(|part| parts.contains(part)) {
                Some(EntityPart::Summary) => {
                    let body = self.outline.span(&section.body);
                    let text = self.text[body].replace("\r\n", "\n");
                    let summary = unescape_block(trim_block(&text));
                    if self.summary.is_empty() {
                        self.summary = summary;
                    }
                }
                Some(EntityPart::Facts) => {
                    for parts in self.lines_of(section) {
                        let fact = Fact::read(parts, &self.scope, self.trust, &mut taken, &mut self.notes);
                        self.facts.push(fact);
                    }
                }
                Some(EntityPart::Timeline) => {
                    for parts in self.lines_of(section) {
                        self.timeline.push(read_event(&parts));
                    }
                }
                Some(EntityPart::OpenQuestions) => {
                    let found = self.lines_of(section);
                    self.open_questions.extend(found.iter().map(read_entry));
                }
                Some(EntityPart::Aliases) => {
                    let found = self.lines_of(section);
                    self.aliases.extend(found.iter().map(read_entry));
                }
                Some(EntityPart::Relations) => {
                    for parts in self.lines_of(section) {
                        let line = RelationLine::read(parts, &self.scope, self.trust, &mut self.notes);
                        self.relations.push(line);
                    }
                }
                None => {}
            }
        }
    }

    fn lines_of(&self, section: &OutlineSection) -> Vec<LineParts> {
        let lines = &self.outline.lines;
        items(&self.text, lines, section.body.clone())
            .into_iter()
            .filter_map(|item| {
                let raw = &self.text[item.text_start..item.text_end];
                let (visible, comments) = split_trailing(raw);
                let ours =
                    comments.iter().rev().find_map(|comment| Some((comment, MetadataWords::parse(comment.inner)?)));
                let offset = item.text_start;
                let (comment, words) = match ours {
                    Some((comment, words)) => (Some(offset + comment.range.start..offset + comment.range.end), words),
                    None => (None, MetadataWords::default()),
                };
                let lead = visible.len() - visible.trim_start().len();
                let parts = LineParts {
                    visible: unescape_inline(&one_line(visible)),
                    words,
                    line: item.lines.start + 1,
                    span: item.span(lines),
                    visible_range: offset + lead..offset + visible.len(),
                    comment,
                };
                (!parts.visible.is_empty()).then_some(parts)
            })
            .collect()
    }

    /// Reads `aliases:` from YAML front matter, as Obsidian writes it.
    fn read_front_matter(&mut self) {
        let mut lines = self.outline.lines.iter().enumerate();
        if lines.next().is_none_or(|(_, line)| line.of(&self.text).trim_end() != "---") {
            return;
        }
        let mut inside = false;
        let mut found = Vec::new();
        for (index, line) in lines {
            let content = line.of(&self.text);
            if content.trim_end() == "---" {
                break;
            }
            if let Some(value) = content.strip_prefix("aliases:") {
                inside = true;
                let value = value.trim().trim_start_matches('[').trim_end_matches(']');
                found.extend(value.split(',').map(|alias| (index + 1, alias.to_owned())));
            } else if inside && let Some(alias) = content.trim_start().strip_prefix("- ") {
                found.push((index + 1, alias.to_owned()));
            } else {
                inside = false;
            }
        }
        for (line, alias) in found {
            let text = alias.trim().trim_matches(['"', '\'']).to_owned();
            if !text.is_empty() {
                self.aliases.push(Entry { text, from: None, line, span: 0..0 });
            }
        }
    }
}

/// The text with one space for whatever stands between words.
fn one_line(text: &str) -> Cow<'_, str> {
    let spaced = |pair: &[u8]| pair[0].is_ascii_graphic() || pair[0] == b' ' && pair[1].is_ascii_graphic();
    let text = text.trim();
    match text.as_bytes().windows(2).all(spaced) && !text.ends_with(|c: char| !c.is_ascii_graphic()) {
        true => Cow::Borrowed(text),
        false => Cow::Owned(text.split_whitespace().collect::<Vec<_>>().join(" ")),
    }
}

/// The scope of a name that more than one person's facts use.
fn wider(scope: &Scope) -> Scope {
    match scope {
        Scope::User(_) => Scope::Private,
        other => other.clone(),
    }
}

fn read_event(parts: &LineParts) -> Event {
    let plain = parts.visible.trim_start_matches(['*', '[']);
    let date = plain.get(..10).and_then(|date| date.parse().ok());
    let text = match date {
        Some(_) => plain[10..].trim_start_matches(['*', ']', ':', '—', '–', '-', ' ']).to_owned(),
        None => parts.visible.clone(),
    };
    Event { date, text, from: merge::origin(&parts.words), line: parts.line, span: parts.span.clone() }
}

fn read_entry(parts: &LineParts) -> Entry {
    Entry { text: parts.visible.clone(), from: merge::origin(&parts.words), line: parts.line, span: parts.span.clone() }
}

fn title_case(slug: &str) -> String {
    let words = slug.split('-').filter(|word| !word.is_empty()).map(|word| {
        let mut chars = word.chars();
        chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect::<String>())
    });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
#[path = "entity_tests.rs"]
mod tests;
