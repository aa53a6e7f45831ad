//! Finds proper names in text by their shape: capitals, brand spelling, Chinese surnames.
//!
//! Shape only: what sort of thing a name denotes is decided by [`crate::mentions`].

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use crate::dates::TimeExpression;
use crate::word_table::WordSet;

/// A name found in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Name {
    /// Where it stands.
    pub span: Range<usize>,
    /// Whether it opens a sentence, where a capital means little.
    pub opens_sentence: bool,
}

/// Words that take a capital without being names.
static NOT_NAMES: LazyLock<WordSet> = LazyLock::new(|| listed("not names"));

/// Words that open sentences and are never names there.
static OPENERS: LazyLock<WordSet> = LazyLock::new(|| listed("openers"));

/// A capitalised or brand-spelled word, and more of them, joined by spaces or small particles; with the classes of
/// capitals, small letters, letters and digits, what is taken out of those, and what may stand inside a word.
fn name_rule(capital: &str, small: &str, letter: &str, but: &str, inside: &str) -> String {
    let word = format!(
        r"(?:[{capital}][{letter}{but}]*(?:[{inside}]?[{letter}+#{but}]+)*[+#]*|[{small}]+[{capital}][{letter}{but}]*|[{small}]+\.(?:js|io|ai|py|rs|net)\b)"
    );
    // "St. Ives", "M. F. K. Fisher": a stop that ends nothing.
    let word = format!(r"(?:(?:St|Mt|Ft)\. |(?:[{capital}]\. ?){{2,4}})?{word}");
    format!(
        r"{word}(?:(?: (?:of|de|van|von|der|den|la|le|du|da|di|al|bin|the|for|and|&) ?)?(?: | )?{word}|\s\d[\w.]*\b)*"
    )
}

/// A list of `data/capitals.en.txt`.
fn listed(name: &str) -> WordSet {
    let file = include_str!("../data/capitals.en.txt");
    let (_, list) = file.split_once(&format!("[{name}]\n")).expect("the list is in the file");
    let list = list.split_once("\n\n").map_or(list, |(list, _)| list);
    list.split([',', '\n']).map(str::trim).filter(|word| !word.is_empty()).collect()
}

static NAME: LazyLock<Regex> = LazyLock::new(|| {
    // Chinese follows a name without a space: "Ana是".
    let rule = name_rule(r"\p{Lu}", r"\p{Ll}", r"\p{L}\p{N}", r"--\p{Han}", r"'’.\-&+#/");
    Regex::new(&rule).expect("valid pattern")
});
/// The same for plain ASCII, without Unicode's tables, which take a millisecond to put together.
static PLAIN_NAME: LazyLock<Regex> = LazyLock::new(|| {
    let rule = name_rule("A-Z", "a-z", "A-Za-z0-9", "", r"'.\-&+#/");
    Regex::new(&format!("(?-u){rule}")).expect("valid pattern")
});

/// Finds every name in `text`, in order.
pub(crate) fn find(text: &str) -> Vec<Name> {
    let mut out = Vec::new();
    let rule = if text.is_ascii() { &PLAIN_NAME } else { &NAME };
    for hit in rule.find_iter(text) {
        let mut span = hit.range();
        let opens = opens_sentence(text, span.start);
        // Drop leading openers and trailing non-names: "The Heron" → "Heron".
        loop {
            let name = &text[span.clone()];
            let first = name.split([' ', '\u{a0}']).next().unwrap_or("");
            let lower = strip_possessive(first).to_lowercase();
            let rest = &name[first.len()..];
            let opens_here = opens_sentence(text, span.start);
            // "Sold the Volvo": who did it is left out, and the verb is no part of what it was done to.
            let did = opens_here
                && !rest.is_empty()
                && crate::tense::is_past_verb(&lower)
                && !crate::gazetteer::is_given_name(&lower);
            // "Ask Grace", "Old Thaddeus": the first word is one of its own.
            let leads = opens_here
                && !rest.is_empty()
                && matches!(
                    lower.as_str(),
                    "ask"
                        | "call"
                        | "email"
                        | "text"
                        | "message"
                        | "contact"
                        | "ping"
                        | "meet"
                        | "see"
                        | "visit"
                        | "try"
                        | "send"
                        | "remind"
                        | "invite"
                        | "thank"
                        | "old"
                        | "young"
                        | "little"
                        | "poor"
                        | "dear"
                        | "late"
                        | "big"
                );
            let droppable = leads
                || NOT_NAMES.contains(lower.as_str())
                || OPENERS.contains(lower.as_str()) && (opens_here || lower == "the")
                || did;
            if !droppable || first.is_empty() || rest.len() > 1 && crate::gazetteer::is_place(name) {
                break;
            }
            span.start += first.len() + (rest.len() - rest.trim_start().len());
            if span.start >= span.end {
                break;
            }
        }
        while span.start < span.end {
            let name = &text[span.clone()];
            let last = name.rsplit(' ').next().unwrap_or("");
            let lower = strip_possessive(last).to_lowercase();
            if NOT_NAMES.contains(lower.as_str()) && name.contains(' ') {
                span.end -= last.len();
                span.end = span.start + text[span.clone()].trim_end().len();
                for particle in [" and", " of", " the", " for", " &"] {
                    if text[span.clone()].ends_with(particle) {
                        span.end -= particle.len();
                    }
                }
            } else {
                break;
            }
        }
        let name = strip_possessive(&text[span.clone()]);
        span.end = span.start + name.len();
        if span.is_empty()
            || NOT_NAMES.contains(name.to_lowercase().as_str())
            || name.chars().count() < 2 && !matches!(name, "R" | "C")
        {
            continue;
        }
        // "Anna and Ben", "Ben and the Heron", "Postgres for Atlas": two names.
        // After a dropped article a capital means something again.
        let opens = opens && opens_sentence(text, span.start);
        split_conjunction(text, span, opens, &mut out);
    }
    out
}

