//! Attributes that have one value at a time: of whom, which, and what it is.
//!
//! Two statements with the same slot and different values cannot both hold; with the same value they
//! say the same, in whatever words. What is not recognised here is compared word by word elsewhere.

use super::clause::{self, Token, is_calendar};
use super::frames;
use soulfile_text::lang::Lang;

/// An attribute with a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slot {
    /// Whose: a name in lower case, or `user`.
    pub of: String,
    /// Which attribute, by one name for all its words.
    pub attribute: String,
    /// The value's telling words, in lower case.
    pub value: Vec<String>,
}

impl Slot {
    /// Whether two slots are the same attribute of the same thing.
    pub fn same_attribute(&self, other: &Slot) -> bool {
        self.attribute == other.attribute && same_name(&self.of, &other.of)
    }

    /// Whether it is only a number said of some thing, not an attribute that has a name.
    pub fn is_measure(&self) -> bool {
        self.attribute.ends_with(MEASURE)
    }

    /// Whether two values are one: all words of the shorter are in the longer.
    pub fn same_value(&self, other: &Slot) -> bool {
        let (short, long) = if self.value.len() <= other.value.len() { (self, other) } else { (other, self) };
        short.value.iter().all(|word| long.value.contains(word))
    }
}

/// "ana" and "ana almeida" are one.
fn same_name(one: &str, other: &str) -> bool {
    one == other || one.split(' ').next() == other.split(' ').next() && (!one.contains(' ') || !other.contains(' '))
}

/// Ends the name of what is measured rather than named.
const MEASURE: &str = "measure";

/// Words for one attribute; the first names it.
#[rustfmt::skip]
const ATTRIBUTES: &[&[&str]] = &[
    &["residence", "home", "place of residence"], &["address"], &["rent"], &["employer"], &["occupation", "role", "job title", "title", "profession"], &["manager", "line manager", "boss"], &["partner", "husband", "wife", "girlfriend", "boyfriend", "spouse"],
    &["car"], &["phone"], &["editor", "main editor"], &["bank"], &["gym"], &["dentist"], &["doctor", "gp"], &["vet"], &["internet", "internet provider", "provider"], &["blood type", "blood group"], &["birthday", "date of birth"], &["shoe size"], &["deadline", "due date"], &["lead", "leader"], &["database"], &["hosting"], &["repo", "repository"], &["channel"], &["passport"],
    &["favourite food", "favorite food"], &["home office", "home office days"], &["budget"], &["contract", "contractor"], &["wedding"], &["locker", "locker number"], &["spare key"], &["son"], &["daughter"], &["work laptop"], &["boiler"], &["warranty"], &["meeting room"], &["flight"], &["demo"], &["guest wi-fi", "wi-fi"], &["coffee order"], &["floor"], &["pilot"],
];

/// Attributes whose value is a name.
const NAMED: &[&str] = &[
    "residence",
    "employer",
    "manager",
    "partner",
    "bank",
    "gym",
    "dentist",
    "doctor",
    "vet",
    "phone",
    "car",
    "editor",
    "lead",
];

/// Verbs and the words after them that give a value to an attribute of their subject.
#[rustfmt::skip]
const FRAMES: &[(&[&str], &str)] = &[
    (&["live", "in"], "residence"), (&["lives", "in"], "residence"), (&["living", "in"], "residence"), (&["based", "in"], "residence"), (&["moved", "to"], "residence"), (&["relocated", "to"], "residence"), (&["reside", "in"], "residence"), (&["resides", "in"], "residence"),
    (&["works", "at"], "employer"), (&["work", "at"], "employer"), (&["works", "for"], "employer"), (&["work", "for"], "employer"), (&["working", "at"], "employer"), (&["working", "for"], "employer"), (&["job", "at"], "employer"), (&["job", "is", "at"], "employer"), (&["started", "at"], "employer"), (&["employed", "at"], "employer"), (&["day", "at"], "employer"),
    (&["work", "as"], "occupation"), (&["works", "as"], "occupation"), (&["working", "as"], "occupation"), (&["promoted", "to"], "occupation"), (&["made", "me"], "occupation"),
    (&["report", "to"], "manager"), (&["reports", "to"], "manager"), (&["reporting", "to"], "manager"), (&["married", "to"], "partner"), (&["drive", "a"], "car"), (&["drives", "a"], "car"),
    (&["hosted", "on"], "hosting"), (&["deployed", "on"], "hosting"), (&["written", "in"], "language"), (&["due"], "deadline"), (&["due", "on"], "deadline"), (&["born", "on"], "birthday"), (&["bank", "with"], "bank"),
    (&["train", "at"], "gym"), (&["go", "to"], "gym"), (&["laptop", "runs"], "work laptop"), (&["home", "on"], "home office"),
];

