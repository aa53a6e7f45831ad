//! Regular expressions that are cheap to build and to run.
//!
//! English rules need no Unicode tables: case, word boundaries and classes are ASCII, which makes
//! building a rule several times cheaper and keeps the fast matcher working on any input. The
//! Chinese alternatives of a rule are split off and built only when Chinese text comes along.
//! Spans are widened to whole characters.

pub(crate) mod gate;

use std::ops::{Index, Range};
use std::sync::OnceLock;

use regex::bytes;

use crate::script::{has_han, is_han};
use gate::{Gate, Script};

/// A rule, compiled when it is first needed.
///
/// Most rules are asked of each message and turned away at their gates, with nothing of them in any cache: what a
/// gate needs is held here, the rest elsewhere.
pub struct Pattern {
    ascii: Option<Ascii>,
    han: Option<Box<Han>>,
}

/// The English part of a rule. Building a long one takes longer than reading a hundred questions with it, and a
/// process that answers one question may need few of them.
struct Ascii {
    gate: OnceLock<Option<Gate>>,
    rule: Box<Rule<bytes::Regex>>,
}

/// The Chinese part of a rule, built on first use.
struct Han {
    gate: OnceLock<Option<Gate>>,
    rule: Rule<regex::Regex>,
}

struct Rule<R> {
    source: String,
    built: OnceLock<R>,
}

impl<R> Rule<R> {
    fn of(parts: &[&str]) -> Self {
        Self { source: parts.join("|"), built: OnceLock::new() }
    }
}

impl Pattern {
    /// A rule of `source`, ignoring ASCII case.
    ///
    /// # Panics
    /// On first use, when `source` is not a valid pattern; every source is a constant of the crates above.
    pub fn new(source: &str) -> Pattern {
        let (han, ascii): (Vec<&str>, Vec<&str>) =
            alternatives(source).into_iter().partition(|part| part.chars().any(is_han));
        let english = || Ascii { gate: OnceLock::new(), rule: Box::new(Rule::of(&ascii)) };
        let chinese = || Box::new(Han { gate: OnceLock::new(), rule: Rule::of(&han) });
        Pattern { ascii: (!ascii.is_empty()).then(english), han: (!han.is_empty()).then(chinese) }
    }

    fn ascii(&self, text: &str) -> Option<&bytes::Regex> {
        let ascii = self.ascii.as_ref()?;
        let admitted = ascii.may_match(text);
        #[cfg(any(test, all(feature = "checked", debug_assertions)))]
        assert!(
            admitted || !ascii.regex().is_match(text.as_bytes()),
            "the gate of {} hides {text:?}",
            ascii.rule.source
        );
        admitted.then(|| ascii.regex())
    }

    fn han(&self, text: &str) -> Option<&regex::Regex> {
        let han = self.han.as_ref().filter(|_| has_han(text))?;
        let admitted = han.may_match(text);
        #[cfg(any(test, all(feature = "checked", debug_assertions)))]
        assert!(admitted || !han.regex().is_match(text), "the gate of {} hides {text:?}", han.rule.source);
        admitted.then(|| han.regex())
    }

    /// Says whether the rule matches anywhere in `text`.
    pub fn is_match(&self, text: &str) -> bool {
        self.ascii(text).is_some_and(|r| r.is_match(text.as_bytes()))
            || self.han(text).is_some_and(|r| r.is_match(text))
    }

    /// The first match in `text`.
    pub fn find<'t>(&self, text: &'t str) -> Option<PatternMatch<'t>> {
        if let Some(m) = self.ascii(text).and_then(|r| r.find(text.as_bytes())) {
            return Some(PatternMatch::new(text, m.range()));
        }
        self.han(text)?.find(text).map(|m| PatternMatch::new(text, m.range()))
    }

    /// Every match in `text`, in order.
    pub fn find_iter<'t>(&self, text: &'t str) -> Vec<PatternMatch<'t>> {
        let mut out: Vec<PatternMatch<'t>> = Vec::new();
        if let Some(regex) = self.ascii(text) {
            out.extend(regex.find_iter(text.as_bytes()).map(|m| PatternMatch::new(text, m.range())));
        }
        if let Some(regex) = self.han(text) {
            out.extend(regex.find_iter(text).map(|m| PatternMatch::new(text, m.range())));
            out.sort_by_key(|h| h.start);
        }
        out
    }

    /// The groups of the first match in `text`.
    pub fn captures<'t>(&'t self, text: &'t str) -> Option<Groups<'t>> {
        if let Some(regex) = self.ascii(text)
            && let Some(c) = regex.captures(text.as_bytes())
        {
            return Some(Groups::ascii(text, regex, &c));
        }
        let regex = self.han(text)?;
        regex.captures(text).map(|c| Groups::han(text, regex, &c))
    }

    /// The groups of every match in `text`.
    pub fn captures_iter<'t>(&'t self, text: &'t str) -> Vec<Groups<'t>> {
        let mut out = Vec::new();
        if let Some(regex) = self.ascii(text)
            && regex.is_match(text.as_bytes())
        {
            out.extend(regex.captures_iter(text.as_bytes()).map(|c| Groups::ascii(text, regex, &c)));
        }
        if let Some(regex) = self.han(text) {
            out.extend(regex.captures_iter(text).map(|c| Groups::han(text, regex, &c)));
        }
        out
    }
}

