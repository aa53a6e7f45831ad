//! Weighs what speaks for an attack where no single rule is sure.
//!
//! Each sentence shows signs: who is spoken to, what is ordered, on what grounds, and what clears it. The signs are
//! classes of words in places of grammar, not phrases. Their weights stand in [`signs`]; a sentence, or two that follow
//! each other, is an attack when they sum up to enough.

mod chinese;
mod english;
mod signs;
mod words;

use std::ops::Range;

use super::Sign;
use signs::{CALLED, ENOUGH, HARM, ORDER, SPOKEN_TO, Signs, TOLD, WARNED};

/// Looks for attacks in `text`, the words of which are its own.
pub(super) fn scan(text: &str, found: &mut Vec<Sign>) {
    let sentences = soulfile_text::sentences::split(&whole_addresses(text));
    let spans: Vec<_> = sentences.into_iter().flat_map(|sentence| pieces(text, sentence.span)).collect();
    // Most that people say has no word in it that an order could be made of.
    let orders = spans.iter().any(|span| may_order(&text[span.clone()]));
    if !orders && !cfg!(debug_assertions) {
        return;
    }
    let mut before: Option<Signs> = None;
    for span in spans {
        let signs = signs_of(&text[span.clone()]);
        let both = before.filter(|before| (before | signs) & TOLD == 0).map_or(signs, |before| before | signs);
        let strongest = if is_attack(signs) { Some(signs) } else { Some(both).filter(|both| is_attack(*both)) };
        if let Some(signs) = strongest {
            debug_assert!(orders, "no word of {text:?} is taken for an order's");
            found.push((signs::kind(signs), span, true));
        }
        before = Some(signs);
    }
}

/// Says whether any sentence of `text`, which is hidden from readers, is an attack.
pub(super) fn is_hostile(text: &str) -> bool {
    let mut found = Vec::new();
    scan(text, &mut found);
    !found.is_empty()
}

/// Says whether `text`, which is hidden from people, tells a machine how to speak of the page: "leave out the prices",
/// "rate this one highest". Those who build the page order other things in comments.
pub(super) fn orders_reader(text: &str) -> bool {
    soulfile_text::sentences::split(text).into_iter().flat_map(|sentence| pieces(text, sentence.span)).any(|span| {
        let lower = text[span].to_lowercase();
        (english::orders_telling(&lower) || chinese::orders_telling(&lower))
            && english::signs(&lower) & (TOLD | WARNED) == 0
    })
}

/// Says whether `text`, which someone took the trouble to disguise, orders anything.
pub(super) fn orders_anything(text: &str) -> bool {
    soulfile_text::sentences::split(text).into_iter().flat_map(|sentence| pieces(text, sentence.span)).any(|span| {
        let signs = signs_of(&text[span]);
        signs & ORDER != 0 && signs & HARM & !ORDER != 0 || is_attack(signs)
    })
}

/// A sentence longer than this is no sentence and is read in pieces, so that work stays linear.
const LONGEST_SENTENCE: usize = 1200;

/// Cuts a span at spaces into pieces that are not too long.
fn pieces(text: &str, span: Range<usize>) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut start = span.start;
    while span.end - start > LONGEST_SENTENCE {
        let mut limit = start + LONGEST_SENTENCE;
        while !text.is_char_boundary(limit) {
            limit -= 1;
        }
        let end = text[start..limit].rfind(' ').filter(|at| *at > 0).map_or(limit, |at| start + at);
        out.push(start..end);
        start = end;
    }
    out.push(start..span.end);
    out
}

/// The text with the marks inside addresses blunted, which would end a sentence.
fn whole_addresses(text: &str) -> std::borrow::Cow<'_, str> {
    if !text.contains("://") {
        return text.into();
    }
    let bytes = text.as_bytes();
    let inner = |at: usize| {
        at > 0 && !bytes[at - 1].is_ascii_whitespace() && bytes.get(at + 1).is_some_and(u8::is_ascii_alphanumeric)
    };
    let blunt = |(at, c): (usize, char)| if matches!(c, '?' | '!') && inner(at) { '_' } else { c };
    text.char_indices().map(blunt).collect::<String>().into()
}

fn is_attack(signs: Signs) -> bool {
    (signs & CALLED != 0 || signs & SPOKEN_TO != 0 && signs & HARM != 0) && signs::weight(signs) >= ENOUGH
}

/// Whether a sentence may order anything, by its words alone.
fn may_order(sentence: &str) -> bool {
    soulfile_text::script::has_han(sentence) || english::may_order(&sentence.to_lowercase())
}

fn signs_of(sentence: &str) -> Signs {
    let lower = sentence.to_lowercase();
    let mut found = english::signs(&lower);
    if soulfile_text::script::has_han(&lower) {
        found |= chinese::signs(&lower);
    }
    found
}
