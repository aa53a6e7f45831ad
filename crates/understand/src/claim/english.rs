//! English sentences: which tell a state, a change, an end, a plan or a standing wish.
//!
//! A sentence is judged clause by clause, by its subject, its verb and what the verb is said of. What tells
//! nothing lasting by its grammar (moods, weather, what was done once) is left alone.

use std::sync::LazyLock;

use regex::Regex;

use super::clause::{self, Clause, Subject, Token, contracted, is_adverb, is_auxiliary, is_calendar};
use super::verbs::{self, Tense};
use super::voice::any_of;
use super::{Form, Heading};

/// What is to be done, not what is so.
static TASK: LazyLock<Regex> = LazyLock::new(|| {
    any_of(&[
        r"\b(?:have|has|need|needs|got|gotta|ought|must|supposed) to\b",
        r"^(?:todo|to do|reminder to self|don't forget|remember to|must)\b",
        r"\b(?:appointment|haircut|delivery|package|parcel)\b",
        r"\b(?:can|could|would|will) you\b",
        r"^let me\b",
    ])
});

/// True of one day, or of one moment.
static PASSING: LazyLock<Regex> = LazyLock::new(|| {
    any_of(&[
        r"\b(?:today|tonight|tomorrow|yesterday|again|this (?:morning|afternoon|evening|week|weekend)|last night|just now|right now|so far|all day|for once|for a minute)\b",
        r"\bat \d{1,2}:\d{2}$",
        r"\buntil (?:\w+day|tomorrow|then|further)\b",
        r"\bsince (?:this morning|lunch|yesterday)\b",
        r"\bfor (?:two|three|four|a few|\d+) (?:minutes|hours|days|nights)\b",
        r"\b\d+ (?:minutes|degrees|unread|people|°c)\b",
    ])
});

/// Words that make a wish a standing one.
static STANDING: LazyLock<Regex> = LazyLock::new(|| {
    any_of(&[
        r"\b(?:please|always|never|from now on|from here on|in future|going forward|everywhere|every time|whenever|no more|at all times|by default)\b",
        r"\b(?:with|for|to) me\b",
        r"\bthese days\b",
        r"\b(?:only|instead)$",
        r"\bwhen(?:ever)? you\b",
        r"\byour (?:answers?|repl(?:y|ies)|responses?)\b",
        r"\b(?:anything|everything) (?:with|you|that|longer)\b",
        r"\bbefore (?:you|we|i|recommending|deciding|suggesting)\b",
    ])
});

/// Verbs that ask the listener to behave in some way.
#[rustfmt::skip]
const ASKS: &[&str] = &[
    "address", "always", "answer", "avoid", "be", "call", "don't", "explain", "forget", "give", "include", "keep", "link", "never", "no", "only", "please", "refer", "reply", "respond", "show", "skip", "speak", "stop", "suggest", "talk", "use", "write",
];

/// Adjectives of what somebody or something is, not of how they are at the moment.
#[rustfmt::skip]
const LASTING: &[&str] = &[
    "allergic", "based", "blind", "bilingual", "born", "called", "colour-blind", "coeliac", "deaf", "diabetic", "divorced", "due", "employed", "engaged", "fluent", "gluten-free", "home", "hosted", "injured", "intolerant", "into", "left-handed", "located", "lactose", "married", "member", "named", "native", "pescatarian", "pregnant", "registered",
    "responsible", "retired", "self-employed", "single", "together", "vegan", "vegetarian", "widowed", "written", "valid", "worth", "picky", "from", "starting", "go",
];

/// Adjectives and participles of what is over.
const OVER: &[&str] =
    &["cancelled", "canceled", "closed", "done", "finished", "gone", "history", "over", "sold", "uninstalled"];

/// Nouns of how something was found, not of what it is.
#[rustfmt::skip]
const VERDICTS: &[&str] = &[
    "bit", "bliss", "disaster", "drag", "dream", "failure", "joke", "letdown", "lot", "madness", "mess", "nightmare", "part", "pain", "pity", "problem", "relief", "shame", "success", "surprise", "thing", "win",
];

