//! A statement in plain order: "It was May when Ana left" says that Ana left in May.
//!
//! Works on the text, before it is cut into words, and only where a few telling letters are found. What it cannot put
//! into plain order it leaves as it is.

use std::borrow::Cow;

/// Who is said to say it, at the end: it is all the user's word.
const SAID: &[&str] = &[
    ", says the user",
    ", the user says",
    ", according to the user",
    ", user says",
    ", as the user says",
    ", the user said",
    ", says user",
    ", per the user",
];

/// And in front.
const TOLD: &[&str] = &[
    "the user says that ",
    "user says that ",
    "the user says ",
    "user says ",
    "according to the user, ",
    "note that ",
];

/// The statement in plain order.
pub(super) fn plain(text: &str) -> Cow<'_, str> {
    let mut text = Cow::Borrowed(text);
    if text.contains(" says") || text.contains(" said") || text.contains("ccording") || text.contains("ote that") {
        text = Cow::Owned(without_speaker(&text));
    }
    if let Some(plain) = named(&text).or_else(|| cleft(&text)).or_else(|| reason(&text)).or_else(|| placed(&text)) {
        return Cow::Owned(plain);
    }
    text
}

fn without_speaker(text: &str) -> String {
    let bare = text.trim_end_matches(['.', '!']);
    let low = bare.to_ascii_lowercase();
    let end = SAID.iter().find(|said| low.ends_with(**said)).map_or(bare.len(), |said| bare.len() - said.len());
    let start = TOLD.iter().find(|told| low.starts_with(**told)).map_or(0, |told| told.len());
    // "The vet said that the cat must rest" tells of the cat.
    let start = match low.split_once(" said ").filter(|(who, _)| start == 0 && who.split(' ').count() <= 3) {
        Some((who, said)) if !said.starts_with(['\'', '"']) && said.split(' ').count() > 2 => {
            who.len() + " said ".len() + if said.starts_with("that ") { "that ".len() } else { 0 }
        }
        _ => start,
    };
    if start >= end || start == 0 && end == bare.len() { text.to_owned() } else { bare[start..end].to_owned() }
}

/// "Kiln firing: 4 May" says when it is.
fn named(text: &str) -> Option<String> {
    let (name, value) = text.split_once(": ")?;
    let words = name.split(' ').count();
    let plain = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '\'' | '’');
    let told = value.split(' ').count() <= 8 && !value.contains([';', ':']);
    let helped = [" is ", " are ", " was ", " has ", " should ", " must "].iter().any(|verb| name.contains(verb));
    (words <= 5 && told && !helped && name.chars().all(plain)).then(|| format!("{name} is {value}"))
}

/// "It was in May that Ana left", "It is Ben who cooks".
fn cleft(text: &str) -> Option<String> {
    let rest =
        ["It was ", "It is ", "It's ", "it was ", "it is ", "it's "].iter().find_map(|it| text.strip_prefix(it))?;
    let (what, link, said) = [" when ", " that ", " who "]
        .iter()
        .filter_map(|link| rest.split_once(link).map(|(what, said)| (what, *link, said)))
        .min_by_key(|(what, _, _)| what.len())?;
    if what.split(' ').count() > 6 || what.is_empty() {
        return None;
    }
    if link == " who " {
        return Some(format!("{what} {said}"));
    }
    let said = said.trim_end_matches('.');
    // "It was May when she left, and she is still away": the time goes with the leaving.
    let (said, further) = said.split_once(", ").unwrap_or((said, ""));
    let begins_with = |words: &[&str]| words.contains(&what.split(' ').next().unwrap_or_default());
    let how = if begins_with(&["in", "on", "at", "by", "because", "for", "from", "through"]) || link == " that " {
        ""
    } else {
        "in "
    };
    let comma = if further.is_empty() { "" } else { ", " };
    Some(format!("{said} {how}{what}{comma}{further}"))
}

/// "Low pay is the reason Ana left".
fn reason(text: &str) -> Option<String> {
    if !text.contains("reason") {
        return None;
    }
    let bare = text.trim_end_matches('.');
    let split = |verb: &str| {
        let (cause, said) = bare.split_once(&format!(" {verb} the reason "))?;
        let said = ["why ", "that ", "for "].iter().find_map(|word| said.strip_prefix(word)).unwrap_or(said);
        Some(format!("{said} because of {cause}"))
    };
    split("is").or_else(|| split("was")).or_else(|| split("were"))
}

/// "Ghent is where Ana studied".
fn placed(text: &str) -> Option<String> {
    let bare = text.trim_end_matches('.');
    let (place, said) = bare
        .split_once(" is where ")
        .or_else(|| bare.split_once(" was where "))
        .or_else(|| bare.split_once(" is the place where "))?;
    let place = place.strip_prefix("The ").map_or(Cow::Borrowed(place), |rest| Cow::Owned(format!("the {rest}")));
    (place.split(' ').count() <= 4).then(|| format!("{said} in {place}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roundabout_statements_are_put_plainly() {
        for (said, meant) in [
            ("Kiln firing: 4 May", "Kiln firing is 4 May"),
            ("It is Ben who cooks.", "Ben cooks."),
            ("It was spring 2019 when Ana moved in.", "Ana moved in in spring 2019"),
            ("The noise was the reason why Ana moved.", "Ana moved because of The noise"),
            ("Ghent is where Ana studied.", "Ana studied in Ghent"),
            ("The mill opens at nine, says the user.", "The mill opens at nine"),
            ("The vet said that the cat must rest.", "the cat must rest"),
        ] {
            assert_eq!(plain(said), meant);
        }
        for said in ["Ana lives in Ghent.", "It is cold.", "When they ring: stay calm; note the time.", "Ana says no."]
        {
            assert_eq!(plain(said), said);
        }
    }
}
