//! Characters that hide or disguise text, told from those a script or an emoji needs.

use std::borrow::Cow;
use std::ops::Range;

use soulfile_text::visible::is_invisible;
use unicode_normalization::UnicodeNormalization;

use super::Finding;

/// A text with the invisible removed and look-alikes folded, and the way back to the original.
pub(super) struct Plain<'t> {
    /// The folded text.
    pub text: Cow<'t, str>,
    /// For each byte of `text`, the byte of the original it comes from; one more for the end. None where nothing was
    /// folded.
    origin: Option<Vec<usize>>,
}

impl<'t> Plain<'t> {
    /// Folds `text`.
    pub(super) fn of(text: &'t str) -> Plain<'t> {
        if text.is_ascii() {
            return Plain { text: text.into(), origin: None };
        }
        let (mut folded, mut origin) = (String::with_capacity(text.len()), Vec::with_capacity(text.len() + 1));
        let mut push = |at: usize, c: char| {
            folded.push(c);
            origin.extend(std::iter::repeat_n(at, c.len_utf8()));
        };
        let mixed = mixes_scripts(text);
        for (at, c) in text.char_indices() {
            if takes_no_room(c) {
                continue;
            }
            if c.is_ascii() {
                push(at, c);
            } else {
                // Full width, mathematical and circled letters become plain ones.
                for d in std::iter::once(c).nfkc() {
                    push(at, if mixed { look_alike(d).unwrap_or(d) } else { d });
                }
            }
        }
        origin.push(text.len());
        Plain { text: folded.into(), origin: Some(origin) }
    }

    /// The span of the original that a span of `text` stands for.
    pub(super) fn original(&self, span: Range<usize>) -> Range<usize> {
        let Some(origin) = &self.origin else { return span };
        let last = origin.len() - 1;
        let start = origin[span.start.min(last)];
        start..origin[span.end.min(last)].max(start)
    }
}

/// Whether a reader of Latin text sees nothing of `c`, not even a gap.
pub(crate) fn takes_no_room(c: char) -> bool {
    is_invisible(c) && !c.is_whitespace()
}

/// The class of a hidden character found by [`hidden_characters`].
pub type HiddenClass = &'static str;

/// Lists runs of characters that hide or reorder text where nothing legitimate asks for them:
/// `tags`, `zero_width`, `bidi`, `variation_selectors`, `fillers`, `conceal`.
pub fn hidden_characters(text: &str) -> Vec<(HiddenClass, Range<usize>)> {
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    let rtl = chars.iter().any(|(_, c)| is_right_to_left(*c));
    let breaking_script = chars.iter().any(|(_, c)| is_unspaced_script(*c));
    let mut out: Vec<(HiddenClass, Range<usize>)> = Vec::new();
    let mut zero_width: Vec<Range<usize>> = Vec::new();
    let mut fillers: Vec<Range<usize>> = Vec::new();
    let mut i = 0;
    while i < chars.len() {
        let (at, c) = chars[i];
        let before = i.checked_sub(1).map(|j| chars[j].1);
        let after = chars.get(i + 1).map(|p| p.1);
        let code = c as u32;
        let mut end = i + 1;
        match code {
            0xe0000..=0xe007f => {
                while end < chars.len() && matches!(chars[end].1 as u32, 0xe0000..=0xe007f) {
                    end += 1;
                }
                let flag = before == Some('\u{1f3f4}') && chars[end - 1].1 == '\u{e007f}' && end - i <= 8;
                if !flag {
                    out.push(("tags", at..byte_end(text, &chars, end)));
                }
            }
            0xfe00..=0xfe0f | 0xe0100..=0xe01ef => {
                while end < chars.len() && matches!(chars[end].1 as u32, 0xfe00..=0xfe0f | 0xe0100..=0xe01ef) {
                    end += 1;
                }
                let supplement = code >= 0xe0100;
                let base_is_han = before.is_some_and(soulfile_text::script::is_han);
                if end - i >= 2 || supplement && !base_is_han {
                    out.push(("variation_selectors", at..byte_end(text, &chars, end)));
                }
            }
            0x200b | 0x2060 | 0x2061..=0x2064 | 0xfeff | 0x180e => {
                let lawful = breaking_script && code == 0x200b || code == 0xfeff && at == 0;
                if !lawful {
                    zero_width.push(at..at + c.len_utf8());
                }
            }
            0x200c | 0x200d => {
                // Joiners belong between letters of joining scripts and inside emoji.
                let joins = |c: Option<char>| c.is_some_and(|c| is_joining_script(c) || is_emoji_part(c));
                if !(joins(before) || joins(after)) {
                    zero_width.push(at..at + c.len_utf8());
                }
            }
            0x202d | 0x202e if !rtl => out.push(("bidi", at..at + c.len_utf8())),
            0x202e => out.push(("bidi", at..at + c.len_utf8())),
            0x202a | 0x202b | 0x2066..=0x2068 if !rtl => out.push(("bidi", at..at + c.len_utf8())),
            0x3164 | 0x115f | 0x1160 | 0xffa0 | 0x2800
                if !before.is_some_and(|b| matches!(b as u32, 0x1100..=0x11ff | 0xac00..=0xd7af | 0x2801..=0x28ff)) =>
            {
                fillers.push(at..at + c.len_utf8());
            }
            0x1b if text[at..].starts_with("\u{1b}[8m") || text[at..].starts_with("\u{1b}[0;8m") => {
                out.push(("conceal", at..at + 4));
            }
            _ => {}
        }
        i = end;
    }
    // One stray zero-width space is a copied line break; many, or several in a row, are a message.
    if zero_width.len() >= 4 || zero_width.windows(3).any(|w| w[0].end == w[1].start && w[1].end == w[2].start) {
        out.push(("zero_width", zero_width[0].start..zero_width[zero_width.len() - 1].end));
    }
    if fillers.len() >= 3 {
        out.push(("fillers", fillers[0].start..fillers[fillers.len() - 1].end));
    }
    out
}

fn byte_end(text: &str, chars: &[(usize, char)], end: usize) -> usize {
    chars.get(end).map_or(text.len(), |p| p.0)
}

/// Reports hidden characters; returns whether there are any.
pub(super) fn scan(text: &str, findings: &mut Vec<Finding>) -> bool {
    if text.is_ascii() && !text.contains('\u{1b}') {
        return false;
    }
    let found = hidden_characters(text);
    let any = !found.is_empty();
    findings.extend(found.into_iter().map(|(_, span)| Finding { kind: "hidden_unicode", span, strong: true }));
    if let Some(span) = disguised_words(text) {
        findings.push(Finding { kind: "hidden_unicode", span, strong: true });
        return true;
    }
    any
}

fn is_right_to_left(c: char) -> bool {
    matches!(c as u32, 0x590..=0x8ff | 0xfb1d..=0xfdff | 0xfe70..=0xfeff)
}

fn is_joining_script(c: char) -> bool {
    matches!(c as u32, 0x600..=0x7ff | 0x8a0..=0x8ff | 0x900..=0xdff | 0xe00..=0x109f | 0x1780..=0x18af | 0xfb50..=0xfdff | 0xfe70..=0xfefc)
}

fn is_unspaced_script(c: char) -> bool {
    matches!(c as u32, 0xe00..=0xeff | 0x1000..=0x109f | 0x1780..=0x17ff | 0x3040..=0x30ff | 0x4e00..=0x9fff | 0xf00..=0xfff)
}

fn is_emoji_part(c: char) -> bool {
    matches!(c as u32, 0x2190..=0x2bff | 0x3030 | 0x303d | 0x3297 | 0x3299 | 0x1f000..=0x1faff | 0xfe0f | 0x200d | 0x20e3)
}

/// Cyrillic and Greek letters that look like Latin ones.
fn look_alike(c: char) -> Option<char> {
    Some(match c {
        'а' | 'α' => 'a',
        'в' | 'β' => 'b',
        'с' | 'ϲ' => 'c',
        'ԁ' => 'd',
        'е' | 'ё' | 'ε' => 'e',
        'ɡ' => 'g',
        'һ' => 'h',
        'і' | 'ι' | 'ı' | 'ӏ' => 'i',
        'ј' => 'j',
        'к' | 'κ' => 'k',
        'ⅼ' => 'l',
        'м' => 'm',
        'п' | 'η' => 'n',
        'о' | 'ο' | 'σ' => 'o',
        'р' | 'ρ' => 'p',
        'ԛ' => 'q',
        'г' => 'r',
        'ѕ' => 's',
        'т' | 'τ' => 't',
        'υ' | 'ս' => 'u',
        'ѵ' | 'ν' => 'v',
        'ԝ' | 'ω' => 'w',
        'х' | 'χ' => 'x',
        'у' | 'γ' => 'y',
        'А' | 'Α' => 'A',
        'В' | 'Β' => 'B',
        'С' => 'C',
        'Е' | 'Ε' => 'E',
        'Н' | 'Η' => 'H',
        'І' | 'Ι' => 'I',
        'К' | 'Κ' => 'K',
        'М' | 'Μ' => 'M',
        'О' | 'Ο' => 'O',
        'Р' | 'Ρ' => 'P',
        'Ѕ' => 'S',
        'Т' | 'Τ' => 'T',
        'Х' | 'Χ' => 'X',
        'У' | 'Υ' => 'Y',
        'Z' | 'Ζ' => 'Z',
        _ => return None,
    })
}

fn mixes_scripts(text: &str) -> bool {
    text.split(|c: char| !c.is_alphabetic()).any(is_mixed_word)
}

/// A word with both Latin letters and their look-alikes.
fn is_mixed_word(word: &str) -> bool {
    let latin = word.bytes().filter(u8::is_ascii_alphabetic).count();
    let alike = word.chars().filter(|c| !c.is_ascii() && look_alike(*c).is_some()).count();
    let foreign = word.chars().filter(|c| !c.is_ascii() && !matches!(*c as u32, 0xc0..=0x24f)).count();
    latin >= 2 && alike >= 1 && alike == foreign && word.chars().count() >= 4
}

/// Two or more words spelled with foreign look-alikes are a disguise.
fn disguised_words(text: &str) -> Option<Range<usize>> {
    let mut first: Option<usize> = None;
    let mut count = 0;
    let mut at = 0;
    for word in text.split(|c: char| !c.is_alphabetic()) {
        if is_mixed_word(word) {
            first.get_or_insert(at);
            count += 1;
            if count >= 2 {
                return first.map(|f| f..at + word.len());
            }
        }
        at += word.len() + text[at + word.len()..].chars().next().map_or(0, char::len_utf8);
    }
    None
}
