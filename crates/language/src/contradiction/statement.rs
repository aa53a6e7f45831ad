//! An English statement taken apart: who, what, which numbers, which times, denied or not.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;

use super::lexicon::canonical;

/// A statement, taken apart.
#[derive(Debug, Clone, Default)]
pub(super) struct Statement {
    /// The words before the verb that name who or what it is about.
    pub subject: BTreeSet<String>,
    /// Every content word in its canonical form, subject included.
    pub words: BTreeSet<String>,
    /// Content words after the verb, in order.
    pub rest: Vec<String>,
    /// The main verb or attribute, canonical.
    pub verb: String,
    /// Numbers as written, without separators: amounts, clock times, years.
    pub numbers: BTreeSet<String>,
    /// Expressions that limit when it holds: weekdays, months, years, "weekdays", "in winter".
    pub times: BTreeSet<String>,
    /// Whether it is denied.
    pub denied: bool,
    /// Whether it speaks of the past only.
    pub past: bool,
    /// What is given up or replaced: "instead of X", "no longer X", "left X".
    pub dropped: BTreeSet<String>,
    /// Whether the subject is a definite attribute ("the rent", "Ana's birthday", "favourite").
    pub definite: bool,
    /// The role after "as its/as a": "as its broker".
    pub role: Option<String>,
    /// Whether it says where something is: "is in Graz".
    pub place: bool,
    /// Whether it speaks of wanting, planning or being able.
    pub modal: bool,
}

const STOP: &[&str] = &[
    "the",
    "a",
    "an",
    "of",
    "in",
    "on",
    "at",
    "to",
    "for",
    "from",
    "by",
    "with",
    "and",
    "or",
    "is",
    "are",
    "was",
    "were",
    "be",
    "been",
    "being",
    "am",
    "it",
    "its",
    "his",
    "her",
    "their",
    "they",
    "them",
    "he",
    "she",
    "this",
    "that",
    "these",
    "those",
    "there",
    "who",
    "which",
    "user",
    "user's",
    "users",
    "as",
    "does",
    "do",
    "did",
    "has",
    "have",
    "had",
    "will",
    "would",
    "can",
    "could",
    "should",
    "may",
    "might",
    "must",
    "not",
    "no",
    "never",
    "so",
    "very",
    "really",
    "just",
    "also",
    "too",
    "then",
    "than",
    "now",
    "currently",
    "any",
    "some",
    "all",
    "own",
    "get",
    "got",
    "my",
    "our",
    "your",
    "i",
    "we",
    "you",
    "me",
    "us",
    "him",
    "such",
    "into",
    "about",
    "over",
    "out",
    "up",
    "off",
    "if",
    "when",
    "while",
    "because",
    "since",
    "per",
    "each",
    "every",
    "today",
    "usually",
    "normally",
    "always",
    "s",
    "t",
    "m",
    "re",
    "ve",
    "d",
    "ll",
    "one",
    "thing",
    "things",
    "person",
    "people",
    "kind",
    "called",
    "name",
    "week",
    "weeks",
    "time",
    "times",
    "o'clock",
    "o’clock",
    "pm",
    "am",
    "month",
    "year",
    "day",
    "old",
    "years",
    "city",
    "town",
    "company",
    "instead",
    "longer",
    "anymore",
    "more",
    "actually",
    "but",
    "both",
    "only",
    "together",
    "currently",
    "still",
    "nowadays",
    "these",
    "lot",
    "lots",
    "much",
    "many",
    "quite",
    "new",
    "place",
];

const NEGATIONS: &[&str] = &[
    "not",
    "no",
    "never",
    "without",
    "cannot",
    "can't",
    "cant",
    "don't",
    "dont",
    "doesn't",
    "doesnt",
    "didn't",
    "isn't",
    "aren't",
    "wasn't",
    "won't",
    "wouldn't",
    "hasn't",
    "haven't",
    "neither",
    "nor",
    "none",
    "nobody",
    "nothing",
    "lacks",
    "lack",
    "stopped",
    "quit",
    "gave",
    "refuses",
    "unable",
    "avoids",
    "isnt",
    "couldn't",
    "shouldn't",
    "ain't",
    "hardly",
    "free-of",
    "unfamiliar",
];

