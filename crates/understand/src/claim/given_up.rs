//! What a sentence says no longer holds: "no longer in Bonn", "from Bonn to Graz", "sold the Volvo".

use std::sync::LazyLock;

use regex::Regex;

use super::clause;

/// A few words, up to the next joint of the sentence.
const PHRASE: &str = r"(?P<what>[#\p{L}\p{N}][^,.;:!?()—]*?)";
/// Where such a phrase ends.
const END: &str = r"(?:\s+(?:and|but|to|for|with|since|because|any ?more|any longer|now|today|yesterday|last \w+|is|was|at the|as|so|on \w+day|this \w+|after|couldn't|right away)\b|\s*[,.;:!?()—]|\s*$)";

static GIVEN_UP: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    [
        r"\b(?:no longer|not)\s+(?:(?:work|live|play|drink|eat|drive|use|go|smoke|take|subscribe)s?\s+)?(?:(?:in|at|on|with|for|to|a|an|the|our|my)\s+)*{what}\s+any ?more\b",
        r"\bno longer\s+(?:(?:work|live|play|drink|eat|drive|use|go|smoke|take|subscribe|have|own|strictly)s?\s+)?(?:(?:in|at|on|with|for|to|a|an|the|our|my)\s+)*{what}{end}",
        r"(?:\bdon['’]t|\bdoesn['’]t)\s+(?:work|live|play|drink|eat|drive|use|go|smoke|take|have|own|want)\s+(?:(?:in|at|on|with|for|to|a|an|the|our|my)\s+)*{what}\s+any (?:more|longer)\b",
        r"\bnot\s+(?:strictly\s+)?{what}\s+any longer\b",
        r"\b(?:instead of|rather than|formerly|previously (?:at|in|with)?)\s+(?:(?:in|at|on|a|an|the)\s+)*{what}{end}",
        r",\s*(?:and\s+)?(?:not|was|no more)\s+(?:(?:in|at|on|a|an|the)\s+)*{what}{end}",
        r"\b(?:moved|switched|changed|migrated|relocated|transferred|moving|switching|migrating|upgraded|takes over|took over)\b[^.;]{0,40}?\bfrom\s+{what}\s+to\b",
        r"\b(?:takes over|took over)\b[^.;]{0,40}?\bfrom\s+{what}{end}",
        r"\b(?:left|quit|leaves|abandoned|dropped|dropping|are dropping|cancelled|canceled|sold|uninstalled|unsubscribed from|resigned from|moved off|moved out of|replaced|replacing|gave up|stopped using|got rid of)\s+(?:(?:the|my|our|their)\s+)?{what}{end}",
        r"\b(?:postpone[ds]?|defer(?:red|s)?|put off|puts off|delay(?:ed|s)?)\s+(?:(?:the|my|our|their|her|his|an?)\s+)?{what}(?:\s+by\b|{end})",
        r"\bstopped\s+(?:eating|drinking|using|playing|going to|taking)\s+(?:the\s+)?{what}{end}",
        r"\b(?:no more|stop with(?: the)?|enough of the|forget the)\s+{what}{end}",
        r"(?:^|[,;—.]\s*)(?:the\s+|our\s+|my\s+)?{what}\s+(?:is|are|was)\s+(?:now\s+)?(?:gone|history|closed|over|uninstalled|behind (?:us|me)|dead|cancelled|sold|in the drawer|no more|off)\b",
        r"(?:^|[,;—.]\s*)(?:the\s+)?{what}\s+(?:got sold|has a new owner)\b",
        r"[;—]\s*(?:the\s+)?{what}\s+was\s+(?:too|not|no|getting|just)\b",
        r"\bgoodbye,?\s+{what}{end}",
        // "the Old Town" is a name.
        r"\bthe (?-i:old)\s+{what}{end}",
    ]
    .iter()
    .map(|source| Regex::new(&format!("(?i){}", source.replace("{what}", PHRASE).replace("{end}", END))).expect("valid pattern"))
    .collect()
});

static HAN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?:不再(?:在|用|是|去|喝|吃|住)?|不住|不在|不用|离开了?|从|取代了?|换掉了?|戒了?|停用)(?P<what>[\p{Han}A-Za-z0-9 ]{1,10}?)(?:搬|换|转|改|了|，|。|到|$)")
        .expect("valid pattern")
});

/// Most words of a phrase that is given up; more are a sentence of their own.
const MOST: usize = 5;

/// Words that name nothing when they stand alone.
const EMPTY: &[&str] = &[
    "it", "that", "this", "them", "one", "old", "place", "rule", "thing", "team", "job", "way", "there", "here", "me",
    "us", "from", "to",
];

/// "my left knee": a side, not a leaving.
fn is_side(sentence: &str, hit: std::ops::Range<usize>) -> bool {
    let before = sentence[..hit.start].split_whitespace().next_back().unwrap_or_default().to_lowercase();
    sentence[hit].to_lowercase().starts_with("left ")
        && (before.ends_with("'s")
            || before.ends_with("’s")
            || matches!(before.as_str(), "my" | "our" | "his" | "her" | "their" | "the"))
}

/// What was wrong and is well again: "the knee is fine again".
pub(super) fn mended(sentence: &str) -> Vec<String> {
    static MENDED: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)\b(?:the|my|our|his|her|user['’]s)\s+(?P<what>[\p{L} ]{2,24}?)\s+(?:(?:is|are|feels?)\s+(?:all\s+|completely\s+)?(?:fine|better|well|ok|okay|healthy|healed|fixed|good)\s+(?:again|now)|(?:has|have)\s+(?:healed|recovered))\b")
            .expect("valid pattern")
    });
    MENDED.captures_iter(sentence).map(|hit| hit["what"].trim().to_lowercase()).collect()
}

/// Whether something is said to be wrong with a part: what is wrong with it stands right beside it.
pub(super) fn ails(lower: &str, part: &str) -> bool {
    #[rustfmt::skip]
    const HURT: &[&str] = &["broke", "broken", "bruised", "fractured", "hurt", "injured", "inflamed", "pulled", "sore", "sprained", "strained", "swollen", "tore", "torn", "twisted"];
    #[rustfmt::skip]
    const TROUBLE: &[&str] = &["ache", "fracture", "infection", "inflammation", "injury", "pain", "problem", "problems", "sprain", "strain", "surgery", "tear", "trouble"];
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let part: Vec<&str> = part.split_whitespace().collect();
    // "the knee" is well again, whichever of the two it was.
    let whose = |word: &&str| {
        matches!(*word, "a" | "an" | "the" | "my" | "our" | "his" | "her" | "their" | "left" | "right" | "user" | "s")
    };
    (0..words.len()).filter(|at| !part.is_empty() && words[*at..].starts_with(&part)).any(|at| {
        let behind = words.get(at + part.len());
        let before = words[..at].iter().rev().find(|word| !whose(word));
        behind.is_some_and(|word| TROUBLE.contains(word)) || before.is_some_and(|word| HURT.contains(word))
    })
}

/// The phrases given up, in lower case.
pub(super) fn find(sentence: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let hits = GIVEN_UP.iter().chain([&*HAN]).filter_map(|pattern| pattern.captures(sentence));
    for hit in hits {
        if is_side(sentence, hit.get(0).expect("group 0 always matches").range()) {
            continue;
        }
        let what = hit["what"].trim();
        let words = clause::tokens(what);
        let telling = words.iter().any(|word| word.lower.chars().count() > 1 && !EMPTY.contains(&word.lower.as_str()));
        let lower = what.to_lowercase();
        if telling && words.len() <= MOST && !out.contains(&lower) {
            out.push(lower);
        }
    }
    out
}
