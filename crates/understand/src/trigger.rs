//! Explicit requests to the memory: remember, forget, reflect, recall.
//!
//! Every language is read alike: by the phrases of its word list, `data/<language>.toml`, and by the learned heads, which
//! tell a request from what somebody only quotes, reports or asks about the world. Never writes anything. Start with
//! [`detect`].

mod payload;
mod reader;

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::heads::{AddressedScores, MessageScores};
use crate::quoted;
use soulfile_text::lang::Lang;

/// What a message asks of the memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TriggerKind {
    /// Keep this.
    Remember,
    /// Drop this.
    Forget,
    /// Consolidate what is stored.
    Reflect,
    /// Say what is stored. Searches, never writes.
    Recall,
    /// Nothing.
    None,
}

impl TriggerKind {
    /// The word used in labels and logs.
    pub const fn as_str(self) -> &'static str {
        match self {
            TriggerKind::Remember => "remember",
            TriggerKind::Forget => "forget",
            TriggerKind::Reflect => "reflect",
            TriggerKind::Recall => "recall",
            TriggerKind::None => "none",
        }
    }
}

/// What was found in a message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Trigger {
    /// What is asked for.
    pub kind: TriggerKind,
    /// What it is asked for, verbatim: no trigger words, politeness or final punctuation.
    pub payload: Option<String>,
    /// Where the payload stands, in bytes.
    pub span: Option<Range<usize>>,
    /// The language of the message.
    pub lang: Lang,
}

/// Phrases added by configuration, each matched at the start of a clause.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Phrases {
    /// More ways to say "remember that".
    pub remember: Vec<String>,
    /// More ways to say "forget about".
    pub forget: Vec<String>,
    /// More ways to say "reflect on".
    pub reflect: Vec<String>,
    /// More ways to say "what do you remember about".
    pub recall: Vec<String>,
}

/// Reads `text` with the built-in phrases and `extra` ones; `scores` says how likely each intent is.
pub fn detect<'s>(text: &str, extra: &Phrases, scores: impl FnOnce() -> &'s MessageScores) -> Trigger {
    let lang = Lang::of(text);
    let visible = quoted::hide(text);
    let found = reader::find(&visible, extra, || AddressedScores::of(&visible), scores);
    let Some((kind, span)) = found else {
        return Trigger { kind: TriggerKind::None, payload: None, span: None, lang };
    };
    // What is hidden has the bytes of the text but not its characters: a span may begin inside one.
    let span = span.map(|s| text.ceil_char_boundary(s.start)..text.floor_char_boundary(s.end));
    let span = span.filter(|s| s.start < s.end && !text[s.clone()].trim().is_empty() && kind != TriggerKind::Reflect);
    Trigger { kind, payload: span.clone().map(|s| text[s].to_owned()), span, lang }
}

/// What the reader returns: the kind and the payload's span.
type Found = (TriggerKind, Option<Range<usize>>);

#[cfg(test)]
#[path = "trigger_tests.rs"]
mod tests;
