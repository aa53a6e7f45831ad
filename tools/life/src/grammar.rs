//! Phrases: lists of sentences with gaps and alternatives, read from `phrases/*.txt`.
//!
//! `@ name` opens a list, one phrasing a line. `{a|b}` is one of two, `{name}` what the story bound to
//! the name, or else a line of the list `name`; `{name.zh}` is its Chinese form.

use std::collections::BTreeMap;

use soulfile_testkit::random::Random;

const FILES: [&str; 7] = [
    include_str!("../phrases/self.txt"),
    include_str!("../phrases/people.txt"),
    include_str!("../phrases/projects.txt"),
    include_str!("../phrases/workflows.txt"),
    include_str!("../phrases/noise.txt"),
    include_str!("../phrases/events.txt"),
    include_str!("../phrases/words.txt"),
];
const UNSEEN: &str = include_str!("../phrases/unseen.txt");
const QUESTIONS: &str = include_str!("../phrases/questions.txt");

/// What the gaps of one phrase are filled with.
pub type Slots = BTreeMap<String, String>;

/// Whether a gap that occurs twice is filled alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gaps {
    /// Each on its own.
    Free,
    /// The same word each time.
    Alike,
}

/// In which words a life is told.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Phrasing {
    /// The usual ones, which rules may be written with in view.
    #[default]
    Usual,
    /// Others, which no rule was written for.
    Unseen,
}

/// All lists.
#[derive(Debug)]
pub struct PhraseLists {
    lists: BTreeMap<&'static str, Vec<&'static str>>,
}

impl PhraseLists {
    /// What the person says.
    pub fn said(phrasing: Phrasing) -> Self {
        let mut phrases = Self::parse(&FILES);
        if phrasing == Phrasing::Unseen {
            phrases.lists.extend(Self::parse(&[UNSEEN]).lists);
        }
        phrases
    }

    /// What is asked later.
    pub fn asked() -> Self {
        Self::parse(&[QUESTIONS, FILES[6]])
    }

    fn parse(files: &[&'static str]) -> Self {
        let mut lists: BTreeMap<&'static str, Vec<&'static str>> = BTreeMap::new();
        for file in files {
            let mut name = "";
            for line in file.lines().filter(|line| !line.starts_with("# ") && !line.is_empty()) {
                match line.strip_prefix("@ ") {
                    Some(found) => name = found.trim(),
                    None => lists.entry(name).or_default().push(line),
                }
            }
        }
        Self { lists }
    }

    /// Whether there is a list of this name.
    pub fn has(&self, list: &str) -> bool {
        self.lists.contains_key(list)
    }

    /// The lines of a list.
    pub fn lines(&self, list: &str) -> &[&'static str] {
        self.lists.get(list).map_or(&[], Vec::as_slice)
    }

    /// One phrasing of a list, filled in.
    pub fn say(&self, list: &str, slots: &Slots, random: &mut Random) -> String {
        let lines = self.lines(list);
        assert!(!lines.is_empty(), "no phrases for {list}");
        let line = *random.pick(lines);
        self.fill(line, &mut slots.clone(), Gaps::Free, random)
    }

    /// Fills in one line.
    pub fn fill(&self, line: &str, slots: &mut Slots, gaps: Gaps, random: &mut Random) -> String {
        let mut out = String::new();
        self.expand(line, slots, gaps, random, &mut out);
        let mut text = out.replace("\\n", "\n").trim().to_owned();
        for (from, to) in [("  ", " "), (" .", "."), (" ,", ","), ("..", ".")] {
            // Tool output keeps its columns.
            if !text.contains('\n') {
                text = text.replace(from, to);
            }
        }
        text
    }

    fn expand(&self, line: &str, slots: &mut Slots, gaps: Gaps, random: &mut Random, out: &mut String) {
        let mut rest = line;
        while let Some(open) = rest.find('{') {
            out.push_str(&rest[..open]);
            let Some(close) = closing(&rest[open..]) else {
                out.push_str(&rest[open..]);
                return;
            };
            let inner = &rest[open + 1..open + close];
            let choices = alternatives(inner);
            match choices.len() {
                // JSON in tool output: braces of its own.
                1 if inner.contains([':', '"']) => {
                    out.push('{');
                    self.expand(inner, slots, gaps, random, out);
                    out.push('}');
                }
                1 => out.push_str(&self.slot(inner, slots, gaps, random)),
                _ => {
                    let choice = *random.pick(&choices);
                    self.expand(choice, slots, gaps, random, out);
                }
            }
            rest = &rest[open + close + 1..];
        }
        out.push_str(rest);
    }

    fn slot(&self, name: &str, slots: &mut Slots, gaps: Gaps, random: &mut Random) -> String {
        if let Some(bound) = slots.get(name) {
            return bound.clone();
        }
        let (base, chinese) = match name.strip_suffix(".zh") {
            Some(base) => (base, true),
            None => (name, false),
        };
        let word = match base {
            "sum" | "sum2" => (random.below(860) + 40).to_string(),
            "line" => (random.below(38) + 2).to_string(),
            "min" => format!("{:02}", random.below(60)),
            "ticket" => format!("PRJ-{}", random.below(900) + 100),
            "dateany" => {
                format!("{} {}", random.pick(self.lines("month")).split('=').next().unwrap_or(""), random.below(27) + 1)
            }
            _ => {
                let lines = self.lines(base);
                assert!(!lines.is_empty(), "nothing fills {{{name}}}");
                let line = *random.pick(lines);
                let (plain, other) = forms(line);
                let picked = if chinese { other } else { plain };
                // A word may have gaps of its own.
                self.fill(picked, &mut slots.clone(), gaps, random)
            }
        };
        if gaps == Gaps::Alike {
            slots.insert(name.to_owned(), word.clone());
        }
        word
    }
}

/// A word and its Chinese form, the same when it has none.
pub fn forms(word: &str) -> (&str, &str) {
    word.split_once('=').unwrap_or((word, word))
}

/// Binds a word of a list, with its Chinese form.
pub fn bind(slots: &mut Slots, name: &str, word: &str) {
    let (plain, chinese) = forms(word);
    slots.insert(name.to_owned(), plain.to_owned());
    slots.insert(format!("{name}.zh"), chinese.to_owned());
}

/// Where the brace that opens `text` closes.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// Cuts at the bars that are in no inner brace.
fn alternatives(text: &str) -> Vec<&str> {
    let (mut depth, mut start, mut out) = (0usize, 0, Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            '|' if depth == 0 => {
                out.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    out.push(&text[start..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_and_alternatives_nest() {
        let phrases = PhraseLists::said(Phrasing::Usual);
        let mut random = Random::new(1);
        let mut slots = Slots::new();
        bind(&mut slots, "city", "Lisbon=里斯本");
        let mut seen = std::collections::BTreeSet::new();
        for _ in 0..200 {
            seen.insert(phrases.fill("In {city}{ or {city.zh}|}.", &mut slots, Gaps::Free, &mut random));
        }
        assert_eq!(seen.into_iter().collect::<Vec<_>>(), ["In Lisbon or 里斯本.", "In Lisbon."]);
    }

    #[test]
    fn a_word_that_must_be_alike_is() {
        let phrases = PhraseLists::said(Phrasing::Usual);
        for seed in 0..50 {
            let said = phrases.fill("{bird}/{bird}", &mut Slots::new(), Gaps::Alike, &mut Random::new(seed));
            let (a, b) = said.split_once('/').unwrap();
            assert_eq!(a, b);
        }
    }
}
