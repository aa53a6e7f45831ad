//! Typed memory ids: the names under which every memory is scored, cited, forgotten and restored.
//!
//! Owns their spelling. An id is parsed once at the edge; a spelling that is nearly right is
//! answered with the one that was probably meant.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
pub use soulfile_vocabulary::day_file::{Day, safe_name};
use soulfile_vocabulary::{EntityType, Store, layout};

use crate::core::Block;

mod parse;

/// The name of one memory.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MemoryId {
    /// A line of MEMORY.md: `core:identity:1a2b3c4d`.
    Core(CoreId),
    /// An episode: `episode:2026-02-02:14:30`.
    Episode(EpisodeId),
    /// An entity: `entity:person--alex`.
    Entity(EntityId),
    /// A fact of an entity: `entity:person--alex#f3`.
    Fact(EntityId, FactId),
    /// A page of a store, or one entry of it: `procedure:how-to-deploy`, `vault:notes#1a2b3c4d`.
    Page(PageId),
    /// A page of the bank: `bank:people/alex`.
    Bank(String),
}

impl MemoryId {
    /// The store the memory lives in. Bank pages count as semantic.
    pub fn store(&self) -> Store {
        match self {
            MemoryId::Core(_) => Store::Core,
            MemoryId::Episode(_) => Store::Episodic,
            MemoryId::Entity(_) | MemoryId::Fact(..) | MemoryId::Bank(_) => Store::Semantic,
            MemoryId::Page(id) => id.store,
        }
    }

    /// The file the id leads to: `None` for an episode, whose day may be in either layout. An entity of a large graph may be in
    /// a folder of its own instead.
    pub fn page(&self) -> Option<String> {
        match self {
            MemoryId::Core(_) => Some(layout::CORE.to_owned()),
            MemoryId::Episode(_) => None,
            MemoryId::Entity(id) | MemoryId::Fact(id, _) => Some(layout::page(layout::ENTITIES_DIR, id)),
            MemoryId::Page(id) => id.store.page(&id.name),
            MemoryId::Bank(page) => Some(layout::page(layout::BANK_DIR, page)),
        }
    }
}

/// A page of a store whose files are pages, or one entry of it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PageId {
    pub store: Store,
    /// The stem of its file.
    pub name: String,
    /// Eight hexadecimal digits of the hash of the entry's title; `None` for the page itself.
    pub entry: Option<String>,
}

impl PageId {
    /// Names a page.
    pub fn whole(store: Store, name: impl Into<String>) -> Self {
        PageId { store, name: name.into(), entry: None }
    }

    /// Names the entry of a page that has this title.
    pub fn entry(store: Store, name: impl Into<String>, title: &str) -> Self {
        PageId { store, name: name.into(), entry: Some(crate::fingerprint::short_hash(title)) }
    }
}

/// A line of MEMORY.md, named by its block and its text.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CoreId {
    /// The block; `None` under a heading that is none of the four.
    pub block: Option<Block>,
    /// Eight hexadecimal digits of the hash of the text.
    pub hash: String,
}

/// An episode, named by its day file and minute.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EpisodeId {
    /// The file it is in.
    pub day: Day,
    /// Which of its entries.
    pub at: EpisodeAt,
}

impl EpisodeId {
    /// Whether this was certainly written down after another: on a later day, at a later minute, or further down
    /// the same minute of the same file.
    pub fn is_after(&self, other: &EpisodeId) -> bool {
        let minute = |at: &EpisodeAt| match at {
            EpisodeAt::Minute { hour, minute, ordinal } => Some((*hour, *minute, *ordinal)),
            EpisodeAt::Note { .. } => None,
        };
        if self.day.date != other.day.date {
            return self.day.date > other.day.date;
        }
        match (minute(&self.at), minute(&other.at)) {
            (Some(this), Some(that)) if self.day == other.day => this > that,
            (Some((hour, minute, _)), Some(that)) => (hour, minute) > (that.0, that.1),
            _ => false,
        }
    }
}

/// Which entry of a day file.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum EpisodeAt {
    /// The `ordinal`th entry of that minute, counted from 1.
    Minute {
        hour: u8,
        minute: u8,
        /// 1 for the first.
        ordinal: u32,
    },
    /// An entry without a time, named by its text.
    Note {
        /// Eight hexadecimal digits of the hash of the text.
        hash: String,
        /// 1 for the first.
        ordinal: u32,
    },
}

/// An entity: the name of its file, `person--alex`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EntityId(String);

impl EntityId {
    /// Names the entity of this type called `name`.
    pub fn new(kind: EntityType, name: &str) -> EntityId {
        EntityId(format!("{kind}--{}", crate::entity::slug(name)))
    }

    /// The whole id.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What stands before the `--`, when there is one.
    pub fn type_name(&self) -> Option<&str> {
        self.0.split_once("--").map(|(kind, _)| kind)
    }

    /// The type, when it is one of the vocabulary.
    pub fn kind(&self) -> Option<EntityType> {
        self.type_name()?.parse().ok()
    }

    /// What stands after the `--`.
    pub fn slug(&self) -> &str {
        self.0.split_once("--").map_or(&self.0, |(_, slug)| slug)
    }
}

impl FromStr for EntityId {
    type Err = ParseIdError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if !safe_name(text) {
            let slug = match text.split_once("--") {
                Some((kind, rest)) if !kind.is_empty() => {
                    format!("{}--{}", crate::entity::slug(kind), crate::entity::slug(rest))
                }
                _ => crate::entity::slug(text),
            };
            return Err(ParseIdError::new(text, "not a safe file name", Some(slug)));
        }
        Ok(EntityId(text.to_owned()))
    }
}

