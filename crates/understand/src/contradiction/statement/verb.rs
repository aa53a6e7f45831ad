//! The verb that carries a statement's meaning.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::{Captures, Regex};

use super::denial::is_negation;
use crate::word_table::{self, WordSet};

#[rustfmt::skip]
const VERBS: &[&str] = &[
    "is", "are", "was", "were", "has", "have", "had", "lives", "live", "lived", "works", "work", "worked",
    "likes", "like", "loves", "love", "hates", "hate", "dislikes", "prefers", "prefer", "plays", "play",
    "speaks", "speak", "uses", "use", "used", "owns", "own", "drives", "drive", "eats", "eat", "drinks",
    "drink", "studies", "study", "studied", "reports", "report", "runs", "run", "starts", "start",
    "started", "begins", "ends", "end", "opens", "open", "closes", "close", "leaves", "leave", "left",
    "arrives", "departs", "costs", "cost", "weighs", "earns", "moved", "moves", "joined", "joins",
    "married", "manages", "leads", "develops", "develop", "teaches", "depends", "belongs", "needs", "need",
    "wants", "want", "knows", "goes", "go", "takes", "take", "took", "keeps", "keep", "sleeps", "wakes",
    "gets", "reads", "writes", "wrote", "written", "hosts", "hosted", "does", "do", "can", "cannot",
    "can't", "will", "doesn't", "don't", "isn't", "aren't", "enjoys", "enjoy", "avoids", "avoid", "smokes",
    "swims", "collects", "supports", "support", "contains", "includes", "measures", "expires", "lands",
    "meets", "meet", "met", "stores", "store", "sits", "stands", "stays", "bought", "sold", "sells",
    "visited", "visits", "graduated", "founded", "retired", "quit", "stopped", "became", "switched",
    "changed", "migrated", "fears", "trusts", "suffers", "grows", "grew", "cooks", "cook", "bakes",
    "commutes", "cycles", "walks", "watches", "listens", "practises", "practices", "learns", "learning",
    "volunteers", "pays", "charges", "employs", "sees", "calls", "answers", "replies", "signs", "signed",
    "ships", "shipped", "released", "deploys", "deployed", "tests", "allows", "accepts", "requires",
    "requested", "follows", "wears", "born", "lost", "broke", "adopted", "got", "won't", "would", "should",
    "must", "never", "may", "gave", "holds", "attends", "maintains", "serves", "offers", "produces", "owes",
    "lacks", "weighed", "hired", "feeds", "parks",
];

/// What something is made of: one language or base at a time.
static WRITTEN_IN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:written|coded|implemented|programmed|built|developed) (?:in|with|on)\b").expect("valid pattern")
});

/// Two words that are one verb: "gets up" is no getting, "runs out" no running.
pub(super) fn joined(text: &str) -> Cow<'_, str> {
    static PHRASAL: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"\b(?:(?P<wake>(?:get|gets|got|getting) up)|(?P<end>runs? out))\b(?P<of> of\b)?")
            .expect("valid pattern")
    });
    PHRASAL.replace_all(text, |hit: &Captures<'_>| match (hit.name("wake"), hit.name("of")) {
        (Some(_), of) => format!("wakes{}", of.map_or("", |of| of.as_str())),
        (None, None) => "ends".to_owned(),
        // "runs out of milk" ends nothing.
        (None, Some(_)) => hit[0].to_owned(),
    })
}

/// Where the main verb stands. "is written in", "does not live", "has been deployed": the verb that
/// carries the meaning, not the one that helps it.
pub(super) fn position(tokens: &[&str]) -> Option<usize> {
    let mut at = tokens.iter().position(|t| is_verb(t));
    while let Some(v) = at
        && is_auxiliary(tokens[v])
        && let Some(next) = tokens[v + 1..].iter().position(|t| !is_negation(t) && !is_filler(t))
        && (is_verb(tokens[v + 1 + next]) || is_participle(tokens[v + 1 + next]) || is_base_verb(tokens[v + 1 + next]))
        && !matches!(tokens[v + 1 + next], "left" | "close" | "open" | "work" | "single" | "run")
    {
        at = Some(v + 1 + next);
    }
    at
}

/// Says what something is made of: "written in", "built with".
pub(super) fn says_made_of(text: &str) -> bool {
    WRITTEN_IN.is_match(text)
}

fn is_verb(token: &str) -> bool {
    static SET: LazyLock<WordSet> = LazyLock::new(|| word_table::set(VERBS));
    SET.contains(token)
}

/// Says whether a verb only helps another.
pub(super) fn is_auxiliary(token: &str) -> bool {
    matches!(
        token,
        "is" | "are"
            | "was"
            | "were"
            | "does"
            | "do"
            | "can"
            | "cannot"
            | "can't"
            | "will"
            | "doesn't"
            | "don't"
            | "isn't"
            | "aren't"
            | "won't"
            | "would"
            | "should"
            | "must"
            | "may"
            | "never"
            | "be"
            | "been"
            | "did"
    )
}

fn is_filler(token: &str) -> bool {
    matches!(
        token,
        "now"
            | "also"
            | "currently"
            | "always"
            | "still"
            | "be"
            | "been"
            | "being"
            | "usually"
            | "really"
            | "no"
            | "longer"
            | "rather"
            | "often"
            | "only"
            | "never"
    )
}

fn is_participle(token: &str) -> bool {
    matches!(
        token,
        "born"
            | "written"
            | "built"
            | "made"
            | "held"
            | "led"
            | "based"
            | "called"
            | "named"
            | "married"
            | "known"
            | "kept"
            | "sold"
            | "paid"
            | "run"
            | "hosted"
            | "stored"
            | "located"
    ) || token.len() > 4
        && token.ends_with("ed")
        && !matches!(
            token,
            "need"
                | "engaged"
                | "married"
                | "allergied"
                | "retired"
                | "closed"
                | "divorced"
                | "widowed"
                | "scared"
                | "enabled"
                | "disabled"
                | "cancelled"
                | "scheduled"
        )
}

fn is_base_verb(token: &str) -> bool {
    matches!(
        token,
        "live"
            | "work"
            | "like"
            | "eat"
            | "drink"
            | "smoke"
            | "speak"
            | "swim"
            | "drive"
            | "play"
            | "wear"
            | "have"
            | "use"
            | "own"
            | "sail"
            | "cook"
            | "run"
            | "read"
            | "trust"
            | "travel"
            | "fly"
            | "know"
            | "support"
            | "accept"
            | "require"
            | "need"
            | "want"
            | "prefer"
            | "enjoy"
            | "dance"
            | "sing"
            | "sleep"
            | "study"
            | "teach"
    )
}
