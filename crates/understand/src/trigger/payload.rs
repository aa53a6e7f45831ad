//! Cuts what a request is about out of a message.

use std::ops::Range;

use soulfile_text::sentences;

use super::TriggerKind;
use crate::clauses::ends_clause;
use crate::lexicon::{self, Classes};

/// Words behind a mark that still belong to a list of names: "Ana, Bo and Cy".
const LISTED_WORDS: usize = 3;

/// Bytes at the end of a request that may be no more than polite.
const LONGEST_COURTESY: usize = 48;

/// Where the phrase of a request stands.
pub(super) struct Phrase {
    /// Where it begins.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
}

/// What the request of a phrase is about: the sentence after the phrase, or what stands before it.
pub(super) fn of_phrase(visible: &str, phrase: &Phrase, kind: TriggerKind) -> Option<Range<usize>> {
    let all = sentences::split(visible);
    let sentence = all.iter().find(|sentence| sentence.span.end >= phrase.end);
    let end = sentence.map_or(visible.len(), |sentence| sentence.span.end);
    let rest = &visible[phrase.end..end];
    let clause_end = rest.find(ends_clause).map_or(end, |at| phrase.end + at);
    let colon = visible[clause_end..].starts_with([':', '：']);
    // "…, remember that": what stands before it is meant. "Scratch that, we meet at ten" says why, not what.
    if says(visible, phrase.end..clause_end, kind) || colon && says(visible, clause_end..visible.len(), kind) {
        let end = if colon && !says(visible, phrase.end..end, kind) { visible.len() } else { end };
        return tidy(visible, phrase.end..end, kind);
    }
    let from = sentence.map_or(0, |sentence| sentence.span.start.min(phrase.start));
    // A question that only names something puts it up for what follows: "The old code? Forget it."
    let raised =
        || all.iter().rfind(|earlier| earlier.span.end <= from && (kind != TriggerKind::Forget || earlier.question));
    let before = match kind {
        _ if says(visible, from..phrase.start, kind) => tidy(visible, from..phrase.start, kind),
        _ => raised().and_then(|earlier| tidy(visible, earlier.span.clone(), kind)),
    };
    before.or_else(|| if kind == TriggerKind::Forget { None } else { tidy(visible, phrase.end..visible.len(), kind) })
}

/// Whether a stretch has words of its own.
fn says(visible: &str, span: Range<usize>, kind: TriggerKind) -> bool {
    tidy(visible, span, kind).is_some()
}

/// A span without the marks, the joints and the courtesies around it; `None` where nothing is left.
pub(super) fn tidy(visible: &str, span: Range<usize>, kind: TriggerKind) -> Option<Range<usize>> {
    let mark = |c: char| c.is_whitespace() || (!c.is_alphanumeric() && !"\"'“”‘’「」『』`#@$€£%)(+-\u{1}".contains(c));
    let mut start = span.start;
    let mut end = span.end;
    let skip = |start: usize, end: usize| end - visible[start..end].trim_start_matches(mark).len();
    start = skip(start, end);
    let lead = ["that ", "to ", "about "]
        .iter()
        .find(|lead| visible[start..end].get(..lead.len()).is_some_and(|head| head.eq_ignore_ascii_case(lead)));
    start = skip(start + lead.map_or(0, |lead| lead.len()), end);
    if kind != TriggerKind::Remember {
        while let Some((_, length)) = lexicon::opening(&visible[start..end], Classes::FILLER) {
            start = skip(start + length, end);
        }
        // "The canoe, I sold it": why it is to be forgotten.
        let part = &visible[start..end];
        let words = |rest: &str| rest.split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).count();
        let goes_on = part.find(ends_clause).filter(|at| words(&part[*at..]) > LISTED_WORDS);
        end = start + goes_on.unwrap_or(part.len());
    }
    loop {
        let part = visible[start..end].trim_end_matches(mark);
        // "…, please": courtesies behind the last mark; "… from your memory".
        let tail = part.ceil_char_boundary(part.len().saturating_sub(LONGEST_COURTESY));
        let courtesy = part[tail..].rfind(ends_clause).map(|at| tail + at);
        let courtesy = courtesy.filter(|at| lexicon::is_courtesy(&part[*at..]));
        end = start + courtesy.or_else(|| lexicon::closing(part)).unwrap_or(part.len());
        if end == start + part.len() {
            break;
        }
    }
    (start < end && !lexicon::is_courtesy(&visible[start..end])).then_some(start..end)
}