/// Verbs of which the subject is the value, and the object whose attribute it is.
const LEADING: &[&str] = &["leads", "leading", "running", "heads", "heading"];

/// What somebody eats or does not.
const DIETS: &[&str] = &["vegetarian", "vegan", "pescatarian", "carnivore", "omnivore"];

/// Words a value ends before.
#[rustfmt::skip]
const STOPS: &[&str] = &[
    "according", "after", "and", "anymore", "any", "as", "at", "because", "before", "but", "by", "for", "from", "has", "have", "he", "i", "if", "in", "instead", "is", "it's", "my", "now", "on", "once", "our", "over", "per", "she", "since", "so", "than", "that", "there", "these", "they", "this", "to", "today", "until", "was", "we", "when", "where", "which", "while", "who", "with", "without", "also", "too",
];

/// Words that lead into a value and are no part of it.
#[rustfmt::skip]
const INTO: &[&str] = &[
    "a", "an", "the", "is", "are", "was", "be", "will", "called", "now", "on", "in", "at", "until", "from", "with", "to", "due", "dr", "number", "runs", "ends", "expires", "comes", "costs", "says", "located", "still", "then", "their", "new", "has",
];

/// The slots of a statement that gives up some phrases: "no longer at Initech" gives Initech to nobody.
pub(super) fn find(text: &str, given_up: &[String]) -> Vec<Slot> {
    let mut slots = given(text);
    slots.retain(|slot| slot.is_measure() || !given_up.iter().any(|phrase| *phrase == slot.value.join(" ")));
    slots
}

