//! Requests in any language: phrases of the word lists at the start of a clause, or what the learned heads are sure of.
//!
//! English and Chinese requests are told by the rules beside this, which come first; their phrases count for nothing here.

use std::ops::Range;

use super::TriggerKind;
use crate::heads::{MessageIntent, MessageScores};
use crate::lexicon::{self, Classes};

/// How likely the heads must find a request, by what the words say: a clause opens with its phrase, a phrase is inside it
/// in a script where verbs come last and stand unspaced, or no phrase says anything.
const WITH_OPENING: f32 = 0.08;
const WITH_PHRASE: f32 = 0.4;
const WITHOUT: f32 = 0.7;

/// The requests, with the list of their phrases and the head that knows them; the first wins where two are as likely.
const REQUESTS: [(TriggerKind, Classes, MessageIntent); 4] = [
    (TriggerKind::Recall, Classes::RECALL, MessageIntent::Ask),
    (TriggerKind::Reflect, Classes::REFLECT, MessageIntent::Reflect),
    (TriggerKind::Forget, Classes::FORGET, MessageIntent::Forget),
    (TriggerKind::Remember, Classes::REMEMBER, MessageIntent::Remember),
];

/// A phrase at the start of a clause.
struct Opening {
    kind: TriggerKind,
    /// Where its clause begins, and where the phrase ends.
    clause: usize,
    end: usize,
}

/// Reads what a message asks of the memory: the request, and where what it is about stands.
pub(super) fn find(visible: &str, scores: &MessageScores) -> Option<super::Found> {
    let opening = clauses(visible).iter().find_map(|clause| opening(visible, clause, scores));
    let (kind, span) = match opening {
        // "…, remember that": what stands before the phrase is meant.
        Some(found) if plain_words(&visible[found.end..]) == 0 => (found.kind, 0..found.clause),
        Some(found) => (found.kind, found.end..end_of_sentence(visible, found.end)),
        None if is_ruled(visible) => return None,
        None => (by_heads(visible, scores)?, 0..visible.len()),
    };
    Some((kind, Some(tidy(visible, span))))
}

/// Whether a text is, by its letters, in a language whose requests have rules: plain Latin letters, or Han alone.
fn is_ruled(visible: &str) -> bool {
    visible.chars().filter(|c| c.is_alphabetic()).all(|c| c.is_ascii() || soulfile_text::script::is_han(c))
}

/// The stretches of a text between marks, without the words that lead up to a request ("please", "hey").
fn clauses(visible: &str) -> Vec<Range<usize>> {
    let mut clauses = Vec::new();
    let mut start = 0;
    for (at, c) in visible.char_indices().chain([(visible.len(), '.')]) {
        let ends = matches!(c, '.' | '!' | '?' | ';' | ',' | ':' | '\n' | '…' | '—' | '–' | '(' | ')')
            || matches!(c, '。' | '！' | '？' | '；' | '，' | '：' | '、' | '؟' | '،');
        if ends {
            let part = &visible[start..at];
            let lead = start + part.len() - part.trim_start().len();
            if lead < at {
                clauses.push(lead + lexicon::lead(&visible[lead..at])..at);
            }
            start = at + c.len_utf8();
        }
    }
    clauses
}

fn opening(visible: &str, clause: &Range<usize>, scores: &MessageScores) -> Option<Opening> {
    let (found, length) = lexicon::opening(&visible[clause.clone()])?;
    let (kind, _, intent) = *REQUESTS.iter().find(|(_, class, _)| found.has(*class))?;
    let likely = scores.intent(intent) >= WITH_OPENING;
    likely.then_some(Opening { kind, clause: clause.start, end: clause.start + length })
}

/// A request whose phrase stands inside the clause, or that no list knows.
fn by_heads(visible: &str, scores: &MessageScores) -> Option<TriggerKind> {
    let words = lexicon::words(visible);
    let has = lexicon::signs(&words.iter().map(String::as_str).collect::<Vec<_>>()).has;
    let surplus = |(kind, class, intent): &(TriggerKind, Classes, MessageIntent)| {
        let least = match kind {
            // Most questions are no questions to the memory.
            TriggerKind::Recall if !has.has(Classes::RECALL) && !has.has(Classes::MEMORY) => return None,
            _ if has.has(*class) && visible.contains(lexicon::is_unspaced) => WITH_PHRASE,
            _ => WITHOUT,
        };
        let over = scores.intent(*intent) - least;
        (over >= 0.0).then_some((over, *kind))
    };
    let likeliest = REQUESTS.iter().filter_map(surplus).max_by(|a, b| a.0.total_cmp(&b.0));
    likeliest.map(|(_, kind)| kind)
}

fn end_of_sentence(visible: &str, from: usize) -> usize {
    let rest = &visible[from..];
    let ends = rest.char_indices().find(|(at, c)| {
        let after = rest[at + c.len_utf8()..].chars().next();
        matches!(c, '\n' | '。' | '！' | '？') || matches!(c, '.' | '!' | '?') && after.is_none_or(char::is_whitespace)
    });
    // The sentences after it belong to what is told, unless the phrase stands alone: "Remember this: …".
    match ends {
        Some((at, _)) if plain_words(&rest[..at]) > 0 => from + at,
        _ => visible.len(),
    }
}

fn plain_words(text: &str) -> usize {
    text.split_whitespace().filter(|word| word.contains(char::is_alphanumeric)).count()
}

/// A span without the marks and joints around it.
fn tidy(visible: &str, span: Range<usize>) -> Range<usize> {
    let mark = |c: char| c.is_whitespace() || (!c.is_alphanumeric() && !"\"'“”‘’「」『』`#@$€£%)(+-\u{1}".contains(c));
    let part = &visible[span.clone()];
    let start = span.start + part.len() - part.trim_start_matches(mark).len();
    let end = span.start + part.trim_end_matches(mark).len();
    let lead = ["that ", "to ", "about "].iter().find(|lead| {
        visible.get(start..start + lead.len()).is_some_and(|head| head.eq_ignore_ascii_case(lead)) && start < end
    });
    let start = lead.map_or(start, |lead| start + lead.len());
    start.min(end)..end
}