impl Ascii {
    fn may_match(&self, text: &str) -> bool {
        let gate = self.gate.get_or_init(|| Gate::of(&ascii_source(&self.rule.source), Script::Latin));
        gate.as_ref().is_none_or(|gate| gate.admits(text, Script::Latin))
    }

    fn regex(&self) -> &bytes::Regex {
        self.rule.built.get_or_init(|| build(&self.rule.source))
    }
}

impl Han {
    fn may_match(&self, text: &str) -> bool {
        let gate = self.gate.get_or_init(|| Gate::of(&self.rule.source, Script::Han));
        gate.as_ref().is_none_or(|gate| gate.admits(text, Script::Han))
    }

    fn regex(&self) -> &regex::Regex {
        let Rule { source, built } = &self.rule;
        built.get_or_init(|| regex::Regex::new(&format!("(?i){source}")).expect("a valid constant pattern"))
    }
}

/// One match.
#[derive(Debug, Clone, Copy)]
pub struct PatternMatch<'t> {
    text: &'t str,
    start: usize,
    end: usize,
}

impl<'t> PatternMatch<'t> {
    fn new(text: &'t str, range: Range<usize>) -> PatternMatch<'t> {
        let (mut start, mut end) = (range.start, range.end);
        while !text.is_char_boundary(start) {
            start -= 1;
        }
        while !text.is_char_boundary(end) {
            end += 1;
        }
        PatternMatch { text, start, end }
    }

    /// Where it begins.
    pub fn start(&self) -> usize {
        self.start
    }

    /// Where it ends.
    pub fn end(&self) -> usize {
        self.end
    }

    /// Where it stands.
    pub fn range(&self) -> Range<usize> {
        self.start..self.end
    }

    /// What was matched.
    pub fn as_str(&self) -> &'t str {
        &self.text[self.start..self.end]
    }
}

/// The groups of one match.
pub struct Groups<'t> {
    hits: Vec<Option<PatternMatch<'t>>>,
    rule: Built<'t>,
}

/// The rule that matched.
enum Built<'t> {
    Ascii(&'t bytes::Regex),
    Han(&'t regex::Regex),
}

impl<'t> Groups<'t> {
    fn ascii(text: &'t str, regex: &'t bytes::Regex, captures: &bytes::Captures<'_>) -> Groups<'t> {
        let hits = captures.iter().map(|m| m.map(|m| PatternMatch::new(text, m.range()))).collect();
        Groups { hits, rule: Built::Ascii(regex) }
    }

    fn han(text: &'t str, regex: &'t regex::Regex, captures: &regex::Captures<'_>) -> Groups<'t> {
        let hits = captures.iter().map(|m| m.map(|m| PatternMatch::new(text, m.range()))).collect();
        Groups { hits, rule: Built::Han(regex) }
    }

    /// A group by its number.
    pub fn get(&self, index: usize) -> Option<PatternMatch<'t>> {
        self.hits.get(index).copied().flatten()
    }

    /// A group by its name.
    pub fn name(&self, name: &str) -> Option<PatternMatch<'t>> {
        let index = match self.rule {
            Built::Ascii(regex) => regex.capture_names().position(|known| known == Some(name)),
            Built::Han(regex) => regex.capture_names().position(|known| known == Some(name)),
        };
        self.get(index?)
    }
}

impl Index<&str> for Groups<'_> {
    type Output = str;

    fn index(&self, name: &str) -> &str {
        self.name(name).map_or("", |h| h.as_str())
    }
}

impl Index<usize> for Groups<'_> {
    type Output = str;

    fn index(&self, index: usize) -> &str {
        self.get(index).map_or("", |h| h.as_str())
    }
}

