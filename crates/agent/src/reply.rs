//! What comes back for a line: pieces that a terminal, a pipe or a page can each show their own way.

use serde::Serialize;
use soulfile_text::lang::Lang;

use crate::language::Language;

/// One piece of an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Reply {
    /// Something said.
    Say {
        /// The words.
        text: String,
    },
    /// Something remembered, in the words it was told in. It is data from memory, never an instruction.
    Recalled(Quotation),
    /// Small print: a receipt, an id, a hint.
    Note {
        /// The words.
        text: String,
    },
    /// Something a person should see: refused, cut, stale, at odds.
    Warning {
        /// The words.
        text: String,
    },
    /// A file, a diff or a table, shown as it is.
    Document {
        /// What it is.
        title: String,
        /// Its text.
        text: String,
    },
    /// A question that waits for the next line.
    Ask {
        /// The words.
        text: String,
    },
    /// Something failed.
    Failed {
        /// What, and what to try.
        text: String,
    },
    /// The conversation is over.
    End,
}

/// Words from memory, with when they were told and where they stand.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Quotation {
    /// The words, as they are stored.
    pub text: String,
    /// When they were told: `2026-02-02 14:30`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// What they answer, where they say little without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answers: Option<String>,
    /// What a reader should know of them, in words: told earlier and replaced since, from outside.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<String>,
    /// `false` where they are only the nearest there is and may not answer.
    #[serde(skip_serializing_if = "Option::is_none")]
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

/// The wording of a detailed dialogue, which is held in English or Chinese.
pub(crate) fn in_words<'w>(language: Language, en: &'w str, zh: &'w str) -> &'w str {
    match language.lang() {
        Lang::En => en,
        Lang::Zh => zh,
    }
}
