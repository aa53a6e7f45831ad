//! What is known of a file's entries beside their text: id, scope, trust, state, time.
//!
//! Read with the memory layer's parsers, the same that write the files. In doubt an entry is
//! private. Start with [`FileMetadata::read`].

use std::collections::{HashMap, HashSet};

use jiff::civil::{Date, DateTime, Time};
use jiff::tz::TimeZone;
use soulfile_context::markdown;
use soulfile_memory::core::CoreMemory;
use soulfile_memory::entity::{EntityFile, Fact};
use soulfile_memory::episode::DayLog;
use soulfile_memory::id::{FactId, MemoryId, PageId};
use soulfile_memory::pages;
use soulfile_vocabulary::day_file::{Day, DayLayout};
use soulfile_vocabulary::layout::{FilePlace, RootRole};
use soulfile_vocabulary::markdown::Fences;
use soulfile_vocabulary::{Authority, Scope, State, Store};

use super::lifecycle::Lifecycle;
use crate::exchange::is_log_only;

/// The scope of what only private sessions see.
pub const PRIVATE: &str = "private";
/// The scope of what is made from all of memory: for sessions that see all of it.
pub const OWNER: &str = "owner";
/// The scope of what every session sees.
pub const SHARED: &str = "shared";

/// One entry of a file.
#[derive(Debug, Clone, PartialEq)]
pub struct EntryMetadata {
    /// First and last line, from 1.
    pub lines: (u32, u32),
    /// The memory's id.
    pub id: Option<String>,
    /// Who may see it.
    pub scope: String,
    /// How far its source is trusted.
    pub trust: Authority,
    /// Life-cycle state.
    pub state: State,
    /// When it happened, in wall-clock seconds.
    pub date: Option<i64>,
    /// First moment it was true.
    pub valid_from: Option<i64>,
    /// First moment it was no longer true.
    pub valid_to: Option<i64>,
    pub tags: Vec<String>,
    /// Entities it is about.
    pub entities: Vec<String>,
    /// The id of the memory it was drawn from.
    pub source: Option<String>,
    /// The text to index in place of the lines, where an entry is found by itself: a fact with the
    /// name it is about.
    pub alone: Option<String>,
}

/// A file, and every entry of it that says more than the file does.
#[derive(Debug, Clone, PartialEq)]
pub struct FileMetadata {
    pub store: Store,
    /// What holds for text outside the entries.
    pub rest: EntryMetadata,
    /// The entries, in file order.
    pub entries: Vec<EntryMetadata>,
}

/// A wall-clock moment in seconds: what people wrote, as it was written, in whatever zone. Files
/// hold local times, so questions are put on the same scale instead of moving the files' times.
pub fn wall(moment: DateTime) -> i64 {
    moment.to_zoned(TimeZone::UTC).map_or(0, |zoned| zoned.timestamp().as_second())
}

fn wall_day(day: Date) -> i64 {
    wall(day.to_datetime(Time::midnight()))
}

/// The scope of a room's or a person's own file.
pub fn file_scope(path: &str) -> String {
    format!("file:{path}")
}

/// The scope of the part of a person's file that others may see.
pub fn shareable_scope(path: &str) -> String {
    format!("shareable:{path}")
}

impl EntryMetadata {
    fn new(scope: &str) -> Self {
        Self {
            lines: (1, u32::MAX),
            id: None,
            scope: scope.to_owned(),
            trust: Authority::Agent,
            state: State::Active,
            date: None,
            valid_from: None,
            valid_to: None,
            tags: Vec::new(),
            entities: Vec::new(),
            source: None,
            alone: None,
        }
    }

    /// Says whether it covers any line of a range.
    pub fn overlaps(&self, first: u32, last: u32) -> bool {
        self.lines.0 <= last && first <= self.lines.1
    }

    /// Says whether two entries may be answered with together.
    pub fn alike(&self, other: &Self) -> bool {
        (&self.scope, self.trust, self.state) == (&other.scope, other.trust, other.state)
    }
}

