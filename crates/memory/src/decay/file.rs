//! decay-scores.json: one entry for each memory, keyed by its id.
//!
//! Reading is tolerant and keeps fields and entries it does not know; writing sorts the entries by id
//! and keeps the order of their fields, so that the file is the same whoever wrote it.

use std::collections::BTreeMap;

use jiff::{Timestamp, civil::Date, tz::TimeZone};
use serde_json::{Map, Value, json};
use soulfile_vocabulary::{State, Store, layout};

use super::{DETECTED, DecayParams, EXPLICIT, Score};
use crate::error::Error;
use crate::id::MemoryId;
use crate::note::Note;

/// What is known about one memory.
#[derive(Debug, Clone, PartialEq)]
pub struct DecayEntry {
    /// Where it is kept.
    pub store: Store,
    /// Its importance at first.
    pub base_relevance: f64,
    /// When it was made.
    pub created: Option<Timestamp>,
    /// When it was last used.
    pub last_accessed: Option<Timestamp>,
    /// How often it was used; creation is the first time.
    pub access_count: u32,
    /// The weight of its store.
    pub type_weight: f64,
    /// The score when it was last computed.
    pub current_score: f64,
    /// The state when it was last computed.
    pub status: State,
    /// Whether a person pinned it.
    pub pinned: bool,
    /// When a person had it forgotten.
    pub forgotten: Option<Timestamp>,
    /// The line taken out of MEMORY.md when it was forgotten, so that it can come back.
    pub archived_text: Option<String>,
}

impl DecayEntry {
    /// A memory made `now`.
    pub fn new(store: Store, base_relevance: f64, now: Timestamp) -> DecayEntry {
        DecayEntry {
            store,
            base_relevance,
            created: Some(now),
            last_accessed: Some(now),
            access_count: 1,
            type_weight: store.row().decay_weight,
            current_score: 1.0,
            status: State::Active,
            pinned: store.row().is_pinned,
            forgotten: None,
            archived_text: None,
        }
    }
}

/// A change of state.
#[derive(Debug, Clone, PartialEq)]
pub struct Transition {
    /// The memory's id, as the file spells it.
    pub id: String,
    /// What it was.
    pub from: State,
    pub to: State,
    /// The score that brought it there.
    pub score: f64,
}

/// A parsed decay-scores.json.
#[derive(Debug, Clone, PartialEq)]
pub struct DecayFile {
    root: Map<String, Value>,
    entries: BTreeMap<String, Map<String, Value>>,
    /// Members of `entries` that are not objects, kept as they are.
    foreign: BTreeMap<String, Value>,
    notes: Vec<Note>,
    damage: Option<String>,
}

impl DecayFile {
    /// Reads the file; empty text is an empty file. Text that is no JSON object is kept apart: the file
    /// reads as empty and refuses to be written over.
    pub fn parse(text: &str) -> DecayFile {
        let mut file = DecayFile {
            root: Map::new(),
            entries: BTreeMap::new(),
            foreign: BTreeMap::new(),
            notes: Vec::new(),
            damage: None,
        };
        let text = text.trim_start_matches('\u{feff}');
        if text.trim().is_empty() {
            return file;
        }
        match serde_json::from_str(text) {
            Ok(Value::Object(root)) => file.root = root,
            Ok(_) => file.damage = Some("it is not a JSON object".to_owned()),
            Err(error) => file.damage = Some(error.to_string()),
        }
        match file.root.get_mut("entries").map(Value::take) {
            Some(Value::Object(entries)) => {
                for (id, entry) in entries {
                    match entry {
                        Value::Object(fields) => {
                            file.entries.insert(id, fields);
                        }
                        other => {
                            file.notes.push(Note::new(1, format!("{id} is not an object")));
                            file.foreign.insert(id, other);
                        }
                    }
                }
            }
            None => {}
            Some(_) => file.damage = Some("\"entries\" is not an object".to_owned()),
        }
        for id in file.entries.keys() {
            if let Err(error) = id.parse::<MemoryId>() {
                file.notes.push(Note::new(1, error.to_string()));
            }
        }
        if let Some(damage) = &file.damage {
            file.notes.push(Note::new(1, format!("decay-scores.json cannot be read: {damage}")));
        }
        file
    }

    /// Why the file cannot be read, when it cannot.
    pub fn damage(&self) -> Option<&str> {
        self.damage.as_deref()
    }

    /// What was kept but not understood.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// How many memories it knows.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Says whether it knows none.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The entries in order of id.
    pub fn entries(&self) -> impl Iterator<Item = (&str, DecayEntry)> {
        self.entries.iter().map(|(id, fields)| (id.as_str(), read_entry(id, fields)))
    }

    /// What is known about a memory.
    pub fn get(&self, id: &MemoryId) -> Option<DecayEntry> {
        let id = id.to_string();
        self.entries.get(&id).map(|fields| read_entry(&id, fields))
    }

    /// Adds or replaces an entry; fields that are not known here stay.
    pub fn set(&mut self, id: &MemoryId, entry: &DecayEntry) {
        let fields = self.entries.entry(id.to_string()).or_default();
        write_entry(fields, entry);
    }

    /// Reinforces a memory: it was used `times` times, last at `at`. Says whether it is known.
    pub fn reinforce(&mut self, id: &MemoryId, times: u32, at: Timestamp) -> bool {
        let Some(mut entry) = self.get(id) else {
            return false;
        };
        entry.access_count = entry.access_count.saturating_add(times);
        // Counts are flushed late and by several processes: an older access must not win.
        entry.last_accessed = entry.last_accessed.max(Some(at));
        self.set(id, &entry);
        true
    }