fn given(text: &str) -> Vec<Slot> {
    if Lang::of(text) == Lang::Zh {
        return super::chinese::slots(text);
    }
    let tokens = clause::tokens(text);
    let mut out: Vec<Slot> = Vec::new();
    let mut push = |slot: Slot| {
        if !slot.value.is_empty() && !out.iter().any(|known| known.same_attribute(&slot)) {
            out.push(slot);
        }
    };
    if let Some(value) = frames::meeting_hours(text) {
        push(frames::slot("user", "meeting hours", value));
    }
    // What is named as the purpose of a choice is told by the choice.
    let chosen: Vec<(usize, usize)> = (0..tokens.len()).filter_map(|at| frames::chosen_for(&tokens, at)).collect();
    for (value, named) in &chosen {
        if let Some((_, attribute)) = attribute_at(&tokens, *named) {
            push(frames::slot(&subject_before(&tokens, value - 2), attribute, value_from(&tokens, *value)));
        }
    }
    for at in 0..tokens.len() {
        let purpose = chosen.iter().any(|(_, named)| *named == at);
        // "Meridian Bank" is a name.
        let in_name = at > 0 && tokens[at].is_name && tokens[at - 1].is_name;
        if let Some((length, attribute)) = attribute_at(&tokens, at).filter(|_| !purpose && !in_name) {
            let found = named(&tokens, at, length, attribute).or_else(|| labelled(text, &tokens, at, attribute));
            found.into_iter().for_each(&mut push);
        }
        if let Some(place) = frames::moved_to(&tokens, at) {
            let name = tokens[place..].iter().take_while(|token| token.is_name).map(|token| token.lower.clone());
            push(frames::slot(&subject_before(&tokens, at), "residence", name.collect()));
        }
        if let Some(value) = frames::rent(&tokens, at) {
            push(frames::slot("user", "rent", value));
        }
        if let Some((attribute, value)) = frames::consulted(&tokens, at) {
            push(frames::slot("user", attribute, value));
        }
        if let Some((attribute, value)) = frames::language_level(&tokens, at) {
            let of = if opens_with_speaker(&tokens) { "user".to_owned() } else { subject_before(&tokens, at) };
            push(frames::slot(&of, &attribute, value));
        }
        if let Some((from, value)) = frames::occupation(&tokens, at)
            && let Some(of) = told_of(&tokens, from)
        {
            let workplace = frames::workplace(&tokens, from, at);
            if frames::is_told(&tokens, from) || workplace.is_some() && !tokens[at].lower.ends_with("'s") {
                push(frames::slot(&of, "occupation", value));
            }
            if let Some(place) = workplace {
                push(frames::slot(&of, "employer", value_from(&tokens, place + 1)));
            }
        }
        if taken_over(&tokens, at)
            && let (Some(who), Some(what)) =
                (name_before(&tokens, at), tokens.get(at + 2).filter(|token| token.is_name))
        {
            push(frames::slot(&what.lower, "lead", vec![who]));
        }
        for (words, attribute) in FRAMES {
            if matches(&tokens, at, words) && denied(&tokens, at) {
                let of = subject_before(&tokens, at);
                push(frames::slot(&of, attribute, instead(&tokens, at + words.len())));
            }
            if matches(&tokens, at, words) && !denied(&tokens, at) && (*attribute != "gym" || habitual(&tokens)) {
                let value = value_from(&tokens, at + words.len());
                let value = if *attribute == "deadline" { dated(value) } else { value };
                push(Slot { of: subject_before(&tokens, at), attribute: (*attribute).to_owned(), value });
            }
        }
        if LEADING.contains(&tokens[at].lower.as_str())
            && let (Some(who), Some(what)) =
                (name_before(&tokens, at), tokens.get(at + 1).filter(|token| token.is_name))
        {
            push(Slot { of: what.lower.clone(), attribute: "lead".to_owned(), value: vec![who] });
        }
        let eaten = at > 0 && matches!(tokens[at - 1].lower.as_str(), "eat" | "eating");
        if eaten && matches!(tokens[at].lower.as_str(), "fish" | "meat") && is_own(&tokens) && !stopped(&tokens, at) {
            push(frames::slot("user", "diet", vec![tokens[at].lower.clone()]));
        }
        if tokens[at].lower == "everything" && eaten || tokens[at].lower == "dietary" {
            push(Slot { of: "user".to_owned(), attribute: "diet".to_owned(), value: vec!["everything".to_owned()] });
        }
        if DIETS.contains(&tokens[at].lower.as_str()) && is_own(&tokens) && !given_up(&tokens, at) {
            push(Slot { of: "user".to_owned(), attribute: "diet".to_owned(), value: vec![tokens[at].lower.clone()] });
        }
        if tokens[at].lower == "floor" && at > 2 {
            push(Slot {
                of: subject_before(&tokens, at),
                attribute: "floor".to_owned(),
                value: vec![tokens[at - 1].lower.clone()],
            });
        }
    }
    if out.is_empty() {
        out.extend(measured(text, &tokens).filter(|slot| !slot.value.is_empty()));
    }
    out
}

/// "no longer lives in Bonn, she's in Graz": what is told in place of what is denied; nothing when that is no name.
fn instead(tokens: &[Token], at: usize) -> Vec<String> {
    let rest = &tokens[at.min(tokens.len())..];
    let is = |token: &Token| matches!(token.lower.as_str(), "it's" | "she's" | "he's" | "they're" | "i'm" | "we're");
    let Some(verb) = rest.iter().position(is) else { return Vec::new() };
    let mut from = verb + 1;
    while rest.get(from).is_some_and(|token| matches!(token.lower.as_str(), "in" | "at" | "with" | "now")) {
        from += 1;
    }
    if rest.get(from).is_some_and(|token| token.is_name) { value_from(rest, from) } else { Vec::new() }
}

/// Of whom an occupation is told that begins at a place: after "she's", of whoever was named last, and of nobody who
/// can be told where nobody was.
fn told_of(tokens: &[Token], from: usize) -> Option<String> {
    let verb = tokens[..from].iter().rev().find(|token| !matches!(token.lower.as_str(), "a" | "an" | "the" | "now"));
    match verb.map(|token| token.lower.as_str()) {
        Some("she's" | "he's" | "they're") => name_before(tokens, from),
        _ => Some(subject_before(tokens, from)),
    }
}

