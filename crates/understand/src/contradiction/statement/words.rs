//! The words of a statement: cut apart, brought to a stem, and told from the ones that only hold it together.

use std::borrow::Cow;
use std::sync::LazyLock;

use regex::Regex;

use crate::word_table::{self, WordSet};

/// Words that say nothing of what a statement is about.
#[rustfmt::skip]
const STOP: &[&str] = &[
    "the", "a", "an", "of", "in", "on", "at", "to", "for", "from", "by", "with", "and", "or", "is", "are",
    "was", "were", "be", "been", "being", "am", "it", "its", "his", "her", "their", "they", "them", "he",
    "she", "this", "that", "these", "those", "there", "who", "which", "user", "user's", "users", "as",
    "does", "do", "did", "has", "have", "had", "will", "would", "can", "could", "should", "may", "might",
    "must", "not", "no", "never", "so", "very", "really", "just", "also", "too", "then", "than", "now",
    "currently", "any", "some", "all", "own", "get", "got", "my", "our", "your", "i", "we", "you", "me",
    "us", "him", "such", "into", "about", "over", "out", "up", "off", "if", "when", "while", "because",
    "since", "per", "each", "every", "today", "usually", "normally", "always", "s", "t", "m", "re", "ve",
    "d", "ll", "one", "thing", "things", "person", "people", "kind", "called", "name", "week", "weeks",
    "time", "times", "o'clock", "o’clock", "pm", "month", "year", "day", "old", "years", "city", "town",
    "company", "instead", "longer", "anymore", "more", "actually", "but", "both", "only", "together",
    "still", "nowadays", "lot", "lots", "much", "many", "quite", "new", "place",
];

static TOKEN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"[\p{L}][\p{L}\p{N}'’+#-]*(?:\.[\p{L}]+)?|\d{1,2}:\d{2}|\d[\d,.]*%?[a-z]*|[abo]{1,2}[+-]")
        .expect("valid pattern")
});

/// The words and numbers of `text`, in order.
pub(in crate::contradiction) fn tokens(text: &str) -> Vec<&str> {
    match text.is_ascii() {
        true => ascii_tokens(text),
        false => TOKEN.find_iter(text).map(|hit| hit.as_str()).collect(),
    }
}

/// What [`TOKEN`] finds in a text without letters beyond ASCII: most texts, and read for every fact of an entity.
fn ascii_tokens(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let letter = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_alphabetic);
    let run = |from: usize, takes: fn(&u8) -> bool| {
        from + bytes[from..].iter().position(|byte| !takes(byte)).unwrap_or(bytes.len() - from)
    };
    let mut out = Vec::with_capacity(text.len() / 4);
    let mut at = 0;
    while at < bytes.len() {
        let end = if letter(at) {
            let end = run(at, |b| b.is_ascii_alphanumeric() || matches!(b, b'\'' | b'+' | b'#' | b'-'));
            match bytes.get(end) == Some(&b'.') && letter(end + 1) {
                true => run(end + 1, u8::is_ascii_alphabetic),
                false => end,
            }
        } else if digit(at) {
            let colon = if digit(at + 1) { at + 2 } else { at + 1 };
            if bytes.get(colon) == Some(&b':') && digit(colon + 1) && digit(colon + 2) {
                colon + 3
            } else {
                let end = run(at, |b| b.is_ascii_digit() || matches!(b, b',' | b'.'));
                let end = if bytes.get(end) == Some(&b'%') { end + 1 } else { end };
                run(end, u8::is_ascii_lowercase)
            }
        } else {
            at += 1;
            continue;
        };
        out.push(&text[at..end]);
        at = end;
    }
    out
}

/// Says whether a word only holds the sentence together.
pub(super) fn is_stop(word: &str) -> bool {
    static SET: LazyLock<WordSet> = LazyLock::new(|| word_table::set(STOP));
    SET.contains(word)
}

/// A light stem: plural and verb endings go.
pub(in crate::contradiction) fn stem(word: &str) -> Cow<'_, str> {
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
        return irregular.into();
    }
    let n = word.len();
    if !word.is_ascii() || n < 4 {
        return word.into();
    }
    if n > 4 && word.ends_with("ies") {
        return format!("{}y", &word[..n - 3]).into();
    }
    if n > 5 && word.ends_with("ing") {
        let base = &word[..n - 3];
        const DROPS_E: &[&str] = &[
            "smok", "liv", "driv", "writ", "us", "mak", "tak", "mov", "bak", "hik", "danc", "cycl", "rid", "cod",
            "lov", "hat", "shar", "charg", "leav", "arriv", "manag", "commut", "exercis", "practis", "giv", "hav",
            "com", "explor", "div", "skat", "jok", "wak", "clos", "chang", "travell", "tim", "rac",
        ];
        if DROPS_E.contains(&base) {
            return format!("{base}e").into();
        }
        let b = base.as_bytes();
        if b.len() > 2 && b[b.len() - 1] == b[b.len() - 2] && !matches!(b[b.len() - 1], b'l' | b's') {
            return base[..base.len() - 1].into();
        }
        return base.into();
    }
    if n > 4 && word.ends_with("ed") && !word.ends_with("eed") {
        let base = &word[..n - 2];
        let b = base.as_bytes();
        if b.len() > 2 && b[b.len() - 1] == b[b.len() - 2] && !matches!(b[b.len() - 1], b'l' | b's') {
            return base[..base.len() - 1].into();
        }
        return if base.ends_with(['c', 'v', 's', 'g', 'z', 'u']) || base.ends_with("at") {
            format!("{base}e").into()
        } else {
            base.into()
        };
    }
    if ["ches", "shes", "sses", "xes", "zes"].iter().any(|e| word.ends_with(e)) {
        return word[..n - 2].into();
    }
    if word.ends_with('s') && !word.ends_with("ss") && !word.ends_with("us") && !word.ends_with("is") {
        return word[..n - 1].into();
    }
    word.into()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn both_ways_to_cut_a_text_agree(text in "[a-cA-C0-9'+#.,:% -]{0,24}") {
            let by_pattern: Vec<&str> = TOKEN.find_iter(&text).map(|hit| hit.as_str()).collect();
            prop_assert_eq!(ascii_tokens(&text), by_pattern);
        }
    }
}