fn split_conjunction(text: &str, span: Range<usize>, opens: bool, out: &mut Vec<Name>) {
    let name = &text[span.clone()];
    let joint = [" and ", " for ", " the "].iter().filter_map(|word| Some((name.find(word)?, word.len()))).min();
    let joint = joint.or_else(|| owned(name));
    if let Some((at, length)) = joint {
        let left = span.start..span.start + strip_possessive(&name[..at]).len();
        out.push(Name { span: left, opens_sentence: opens });
        let right = &name[at + length..];
        let skip = if right.starts_with("the ") { 4 } else { 0 };
        split_conjunction(text, span.start + at + length + skip..span.end, false, out);
    } else {
        out.push(Name { span, opens_sentence: opens });
    }
}

/// "Northwind's API", "Ana's Volvo": whose it is and what it is; "St. Mary's Clinic" is one name.
fn owned(name: &str) -> Option<(usize, usize)> {
    let at = name.find("'s ").or_else(|| name.find("’s "))?;
    let length = if name[at..].starts_with('\'') { 3 } else { "’s ".len() };
    let thing = &name[at + length..];
    let capitals = (2..=5).contains(&thing.len()) && thing.bytes().all(|b| b.is_ascii_uppercase());
    let theirs =
        crate::gazetteer::is_given_name(&name[..at]) && !name[..at].contains(' ') && thing.contains(char::is_numeric);
    (capitals || theirs || crate::gazetteer::is_tool(thing)).then_some((at, length))
}

fn strip_possessive(word: &str) -> &str {
    word.strip_suffix("'s")
        .or_else(|| word.strip_suffix("’s"))
        .unwrap_or(word)
        .trim_end_matches(['.', '\'', '’', '-', '&', '/'])
}

pub(crate) fn opens_sentence(text: &str, at: usize) -> bool {
    let before = text[..at].trim_end_matches([' ', '"', '\'', '“', '‘', '(', '\u{a0}', '*', '_', '-', '—', '>']);
    let title = || {
        let word = before.trim_end_matches('.').rsplit(|c: char| !c.is_alphabetic()).next().unwrap_or("");
        matches!(word, "Mr" | "Mrs" | "Ms" | "Dr" | "Prof" | "St" | "Jr" | "Sr")
    };
    before.is_empty()
        || before.ends_with(['!', '?', '\n', ':', '。', '！', '？', ';'])
        || before.ends_with('.') && !title()
}

/// The first name that is not part of an expression of time; names that open the sentence last.
pub(crate) fn first_name(text: &str, times: &[TimeExpression]) -> Option<String> {
    let names = find(text);
    let clear = |n: &&Name| !times.iter().any(|t| t.span.start < n.span.end && n.span.start < t.span.end);
    names
        .iter()
        .filter(clear)
        .find(|n| !n.opens_sentence)
        .or_else(|| names.iter().filter(clear).find(|n| text[n.span.clone()].contains(' ')))
        .map(|n| text[n.span.clone()].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<&str> {
        find(text).into_iter().map(|n| &text[n.span]).collect()
    }

    #[test]
    fn plain_text_is_read_as_any_text() {
        for text in
            ["Ana Lima met Node.js 20 and O'Brien-Smith", "the iPhone of AT&T", "C++ and R, v2.0 of X", "at 5 PM"]
        {
            let spans = |rule: &Regex| rule.find_iter(text).map(|hit| hit.range()).collect::<Vec<_>>();
            assert_eq!(spans(&PLAIN_NAME), spans(&NAME), "{text}");
        }
    }

    #[test]
    fn names_by_shape() {
        assert_eq!(names("Yesterday Ana Lima met the Heron team in New York."), ["Ana Lima", "Heron", "New York"]);
        assert_eq!(names("The API of GitHub and Node.js 20"), ["API of GitHub", "Node.js 20"]);
        assert_eq!(names("I saw Tom and Priya on Monday"), ["Tom", "Priya"]);
        assert_eq!(names("nothing here at all"), Vec::<&str>::new());
        assert_eq!(names("Sold the Volvo V40 to Ana"), ["Volvo V40", "Ana"], "what was done is no part of a name");
        assert_eq!(names("Rose Tyler called"), ["Rose Tyler"], "a given name is no verb");
        assert_eq!(names("We chose Postgres for Atlas"), ["Postgres", "Atlas"]);
        assert_eq!(names("Elif Grabowski是我们组的设计师"), ["Elif Grabowski"]);
        assert_eq!(names("Zoë met Ana’s friend Ömer"), ["Zoë", "Ana", "Ömer"]);
    }
}
