//! Words that give a memory away: names and codes that nothing else remembered holds.
//!
//! What somebody else wrote of a memory has other words, but the name or the code in it is the same. A word
//! that other memories have too gives nothing away.

use std::collections::HashSet;

use soulfile_text::sentences;

/// Capitals that name no one.
const PLAIN: [&str; 24] = [
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "january",
    "february",
    "march",
    "april",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "english",
    "user",
    "today",
    "yesterday",
    "tomorrow",
    "the",
];

/// The words of a text in lower case.
pub(super) fn words(text: &str) -> impl Iterator<Item = String> {
    tokens(text).map(str::to_lowercase)
}

/// The names and codes in a text, in lower case.
pub(super) fn marks(text: &str) -> HashSet<String> {
    let mut found = HashSet::new();
    for sentence in sentences::split(text) {
        for (at, token) in tokens(&text[sentence.span]).enumerate() {
            let lower = token.to_lowercase();
            // What opens a sentence has a capital anyway.
            let named = at > 0 && token.chars().count() >= 3 && token.starts_with(char::is_uppercase);
            if is_code(token) || named && !PLAIN.contains(&lower.as_str()) {
                found.insert(lower);
            }
        }
    }
    found
}

fn is_code(token: &str) -> bool {
    let mixed = token.contains(char::is_alphabetic) && token.contains(|c: char| c.is_ascii_digit());
    let long = token.chars().count();
    mixed && long >= 5 || token.contains(['@', '_']) && long >= 6 || token.contains('-') && long >= 12
}

fn tokens(text: &str) -> impl Iterator<Item = &str> {
    let inside = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '@' | '.');
    let tokens = text.split(move |c| !inside(c)).map(|token| token.trim_matches(['-', '.', '_']));
    tokens.filter(|token| !token.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_codes_are_marks_and_plain_words_are_not() {
        let of = |text: &str| {
            let mut all: Vec<String> = marks(text).into_iter().collect();
            all.sort();
            all
        };
        assert_eq!(of("My locker word is zanzibar-quokka. Ask Roderick in March."), ["roderick", "zanzibar-quokka"]);
        assert_eq!(
            of("We met in Tartu; the room was b4017x, write to ana@example.com."),
            ["ana@example.com", "b4017x", "tartu"]
        );
        assert_eq!(of("The user prefers well-made tea in the morning. I paid 1200 on Friday."), Vec::<String>::new());
    }
}
