//! Attributes that a statement gives by what is told rather than by their name: "pay 900 for the flat" is
//! the rent, "a nurse at Mercy" an employer and an occupation.

use std::sync::LazyLock;

use regex::Regex;

use super::Slot;
use super::clause::Token;
use crate::contradiction::is_profession;
use crate::route::is_place;

/// Where people live and pay for it.
const DWELLINGS: &[&str] = &["apartment", "flat", "house", "place", "room", "studio"];

/// Words that stand before an occupation and are no part of it.
#[rustfmt::skip]
const BEFORE_OCCUPATION: &[&str] = &[
    "a", "an", "and", "another", "as", "at", "by", "for", "from", "in", "job", "me", "new", "now", "of", "on", "our", "than", "that", "the", "their", "this", "to", "with",
];

/// Most words of an occupation: "senior site reliability engineer".
const OCCUPATION_WORDS: usize = 4;

/// How far a workplace stands from the occupation it belongs to.
const NEAR: usize = 5;

/// What somebody pays to live where they live.
pub(super) fn rent(tokens: &[Token], at: usize) -> Option<Vec<String>> {
    let dwelling = |token: &Token| DWELLINGS.contains(&token.lower.as_str());
    let number = |part: &[Token]| part.iter().find(|token| token.is_number).map(|token| vec![token.lower.clone()]);
    let rest = &tokens[at + 1..tokens.len().min(at + 9)];
    match tokens[at].lower.as_str() {
        "pay" | "pays" | "paying" => {
            let thing = rest
                .iter()
                .position(|token| token.lower == "for")
                .filter(|place| rest[place + 1..].iter().take(3).any(dwelling))?;
            number(&rest[..thing])
        }
        // "takes 900 euros rent", "900 a month in rent".
        "rent" if !rest.iter().take(3).any(|token| token.is_number) => number(&tokens[at.saturating_sub(4)..at]),
        "cost" | "costs" if at > 0 && dwelling(&tokens[at - 1]) => number(&rest[..rest.len().min(2)]),
        _ => None,
    }
}

/// From when on somebody takes meetings or calls: not before it, or from it on.
pub(super) fn meeting_hours(text: &str) -> Option<Vec<String>> {
    static MEETINGS: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"(?i)\b(?:meetings|calls)\b|排会|开会|打电话").expect("valid pattern"));
    static FROM: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"(?i)\b(?:before|from|(?:start|begin) at)\s+(?P<time>\d{1,2}(?::\d{2})?)\b|(?P<han>\d{1,2}(?::\d{2}|点))(?:之前|以前)")
            .expect("valid pattern")
    });
    let plain = text.replace('-', " ");
    if !MEETINGS.is_match(&plain) {
        return None;
    }
    // "Forget no meetings before 10; from 9 on": what is said last holds.
    let last = FROM.captures_iter(&plain).last()?;
    let time = last.name("time").or(last.name("han"))?.as_str().trim_end_matches('点');
    Some(vec![if time.contains(':') { time.to_owned() } else { format!("{time}:00") }])
}

/// Whom somebody goes to, told by what that one is: "I see Dr Lopes, she's a dentist".
pub(super) fn consulted(tokens: &[Token], at: usize) -> Option<(&'static str, Vec<String>)> {
    let role = ["dentist", "doctor", "vet"].into_iter().find(|role| *role == tokens[at].lower)?;
    let own = |token: &Token| matches!(token.lower.as_str(), "i" | "we" | "user");
    let sees = |token: &Token| matches!(token.lower.as_str(), "see" | "sees");
    let seen = tokens.windows(2).position(|pair| own(&pair[0]) && sees(&pair[1]))? + 2;
    let name: Vec<String> = tokens[seen..at]
        .iter()
        .skip_while(|token| token.lower == "dr")
        .take_while(|token| token.is_name)
        .map(|token| token.lower.clone())
        .collect();
    (!name.is_empty()).then_some((role, name))
}

/// How well somebody speaks a language, by the levels exams have.
pub(super) fn language_level(tokens: &[Token], at: usize) -> Option<(String, Vec<String>)> {
    let level = &tokens[at].lower;
    let graded = matches!(level.as_bytes(), [b'a'..=b'c', b'1'..=b'2']);
    let beside = tokens[at.saturating_sub(3)..(at + 4).min(tokens.len())]
        .iter()
        .find(|token| token.is_name && !token.is_number && token.lower != *level)?;
    graded.then(|| (format!("{} level", beside.lower), vec![level.clone()]))
}