static TOKEN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"[\p{L}][\p{L}\p{N}'’+#-]*(?:\.[\p{L}]+)?|\d{1,2}:\d{2}|\d[\d,.]*%?[a-z]*|[abo]{1,2}[+-]")
        .expect("valid pattern")
});
/// What something is made of: one language or base at a time.
static WRITTEN_IN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"\b(?:written|coded|implemented|programmed|built|developed) (?:in|with|on)\b").expect("valid pattern")
});
/// What a statement gives up: "instead of X", "left X", ", not X".
static DROP: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)(?:\b(?:instead of|rather than|no longer (?:(?:on|in|at|with|uses?|for|the|works? (?:at|for)|lives? in|a|an)\s)?|(?:left|quit|abandoned|dropped|replaced|replacing|moved (?:away )?from|away from|switched (?:away )?from|migrated (?:away )?from|formerly|previously|over from))|,\s*(?:and )?not (?:(?:on|in|at|with|the|a)\s)?)\s*(?P<what>[\p{L}\p{N}'’.+#-]+(?:\s+[\p{L}\p{N}'’.+#-]+){0,2}?)(?P<end>\s+(?:and|to|for|with|in|since)\b|[,.;]|$)").expect("valid pattern")
});
static PLACE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\b(?:is|are)\s+(?:now\s+)?(?:in|at|on|near|from)\s").expect("valid pattern"));

