//! A closer look at requests to drop something: what is meant, and idioms that drop a matter only.

use std::sync::LazyLock;

use crate::pattern::{Groups, Pattern as Regex};

use super::TriggerKind::Forget;
use super::clause::Clause;
use super::foreign::{MEDIA, WORK};
use super::payload;
use super::weigh::{Weighed, is_pointer, is_title};

/// Weighs one match of a rule that drops.
pub(super) fn forget(text: &str, clause: &Clause, hit: &Groups<'_>, asked: bool) -> Weighed {
    let sentence = &text[clause.start..clause.sentence_end];
    let whole = hit.get(0).expect("group 0 always matches");
    let no = Weighed::NoRequest;
    let mut from = whole.end();
    if hit.name("mustask").is_some() && !asked {
        return Weighed::Undecided;
    }
    for name in ["forget", "nm", "scratch", "ign", "dont", "dont2"] {
        if let Some(group) = hit.name(name) {
            from = group.start();
        }
    }
    if let Some(pre) = hit.name("pre") {
        let span = clause.start + pre.start()..clause.start + pre.end();
        if is_pointer(Some(&pre.as_str().to_lowercase())) {
            let topic = payload::raised(text, clause.sentence_start).or_else(|| payload::given_up(text, clause));
            return Weighed::Request((Forget, topic));
        }
        return Weighed::Request((Forget, payload::tidy(text, span, Forget)));
    }
    if hit.name("it").is_some() {
        // "The rule about X? Drop it."
        let topic = payload::raised(text, clause.sentence_start)
            .filter(|_| text[clause.sentence_start..clause.frame].split_whitespace().count() <= 4)
            .or_else(|| held_before(text, clause));
        return topic.map_or(Weighed::Undecided, |topic| Weighed::Request((Forget, Some(topic))));
    }
    if hit.name("scratch").is_some_and(|said| said.as_str().ends_with("back")) {
        return Weighed::Request((Forget, payload::raised(text, clause.sentence_start)));
    }
    if let Some(dont) = hit.name("dont") {
        let span = clause.start + dont.start()..clause.start + dont.end();
        return Weighed::Request((Forget, payload::tidy(text, span, Forget)));
    }
    let rest = sentence[from..].trim_start().to_lowercase();
    let object = rest.trim_start_matches("about ").trim();
    let first = object.split(|c: char| !c.is_alphanumeric() && c != '\'').next().unwrap_or("");
    // "the part about dogs" of an essay is no memory.
    let loose = hit.name("noun").is_some_and(|noun| {
        ["mention", "reference"].iter().any(|word| noun.as_str().starts_with(word))
            || noun.as_str().starts_with(['t', 'b', 'p', 's', 'i', 'd']) && !noun.as_str().starts_with("stored")
    });
    if loose && (hit.name("prep").is_none() || WORK.is_match(&rest)) {
        return Weighed::Undecided;
    }
    // "the memory leak": another thing that is called by that name.
    let next = rest.split(' ').next().unwrap_or_default();
    if hit.name("noun").is_some()
        && hit.name("prep").is_none()
        && sentence[from..].starts_with(' ')
        && !matches!(
            next,
            "please" | "pls" | "now" | "for" | "from" | "you" | "i" | "we" | "which" | "again" | "and" | "" | "then"
        )
    {
        return Weighed::Undecided;
    }
    // Nothing but what was just said: "scratch that, use the other one".
    if matches!(first, "that" | "this") && hit.name("dont2").is_none() {
        let after = object[first.len()..].trim_start_matches(' ');
        let polite = ["please", "pls", "now", "then", "thanks", "again"].iter().any(|word| after.starts_with(word));
        if after.is_empty() || polite || after.starts_with([',', '.', ';', '—', '–', '-', ':', '!']) {
            return Weighed::Request((Forget, payload::raised(text, clause.sentence_start)));
        }
    }
    if object.starts_with("your own") {
        return no;
    }
    // Idioms that drop a matter, not a memory.
    if first == "it" && !object.starts_with("it all") {
        if let Some(held) = held_before(text, clause) {
            return Weighed::Request((Forget, Some(held)));
        }
        return no;
    }
    if hit.name("forget").is_some() {
        if first == "me" || object.starts_with("-me") || object.starts_with("yourself") {
            return no;
        }
        if matches!(
            first,
            "forget"
                | "and"
                | "or"
                | "is"
                | "gate"
                | "gates"
                | "layer"
                | "to"
                | "curve"
                | "ful"
                | "how"
                | "why"
                | "where"
                | "when"
                | "who"
        ) && !object.contains(" i ")
            && !object.contains("my ")
        {
            return no;
        }
        if MEDIA.is_match(sentence) && is_title(&sentence[from..]) {
            return no;
        }
    }
    let span = payload::tidy(text, clause.start + from..clause.sentence_end, Forget);
    Weighed::Request((Forget, span.or_else(|| payload::raised(text, clause.sentence_start))))
}

/// "…, delete it": the thing just named is to be dropped.
pub(super) fn drops_it(rest: &str) -> bool {
    rest.split([',', ';', '—', '–', '.']).skip(1).any(|part| {
        let mut words =
            part.split_whitespace().filter(|word| !matches!(*word, "so" | "please" | "and" | "just" | "pls"));
        matches!(
            words.next(),
            Some("delete" | "remove" | "erase" | "drop" | "forget" | "wipe" | "bin" | "archive" | "purge")
        ) && matches!(words.next(), Some("it" | "that" | "them" | "those"))
    })
}

/// "You have my old number on file, delete it", "I shouldn't have told you about the baby, forget it".
fn held_before(text: &str, clause: &Clause) -> Option<std::ops::Range<usize>> {
    static HELD: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(
            r"\b(?:you(?:'ve| have)?(?: still)?(?: got| have| keep| saved| stored| noted)? (?P<thing>(?:my|our|the|an?)\b[^,;.?!]{2,60}?) (?:on (?:file|record)|in your (?:memory|notes|records|files)|stored|saved|noted)|i (?:shouldn'?t have|didn'?t mean to|never should have|regret) (?:tell|told|mention|mentioned|shar|shared|say|said|telling|mentioning)\w*(?: you)?(?: about)? (?P<told>[^,;.?!]{2,60})|^(?:what|whatever|everything|anything|the (?:thing|bit|part|stuff)) i(?:'ve| have)? (?:ever |just )?(?:said|told you|mentioned)(?: earlier| before)?(?: about)? (?P<said>[^,;.?!]{2,60}))",
        )
    });
    let before = &text[clause.sentence_start..clause.frame];
    let hit = HELD.captures(before)?;
    let said = hit.name("thing").or_else(|| hit.name("told")).or_else(|| hit.name("said"))?;
    let from = clause.sentence_start;
    payload::tidy(text, from + said.start()..from + said.end(), Forget)
}