fn build(source: &str) -> bytes::Regex {
    bytes::RegexBuilder::new(&ascii_source(source))
        .unicode(false)
        .case_insensitive(true)
        .size_limit(64 << 20)
        .build()
        .unwrap_or_else(|e| panic!("a constant pattern is invalid: {e}\n{source}"))
}

/// Splits at `|` outside groups and classes.
fn alternatives(source: &str) -> Vec<&str> {
    let (mut depth, mut class, mut escaped, mut from) = (0usize, false, false, 0);
    let mut out = Vec::new();
    for (at, c) in source.char_indices() {
        if escaped {
            escaped = false;
            continue;
        }
        match c {
            '\\' => escaped = true,
            '[' if !class => class = true,
            ']' if class => class = false,
            '(' if !class => depth += 1,
            ')' if !class => depth = depth.saturating_sub(1),
            '|' if !class && depth == 0 => {
                out.push(&source[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    out.push(&source[from..]);
    out
}

/// Rewrites classes with characters beyond ASCII: `[,—]` becomes `(?:[,]|—)`; from a negated class
/// such characters are left out.
fn ascii_source(source: &str) -> String {
    let mut out = String::with_capacity(source.len() + 16);
    let mut chars = source.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' => {
                out.push(c);
                out.extend(chars.next());
            }
            '[' => {
                let mut inner = String::new();
                let mut wide: Vec<char> = Vec::new();
                while let Some(d) = chars.next() {
                    match d {
                        '\\' => {
                            inner.push(d);
                            inner.extend(chars.next());
                        }
                        ']' if !inner.is_empty() && inner != "^" || !wide.is_empty() && d == ']' => {
                            break;
                        }
                        d if !d.is_ascii() => wide.push(d),
                        d => inner.push(d),
                    }
                }
                if wide.is_empty() || inner.starts_with('^') {
                    out.push_str(&format!("[{inner}]"));
                } else {
                    let wide: Vec<String> = wide.iter().map(char::to_string).collect();
                    let narrow = if inner.is_empty() { String::new() } else { format!("[{inner}]|") };
                    out.push_str(&format!("(?:{narrow}{})", wide.join("|")));
                }
            }
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_beyond_ascii_still_match() {
        let pattern = Pattern::new(r"don['’]t[,—]? go");
        assert!(pattern.is_match("DON’T— go"));
        assert!(pattern.is_match("don't go"));
    }

    #[test]
    fn chinese_alternatives_are_their_own_rule() {
        let pattern = Pattern::new(r"\bfirst\b|先.{1,3}再");
        assert!(pattern.is_match("先温杯再放茶"));
        assert!(pattern.is_match("First this"));
        assert!(!pattern.is_match("再说"));
    }

    #[test]
    fn a_rule_whose_words_are_missing_is_told_without_it() {
        let gate = Gate::of(r"\b(?:tea|cup)s?\b [a-z]+", Script::Latin).expect("a gate");
        assert!(!gate.admits("a glass of water", Script::Latin));
        assert!(gate.admits("Two CUPS of it", Script::Latin));
        let gate = Gate::of(r"^(?:i|we) (?:have )?(?:really )?(?:decided|chose)\b", Script::Latin).expect("a gate");
        assert!(!gate.admits("I have a dog", Script::Latin));
        assert!(gate.admits("we really chose", Script::Latin));
        assert!(Gate::of(r"[a-z]+ing\b|\d+", Script::Latin).is_none());
        let gate = Gate::of(r#"^["']?\b(?:so |^)?had (?:i|we)\b"#, Script::Latin).expect("a gate");
        assert!(!gate.admits("well, had we known", Script::Latin) && !gate.admits("i had", Script::Latin));
        for text in ["had we known", " Had I", "so had we", "\"so Had i", ""] {
            assert_eq!(gate.admits(text, Script::Latin), !text.is_empty(), "{text}");
        }
        let gate = Gate::of(r"^(?:我|他)(?:叫|是)|再见$", Script::Han).expect("a gate");
        assert!(gate.admits("我叫李", Script::Han) && gate.admits("明天再见", Script::Han));
        assert!(!gate.admits("说我叫李", Script::Han));
        assert!(gate.admits(&"x".repeat(5000), Script::Latin));
    }

    #[test]
    fn spans_are_whole_characters() {
        let pattern = Pattern::new(r"a.b");
        assert!(pattern.find("aéb").is_none());
        let pattern = Pattern::new(r"a.");
        assert_eq!(pattern.find("aé").map(|h| h.as_str()), Some("aé"));
    }
}
