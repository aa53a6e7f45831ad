//! Reads a request: which one the learned heads find, and by the phrases of the word lists where what it is about stands.
//!
//! The same for every language. Phrases of the configuration come first: whoever set them up means them.

use std::ops::Range;

use super::payload::{self, Phrase};
use super::{Found, Phrases, TriggerKind};
use crate::clauses::clauses;
use crate::heads::{AddressedScores, MessageIntent, MessageScores};
use crate::lexicon::{self, Classes};

/// A request is read where the head finds it no likelier than this that nothing is asked; what changes the memory, and no
/// phrase says, must be no surprise to the head of intents, too.
const NOTHING: f32 = 0.5;
const SURPRISE: f32 = 0.05;
/// A phrase at the beginning of a clause counts from here on by the head of intents, too.
const AGREED: f32 = 0.5;

/// The requests in the order of the head, with the list of their phrases and their intent.
const REQUESTS: [(TriggerKind, Classes, MessageIntent); 4] = [
    (TriggerKind::Remember, Classes::REMEMBER, MessageIntent::Remember),
    (TriggerKind::Forget, Classes::FORGET, MessageIntent::Forget),
    (TriggerKind::Reflect, Classes::REFLECT, MessageIntent::Reflect),
    (TriggerKind::Recall, Classes::RECALL, MessageIntent::Ask),
];

/// Reads what a message asks of the memory: the request, and where what it is about stands.
pub(super) fn find<'s>(
    visible: &str,
    extra: &Phrases,
    asked: impl FnOnce() -> AddressedScores,
    scores: impl FnOnce() -> &'s MessageScores,
) -> Option<Found> {
    let clauses = clauses(visible);
    if let Some((kind, phrase)) = clauses.iter().find_map(|clause| configured(visible, clause, extra)) {
        return Some((kind, payload::of_phrase(visible, &phrase, kind)));
    }
    let (asks, scores) = (asked().asks, scores());
    let opening_of = |list| clauses.iter().find_map(|clause| opening(visible, clause, list));
    let likeliest = (0..REQUESTS.len()).max_by(|a, b| asks[a + 1].total_cmp(&asks[b + 1]))?;
    let found = Some(REQUESTS[likeliest]).filter(|(kind, class, intent)| {
        let changes = matches!(kind, TriggerKind::Forget | TriggerKind::Reflect) && opening_of(*class).is_none();
        asks[0] <= NOTHING && (!changes || scores.intent(*intent) >= SURPRISE)
    });
    let agreed = |(_, class, intent): &(_, Classes, MessageIntent)| {
        scores.intent(*intent) >= AGREED && opening_of(*class).is_some()
    };
    let (kind, class, _) = found.or_else(|| REQUESTS.into_iter().find(agreed))?;
    if kind == TriggerKind::Remember && opening_of(Classes::DONT_STORE).is_some() {
        return None;
    }
    let phrase = opening_of(class).or_else(|| inner_phrase(visible, class)).or_else(|| match kind {
        TriggerKind::Remember => opening_of(Classes::FRAME).or_else(|| inner_phrase(visible, Classes::FRAME)),
        // "The old code? Forget it."
        _ => opening_of(Classes::FILLER)
            .filter(|phrase| payload::tidy(visible, phrase.end..visible.len(), kind).is_none()),
    });
    let span = match phrase {
        Some(phrase) => payload::of_phrase(visible, &phrase, kind),
        None => payload::tidy(visible, 0..visible.len(), kind),
    };
    Some((kind, span))
}

/// A phrase of the configuration that a clause opens with.
fn configured(visible: &str, clause: &Range<usize>, extra: &Phrases) -> Option<(TriggerKind, Phrase)> {
    let lists = [
        (TriggerKind::Remember, &extra.remember),
        (TriggerKind::Forget, &extra.forget),
        (TriggerKind::Reflect, &extra.reflect),
        (TriggerKind::Recall, &extra.recall),
    ];
    lists.iter().flat_map(|(kind, phrases)| phrases.iter().map(|phrase| (*kind, phrase))).find_map(|(kind, phrase)| {
        let phrase = phrase.trim().trim_end_matches(['.', '…', ':', '：']).trim_end();
        let end = clause.start + phrase.len();
        let opens = !phrase.is_empty()
            && visible.get(clause.start..end).is_some_and(|head| head.eq_ignore_ascii_case(phrase))
            && !visible[end..].starts_with(|c: char| c.is_ascii_alphanumeric());
        opens.then_some((kind, Phrase { start: clause.start, end }))
    })
}

/// A phrase of a list that a clause opens with.
fn opening(visible: &str, clause: &Range<usize>, among: Classes) -> Option<Phrase> {
    Some(phrase_at(visible, clause.start, lexicon::opening(&visible[clause.clone()], among)?.1))
}

/// The first phrase of a list inside a text, at the beginning of a word.
fn inner_phrase(visible: &str, among: Classes) -> Option<Phrase> {
    let mut before = ' ';
    for (at, c) in visible.char_indices() {
        let begins = lexicon::is_unspaced(c) || !before.is_alphanumeric();
        before = c;
        if begins
            && c.is_alphanumeric()
            && let Some((_, length)) = lexicon::opening(&visible[at..], among)
        {
            return Some(phrase_at(visible, at, length));
        }
    }
    None
}

/// A phrase without the word for the speaker that it may end with, which belongs to what it is about: "forget my".
fn phrase_at(visible: &str, start: usize, length: usize) -> Phrase {
    let phrase = &visible[start..start + length];
    let own = phrase.rfind(' ').filter(|at| lexicon::is_self(&phrase[at + 1..]));
    Phrase { start, end: start + own.unwrap_or(length) }
}
