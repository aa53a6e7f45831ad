//! [`Item`]: one thing a reflection proposes, and [`Reflection`], all of them.
//!
//! An item says what to change ([`Op`]), what it rests on ([`Evidence`]), and what must still hold when
//! it is applied ([`EvidenceBinding`]).

use std::fmt;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use soulfile_memory::fingerprint::{fingerprint, short_hash};
use soulfile_memory::id::MemoryId;
use soulfile_understand::{BuiltIn, Understand};
use soulfile_vocabulary::{Authority, Confidence, EntityType, Relation, Scope, Store};

/// What kind of thing an item is; also its section in the summary.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ItemKind {
    /// Something learned about an entity.
    Fact,
    /// How something is usually done.
    Procedure,
    /// An edge between two entities.
    Connection,
    /// Two entities that may be one.
    Merge,
    /// A memory nobody has needed for long.
    Archive,
    /// Two statements that cannot both be true.
    Contradiction,
    /// A line of MEMORY.md: new, other words, or out.
    Core,
    /// What a sub-agent proposed.
    Proposal,
    /// Something seen over several reflections.
    Insight,
}

impl ItemKind {
    /// Every kind, in the order of the summary.
    pub const ALL: [ItemKind; 9] = [
        ItemKind::Fact,
        ItemKind::Procedure,
        ItemKind::Connection,
        ItemKind::Merge,
        ItemKind::Archive,
        ItemKind::Contradiction,
        ItemKind::Core,
        ItemKind::Proposal,
        ItemKind::Insight,
    ];

    /// The word used in files and on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            ItemKind::Fact => "fact",
            ItemKind::Procedure => "procedure",
            ItemKind::Connection => "connection",
            ItemKind::Merge => "merge",
            ItemKind::Archive => "archive",
            ItemKind::Contradiction => "contradiction",
            ItemKind::Core => "core",
            ItemKind::Proposal => "proposal",
            ItemKind::Insight => "insight",
        }
    }
}

impl fmt::Display for ItemKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// The words an item rests on, and where they stand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Evidence {
    /// The memory.
    pub id: String,
    /// Its file.
    pub path: String,
    /// The line, counted from 1.
    pub line: usize,
    /// The words.
    pub words: String,
    /// How far it is trusted.
    pub trust: Authority,
}

/// A memory an item rests on, and the hash of what it said when the item was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EvidenceBinding {
    /// The memory.
    pub id: String,
    /// The SHA-256 of its text.
    pub sha256: String,
}

impl EvidenceBinding {
    /// Binds to what a memory says now.
    pub fn of(id: &MemoryId, text: &str) -> EvidenceBinding {
        EvidenceBinding { id: id.to_string(), sha256: fingerprint(text.as_bytes()) }
    }
}

/// An entity an item is about; made when it is not there yet.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
pub struct EntityRef {
    /// Its id, such as `person--ana`.
    pub id: String,
    /// What to call it.
    pub label: String,
    /// Whether it was not known when the item was made.
    #[serde(default)]
    pub new: bool,
}

/// A fact that another replaces.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Replaced {
    /// The entity it belongs to.
    pub entity: String,
    /// The fact, or empty when it is an earlier item of the same reflection.
    pub fact: String,
    /// What it says.
    pub text: String,
}

/// One side of a contradiction.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Side {
    /// The memory that says it: a fact, a line of MEMORY.md, an episode.
    pub id: String,
    /// What it says.
    pub text: String,
    /// Since when.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<Date>,
    /// How far it is trusted.
    pub trust: Authority,
}

/// Which side of a contradiction holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Keep {
    /// Nobody has decided: both stay, linked, with low confidence.
    #[default]
    Both,
    /// The newer one replaces the older.
    Newer,
    /// The older one stays, the newer is not stored.
    Older,
}

impl Keep {
    /// Reads the word a person writes.
    pub fn from_word(word: &str) -> Option<Keep> {
        match word.trim().to_lowercase().as_str() {
            "both" => Some(Keep::Both),
            "newer" | "new" => Some(Keep::Newer),
            "older" | "old" => Some(Keep::Older),
            _ => None,
        }
    }

    /// The word in the summary.
    pub fn as_str(self) -> &'static str {
        match self {
            Keep::Both => "both",
            Keep::Newer => "newer",
            Keep::Older => "older",
        }
    }
}