/// What a reader of files needs: the states, today, and other files of the same day.
pub struct Surroundings<'a> {
    /// Life-cycle states.
    pub lifecycle: &'a Lifecycle,
    /// Today in the user's zone.
    pub today: Date,
    /// Reads another file of the workspace.
    pub read: &'a dyn Fn(&str) -> Option<String>,
}

impl FileMetadata {
    /// Reads what is known of the file at `path`.
    pub fn read(path: &str, text: &str, around: &Surroundings<'_>) -> Self {
        match FilePlace::of_path(path) {
            FilePlace::Root(file) if file.role == RootRole::Core => core(text, around),
            FilePlace::Day(day, layout) => daily(text, &day, layout, around),
            FilePlace::Entity(slug) => entity(slug, text, around),
            FilePlace::Page(store, name) => page(store, name, text, around),
            FilePlace::Bank(page) => {
                whole(Store::Note, format!("bank:{page}"), &Scope::Private, Authority::Owner, around)
            }
            FilePlace::Room => plain(Store::Note, &file_scope(path)),
            FilePlace::User => person(path, text),
            // They quote all of memory.
            FilePlace::Meta | FilePlace::Graph => plain(Store::of_path(path), OWNER),
            FilePlace::Root(_) | FilePlace::Other => plain(Store::of_path(path), PRIVATE),
        }
    }

    /// The entry that covers most of a range of lines, if any.
    pub fn at(&self, first: u32, last: u32) -> Option<&EntryMetadata> {
        let covered = |known: &&EntryMetadata| last.min(known.lines.1).saturating_sub(first.max(known.lines.0));
        self.entries.iter().filter(|known| known.overlaps(first, last)).max_by_key(covered)
    }
}

fn plain(store: Store, scope: &str) -> FileMetadata {
    FileMetadata { store, rest: EntryMetadata::new(scope), entries: Vec::new() }
}

/// A file that is one memory.
fn whole(store: Store, id: String, scope: &Scope, authority: Authority, around: &Surroundings<'_>) -> FileMetadata {
    let mut file = plain(store, &scope.to_string());
    file.rest.trust = authority;
    file.rest.state = around.lifecycle.state(&id);
    file.rest.id = Some(id);
    file
}

/// Core memory is private whatever a line says.
fn core(text: &str, around: &Surroundings<'_>) -> FileMetadata {
    let mut file = plain(Store::Core, PRIVATE);
    for line in CoreMemory::parse(text).entries() {
        let id = line.id.to_string();
        let count = text.get(line.span.clone()).map_or(1, |part| part.trim_end().lines().count().max(1));
        let block = line.id.block.filter(|_| line.bullet && count == 1);
        file.entries.push(EntryMetadata {
            lines: (line.line as u32, (line.line + count - 1) as u32),
            trust: line.trust,
            state: around.lifecycle.state_with(&id, line.source.as_deref()),
            id: Some(id),
            source: line.source.clone(),
            alone: block.map(|block| format!("{}: {}", block.title(), line.text)),
            ..EntryMetadata::new(PRIVATE)
        });
    }
    file
}

