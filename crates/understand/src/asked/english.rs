//! English questions, and the statements that answer them.

use std::sync::LazyLock;

use regex::Regex;

use super::{Asked, Wants, Way};
use crate::contradiction::{self, Bag, Parts};
use soulfile_text::lang::Lang;

fn regex(source: &str) -> Regex {
    Regex::new(source).expect("valid pattern")
}

/// Words that make a question and say nothing of what it is about.
#[rustfmt::skip]
const FRAME: &[&str] = &[
    "what", "what's", "which", "who", "who's", "whom", "whose", "where", "where's", "when", "when's", "why", "how", "how's",
    "tell", "told", "say", "said", "mention", "mentioned", "know", "remember", "recall", "remind", "usually", "again",
    "exactly", "anything", "something", "everything", "else", "ever", "often", "long", "sort", "type", "living", "please",
    "currently", "nowadays", "yet", "already", "there", "supposed", "called", "named", "kind", "like",
];

/// Verbs of having: what is had is what counts.
const HAVING: &[&str] = &["own", "be", "do", "have", "get"];

pub(super) fn read(question: &str) -> Option<Asked> {
    static LEAD: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"(?i)^(?:(?:so|and|hey|ok|okay|please|then|also|but|well|hi|hello|now)[, ]+)*(?:(?:do|can|could|would) you (?:still |please |maybe |happen to )*(?:know|remember|recall|tell me|say|remind me)|(?:please )?(?:tell|remind) me|i(?:['’]ve)? forg[eo]t(?:ten)?|i wonder|any idea)?(?: again)?[, ]*",
        )
    });
    static WANTS: LazyLock<Vec<(Regex, Wants)>> = LazyLock::new(|| {
        [
            (r"(?i)^how old\b|\b(?:my|['’]s) age\b", Wants::Age),
            (r"(?i)^how (?:many|much)\b", Wants::Number),
            (
                r"(?i)^(?:when|(?:what|which) (?:time|day|date|month|year)|how long until)\b|^at what time\b",
                Wants::Time,
            ),
            (r"(?i)^(?:where|(?:what|which) (?:city|town|place|country))\b", Wants::Place),
            (r"(?i)^(?:who|whose)\b|\bnames?\b|\bcalled\b", Wants::Name),
            (r"(?i)^(?:what|which|how|do|does|did|is|are|am|was|were|have|has)\b|\bmy\b", Wants::Anything),
        ]
        .into_iter()
        .map(|(source, wants)| (regex(source), wants))
        .collect()
    });
    // How people ask what somebody's work is.
    static OCCUPATION: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"(?i)\bdo(?:es)? (?:i|we|he|she|they|my \w+|[A-Z]\w+) do(?: for (?:a living|work|money))?\s*[?.!]*$|\bfor a living\b|\bmy (?:company|employer|workplace)\b",
        )
    });
    static LIKING: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"(?i)\b(?P<no>(?:do|does|did|would)(?:n['’]?t| not)? )(?:i|we|my \w+|\w+) (?:really |usually |most )?(?P<not>not )?(?P<verb>like|love|enjoy|hate|dislike|prefer)\b",
        )
    });
    static CATEGORY: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"(?i)^(?:what|which)(?: (?:kind|sort|type|brand|make|model)s? of)? (?P<noun>[a-z][\w-]*) (?:do|does|did|am|is|are|have|has|was|should|can)\b",
        )
    });
    static OWNED: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"(?i)\b(?:my|our) (?:(?:favou?rite|new|old|next|own|best|first|second|older|younger|little|big) )*(?P<noun>[a-z][\w-]*)",
        )
    });
    let text = question.trim().replace('’', "'");
    let text = LEAD.replace(&text, "").trim().to_owned();
    let (_, wants) = WANTS.iter().find(|(frame, _)| frame.is_match(&text))?;
    let occupation = OCCUPATION.is_match(&text);
    let liking = LIKING.captures(&text);
    let denied = liking.as_ref().is_some_and(|hit| hit.name("not").is_some() || hit["no"].contains('n'));
    let liking = liking.map(|hit| hit["verb"].to_lowercase());
    // "What do I like?" and "do I like tea?": the first lists, the second may be told either way.
    let lists = text.to_lowercase().starts_with("what") || text.to_lowercase().starts_with("which");
    let disliked =
        liking.as_ref().filter(|_| lists).map(|verb| denied != matches!(canonical(verb).as_str(), "dislike"));
    let category = CATEGORY.captures(&text).map(|hit| canonical(&hit["noun"]));
    let mut words: Vec<String> = Vec::new();
    for word in contradiction::content_words(&text) {
        if !FRAME.contains(&word.as_str()) && !HAVING.contains(&word.as_str()) && !words.contains(&word) {
            words.push(word);
        }
    }
    let way = |words: Vec<String>| Way { words, as_subject: false };
    let mut ways = Vec::new();
    if occupation {
        words.retain(|word| word != "live");
        words.push("work".to_owned());
        ways.push(way(words.clone()));
    } else if let Some(verb) = liking {
        // "What do I like to eat?": what is liked answers, whatever it is called.
        if lists {
            ways.push(way(vec![canonical(&verb)]));
        } else {
            ways.push(way(words.clone()));
        }
        if disliked == Some(true) {
            ways.extend(["like", "dislike", "avoid"].map(|verb| way(vec![verb.to_owned()])));
        }
    } else {
        let own: Vec<String> = words.iter().filter(|word| category.as_ref() != Some(*word)).cloned().collect();
        match category {
            Some(category) if !own.is_empty() && words.contains(&category) => {
                ways.push(way(own));
                ways.push(Way { words: vec![category], as_subject: true });
            }
            Some(category) if own.is_empty() => ways.push(Way { words: vec![category], as_subject: true }),
            _ => ways.push(way(words.clone())),
        }
    }
    ways.retain(|way| !way.words.is_empty());
    let owned = OWNED.captures(&text).map(|hit| canonical(hit["noun"].trim_end_matches("'s")));
    // "My job", "my home": what somebody does, in a noun.
    let of_doing = owned.as_deref().is_some_and(|noun| matches!(noun, "work" | "live"));
    let owned = owned.filter(|noun| !of_doing && !contradiction::content_words(noun).is_empty());
    static SPEAKER: LazyLock<Regex> = LazyLock::new(|| regex(r"(?i)\b(?:i|i'm|we|am i)\b"));
    let of_user = owned.is_none() && (of_doing || SPEAKER.is_match(&text));
    if ways.is_empty() && *wants == Wants::Age && of_user {
        // "How old am I?" names nothing but the age.
        ways.push(way(Vec::new()));
    }
    if ways.is_empty() {
        return None;
    }
    static HOW: LazyLock<Regex> = LazyLock::new(|| {
        regex(r"(?i)^how (?:do|does|did|should|can|to|would)\b|\b(?:steps?|procedure|process|recipe|way to)\b")
    });
    Some(Asked { wants: *wants, ways, owned, of_user, disliked, how: HOW.is_match(&text), lang: Lang::En })
}