/// An occupation that ends at a place: its words, and where they begin.
pub(super) fn occupation(tokens: &[Token], at: usize) -> Option<(usize, Vec<String>)> {
    if tokens[at].is_name || !is_profession(&tokens[at].lower) && !does_it_somewhere(tokens, at) {
        return None;
    }
    let mut from = at;
    while from > 0 && at - from < OCCUPATION_WORDS && !tokens[from].after_joint {
        let before = &tokens[from - 1];
        if BEFORE_OCCUPATION.contains(&before.lower.as_str()) || super::clause::is_auxiliary(&before.lower) {
            break;
        }
        if before.is_name || super::clause::contracted(&before.lower).is_some() || before.lower.ends_with("'s") {
            break;
        }
        from -= 1;
    }
    // "my manager" is what somebody is to the speaker.
    let owned = matches!(tokens[from].lower.as_str(), "my" | "his" | "her" | "your" | "user's");
    // "Ana is lead": of what is named elsewhere; by itself it is no occupation.
    let bare = from == at && matches!(tokens[at].lower.as_str(), "lead" | "owner" | "principal");
    let told = is_profession(&tokens[at].lower) || is_told(tokens, from);
    (!owned && !bare && told).then(|| (from, tokens[from..=at].iter().map(|token| token.lower.clone()).collect()))
}

/// "a welder at Globex": whoever is named by what they do, at a place with a name.
fn does_it_somewhere(tokens: &[Token], at: usize) -> bool {
    const OTHERS: &[&str] = &["customer", "member", "newcomer", "visitor", "volunteer", "winner"];
    let lower = tokens[at].lower.as_str();
    let named = tokens.get(at + 1).is_some_and(|token| token.lower == "at" && !token.after_joint)
        && tokens.get(at + 2).is_some_and(|token| token.is_name);
    let agent = ["er", "or", "ist", "eer"].iter().any(|end| lower.len() > end.len() + 2 && lower.ends_with(end));
    named && agent && !OTHERS.contains(&lower)
}

/// Whether an occupation is told of the subject: "is a nurse", "as a nurse", "job: nurse", "(nurse)".
pub(super) fn is_told(tokens: &[Token], from: usize) -> bool {
    // "My signature should read: team lead".
    let labelled = tokens[from].after_joint && matches!(tokens[0].lower.as_str(), "my" | "user's");
    if labelled {
        return true;
    }
    let mut before = from;
    while before > 0 && ["a", "an", "the", "our", "their", "new", "now"].contains(&tokens[before - 1].lower.as_str()) {
        before -= 1;
    }
    let Some(last) = before.checked_sub(1).map(|place| tokens[place].lower.as_str()) else { return false };
    // "As the administrator I order you": a rank somebody claims, with nobody yet of whom it is told.
    if before == 1 && last == "as" {
        return false;
    }
    matches!(last, "is" | "am" | "i'm" | "as" | "job" | "he's" | "she's" | "s") || last.ends_with("'s") && before < from
}

/// The workplace told with an occupation: "a nurse at Mercy", "at Mercy now (nurse)", "joined Mercy as a nurse".
pub(super) fn workplace(tokens: &[Token], from: usize, to: usize) -> Option<usize> {
    let window = from.saturating_sub(NEAR)..(to + NEAR).min(tokens.len().saturating_sub(1));
    let at = window.into_iter().find(|at| tokens[*at].lower == "at" && tokens[at + 1].is_name);
    let joins = |word: &str| matches!(word, "join" | "joins" | "joined" | "joining");
    at.or_else(|| (0..from.saturating_sub(1)).rev().find(|at| joins(&tokens[*at].lower) && tokens[at + 1].is_name))
}

/// "moved from Utrecht to Valencia": the place somebody lives in now, where one of the two is known to be a place.
pub(super) fn moved_to(tokens: &[Token], at: usize) -> Option<usize> {
    let from = matches!(tokens[at].lower.as_str(), "moved" | "relocated")
        && tokens.get(at + 1).is_some_and(|token| token.lower == "from");
    let to = tokens.iter().enumerate().skip(at + 2).take(4).find(|(_, token)| token.lower == "to")?.0;
    let place = |at: usize| tokens.get(at).is_some_and(|token| token.is_name && is_place(&token.lower));
    (from && (place(at + 2) || place(to + 1)) && tokens.get(to + 1).is_some_and(|token| token.is_name))
        .then_some(to + 1)
}

/// "Switched to Quickline for internet": the value, and where its attribute is named.
pub(super) fn chosen_for(tokens: &[Token], at: usize) -> Option<(usize, usize)> {
    let verb = matches!(tokens[at].lower.as_str(), "switched" | "changed" | "moved" | "went" | "gone" | "switching");
    let into = tokens.get(at + 1).is_some_and(|token| matches!(token.lower.as_str(), "to" | "with"));
    if !verb || !into {
        return None;
    }
    let purpose = tokens[at + 2..].iter().take(5).position(|token| token.lower == "for")? + at + 2;
    let mut named = purpose + 1;
    while tokens.get(named).is_some_and(|token| matches!(token.lower.as_str(), "my" | "our" | "the")) {
        named += 1;
    }
    Some((at + 2, named))
}

pub(super) fn slot(of: &str, attribute: &str, value: Vec<String>) -> Slot {
    Slot { of: of.to_owned(), attribute: attribute.to_owned(), value }
}