/// Things one has for a while at most.
#[rustfmt::skip]
const HAD_FOR_A_WHILE: &[&str] = &[
    "break", "breakfast", "call", "chat", "cold", "coffee", "day", "dinner", "drink", "evening", "feeling", "flu", "fun", "headache", "hour", "hours", "idea", "ideas", "lunch", "luck", "meeting", "meetings", "milk", "minute", "moment", "morning", "nap", "night", "plan", "plans", "problem", "question", "questions", "remote", "time", "visitors", "walk", "week",
];

/// What the label of "label: value" may be called: attributes that have a value.
#[rustfmt::skip]
pub(super) const ATTRIBUTES: &[&str] = &[
    "account", "address", "age", "allergy", "anniversary", "bank", "birthday", "blood", "boiler", "boss", "budget", "car", "channel", "coach", "contact", "contract", "database", "days", "deadline", "demo", "dentist", "desk", "diet", "doctor", "editor", "email", "employer", "favourite", "favorite", "flight", "floor", "food", "goal", "gym", "hobby",
    "home", "host", "hosting", "internet", "job", "key", "landlord", "language", "laptop", "lead", "leader", "locker", "manager", "meeting", "name", "number", "office", "order", "owner", "partner", "phone", "physio", "pilot", "pronouns", "provider", "rent", "repo", "role", "room", "salary", "school", "seat", "size", "stack", "team", "title", "type", "vet", "warranty", "wedding", "wi-fi", "work",
    "timezone", "residence", "project", "kick-off", "units", "spelling",
];

/// What only leads up to what is said.
#[rustfmt::skip]
const LEADS: &[&str] = &[
    "actually", "also", "and", "anyway", "as", "btw", "budget", "but", "by", "change", "context", "correction", "decided", "decision", "fact", "for", "fyi", "heads-up", "hey", "hi", "important", "in", "it's", "just", "know", "news", "no", "note", "now", "of", "official", "oh", "ok", "okay", "one", "plan", "quick", "record", "reference", "reminder", "signed", "so", "sorry", "the", "thing", "today", "two", "things", "update", "wait", "way", "well", "yes", "you", "made", "new", "before", "i", "forget", "more", "quick", "right",
];

/// The form of a sentence; nothing when it tells nothing lasting.
pub(super) fn form(sentence: &str, heading: Heading) -> Option<Form> {
    let text = without_lead(sentence);
    let parts: Vec<&str> = clauses(text);
    if parts.first().is_none_or(|first| TASK.is_match(first)) {
        return None;
    }
    if let Some(form) = wish(text, heading).or_else(|| labelled(text, heading)) {
        return Some(if form == Form::State && begins(text) { Form::Change } else { form });
    }
    if introduces(&clause::tokens(text)) {
        return Some(Form::State);
    }
    let forms: Vec<Form> = parts.iter().filter_map(|part| of_clause(part, heading)).collect();
    // What changed or ended says more than what is: "I work there now, I left the old place".
    let told =
        [Form::Change, Form::End, Form::Plan, Form::State, Form::Wish].into_iter().find(|form| forms.contains(form))?;
    Some(if told == Form::State && begins(text) { Form::Change } else { told })
}

/// Whether a state is told as one that just began: "since today", "a new job", "up from 900".
pub(super) fn begins(text: &str) -> bool {
    static SINCE: LazyLock<Regex> = LazyLock::new(|| {
        any_of(&[
            r"\b(?:since|as of|from|starting) (?:today|tomorrow|this week|this weekend|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b",
            r"\b(?:up|down|different) from \d",
            r"\bfirst day (?:at|with) (?-i:\p{Lu})",
        ])
    });
    let new = clause::tokens(text)
        .windows(2)
        .any(|pair| pair[0].lower == "new" && ATTRIBUTES.contains(&pair[1].lower.trim_end_matches("'s")));
    new || SINCE.is_match(text)
}

/// Words for what somebody is to the speaker.
#[rustfmt::skip]
const KIN: &[&str] = &[
    "aunt", "boss", "boyfriend", "brother", "colleague", "cousin", "dad", "daughter", "dentist", "doctor", "father", "fiancé", "fiancée", "flatmate", "friend", "girlfriend", "grandfather", "grandmother", "husband", "landlady", "landlord", "manager", "mother", "mum", "mom", "neighbour", "neighbor", "nephew", "niece", "partner", "roommate", "sister", "son", "teacher", "uncle", "wife",
];