fn daily(text: &str, day: &Day, layout: DayLayout, around: &Surroundings<'_>) -> FileMetadata {
    // Where both layouts hold a day, the flat file's entries are numbered first.
    let flat = DayLayout::Flat.path(day.date);
    let earlier = (layout == DayLayout::Episodes && day.name.is_none()).then(|| (around.read)(&flat)).flatten();
    let log = match earlier {
        Some(earlier) => DayLog::parse_after(&DayLog::parse(day.clone(), earlier), text),
        None => DayLog::parse(day.clone(), text),
    };
    let mut file = plain(Store::Episodic, PRIVATE);
    file.rest.date = Some(wall_day(day.date));
    let quoted = fenced_lines(text, log.entries().iter().map(|entry| entry.lines.0));
    for entry in log.entries() {
        // A heading shown as code is an example, or the block above was never closed: nobody else
        // may see what follows it.
        let scope = if quoted.contains(&entry.lines.0) { PRIVATE.to_owned() } else { entry.scope.to_string() };
        let id = MemoryId::Episode(entry.id.clone()).to_string();
        let date = wall(day.date.to_datetime(entry.time.unwrap_or(Time::midnight())));
        file.entries.push(EntryMetadata {
            lines: (entry.lines.0 as u32, entry.lines.1 as u32),
            trust: entry.trust,
            // The log of a conversation is no memory: a question would be the best answer to itself.
            state: match is_log_only(entry.source.as_deref()) {
                true => State::Archived,
                false => around.lifecycle.state(&id),
            },
            date: Some(date),
            valid_from: Some(wall_day(day.date)),
            tags: entry.tags.clone(),
            entities: links(&entry.content),
            id: Some(id),
            ..EntryMetadata::new(&scope)
        });
    }
    file
}

/// Those of `lines` that stand inside a code block. A block ends where an entry begins, so that one
/// left open hides one entry and not the rest of the day.
fn fenced_lines(text: &str, lines: impl Iterator<Item = usize>) -> HashSet<usize> {
    let starts: HashSet<usize> = lines.collect();
    let mut fences = Fences::default();
    let mut found = HashSet::new();
    for (at, line) in text.split_inclusive('\n').enumerate() {
        if fences.enter(line) && starts.contains(&(at + 1)) {
            found.insert(at + 1);
            fences = Fences::default();
        }
    }
    found
}

fn entity(slug: &str, text: &str, around: &Surroundings<'_>) -> FileMetadata {
    let Ok(id) = slug.parse() else {
        return plain(Store::Semantic, PRIVATE);
    };
    let parsed = EntityFile::parse(id, text);
    let own = format!("entity:{}", parsed.id());
    let state = if parsed.merged_into().is_some() { State::Archived } else { around.lifecycle.state(&own) };
    let hidden = parsed.merged_into().is_some() || around.lifecycle.is_forgotten(&own);
    let mut file = plain(Store::Semantic, &parsed.name_scope().to_string());
    file.rest.trust = parsed.name_trust();
    file.rest.state = state;
    file.rest.entities = vec![parsed.id().to_string()];
    let label = parsed.label();
    let replaced = replaced(&parsed);
    for fact in &parsed.facts {
        let fact_id = format!("{own}#{}", fact.id);
        let until = ended(fact, &parsed);
        let gone = until.is_some_and(|day| day.is_none_or(|day| day <= around.today));
        let lived = around.lifecycle.state_with(&fact_id, fact.source.as_deref());
        file.entries.push(EntryMetadata {
            lines: span_lines(text, &fact.span, fact.line),
            trust: fact.trust,
            // What was learned lately of somebody long known is not as faded as their file.
            state: if gone {
                State::Superseded
            } else if hidden {
                State::Archived
            } else {
                lived
            },
            date: fact.since.map(wall_day),
            valid_from: fact.since.map(wall_day),
            // A fact that ended nobody knows when was true at no time that can be named.
            valid_to: until.map(|day| day.map_or(i64::MIN + 1, wall_day)),
            entities: std::iter::once(parsed.id().to_string())
                .chain(links(&fact.text))
                .chain(fact.source.clone().filter(|_| gone))
                .chain(replaced.get(&fact.id).into_iter().flatten().map(|old| format!("{own}#{old}")))
                .collect(),
            alone: Some(format!("{label}: {}", fact.text)),
            id: Some(fact_id),
            source: fact.source.clone(),
            ..EntryMetadata::new(&fact.scope.to_string())
        });
    }
    for relation in &parsed.relations {
        let targets: Vec<String> = relation.targets.iter().map(ToString::to_string).collect();
        let named: Vec<String> = relation.targets.iter().map(|t| t.slug().replace('-', " ")).collect();
        let gone = relation.until.is_some_and(|day| day <= around.today);
        file.entries.push(EntryMetadata {
            lines: span_lines(text, &relation.span, relation.line),
            trust: relation.trust,
            state: if gone { State::Superseded } else { state },
            valid_from: relation.since.map(wall_day),
            valid_to: relation.until.map(wall_day),
            entities: std::iter::once(parsed.id().to_string()).chain(targets).collect(),
            alone: Some(format!("{label}: {} {}", relation.name.label(), named.join(", "))),
            id: Some(own.clone()),
            source: relation.source.clone(),
            ..EntryMetadata::new(&relation.scope.to_string())
        });
    }
    file.rest.id = Some(own);
    file.entries.sort_by_key(|known| known.lines);
    file
}

