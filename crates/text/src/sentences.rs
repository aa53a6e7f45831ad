//! Splits text into sentences, for every reader that judges one at a time.

use std::ops::Range;

/// A sentence and whether it asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sentence {
    /// Where it stands, without its final mark.
    pub span: Range<usize>,
    /// Whether it ends in a question mark.
    pub question: bool,
}

/// Splits `text` at full stops, question and exclamation marks and line breaks.
pub fn split(text: &str) -> Vec<Sentence> {
    let mut out = Vec::new();
    let mut start = 0;
    let bytes = text.as_bytes();
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let ends = match c {
            '!' | '?' | '。' | '！' | '？' | '\n' => true,
            // A dot ends a sentence before a space or the end, unless it follows an abbreviation.
            '.' => {
                bytes.get(at + 1).is_none_or(|b| b.is_ascii_whitespace() || *b == b'"' || *b == b')')
                    && !is_abbreviation(&text[start..at])
            }
            _ => false,
        };
        if !ends {
            continue;
        }
        let mut question = matches!(c, '?' | '？');
        let mut last = at + c.len_utf8();
        while let Some((next, d)) = chars.peek().copied() {
            if !matches!(d, '!' | '?' | '.' | '？' | '！' | '。') {
                break;
            }
            question |= matches!(d, '?' | '？');
            last = next + d.len_utf8();
            chars.next();
        }
        push(text, start, at, question, &mut out);
        start = last;
    }
    push(text, start, text.len(), false, &mut out);
    out
}

fn push(text: &str, start: usize, end: usize, question: bool, out: &mut Vec<Sentence>) {
    let part = &text[start..end];
    let lead = part.len()
        - part.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '-' | '*' | '•' | ')' | '"')).len();
    let length = part.trim_end().len();
    if lead < length {
        out.push(Sentence { span: start + lead..start + length, question });
    }
}

fn is_abbreviation(before: &str) -> bool {
    let word = before.rsplit(|c: char| c.is_whitespace() || c == '(').next().unwrap_or("").to_ascii_lowercase();
    matches!(
        word.as_str(),
        "mr" | "mrs"
            | "ms"
            | "dr"
            | "prof"
            | "st"
            | "vs"
            | "etc"
            | "e.g"
            | "i.e"
            | "no"
            | "approx"
            | "inc"
            | "ltd"
            | "jr"
            | "sr"
            | "fig"
            | "a.m"
            | "p.m"
            | "n.b"
    ) && !(word == "no" && before.trim().eq_ignore_ascii_case("no"))
        || (word.len() == 1 && word.as_bytes()[0].is_ascii_alphabetic() && before.len() > 1 && word != "i")
}

/// A sentence of `text` as it was written, with the marks that end it.
pub fn written<'t>(text: &'t str, sentence: &Sentence) -> &'t str {
    let marks = |c: char| ".!?…。！？\"'”’»)）".contains(c);
    let rest = &text[sentence.span.end..];
    let end = sentence.span.end + rest.len() - rest.trim_start_matches(marks).len();
    text[sentence.span.start..end].trim()
}

/// The beginning of a text, for a title.
pub fn first_words(text: &str, count: usize) -> String {
    let words: Vec<&str> = text.split_whitespace().take(count).collect();
    // Chinese has no spaces: a title is then cut by letters.
    words.join(" ").chars().take(60).collect::<String>().trim_end_matches([',', ';', ':', '，']).to_owned()
}