pub(super) fn read(text: &str) -> Statement {
    let mut out = Statement::default();
    let lower = text.to_lowercase().replace('’', "'");
    // What is given up belongs to another time; the rest is what is claimed.
    let mut claimed = lower.clone();
    if let Some(hit) = DROP.captures(&lower) {
        let whole = hit.get(0).expect("group 0 always matches");
        let end = hit.name("end").map_or(whole.end(), |e| e.start());
        for token in TOKEN.find_iter(&hit["what"]) {
            if !STOP.contains(&token.as_str()) {
                out.dropped.insert(canonical(&stem(token.as_str())).to_owned());
            }
        }
        let denies = whole.as_str().starts_with("no longer");
        if !denies && !out.dropped.is_empty() {
            claimed = format!("{} {}", &lower[..whole.start()], &lower[end..]);
        }
    }
    let main = claimed.as_str();
    out.place = PLACE.is_match(main);
    out.past = is_past(&lower);
    let tokens: Vec<&str> = TOKEN.find_iter(main).map(|m| m.as_str()).collect();
    out.denied = tokens.iter().filter(|t| NEGATIONS.contains(t)).count() % 2 == 1
        || main.contains("no longer")
        || main.contains("anymore") && !main.contains("not ") && !main.contains("n't");
    out.modal = tokens.iter().any(|t| {
        matches!(
            *t,
            "wants" | "want" | "plans" | "planning" | "hopes" | "considering" | "might" | "thinking" | "dreams"
        )
    });
    if let Some(at) = main
        .find(" as its ")
        .or_else(|| main.find(" as their "))
        .or_else(|| main.find(" as the "))
        .or_else(|| main.find(" as her "))
        .or_else(|| main.find(" as his "))
    {
        let tail = &main[at + 1..];
        out.role = tail.split_whitespace().nth(2).map(|w| stem(w.trim_matches(['.', ','])));
    } else if let Some(at) = main.find(" for ") {
        let tail: Vec<&str> = main[at + 5..].split_whitespace().collect();
        if let Some(last) = tail.last() {
            out.role = Some(stem(last.trim_matches(['.', ','])));
        }
    }
    let mut verb_at = tokens.iter().position(|t| is_verb(t));
    // "is written in", "does not live", "has been deployed": the verb that carries the meaning.
    while let Some(v) = verb_at
        && is_auxiliary(tokens[v])
        && let Some(next) = tokens[v + 1..].iter().position(|t| !NEGATIONS.contains(t) && !is_filler(t))
        && (is_verb(tokens[v + 1 + next]) || is_participle(tokens[v + 1 + next]) || is_base_verb(tokens[v + 1 + next]))
        && !matches!(tokens[v + 1 + next], "left" | "close" | "open" | "work" | "single" | "run")
    {
        verb_at = Some(v + 1 + next);
    }
    for (i, token) in tokens.iter().enumerate() {
        let bare = token.trim_end_matches("'s").trim_end_matches('\'');
        if bare.chars().next().is_some_and(|c| c.is_ascii_digit()) {
            out.numbers.insert(number(bare));
            continue;
        }
        if let Some(digit) = number_word(bare) {
            out.numbers.insert(digit.to_owned());
            continue;
        }
        let stemmed = stem(bare);
        if is_time_word(&stemmed) {
            out.times.insert(stemmed.clone());
            if verb_at.is_none_or(|v| i > v) {
                out.rest.push(stemmed);
            }
            continue;
        }
        let subject_part = verb_at.is_some_and(|v| i < v);
        if token.ends_with("'s") && subject_part
            || matches!(*token, "the") && i == 0
            || matches!(
                *token,
                "favourite" | "favorite" | "main" | "primary" | "default" | "current" | "only" | "official" | "best"
            )
        {
            out.definite = true;
        }
        let word = canonical(&stemmed).to_owned();
        if verb_at == Some(i) && !is_auxiliary(token) {
            out.verb = word.clone();
        }
        if STOP.contains(token) || STOP.contains(&bare) || NEGATIONS.contains(token) {
            continue;
        }
        if subject_part {
            out.subject.insert(word.clone());
        } else if verb_at != Some(i) {
            out.rest.push(word.clone());
        }
        out.words.insert(word);
    }
    if main.starts_with("user") || main.starts_with("the user") {
        out.subject.insert("user".into());
    }
    if WRITTEN_IN.is_match(main) {
        out.verb = "written".into();
    }
    if out.verb.is_empty() {
        // "Ana is a dentist": the copula carries no meaning; an attribute of the subject does.
        out.verb = "be".into();
    }
    // A year or a dated adverb limits a past statement.
    for year in out.numbers.clone() {
        if year.len() == 4
            && (year.starts_with("19") || year.starts_with("20"))
            && (main.contains(&format!("in {year}"))
                || main.contains(&format!("since {year}"))
                || main.contains(&format!("until {year}")))
        {
            out.times.insert(year.clone());
            out.numbers.remove(&year);
        }
    }
    out
}

fn is_auxiliary(token: &str) -> bool {
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

fn is_past(text: &str) -> bool {
    static PAST: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"\b(?:was|were|used to|lived|worked|studied|had|formerly|previously|in the past|as a child|ago|once|back then|until|played|owned|grew|spoke|went|smoked|visited|attended|last (?:year|month|week|summer|winter)|yesterday|at university|before)\b").expect("valid pattern")
    });
    PAST.is_match(text)
}

fn number(text: &str) -> String {
    let cleaned: String = text.chars().filter(|c| c.is_ascii_digit() || matches!(c, ':' | '.')).collect();
    let unit: String = text.chars().filter(char::is_ascii_alphabetic).collect();
    let value = cleaned.trim_matches('.').to_owned();
    match unit.as_str() {
        "pm" => value.split(':').next().and_then(|h| h.parse::<u32>().ok()).map_or(value.clone(), |h| {
            let hour = if h < 12 { h + 12 } else { h };
            value.split_once(':').map_or(hour.to_string(), |(_, m)| format!("{hour}:{m}"))
        }),
        "k" => format!("{value}000"),
        _ => value.trim_end_matches(":00").to_owned(),
    }
}