/// "takes over Atlas", but not "takes over as my manager".
fn taken_over(tokens: &[Token], at: usize) -> bool {
    matches!(tokens[at].lower.as_str(), "takes" | "took" | "taken")
        && tokens.get(at + 1).is_some_and(|token| token.lower == "over")
}

/// Whether a statement is the speaker's own, by a pronoun or by leaving them out: "Passed the exam".
fn opens_with_speaker(tokens: &[Token]) -> bool {
    is_own(tokens) || tokens.first().is_some_and(|token| super::verbs::is_past(&token.lower))
}

/// "New dentist since we moved: Dr Duarte": what comes between a label and its colon tells when or where.
fn labelled(text: &str, tokens: &[Token], at: usize, attribute: &'static str) -> Option<Slot> {
    let (label, value) = text.split_once(": ")?;
    let (label, value) = (clause::tokens(label), clause::tokens(value));
    let heads = at <= 1 || at == 2 && is_possessive(&tokens[0]);
    if at >= label.len() || !heads || clause::parse_tokens(label.clone()).verb.is_some_and(|verb| verb < at) {
        return None;
    }
    let owner = first_name(&label[at + 1..]).or_else(|| first_name(&label[..at]));
    let called = value.iter().take(4).any(|token| token.is_name);
    let value = value_from(&value, 0);
    let value = if matches!(attribute, "birthday" | "deadline" | "wedding") { dated(value) } else { value };
    (called || !NAMED.contains(&attribute))
        .then(|| frames::slot(&owner.unwrap_or_else(|| "user".to_owned()), attribute, value))
}

/// The attribute named at a place, by the longest words for it.
fn attribute_at(tokens: &[Token], at: usize) -> Option<(usize, &'static str)> {
    // "a team lead" is what somebody is.
    if tokens.get(at).is_some_and(|token| token.lower == "lead")
        && at > 0
        && matches!(tokens[at - 1].lower.as_str(), "team" | "tech" | "technical" | "design" | "engineering")
    {
        return None;
    }
    (1..=3).rev().find_map(|length| {
        let words = tokens.get(at..at + length)?;
        let joined = words.iter().map(|token| token.lower.as_str()).collect::<Vec<_>>().join(" ");
        ATTRIBUTES.iter().find(|group| group.contains(&joined.as_str())).map(|group| (length, group[0]))
    })
}

