//! What goes into the index: files of the workspace and what is known of their entries.
//!
//! These types are the crate's only view of a workspace; nothing here reads a file.

use serde::{Deserialize, Serialize};

/// Which store a file belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[schemars(rename = "RecallStore")]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Store {
    /// `MEMORY.md` and the identity files.
    Core = 0,
    /// Daily logs.
    Episodic = 1,
    /// Entities and relations.
    Graph = 2,
    /// Procedures.
    Procedural = 3,
    /// Pinned memories.
    Vault = 4,
    /// Any other note (`bank/`, `rooms/`, `users/`).
    Note = 5,
}

impl Store {
    /// Tells the store from a workspace path.
    pub fn of(path: &str) -> Self {
        let rest = path.strip_prefix("memory/");
        match rest {
            Some(r) if r.starts_with("graph/") => Self::Graph,
            Some(r) if r.starts_with("procedures/") => Self::Procedural,
            Some(r) if r.starts_with("vault/") => Self::Vault,
            Some(r) if r.starts_with("episodes/") || day_of(r).is_some() => Self::Episodic,
            Some(_) => Self::Note,
            None if path.contains('/') => Self::Note,
            None => Self::Core,
        }
    }

    pub(crate) fn from_code(code: u8) -> Option<Self> {
        [Self::Core, Self::Episodic, Self::Graph, Self::Procedural, Self::Vault, Self::Note]
            .get(usize::from(code))
            .copied()
    }
}

/// How far an entry's source is trusted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, schemars::JsonSchema)]
#[schemars(rename = "RecallTrust")]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum Trust {
    /// Set aside: never an answer unless asked for.
    Quarantined = 0,
    /// From outside: web pages, mail, strangers.
    Untrusted = 1,
    /// From a tool or another agent.
    Tool = 2,
    /// From the agent itself.
    #[default]
    Agent = 3,
    /// From the person.
    User = 4,
}

impl Trust {
    /// Reads the word of a heading or front matter.
    pub fn parse(word: &str) -> Option<Self> {
        Some(match word.trim().to_ascii_lowercase().as_str() {
            "quarantined" | "quarantine" => Self::Quarantined,
            "untrusted" | "external" | "web" | "low" => Self::Untrusted,
            "tool" | "import" | "subagent" | "sub-agent" | "medium" => Self::Tool,
            "agent" | "self" => Self::Agent,
            "user" | "person" | "owner" | "trusted" | "high" => Self::User,
            _ => return None,
        })
    }

    pub(crate) fn from_code(code: u8) -> Option<Self> {
        [Self::Quarantined, Self::Untrusted, Self::Tool, Self::Agent, Self::User].get(usize::from(code)).copied()
    }
}

/// Life-cycle state of an entry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[schemars(rename = "RecallState")]
#[serde(rename_all = "lowercase")]
#[repr(u8)]
pub enum State {
    /// In use.
    #[default]
    Active = 0,
    /// Ranks a little lower.
    Fading = 1,
    /// Found only by name, by date or when asked for.
    Dormant = 2,
    /// Found only when asked for.
    Archived = 3,
    /// Replaced by a newer statement; history only.
    Superseded = 4,
}

impl State {
    pub(crate) fn from_code(code: u8) -> Option<Self> {
        [Self::Active, Self::Fading, Self::Dormant, Self::Archived, Self::Superseded].get(usize::from(code)).copied()
    }
}

/// What is known of an entry beside its text. Absent fields fall back to the heading, then to
/// the file's facts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Facts {
    /// A line (from 1) inside the entry these facts are about; ignored for file facts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Stable id of the entry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// When it happened or was written, seconds since 1970 UTC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<i64>,
    /// `private`, `room:<id>`, `user:<id>` or `shared`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scope: Option<String>,
    /// How far its source is trusted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trust: Option<Trust>,
    /// Life-cycle state.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<State>,
    /// The session it came from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// First moment it was true, seconds since 1970 UTC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub valid_from: Option<i64>,
    /// First moment it was no longer true.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub valid_to: Option<i64>,
    /// Entities it is about, by id; for what is over, the entry it was drawn from; for what took the place of
    /// something, that.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub entities: Vec<String>,
}

/// One Markdown file to index.
#[derive(Clone, Debug, PartialEq)]
pub struct SourceFile {
    /// Path inside the workspace, with forward slashes.
    pub path: String,
    /// The file's text.
    pub text: String,
    /// Its store; [`Store::of`] the path when `None`.
    pub store: Option<Store>,
    /// The caller's stamp of the file (modification time, size), kept beside its hash.
    pub stamp: Option<i64>,
    /// Facts that hold for every entry of the file.
    pub facts: Facts,
    /// Facts of single entries, matched by [`Facts::line`].
    pub entries: Vec<Facts>,
}

impl SourceFile {
    /// A file with nothing known beside its path and text.
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            text: text.into(),
            store: None,
            stamp: None,
            facts: Facts::default(),
            entries: Vec::new(),
        }
    }

    /// Hash of everything that decides what the index holds for this file.
    pub fn hash(&self) -> [u8; 32] {
        let mut hasher = blake3::Hasher::new();
        hasher.update(self.text.as_bytes());
        if self.facts != Facts::default() || !self.entries.is_empty() || self.store.is_some() {
            let known = serde_json::to_vec(&(&self.facts, &self.entries, &self.store))
                .expect("facts hold only strings and numbers");
            hasher.update(&[0]).update(&known);
        }
        *hasher.finalize().as_bytes()
    }
}

/// Says whether a workspace path is indexed: Markdown notes of a person or agent, not memory about
/// memory, not another tool's directories.
pub fn is_indexed(path: &str) -> bool {
    let lower = path.to_ascii_lowercase();
    if !lower.ends_with(".md") || lower == "dreams.md" {
        return false;
    }
    if lower.split('/').any(|part| part.starts_with('.')) {
        return false;
    }
    const FOREIGN: [&str; 7] =
        ["memory/meta/", "memory/dreaming/", "memory/imports/", "skills/", "avatars/", "node_modules/", "canvas/"];
    !FOREIGN.iter().any(|d| lower.starts_with(d))
}

/// Reads the day at the start of a file name: `2026-02-02.md`, `2026-02-02-slug.md`.
pub(crate) fn day_of(path: &str) -> Option<jiff::civil::Date> {
    let name = path.rsplit('/').next()?;
    name.get(..10)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stores_follow_the_path() {
        assert_eq!(Store::of("MEMORY.md"), Store::Core);
        assert_eq!(Store::of("memory/2026-02-02.md"), Store::Episodic);
        assert_eq!(Store::of("memory/episodes/2026/2026-02-02.md"), Store::Episodic);
        assert_eq!(Store::of("memory/graph/entities/person--alex.md"), Store::Graph);
        assert_eq!(Store::of("bank/world.md"), Store::Note);
    }

    #[test]
    fn memory_about_memory_and_foreign_directories_are_left_out() {
        for path in [
            "memory/meta/audit-archive.md",
            ".openclaw/x.md",
            "memory/.dreams/x.md",
            "skills/a/SKILL.md",
            "a.txt",
            "DREAMS.md",
        ] {
            assert!(!is_indexed(path), "{path}");
        }
        for path in ["MEMORY.md", "memory/2026-02-02-trip.md", "bank/x/y.md"] {
            assert!(is_indexed(path), "{path}");
        }
    }

    #[test]
    fn hash_follows_text_and_facts() {
        let mut file = SourceFile::new("a.md", "x");
        let first = file.hash();
        file.facts.state = Some(State::Fading);
        assert_ne!(first, file.hash());
    }
}
