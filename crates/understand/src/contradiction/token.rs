//! The words of an English statement as they stand, with what punctuation says of them.

use std::cell::OnceCell;

use super::quantity::number_word;
use super::statement::raw_tokens;
use super::thesaurus::{self, Meaning};

/// A word or number.
#[derive(Debug)]
pub(super) struct Token<'a> {
    /// As written, without a possessive ending.
    pub text: &'a str,
    /// In lower case.
    pub low: String,
    /// Whether it is written with a capital.
    pub capital: bool,
    /// Whether it owns what follows: "Ana's".
    pub owns: bool,
    /// Whether a comma, a semicolon or a full stop stands before it.
    pub after_break: bool,
    /// Whether a hyphen stands right before it.
    pub after_hyphen: bool,
    /// Whether a sign of money stands right before it.
    pub currency: bool,
    /// Whether "%" stands behind it.
    pub percent: bool,
    found: OnceCell<Option<(String, Meaning)>>,
}

impl Token<'_> {
    /// The word in its plain form, and what it means; looked up once.
    pub(super) fn look_up(&self) -> Option<(&str, &Meaning)> {
        let find = || {
            let (lemma, meaning) = thesaurus::look_up(&self.low)?;
            Some((lemma.into_owned(), meaning))
        };
        self.found.get_or_init(find).as_ref().map(|(lemma, meaning)| (lemma.as_str(), meaning))
    }
}

/// Cuts a statement into words. "it's" and "there's" are two, "forty-hectare" is two.
pub(super) fn cut(text: &str) -> Vec<Token<'_>> {
    let mut out: Vec<Token<'_>> = Vec::with_capacity(text.len() / 4);
    let mut last = 0;
    let whole = text;
    for raw in raw_tokens(text) {
        let start = raw.as_ptr() as usize - text.as_ptr() as usize;
        // A number does not end in a full stop.
        let raw = if raw.as_bytes()[0].is_ascii_digit() { raw.trim_end_matches(['.', ',']) } else { raw };
        let between = &text[last..start];
        last = start + raw.len();
        let after_break = between.contains([',', ';', '.', ':', '(', '!', '?', '—', '–']);
        let mut push = |part: &str, range: std::ops::Range<usize>, owns: bool, first: bool| {
            let text = &text[range];
            out.push(Token {
                text,
                low: part.to_lowercase(),
                capital: text.starts_with(|c: char| c.is_uppercase()),
                owns,
                after_break: first && after_break,
                after_hyphen: first && between == "-",
                currency: first && between.ends_with(['€', '$', '£', '¥']),
                percent: whole[last..].trim_start_matches(' ').starts_with('%'),
                found: OnceCell::new(),
            });
        };
        let low = raw.to_lowercase();
        let bare = low.trim_end_matches("'s").trim_end_matches('\'');
        let ending = low.len() - bare.len();
        if ending > 0 && !bare.is_empty() && raw.is_char_boundary(raw.len().saturating_sub(ending)) {
            let cut = start..last - ending;
            if matches!(bare, "it" | "there" | "that" | "he" | "she" | "who" | "what" | "here" | "where") {
                push(bare, cut, false, true);
                push("is", last - ending..last, false, false);
            } else {
                push(bare, cut, true, true);
            }
            continue;
        }
        if let Some(negated) = low.strip_suffix("n't").filter(|verb| !verb.is_empty() && raw.is_ascii()) {
            let verb = match negated {
                "ca" => "can",
                "wo" => "will",
                verb => verb,
            };
            let end = start + negated.len();
            push(verb, start..end, false, true);
            push("not", end..last, false, false);
            continue;
        }
        // "dont" and "cant" are typed in haste.
        if let Some(verb) = without_apostrophe(&low) {
            push(verb, start..last - 2, false, true);
            push("not", last - 2..last, false, false);
            continue;
        }
        // "I've", "they're".
        let helped = [("'ve", "have"), ("'m", "am"), ("'ll", "will"), ("'re", "are")];
        let helped = helped.iter().find_map(|(short, verb)| Some((low.strip_suffix(short)?, *verb)));
        if let Some((who, verb)) = helped.filter(|(who, _)| !who.is_empty() && raw.is_ascii()) {
            let end = start + who.len();
            push(who, start..end, false, true);
            push(verb, end..last, false, false);
            continue;
        }
        match low.split_once('-').filter(|_| raw.is_ascii()) {
            Some((number, thing)) if is_number(number) && !is_number(thing) && thing.len() > 1 => {
                push(number, start..start + number.len(), false, true);
                push(thing, start + number.len() + 1..last, false, false);
            }
            // What is nut-free has no nuts in it.
            Some((thing, "free")) if text[last..].len() < 2 && thing.len() > 1 && !thesaurus::is_known(&low) => {
                push("no", start..start, false, true);
                push(thing, start..start + thing.len(), false, false);
            }
            // "The third-floor printer" is the printer on the third floor.
            Some((first, second)) if !is_number(first) && thesaurus::splits(&low, first, second) => {
                push(first, start..start + first.len(), false, true);
                push(second, start + first.len() + 1..last, false, false);
            }
            _ => push(&low, start..last, false, true),
        }
    }
    out
}

/// The verb of a denial that lost its apostrophe.
fn without_apostrophe(word: &str) -> Option<&'static str> {
    Some(match word {
        "dont" => "do",
        "doesnt" => "does",
        "didnt" => "did",
        "cant" => "can",
        "isnt" => "is",
        "arent" => "are",
        "wasnt" => "was",
        "hasnt" => "has",
        "havent" => "have",
        "wont" => "will",
        "couldnt" => "could",
        "shouldnt" => "should",
        "wouldnt" => "would",
        "mustnt" => "must",
        _ => return None,
    })
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit()) || number_word(word).is_some()
}
