//! Appending an entry, and erasing one for good.

use jiff::civil::Time;
use soulfile_vocabulary::episode_heading::{EntryForm, EpisodeHeading, entry_time};
use soulfile_vocabulary::{Authority, Confidence, EntryKind, Scope};

use super::{DayLog, Episode, StatementLink, heading};
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
    pub kind: EntryKind,
    /// How sure it is.
    pub confidence: Confidence,
    pub tags: Vec<String>,
    /// How it came in: `conversation`, `reflection`, `user-explicit`.
    pub source: Option<String>,
    /// Who may see it; not written when private.
    pub scope: Scope,
    /// How far it is trusted; not written when a person's own words.
    pub trust: Authority,
    /// Earlier statements it answers or corrects.
    pub links: Vec<StatementLink>,
    /// What it says: any text, over any number of lines.
    pub content: String,
}

/// Where an appended entry is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EntryPlace {
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
    pub places: Vec<EntryPlace>,
}

/// What appending to a day needs to know of it: how its text ends and how many entries each minute has.
/// Reading that is several times cheaper than reading the entries, and it holds nothing of what they say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DayEnd {
    day: Day,
    /// How many bytes the text has.
    length: usize,
    /// How many lines of it are ended.
    lines: usize,
    /// How it ends its lines.
    terminator: &'static str,
    /// Whether it says nothing at all; a byte order mark says nothing.
    silent: bool,
    /// Its last few characters.
    tail: String,
    /// The hour and minute of each entry.
    stamps: Vec<(i8, i8)>,
}

/// As many last characters as tell whether a text ends in an empty line.
const TAIL: usize = 3;
const BYTE_ORDER_MARK: char = '\u{feff}';

impl DayEnd {
    /// Reads the end of a day file. Never fails.
    pub fn read(day: impl Into<Day>, text: &str) -> DayEnd {
        DayEnd::after(day.into(), Vec::new(), text)
    }

    /// The end of another file of the same day, which goes on numbering where this one stops.
    pub fn then(self, text: &str) -> DayEnd {
        DayEnd::after(self.day, self.stamps, text)
    }

    fn after(day: Day, stamps: Vec<(i8, i8)>, text: &str) -> DayEnd {
        let tail = String::new();
        let mut end = DayEnd { day, length: 0, lines: 0, terminator: "\n", silent: true, tail, stamps };
        end.grow(text);
        end
    }

    /// Takes in what was written after the text.
    pub fn grow(&mut self, added: &str) {
        if self.lines == 0 {
            let halved = self.tail.ends_with('\r') && added.starts_with('\n');
            self.terminator = if halved { "\r\n" } else { terminator(added) };
        }
        self.silent &= added.trim_start_matches(BYTE_ORDER_MARK).is_empty();
        // One mark may stand at the beginning of a file; a second is part of its first line.
        let lines = added.strip_prefix(BYTE_ORDER_MARK).filter(|_| self.length == 0).unwrap_or(added);
        self.length += added.len();
        self.lines += newlines(added);
        // No fence and no comment reaches over the heading of an entry, so the lines between need no reading.
        self.stamps.extend(lines.lines().filter_map(entry_time).map(|time| (time.hour(), time.minute())));
        self.tail.push_str(last(added));
        self.tail = last(&self.tail).to_owned();
    }

    pub fn day(&self) -> &Day {
        &self.day
    }

    /// How many bytes the text has.
    pub fn length(&self) -> usize {
        self.length
    }

    /// What to write after the text so that it holds `entries` as well. When one cannot be written, none is.
    pub fn append(&self, entries: &[NewEpisode]) -> Result<Addition, Error> {
        let title = || format!("# {} — Episode Log\n\n", self.day);
        let header = if self.length == 0 { title() } else { String::new() };
        let mut lead = match self.tail.as_str() {
            _ if self.length == 0 => String::new(),
            _ if self.silent => title(),
            tail if tail.ends_with("\n\n") || tail.ends_with("\n\r\n") => String::new(),
            tail if tail.ends_with('\n') => "\n".to_owned(),
            _ => "\n\n".to_owned(),
        };
        let mut fresh = String::new();
        let mut places = Vec::with_capacity(entries.len());
        let mut line = self.lines + newlines(&header) + 1;
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
            places.push(EntryPlace { id: EpisodeId { day: self.day.clone(), at }, lines: (line, last) });
            line = last + 1;
            lead = "\n".to_owned();
        }
        Ok(Addition { header, text: with_terminator(&fresh, self.terminator), places })
    }
}

fn newlines(text: &str) -> usize {
    text.bytes().filter(|byte| *byte == b'\n').count()
}

/// The last few characters.
fn last(text: &str) -> &str {
    let from = text.char_indices().rev().nth(TAIL - 1).map_or(0, |(at, _)| at);
    &text[from..]
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
    let head = heading::render(&EpisodeHeading {
        form: EntryForm::Fields,
        date: None,
        time: new.time,
        kind: Some(new.kind),
        label: None,
        confidence: Some(new.confidence),
        tags: new.tags.clone(),
        source: new.source.clone(),
        scope: Some(new.scope.clone()),
        trust: new.trust,
        extra: new.links.iter().map(StatementLink::render).collect(),
        notes: Vec::new(),
    });
    // Nothing in it can be taken for something else.
    let plain = new.scope == Scope::Private && new.trust == Authority::Owner;
    if plain && new.tags.iter().chain(&new.source).all(|field| heading::is_plain(field)) {
        return Ok(head);
    }
    let read = EpisodeHeading::of_title(&head).map(|read| (read.scope.unwrap_or_default(), read.trust));
    match read == Some((new.scope.clone(), new.trust)) {
        true => Ok(head),
        false => Err(Error::Refused(format!("scope {} cannot be written in a heading", new.scope))),
    }
}
