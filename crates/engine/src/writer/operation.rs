//! [`Operation`]: every change of a memory that any verb can ask for.
//!
//! A verb decides what to change and for whom; it says so in these types and nothing else. How the files change is
//! the writer's. A [`Step`] is an operation with where it comes from.

#![allow(missing_docs, reason = "a doc comment that repeats the field's name says nothing")]

use jiff::civil::{Date, Time};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};
use soulfile_memory::core::Block;
use soulfile_memory::episode::StatementLink;
use soulfile_memory::id::{CoreId, Day, EntityId, FactId, MemoryId};
use soulfile_memory::provenance::Provenance;
use soulfile_vocabulary::{Authority, Confidence, EntityType, EntryKind, Relation, Scope, Store};

/// One change of the stores.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Operation {
    /// Appends an episode to a day's log.
    Remember {
        #[serde(serialize_with = "as_text")]
        #[schemars(with = "String")]
        day: Day,
        time: Time,
        kind: EntryKind,
        confidence: Confidence,
        tags: Vec<String>,
        content: String,
        #[serde(skip)]
        links: Vec<StatementLink>,
    },
    /// Makes an entity known, unless it is already.
    AddEntity { entity: NamedEntity },
    /// Adds a fact to an entity; what is known already is only confirmed.
    AddFact {
        entity: NamedEntity,
        text: String,
        since: Option<Date>,
        confidence: Option<Confidence>,
        standing: Standing,
    },
    /// Adds a fact in place of others, which stay readable as past ones.
    Supersede {
        entity: NamedEntity,
        text: String,
        since: Option<Date>,
        confidence: Option<Confidence>,
        replaces: Vec<FactRef>,
    },
    /// Ends facts that nothing replaces.
    EndFacts { facts: Vec<FactRef>, since: Option<Date> },
    /// Marks two current facts that cannot both be true.
    FlagContradiction { entity: NamedEntity, older: FactRef, newer: String },
    /// Adds an edge between two entities.
    Relate {
        from: NamedEntity,
        relation: Relation,
        to: NamedEntity,
        since: Option<Date>,
        confidence: Option<Confidence>,
    },
    /// Merges one entity into another.
    MergeEntities {
        #[serde(serialize_with = "as_text")]
        #[schemars(with = "String")]
        absorbed: EntityId,
        #[serde(serialize_with = "as_text")]
        #[schemars(with = "String")]
        into: EntityId,
    },
    /// Splits an entity off the one it was merged into.
    SplitEntity {
        #[serde(serialize_with = "as_text")]
        #[schemars(with = "String")]
        entity: EntityId,
        #[serde(serialize_with = "as_text")]
        #[schemars(with = "String")]
        from: EntityId,
    },
    /// Writes a procedure, or adds steps to the one of that name.
    AddProcedure {
        name: String,
        trigger: String,
        steps: Vec<String>,
        /// What the memory says as a whole.
        summary: String,
    },
    /// Adds a line to MEMORY.md. A person's update takes the place of the lines it contradicts.
    AddCoreLine {
        #[serde(serialize_with = "as_text")]
        #[schemars(with = "String")]
        block: Block,
        text: String,
        confidence: Option<Confidence>,
        standing: Standing,
        when_full: WhenCoreFull,
    },
    /// Replaces the lines of MEMORY.md that the text contradicts; nothing where it contradicts none.
    CorrectCore {
        #[serde(serialize_with = "as_text")]
        #[schemars(with = "String")]
        block: Block,
        text: String,
        confidence: Option<Confidence>,
        when_full: WhenCoreFull,
    },
    /// Rewords a line of MEMORY.md; what it said becomes a past fact of the user.
    ReplaceCoreLine {
        #[serde(serialize_with = "as_text")]
        #[schemars(with = "String")]
        line: CoreId,
        text: String,
        since: Option<Date>,
        confidence: Option<Confidence>,
    },
    /// Moves a line of MEMORY.md to the facts of the user: a past fact where `ended` is given.
    DemoteCoreLine {
        #[serde(serialize_with = "as_text")]
        #[schemars(with = "String")]
        line: CoreId,
        text: String,
        ended: Option<Date>,
    },
    /// Writes a memory with a title on a page of a store, such as the vault.
    AddPage { store: Store, title: String, content: String },
    /// Keeps a memory from fading.
    Pin { id: MemoryId },
    /// Lets a pinned memory fade again.
    Unpin { id: MemoryId },
    /// Takes memories out of search, graph and core memory; their files stay.
    Archive { ids: Vec<MemoryId> },
    /// Brings archived memories back.
    Restore { ids: Vec<MemoryId> },
    /// Takes a decided proposal out of its file; refused when it is not what was reviewed.
    CloseProposal { number: u32, review: String },
    /// Writes down an insight in evolution.md.
    NoteInsight {
        reflection: u32,
        text: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        milestone: Option<u32>,
        #[serde(skip_serializing_if = "Vec::is_empty")]
        threads: Vec<String>,
    },
}

