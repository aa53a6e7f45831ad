//! What looks like an order and is a manual: what others may do, what a setting is for, what a program does.

use std::sync::LazyLock;

use crate::pattern::Pattern as Regex;

/// How far around a hit its sentence is looked for.
const REACH: usize = 400;

/// "Administrators can disable …", "set X to enable debug mode", "if the user is not logged in, redirect": what others
/// may do, what a setting is for, and what a program does are no orders; nor is advice to agents at large.
pub(super) fn is_manual(text: &str, start: usize, end: usize) -> bool {
    static OTHERS_MAY: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"\b(?:administrators?|admins|users|owners|teams?|members|staff|customers|editors|developers|which|that|it|option|setting|flag|switch|button|mode|people|companies) (?:can|may|could|lets? [a-z]+|allows? [a-z]+ to|to) $|\b(?:set|pass|use|press|click|choose|select|add) [^.,;:!?]{1,40} to $",
        )
    });
    static PROGRAM: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"\bthe user (?:manual|guide|group|account|interface|table|story|name|id)|\b(?:users?|owners?|operators?) (?:(?:is|are|was|has|have|does|did)(?: not|n['’]t)? (?:yet |already )?(?:logged|signed|authenticated|anonymous|null|found|exist|admin|an? |paid|signed|moved|died|left|returned|no |permission|verified)|clicks?|taps?|press(?:es)?|selects?|submits?|scrolls?|hovers?|closes|resizes|drags?|swipes?)",
        )
    });
    static ADVICE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"\b(?:must|should|shall|may|can) (?:never|not) (?:execute|follow|obey|trust|run|act|share|store|click|accept|comply|send|write|reveal)\b",
        )
    });
    static GRANTED: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"\b(?:approval|status|permit|permission)\**\s*:\s*\**\s*(?:granted|approved|committed)\b")
    });
    static OWN_KEY: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"\byour (?:own |new )?(?:api keys?|credentials|secrets?)\b[^.]{0,20}\b(?:field|form|box|settings?|file|dialog|console)\b",
        )
    });
    static PURPOSE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"^\s*(?:how )?to [^,:]{3,60}[,:] (?:pass|use|set|press|click|choose|open|run|add|select|type|enter|go|tick|start|call)\b",
        )
    });
    let hit = &text[start..end];
    let from = super::floor(text, start.saturating_sub(REACH));
    let from = text[from..start].rfind(['.', '!', '?', '\n']).map_or(from, |n| from + n + 1);
    let limit = super::floor(text, end + REACH);
    let to = text[end..limit].find(['.', '!', '?', '\n']).map_or(limit, |n| end + n);
    let (before, sentence) = (&text[from..start], &text[from..to]);
    let lower = sentence.to_ascii_lowercase();
    let here = ["you", "this ", "these ", "assistant", "agent", "the user"].iter().any(|word| lower.contains(word));
    // A hit may begin with the words that lead to its verb.
    let lead = hit.find(' ').map_or(0, |at| at + 1).min(hit.len());
    let led = hit.starts_with("to ") || hit.starts_with("can ") || hit.starts_with("may ");
    let before_verb = if led { &text[from..start + lead] } else { before };
    if PURPOSE.is_match(sentence) && !lower.contains("the user") && !lower.contains("secret")
        || OWN_KEY.is_match(sentence) && !lower.contains("assistant")
    {
        return true;
    }
    let actors = ["owner", "user", "agent", "assistant", "action", "human", "commit", "actor"];
    let whole = text[from..limit].to_ascii_lowercase();
    if GRANTED.is_match(hit) && !actors.iter().any(|word| whole.contains(word)) {
        return true;
    }
    if !here && OTHERS_MAY.is_match(before_verb) {
        return true;
    }
    if PROGRAM.is_match(hit)
        && !["you", "tell", "say", "memor", "without", "recommend", "assistant"].iter().any(|word| lower.contains(word))
    {
        return true;
    }
    ADVICE.is_match(sentence)
        && !["this ", "these ", "the user", "your ", "warn", "owner"].iter().any(|word| lower.contains(word))
}