    /// Pins or unpins a memory, making an entry for one that has none.
    pub fn set_pinned(&mut self, id: &MemoryId, pinned: bool, now: Timestamp) {
        let mut entry = self.get(id).unwrap_or_else(|| DecayEntry::new(id.store(), EXPLICIT, now));
        entry.pinned = pinned;
        self.set(id, &entry);
    }

    /// Removes an entry altogether, for permanent deletion.
    pub fn remove(&mut self, id: &MemoryId) -> bool {
        self.entries.remove(&id.to_string()).is_some()
    }

    /// Computes every score as of `now` and returns the changes of state, in order of id.
    pub fn recompute(&mut self, params: &DecayParams, now: Timestamp) -> Vec<Transition> {
        let mut transitions = Vec::new();
        for (id, fields) in &mut self.entries {
            let entry = read_entry(id, fields);
            let score = params.score(&entry, now);
            if score.status != entry.status {
                transitions.push(Transition {
                    id: id.clone(),
                    from: entry.status,
                    to: score.status,
                    score: score.value,
                });
            }
            fields.insert("current_score".into(), number(rounded(score.value)));
            fields.insert("status".into(), json!(score.status.as_str()));
        }
        transitions
    }

    /// The score of a memory with the numbers it is made of.
    pub fn explain(&self, id: &MemoryId, params: &DecayParams, now: Timestamp) -> Option<Score> {
        Some(params.score(&self.get(id)?, now))
    }

    /// Writes the file. Refuses when what was read could not be understood.
    pub fn render(&self, now: Timestamp) -> Result<String, Error> {
        if let Some(reason) = &self.damage {
            return Err(Error::Damaged { file: layout::DECAY_SCORES.to_owned(), reason: reason.clone() });
        }
        let mut root = self.root.clone();
        root.remove("entries");
        root.entry("version").or_insert(json!(1));
        root.insert("last_updated".into(), json!(whole_seconds(now)));
        let mut entries: BTreeMap<&str, Value> =
            self.foreign.iter().map(|(id, value)| (id.as_str(), value.clone())).collect();
        for (id, fields) in &self.entries {
            entries.insert(id, Value::Object(fields.clone()));
        }
        let entries: Map<String, Value> = entries.into_iter().map(|(id, value)| (id.to_owned(), value)).collect();
        root.insert("entries".into(), Value::Object(entries));
        let mut text = serde_json::to_string_pretty(&root).expect("JSON values serialise");
        text.push('\n');
        Ok(text)
    }
}

fn read_entry(id: &str, fields: &Map<String, Value>) -> DecayEntry {
    let float = |key: &str| fields.get(key).and_then(Value::as_f64).filter(|n| n.is_finite());
    let text = |key: &str| fields.get(key).and_then(Value::as_str);
    let store = text("store")
        .and_then(|word| word.parse().ok())
        .or_else(|| id.parse::<MemoryId>().ok().map(|id| id.store()))
        .unwrap_or(Store::Semantic);
    let created = text("created").and_then(read_time);
    let current_score = float("current_score").unwrap_or(1.0);
    DecayEntry {
        store,
        base_relevance: float("base_relevance").unwrap_or(DETECTED),
        created,
        last_accessed: text("last_accessed").and_then(read_time).or(created),
        access_count: float("access_count").map_or(1, |count| count as u32).max(1),
        type_weight: float("type_weight").unwrap_or(store.row().decay_weight),
        current_score,
        status: text("status")
            .and_then(|word| word.trim_start_matches('_').parse().ok())
            // A score says how far a memory has faded, never that something replaced it.
            .filter(|state| *state != State::Superseded)
            .unwrap_or_else(|| DecayParams::default().status(current_score)),
        pinned: match fields.get("pinned") {
            Some(Value::Bool(pinned)) => *pinned,
            Some(Value::String(word)) => matches!(word.as_str(), "yes" | "true"),
            _ => false,
        },
        forgotten: text("forgotten").and_then(read_time),
        archived_text: text("archived_text").map(str::to_owned),
    }
}

fn write_entry(fields: &mut Map<String, Value>, entry: &DecayEntry) {
    let time = |at: Option<Timestamp>| at.map(whole_seconds);
    fields.insert("store".into(), json!(entry.store.as_str()));
    fields.insert("base_relevance".into(), number(entry.base_relevance));
    fields.insert("created".into(), json!(time(entry.created)));
    fields.insert("last_accessed".into(), json!(time(entry.last_accessed)));
    fields.insert("access_count".into(), json!(entry.access_count));
    fields.insert("type_weight".into(), number(entry.type_weight));
    fields.insert("current_score".into(), number(rounded(entry.current_score)));
    fields.insert("status".into(), json!(entry.status.as_str()));
    fields.insert("pinned".into(), json!(entry.pinned));
    match time(entry.forgotten) {
        Some(at) => fields.insert("forgotten".into(), json!(at)),
        None => fields.shift_remove("forgotten"),
    };
    match &entry.archived_text {
        Some(text) => fields.insert("archived_text".into(), json!(text)),
        None => fields.shift_remove("archived_text"),
    };
}

fn number(value: f64) -> Value {
    if value.is_finite() { json!(value) } else { json!(0.0) }
}

fn rounded(score: f64) -> f64 {
    (score * 100.0).round() / 100.0
}

fn whole_seconds(at: Timestamp) -> String {
    Timestamp::from_second(at.as_second()).unwrap_or(at).to_string()
}

/// Reads a time, or a day as its midnight in UTC.
fn read_time(text: &str) -> Option<Timestamp> {
    text.parse().ok().or_else(|| {
        let day: Date = text.parse().ok()?;
        Some(day.to_zoned(TimeZone::UTC).ok()?.timestamp())
    })
}