/// Whether somebody is introduced on the way: "my sister Ana", "Ana, our accountant".
fn introduces(tokens: &[Token]) -> bool {
    let own = |token: &Token| matches!(token.lower.as_str(), "my" | "our");
    tokens.windows(3).any(|three| {
        own(&three[0]) && KIN.contains(&three[1].lower.as_str()) && three[2].is_name && !three[2].after_joint
            || three[0].is_name && own(&three[1]) && three[1].after_joint && !three[2].is_name && !three[2].after_joint
    })
}

/// Takes off what only leads up: "btw,", "Just so you know,", "Decision:".
pub(super) fn without_lead(text: &str) -> &str {
    let mut rest = text.trim();
    for _ in 0..3 {
        let Some(at) = rest.find([',', ':', '—', '.']).filter(|at| *at < 36) else { break };
        let words = clause::tokens(&rest[..at]);
        if words.is_empty() || !words.iter().all(|word| LEADS.contains(&word.lower.as_str())) {
            break;
        }
        rest = rest[at..].trim_start_matches([',', ':', '—', '.', ' ']);
    }
    rest
}

/// Cuts where one clause ends and another may begin.
fn clauses(text: &str) -> Vec<&str> {
    static JOINT: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"\s*[;—–!]\s*|\s*\(|\)\s*|,\s+(?:and |but |so |which |while |where )?|\s+(?:and|but|so) (?:I|we|it's|is|are|has|works?|lives?|the)\b|:\s+")
            .expect("valid pattern")
    });
    let mut out = Vec::new();
    let mut from = 0;
    for joint in JOINT.find_iter(text) {
        out.push(&text[from..joint.start()]);
        // A subject or verb that belongs to the next clause stays with it.
        let kept = joint
            .as_str()
            .rfind(char::is_whitespace)
            .filter(|_| joint.as_str().trim_end().ends_with(char::is_alphabetic) && !joint.as_str().starts_with(','));
        from = kept.map_or(joint.end(), |at| joint.start() + at);
    }
    out.push(&text[from..]);
    out.into_iter().map(str::trim).filter(|part| !part.is_empty()).collect()
}

/// "Always …", "Short answers please", "Give me options before you pick one".
fn wish(text: &str, heading: Heading) -> Option<Form> {
    let tokens = clause::tokens(text);
    let first = tokens.first()?;
    let standing = STANDING.is_match(text);
    let past = tokens.iter().any(|token| {
        verbs::read(&token.lower).is_some_and(|verb| verb.tense == Tense::Past)
            || matches!(token.lower.as_str(), "was" | "were")
    });
    let asks = ASKS.contains(&first.lower.as_str());
    // "Never order it" hangs on the sentence before.
    let hangs = tokens.last().is_some_and(|token| matches!(token.lower.as_str(), "it" | "that" | "this" | "them"));
    if asks && !hangs && (standing || heading == Heading::Lasting) && tokens.len() >= 3 && (standing || !past) {
        // "No wait", "No car for now": a bare "no" asks for nothing.
        return (first.lower != "no" || standing).then_some(Form::Wish);
    }
    // A wish without a verb: "Metric units only", "Aisle seat, always".
    let text = clauses(text).first().copied().filter(|part| STANDING.is_match(part)).unwrap_or(text);
    let parsed = clause::parse(text);
    let tokens = &parsed.tokens;
    let bare = parsed.verb.is_none()
        && tokens.len() >= 2
        && !(tokens.len() <= 4 && matches!(tokens[tokens.len() - 1].lower.as_str(), "mind" | "me"));
    let past = tokens.iter().any(|token| verbs::read(&token.lower).is_some_and(|verb| verb.tense == Tense::Past));
    (bare && standing && !past && !PASSING.is_match(text) && !tokens.iter().any(|token| is_calendar(&token.lower)))
        .then_some(Form::Wish)
}

