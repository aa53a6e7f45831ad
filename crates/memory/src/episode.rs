//! Episodes: append-only day files.
//!
//! Owns reading every heading form people and other tools write, naming entries, and appending. An
//! entry written here can hold any text: lines that look like structure are escaped, so content can never
//! forge another entry. Start at [`DayLog::parse`]; headings are read by [`EpisodeHeading`].

use std::collections::HashMap;
use std::ops::Range;

use jiff::civil::Time;
use soulfile_vocabulary::episode_heading::{EntryForm, EpisodeHeading, entry_time, entry_title};
use soulfile_vocabulary::{Authority, Confidence, EntryKind, Scope};

use crate::escape::{trim_block, unescape_block};
use crate::fingerprint::short_hash;
use crate::id::{Day, EpisodeAt, EpisodeId};
use crate::lines::{Cover, Line, scan_between};
use crate::note::Note;
use crate::outline::{OutlineItem, heading, items, plain_title};

mod append;
mod heading;
mod link;

pub use append::{Addition, DayEnd, EntryPlace, NewEpisode};
pub use link::{LinkKind, StatementLink};

/// One entry of a day file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Episode {
    /// Its name.
    pub id: EpisodeId,
    /// How it was written.
    pub form: EntryForm,
    /// When it happened, as written.
    pub time: Option<Time>,
    /// Its kind, when that is one of the vocabulary.
    pub kind: Option<EntryKind>,
    /// The word in the kind's place when it is none of the vocabulary, or the title.
    pub label: Option<String>,
    /// How sure it is.
    pub confidence: Option<Confidence>,
    pub tags: Vec<String>,
    /// How it came in.
    pub source: Option<String>,
    /// Who may see it.
    pub scope: Scope,
    /// How far it is trusted.
    pub trust: Authority,
    /// Earlier statements it answers or corrects.
    pub links: Vec<StatementLink>,
    /// Heading fields that are not known here, as written.
    pub extra: Vec<String>,
    /// What it says, unescaped.
    pub content: String,
    /// Its lines, counted from 1, both included.
    pub lines: (usize, usize),
    /// Its bytes: the heading, the body, and blank lines after it.
    pub span: Range<usize>,
}

/// A parsed day file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DayLog {
    day: Day,
    text: String,
    entries: Vec<Episode>,
    notes: Vec<Note>,
    counts: HashMap<EpisodeAt, u32>,
    /// Entries that were erased and keep their numbers.
    erased: usize,
}

impl DayLog {
    /// Reads a day file. Never fails.
    pub fn parse(day: impl Into<Day>, text: impl Into<String>) -> DayLog {
        DayLog::read(day.into(), text.into(), HashMap::new())
    }

    /// Reads a second file of the same day, numbering entries of the same minute after those
    /// of `earlier`. When both layouts hold a day, the flat file is the earlier one.
    pub fn parse_after(earlier: &DayLog, text: impl Into<String>) -> DayLog {
        DayLog::read(earlier.day.clone(), text.into(), earlier.counts.clone())
    }

    pub fn day(&self) -> &Day {
        &self.day
    }

    /// The text as it was read.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The entries in file order.
    pub fn entries(&self) -> &[Episode] {
        &self.entries
    }

