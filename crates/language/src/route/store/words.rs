//! A statement cut into the parts that each may have a verb of their own, and the main verb of it.

use crate::claim;
use crate::tense;

/// A stretch between marks or joining words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::route) struct Part<'t> {
    /// The words, without what joins them to the ones before.
    pub text: &'t str,
    /// What stands before it: a mark, `&` for a joining word, a space at the beginning.
    pub mark: char,
}

/// The words of a text.
pub(in crate::route) fn of(text: &str) -> impl Iterator<Item = &str> + Clone {
    text.split(|c: char| !c.is_alphanumeric() && !matches!(c, '\'' | '’' | '-' | '_'))
        .map(|word| word.trim_matches(|c| matches!(c, '\'' | '’' | '-')))
        .filter(|word| !word.is_empty())
}

/// Cuts at marks and at "and", "then", "but", "or".
pub(in crate::route) fn parts(text: &str) -> Vec<Part<'_>> {
    let mut out = Vec::new();
    let mut mark = ' ';
    let mut start = 0;
    let bytes = text.as_bytes();
    fn push<'t>(out: &mut Vec<Part<'t>>, text: &'t str, mark: char) {
        if of(text).next().is_some() {
            out.push(Part { text: text.trim(), mark });
        }
    }
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        let after = bytes.get(at + c.len_utf8()).copied().unwrap_or(b' ');
        let cuts = match c {
            ';' | '!' | '?' | '\n' | '—' | '–' | '(' | ')' | '→' => true,
            // "1.5", "7:30", "2,000".
            ',' | '.' | ':' => after.is_ascii_whitespace() || matches!(after, b'"' | b'\'' | b')'),
            '-' => after == b' ' && at > 0 && bytes[at - 1] == b' ',
            _ => false,
        };
        if cuts {
            push(&mut out, &text[start..at], mark);
            mark = c;
            start = at + c.len_utf8();
            continue;
        }
        if c == ' ' && at >= start {
            let joint = [" and then ", " and ", " then ", " but ", " or "].iter().find(|word| {
                text.as_bytes()[at..].len() >= word.len()
                    && text.as_bytes()[at..at + word.len()].eq_ignore_ascii_case(word.as_bytes())
            });
            if let Some(word) = joint {
                push(&mut out, &text[start..at], mark);
                mark = '&';
                // The space behind the word may begin another one.
                start = at + word.len() - 1;
                while chars.clone().next().is_some_and(|(next, _)| next < start) {
                    chars.next();
                }
            }
        }
    }
    push(&mut out, &text[start..], mark);
    out
}

/// Who a clause is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::route) enum Subject {
    /// "I", "my wife and I".
    I,
    /// "We".
    We,
    /// Left out: "Sold the van."
    Dropped,
    /// Somebody or something else.
    Other,
}

/// When the verb of a clause plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::route) enum When {
    Past,
    /// "Has arrived": over, and told for what it left.
    Perfect,
    Present,
}

/// The main verb of a clause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::route) struct Verb {
    /// The word that carries the meaning, in lower case: in "was hired", "hired".
    pub word: String,
    /// What follows it, in lower case.
    pub next: String,
    pub when: When,
    pub subject: Subject,
    /// Whether it is done to the subject.
    pub passive: bool,
}

/// Whether a text tells of the past.
pub(in crate::route) fn tells_past(text: &str) -> bool {
    main_verb(text).is_some_and(|verb| verb.when != When::Present)
}

const LEANING: &[&str] = &[
    "when", "if", "after", "because", "since", "while", "although", "though", "as", "once", "before", "until",
    "whenever", "despite",
];

/// Participles that open a description: "Based in Graz", "Born in May".
const DESCRIBES: &[&str] = &[
    "based",
    "born",
    "made",
    "known",
    "located",
    "called",
    "named",
    "used",
    "raised",
    "united",
    "related",
    "given",
    "compared",
    "provided",
    "speaking",
    "fried",
    "baked",
    "roasted",
    "smoked",
    "dried",
    "advanced",
    "mixed",
    "limited",
    "frozen",
    "ground",
    "read",
    "put",
    "set",
    "let",
    "cut",
    "shut",
    "left",
    "lit",
    "spaced",
    "distributed",
    "managed",
    "shared",
    "red",
    "wound",
    "cured",
    "salted",
    "pickled",
    "fermented",
    "aged",
    "supervised",
    "unsupervised",
    "reinforced",
    "listed",
    "protected",
    "registered",
    "certified",
    "qualified",
    "married",
    "retired",
    "allergic",
];

