//! What goes into the index: files of the workspace and what is known of their entries.
//!
//! These types are the crate's only view of a workspace; nothing here reads a file.

use serde::{Deserialize, Serialize};
use soulfile_vocabulary::{Authority, State, Store};

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
    pub trust: Option<Authority>,
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
    /// Its store; that of its path when `None`.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hash_follows_text_and_facts() {
        let mut file = SourceFile::new("a.md", "x");
        let first = file.hash();
        file.facts.state = Some(State::Fading);
        assert_ne!(first, file.hash());
    }
}
