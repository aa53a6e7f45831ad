//! What somebody is after: an application, a race they train for, a course that is to begin.

use super::clause::{self, Token, is_calendar};
use super::verbs;

/// Something somebody is after.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Aim {
    /// Its telling words, in lower case.
    pub words: Vec<String>,
    /// Whether it is settled and only lies ahead: "will start", not "is applying".
    pub settled: bool,
}

impl Aim {
    /// Whether a text in lower case speaks of it.
    pub fn is_in(&self, lower: &str) -> bool {
        self.words.iter().all(|word| lower.contains(word.as_str()))
    }
}

/// Verbs of being after something, by their base forms, with the word that leads to what it is.
#[rustfmt::skip]
const AIMS: &[(&str, &[&str])] = &[
    ("apply", &["for", "to"]), ("train", &["for"]), ("prepare", &["for"]), ("register", &["for"]), ("sign", &["for"]), ("enter", &["for"]), ("want", &["to"]), ("hope", &["to", "for"]), ("plan", &["to"]), ("aim", &["to", "for"]), ("intend", &["to"]), ("save", &["for"]), ("study", &["for"]), ("look", &["for"]), ("start", &[]), ("begin", &[]),
];

/// Words that lead to what is aimed at and name nothing of it.
#[rustfmt::skip]
const EMPTY: &[&str] = &["a", "an", "the", "do", "be", "become", "get", "study", "start", "begin", "take", "up", "in", "of", "on", "at", "and", "my", "our", "her", "his", "their", "for", "to", "next", "year", "now"];

/// Fewer words than this may mean anything.
const FEWEST: usize = 2;
/// More are a sentence of their own.
const MOST: usize = 6;

/// What is aimed at.
pub(super) fn find(sentence: &str) -> Option<Aim> {
    let tokens = clause::tokens(sentence);
    let (verb, leads) = tokens.iter().enumerate().find_map(|(at, token)| {
        let verb = base(&token.lower)?;
        let (_, leads) = AIMS.iter().find(|(aim, _)| *aim == verb)?;
        // What has begun is no aim; "will start" and "starts in September" are.
        let ahead = !leads.is_empty()
            || at > 0 && matches!(tokens[at - 1].lower.as_str(), "will" | "to" | "i'll" | "we'll" | "she'll" | "he'll");
        ahead.then_some((at, *leads))
    })?;
    let from = match leads {
        [] => verb + 1,
        leads => {
            let near = tokens[verb + 1..].iter().take(3);
            verb + 2 + near.into_iter().position(|token| leads.contains(&token.lower.as_str()))?
        }
    };
    let words: Vec<String> = tokens[from.min(tokens.len())..]
        .iter()
        .enumerate()
        .take_while(|(place, token)| *place == 0 || !token.after_joint)
        .map(|(_, token)| token)
        .take_while(|token| !is_calendar(&token.lower) && !token.is_number)
        .filter(|token| !EMPTY.contains(&token.lower.as_str()))
        .map(|token: &Token| token.lower.trim_end_matches("'s").to_owned())
        .collect();
    let enough = (FEWEST..=MOST).contains(&words.len());
    enough.then_some(Aim { words, settled: leads.is_empty() })
}

fn base(lower: &str) -> Option<String> {
    AIMS.iter()
        .find(|(aim, _)| *aim == lower)
        .map(|(aim, _)| (*aim).to_owned())
        .or_else(|| verbs::read(lower).map(|verb| verb.base))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_somebody_is_after_is_found_in_whatever_words() {
        for (sentence, want) in [
            ("Ana is applying for a residency in Oslo", "residency oslo"),
            ("I'm training for the Harbour triathlon in June", "harbour triathlon"),
            ("Signed up for the Harbour triathlon", "harbour triathlon"),
            ("Ana wants to do a course in bookbinding", "course bookbinding"),
            ("Ana will start a course in bookbinding in March", "course bookbinding"),
        ] {
            assert_eq!(find(sentence).map(|aim| aim.words.join(" ")).as_deref(), Some(want), "{sentence}");
        }
        for sentence in ["I live in Graz", "Ana started a course in bookbinding", "I want tea"] {
            assert_eq!(find(sentence), None, "{sentence}");
        }
    }
}