/// The main verb of the first clause of `text` that has one.
pub(in crate::route) fn main_verb(text: &str) -> Option<Verb> {
    let sentence = text.trim();
    let first = of(sentence).next()?.to_lowercase();
    // "When the power went, we lit candles": the clause behind the comma counts.
    let main = match sentence.split_once(", ") {
        Some((lead, rest)) if LEANING.contains(&first.as_str()) && lead.split_whitespace().count() < 16 => rest,
        _ => sentence,
    };
    let words: Vec<&str> = of(main).collect();
    let lower: Vec<String> = words.iter().map(|word| word.to_lowercase().replace('’', "'")).collect();
    let mut skip = 0usize;
    let mut subject_seen = false;
    for at in 0..words.len() {
        let word = lower[at].as_str();
        // "The man who fixed it lives here": the verb of "who" is not the one.
        if at > 0 && matches!(word, "who" | "which" | "whose")
            || at > 1 && word == "that" && !is_function(&lower[at - 1])
        {
            skip += 1;
            continue;
        }
        let Some(when) = finite(&words, &lower, at, subject_seen) else {
            subject_seen |= is_subject(word) || words[at].starts_with(char::is_uppercase) && at > 0;
            continue;
        };
        if skip > 0 {
            skip -= 1;
            continue;
        }
        let subject = match lower[..at].iter().map(String::as_str).find(|word| is_pronoun(word) || is_mine(word)) {
            Some(word) if is_first_person(word) => first_person(word),
            _ if is_first_person(word) => first_person(word),
            _ if only_adverbs(&lower[..at]) => Subject::Dropped,
            _ => Subject::Other,
        };
        let (mut end, mut passive) = (at, false);
        // "Was hired", "has been moved", "got promoted".
        while matches!(
            lower[end].as_str(),
            "was"
                | "were"
                | "have"
                | "has"
                | "had"
                | "been"
                | "got"
                | "i've"
                | "we've"
                | "they've"
                | "just"
                | "finally"
                | "recently"
                | "already"
                | "also"
                | "both"
                | "all"
                | "now"
                | "officially"
                | "not"
                | "only"
                | "again"
        ) {
            let Some(next) = lower.get(end + 1) else { break };
            let chain = is_participle(next)
                || matches!(
                    next.as_str(),
                    "been"
                        | "just"
                        | "finally"
                        | "recently"
                        | "already"
                        | "also"
                        | "both"
                        | "all"
                        | "now"
                        | "officially"
                        | "not"
                        | "only"
                        | "again"
                );
            if !chain {
                break;
            }
            passive |= matches!(lower[end].as_str(), "was" | "were" | "been" | "got");
            end += 1;
        }
        let next = lower.get(end + 1).cloned().unwrap_or_default();
        return Some(Verb { word: lower[end].clone(), next, when, subject, passive });
    }
    None
}

