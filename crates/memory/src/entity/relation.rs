//! Relations: `- Developed by: [[person--alex]]`.

use std::fmt;
use std::ops::Range;

use jiff::civil::Date;
use soulfile_vocabulary::{Authority, Confidence, Relation, Scope};

use super::LineParts;
use crate::comment::MetadataWords;
use crate::id::EntityId;
use crate::note::Note;
use crate::outline::plain_title;
use crate::provenance::{read_scope, read_trust};
use crate::splice::Splice;

/// What an edge says: a word of the vocabulary, or somebody's own.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RelationName {
    /// A word of the vocabulary.
    Known(Relation),
    /// Any other label, in lower case with hyphens.
    Free(String),
}

impl RelationName {
    /// Reads `Part of`, `part-of` or `PART OF`. An empty label is a general association.
    pub fn from_label(label: &str) -> RelationName {
        let word = plain_title(label).replace(' ', "-");
        match word.parse() {
            Ok(relation) => RelationName::Known(relation),
            Err(_) if word.is_empty() => RelationName::Known(Relation::RelatesTo),
            Err(_) => RelationName::Free(word),
        }
    }

    /// The label written in an entity file: `Part of`.
    pub fn label(&self) -> String {
        let words = self.to_string().replace('-', " ");
        let mut chars = words.chars();
        chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
    }

    /// The edge in the direction it is kept in the graph, and whether its ends were swapped.
    /// Both `used-by` and `uses` come out as `uses`, so that an edge written down at both ends is one.
    pub fn canonical(&self) -> (RelationName, bool) {
        let known = |relation, swapped| (RelationName::Known(relation), swapped);
        match self {
            RelationName::Known(Relation::UsedBy) => known(Relation::Uses, true),
            RelationName::Known(Relation::Contains) => known(Relation::PartOf, true),
            RelationName::Known(Relation::FollowedBy) => known(Relation::PrecededBy, true),
            RelationName::Free(word) => match word.as_str() {
                "developed-by" => known(Relation::Develops, true),
                "superseded-by" => known(Relation::Supersedes, true),
                "preferred-by" => known(Relation::Prefers, true),
                "avoided-by" => known(Relation::Avoids, true),
                _ => (self.clone(), false),
            },
            RelationName::Known(_) => (self.clone(), false),
        }
    }
}

impl fmt::Display for RelationName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RelationName::Known(relation) => f.pad(relation.as_str()),
            RelationName::Free(word) => f.pad(word),
        }
    }
}

/// One line of relations; it may name several targets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RelationLine {
    /// What it says.
    pub name: RelationName,
    /// The entities it points to.
    pub targets: Vec<EntityId>,
    /// From when it holds.
    pub since: Option<Date>,
    /// Until when it held.
    pub until: Option<Date>,
    /// How sure it is.
    pub confidence: Option<Confidence>,
    /// Where it came from.
    pub source: Option<String>,
    /// Who may see it.
    pub scope: Scope,
    /// How far it is trusted.
    pub trust: Authority,
    /// The entity it came from in a merge.
    pub from: Option<EntityId>,
    /// Its line, counted from 1.
    pub line: usize,
    /// Its bytes.
    pub span: Range<usize>,
    pub(super) words: MetadataWords,
    pub(super) visible: Range<usize>,
    pub(super) comment: Option<Range<usize>>,
}

impl RelationLine {
    pub(super) fn read(parts: LineParts, scope: &Scope, trust: Authority, notes: &mut Vec<Note>) -> RelationLine {
        let line = parts.line;
        let text = &parts.visible;
        let label_end = text
            .find(":")
            .filter(|at| text.find("[[").is_none_or(|link| *at < link))
            .or_else(|| text.find("[["))
            .unwrap_or(0);
        let rest = text[label_end..].trim_start_matches([':', ' ']);
        let targets = targets(rest);
        if targets.is_empty() {
            notes.push(Note::new(line, format!("no entity is named in \"{text}\"")));
        }
        let words = parts.words;
        let date = |key: &str| words.get(key).and_then(|value| value.parse().ok());
        RelationLine {
            name: RelationName::from_label(&text[..label_end]),
            targets,
            since: date("since"),
            until: date("until"),
            confidence: words.get("confidence").and_then(|word| word.parse().ok()),
            source: words.get("source").map(str::to_owned),
            scope: match words.has("scope") {
                true => read_scope(words.all("scope"), line, notes),
                false => scope.clone(),
            },
            trust: read_trust(words.all("trust"), line, notes).min(trust),
            from: super::merge::origin(&words),
            line,
            span: parts.span,
            words,
            visible: parts.visible_range,
            comment: parts.comment,
        }
    }

    /// The splice that ends it.
    pub(super) fn end(&self, until: Date) -> Splice {
        let mut words = self.words.clone();
        words.set("until", until.to_string());
        match &self.comment {
            Some(range) => Splice::replace(range.clone(), words.render()),
            None => Splice::insert(self.visible.end, format!(" {}", words.render())),
        }
    }
}

/// The entities of `[[a]], [[entities/b.md|B]] and person--c`.
fn targets(text: &str) -> Vec<EntityId> {
    let mut found = Vec::new();
    let mut rest = text;
    let mut plain = String::new();
    while let Some(open) = rest.find("[[") {
        plain.push_str(&rest[..open]);
        let inner = &rest[open + 2..];
        let Some(close) = inner.find("]]") else {
            break;
        };
        found.extend(target(&inner[..close]));
        rest = &inner[close + 2..];
    }
    plain.push_str(rest);
    let bare = plain.split(|c: char| c.is_whitespace() || c == ',' || c == ';').filter(|word| word.contains("--"));
    found.extend(bare.filter_map(target));
    found
}

fn target(link: &str) -> Option<EntityId> {
    let name = link.split(['|', '#']).next().unwrap_or("").trim();
    let name = name.rsplit('/').next().unwrap_or(name);
    name.strip_suffix(".md").unwrap_or(name).parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_and_words_are_the_same() {
        let known = RelationName::Known(Relation::PartOf);
        for label in ["Part of", "part-of", "**Part Of**"] {
            assert_eq!(RelationName::from_label(label), known);
        }
        assert_eq!(known.label(), "Part of");
        let inspired = RelationName::from_label("Inspired by");
        assert_eq!((inspired.to_string(), inspired.label()), ("inspired-by".into(), "Inspired by".into()));
        let (name, swapped) = RelationName::from_label("Developed by").canonical();
        assert_eq!((name, swapped), (RelationName::Known(Relation::Develops), true));
    }

    #[test]
    fn links_are_read_in_every_form() {
        let ids: Vec<String> = targets("[[person--a|Al]], [[entities/tool--b.md#x]] and place--c; junk")
            .iter()
            .map(|id| id.to_string())
            .collect();
        assert_eq!(ids, ["person--a", "tool--b", "place--c"]);
        assert!(targets("[[../../etc]]").iter().all(|id| !id.as_str().contains('/')));
    }
}
