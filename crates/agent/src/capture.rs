//! [`capture`]: keeps what a line tells, for surfaces on which somebody else answers it.
//!
//! A host's hook and the gateway's proxy see what a person says to another program. What is told is kept in the person's
//! words, as in a conversation; a question, work for the assistant, pasted material and a wish to forget or to decide are
//! left to whoever answers: nothing is decided, changed or taken away from here.

use soulfile_api::Remembered;
use soulfile_engine::{Engine, RememberRequest, Remembering, Result, without_inserted, without_recalled};
use soulfile_vocabulary::{Scope, Store};

use crate::conversation::{Participant, scope_of};
use crate::echo::without_quotes;
use crate::language::Language;
use crate::message::{self, Act};

/// What is longer than this, in characters, was pasted rather than told.
const LONGEST: usize = 2_000;

/// Keeps what a line tells. `None` when it tells nothing.
pub fn capture(engine: &Engine, who: &Participant, session: &str, line: &str) -> Result<Option<Remembered>> {
    let own = own_words(line);
    let own = own.trim();
    if own.is_empty() || own.starts_with('/') || own.chars().count() > LONGEST {
        return Ok(None);
    }
    let read = engine.read(own);
    let (told, how) = match message::read(&read, Language::of(own, Language::english())) {
        Act::Remember => (own.to_owned(), Remembering::Explicit),
        Act::Talk { told, .. } => (told, Remembering::Detected),
        Act::Work { told: Some(told) } if read.is_memorable() => (told, Remembering::Detected),
        _ => return Ok(None),
    };
    if told.is_empty() || !engine.config().memory.auto_detect && how == Remembering::Detected {
        return Ok(None);
    }
    let scope = scope_of(who)?;
    let memorable = how == Remembering::Explicit || engine.read(&told).is_memorable();
    let request = RememberRequest {
        text: match &who.user {
            // In a room it matters who said it.
            Some(user) if who.room.is_some() => format!("{user}: {told}"),
            _ => told,
        },
        store: (!memorable || scope != Scope::Private).then_some(Store::Episodic),
        scope,
        how: if memorable { how } else { Remembering::Inferred },
        as_said: !memorable,
        session: Some(session.to_owned()),
        ..RememberRequest::default()
    };
    engine.remember(&request).map(Some)
}

/// What the person says themselves: not what was recalled, quoted, fenced, or put in by a program.
pub(crate) fn own_words(line: &str) -> String {
    without_quotes(&without_fences(&without_inserted(&without_recalled(line))))
}

/// The text without fenced blocks: code and pasted output are not told.
pub(crate) fn without_fences(text: &str) -> String {
    let mut inside = false;
    let mut kept = String::new();
    for line in text.split_inclusive('\n') {
        let fence = line.trim_start().starts_with("```") || line.trim_start().starts_with("~~~");
        if !fence && !inside {
            kept.push_str(line);
        }
        inside ^= fence;
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fenced_blocks_are_not_told() {
        assert_eq!(without_fences("I use helix.\n```\nrm -rf x\n```\nand fish\n"), "I use helix.\nand fish\n");
        assert_eq!(without_fences("a\n~~~ sh\nb"), "a\n");
    }
}