/// Whether the word at a place is the verb of its clause, and when it plays.
fn finite(words: &[&str], lower: &[String], at: usize, subject_seen: bool) -> Option<When> {
    let word = lower[at].as_str();
    let before = lower[..at].iter().rev().map(String::as_str).find(|word| !is_adverb(word)).unwrap_or("");
    if matches!(word, "have" | "has" | "i've" | "we've" | "they've" | "you've") {
        let next = lower[at + 1..].iter().find(|word| !is_adverb(word)).map_or("", String::as_str);
        return Some(if is_participle(next) || next == "been" { When::Perfect } else { When::Present });
    }
    if is_present(word) {
        return Some(When::Present);
    }
    if words[at].starts_with(char::is_uppercase) && at > 0 {
        return None;
    }
    let pronoun = is_pronoun(before);
    if at == 0 || only_adverbs(&lower[..at]) {
        // Left out: "Sold the van", "finally went with oak".
        let opens = tense::is_past(word)
            || tense::is_unchanged(word)
                && lower.iter().any(|word| is_once(word) && word != "morning" && !word.ends_with("day"))
                && !lower.iter().any(|word| is_habit(word))
            || matches!(word, "saw" | "found" | "felt" | "spoke" | "fell" | "hid" | "bit" | "thought")
            || word == "left" && lower.get(at + 1).is_some_and(|next| is_function(next));
        return (opens && (!DESCRIBES.contains(&word) || tense::is_unchanged(word))).then_some(When::Past);
    }
    let past = tense::is_past(word) || tense::is_past_verb(word) && (subject_seen || !is_function(before));
    if past {
        // "The signed form", "than treated pine", "of fried rice".
        let describes = is_function(before)
            && !is_subject(before)
            && !matches!(
                before,
                "and" | "then" | "but" | "or" | "there" | "here" | "ago" | "today" | "yesterday" | "tonight"
            );
        return (!describes || pronoun).then_some(When::Past);
    }
    // "The vet put our dog down": one who does it now puts.
    let one = !is_function(before) && !before.ends_with('s');
    let object = lower.get(at + 1).is_some_and(|next| is_function(next) && next != "of");
    // "I read on my phone": now, unless a day is named.
    let told_once = matches!(before, "he" | "she" | "it")
        || matches!(word, "quit" | "hurt" | "burst" | "split")
        || lower.iter().any(|word| is_once(word)) && !lower.iter().any(|word| is_habit(word));
    if tense::is_unchanged(word)
        && (pronoun && told_once
            || !pronoun && words[at - 1].starts_with(char::is_uppercase)
            || one && !pronoun && object)
    {
        return Some(When::Past);
    }
    if pronoun && !is_adverb(word) {
        return Some(When::Present);
    }
    // "Ana lives", "the bakery closes".
    (word.ends_with('s') && !before.is_empty() && !is_function(before) && claim::is_verb_of_one(word))
        .then_some(When::Present)
}

/// Words that put a verb of one form for all times into the past.
fn is_once(word: &str) -> bool {
    #[rustfmt::skip]
    const ONCE: &[&str] = &["finally", "just", "yesterday", "today", "ago", "last", "earlier", "already", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "morning"];
    ONCE.contains(&word)
}

fn is_habit(word: &str) -> bool {
    matches!(word, "every" | "each" | "always" | "usually" | "often" | "sometimes" | "never" | "daily" | "weekly")
}

fn is_participle(word: &str) -> bool {
    tense::is_past_verb(word)
        || tense::is_unchanged(word)
        || matches!(
            word,
            "been"
                | "gone"
                | "done"
                | "seen"
                | "known"
                | "taken"
                | "written"
                | "broken"
                | "chosen"
                | "given"
                | "stolen"
                | "eaten"
                | "driven"
                | "grown"
                | "thrown"
                | "drawn"
                | "flown"
                | "forgotten"
                | "hidden"
                | "torn"
                | "worn"
                | "begun"
                | "run"
                | "come"
                | "become"
                | "sworn"
                | "woken"
                | "frozen"
                | "fallen"
                | "beaten"
                | "spoken"
                | "shown"
                | "ridden"
                | "risen"
                | "bitten"
                | "rung"
                | "sung"
                | "sunk"
                | "swum"
                | "drunk"
                | "laid"
                | "withdrawn"
        )
}

fn is_present(word: &str) -> bool {
    matches!(
        word,
        "is" | "are"
            | "am"
            | "isn't"
            | "aren't"
            | "do"
            | "does"
            | "don't"
            | "doesn't"
            | "can"
            | "can't"
            | "cannot"
            | "will"
            | "won't"
            | "would"
            | "wouldn't"
            | "should"
            | "shouldn't"
            | "may"
            | "might"
            | "must"
            | "mustn't"
            | "shall"
            | "could"
            | "couldn't"
            | "there's"
            | "it's"
            | "that's"
            | "he's"
            | "she's"
            | "i'm"
            | "we're"
            | "they're"
            | "you're"
            | "i'd"
            | "i'll"
            | "we'll"
            | "he'll"
            | "she'll"
            | "they'll"
            | "hasn't"
            | "haven't"
            | "who's"
            | "needs"
            | "wants"
    )
}