/// "My bank is X", "Ana's birthday is X", "Deadline for Atlas: X", "X is my bank".
fn named(tokens: &[Token], at: usize, length: usize, attribute: &'static str) -> Option<Slot> {
    let mut before = at;
    while before > 0
        && matches!(tokens[before - 1].lower.as_str(), "new" | "main" | "current" | "next" | "the" | "home")
    {
        before -= 1;
    }
    let owner = before.checked_sub(1).map(|place| &tokens[place]);
    // "Our product manager" manages a product, not the speaker.
    let kind_of = before >= 2
        && matches!(attribute, "manager" | "lead" | "partner" | "doctor")
        && (is_possessive(&tokens[before - 2]) || matches!(tokens[before - 2].lower.as_str(), "a" | "an" | "the"))
        && owner.is_some_and(|token| !is_possessive(token) && !token.is_name && !token.lower.ends_with("'s"));
    if kind_of {
        return None;
    }
    // "the locker at the gym": a place on the way to what is meant.
    let place = before < at
        && owner.is_some_and(|token| matches!(token.lower.as_str(), "at" | "in" | "on" | "near" | "by" | "to"));
    if place {
        return None;
    }
    let mut after = at + length;
    // "Rent from now on: 900".
    if matches(tokens, after, &["from", "now", "on"]) {
        after += 3;
    }
    // "The deadline moved to June 4", "was pushed to June 4".
    let be = usize::from(
        tokens.get(after).is_some_and(|token| matches!(token.lower.as_str(), "is" | "was" | "has" | "got")),
    );
    let shifted = |token: &Token| {
        matches!(token.lower.as_str(), "moved" | "pushed" | "changed" | "shifted" | "slipped" | "extended")
    };
    if tokens.get(after + be).is_some_and(shifted)
        && tokens.get(after + be + 1).is_some_and(|token| token.lower == "to")
    {
        after += be + 1;
    }
    // "for Atlas", "in my flat", "on the washing machine": whose it is stands behind.
    let mut behind = None;
    if tokens
        .get(after)
        .is_some_and(|token| matches!(token.lower.as_str(), "for" | "of" | "in" | "on" | "at" | "with" | "to"))
        && !tokens[after].after_joint
        // "moved the deadline to April 6": what follows is the value.
        && !tokens.get(after + 1).is_some_and(|token| token.is_number || is_calendar(&token.lower))
    {
        let verb = tokens[after..].iter().take(6).position(|token| {
            token.after_joint || matches!(token.lower.as_str(), "is" | "are" | "runs" | "ends" | "says")
        });
        if let Some(length) = verb.or((tokens.len() - after <= 4).then_some(tokens.len() - after)) {
            behind = tokens[after..after + length].iter().find(|token| token.is_name).map(|token| token.lower.clone());
            after += length;
        }
    }
    let of = match owner {
        Some(token) if matches!(token.lower.as_str(), "my" | "our" | "user's" | "their") => "user".to_owned(),
        // "my flat's boiler" is the speaker's.
        Some(token) if token.lower.ends_with("'s") && before >= 2 && is_possessive(&tokens[before - 2]) => {
            "user".to_owned()
        }
        Some(token) if token.lower.ends_with("'s") => token.lower.trim_end_matches("'s").to_owned(),
        Some(token) if token.is_name && !tokens[at].after_joint => token.lower.clone(),
        _ => behind.clone().or_else(|| first_name(&tokens[..at])).unwrap_or_else(|| "user".to_owned()),
    };
    let slot = |of: String, value| Some(Slot { of, attribute: attribute.to_owned(), value });
    // "X is my manager", "X took over as my manager".
    let said_before = before >= 2
        && owner.is_some_and(is_possessive)
        && tokens[..before - 1]
            .iter()
            .rev()
            .take(3)
            .any(|token| matches!(token.lower.as_str(), "is" | "'s" | "as" | "are" | "now"));
    if said_before {
        let name = first_name_all(&tokens[..before - 1]);
        if !name.is_empty() {
            return slot("user".to_owned(), name);
        }
    }
    // "Globex is the contractor for Atlas".
    if owner.is_some_and(|token| matches!(token.lower.as_str(), "is" | "are")) && behind.is_some() {
        return slot(of, first_name_all(&tokens[..before - 1]));
    }
    // "Atlas: Ana is lead".
    if attribute == "lead" && at >= 2 && matches!(tokens[at - 1].lower.as_str(), "is" | "the") {
        let names: Vec<&Token> = tokens[..at].iter().filter(|token| token.is_name).collect();
        if let [thing, who, ..] = names[..] {
            return slot(thing.lower.clone(), vec![who.lower.clone()]);
        }
    }
    let next = tokens.get(after)?;
    let told = next.after_joint
        || INTO.contains(&next.lower.as_str())
        || next.is_number
        || next.is_name
        || attribute == "birthday";
    if !told || next.lower == "from" && attribute != "boiler" {
        return None;
    }
    let value = value_from(tokens, after);
    // "The Wi-Fi is making that noise": what it does is no value of it.
    if value.first().is_some_and(|word| word.len() > 4 && word.ends_with("ing") && !tokens[after].is_name) {
        return None;
    }
    // "home on Tuesdays" is no home: these are called by a name.
    let called = tokens[after..].iter().take(6).any(|token| token.is_name && value.contains(&token.lower));
    if NAMED.contains(&attribute) && !called {
        return None;
    }
    slot(of, if matches!(attribute, "birthday" | "deadline" | "wedding") { dated(value) } else { value })
}

fn is_possessive(token: &Token) -> bool {
    matches!(token.lower.as_str(), "my" | "our" | "user's" | "their")
}

/// The telling words of a value that begins at a place.
fn value_from(tokens: &[Token], at: usize) -> Vec<String> {
    let mut out = Vec::new();
    let mut began = false;
    for (place, token) in tokens.iter().enumerate().skip(at) {
        let into = INTO.contains(&token.lower.as_str());
        if !began && into && (place == at || !token.after_joint || token.lower == "the") {
            continue;
        }
        let stops = STOPS.contains(&token.lower.as_str()) && !token.is_number;
        if began && token.after_joint || stops || out.len() >= 4 {
            break;
        }
        began = true;
        if !matches!(token.lower.as_str(), "euros" | "euro" | "month" | "warm" | "thousand" | "a") {
            out.push(token.lower.trim_end_matches("'s").to_owned());
        }
    }
    out
}