/// "Rent: 900", "Deadline for Atlas: June 4", "Atlas: Ana is lead", "Shoe size 42".
fn labelled(text: &str, heading: Heading) -> Option<Form> {
    let parsed = clause::parse(text);
    let of_attribute =
        |tokens: &[Token]| tokens.iter().any(|token| ATTRIBUTES.contains(&token.lower.trim_end_matches("'s")));
    if let Some((label, value)) =
        text.split_once(": ").or_else(|| text.split_once(" = ")).or_else(|| text.split_once(" — "))
    {
        let done = clause::parse(value).verb.is_some_and(|at| !is_auxiliary(&clause::tokens(value)[at].lower));
        let verbless = clause::parse(label).verb.is_none();
        let (label, value) = (clause::tokens(label), clause::tokens(value));
        let short = (1..=6).contains(&label.len()) && !value.is_empty() && value.len() <= 14;
        let favourite = label.iter().any(|token| matches!(token.lower.as_str(), "favourite" | "favorite" | "order"));
        let telling = favourite
            || value.iter().any(|token| token.is_name || token.is_number || is_calendar(&token.lower))
            || heading == Heading::Lasting;
        // "Kick-off for Atlas today": what has a name outlasts the day.
        let passing = PASSING.is_match(text) && !label.iter().any(|token| token.is_name);
        if short
            && telling
            && verbless
            && !passing
            && (of_attribute(&label) || !done && of_attribute(&value) && label.iter().any(|token| token.is_name))
        {
            return Some(Form::State);
        }
    }
    let bare = parsed.verb.is_none() && (2..=12).contains(&parsed.tokens.len());
    // The first word has its capital from its place.
    let valued = parsed.tokens.iter().enumerate().any(|(at, token)| token.is_number || token.is_name && at > 0);
    let owned = of_attribute(&parsed.tokens[..parsed.tokens.len().min(3)]);
    (bare && valued && owned && !PASSING.is_match(text) && heading == Heading::Lasting).then_some(Form::State)
}

/// The form of one clause.
fn of_clause(text: &str, heading: Heading) -> Option<Form> {
    let parsed = clause::parse(text);
    let at = parsed.verb?;
    let after = skip_adverbs(&parsed.tokens[at + 1..]);
    let lower = parsed.tokens[at].lower.as_str();
    let form = match contracted(lower).unwrap_or(lower) {
        "is" | "are" | "am" | "isn't" | "aren't" if is_no_longer(&parsed.tokens[at + 1..]) => Some(Form::End),
        "is" | "are" | "am" | "isn't" | "aren't" => {
            copula(after).or(is_trait(&parsed.tokens[..at]).then_some(Form::State).filter(|_| !after.is_empty()))
        }
        "s" => copula(after),
        word if word.ends_with("'s") => copula(after),
        "has" | "have" | "hasn't" | "haven't" => possession(after),
        "was" | "were" => of_past_copula(after),
        // "does chess", "don't eat meat".
        "do" | "does" | "don't" | "doesn't" => match verb_at(after) {
            Some(verb) if verb.tense != Tense::Continuous => verbs::is_state(&verb.base).then_some(Form::State),
            _ => (!after.is_empty() && !after[0].lower.ends_with("n't")).then_some(Form::State),
        },
        "can" | "can't" | "cannot" | "won't" => {
            let negated = lower != "can" || after.first().is_some_and(|token| token.lower == "not");
            verb_at(after)
                .filter(|verb| verbs::is_state(&verb.base) || verb.base == "have")
                .filter(|_| negated)
                .map(|_| Form::State)
        }
        "will" => verb_at(after)
            .filter(|verb| {
                ["start", "begin", "use", "move", "join", "run", "lead"].contains(&verb.base.as_str())
                    || verbs::changes(&verb.base, &after[1..])
            })
            .map(|_| Form::Plan),
        word if is_auxiliary(word) => {
            // "I'd rather have …", "I'd prefer …".
            after
                .first()
                .filter(|token| matches!(token.lower.as_str(), "rather" | "prefer" | "like"))
                .map(|_| Form::State)
        }
        word => {
            let verb = verbs::read(word)?;
            of_verb(&verb.base, verb.tense, &parsed.tokens[at + 1..], parsed.subject)
        }
    }?;
    accept(form, text, &parsed, at, heading)
}