fn number_word(word: &str) -> Option<&'static str> {
    Some(match word {
        "two" | "twice" | "both" | "pair" => "2",
        "three" => "3",
        "four" => "4",
        "five" => "5",
        "six" => "6",
        "seven" => "7",
        "eight" => "8",
        "nine" => "9",
        "ten" => "10",
        "eleven" => "11",
        "twelve" => "12",
        "twenty" => "20",
        "thirty" => "30",
        "forty" => "40",
        "fifty" => "50",
        "hundred" => "100",
        "noon" => "12",
        _ => return None,
    })
}

pub(super) fn is_time_word(stem: &str) -> bool {
    matches!(
        stem,
        "monday"
            | "tuesday"
            | "wednesday"
            | "thursday"
            | "friday"
            | "saturday"
            | "sunday"
            | "weekday"
            | "weekend"
            | "january"
            | "february"
            | "march"
            | "april"
            | "may"
            | "june"
            | "july"
            | "august"
            | "september"
            | "october"
            | "november"
            | "december"
            | "spring"
            | "summer"
            | "autumn"
            | "winter"
            | "morning"
            | "afternoon"
            | "evening"
            | "night"
            | "tomorrow"
            | "yesterday"
            | "christmas"
            | "easter"
    )
}

const VERBS: &[&str] = &[
    "is",
    "are",
    "was",
    "were",
    "has",
    "have",
    "had",
    "lives",
    "live",
    "lived",
    "works",
    "work",
    "worked",
    "likes",
    "like",
    "loves",
    "love",
    "hates",
    "hate",
    "dislikes",
    "prefers",
    "prefer",
    "plays",
    "play",
    "speaks",
    "speak",
    "uses",
    "use",
    "used",
    "owns",
    "own",
    "drives",
    "drive",
    "eats",
    "eat",
    "drinks",
    "drink",
    "studies",
    "study",
    "studied",
    "reports",
    "report",
    "runs",
    "run",
    "starts",
    "start",
    "started",
    "begins",
    "ends",
    "end",
    "opens",
    "open",
    "closes",
    "close",
    "leaves",
    "leave",
    "left",
    "arrives",
    "departs",
    "costs",
    "cost",
    "weighs",
    "earns",
    "moved",
    "moves",
    "joined",
    "joins",
    "married",
    "manages",
    "leads",
    "develops",
    "develop",
    "teaches",
    "depends",
    "belongs",
    "needs",
    "need",
    "wants",
    "want",
    "knows",
    "speaks",
    "goes",
    "go",
    "takes",
    "take",
    "took",
    "keeps",
    "keep",
    "sleeps",
    "wakes",
    "gets",
    "reads",
    "writes",
    "wrote",
    "written",
    "hosts",
    "hosted",
    "does",
    "do",
    "can",
    "cannot",
    "can't",
    "will",
    "doesn't",
    "don't",
    "isn't",
    "aren't",
    "enjoys",
    "enjoy",
    "avoids",
    "avoid",
    "smokes",
    "swims",
    "collects",
    "supports",
    "support",
    "contains",
    "includes",
    "measures",
    "expires",
    "lands",
    "meets",
    "meet",
    "met",
    "stores",
    "store",
    "sits",
    "stands",
    "stays",
    "bought",
    "sold",
    "sells",
    "visited",
    "visits",
    "graduated",
    "founded",
    "retired",
    "quit",
    "stopped",
    "became",
    "switched",
    "changed",
    "migrated",
    "fears",
    "trusts",
    "suffers",
    "grows",
    "grew",
    "cooks",
    "cook",
    "bakes",
    "commutes",
    "cycles",
    "walks",
    "watches",
    "listens",
    "practises",
    "practices",
    "learns",
    "learning",
    "volunteers",
    "pays",
    "charges",
    "employs",
    "sees",
    "calls",
    "answers",
    "replies",
    "signs",
    "signed",
    "ships",
    "shipped",
    "released",
    "deploys",
    "deployed",
    "tests",
    "allows",
    "accepts",
    "requires",
    "requested",
    "follows",
    "wears",
    "born",
    "lost",
    "broke",
    "adopted",
    "got",
    "won't",
    "would",
    "should",
    "must",
    "never",
    "may",
    "gave",
    "holds",
    "attends",
    "maintains",
    "serves",
    "offers",
    "produces",
    "owes",
    "lacks",
    "weighed",
    "hired",
    "feeds",
    "parks",
];

