//! Facts: a readable line, and a comment that dates and sources it.

use std::collections::HashSet;
use std::ops::Range;

use jiff::civil::Date;
use soulfile_vocabulary::{Authority, Confidence, Scope};

use super::LineParts;
use crate::comment::MetadataWords;
use crate::escape::escape_inline;
use crate::id::{EntityId, FactId};
use crate::note::Note;
use crate::provenance::{read_scope, read_trust};
use crate::splice::Splice;

pub(super) const KNOWN: [&str; 10] =
    ["id", "since", "until", "confidence", "source", "scope", "trust", "superseded-by", "contradicts", "from"];

/// One fact of an entity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    /// Its name; made from its text when the line carries none.
    pub id: FactId,
    /// What it says.
    pub text: String,
    /// From when it holds.
    pub since: Option<Date>,
    /// Until when it held; that day it no longer does.
    pub until: Option<Date>,
    /// How sure it is.
    pub confidence: Option<Confidence>,
    /// Where it came from.
    pub source: Option<String>,
    /// Who may see it.
    pub scope: Scope,
    /// How far it is trusted.
    pub trust: Authority,
    /// The fact that replaced it.
    pub superseded_by: Option<FactId>,
    /// A fact it cannot be true together with, while nobody has decided.
    pub contradicts: Option<FactId>,
    /// The entity, and the fact there, it came from in a merge.
    pub from: Option<(EntityId, Option<String>)>,
    /// Words of its comment that are not known here.
    pub extra: Vec<(String, Option<String>)>,
    /// Its line, counted from 1.
    pub line: usize,
    /// Its bytes, with the last line's terminator.
    pub span: Range<usize>,
    struck: bool,
    pub(super) words: MetadataWords,
    visible: Range<usize>,
    comment: Option<Range<usize>>,
    pub(super) numbered: bool,
}

impl Fact {
    /// Says whether it holds now: neither ended, nor superseded, nor struck out.
    pub fn is_current(&self) -> bool {
        self.until.is_none() && self.superseded_by.is_none() && !self.struck
    }

    /// Says whether it held on `day`. A fact without dates always held; a struck one without an
    /// end never did.
    pub fn held_on(&self, day: Date) -> bool {
        let begun = self.since.is_none_or(|since| since <= day);
        let ended = match self.until {
            Some(until) => until <= day,
            None => self.struck || self.superseded_by.is_some(),
        };
        begun && !ended
    }

    pub(super) fn read(
        parts: LineParts,
        scope: &Scope,
        trust: Authority,
        taken: &mut HashSet<FactId>,
        notes: &mut Vec<Note>,
    ) -> Fact {
        let (text, struck) = match strike(&parts.visible) {
            Some(inner) => (inner.to_owned(), true),
            None => (parts.visible.clone(), false),
        };
        let words = parts.words;
        let line = parts.line;
        let mut given: Option<FactId> = words.get("id").and_then(|id| id.parse().ok());
        if let Some(id) = given.take_if(|id| !taken.insert(id.clone())) {
            notes.push(Note::new(line, format!("{id} is the name of an earlier fact; this one is named by its text")));
        }
        let mut date = |key: &str| {
            let value = words.get(key)?;
            let date = value.parse().ok();
            if date.is_none() {
                notes.push(Note::new(line, format!("{key}:{value} is no date")));
            }
            date
        };
        let (since, until) = (date("since"), date("until"));
        let confidence = words.get("confidence").and_then(|word| word.parse().ok());
        let scope = match words.has("scope") {
            true => narrowest_or(read_scope(words.all("scope"), line, notes), scope),
            false => scope.clone(),
        };
        let trust = read_trust(words.all("trust"), line, notes).min(trust);
        Fact {
            numbered: given.is_some(),
            id: given.unwrap_or_else(|| FactId::of_text(&text)),
            since,
            until,
            confidence,
            source: words.get("source").map(str::to_owned),
            scope,
            trust,
            superseded_by: words.get("superseded-by").and_then(|id| id.parse().ok()),
            contradicts: words.get("contradicts").and_then(|id| id.parse().ok()),
            from: words.get("from").and_then(super::merge::parse_origin),
            extra: words.others(&KNOWN),
            text,
            line,
            span: parts.span,
            struck,
            words,
            visible: parts.visible_range,
            comment: parts.comment,
        }
    }

    /// The splices that give this line other words, and strike its text out or not.
    pub(super) fn rewrite(&self, words: &MetadataWords, struck: bool) -> Vec<Splice> {
        let mut splices = Vec::new();
        if struck != self.struck {
            let text = visible_text(&self.text, struck);
            splices.push(Splice::replace(self.visible.clone(), text));
        }
        match &self.comment {
            Some(range) if words.is_empty() => {
                splices.push(Splice::remove(self.visible.end..range.end));
            }
            Some(range) => splices.push(Splice::replace(range.clone(), words.render())),
            None if words.is_empty() => {}
            None => splices.push(Splice::insert(self.visible.end, format!(" {}", words.render()))),
        }
        splices
    }
}

/// What a line of this text looks like, struck out or not.
pub(super) fn visible_text(text: &str, struck: bool) -> String {
    let text = escape_inline(text);
    match struck && !text.contains("~~") {
        true => format!("~~{text}~~"),
        false => text,
    }
}

/// A line's own scope replaces the file's only where the file says nothing.
fn narrowest_or(own: Scope, file: &Scope) -> Scope {
    match file {
        Scope::Private => own,
        file => own.narrowest(file),
    }
}

fn strike(text: &str) -> Option<&str> {
    let inner = text.strip_prefix("~~")?.strip_suffix("~~")?;
    (!inner.is_empty() && !inner.contains("~~")).then_some(inner)
}
