//! An English clause taken apart: its words, who it is about, where its verb stands.

use std::sync::LazyLock;

use regex::Regex;

use super::english::ATTRIBUTES;
use super::verbs;

/// A word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    /// In lower case, with straight apostrophes.
    pub lower: String,
    /// Whether it is written like a name.
    pub is_name: bool,
    /// Whether it holds a digit.
    pub is_number: bool,
    /// Whether a comma, colon or the like stands before it.
    pub after_joint: bool,
}

/// Who a clause is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Subject {
    /// The speaker.
    Speaker,
    /// Something of the speaker's: "my bank".
    Owned,
    /// Somebody or something with a name, or something of theirs.
    Named,
    /// Some thing: "the office".
    Thing,
    /// "She", with nobody before her.
    Somebody,
    /// Left out: "Moved to Graz".
    Unsaid,
}

/// A clause.
#[derive(Debug)]
pub(super) struct Clause {
    pub tokens: Vec<Token>,
    pub subject: Subject,
    /// Where the finite verb stands, when there is one.
    pub verb: Option<usize>,
}

static WORD: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"#?[\p{L}\p{N}][\p{L}\p{N}'’+#-]*(?:[.:/][\p{L}\p{N}]+)*[+#]?").expect("valid pattern")
});

/// Words that begin a sentence with a capital and are no names.
#[rustfmt::skip]
const COMMON: &[&str] = &[
    "a", "about", "after", "again", "all", "also", "always", "an", "and", "another", "any", "as", "at", "back", "because", "before", "best", "both", "but", "by", "card", "day", "during", "each", "every", "everybody", "everyone", "everything", "first", "for", "from",
    "good", "got", "great", "half", "he", "her", "here", "his", "home", "how", "i", "i'd", "i'll", "i'm", "i've", "if", "in", "into", "is", "it", "it's", "its", "just", "last", "late", "long", "lots", "many", "me", "more", "most", "much", "my", "never", "new", "next",
    "no", "nobody", "not", "note", "nothing", "now", "of", "off", "ok", "old", "on", "once", "one", "only", "or", "other", "our", "out", "over", "part", "people", "please", "same", "she", "short", "since", "so", "some", "somebody", "someone", "something", "soon", "still", "such",
    "than", "that", "that's", "the", "their", "then", "there", "there's", "these", "they", "this", "those", "three", "to", "today", "tomorrow", "too", "two", "under", "until", "up", "user", "user's", "very", "we", "we're", "we've", "well", "what", "when", "where", "while", "who", "why", "with", "work", "yes", "yesterday", "you", "your",
];

const WEEKDAYS: &[&str] = &["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
#[rustfmt::skip]
const MONTHS: &[&str] = &["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"];

/// Whether a word in lower case is a day of the week or a month, in the singular or plural.
pub(super) fn is_calendar(lower: &str) -> bool {
    let one = lower.strip_suffix('s').unwrap_or(lower);
    WEEKDAYS.contains(&one) || MONTHS.contains(&lower)
}

/// The words of a text.
pub(super) fn tokens(text: &str) -> Vec<Token> {
    let mut end = 0;
    WORD.find_iter(text)
        .map(|hit| {
            let between = &text[end..hit.start()];
            end = hit.end();
            let word = hit.as_str();
            let lower = word.to_lowercase().replace('’', "'");
            let first = word.chars().next().unwrap_or(' ');
            let opens = text[..hit.start()].trim().is_empty();
            let bare = lower.strip_suffix("'s").unwrap_or(&lower);
            // At the beginning a capital tells nothing about a verb or a small word.
            let plain = COMMON.contains(&lower.as_str())
                || is_calendar(bare)
                || opens
                    && (COMMON.contains(&bare)
                        || ATTRIBUTES.contains(&bare)
                        || bare.ends_with("ing")
                        || verbs::read(&lower).is_some()
                        || is_auxiliary(&lower));
            let later_capital = word.chars().skip(1).any(char::is_uppercase);
            Token {
                is_name: (first.is_uppercase() || first == '#' || later_capital) && !plain,
                is_number: word.chars().any(|c| c.is_ascii_digit()),
                after_joint: between.contains([',', ';', ':', '.', '!', '?', '(', ')', '—', '–', '=']),
                lower,
            }
        })
        .collect()
}

/// Forms of be, have, do, and the modal verbs.
pub(super) fn is_auxiliary(lower: &str) -> bool {
    #[rustfmt::skip]
    const FORMS: &[&str] = &[
        "is", "are", "am", "was", "were", "be", "been", "isn't", "aren't", "wasn't", "weren't", "has", "have", "had", "hasn't", "haven't", "do", "does", "did", "don't", "doesn't", "didn't",
        "can", "can't", "cannot", "could", "couldn't", "will", "won't", "would", "wouldn't", "should", "shouldn't", "may", "might", "must", "shall",
    ];
    FORMS.contains(&lower)
}

/// Words between a subject and its verb that are neither.
pub(super) fn is_adverb(lower: &str) -> bool {
    #[rustfmt::skip]
    const ADVERBS: &[&str] = &[
        "actually", "all", "almost", "already", "also", "always", "both", "currently", "definitely", "finally", "just", "mainly", "mostly", "never", "normally", "not", "now", "officially", "often", "only", "probably", "really", "recently", "still", "strictly", "then", "usually",
    ];
    ADVERBS.contains(&lower)
}

/// "I'm", "we've", "she's": whether the word holds a verb, and which.
pub(super) fn contracted(lower: &str) -> Option<&'static str> {
    let (before, after) = lower.split_once('\'')?;
    match after {
        "m" => Some("is"),
        "re" => Some("is"),
        "ve" => Some("has"),
        "d" => Some("would"),
        "ll" => Some("will"),
        "s" if matches!(before, "he" | "she" | "it" | "that" | "there" | "here" | "who" | "what") => Some("is"),
        _ => None,
    }
}

