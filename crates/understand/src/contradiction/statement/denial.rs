//! What a statement denies, and what it gives up for something else.

use std::sync::LazyLock;

use regex::Regex;

use super::words::{is_stop, stem, tokens};
use crate::contradiction::bag::Bag;
use crate::contradiction::lexicon::canonical;
use crate::word_table::{self, WordSet};

#[rustfmt::skip]
const NEGATIONS: &[&str] = &[
    "not", "no", "never", "without", "cannot", "can't", "cant", "don't", "dont", "doesn't", "doesnt",
    "didn't", "isn't", "aren't", "wasn't", "won't", "wouldn't", "hasn't", "haven't", "neither", "nor",
    "none", "nobody", "nothing", "lacks", "lack", "stopped", "quit", "gave", "refuses", "unable", "avoids",
    "isnt", "couldn't", "shouldn't", "ain't", "hardly", "free-of", "unfamiliar",
];

/// What a statement gives up: "instead of X", "left X", ", not X".
static DROP: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)(?:\b(?:instead of|rather than|no longer (?:(?:on|in|at|with|uses?|for|the|works? (?:at|for)|lives? in|a|an)\s)?|(?:left|quit|abandoned|dropped|replaced|replacing|moved (?:away )?from|away from|switched (?:away )?from|migrated (?:away )?from|formerly|previously|over from))|,\s*(?:and )?not (?:(?:on|in|at|with|the|a)\s)?)\s*(?P<what>[\p{L}\p{N}'’.+#-]+(?:\s+[\p{L}\p{N}'’.+#-]+){0,2}?)(?P<end>\s+(?:and|to|for|with|in|since)\b|[,.;]|$)").expect("valid pattern")
});

/// Says whether a word denies what follows it.
pub(super) fn is_negation(word: &str) -> bool {
    static SET: LazyLock<WordSet> = LazyLock::new(|| word_table::set(NEGATIONS));
    SET.contains(word)
}

/// Says whether the statement is denied: two denials make none.
pub(super) fn is_denied(text: &str, tokens: &[&str]) -> bool {
    tokens.iter().filter(|t| is_negation(t)).count() % 2 == 1
        || text.contains("no longer")
        || text.contains("anymore") && !text.contains("not ") && !text.contains("n't")
}

/// What is given up, in canonical words, and the statement without it: what is given up belongs to
/// another time; the rest is what is claimed.
pub(super) fn given_up(text: &str) -> (Bag, String) {
    let Some(hit) = DROP.captures(text) else { return (Bag::default(), text.to_owned()) };
    let whole = hit.get(0).expect("group 0 always matches");
    let end = hit.name("end").map_or(whole.end(), |e| e.start());
    let dropped: Bag = tokens(&hit["what"])
        .into_iter()
        .filter(|token| !is_stop(token))
        .map(|token| canonical(&stem(token)).to_owned())
        .collect();
    let denies = whole.as_str().starts_with("no longer");
    let claimed = match !denies && !dropped.is_empty() {
        true => format!("{} {}", &text[..whole.start()], &text[end..]),
        false => text.to_owned(),
    };
    (dropped, claimed)
}