fn is_no_longer(after: &[Token]) -> bool {
    matches!(after, [no, longer, _, ..] if no.lower == "no" && longer.lower == "longer")
}

/// "Ana's hobby", "my pronouns": what is said of these lasts, in whatever words.
fn is_trait(subject: &[Token]) -> bool {
    #[rustfmt::skip]
    const TRAITS: &[&str] = &["allergy", "allergies", "birthday", "diet", "hobby", "hobbies", "nickname", "occupation", "passion", "pastime", "profession", "pronouns", "specialty", "timezone"];
    let owned = |token: &Token| {
        token.lower.ends_with("'s") || matches!(token.lower.as_str(), "my" | "our" | "his" | "her" | "their")
    };
    matches!(subject, [.., owner, of] if owned(owner) && TRAITS.contains(&of.lower.as_str()))
}

fn skip_adverbs(tokens: &[Token]) -> &[Token] {
    let skipped = tokens
        .iter()
        .take_while(|token| {
            is_adverb(&token.lower) || matches!(token.lower.as_str(), "no" | "longer" | "so" | "very" | "quite" | "too")
        })
        .count();
    &tokens[skipped..]
}

fn verb_at(tokens: &[Token]) -> Option<verbs::Verb> {
    tokens.first().and_then(|token| verbs::read(&token.lower))
}

/// What stands after a form of "be".
fn copula(after: &[Token]) -> Option<Form> {
    let first = after.first()?;
    let lower = first.lower.as_str();
    if first.is_name || first.is_number || is_calendar(lower) {
        return Some(Form::State);
    }
    // "is fine again": what was wrong is over.
    let mended =
        matches!(lower, "fine" | "better" | "healed" | "well") && after.iter().any(|token| token.lower == "again");
    if OVER.contains(&lower) || mended {
        return Some(Form::End);
    }
    if LASTING.contains(&lower) {
        return Some(Form::State);
    }
    match lower {
        "a" | "an" | "the" | "my" | "our" | "one" | "his" | "her" | "their" => {
            // "the one thing I won't eat" tells of the speaker after all.
            let own = after.iter().any(|token| token.lower == "i");
            let verdict = !own && after.iter().take(5).any(|token| VERDICTS.contains(&token.lower.as_str()));
            return (!verdict && after.len() > 1).then_some(Form::State);
        }
        "in" | "at" | "on" | "with" | "by" | "under" | "near" | "until" | "after" => {
            let place =
                after.iter().skip(1).take(4).any(|token| {
                    token.is_name || token.is_number || token.lower == "floor" || is_calendar(&token.lower)
                });
            return place.then_some(Form::State);
        }
        _ => {}
    }
    let verb = verb_at(after)?;
    match verb.tense {
        Tense::Continuous if verbs::is_ongoing(&verb.base) => Some(Form::State),
        Tense::Continuous if verb.base == "eat" && after.iter().any(|token| token.lower == "again") => {
            Some(Form::Change)
        }
        Tense::Continuous if verbs::is_ahead(&verb.base) => Some(Form::Plan),
        // "got cancelled", "was promoted": what was done to it.
        Tense::Past if verbs::changes(&verb.base, &after[1..]) => Some(Form::Change),
        Tense::Past if verbs::is_state(&verb.base) => Some(Form::State),
        _ => None,
    }
}

/// What stands after "have": a thing, or what was done.
fn possession(after: &[Token]) -> Option<Form> {
    let first = after.first()?;
    if first.lower == "been" {
        let rest = skip_adverbs(&after[1..]);
        let since = after.iter().any(|token| matches!(token.lower.as_str(), "since" | "for" | "years" | "always"));
        return copula(rest).filter(|form| *form == Form::State || since).or(since.then_some(Form::State));
    }
    if let Some(verb) = verb_at(after).filter(|verb| verb.tense == Tense::Past) {
        // "have played since school" goes on.
        let since = after.iter().any(|token| token.lower == "since");
        if since && verbs::is_state(&verb.base) {
            return Some(Form::State);
        }
        return of_verb(&verb.base, Tense::Past, &after[1..], Subject::Speaker);
    }
    if first.lower == "become" {
        return Some(Form::Change);
    }
    let passing = after.iter().take(4).any(|token| HAD_FOR_A_WHILE.contains(&token.lower.as_str()));
    (!passing).then_some(Form::State)
}

