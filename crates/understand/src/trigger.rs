//! Explicit requests to the memory: remember, forget, reflect, recall.
//!
//! Reads clauses, not words: a request is an imperative, or a question put to the assistant. What
//! the speaker quotes, pastes, reports or asks about the world is none. Never writes anything and
//! never guesses at unspoken wishes. English and Chinese have rules; `trigger/lists.rs` reads every other language by its
//! word list and the learned heads. Start with [`detect`].

mod chinese;
mod classes;
mod clause;
mod dropped;
mod english;
mod foreign;
mod frame;
mod heads;
mod lists;
mod payload;
mod rules;
mod tails;
mod weigh;

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::heads::MessageScores;
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
    let found = configured(&visible, extra)
        .or_else(|| if lang == Lang::Zh { chinese::find(&visible) } else { english::find(&visible) })
        .or_else(|| {
            // A mixed message may carry its request in the other language.
            let han = soulfile_text::script::has_han(text);
            match lang {
                Lang::Zh => english::find(&visible),
                Lang::En if han => chinese::find(&visible),
                Lang::En => None,
            }
        })
        .or_else(|| lists::find(&visible, scores()));
    let Some((kind, span)) = found else {
        return Trigger { kind: TriggerKind::None, payload: None, span: None, lang };
    };
    // What is hidden has the bytes of the text but not its characters: a span may begin inside one.
    let span = span.map(|s| text.ceil_char_boundary(s.start)..text.floor_char_boundary(s.end));
    let span = span.filter(|s| s.start < s.end && !text[s.clone()].trim().is_empty() && kind != TriggerKind::Reflect);
    Trigger { kind, payload: span.clone().map(|s| text[s].to_owned()), span, lang }
}

/// What a language's reader returns: the kind and the payload's span.
type Found = (TriggerKind, Option<Range<usize>>);

fn configured(visible: &str, extra: &Phrases) -> Option<Found> {
    let lists = [
        (TriggerKind::Remember, &extra.remember),
        (TriggerKind::Forget, &extra.forget),
        (TriggerKind::Reflect, &extra.reflect),
        (TriggerKind::Recall, &extra.recall),
    ];
    if lists.iter().all(|(_, l)| l.is_empty()) {
        return None;
    }
    for clause in clause::clauses(visible) {
        let head = &visible[clause.start..clause.sentence_end];
        for (kind, phrases) in lists {
            for phrase in phrases {
                let phrase = phrase.trim().trim_end_matches(['.', '…', ':', '：']).trim_end();
                if !phrase.is_empty()
                    && head.get(..phrase.len()).is_some_and(|h| h.eq_ignore_ascii_case(phrase))
                    && !head[phrase.len()..].starts_with(|c: char| c.is_ascii_alphanumeric())
                {
                    let from = clause.start + phrase.len();
                    return Some((kind, payload::tidy(visible, from..clause.sentence_end, kind)));
                }
            }
        }
    }
    None
}

#[cfg(test)]
#[path = "trigger_tests.rs"]
mod tests;