/// An operation, where it comes from, who may see what it writes and how far that is trusted.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Step {
    #[serde(flatten)]
    pub operation: Operation,
    pub source: Source,
    pub scope: Scope,
    pub trust: Authority,
    /// Whether a person approved exactly this.
    pub approved: bool,
    /// The item of the reflection it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub item: Option<u32>,
}

impl Step {
    /// A person's own act, through a surface of theirs.
    pub(crate) fn by_person(operation: Operation) -> Self {
        Self {
            operation,
            source: Source::Named(Vec::new()),
            scope: Scope::default(),
            trust: Authority::Owner,
            approved: true,
            item: None,
        }
    }
}

/// What a memory was drawn from.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// The episode that the last [`Operation::Remember`] before this step writes.
    Episode,
    /// Memories by id, or words such as `user-explicit`; the first one is written beside a fact.
    Named(Vec<String>),
}

impl Source {
    pub(crate) fn named(source: impl Into<String>) -> Self {
        Self::Named(vec![source.into()])
    }
}

/// How a new statement relates to what is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// Said once more or for the first time: where it contradicts something, both are kept and flagged.
    Claim,
    /// Says that something changed: a person's own word takes the place of what it contradicts.
    Update,
    /// Held against what is known before, and approved: what it replaces was named there.
    Reviewed,
}

/// What to do when a line does not fit into MEMORY.md.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WhenCoreFull {
    /// Refuse the whole change.
    Refuse,
    /// Leave the line out, and say so.
    LeaveOut,
    /// Move the least relevant lines to the facts of the user.
    Prune,
}

/// An entity by id and name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct NamedEntity {
    #[serde(serialize_with = "as_text")]
    #[schemars(with = "String")]
    pub id: EntityId,
    pub name: String,
    /// Only named along with something else: used where it is known, and never created.
    pub in_passing: bool,
}

impl NamedEntity {
    pub(crate) fn new(kind: EntityType, name: &str) -> Self {
        Self { id: EntityId::new(kind, name), name: name.to_owned(), in_passing: false }
    }

    /// The entity that stands for the user.
    pub(crate) fn user() -> Self {
        Self::new(EntityType::Person, "User")
    }
}

/// A fact by its entity and its id or, where it was written by an earlier step, by its words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FactRef {
    #[serde(serialize_with = "as_text")]
    #[schemars(with = "String")]
    pub entity: EntityId,
    #[serde(serialize_with = "optional_text", skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub fact: Option<FactId>,
    pub text: String,
}

impl Step {
    /// The authority it acts with: that of its words, or of the owner's approval where there is one.
    pub(super) fn weight(&self, from: &Provenance) -> Authority {
        if self.approved { from.trust.max(Authority::Approved) } else { from.trust }
    }
}

impl Operation {
    /// What an authority may not make of a statement without a person's approval; `None` where it may.
    pub(super) fn right_missing(&self, authority: Authority) -> Option<&'static str> {
        let rights = authority.rights();
        match self {
            Self::AddEntity { .. }
            | Self::AddFact { .. }
            | Self::Supersede { .. }
            | Self::EndFacts { .. }
            | Self::FlagContradiction { .. }
            | Self::Relate { .. }
                if !rights.entity_fact =>
            {
                Some("a fact")
            }
            Self::AddProcedure { .. } if !rights.procedure => Some("a procedure"),
            Self::AddCoreLine { .. } | Self::CorrectCore { .. } | Self::ReplaceCoreLine { .. } if !rights.core_line => {
                Some("a line of MEMORY.md")
            }
            _ => None,
        }
    }

    /// The texts it would store, to be checked before anything is written.
    pub(super) fn texts(&self) -> Vec<&str> {
        match self {
            Self::Remember { content, .. } => vec![content],
            Self::AddFact { text, .. }
            | Self::Supersede { text, .. }
            | Self::AddCoreLine { text, .. }
            | Self::CorrectCore { text, .. }
            | Self::ReplaceCoreLine { text, .. }
            | Self::NoteInsight { text, .. } => vec![text],
            Self::AddProcedure { trigger, steps, .. } => {
                std::iter::once(trigger).chain(steps).map(String::as_str).collect()
            }
            Self::AddPage { title, content, .. } => vec![title, content],
            Self::AddEntity { entity } => vec![&entity.name],
            Self::EndFacts { .. }
            | Self::FlagContradiction { .. }
            | Self::Relate { .. }
            | Self::MergeEntities { .. }
            | Self::SplitEntity { .. }
            | Self::DemoteCoreLine { .. }
            | Self::Pin { .. }
            | Self::Unpin { .. }
            | Self::Archive { .. }
            | Self::Restore { .. }
            | Self::CloseProposal { .. } => Vec::new(),
        }
    }
}

fn as_text<S: Serializer>(value: &impl std::fmt::Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

fn optional_text<S: Serializer>(value: &Option<FactId>, serializer: S) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => serializer.collect_str(value),
        None => serializer.serialize_none(),
    }
}