pub(in crate::route) fn is_adverb(word: &str) -> bool {
    word.ends_with("ly")
        && word.len() > 4
        && !matches!(word, "family" | "reply" | "apply" | "italy" | "assembly" | "supply")
        || matches!(
            word,
            "also"
                | "just"
                | "never"
                | "always"
                | "still"
                | "already"
                | "all"
                | "both"
                | "not"
                | "then"
                | "even"
                | "once"
                | "ever"
                | "almost"
                | "first"
                | "often"
                | "only"
                | "soon"
                | "now"
                | "again"
                | "so"
                | "and"
                | "but"
                | "well"
                | "ok"
                | "okay"
                | "oh"
                | "finally"
                | "today"
                | "yesterday"
                | "tonight"
                | "btw"
                | "fyi"
                | "earlier"
                | "too"
                | "ugh"
                | "update"
                | "yay"
        )
}

/// Whether nothing but adverbs and a day stands before a verb: its subject is left out then.
fn only_adverbs(before: &[String]) -> bool {
    before.len() <= 4
        && before.iter().all(|word| {
            is_adverb(word)
                || matches!(
                    word.as_str(),
                    "this"
                        | "last"
                        | "morning"
                        | "afternoon"
                        | "evening"
                        | "night"
                        | "week"
                        | "weekend"
                        | "month"
                        | "on"
                        | "at"
                        | "monday"
                        | "tuesday"
                        | "wednesday"
                        | "thursday"
                        | "friday"
                        | "saturday"
                        | "sunday"
                )
        })
}

fn is_subject(word: &str) -> bool {
    is_pronoun(word)
        || matches!(
            word,
            "everyone" | "everybody" | "someone" | "somebody" | "nobody" | "this" | "that" | "there" | "both" | "all"
        )
}

fn is_pronoun(word: &str) -> bool {
    matches!(word, "i" | "we" | "he" | "she" | "they" | "you" | "it" | "i've" | "we've" | "i'd" | "i'm" | "we're")
}

fn is_mine(word: &str) -> bool {
    matches!(word, "my" | "our")
}

fn first_person(word: &str) -> Subject {
    if word.starts_with('w') { Subject::We } else { Subject::I }
}

fn is_first_person(word: &str) -> bool {
    matches!(word, "i" | "we" | "i've" | "we've" | "i'd" | "i'm" | "we're" | "i'll" | "we'll")
}

/// Words that stand before a noun or between nouns.
pub(in crate::route) fn is_function(word: &str) -> bool {
    matches!(
        word,
        "the"
            | "a"
            | "an"
            | "my"
            | "our"
            | "your"
            | "his"
            | "her"
            | "their"
            | "its"
            | "this"
            | "that"
            | "these"
            | "those"
            | "some"
            | "any"
            | "no"
            | "every"
            | "each"
            | "all"
            | "both"
            | "of"
            | "for"
            | "with"
            | "by"
            | "in"
            | "on"
            | "at"
            | "to"
            | "from"
            | "into"
            | "onto"
            | "about"
            | "than"
            | "as"
            | "like"
            | "between"
            | "per"
            | "via"
            | "over"
            | "under"
            | "through"
            | "without"
            | "within"
            | "during"
            | "against"
            | "towards"
            | "near"
            | "and"
            | "or"
            | "but"
            | "more"
            | "most"
            | "less"
            | "very"
            | "get"
            | "gets"
            | "getting"
            | "being"
            | "be"
            | "been"
            | "not"
            | "there"
            | "here"
            | "then"
            | "ago"
            | "today"
            | "yesterday"
            | "tonight"
            | "out"
            | "up"
            | "off"
            | "down"
            | "is"
            | "are"
            | "was"
            | "were"
    )
}
