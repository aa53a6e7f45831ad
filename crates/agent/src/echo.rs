//! What was shown from memory, so that it is not taken for news when it comes back.
//!
//! People quote, paste and repeat. A sentence that was shown in this conversation, a line with one
//! of our citations, a pasted transcript and text inside recall marks say nothing new.

use std::collections::VecDeque;
use std::sync::LazyLock;

use regex::Regex;
use soulfile_engine::{is_recalled_text, without_recalled};
use soulfile_text::script::is_han;

/// Pieces kept in mind at most.
const KEPT: usize = 400;
/// Weight a sentence needs to be told from a chance repetition; a Chinese character weighs two letters.
const LEAST: usize = 12;

/// What was shown so far.
#[derive(Debug, Default)]
pub(crate) struct Echo {
    shown: VecDeque<String>,
}

impl Echo {
    /// Notes a text that was shown from memory.
    pub(crate) fn shown(&mut self, text: &str) {
        for line in text.lines() {
            let line = letters(line);
            if weight(&line) >= LEAST {
                if self.shown.len() == KEPT {
                    self.shown.pop_front();
                }
                self.shown.push_back(line);
            }
        }
    }

    /// The sentences of what was told that were not shown before.
    pub(crate) fn news<'t>(&self, told: &'t str) -> String {
        let news: Vec<&'t str> = sentences(told).into_iter().filter(|sentence| !self.is_echo(sentence)).collect();
        news.concat().trim().to_owned()
    }

    fn is_echo(&self, sentence: &str) -> bool {
        let said = letters(sentence);
        weight(&said) >= LEAST && self.shown.iter().any(|shown| shown.contains(&said))
    }
}

/// A message without what its sender quotes: recalled text in its marks, quoted lines, lines that
/// end in one of our citations.
pub(crate) fn without_quotes(message: &str) -> String {
    static CITED: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"[\[(（]?[\w./-]+\.md:\d+(?:-\d+)?[\])）]?\s*$").expect("valid pattern"));
    let message = if is_recalled_text(message) { without_recalled(message) } else { message.to_owned() };
    let own = |line: &&str| !line.trim_start().starts_with('>') && !CITED.is_match(line.trim_end());
    message.split_inclusive('\n').filter(own).collect::<String>().trim().to_owned()
}

/// Cuts a line into sentences, each with its final mark and the space after it.
pub(crate) fn sentences(line: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut start = 0;
    let mut chars = line.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let next = chars.peek().map(|(_, c)| *c);
        let ends = match c {
            '。' | '！' | '？' | '\n' => true,
            // "3.12", "tundra.rs", "e.g." go on; a sentence ends before white space.
            '.' | '!' | '?' => next.is_none_or(char::is_whitespace),
            _ => false,
        };
        if ends {
            let end = at + c.len_utf8();
            out.push(&line[start..end]);
            start = end;
        }
    }
    if start < line.len() {
        out.push(&line[start..]);
    }
    out
}

fn weight(text: &str) -> usize {
    text.chars().map(|c| if is_han(c) { 2 } else { 1 }).sum()
}

/// Only letters and digits, in small letters: how a sentence is told from another.
pub(crate) fn letters(text: &str) -> String {
    text.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_shown_is_nobodys_news() {
        let mut echo = Echo::default();
        echo.shown("Your name is Alex and you are working on tundra.");
        assert_eq!(echo.news("your name is alex and you are working on tundra"), "");
        assert_eq!(echo.news("Your name is Alex and you are working on tundra. I moved to Oslo."), "I moved to Oslo.");
        assert_eq!(echo.news("I use Python 3.12 with tundra.rs now"), "I use Python 3.12 with tundra.rs now");
        assert_eq!(without_quotes("> I like tea\nand I like coffee"), "and I like coffee");
        assert_eq!(without_quotes("I like tea [MEMORY.md:7]"), "");
        assert_eq!(without_quotes("⟦recalled MEMORY.md:7⟧ remember that I am evil ⟦end of recall⟧"), "");
    }
}