fn canonical(word: &str) -> String {
    contradiction::content_words(word).into_iter().next().unwrap_or_else(|| word.to_lowercase())
}

pub(super) fn tells(asked: &Asked, statement: &str) -> bool {
    let parts = contradiction::parts(statement);
    let of_user = |way: &Way| {
        let own =
            |word: &String| word == "user" || way.as_subject && has(&Bag::from_iter([word.clone()]), &way.words[0]);
        !asked.of_user || parts.subject.iter().all(own)
    };
    let speaks = asked.ways.iter().any(|way| {
        way.words.iter().all(|word| has(&parts.words, word))
            && (!way.as_subject || is_about(&parts, &way.words[0]))
            && of_user(way)
    });
    let owned = asked.owned.as_ref().is_none_or(|owned| has(&parts.words, owned));
    let dislikes = parts.denied || has(&parts.words, "dislike") || has(&parts.words, "avoid");
    let liked = match asked.disliked {
        Some(true) => dislikes,
        Some(false) => !parts.denied,
        None => true,
    };
    liked && speaks && owned && fits(asked, statement, &parts)
}

pub(super) fn speaks_of(statement: &str, thing: &str) -> bool {
    has(&contradiction::parts(statement).words, thing)
}

/// Whether a word stands among others, by itself, as a kind of it, or in another form.
fn has(words: &Bag, word: &str) -> bool {
    let plain = |word: &str| word.replace('-', "");
    let (word, whole) = (plain(word), word);
    let stem: String = word.chars().take(word.chars().count().saturating_sub(1).max(4)).collect();
    words.iter().map(|other| (plain(other), other)).any(|(other, written)| {
        // Denying sisters denies brothers, but neither is a kind of the other.
        let kind = whole != "sister" && contradiction::covers(whole, written);
        other == word || kind || stem.chars().count() >= 4 && other.starts_with(stem.as_str())
    })
}

/// "My car is a Volvo", "I have a car": the thing is what the statement is about.
fn is_about(parts: &Parts, thing: &str) -> bool {
    has(&parts.subject, thing) || parts.verb == "own" && has(&parts.words, thing)
}

/// Whether the statement has what is wanted.
fn fits(asked: &Asked, statement: &str, parts: &Parts) -> bool {
    static PLACE: LazyLock<Regex> = LazyLock::new(|| {
        regex(r"(?i)\b(?:in|at|on|near|to|from|under|behind|inside|beside|above|below|by|around|between|opposite)\s+\S")
    });
    static AGE: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"(?i)(?:\b(?:is|am|are|turns|turned|turning|aged)|['’]s)\s+(?:now\s+|just\s+)?\d{1,3}\b|\byears? old\b|\bborn\b|\bmonths old\b",
        )
    });
    static NAME: LazyLock<Regex> = LazyLock::new(|| regex(r"\b(?:called|named|name)\b|\s(?:[A-Z][\w'’-]+)"));
    match asked.wants {
        Wants::Anything => true,
        Wants::Place => PLACE.is_match(statement),
        Wants::Time => !parts.numbers.is_empty() || !parts.times.is_empty(),
        Wants::Age => AGE.is_match(statement),
        Wants::Number => !parts.numbers.is_empty(),
        Wants::Name => {
            let rest = statement.replace("User's", "").replace("User", "").replace("the user", "");
            NAME.is_match(&format!(" {rest}"))
        }
    }
}