    /// Whether it holds no entry and keeps no number of one, so that nothing is lost with the file.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty() && self.erased == 0
    }

    /// The entry with this id.
    pub fn get(&self, id: &EpisodeId) -> Option<&Episode> {
        self.entries.iter().find(|entry| entry.id == *id)
    }

    /// What was kept but not understood.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    fn read(day: Day, text: String, counts: HashMap<EpisodeAt, u32>) -> DayLog {
        // Fences and comments end at the next entry at the latest: one that somebody left open must
        // not hide what was written after it.
        let lines = scan_between(&text, |line| entry_time(line).is_some());
        let mut log = DayLog { day, text, entries: Vec::new(), notes: Vec::new(), counts, erased: 0 };
        let mut cuts = cuts(&log.text, &lines).into_iter().peekable();
        while let Some((start, cut)) = cuts.next() {
            let end = cuts.peek().map_or(lines.len(), |(next, _)| *next);
            match cut {
                LogCut::Entry(head) => log.push_stamped(&lines, start..end, *head),
                LogCut::Section(title) => log.push_section(&lines, start..end, &title),
                LogCut::Erased(time) => {
                    log.number(minute_of(time));
                    log.erased += 1;
                    log.push_loose(&lines, start + 1..end);
                }
                LogCut::Loose { heading } => {
                    let first = if heading { start + 1 } else { start };
                    log.push_loose(&lines, first..end);
                }
            }
        }
        log
    }

    fn push_stamped(&mut self, lines: &[Line], range: Range<usize>, mut head: EpisodeHeading) {
        let number = range.start + 1;
        for message in head.notes.drain(..) {
            self.notes.push(Note::new(number, message));
        }
        if head.date.is_some_and(|date| date != self.day.date) {
            self.notes
                .push(Note::new(number, format!("the heading's date is not {}, the day of the file", self.day.date)));
        }
        let mut body = range.start + 1..range.end;
        let mut scope = head.scope.unwrap_or_default();
        if head.form == EntryForm::DateStamp {
            let (rest, found) = room_and_user(&self.text, lines, body.clone());
            body = rest;
            scope = found.unwrap_or(scope);
        }
        let id = self.number(minute_of(head.time));
        let content = self.content(lines, body);
        self.push(lines, range, content, |entry| {
            entry.id = id;
            entry.form = head.form;
            entry.time = Some(head.time);
            entry.kind = head.kind;
            entry.label = head.label;
            entry.confidence = head.confidence;
            entry.tags = head.tags;
            entry.source = head.source;
            entry.scope = scope;
            entry.trust = head.trust;
            (entry.links, entry.extra) = StatementLink::split(head.extra);
        });
    }

    fn push_section(&mut self, lines: &[Line], range: Range<usize>, title: &str) {
        let content = self.content(lines, range.start + 1..range.end);
        // Named by its heading, so that it keeps its name while a person adds to it.
        let id = self.number(note_at(title));
        let title = title.to_owned();
        self.push(lines, range, content, |entry| {
            entry.id = id;
            entry.form = EntryForm::Section;
            entry.label = Some(title);
        });
    }

    fn push_loose(&mut self, lines: &[Line], range: Range<usize>) {
        for item in items(&self.text, lines, range) {
            self.push_plain(lines, &item);
        }
    }

    fn push_plain(&mut self, lines: &[Line], item: &OutlineItem) {
        let content = unescape_block(&item.text(&self.text, lines));
        if content.trim().is_empty() {
            return;
        }
        let id = self.number(note_at(&content));
        self.push(lines, item.lines.clone(), content, |entry| entry.id = id);
    }

    fn push(&mut self, lines: &[Line], range: Range<usize>, content: String, fill: impl FnOnce(&mut Episode)) {
        let last =
            range.clone().rev().find(|index| !lines[*index].of(&self.text).trim().is_empty()).unwrap_or(range.start);
        let mut entry = Episode {
            id: EpisodeId { day: self.day.clone(), at: note_at("") },
            form: EntryForm::Plain,
            time: None,
            kind: None,
            label: None,
            confidence: None,
            tags: Vec::new(),
            source: None,
            scope: Scope::Private,
            trust: Authority::Owner,
            links: Vec::new(),
            extra: Vec::new(),
            content,
            lines: (range.start + 1, last + 1),
            span: lines[range.start].start..lines[range.end - 1].next,
        };
        fill(&mut entry);
        self.entries.push(entry);
    }

    fn content(&self, lines: &[Line], body: Range<usize>) -> String {
        let mut out = String::new();
        for index in body {
            out.push_str(lines[index].of(&self.text));
            out.push('\n');
        }
        unescape_block(trim_block(&out))
    }

    fn number(&mut self, at: EpisodeAt) -> EpisodeId {
        let count = self.counts.entry(at.clone()).or_default();
        *count += 1;
        let at = match at {
            EpisodeAt::Minute { hour, minute, .. } => EpisodeAt::Minute { hour, minute, ordinal: *count },
            EpisodeAt::Note { hash, .. } => EpisodeAt::Note { hash, ordinal: *count },
        };
        EpisodeId { day: self.day.clone(), at }
    }
}

