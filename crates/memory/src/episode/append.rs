//! Appending an entry, and erasing one for good.

use jiff::civil::Time;
use soulfile_language::vocabulary::{Confidence, EntryKind, Scope, Trust};

use super::{DayLog, Episode, Form, entry_stamp, heading};
use crate::error::Error;
use crate::escape::{clean_block, escape_block};
use crate::id::{Day, EpisodeAt, EpisodeId};
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

/// What is to be appended to a day file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Addition {
    /// What a new file begins with; empty when there is one.
    pub header: String,
    /// The entries as text, to be written at the end.
    pub text: String,
    /// Where each entry will be.
    pub places: Vec<Place>,
}

/// What appending to a day needs to know of it: where its text ends and how many entries each minute has.
/// Reading that is several times cheaper than reading the entries.
#[derive(Debug, Clone)]
pub struct DayEnd {
    day: Day,
    text: String,
    /// The hour and minute of each entry.
    stamps: Vec<(i8, i8)>,
}

impl DayEnd {
    /// Reads the end of a day file. Never fails.
    pub fn read(day: impl Into<Day>, text: impl Into<String>) -> DayEnd {
        DayEnd { day: day.into(), text: String::new(), stamps: Vec::new() }.then(text)
    }

    /// The end of another file of the same day, which goes on numbering where this one stops.
    pub fn then(self, text: impl Into<String>) -> DayEnd {
        let DayEnd { day, mut stamps, .. } = self;
        let text = text.into();
        // No fence and no comment reaches over the heading of an entry, so the lines between need no reading.
        let lines = text.strip_prefix('\u{feff}').unwrap_or(&text).lines();
        stamps.extend(lines.filter_map(entry_stamp).map(|time| (time.hour(), time.minute())));
        DayEnd { day, text, stamps }
    }

    /// The text as it was read.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What to write after the text so that it holds `entries` as well. When one cannot be written, none is.
    pub fn append(&self, entries: &[NewEpisode]) -> Result<Addition, Error> {
        let newlines = |text: &str| text.bytes().filter(|b| *b == b'\n').count();
        let old = self.text.as_str();
        let title = || format!("# {} — Episode Log\n\n", self.day);
        let header = if old.is_empty() { title() } else { String::new() };
        let mut lead = match old.trim_start_matches('\u{feff}') {
            "" if old.is_empty() => String::new(),
            "" => title(),
            _ if old.ends_with("\n\n") || old.ends_with("\n\r\n") => String::new(),
            _ if old.ends_with('\n') => "\n".to_owned(),
            _ => "\n\n".to_owned(),
        };
        let mut fresh = String::new();
        let mut places = Vec::with_capacity(entries.len());
        let mut line = newlines(old) + newlines(&header) + 1;
        let mut given: Vec<(i8, i8)> = Vec::with_capacity(entries.len());
        for new in entries {
            let content = clean_block(&new.content);
            if content.is_empty() {
                return Err(Error::Empty);
            }
            line += newlines(&lead);
            let last = line + 1 + newlines(&content);
            fresh.push_str(&lead);
            fresh.push_str(&format!("## {}\n{}\n", head_of(new)?, escape_block(&content)));
            let stamp = (new.time.hour(), new.time.minute());
            given.push(stamp);
            let ordinal = self.stamps.iter().chain(&given).filter(|known| **known == stamp).count() as u32;
            let at = EpisodeAt::Minute { hour: stamp.0 as u8, minute: stamp.1 as u8, ordinal };
            places.push(Place { id: EpisodeId { day: self.day.clone(), at }, lines: (line, last) });
            line = last + 1;
            lead = "\n".to_owned();
        }
        Ok(Addition { header, text: with_terminator(&fresh, terminator(old)), places })
    }
}

impl DayLog {
    /// Erases entries for good. Episodes are otherwise never edited: this is for a person who asked for
    /// permanent deletion. An entry with a time leaves a bare heading behind, for facts elsewhere name
    /// their source by its number in its minute: no other entry may ever go by that name.
    pub fn erase(&self, ids: &[EpisodeId]) -> Result<String, Error> {
        let mut splices = Vec::new();
        for id in ids {
            let entry = self.get(id).ok_or_else(|| Error::NotFound { id: id.to_string() })?;
            splices.push(Splice::replace(entry.span.clone(), self.remains_of(entry)));
        }
        splices.sort_by_key(|splice| splice.range.start);
        splices.dedup();
        Ok(apply(self.text(), splices))
    }

    fn remains_of(&self, entry: &Episode) -> String {
        let EpisodeAt::Minute { hour, minute, .. } = entry.id.at else { return String::new() };
        let gap = if entry.span.end < self.text().len() { "\n" } else { "" };
        with_terminator(&format!("## {}\n{gap}", heading::erased(hour, minute)), terminator(self.text()))
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
