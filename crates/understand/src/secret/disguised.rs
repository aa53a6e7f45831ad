//! Credentials written so that no other rule sees them: digits as words, keys cut by spaces or line breaks.
//!
//! The text is rewritten the way somebody would type it into a lock, and scanned again; a finding counts only where
//! it rests on what was rewritten, and its span is that of the original.

use std::ops::Range;
use std::sync::LazyLock;

use soulfile_text::vectors::wordpiece::pieces;

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
/// Letters that say nothing about being a word.
const SYLLABLE: usize = 3;
/// The shortest half of a key that is cut once.
const HALF: usize = 8;
/// The fewest characters of a key that is spelled out, one by one.
const SPELLED: usize = 10;

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
        let words = words(text, |_| false);
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
    pub(super) fn joined(text: &str, joining: Joining) -> Option<Self> {
        let groups = words(text, |c| matches!(c, '-' | '_' | '+' | '/' | '='));
        let mut rewritten = Self::default();
        let (mut at, mut copied) = (0, 0);
        while at < groups.len() {
            let end = run_end(text, &groups, at, joining);
            let whole = groups[at].start..groups[end - 1].end;
            if is_cut_key(text, &groups[at..end]) {
                rewritten.copy(text, copied..whole.start);
                let joined: String = text[whole.clone()].chars().filter(|c| !is_cut(*c)).collect();
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

/// Words, and groups of letters, digits and some marks; a colon counts between two of them, and `=` where no value follows.
fn words(text: &str, is_mark: impl Fn(char) -> bool) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for (at, c) in text.char_indices() {
        let value_follows = || text[at + c.len_utf8()..].starts_with(|c: char| c.is_ascii_alphanumeric());
        let is_mark = match c {
            ':' => is_mark('-') && value_follows() && found.last().is_some_and(|last| last.end == at),
            '=' => is_mark(c) && !value_follows(),
            _ => is_mark(c),
        };
        if !(c.is_alphanumeric() || is_mark) {
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
    matches!(between.trim(), "" | "," | "、" | "，" | "." | "-") && between.len() <= 3
}

/// How generously groups are taken for parts of one key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Joining {
    /// Groups that are plainly parts of a key.
    Narrow,
    /// Behind such a group, also numbers and, in groups of one length, anything that is no word.
    Led,
    /// The same, whatever is first.
    Wide,
}

/// What a group could be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CutPart {
    /// Letters and digits mixed, or capitals where no word has them.
    Part,
    /// Digits alone, or one character.
    Small,
    /// Letters: a word, or part of a key.
    Letters,
    /// Nothing a key is made of.
    Other,
}

fn group(text: &str) -> CutPart {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let upper = text.bytes().filter(u8::is_ascii_uppercase).count();
    let lower = has_lower(text);
    if !text.is_ascii() {
        CutPart::Other
    } else if text.len() == 1 || text.bytes().all(|b| b.is_ascii_digit() || b == b':') {
        CutPart::Small
    } else if digits > 0 && (upper > 0 || lower)
        || upper >= 3 && (!lower || text[1..].contains(|c: char| c.is_ascii_uppercase()))
    {
        CutPart::Part
    } else {
        CutPart::Letters
    }
}

/// Where the run of groups that begins at `first` ends.
fn run_end(text: &str, groups: &[Range<usize>], first: usize, joining: Joining) -> usize {
    let kind = |at: usize| group(&text[groups[at].clone()]);
    let as_long = |a: usize, b: usize| groups.get(b).is_some_and(|b| b.len() == groups[a].len());
    let is_part = |at: usize| match kind(at) {
        CutPart::Part => true,
        CutPart::Small => joining != Joining::Narrow,
        CutPart::Letters => {
            let span = &groups[at];
            let even = if at == first { as_long(at, at + 1) } else { as_long(at, at - 1) };
            // A word by chance, in the middle of groups that are as long as it is.
            let within = at >= first + 2 && as_long(at, at - 2) && as_long(at, at + 1);
            let leads = at > first || joining == Joining::Wide || text[span.clone()].contains(['_', '-']);
            let is_word = || match span.len() {
                // Any two or three letters are a word somewhere: what stands beside them decides.
                ..=SYLLABLE => at == first && !as_long(at, at + 2),
                _ => pieces(&text[span.clone()]).len() == 1,
            };
            joining != Joining::Narrow && even && leads && (within || !is_word())
        }
        CutPart::Other => false,
    };
    let follows = |at: usize| at < groups.len() && is_gap(&text[groups[at - 1].end..groups[at].start]);
    let mut end = first + 1;
    if !is_part(first) {
        return end;
    }
    while follows(end) && is_part(end) {
        end += 1;
    }
    let keyed = (first..end).any(|at| kind(at) == CutPart::Part);
    let even = (first + 1..end).all(|at| as_long(at, at - 1));
    if joining == Joining::Wide && keyed && even && end - first > 1 && follows(end) && kind(end) == CutPart::Letters {
        // What is left of a key after groups of one length: shorter, and in letters that it has.
        let (key, rest) = (&text[groups[first].start..groups[end - 1].end], &text[groups[end].clone()]);
        let same_case = has_lower(key) || !has_lower(rest);
        if same_case && rest.len() < groups[first].len() && (rest.len() <= SYLLABLE || pieces(rest).len() > 1) {
            end += 1;
        }
    }
    end
}

fn has_lower(text: &str) -> bool {
    text.bytes().any(|b| b.is_ascii_lowercase())
}

/// White space or dots, and not much of it.
fn is_gap(between: &str) -> bool {
    !between.is_empty() && between.len() <= 8 && between.chars().all(is_cut)
}

/// What stands between the parts of a key that somebody has cut.
fn is_cut(c: char) -> bool {
    c.is_whitespace() || matches!(c, '·' | '•' | '∙' | '⋅' | '‧' | '–' | '—')
}

/// Whether groups in a row are enough to be one key: three of which some are plainly parts, or two that are long or have a
/// line break between; without such, four that are equally long, four digits, or many single characters.
fn is_cut_key(text: &str, run: &[Range<usize>]) -> bool {
    if run.len() < 2 {
        return false;
    }
    let kinds: Vec<CutPart> = run.iter().map(|span| group(&text[span.clone()])).collect();
    if kinds.contains(&CutPart::Part) {
        let broken = text[run[0].start..run[run.len() - 1].end].contains('\n');
        let long = run.iter().all(|span| span.len() >= HALF);
        return run.len() >= FEWEST || run.len() == 2 && (broken || long);
    }
    let even = run.windows(2).all(|pair| pair[0].len() == pair[1].len());
    let letters = kinds.contains(&CutPart::Letters);
    let single = run.iter().all(|span| span.len() == 1);
    let digits = single && run.iter().all(|span| text.as_bytes()[span.start].is_ascii_digit());
    letters && even && run[0].len() > SYLLABLE && run.len() > FEWEST
        || single && run.len() >= SPELLED
        || digits && run.len() > FEWEST
}
