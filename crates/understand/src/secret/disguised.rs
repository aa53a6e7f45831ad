//! Credentials written so that no other rule sees them: digits as words, keys cut by spaces or line breaks.
//!
//! The text is rewritten the way somebody would type it into a lock, and scanned again; a finding counts only where
//! it rests on what was rewritten, and its span is that of the original.

use std::ops::Range;
use std::sync::LazyLock;

use crate::word_table::WordMap;

/// Each language's words for the digits, from `digit_words.txt`: zero, another word for it, one, two …
static DIGITS: LazyLock<WordMap<char>> = LazyLock::new(|| {
    let digit = |column: usize| char::from_digit(column.saturating_sub(1) as u32, 10);
    include_str!("digit_words.txt")
        .lines()
        .flat_map(|line| line.split(' ').skip(1).enumerate())
        .filter_map(|(column, word)| Some((word, digit(column)?)))
        .collect()
});

/// The shortest code in words, and the fewest groups a key is cut into.
const FEWEST: usize = 3;

/// A text with some stretches replaced, and where each of its bytes stood before.
#[derive(Default)]
pub(super) struct Rewritten {
    pub(super) text: String,
    origins: Vec<usize>,
    changed: Vec<Range<usize>>,
}

impl Rewritten {
    /// "My pin is four seven one one" with the digits as digits; `None` when there is no run of them.
    pub(super) fn digits(text: &str) -> Option<Self> {
        let words = words(text);
        let mut rewritten = Self::default();
        let (mut at, mut copied) = (0, 0);
        while at < words.len() {
            let run: Vec<char> = words[at..].iter().map_while(|span| digit(&text[span.clone()])).collect();
            let close = |pair: &[Range<usize>]| is_joint(&text[pair[0].end..pair[1].start]);
            let length = 1 + words[at..].windows(2).take(run.len().saturating_sub(1)).take_while(|p| close(p)).count();
            if run.len() >= FEWEST && length >= FEWEST {
                rewritten.copy(text, copied..words[at].start);
                let whole = words[at].start..words[at + length - 1].end;
                rewritten.replace(&run[..length].iter().collect::<String>(), whole.clone());
                copied = whole.end;
            }
            at += length;
        }
        rewritten.finished(text, copied)
    }

    /// "AKIA Q3EG TZJ7 …" with groups that look like parts of one key joined; `None` when there are none.
    pub(super) fn joined(text: &str) -> Option<Self> {
        let groups = words(text);
        let mut rewritten = Self::default();
        let (mut at, mut copied) = (0, 0);
        while at < groups.len() {
            let end = at + 1 + groups[at..].windows(2).take_while(|pair| is_cut(text, pair)).count();
            let whole = groups[at].start..groups[end - 1].end;
            if end - at >= FEWEST || end - at == 2 && text[whole.clone()].contains('\n') {
                rewritten.copy(text, copied..whole.start);
                let joined: String = text[whole.clone()].chars().filter(|c| !c.is_whitespace()).collect();
                rewritten.replace(&joined, whole.clone());
                copied = whole.end;
            }
            at = end;
        }
        rewritten.finished(text, copied)
    }

    /// Where a finding in the rewritten text stands in the original, if it rests on what was rewritten.
    pub(super) fn origin(&self, span: &Range<usize>) -> Option<Range<usize>> {
        let touches = self.changed.iter().any(|changed| changed.start < span.end && span.start < changed.end);
        touches.then(|| self.origins[span.start]..self.origins[span.end])
    }

    fn copy(&mut self, text: &str, span: Range<usize>) {
        self.text.push_str(&text[span.clone()]);
        self.origins.extend(span);
    }

    fn replace(&mut self, with: &str, span: Range<usize>) {
        let start = self.text.len();
        self.text.push_str(with);
        self.origins.extend(std::iter::repeat_n(span.start, with.len()));
        self.changed.push(start..self.text.len());
    }

    fn finished(mut self, text: &str, copied: usize) -> Option<Self> {
        if self.changed.is_empty() {
            return None;
        }
        // A finding ends where the next byte begins; behind a replaced stretch that is its end.
        self.copy(text, copied..text.len());
        self.origins.push(text.len());
        Some(self)
    }
}

fn digit(word: &str) -> Option<char> {
    DIGITS.get(word.to_lowercase().as_str()).copied()
}

/// Words and groups of letters, digits, `-`, `_`, `+`, `/` and `=`.
fn words(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for (at, c) in text.char_indices() {
        if !(c.is_alphanumeric() || matches!(c, '-' | '_' | '+' | '/' | '=')) {
            continue;
        }
        match found.last_mut().filter(|last| last.end == at) {
            Some(last) => last.end = at + c.len_utf8(),
            None => found.push(at..at + c.len_utf8()),
        }
    }
    found
}

/// What may stand between two digits of one number.
fn is_joint(between: &str) -> bool {
    matches!(between.trim(), "" | "," | "、" | "，" | ".") && between.len() <= 3
}

/// Whether two groups may be one key that was cut: white space between them, and no plain word on either side.
fn is_cut(text: &str, pair: &[Range<usize>]) -> bool {
    let between = &text[pair[0].end..pair[1].start];
    let is_part = |group: &str| {
        let digits = group.bytes().any(|b| b.is_ascii_digit());
        let upper = group.bytes().filter(u8::is_ascii_uppercase).count();
        let lower = group.bytes().any(|b| b.is_ascii_lowercase());
        group.is_ascii()
            && (digits && (upper > 0 || lower)
                || upper >= 3 && (!lower || group[1..].contains(|c: char| c.is_ascii_uppercase())))
    };
    !between.is_empty()
        && between.len() <= 8
        && between.chars().all(char::is_whitespace)
        && is_part(&text[pair[0].clone()])
        && is_part(&text[pair[1].clone()])
}