/// Of a value that is a day, the month and the day.
fn dated(value: Vec<String>) -> Vec<String> {
    value.into_iter().filter(|word| is_calendar(word) || word.chars().any(|c| c.is_ascii_digit())).collect()
}

/// "The office closes at 18:00": a thing, its verb, and a number.
fn measured(text: &str, tokens: &[Token]) -> Option<Slot> {
    let parsed = clause::parse(text);
    let verb = parsed.verb?;
    let subject: Vec<&str> = tokens[..verb]
        .iter()
        .map(|token| token.lower.as_str())
        .filter(|word| !INTO.contains(word) && !matches!(*word, "my" | "our" | "i" | "we" | "user" | "and"))
        .collect();
    let mut of: Vec<&str> = subject.iter().map(|word| word.trim_end_matches("'s")).collect();
    of.sort_unstable();
    let numbers: Vec<String> =
        tokens[verb + 1..].iter().filter(|token| token.is_number).map(|token| token.lower.clone()).collect();
    let kept = !of.is_empty() && numbers.len() == 1 && tokens.len() <= 14;
    let attribute = format!(
        "{} {MEASURE}",
        super::verbs::read(&tokens[verb].lower).map_or(tokens[verb].lower.clone(), |verb| verb.base)
    );
    kept.then(|| Slot { of: of.join("_"), attribute, value: numbers })
}

fn matches(tokens: &[Token], at: usize, words: &[&str]) -> bool {
    words.iter().enumerate().all(|(step, word)| {
        tokens.get(at + step).is_some_and(|token| token.lower == *word && (step == 0 || !token.after_joint))
    })
}

/// "doesn't live in Bonn", "no longer live in Bonn".
fn denied(tokens: &[Token], at: usize) -> bool {
    tokens[at.saturating_sub(3)..at]
        .iter()
        .any(|token| matches!(token.lower.as_str(), "not" | "no" | "never" | "longer" | "don't" | "doesn't" | "didn't"))
}

/// "no longer vegetarian", "rather than vegetarian".
fn given_up(tokens: &[Token], at: usize) -> bool {
    // "not vegetarian any longer: pescatarian" begins anew.
    if tokens[at].after_joint {
        return false;
    }
    tokens[at.saturating_sub(3)..at]
        .iter()
        .any(|token| matches!(token.lower.as_str(), "longer" | "than" | "of" | "not"))
}

/// "stopped eating meat", "don't eat fish".
fn stopped(tokens: &[Token], at: usize) -> bool {
    denied(tokens, at) || tokens[at.saturating_sub(3)..at].iter().any(|token| token.lower.starts_with("stop"))
}

fn habitual(tokens: &[Token]) -> bool {
    tokens.iter().any(|token| {
        matches!(token.lower.as_str(), "twice" | "once" | "week" | "train") || token.lower.ends_with("days")
    })
}

fn is_own(tokens: &[Token]) -> bool {
    tokens.first().is_some_and(|token| {
        matches!(token.lower.as_str(), "i" | "i'm" | "i've" | "user" | "not" | "decided" | "please" | "from")
    })
}

fn name_before(tokens: &[Token], at: usize) -> Option<String> {
    tokens[..at].iter().rev().find(|token| token.is_name).map(|token| token.lower.clone())
}

fn first_name(tokens: &[Token]) -> Option<String> {
    tokens.iter().find(|token| token.is_name).map(|token| token.lower.trim_end_matches("'s").to_owned())
}

fn first_name_all(tokens: &[Token]) -> Vec<String> {
    tokens.iter().filter(|token| token.is_name && token.lower != "dr").map(|token| token.lower.clone()).collect()
}

/// Whoever is the subject of the words at a place: the first name, where no pronoun of the speaker's comes first.
fn subject_before(tokens: &[Token], at: usize) -> String {
    let own = |token: &Token| matches!(token.lower.as_str(), "i" | "i'm" | "i've" | "we" | "we're" | "we've" | "user");
    match tokens[..at].iter().find(|token| token.is_name || own(token)) {
        Some(token) if token.is_name => token.lower.trim_end_matches("'s").to_owned(),
        _ => "user".to_owned(),
    }
}