fn is_verb(token: &str) -> bool {
    VERBS.contains(&token)
}

/// A light stem: plural and verb endings go.
pub(super) fn stem(word: &str) -> String {
    let irregular = match word {
        "lives" | "lived" | "living" => "live",
        "children" => "child",
        "wrote" | "written" | "writes" => "write",
        "left" | "leaves" | "leaving" => "leave",
        "bought" => "buy",
        "met" => "meet",
        "speaks" | "spoke" => "speak",
        "uses" | "used" | "using" => "use",
        "has" | "had" => "have",
        "goes" | "went" => "go",
        "moved" | "moves" | "moving" => "move",
        "dishes" => "dish",
        "wives" => "wife",
        "teeth" => "tooth",
        "mice" => "mouse",
        "studies" | "studied" => "study",
        "married" | "marries" => "married",
        "does" => "do",
        "runs" | "running" | "ran" => "run",
        "sold" | "sells" => "sell",
        "began" | "begins" => "start",
        "took" | "takes" => "take",
        "driven" | "drives" | "drove" => "drive",
        "cancelled" | "canceled" => "cancelled",
        "organised" | "organized" => "organise",
        "eggs" => "egg",
        _ => "",
    };
    if !irregular.is_empty() {
        return irregular.to_owned();
    }
    let n = word.len();
    if !word.is_ascii() || n < 4 {
        return word.to_owned();
    }
    if n > 4 && word.ends_with("ies") {
        return format!("{}y", &word[..n - 3]);
    }
    if n > 5 && word.ends_with("ing") {
        let base = &word[..n - 3];
        const DROPS_E: &[&str] = &[
            "smok", "liv", "driv", "writ", "us", "mak", "tak", "mov", "bak", "hik", "danc", "cycl", "rid", "cod",
            "lov", "hat", "shar", "charg", "leav", "arriv", "manag", "commut", "exercis", "practis", "giv", "hav",
            "com", "explor", "div", "skat", "jok", "wak", "clos", "chang", "travell", "tim", "rac",
        ];
        if DROPS_E.contains(&base) {
            return format!("{base}e");
        }
        let b = base.as_bytes();
        if b.len() > 2 && b[b.len() - 1] == b[b.len() - 2] && !matches!(b[b.len() - 1], b'l' | b's') {
            return base[..base.len() - 1].to_owned();
        }
        return base.to_owned();
    }
    if n > 4 && word.ends_with("ed") && !word.ends_with("eed") {
        let base = &word[..n - 2];
        let b = base.as_bytes();
        if b.len() > 2 && b[b.len() - 1] == b[b.len() - 2] && !matches!(b[b.len() - 1], b'l' | b's') {
            return base[..base.len() - 1].to_owned();
        }
        return if base.ends_with(['c', 'v', 's', 'g', 'z', 'u']) || base.ends_with("at") {
            format!("{base}e")
        } else {
            base.to_owned()
        };
    }
    if ["ches", "shes", "sses", "xes", "zes"].iter().any(|e| word.ends_with(e)) {
        return word[..n - 2].to_owned();
    }
    if word.ends_with('s') && !word.ends_with("ss") && !word.ends_with("us") && !word.ends_with("is") {
        return word[..n - 1].to_owned();
    }
    word.to_owned()
}
