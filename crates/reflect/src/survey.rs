//! Phase 1, survey: everything a reflection reads, as values, and where it is worth looking first.
//!
//! Filled by whoever can read a workspace. Episodes are those no decided reflection has read yet,
//! oldest first; what a reflection wrote itself and what was recalled is not among them.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use jiff::Zoned;
use jiff::civil::Date;
use serde::Serialize;
use soulfile_memory::core::{Block, Budget, CoreMemory};
use soulfile_memory::entity::EntityFile;
use soulfile_memory::id::{EntityId, MemoryId};
use soulfile_memory::procedure::Procedure;
use soulfile_memory::proposal::Proposal;
use soulfile_understand::{MessageInput, Reading, Understand};
use soulfile_vocabulary::{Authority, Confidence, EntityType, EntryKind, Scope, Store};

use crate::item::{EntityRef, the_user};
use crate::journal::{Evolution, PastReflection};
use crate::ledger::{Ledger, ReadDay};

/// One unprocessed episode.
#[derive(Debug, Clone)]
pub struct Lived {
    pub id: MemoryId,
    /// Its file.
    pub path: String,
    /// Its first line, counted from 1.
    pub line: usize,
    /// Its bytes in the file, to find the line of a sentence.
    pub raw: String,
    /// What it says, as it stands in the log.
    pub content: String,
    /// What it says that may be new: without what was recalled.
    pub text: String,
    /// When it was.
    pub at: Zoned,
    /// Its type, when it has one.
    pub kind: Option<EntryKind>,
    /// How sure it is.
    pub confidence: Option<Confidence>,
    pub tags: Vec<String>,
    /// How it came in.
    pub source: Option<String>,
    /// Who may see it.
    pub scope: Scope,
    /// How far it is trusted.
    pub trust: Authority,
    /// Its file's ledger entry once this episode counts as read.
    pub read: ReadDay,
    /// Its text, read as of when it was.
    pub reading: Reading,
}

impl Lived {
    /// Says whether it may be evidence: a reflection quotes neither itself nor an attack, and the log of an
    /// exchange or a heartbeat says what went on, not what is so.
    pub fn is_evidence(&self) -> bool {
        let own = |source: &str| source.starts_with("reflection") || ["exchange", "heartbeat"].contains(&source);
        !self.source.as_deref().is_some_and(own) && !self.is_attack()
    }

    /// Says whether it comes from an untrusted source and reads like orders to the assistant.
    pub fn is_attack(&self) -> bool {
        self.trust.is_outside() && self.reading.attack().malicious
    }

    /// The line of some of its words, counted from 1.
    pub fn line_of(&self, words: &str) -> usize {
        let start: String = words.chars().take(24).collect();
        let found = self.raw.lines().position(|line| line.contains(start.trim_end()));
        self.line + found.unwrap_or(0)
    }
}

/// How alive a memory is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Vitals {
    pub store: Store,
    pub score: f64,
    /// How often it was used, its creation included.
    pub uses: u32,
    /// Days since it was used.
    pub unused: i64,
    /// Whether it is pinned.
    pub pinned: bool,
    /// Whether a person had it forgotten.
    pub forgotten: bool,
}

/// Something a person had forgotten.
#[derive(Debug, Clone, PartialEq)]
pub struct ForgottenText {
    /// What it was.
    pub id: MemoryId,
    /// When they did.
    pub on: Date,
    /// What it said.
    pub text: String,
}

/// What can be set.
#[derive(Debug, Clone)]
pub struct SurveySettings {
    /// Output tokens of one cycle.
    pub budget: usize,
    /// Most entries of one store, or of MEMORY.md, that one cycle may take out.
    pub max_loss_share: f64,
    /// Tokens of MEMORY.md and its blocks.
    pub core: Budget,
    /// Below this score a memory is a candidate for archiving.
    pub archive_below: f64,
    /// Below this score a line of Active Context is stale.
    pub stale_below: f64,
    /// Counts tokens.
    pub count: fn(&str) -> usize,
}

/// Everything a reflection reads.
#[derive(Debug, Clone)]
pub struct Survey {
    /// Now, in the user's time zone.
    pub now: Zoned,
    /// Unprocessed episodes, oldest first.
    pub episodes: Vec<Lived>,
    /// Episodes read before that tell several things at once: what is done again and again is seen only over
    /// many of them.
    pub earlier: Vec<Lived>,
    /// MEMORY.md.
    pub core: CoreMemory,
    /// The entities, with their files.
    pub entities: Vec<(String, EntityFile)>,
    pub procedures: Vec<Procedure>,
    /// How alive each memory is, by id.
    pub vitals: HashMap<MemoryId, Vitals>,
    /// What memories that may be archived say: id, path, line, text.
    pub texts: HashMap<MemoryId, (String, usize, String)>,
    /// What a person had forgotten: it comes back only with something said since.
    pub forgotten: Vec<ForgottenText>,
    /// Proposals that wait.
    pub proposals: Vec<Proposal>,
    /// Past reflections, oldest first.
    pub past: Vec<PastReflection>,
    /// evolution.md.
    pub evolution: Evolution,
    /// What was read and rejected before.
    pub ledger: Ledger,
    pub settings: SurveySettings,
    /// What reads statements and compares them.
    pub understand: Arc<dyn Understand>,
}