fn minute_of(time: Time) -> EpisodeAt {
    EpisodeAt::Minute { hour: time.hour() as u8, minute: time.minute() as u8, ordinal: 1 }
}

fn note_at(text: &str) -> EpisodeAt {
    EpisodeAt::Note { hash: short_hash(text), ordinal: 1 }
}

enum LogCut {
    Entry(Box<EpisodeHeading>),
    /// Where an entry was erased. It has a number and says nothing; what a person wrote below it since is
    /// theirs, not the entry come back.
    Erased(Time),
    Section(String),
    Loose {
        heading: bool,
    },
}

/// Cuts the lines at entry headings and at headings of level 1 and 2.
fn cuts(text: &str, lines: &[Line]) -> Vec<(usize, LogCut)> {
    let mut cuts = Vec::new();
    if !lines.is_empty() {
        cuts.push((0, LogCut::Loose { heading: false }));
    }
    for (index, line) in lines.iter().enumerate() {
        if line.cover != Cover::Open {
            continue;
        }
        let content = line.of(text);
        if let Some(time) = erased_stamp(content) {
            cuts.push((index, LogCut::Erased(time)));
        } else if let Some(head) = EpisodeHeading::of_line(content) {
            cuts.push((index, LogCut::Entry(Box::new(head))));
        } else if let Some(found) = heading(content).filter(|found| found.level <= 2) {
            let cut = if found.level == 1 || is_generic(found.title) {
                LogCut::Loose { heading: true }
            } else {
                LogCut::Section(found.title.to_owned())
            };
            cuts.push((index, cut));
        }
    }
    cuts
}

/// The time in the heading that an erased entry left.
fn erased_stamp(line: &str) -> Option<Time> {
    entry_title(line).filter(|title| heading::is_erased(title)).and_then(|_| entry_time(line))
}

/// Headings under which every bullet is a memory of its own.
fn is_generic(title: &str) -> bool {
    matches!(
        plain_title(title).as_str(),
        "" | "note"
            | "notes"
            | "log"
            | "memory"
            | "memories"
            | "misc"
            | "facts"
            | "retain"
            | "entries"
            | "笔记"
            | "备忘"
            | "记忆"
            | "日志"
    )
}

/// Reads the `**Room:** #dev` and `**User:** @alice` lines that open a dated entry.
fn room_and_user(text: &str, lines: &[Line], body: Range<usize>) -> (Range<usize>, Option<Scope>) {
    let (mut room, mut user) = (None, None);
    let mut start = body.start;
    for index in body.clone() {
        let line = lines[index].of(text).trim();
        if line.is_empty() {
            continue;
        }
        let field = |name: &str| {
            line.strip_prefix(&format!("**{name}:**"))
                .or_else(|| line.strip_prefix(&format!("**{name}**:")))
                .map(|value| value.trim().trim_start_matches(['#', '@']).to_owned())
        };
        if let Some(value) = field("Room") {
            room = Some(value);
        } else if let Some(value) = field("User") {
            user = Some(value);
        } else {
            break;
        }
        start = index + 1;
    }
    let scoped = |prefix: &str, id: String| format!("{prefix}:{id}").parse().unwrap_or_default();
    let scope = match (room, user) {
        (Some(room), _) if is_direct(&room) => Some(Scope::Private),
        (Some(room), _) => Some(scoped("room", room)),
        (None, Some(user)) => Some(scoped("user", user)),
        (None, None) => None,
    };
    (start..body.end, scope)
}

fn is_direct(room: &str) -> bool {
    matches!(room.to_ascii_lowercase().as_str(), "" | "dm" | "private" | "direct")
}

#[cfg(test)]
#[path = "episode_tests.rs"]
mod tests;
