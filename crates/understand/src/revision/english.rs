//! English corrections: a word that takes back, a pronoun that points back, and what is new.

use std::sync::LazyLock;

use regex::Regex;

use super::Read;

fn regex(source: &str) -> Regex {
    Regex::new(source).expect("valid pattern")
}

/// Words that take back what was said; each may stand alone before what is right.
const BACK: &str = r"(?:(?:oh|ah|um|hmm|er|ok|okay|well|and|but|hey|please|just)\b[,.! ]*)*(?:no(?:pe)?|nah|wait|sorry|oops|whoops|actually|correction|rather|or rather|my mistake|my bad|scratch that|i mean(?:t)?|i was wrong|wrong|not quite|that['’]?s (?:wrong|not right|not quite right|not true|incorrect|a mistake)|(?:let['’]?s |please |can you |could you )*(?:make|change) (?:that|it)(?: to)?|(?:it|that) should(?: have)? be(?:en)?|should be)\b[,.:;! —-]*";

pub(super) fn read(line: &str) -> Option<Read> {
    static DENIAL: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"(?i)^(?:(?:no|nope|oh|hey|sorry|wait|but|hmm)[,.! ]+)*(?:(?:that|this|it)(?:['’]s| is| was|['’]s all)(?: all| completely| just)? (?:wrong|incorrect|a mistake|not (?:quite |really )?(?:right|true|correct|so|it|what i (?:said|meant))|false|nonsense)|(?:that|it|this) (?:isn['’]?t|wasn['’]?t|is not) (?:right|true|correct|so|it|what i (?:said|meant))|wrong|not true|you(?:['’]re| are) wrong|you got (?:that|it) wrong|i (?:never|didn['’]?t) (?:say|said|mean|meant) that)[.! ]*$",
        )
    });
    // One or more words that take back, then what is right.
    static TAKEN_BACK: LazyLock<Regex> = LazyLock::new(|| regex(&format!(r"(?i)^(?:{BACK})+(?P<rest>.+)$")));
    // "It got moved to Monday", "she's called Klara", "that's on Friday now".
    static POINTS_BACK: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"(?i)^(?:its|it|that|this|they|he|she|the (?:date|day|time|meeting|appointment|name|number|price|place))(?:['’]s|['’]re)?(?: (?:is|are|was|were|got|has|have|had|will|be|been|should|just|now|actually|all|only))*(?: (?:being )?(?P<moved>moved|changed|shifted|postponed|rescheduled|delayed|pushed(?: back)?|put off|brought forward|called|named|set|due|planned|scheduled))?(?: (?P<to>to|until|till|on|at|for|in|by))?\s+(?P<rest>.+)$",
        )
    });
    if DENIAL.is_match(line) {
        return Some(Read::Denial);
    }
    if let Some(hit) = TAKEN_BACK.captures(line) {
        let rest = hit["rest"].trim();
        return match POINTS_BACK.captures(rest) {
            Some(inner) => value(&inner["rest"]),
            None => value(rest),
        };
    }
    if line.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("not ")) {
        return value(line).filter(|read| matches!(read, Read::Becomes { old: Some(_), .. }));
    }
    let hit = POINTS_BACK.captures(line)?;
    // Without a word that takes back, only a change does: "it's cold today" corrects nothing.
    let changes = hit.name("moved").is_some() || line.to_lowercase().trim_end_matches(['.', '!']).ends_with(" now");
    if changes {
        return value(&hit["rest"]);
    }
    let when =
        hit.name("to").is_some_and(|to| matches!(to.as_str(), "on" | "at")) && line.to_lowercase().starts_with("it");
    when.then(|| Read::When(hit["rest"].trim_end_matches(['.', '!', ' ']).to_owned()))
}

/// What is right: a few words, without what only accompanies them.
fn value(rest: &str) -> Option<Read> {
    static NOT: LazyLock<Regex> = LazyLock::new(|| {
        regex(r"(?i)^(?P<new>.+?),?\s+(?:and )?(?:not|instead of|rather than) (?:on |at |in |the )?(?P<old>[^,.;]+?)$")
    });
    static NOT_FIRST: LazyLock<Regex> = LazyLock::new(|| {
        regex(r"(?i)^not (?:on |at |in |the )?(?P<old>[^,.;]+?)(?:,| but)\s+(?:but )?(?:it['’]?s )?(?P<new>.+)$")
    });
    static AROUND: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"(?i)^(?:to |it['’]?s |its |is |for |be )+|[,\s]+(?:instead|now|please|then|actually|sorry|though|after all|of course|thanks)\b[.! ]*$",
        )
    });
    let mut rest = rest.trim().trim_end_matches(['.', '!', ' ']);
    while let Some(hit) = AROUND.find(rest).filter(|hit| hit.len() < rest.len()) {
        rest = if hit.start() == 0 { rest[hit.end()..].trim() } else { rest[..hit.start()].trim() };
    }
    let hit = NOT.captures(rest).or_else(|| NOT_FIRST.captures(rest));
    if let Some(hit) = hit {
        return Some(Read::Becomes { new: hit["new"].trim().to_owned(), old: Some(hit["old"].trim().to_owned()) });
    }
    let words = rest.split_whitespace().count();
    ((1..=5).contains(&words) && !is_clause(rest)).then(|| Read::Becomes { new: rest.to_owned(), old: None })
}

/// A clause of its own says what it is about: it is heard as any other statement. Thanks and the like are none of it.
fn is_clause(text: &str) -> bool {
    static CLAUSE: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"(?i)\b(?:i|we|you|he|she|they|my|our|your|his|her|their|is|are|was|were|am|do|does|did|don['’]?t|have|has|had|can|could|will|would|what|who|when|where|why|how)\b|['’](?:s|re|m|ve|ll) |\b(?:thanks?|please|problem|worries|need|idea|way|more|never|mind|matter|nothing|that|this|it|all|fine|good|great|ok|okay|wait|stop|cancel|leave|keep)\b",
        )
    });
    CLAUSE.is_match(text)
}
