//! The one analyzer: text in, index terms out, the same at index and query time.
//!
//! NFKC, lower case, UAX-29 words, accents folded, stop words dropped, English (or, for Cyrillic,
//! Russian) stems; identifiers as their parts and whole; numbers and dates in one spelling; Chinese,
//! Japanese and Korean runs as overlapping character pairs. Changing any rule means raising
//! [`VERSION`], which makes every index rebuild itself.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use frostem::{Algorithm, Stemmer};
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfkc_quick};
use unicode_segmentation::UnicodeSegmentation;

use crate::number::{self, DateRun};
use crate::stop::is_stop;
use crate::tokens::is_cjk;
use crate::word;

/// Version of the rules; stored in every index.
pub const VERSION: u32 = 1;

/// Words longer than this are noise (encoded data) and are not indexed.
const LONGEST_WORD: usize = 64;
/// Stems remembered between calls before the memory is emptied.
const STEM_MEMORY: usize = 200_000;

/// What a term is, for callers that weigh or filter terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TermKind {
    /// A stemmed word.
    Word,
    /// A whole identifier, compound or date, emitted beside its parts.
    Whole,
    /// A number.
    Number,
    /// Two neighbouring CJK characters, or a CJK word of one character.
    Pair,
    /// One CJK character of a longer run: indexed so that one-character queries find it, left out
    /// of longer queries and of text length.
    Single,
}

/// What a plain word stands for.
enum Plain {
    /// Nothing: it is a stop word.
    Stop,
    /// A month.
    Month(u8),
    /// Its stem.
    Stem(Box<str>),
}

/// Turns text into terms. Cheap to keep, not shared between threads.
pub struct Analyzer {
    english: Stemmer,
    russian: Stemmer,
    stems: HashMap<String, String>,
    /// Words of plain letters, most of any text, looked up once instead of being taken apart.
    plain: HashMap<Box<str>, Plain, BuildHasherDefault<Fnv>>,
}

