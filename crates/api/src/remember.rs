//! What is to be remembered, and proof of it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use soulfile_memory::id::MemoryId;
use soulfile_vocabulary::{Authority, EntryKind, Scope, Store};
use soulfile_workspace::Receipt;

use crate::SaidAt;

/// What was remembered.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Remembered {
    /// Proof of the write.
    pub receipt: Receipt,
    /// Every entry that was written, or found to be there already.
    pub entries: Vec<RememberedEntry>,
    /// Proposals that wait for a person: quarantined text, entities that may be one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub proposals: Vec<u32>,
    /// What a person should know.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

/// One entry.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct RememberedEntry {
    /// Its id.
    pub id: MemoryId,
    /// Its store.
    pub store: Store,
    /// Its file.
    pub path: String,
    /// Its lines, counted from 1, both included.
    pub lines: (usize, usize),
    /// What it says.
    pub summary: String,
    /// Whether it was written now; otherwise it was there already.
    pub new: bool,
}

/// What `memory_write` is asked.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct WriteRequest {
    /// What to remember, as one or more plain sentences.
    #[schemars(length(min = 1))]
    pub content: String,
    /// What kind of memory it is; found out from the words when not given.
    #[serde(default)]
    pub category: Option<EntryKind>,
    /// Words to find it by.
    #[serde(default)]
    pub tags: Vec<String>,
    /// Where the words came from, when not from you: the result of a tool, a web page, an import.
    #[serde(default)]
    #[schemars(with = "Option<ClaimableTrust>")]
    pub trust: Option<Authority>,
    /// When it was said or happened, where that is not now: `2026-02-14` or `2026-02-14T18:30`, in the user's time.
    #[serde(default)]
    pub date: Option<SaidAt>,
}

/// What `memory_write` answers: proof of what was stored, or why it only waits.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WriteResult {
    /// Whether it is stored now. If not, `proposals` or `remark` says what became of it.
    pub saved: bool,
    /// The entries that hold it.
    pub entries: Vec<WrittenEntry>,
    /// Proof of the write; `soul audit verify` confirms it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub receipt: Option<WriteReceipt>,
    /// Numbers of proposals that wait for a person.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub proposals: Vec<u32>,
    /// What became of it, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remark: Option<String>,
    /// What the user should be told.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}

/// One entry that holds what was written.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WrittenEntry {
    /// Its id.
    pub id: String,
    /// The store it is kept in.
    pub store: String,
    /// The file.
    pub path: String,
    /// First line.
    pub start_line: usize,
    /// Last line.
    pub end_line: usize,
    /// Whether it was written now; otherwise it was there already.
    pub new: bool,
}

/// Proof of a write.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct WriteReceipt {
    /// The mutation's id.
    pub id: String,
    /// The commit that holds it.
    pub commit: String,
}

#[derive(JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(dead_code, reason = "describes Authority, as far as an agent may claim it, in the schema")]
pub(crate) enum ClaimableTrust {
    Agent,
    Tool,
    Web,
    Import,
}

/// Something to remember.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewMemory {
    /// What was said.
    #[schemars(length(min = 1))]
    pub text: String,
    /// Where it goes; decided from the text when not given.
    pub store: Option<Store>,
    /// What it is; decided from the text when not given.
    #[serde(rename = "type")]
    pub kind: Option<EntryKind>,
    /// More tags.
    #[serde(default)]
    pub tags: Vec<String>,
    /// Who may see it, for a person to choose. An agent's memory belongs to its session.
    pub scope: Option<Scope>,
    /// When it was said, where that is not now: `2026-02-14` or `2026-02-14T18:30`, in the user's time.
    pub date: Option<SaidAt>,
    /// Where it came from: a name, or tool, web, import or subagent, which are not taken at their word.
    pub source: Option<String>,
    /// Keep it in the vault, where nothing fades; an agent's wish becomes a proposal.
    #[serde(default)]
    pub pin: bool,
    /// When MEMORY.md is full, move its least relevant lines to the semantic store.
    #[serde(default)]
    pub prune: bool,
    /// A person's word that a credential is to be stored all the same.
    #[serde(default)]
    pub allow_secret: bool,
    /// The session it belongs to, for undoing a session.
    pub session_id: Option<String>,
}

impl From<&Receipt> for WriteReceipt {
    fn from(receipt: &Receipt) -> Self {
        Self { id: receipt.id.clone(), commit: receipt.commit.clone() }
    }
}
