//! Is there something worth keeping in a message nobody asked to remember?
//!
//! Owns the judgement "this says something lasting about the user, their people, work or plans",
//! and what kind of thing it is. Questions, requests, fiction, hypotheses, general knowledge,
//! passing states and undecided options are not kept. One message may hold several memories.
//! Start with [`detect`].

mod chinese;
mod clauses;
mod cues;
mod english;
mod weigh;

use std::ops::Range;

use serde::Serialize;

use crate::quoted;
use soulfile_text::lang::Lang;
use soulfile_text::sentences::{self, Sentence};
use soulfile_vocabulary::EntryKind;

/// One thing worth keeping.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Memorable {
    /// Where it stands in the message, in bytes.
    pub span: Range<usize>,
    /// What kind of thing it is.
    pub kind: EntryKind,
}

/// What a message holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Detection {
    /// Every memory in the message, in order.
    pub memories: Vec<Memorable>,
}

impl Detection {
    /// Says whether anything is worth keeping.
    pub fn is_memorable(&self) -> bool {
        !self.memories.is_empty()
    }

    /// The kind of the message as a whole: a correction if it holds one, else its first memory's.
    pub fn kind(&self) -> Option<EntryKind> {
        let correction = self.memories.iter().find(|m| m.kind == EntryKind::Correction);
        correction.or(self.memories.first()).map(|m| m.kind)
    }
}

/// Reads `text`, a user's message without an explicit trigger.
pub fn detect(text: &str) -> Detection {
    let visible = quoted::hide(text);
    let lang = Lang::of(text);
    let mut memories: Vec<Memorable> = Vec::new();
    if is_template(text) {
        return Detection { memories };
    }
    let mut fiction = false;
    let mut told = false;
    for sentence in sentences::split(&visible) {
        let part = &visible[sentence.span.clone()];
        // A story or a supposition colours everything after it.
        fiction |= match lang {
            Lang::En => english::opens_fiction(part),
            Lang::Zh => chinese::opens_fiction(part),
        };
        if fiction {
            continue;
        }
        let kind = match lang {
            Lang::En => english::kind(part, sentence.question, told),
            Lang::Zh => chinese::kind(part, sentence.question),
        };
        told = lang == Lang::En && english::speaks_of_own(part);
        if let Some(kind) = kind {
            memories.push(Memorable { span: sentence.span, kind });
        }
    }
    Detection { memories }
}

/// Whether a message tells a story or supposes something, from some sentence on.
pub(crate) fn opens_fiction(text: &str, sentences: &[Sentence]) -> bool {
    let lang = Lang::of(text);
    sentences.iter().any(|sentence| match lang {
        Lang::En => english::opens_fiction(&text[sentence.span.clone()]),
        Lang::Zh => chinese::opens_fiction(&text[sentence.span.clone()]),
    })
}

/// Forms to be filled in, placeholder text and code are nobody's facts.
fn is_template(text: &str) -> bool {
    let lower = text.to_lowercase();
    lower.contains("lorem ipsum")
        || lower.contains("{{")
        || lower.contains("[your ")
        || lower.contains("[name]")
        || lower.contains("<name>")
        || lower.contains("[insert")
        || lower.contains("${")
        || text.contains("____")
        || blanks(text) > usize::from(!lower.starts_with("dear"))
        || text.split('[').skip(1).any(|part| {
            let name = part.split(']').next().unwrap_or_default();
            name.len() > 1
                && name.len() < part.len()
                && name.chars().all(|c| c.is_ascii_uppercase() || matches!(c, ' ' | '_' | '-'))
        })
}

/// Counts what is to be filled in: "[Surname]", "[Start Date]". A link has its address after it.
fn blanks(text: &str) -> usize {
    text.split('[')
        .skip(1)
        .filter_map(|part| part.split_once(']'))
        .filter(|(name, after)| {
            (3..=30).contains(&name.len())
                && name.starts_with(char::is_uppercase)
                && name.chars().all(|c| c.is_alphabetic() || matches!(c, ' ' | '_' | '-' | '/'))
                && !after.starts_with('(')
        })
        .count()
}

#[cfg(test)]
#[path = "autodetect_tests.rs"]
mod tests;