/// Takes a clause apart.
pub(super) fn parse(text: &str) -> Clause {
    parse_tokens(tokens(text))
}

/// Takes the words of a clause apart.
pub(super) fn parse_tokens(tokens: Vec<Token>) -> Clause {
    let subject = subject(&tokens);
    let verb = finite(&tokens, subject);
    Clause { tokens, subject, verb }
}

fn subject(tokens: &[Token]) -> Subject {
    let Some(first) = tokens.first() else { return Subject::Unsaid };
    let second = tokens.get(1).map_or("", |token| token.lower.as_str());
    match first.lower.as_str() {
        "i" | "i'm" | "i've" | "i'd" | "i'll" | "we" | "we're" | "we've" | "we'd" | "we'll" | "user" => {
            Subject::Speaker
        }
        "the" if second == "user" => Subject::Speaker,
        "my" | "our" | "user's" => Subject::Owned,
        "the" | "new" if ATTRIBUTES.contains(&second.trim_end_matches("'s")) => Subject::Owned,
        "he" | "she" | "they" | "he's" | "she's" | "they're" | "it" | "it's" | "his" | "her" | "their" | "its"
        | "this" | "that" | "that's" | "these" | "those" | "there" | "there's" | "you" | "your" | "someone"
        | "somebody" | "everyone" | "everybody" | "nobody" | "people" | "who" => Subject::Somebody,
        _ if first.is_name => Subject::Named,
        "the" | "a" | "an" | "each" | "every" | "some" | "one" if tokens.iter().take(5).any(|token| token.is_name) => {
            Subject::Named
        }
        "the" | "a" | "an" | "each" | "every" | "some" | "one" => Subject::Thing,
        // "Rent is 900": an attribute without an article is the speaker's own.
        lower if ATTRIBUTES.contains(&lower) && !second.is_empty() => Subject::Owned,
        lower
            if is_auxiliary(lower) || verbs::read(lower).is_some_and(|verb| verb.tense != verbs::Tense::Continuous) =>
        {
            Subject::Unsaid
        }
        _ if tokens.iter().take(3).any(|token| token.is_name) => Subject::Named,
        // "Best time to reach me": what is said of it is said of the speaker.
        _ if tokens.iter().take(6).any(|token| matches!(token.lower.as_str(), "me" | "my" | "our")) => Subject::Owned,
        _ => Subject::Thing,
    }
}

/// The farthest a verb may stand from the beginning.
const FARTHEST: usize = 9;

fn finite(tokens: &[Token], subject: Subject) -> Option<usize> {
    if tokens.first().is_some_and(|first| contracted(&first.lower).is_some()) {
        return Some(0);
    }
    // "Ana's a nurse": the ending is a verb when an article follows.
    let article = |at: usize| {
        tokens.get(at).is_some_and(|token| matches!(token.lower.as_str(), "a" | "an" | "the" | "our" | "my" | "not"))
    };
    let from = usize::from(!matches!(subject, Subject::Unsaid));
    for (at, token) in tokens.iter().enumerate().take(FARTHEST) {
        let ending = token.lower == "s" && at > 0 || token.lower.ends_with("'s");
        // "my birthday's May 4".
        let dated =
            matches!(subject, Subject::Owned) && tokens.get(at + 1).is_some_and(|next| is_calendar(&next.lower));
        if ending && (article(at + 1) || dated) {
            return Some(at);
        }
        if at < from || token.is_name {
            continue;
        }
        let determined = at > 0
            && matches!(
                tokens[at - 1].lower.as_str(),
                "the" | "a" | "an" | "my" | "our" | "his" | "her" | "their" | "to" | "of" | "for" | "new" | "old"
            );
        let possessed = at > 0 && tokens[at - 1].lower.ends_with("'s");
        if determined || possessed {
            continue;
        }
        if is_auxiliary(&token.lower) {
            return Some(at);
        }
        if let Some(verb) = verbs::read(&token.lower) {
            // A plain form after a thing is a noun more often than a verb: "home office days".
            let third = token.lower.ends_with('s') || verb.tense == verbs::Tense::Past;
            let agrees = match subject {
                Subject::Speaker | Subject::Unsaid => true,
                Subject::Somebody => true,
                _ => third,
            };
            if agrees && verb.tense != verbs::Tense::Continuous {
                return Some(at);
            }
        }
    }
    None
}