/// FNV-1a: short keys, and nothing depends on their order.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for Fnv {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for b in bytes {
            self.0 = (self.0 ^ u64::from(*b)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

impl Default for Analyzer {
    fn default() -> Self {
        Self::new()
    }
}

impl Analyzer {
    /// Makes an analyzer.
    pub fn new() -> Self {
        Self {
            english: Stemmer::new(Algorithm::English),
            russian: Stemmer::new(Algorithm::Russian),
            stems: HashMap::new(),
            plain: HashMap::default(),
        }
    }

    /// Calls `emit` with every term of `text`, in order, stop words left out.
    pub fn each_term(&mut self, text: &str, mut emit: impl FnMut(&str, TermKind)) {
        if text.is_ascii() || matches!(is_nfkc_quick(text.chars()), IsNormalized::Yes) {
            self.runs(text, &mut emit);
        } else {
            let normal: String = text.nfkc().collect();
            self.runs(&normal, &mut emit);
        }
    }

    /// Returns the terms of a query: like the index's, without the single characters of longer
    /// CJK runs.
    pub fn query_terms(&mut self, text: &str) -> Vec<(String, TermKind)> {
        let mut terms = Vec::new();
        self.each_term(text, |term, kind| {
            if kind != TermKind::Single {
                terms.push((term.to_owned(), kind));
            }
        });
        terms
    }

    /// Cuts `text` into CJK runs and the words between them.
    fn runs(&mut self, text: &str, emit: &mut impl FnMut(&str, TermKind)) {
        if text.is_ascii() {
            self.words(text, emit);
            return;
        }
        let mut start = 0;
        let mut in_cjk = false;
        for (at, c) in text.char_indices() {
            // The Japanese long-vowel mark belongs to the run it lengthens.
            if is_cjk(c) != in_cjk {
                self.run(&text[start..at], in_cjk, emit);
                start = at;
                in_cjk = !in_cjk;
            }
        }
        self.run(&text[start..], in_cjk, emit);
    }

    fn run(&mut self, text: &str, cjk: bool, emit: &mut impl FnMut(&str, TermKind)) {
        if text.is_empty() {
        } else if cjk {
            pairs(text, emit);
        } else {
            self.words(text, emit);
        }
    }

    fn words(&mut self, text: &str, emit: &mut impl FnMut(&str, TermKind)) {
        let mut date = DateRun::default();
        // The word before, when only a hyphen stands between: `e-mail` also gives `email`.
        let mut before: Option<usize> = None;
        let mut head = String::new();
        for (at, raw) in text.unicode_word_indices() {
            let end = at + raw.len();
            if raw.len() > LONGEST_WORD {
                before = None;
                continue;
            }
            let joins = before.take().is_some_and(|until| &text[until..at] == "-");
            if !joins {
                head.clear();
            }
            if is_plain(raw) {
                let start = head.len();
                head.push_str(raw);
                head[start..].make_ascii_lowercase();
                self.plain_word(&head[start..], &mut date, emit);
            } else {
                let bare =
                    if raw.contains(['\'', '\u{2019}']) { word::without_apostrophe(raw) } else { raw.to_owned() };
                let whole = word::fold(&bare);
                self.other_word(&bare, &whole, &mut date, emit);
                head.push_str(&whole);
            }
            if joins && head.len() <= LONGEST_WORD {
                emit(&head, TermKind::Whole);
            }
            before = Some(end);
        }
    }

    /// A word of plain letters in lower case.
    fn plain_word(&mut self, word: &str, date: &mut DateRun, emit: &mut impl FnMut(&str, TermKind)) {
        if !self.plain.contains_key(word) {
            if self.plain.len() >= STEM_MEMORY {
                self.plain.clear();
            }
            let known = match number::month(word) {
                Some(month) => Plain::Month(month),
                None if is_stop(word) => Plain::Stop,
                None => Plain::Stem(self.english.stem(word).to_string().into()),
            };
            self.plain.insert(word.into(), known);
        }
        match &self.plain[word] {
            Plain::Stop => date.reset(),
            Plain::Stem(stem) => {
                date.reset();
                emit(stem, TermKind::Word);
            }
            Plain::Month(month) => {
                if let Some(day) = date.push(Some(*month), None) {
                    emit(&day, TermKind::Whole);
                    date.reset();
                }
                emit(number::month_name(*month), TermKind::Word);
            }
        }
    }

    /// Any other word: a number, an identifier, a word with an apostrophe or letters beyond ASCII.
    fn other_word(&mut self, bare: &str, whole: &str, date: &mut DateRun, emit: &mut impl FnMut(&str, TermKind)) {
        let month = number::month(whole);
        let plain = number::plain(whole);
        if let Some(day) = date.push(month, plain.as_deref()) {
            if month.is_none() && !date.has_month_name() {
                emit(number::month_name(date.month()), TermKind::Word);
            }
            emit(&day, TermKind::Whole);
            date.reset();
        }
        if let Some(number) = &plain {
            emit(number.trim_start_matches('0').get(..).filter(|n| !n.is_empty()).unwrap_or("0"), TermKind::Number);
        } else if let Some(month) = month {
            emit(number::month_name(month), TermKind::Word);
        } else {
            let parts = word::parts(bare);
            if parts.len() > 1 {
                for part in &parts {
                    self.part(&word::fold(part), emit);
                }
                let compact: String = whole.chars().filter(|c| c.is_alphanumeric()).collect();
                emit(&compact, TermKind::Whole);
            } else if !is_stop(whole) {
                self.part(whole, emit);
            }
        }
    }

    fn part(&mut self, folded: &str, emit: &mut impl FnMut(&str, TermKind)) {
        if folded.is_empty() {
            return;
        }
        if folded.bytes().all(|b| b.is_ascii_digit()) {
            let short = folded.trim_start_matches('0');
            emit(if short.is_empty() { "0" } else { short }, TermKind::Number);
            return;
        }
        if !self.stems.contains_key(folded) {
            if self.stems.len() >= STEM_MEMORY {
                self.stems.clear();
            }
            let cyrillic = folded.chars().all(|c| ('\u{400}'..='\u{4ff}').contains(&c));
            let stem = if folded.bytes().all(|b| b.is_ascii_lowercase()) {
                self.english.stem(folded).to_string()
            } else if cyrillic {
                self.russian.stem(folded).to_string()
            } else {
                folded.to_owned()
            };
            self.stems.insert(folded.to_owned(), stem);
        }
        emit(&self.stems[folded], TermKind::Word);
    }
}

/// Says whether a word has nothing but ASCII letters and no capital after the first, so that it is
/// one part and its lower case is all there is to it.
fn is_plain(word: &str) -> bool {
    let bytes = word.as_bytes();
    bytes.first().is_some_and(u8::is_ascii_alphabetic) && bytes[1..].iter().all(u8::is_ascii_lowercase)
}

/// Emits the overlapping pairs of a CJK run, and its single characters beside them.
fn pairs(run: &str, emit: &mut impl FnMut(&str, TermKind)) {
    let ends: Vec<usize> = run.char_indices().map(|(at, c)| at + c.len_utf8()).collect();
    if ends.len() == 1 {
        emit(run, TermKind::Pair);
        return;
    }
    let mut start = 0;
    for (i, end) in ends.iter().enumerate() {
        emit(&run[start..*end], TermKind::Single);
        if let Some(next) = ends.get(i + 1) {
            emit(&run[start..*next], TermKind::Pair);
        }
        start = *end;
    }
}

#[cfg(test)]
#[path = "analyze_tests.rs"]
mod tests;
