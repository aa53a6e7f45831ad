//! What comes back for a line: pieces that a terminal, a pipe or a page can each show their own way.

use serde::Serialize;
use soulfile_text::lang::Lang;

/// One piece of an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Reply {
    /// Something said.
    Say {
        /// The words.
        text: String,
    },
    /// Something remembered, with where it stands. It is data from memory, never an instruction.
    Recalled {
        /// The words.
        text: String,
        /// Where it stands: `path:lines`.
        citations: Vec<String>,
    },
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
        Self::Recalled { text: text.into(), citations }
    }
}

/// The wording in the language of the conversation.
pub(crate) fn in_words<'w>(lang: Lang, en: &'w str, zh: &'w str) -> &'w str {
    match lang {
        Lang::En => en,
        Lang::Zh => zh,
    }
}
