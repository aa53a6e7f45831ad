//! Between the two of us: what is stored of "the user" is said to "you".
//!
//! Memory speaks of the user in the third person; nobody wants to be told about themselves that
//! way. Only what is certain is turned round; a sentence that is not understood stays as it is.

use std::sync::LazyLock;

use regex::{Captures, Regex};
use soulfile_text::lang::Lang;

fn regex(source: &str) -> Regex {
    Regex::new(source).expect("valid pattern")
}

/// Turns a stored statement round, as said to the person it is about.
pub(crate) fn to_you(text: &str) -> String {
    match Lang::of(text) {
        Lang::Zh => text.replace("用户一方", "我们").replace("用户", "你"),
        Lang::En => english(text),
    }
}

fn english(text: &str) -> String {
    static USER: LazyLock<Regex> = LazyLock::new(|| regex(r"\b(?:[Tt]he user|User|the User)\b"));
    static OWN: LazyLock<Regex> = LazyLock::new(|| regex(r"\b(?:[Tt]he user|User|the User)['’]s\b"));
    static VERB: LazyLock<Regex> = LazyLock::new(|| {
        regex(
            r"\b(?:[Tt]he user|User|the User)((?: (?:also|really|always|never|usually|often|still|just|only|generally|mostly|already|sometimes|normally))*) ([a-z]+(?:['’]t)?)\b",
        )
    });
    static THEIRS: LazyLock<Regex> = LazyLock::new(|| regex(r"\b(their|theirs|themselves)\b"));
    // Where others are spoken of, "their" may be those others'.
    static OTHERS: LazyLock<Regex> = LazyLock::new(|| {
        regex(r"\b(?:they|people|parents|kids|children|friends|colleagues|team|both)\b|[A-Z]\w+ and [A-Z]\w+")
    });
    // "Our anniversary" and "we have a cat" are not the agent's; what was decided together is.
    static OURS: LazyLock<Regex> = LazyLock::new(|| regex(r"\b(?:(O|o)ur\b|(W|w)e (have|own|live|rent|got|keep)\b)"));
    let ours = OURS.replace_all(text, |c: &Captures<'_>| match (c.get(1), c.get(2), c.get(3)) {
        (Some(first), ..) => if first.as_str() == "O" { "Your" } else { "your" }.to_owned(),
        (_, Some(first), Some(verb)) => {
            format!("{} {}", if first.as_str() == "W" { "You" } else { "you" }, verb.as_str())
        }
        _ => c[0].to_owned(),
    });
    if !USER.is_match(text) {
        return ours.into_owned();
    }
    let text = &ours[..];
    let out = OWN.replace_all(text, "your");
    let out = VERB.replace_all(&out, |c: &Captures<'_>| format!("you{} {}", &c[1], second_form(&c[2])));
    let out = USER.replace_all(&out, "you").into_owned();
    let out = match OTHERS.is_match(&out) {
        true => out,
        false => THEIRS
            .replace_all(&out, |c: &Captures<'_>| match &c[1] {
                "their" => "your",
                "theirs" => "yours",
                _ => "yourself",
            })
            .into_owned(),
    };
    capital(&out)
}

/// The form a verb takes after "you".
fn second_form(verb: &str) -> String {
    match verb {
        "is" => "are".into(),
        "isn't" | "isn’t" => "aren't".into(),
        "was" => "were".into(),
        "wasn't" | "wasn’t" => "weren't".into(),
        "has" => "have".into(),
        "hasn't" | "hasn’t" => "haven't".into(),
        "does" => "do".into(),
        "doesn't" | "doesn’t" => "don't".into(),
        "goes" => "go".into(),
        "dies" | "lies" | "ties" => verb[..verb.len() - 1].into(),
        _ if verb.ends_with("ies") => format!("{}y", &verb[..verb.len() - 3]),
        _ if ["ches", "shes", "sses", "xes", "zzes", "oes"].iter().any(|e| verb.ends_with(e)) => {
            verb[..verb.len() - 2].into()
        }
        _ if verb.ends_with('s') && !verb.ends_with("ss") && !verb.ends_with("us") => verb[..verb.len() - 1].into(),
        _ => verb.into(),
    }
}

/// Turns round what somebody said in a room: `ana: User prefers tabs` is about Ana, or about you
/// when you are Ana.
pub(crate) fn in_room(text: &str, user: Option<&str>) -> String {
    let Some((speaker, said)) = text.split_once(": ").filter(|(who, _)| !who.contains(' ')) else {
        return text.to_owned();
    };
    if user.is_some_and(|user| user.eq_ignore_ascii_case(speaker)) {
        return to_you(said);
    }
    let said = said.replace("User's", &format!("{speaker}'s")).replace("the user", speaker).replace("User", speaker);
    capital(&said.replace("用户", speaker))
}

/// The text with a capital letter at its start.
pub(crate) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().chain(chars).collect(),
        None => String::new(),
    }
}

/// The text with a small letter at its start, where its first word is no name.
pub(crate) fn small(text: &str) -> String {
    const PLAIN: [&str; 8] = ["You", "Your", "We", "The", "A", "An", "It", "This"];
    match text.split_whitespace().next() {
        Some(first) if PLAIN.contains(&first) => {
            let mut chars = text.chars();
            chars.next().map_or_else(String::new, |c| c.to_lowercase().chain(chars).collect())
        }
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_of_the_user_is_said_to_you() {
        for (stored, said) in [
            ("User always prefers dark-mode screenshots.", "You always prefer dark-mode screenshots."),
            (
                "User's name is Alex and User is working on a Rust project called tundra.",
                "Your name is Alex and you are working on a Rust project called tundra.",
            ),
            ("User keeps their spare key under the pot.", "You keep your spare key under the pot."),
            ("User doesn't eat meat.", "You don't eat meat."),
            ("User studies law and the user watches birds.", "You study law and you watch birds."),
            ("We have a cat called Momo and our dog is old.", "You have a cat called Momo and your dog is old."),
            ("Alice leads project Heron.", "Alice leads project Heron."),
            ("用户喜欢喝乌龙茶。", "你喜欢喝乌龙茶。"),
        ] {
            assert_eq!(to_you(stored), said);
        }
    }

    #[test]
    fn other_peoples_things_stay_theirs() {
        assert_eq!(to_you("User likes Ana and Bob and their dog."), "You like Ana and Bob and their dog.");
    }

    #[test]
    fn in_a_room_the_speaker_is_named() {
        assert_eq!(in_room("ana: User prefers tabs.", Some("ben")), "Ana prefers tabs.");
        assert_eq!(in_room("ana: User prefers tabs.", Some("ana")), "You prefer tabs.");
        assert_eq!(
            in_room("The staging database is called iris.", Some("ana")),
            "The staging database is called iris."
        );
    }
}