/// A fact of an entity: `f3`, or `x1a2b3c4d` for one written by hand without an id.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FactId(String);

impl FactId {
    /// The fact numbered `number`.
    pub fn numbered(number: u32) -> FactId {
        FactId(format!("f{number}"))
    }

    /// The name of a fact that carries no id.
    pub fn of_text(text: &str) -> FactId {
        FactId(format!("x{}", crate::fingerprint::short_hash(text)))
    }

    /// The number of a numbered fact.
    pub fn number(&self) -> Option<u32> {
        self.0.strip_prefix('f')?.parse().ok()
    }

    /// The whole id.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for FactId {
    type Err = ParseIdError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let right = !text.is_empty()
            && text.len() <= 32
            && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
        if right { Ok(FactId(text.to_owned())) } else { Err(ParseIdError::new(text, "a fact is named like f3", None)) }
    }
}

/// An id that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParseIdError {
    /// What was given.
    pub input: String,
    /// What is wrong with it.
    pub reason: String,
    /// What was probably meant.
    pub suggestion: Option<String>,
}

impl ParseIdError {
    pub(crate) fn new(input: &str, reason: impl Into<String>, suggestion: Option<String>) -> Self {
        ParseIdError { input: input.to_owned(), reason: reason.into(), suggestion }
    }
}

impl fmt::Display for ParseIdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\" is not a memory id: {}", self.input, self.reason)?;
        match &self.suggestion {
            Some(meant) => write!(f, "; did you mean \"{meant}\"?"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for ParseIdError {}

impl fmt::Display for MemoryId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MemoryId::Core(id) => id.fmt(f),
            MemoryId::Episode(id) => id.fmt(f),
            MemoryId::Entity(id) => write!(f, "entity:{id}"),
            MemoryId::Fact(id, fact) => write!(f, "entity:{id}#{fact}"),
            MemoryId::Page(id) => id.fmt(f),
            MemoryId::Bank(page) => write!(f, "bank:{page}"),
        }
    }
}

impl fmt::Display for PageId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.store.row().id_word.unwrap_or_else(|| self.store.as_str()), self.name)?;
        self.entry.iter().try_for_each(|entry| write!(f, "#{entry}"))
    }
}

impl fmt::Display for CoreId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let block = self.block.map_or("other", Block::key);
        write!(f, "core:{block}:{}", self.hash)
    }
}

impl fmt::Display for EpisodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "episode:{}:", self.day)?;
        let ordinal = match &self.at {
            EpisodeAt::Minute { hour, minute, ordinal } => {
                write!(f, "{hour:02}:{minute:02}")?;
                ordinal
            }
            EpisodeAt::Note { hash, ordinal } => {
                write!(f, "note-{hash}")?;
                ordinal
            }
        };
        if *ordinal > 1 {
            write!(f, "-{ordinal}")?;
        }
        Ok(())
    }
}

impl fmt::Display for EntityId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Display for FactId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl Serialize for MemoryId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl schemars::JsonSchema for MemoryId {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "MemoryId".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string",
            "description": "A memory's id, such as episode:2026-02-02:14:30, entity:person--ana#f1 or core:identity:1f0c9a",
            "pattern": format!("^({}):.", parse::kinds().collect::<Vec<_>>().join("|"))
        })
    }
}

impl<'de> Deserialize<'de> for MemoryId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_prints_what_it_parsed() {
        for text in [
            "core:identity:1a2b3c4d",
            "core:other:1a2b3c4d",
            "episode:2026-02-02:14:30",
            "episode:2026-02-02:14:30-2",
            "episode:2026-02-02-standup:09:05",
            "episode:2026-02-02:note-1a2b3c4d",
            "episode:2026-02-02:note-1a2b3c4d-3",
            "entity:person--alex",
            "entity:person--李明",
            "entity:person--alex#f3",
            "procedure:how-to-deploy",
            "vault:hints",
            "vault:hints#1a2b3c4d",
            "bank:people/alex",
        ] {
            let id: MemoryId = text.parse().unwrap();
            assert_eq!(id.to_string(), text);
            let json = serde_json::to_string(&id).unwrap();
            assert_eq!(serde_json::from_str::<MemoryId>(&json).unwrap(), id);
        }
    }

    #[test]
    fn wrong_ids_say_what_was_meant() {
        let meant = |text: &str| text.parse::<MemoryId>().unwrap_err().suggestion;
        assert_eq!(meant("episodes:2026-02-02:14:30").as_deref(), Some("episode:2026-02-02:14:30"));
        assert_eq!(meant("2026-02-02:14:30").as_deref(), Some("episode:2026-02-02:14:30"));
        assert_eq!(meant("person--alex").as_deref(), Some("entity:person--alex"));
        assert_eq!(meant("core:identitty:1a2b3c4d").as_deref(), Some("core:identity:1a2b3c4d"));
        assert_eq!(meant("entity:person--../../x").as_deref(), Some("entity:person--x"));
        for wrong in ["", "x", "episode:2026-02-30:14:30", "episode:2026-02-02:25:00", "bank:../x", "vault:a/b"] {
            assert!(wrong.parse::<MemoryId>().is_err(), "{wrong}");
        }
    }
}