/// What an approved item does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Op {
    /// Adds a fact to an entity, in place of those it replaces.
    AddFact {
        /// The entity.
        entity: EntityRef,
        /// What it says.
        text: String,
        /// From when it holds.
        since: Option<Date>,
        /// How sure it is.
        confidence: Confidence,
        /// Facts it replaces.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        replaces: Vec<Replaced>,
        /// Entities it names, found from either side afterwards.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        links: Vec<EntityRef>,
    },
    /// Adds an edge.
    Connect {
        /// Where it starts.
        from: EntityRef,
        /// What it says.
        relation: Relation,
        /// Where it ends.
        to: EntityRef,
        /// From when.
        since: Option<Date>,
        /// How sure it is.
        confidence: Confidence,
    },
    /// Settles, or marks, two statements at odds.
    Settle {
        /// The entity both are about.
        entity: EntityRef,
        /// What was known.
        older: Side,
        /// What was said since.
        newer: Side,
        /// Which holds.
        keep: Keep,
        /// What else the newer one takes the place of, when it holds.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        also: Vec<Replaced>,
    },
    /// Merges one entity into another.
    Merge {
        /// The one that is absorbed.
        absorbed: EntityRef,
        /// The one that stays.
        into: EntityRef,
        /// Why they may be one.
        why: String,
    },
    /// Writes a procedure, or adds to the one that is there.
    Learn {
        /// The stem of its file.
        name: String,
        /// When it applies.
        trigger: String,
        /// What to do, in order.
        steps: Vec<String>,
    },
    /// Archives a memory: out of search, its file kept.
    Archive {
        /// The memory.
        id: String,
        /// What it says.
        text: String,
        /// Its score, in hundredths.
        score: u32,
        /// Days since it was used.
        unused: i64,
    },
    /// Adds a line to MEMORY.md.
    CoreAdd {
        /// The block, by its short name.
        block: String,
        /// What the line says.
        text: String,
    },
    /// Replaces a line of MEMORY.md; the old one becomes a past fact of the user.
    CoreReplace {
        /// The line.
        id: String,
        /// Its block, by its short name.
        block: String,
        /// What it said.
        old: String,
        /// What it says now.
        text: String,
        /// From when.
        since: Option<Date>,
    },
    /// Takes a line out of MEMORY.md and keeps it as a fact.
    CoreDemote {
        /// The line.
        id: String,
        /// Its block, by its short name.
        block: String,
        /// What it says.
        text: String,
        /// Why it is stale.
        why: String,
        /// Since when it no longer holds, where something newer says so: the fact it becomes is a past one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ended: Option<Date>,
    },
    /// Stores a proposal, or carries out the merge it asks for.
    Accept {
        /// The proposal's number.
        number: u32,
        /// Who made it.
        from: String,
        /// What it says.
        text: String,
        /// Where it goes.
        store: Store,
        /// The hash of what is decided on.
        review: String,
    },
    /// Writes down an insight in evolution.md.
    Note {
        /// What was seen.
        text: String,
        /// The milestone it belongs to, if any.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        milestone: Option<u32>,
        /// Threads to keep open, for a milestone that consolidates them.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        threads: Vec<String>,
    },
}

/// One thing a reflection proposes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Item {
    /// Its number in the summary, from 1.
    pub number: u32,
    /// What it is.
    pub kind: ItemKind,
    /// Names the same proposal in every reflection, so that a rejection is remembered.
    pub key: String,
    /// What it does.
    pub op: Op,
    /// What it rests on.
    pub evidence: Vec<Evidence>,
    /// What must still hold when it is applied.
    pub grounds: Vec<EvidenceBinding>,
    /// How far it is trusted: as little as the least of its evidence.
    pub trust: Authority,
    /// Who may see it: only who may see all of its evidence.
    #[serde(with = "scope_word")]
    pub scope: Scope,
}

mod scope_word {
    //! A scope as the word used in files.

    use serde::{Deserialize, Deserializer, Serializer, de};
    use soulfile_vocabulary::Scope;

    pub fn serialize<S: Serializer>(scope: &Scope, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(scope)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Scope, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

impl Item {
    /// The name of the same proposal in any reflection: its kind, its target and its words, without case,
    /// punctuation and white space.
    pub fn key_of(kind: ItemKind, target: &str, words: &str) -> String {
        let plain: String = words
            .to_lowercase()
            .chars()
            .map(|c| if c.is_alphanumeric() { c } else { ' ' })
            .collect::<String>()
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        format!("{kind}:{}", short_hash(&format!("{target}\n{plain}")))
    }

    /// Why it must be looked at by itself: a proposal from outside that reads like orders to the assistant. Asked
    /// of the words each time, so that no file can say otherwise.
    pub fn careful(&self) -> Option<String> {
        let Op::Accept { text, .. } = &self.op else { return None };
        // By the rules, whatever else reads here: what a person is shown must not depend on who drafted it.
        let read = BuiltIn.statement(text);
        let verdict = read.attack();
        let kind = verdict.kind.unwrap_or("instructions");
        (verdict.malicious && self.trust.is_outside())
            .then(|| format!("text from a source trusted as \"{}\" reads like an attack ({kind})", self.trust))
    }
}

/// A drafted reflection: everything a person decides on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Reflection {
    /// Its id, `r-005`.
    pub id: String,
    /// Its number.
    pub number: u32,
    /// The day it was drafted.
    pub date: Date,
    /// Which engine drafted it.
    pub engine: String,
    /// What set it off.
    pub trigger: String,
    /// What it proposes.
    pub items: Vec<Item>,
    /// What it asks.
    pub questions: Vec<String>,
    /// What it saw over past reflections, in sentences; kept when an insight is approved.
    pub themes: Vec<String>,
    /// MEMORY.md's changes as a diff, for reading.
    pub core_diff: String,
    /// What it took, and what was left.
    pub counts: Counts,
    /// What was read, so that it is not read again: days with how many entries and their hash.
    pub days: std::collections::BTreeMap<String, crate::ledger::ReadDay>,
    /// Memories seen again; used when anything is approved.
    pub confirmed: Vec<String>,
    /// When the next one is due, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
}

/// The figures of a reflection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Counts {
    /// Tokens of the output.
    pub tokens: usize,
    /// Tokens it may have.
    pub budget: usize,
    /// Episodes read.
    pub episodes: usize,
    /// Episodes that did not fit and wait for the next reflection.
    pub left: usize,
    /// Entities looked at.
    pub entities: usize,
    /// Procedures looked at.
    pub procedures: usize,
    /// Past reflections reviewed.
    pub reflections: usize,
}

impl Reflection {
    /// The item with this number.
    pub fn item(&self, number: u32) -> Option<&Item> {
        self.items.iter().find(|item| item.number == number)
    }
}

/// The entity that stands for the user.
pub fn the_user() -> (EntityType, &'static str) {
    (EntityType::Person, "User")
}
