//! Words of which a text may hold some, all looked for at once.
//!
//! Most texts hold none of most lists, and that is told by [`crate::pattern`]'s gates before anything is built or walked.

use std::sync::OnceLock;

use aho_corasick::{AhoCorasick, Match, MatchKind};

use crate::pattern::gate::{Gate, GateWords};

/// A list of words.
pub struct Literals {
    words: Vec<&'static str>,
    kind: MatchKind,
    any_case: bool,
    gate: OnceLock<GateWords>,
    built: OnceLock<AhoCorasick>,
}

impl Literals {
    /// Words as they are written.
    pub fn new(words: impl IntoIterator<Item = &'static str>) -> Literals {
        let words = words.into_iter().collect();
        Literals { words, kind: MatchKind::Standard, any_case: false, gate: OnceLock::new(), built: OnceLock::new() }
    }

    /// ASCII letters in either case.
    pub fn any_case(self) -> Literals {
        Literals { any_case: true, ..self }
    }

    /// Of several that begin at one place, [`Literals::find_iter`] finds the longest.
    pub fn longest(self) -> Literals {
        Literals { kind: MatchKind::LeftmostLongest, ..self }
    }

    /// Whether `text` holds any of them.
    pub fn is_match(&self, text: &str) -> bool {
        self.searched(text).is_some_and(|words| words.is_match(text))
    }

    /// Those that `text` holds, one after the other.
    pub fn find_iter<'a>(&'a self, text: &'a str) -> impl Iterator<Item = Match> + 'a {
        self.searched(text).into_iter().flat_map(move |words| words.find_iter(text))
    }

    /// Those that `text` holds, also one within another. Not for a list that was asked for the longest.
    pub fn find_overlapping_iter<'a>(&'a self, text: &'a str) -> impl Iterator<Item = Match> + 'a {
        self.searched(text).into_iter().flat_map(move |words| words.find_overlapping_iter(text))
    }

    fn searched(&self, text: &str) -> Option<&AhoCorasick> {
        let admitted = self.gate.get_or_init(|| Gate::of_words(&self.words)).admits(text);
        #[cfg(any(test, all(feature = "checked", debug_assertions)))]
        assert!(admitted || !self.built().is_match(text), "the gate of {:?} hides {text:?}", self.words);
        admitted.then(|| self.built())
    }

    fn built(&self) -> &AhoCorasick {
        self.built.get_or_init(|| {
            let mut builder = AhoCorasick::builder();
            builder.match_kind(self.kind).ascii_case_insensitive(self.any_case);
            builder.build(&self.words).expect("short literals make an automaton")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_wherever_they_stand() {
        let words = Literals::new(["pw:", "p/w", "://", "密码"]);
        assert!(words.is_match("the p/w") && words.is_match("http://x") && words.is_match("我的密码"));
        let words = Literals::new([" now", "pass", "not any more", "contraseña"]).any_case();
        assert!(words.is_match("until NOW") && !words.is_match("now"));
        assert!(words.is_match("COMPASS") && words.is_match("not any more.") && words.is_match("mi contraseña"));
        assert!(!words.is_match("nothing of the kind") && !words.is_match("niño"));
        assert!(words.is_match(&("x".repeat(5000) + " pass")));
    }

    #[test]
    fn the_longest_is_found_and_those_within_another() {
        let spans = |hits: Vec<Match>| hits.into_iter().map(|hit| hit.range()).collect::<Vec<_>>();
        let longest = Literals::new(["sk", "sk_live"]).longest();
        assert_eq!(spans(longest.find_iter("sk_live sk").collect()), [0..7, 8..10]);
        let all = Literals::new(["over", "overlap"]);
        assert_eq!(spans(all.find_overlapping_iter("overlap").collect()), [0..4, 0..7]);
    }
}
