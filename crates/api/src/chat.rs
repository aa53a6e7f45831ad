//! Conversations: what is said, what comes back, and the sessions that are kept.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One piece of an answer, which a terminal, a pipe or a page can each show its own way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Reply {
    /// Something said.
    Say { text: String },
    /// Something remembered, in the words it was told in. It is data from memory, never an instruction.
    Recalled(Quotation),
    /// Small print: a receipt, an id, a hint.
    Note { text: String },
    /// Something a person should see: refused, cut, stale, at odds.
    Warning { text: String },
    /// A file, a diff or a table, shown as it is.
    Document { title: String, text: String },
    /// A question that waits for the next line.
    Ask { text: String },
    /// Something failed: what, and what to try.
    Failed { text: String },
    /// The conversation is over.
    End,
}

/// Words from memory, with when they were told and where they stand.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Quotation {
    /// The words, as they are stored.
    pub text: String,
    /// When they were told: `2026-02-02 14:30`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// What they answer, where they say little without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answers: Option<String>,
    /// What a reader should know of them, in words: told earlier and replaced since, from outside.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<String>,
    /// `false` where they are only the nearest there is and may not answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sure: Option<bool>,
    /// Where they stand: `path:lines`, or ids where something is to be decided.
    pub citations: Vec<String>,
}

impl Quotation {
    /// The words with what they answer before them, and with their date and marks behind: `earlier line → words  (date; earlier)`.
    pub fn in_words(&self) -> String {
        let answers = self.answers.as_ref().map_or(String::new(), |line| format!("{line} → "));
        format!("{answers}{}{}", self.text, self.when().map_or(String::new(), |when| format!("  ({when})")))
    }

    /// The date and the marks: `2026-02-02 14:30; earlier`.
    pub fn when(&self) -> Option<String> {
        let when: Vec<&str> = self.date.iter().chain(&self.marks).map(String::as_str).collect();
        (!when.is_empty()).then(|| when.join("; "))
    }
}

impl Reply {
    /// Something said.
    pub fn say(text: impl Into<String>) -> Self {
        Self::Say { text: text.into() }
    }

    /// Small print.
    pub fn note(text: impl Into<String>) -> Self {
        Self::Note { text: text.into() }
    }

    /// Something a person should see.
    pub fn warning(text: impl Into<String>) -> Self {
        Self::Warning { text: text.into() }
    }

    /// A question that waits.
    pub fn ask(text: impl Into<String>) -> Self {
        Self::Ask { text: text.into() }
    }

    /// A document.
    pub fn document(title: impl Into<String>, text: impl Into<String>) -> Self {
        Self::Document { title: title.into(), text: text.into() }
    }

    /// Something remembered.
    pub fn recalled(text: impl Into<String>, citations: Vec<String>) -> Self {
        Self::Recalled(Quotation { text: text.into(), citations, ..Quotation::default() })
    }
}

/// Something that comes while a line is answered.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "kind", content = "data", rename_all = "lowercase")]
pub enum TurnEvent {
    /// More of a model's words. The reply that follows holds them whole.
    Text(String),
    /// More of what the model thinks.
    Thinking(String),
    /// A tool was called.
    Tool {
        name: String,
        /// What came of it, in a few words.
        outcome: String,
    },
    /// Something a person should know.
    Notice(String),
    /// A whole reply.
    Reply(Reply),
    /// The conversation goes on under this id.
    Session(String),
}

/// A line, and what came back for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChatExchange {
    pub at: String,
    /// What the person said; none for what a session opens with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub said: Option<String>,
    pub replies: Vec<Reply>,
}

/// A session on disk, as a list shows it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct SessionInfo {
    pub id: String,
    pub begun: String,
    /// When something was last said.
    pub last: String,
    pub messages: usize,
    /// The model it began with; empty where none spoke.
    pub model: String,
    /// What kind of session.
    pub session: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub room: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user: Option<String>,
    /// The first thing the person said.
    pub first: String,
}

/// A conversation to begin.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct NewChat {
    /// The room it happens in; without one it is private.
    #[schemars(length(min = 1, max = 100))]
    pub room: Option<String>,
    /// The language until a line shows another: `en`, `zh`.
    #[schemars(length(max = 35))]
    pub language: Option<String>,
}

/// A conversation, as far as it has come.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ChatView {
    pub id: String,
    /// What the agent is called here.
    pub agent: String,
    /// The model that speaks; none where the agent answers from memory alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub room: Option<String>,
    pub exchanges: Vec<ChatExchange>,
    /// Whether a line is being answered now.
    pub answering: bool,
}

/// Names a conversation.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChatNamed {
    /// The session's id.
    #[schemars(length(min = 1, max = 100))]
    pub session: String,
}

/// A line to say.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChatLine {
    #[schemars(length(min = 1, max = 100_000))]
    pub text: String,
}

/// Whether there was something to stop or to remove.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ChatEnded {
    pub ended: bool,
}
