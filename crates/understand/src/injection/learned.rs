//! What the learned head takes for an attack, where no rule names one.

use std::ops::Range;

use super::Sign;
use crate::heads::AddressedScores;

/// How likely the head must find an attack: in a text that speaks openly, and in one that somebody hid or disguised.
const OPEN: f32 = 0.5;
const HIDDEN: f32 = 0.3;

/// A text of more bytes is read in parts of about so many, which begin and end with sentences: an attack of one line
/// drowns in a page.
const LONGEST: usize = 400;

/// Looks for attacks in `visible`, the quotations of which are hidden.
pub(super) fn scan(visible: &str, found: &mut Vec<Sign>) {
    let attacks = parts(visible).into_iter().filter(|part| likelihood(&visible[part.clone()]) >= OPEN);
    found.extend(attacks.map(|part| ("order", part)));
}

/// Says whether `text`, which is hidden from readers or in disguise, reads like an attack.
pub(super) fn is_hidden_attack(text: &str) -> bool {
    parts(text).into_iter().any(|part| likelihood(&text[part]) >= HIDDEN)
}

fn likelihood(part: &str) -> f32 {
    AddressedScores::of(part).injection
}

/// Cuts a text into parts that are not too long, between sentences or else between words.
fn parts(text: &str) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let mut start = 0;
    while text.len() - start > LONGEST {
        let limit = super::floor(text, start + LONGEST);
        let part = &text[start..limit];
        let mark = |(_, c): &(usize, char)| matches!(c, '.' | '!' | '?' | '\n' | '。' | '！' | '？');
        let sentence = part.char_indices().rev().find(mark).map(|(at, c)| at + c.len_utf8());
        let end = sentence.filter(|at| *at > LONGEST / 4);
        let end = end.or_else(|| part.rfind(' ').filter(|at| *at > 0)).unwrap_or(part.len());
        parts.push(start..start + end);
        start += end;
    }
    parts.push(start..text.len());
    parts
}