fn of_past_copula(after: &[Token]) -> Option<Form> {
    let first = after.first()?;
    match first.lower.as_str() {
        "born" => Some(Form::State),
        "cancelled" | "canceled" => Some(Form::End),
        "promoted" | "hired" | "renamed" | "diagnosed" | "transferred" => Some(Form::Change),
        _ => None,
    }
}

fn of_verb(base: &str, tense: Tense, after: &[Token], subject: Subject) -> Option<Form> {
    let after = skip_adverbs(after);
    match tense {
        Tense::Past if verbs::ends(base, after) => Some(Form::End),
        Tense::Past if verbs::changes(base, after) => Some(Form::Change),
        // "got cancelled".
        Tense::Past if base == "get" => {
            after.first().filter(|token| OVER.contains(&token.lower.as_str())).map(|_| Form::End)
        }
        // "leaves the company", "takes over the project": told of now, and yet a change.
        Tense::Present if base == "take" && after.first().is_some_and(|token| token.lower == "over") => {
            Some(Form::Change)
        }
        Tense::Present if verbs::is_state(base) && subject != Subject::Unsaid => Some(Form::State),
        // "my old flatmate, lives in Graz now".
        Tense::Present if matches!(base, "live" | "work" | "study") && subject == Subject::Unsaid => Some(Form::State),
        _ => None,
    }
}

/// Whether a clause of this form may be kept, given who it is about and how long it holds.
fn accept(form: Form, text: &str, parsed: &Clause, verb: usize, heading: Heading) -> Option<Form> {
    // "since today" is how something lasting begins.
    static BEGINS: LazyLock<Regex> =
        LazyLock::new(|| any_of(&[r"\b(?:since|as of|from|starting) (?:today|tomorrow|this week|this weekend)\b"]));
    // "closes at 18:00" is a habit; "train at 18:00" is today's.
    static AT_TIME: LazyLock<Regex> = LazyLock::new(|| any_of(&[r"\bat \d{1,2}:\d{2}$"]));
    let lasting = BEGINS.replace(text, "");
    let habit = verbs::read(&parsed.tokens[verb].lower)
        .is_some_and(|verb| verb.tense == Tense::Present && verbs::is_state(&verb.base));
    let passing = PASSING.is_match(&if habit { AT_TIME.replace(&lasting, "") } else { lasting.clone() });
    let vouched = heading == Heading::Lasting;
    let named = parsed.tokens.iter().any(|token| token.is_name || token.is_number);
    let kept = match (form, parsed.subject) {
        // "They moved the deadline to June": whoever they are, it moved.
        (Form::Change | Form::End, Subject::Somebody) => {
            let told = named || parsed.tokens.iter().any(|token| token.lower == "me");
            told && parsed.tokens[0].lower == "they"
        }
        (_, Subject::Somebody) => false,
        (Form::State, _) if passing => false,
        // A thing of nobody's is as it is for the moment, unless the note says that it lasts.
        (Form::State, Subject::Thing) => vouched && named && parsed.tokens.len() > verb + 1,
        (Form::State, Subject::Named) => parsed.tokens.len() > verb + 1,
        (Form::Change | Form::End, Subject::Thing) => vouched,
        // "Meeting was cancelled": one of many, unless it is said whose or which.
        (Form::End, Subject::Owned) => named || matches!(parsed.tokens[0].lower.as_str(), "my" | "our" | "the"),
        // Left out, the subject is whoever the sentence began with.
        (Form::State, Subject::Unsaid) => named,
        // Left out, the subject is the speaker; what they did lasts where it names what it was.
        (Form::Change | Form::End, Subject::Unsaid) => named || vouched,
        _ => true,
    };
    kept.then_some(form)
}