/// What each fact took the place of.
fn replaced(file: &EntityFile) -> HashMap<&FactId, Vec<&FactId>> {
    let mut replaced: HashMap<&FactId, Vec<&FactId>> = HashMap::new();
    for old in &file.facts {
        if let Some(newer) = old.superseded_by.as_ref().filter(|newer| **newer != old.id) {
            replaced.entry(newer).or_default().push(&old.id);
        }
    }
    replaced
}

/// When a fact ended: `None` while it holds, `Some(None)` when that is not known.
fn ended(fact: &Fact, file: &EntityFile) -> Option<Option<Date>> {
    if let Some(until) = fact.until {
        return Some(Some(until));
    }
    if fact.is_current() {
        return None;
    }
    let newer = fact.superseded_by.as_ref().and_then(|id| file.fact(id));
    Some(newer.and_then(|newer| newer.since))
}

/// A page of a store. Pinned memories are private whatever their header says, and always in use.
fn page(store: Store, name: &str, text: &str, around: &Surroundings<'_>) -> FileMetadata {
    let Some(format) = pages::format_of(store) else { return plain(store, PRIVATE) };
    let page = format.read(name, text);
    let is_pinned = store.row().is_pinned;
    let scope = if is_pinned { Scope::Private } else { page.scope };
    let id = MemoryId::Page(PageId::whole(store, name)).to_string();
    let mut file = whole(store, id, &scope, page.trust, around);
    if is_pinned {
        file.rest.state = State::Active;
    }
    if !page.is_one_memory {
        file.entries.extend(page.memories.iter().map(|memory| {
            let id = memory.id.to_string();
            EntryMetadata {
                lines: (memory.lines.0 as u32, memory.lines.1 as u32),
                trust: page.trust,
                state: if is_pinned { State::Active } else { around.lifecycle.state(&id) },
                id: Some(id),
                ..EntryMetadata::new(&scope.to_string())
            }
        }));
    }
    file
}

/// A person's file: theirs, but for the part they share.
fn person(path: &str, text: &str) -> FileMetadata {
    let mut file = plain(Store::Note, &file_scope(path));
    if let Some(part) = markdown::section(text, "Shareable") {
        let start = part.as_ptr() as usize - text.as_ptr() as usize;
        let first = text[..start].matches('\n').count() as u32 + 1;
        let last = first + part.trim_end().matches('\n').count() as u32;
        file.entries.push(EntryMetadata { lines: (first, last), ..EntryMetadata::new(&shareable_scope(path)) });
    }
    file
}

fn span_lines(text: &str, span: &std::ops::Range<usize>, first: usize) -> (u32, u32) {
    let more = text.get(span.clone()).map_or(0, |part| part.trim_end().matches('\n').count());
    (first as u32, (first + more) as u32)
}

/// Entities a text links to: `[[person--alex]]`, `[[person--alex|Alex]]`.
fn links(text: &str) -> Vec<String> {
    text.split("[[")
        .skip(1)
        .filter_map(|rest| rest.split_once("]]"))
        .map(|(inside, _)| inside.split(['|', '#']).next().unwrap_or(inside).trim().to_owned())
        .filter(|id| id.contains("--"))
        .collect()
}

#[cfg(test)]
#[path = "entry_metadata_tests.rs"]
mod tests;