/// Something worth looking at, and why.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Area {
    /// A tag, an entity, a store.
    pub name: String,
    /// How many memories bear on it.
    pub weight: usize,
}

impl Survey {
    /// Today.
    pub fn today(&self) -> Date {
        self.now.date()
    }

    /// Reads some words of an episode, as of when it was.
    pub fn read(&self, words: &str, episode: &Lived) -> Reading {
        self.understand.message(&MessageInput::new(words).at(&episode.at))
    }

    /// What the unprocessed episodes are about, most frequent first.
    pub fn areas(&self) -> Vec<Area> {
        let mut weights: BTreeMap<String, usize> = BTreeMap::new();
        for tag in self.episodes.iter().flat_map(|episode| &episode.tags) {
            *weights.entry(tag.to_lowercase()).or_default() += 1;
        }
        let mut areas: Vec<Area> = weights.into_iter().map(|(name, weight)| Area { name, weight }).collect();
        areas.sort_by(|a, b| b.weight.cmp(&a.weight).then_with(|| a.name.cmp(&b.name)));
        areas
    }

    /// The names the user goes by.
    pub fn user_names(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for line in self.core.block(Block::Identity) {
            if let Some(name) = line.text.strip_prefix("Name:") {
                names.push(name.trim().trim_end_matches('.').to_lowercase());
            }
        }
        let user = user_ref();
        for (_, file) in self.entities.iter().filter(|(_, file)| file.id().as_str() == user.id) {
            names.extend(file.aliases.iter().map(|alias| alias.text.to_lowercase()));
        }
        names.retain(|name| !name.is_empty() && !name.starts_with('['));
        names
    }
}

/// The user as an entity.
pub fn user_ref() -> EntityRef {
    let (kind, name) = the_user();
    EntityRef { id: EntityId::new(kind, name).to_string(), label: name.to_owned(), new: false }
}

/// The entities of a survey by the names they go by.
#[derive(Debug, Default)]
pub struct Directory {
    names: HashMap<String, Vec<EntityId>>,
    labels: HashMap<EntityId, String>,
    user_names: Vec<String>,
}

impl Directory {
    /// Reads every name once. An entity that was merged leads to the one it became.
    pub fn new(survey: &Survey) -> Directory {
        let mut directory = Directory { user_names: survey.user_names(), ..Directory::default() };
        let became: HashMap<&EntityId, EntityId> =
            survey.entities.iter().filter_map(|(_, file)| Some((file.id(), file.merged_into()?))).collect();
        for (_, file) in &survey.entities {
            let mut id = file.id().clone();
            for _ in 0..8 {
                match became.get(&id) {
                    Some(into) => id = into.clone(),
                    None => break,
                }
            }
            for name in file.names() {
                directory.add(&name, &id);
            }
            if file.merged_into().is_none() {
                directory.labels.insert(file.id().clone(), file.label());
            }
        }
        directory
    }

    fn add(&mut self, name: &str, id: &EntityId) {
        let ids = self.names.entry(name.to_lowercase()).or_default();
        if !ids.contains(id) {
            ids.push(id.clone());
        }
    }

    /// Whether a name is the user's own.
    pub fn is_user(&self, name: &str) -> bool {
        let name = name.to_lowercase();
        name == "user" || name == "the user" || self.user_names.contains(&name)
    }

    /// Whether somebody or something goes by a name.
    pub fn knows(&self, name: &str) -> bool {
        self.names.contains_key(&name.to_lowercase())
    }

    /// The entity a name means: the one that goes by it, else a new one, which from now on does.
    pub fn resolve(&mut self, name: &str, kind: EntityType) -> EntityRef {
        if self.is_user(name) {
            return user_ref();
        }
        let ids = self.names.get(&name.to_lowercase()).map(Vec::as_slice).unwrap_or_default();
        let same_kind: Vec<&EntityId> = ids.iter().filter(|id| id.kind() == Some(kind)).collect();
        // One name that means one thing means it whatever sort of thing it was taken for this time.
        let known = match (same_kind.as_slice(), ids) {
            ([one], _) => Some((*one).clone()),
            ([], [one]) => Some(one.clone()),
            _ => None,
        };
        let new_id = EntityId::new(kind, name);
        let id = known.unwrap_or_else(|| new_id.clone());
        match self.labels.get(&id) {
            Some(label) => EntityRef { id: id.to_string(), label: label.clone(), new: false },
            None => {
                self.add(name, &id);
                EntityRef { id: id.to_string(), label: name.to_owned(), new: true }
            }
        }
    }
}
