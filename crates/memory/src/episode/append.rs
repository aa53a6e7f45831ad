//! Appending an entry, and erasing one for good.

use jiff::civil::Time;
use soulfile_language::vocabulary::{Confidence, EntryKind, Scope, Trust};

use super::{DayLog, Form, heading};
use crate::error::Error;
use crate::escape::{clean_block, escape_block};
use crate::id::{EpisodeAt, EpisodeId};
use crate::lines::{terminator, with_terminator};
use crate::splice::{Splice, apply};

/// An entry to append.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEpisode {
    /// When it happened, in the user's time zone.
    pub time: Time,
    /// Its kind.
    pub kind: EntryKind,
    /// How sure it is.
    pub confidence: Confidence,
    /// Its tags.
    pub tags: Vec<String>,
    /// How it came in: `conversation`, `reflection`, `user-explicit`.
    pub source: Option<String>,
    /// Who may see it; not written when private.
    pub scope: Scope,
    /// How far it is trusted; not written when a person's own words.
    pub trust: Trust,
    /// What it says: any text, over any number of lines.
    pub content: String,
}

/// Where an appended entry is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The entry's name.
    pub id: EpisodeId,
    /// The entry's lines in the new text, counted from 1, both included.
    pub lines: (usize, usize),
}

/// What appending gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Appended {
    /// The whole new text: the old text, then the entry.
    pub text: String,
    /// Where the added bytes begin.
    pub added_at: usize,
    /// The entry's name.
    pub id: EpisodeId,
    /// The entry's lines in the new text, counted from 1, both included.
    pub lines: (usize, usize),
}

impl DayLog {
    /// Appends an entry. The old text stays as it is; a new file gets its title first.
    pub fn append(&self, new: &NewEpisode) -> Result<Appended, Error> {
        let (text, mut places) = self.append_all(std::slice::from_ref(new))?;
        let place = places.pop().expect("one entry gives one place");
        Ok(Appended { added_at: self.text().len(), id: place.id, lines: place.lines, text })
    }

    /// Appends several entries at once, for bulk import: the new text, and where each entry is. When one
    /// cannot be written, none is.
    pub fn append_all(&self, entries: &[NewEpisode]) -> Result<(String, Vec<Place>), Error> {
        let newlines = |text: &str| text.bytes().filter(|b| *b == b'\n').count();
        let old = self.text();
        let mut lead = match old.trim_start_matches('\u{feff}') {
            "" => format!("# {} — Episode Log\n\n", self.day()),
            _ if old.ends_with("\n\n") || old.ends_with("\n\r\n") => String::new(),
            _ if old.ends_with('\n') => "\n".to_owned(),
            _ => "\n\n".to_owned(),
        };
        let mut fresh = String::new();
        let mut places = Vec::with_capacity(entries.len());
        let mut line = newlines(old) + 1;
        let mut counts = self.counts.clone();
        for new in entries {
            let content = clean_block(&new.content);
            if content.is_empty() {
                return Err(Error::Empty);
            }
            line += newlines(&lead);
            let last = line + 1 + newlines(&content);
            fresh.push_str(&lead);
            fresh.push_str(&format!("## {}\n{}\n", head_of(new)?, escape_block(&content)));
            let (hour, minute) = (new.time.hour() as u8, new.time.minute() as u8);
            let at = |ordinal| EpisodeAt::Minute { hour, minute, ordinal };
            let ordinal = counts.entry(at(1)).or_default();
            *ordinal += 1;
            places.push(Place { id: EpisodeId { day: self.day().clone(), at: at(*ordinal) }, lines: (line, last) });
            line = last + 1;
            lead = "\n".to_owned();
        }
        let text = format!("{old}{}", with_terminator(&fresh, terminator(old)));
        Ok((text, places))
    }

    /// Erases entries for good. Episodes are otherwise never edited: this is for a person who asked for
    /// permanent deletion.
    pub fn erase(&self, ids: &[EpisodeId]) -> Result<String, Error> {
        let mut splices = Vec::new();
        for id in ids {
            let entry = self.get(id).ok_or_else(|| Error::NotFound { id: id.to_string() })?;
            splices.push(Splice::remove(entry.span.clone()));
        }
        splices.sort_by_key(|splice| splice.range.start);
        splices.dedup();
        Ok(apply(self.text(), splices))
    }
}

/// The heading of an entry. Scope decides who sees it: it is written as it is or not at all.
fn head_of(new: &NewEpisode) -> Result<String, Error> {
    let head = heading::render(&heading::Head {
        form: Form::Fields,
        date: None,
        time: new.time,
        kind: Some(new.kind),
        label: None,
        confidence: Some(new.confidence),
        tags: new.tags.clone(),
        source: new.source.clone(),
        scope: Some(new.scope.clone()),
        trust: new.trust,
        extra: Vec::new(),
        notes: Vec::new(),
    });
    let read = heading::parse(&head).map(|read| (read.scope.unwrap_or_default(), read.trust));
    match read == Some((new.scope.clone(), new.trust)) {
        true => Ok(head),
        false => Err(Error::Refused(format!("scope {} cannot be written in a heading", new.scope))),
    }
}
