//! Where a clause may begin: sentence starts, and after commas, dashes and conjunctions.

/// A place where a request could start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Clause {
    /// Where the clause begins.
    pub start: usize,
    /// Where its sentence begins.
    pub sentence_start: usize,
    /// Where its sentence ends, before the final mark.
    pub sentence_end: usize,
    /// Whether the sentence ends in a question mark.
    pub question: bool,
}

/// Lists every clause start of `text`, in order.
pub(super) fn clauses(text: &str) -> Vec<Clause> {
    let mut out = Vec::new();
    for (start, end, question) in sentences(text) {
        let sentence = &text[start..end];
        let clause = |at: usize| Clause {
            start: at,
            sentence_start: start,
            sentence_end: end,
            question,
        };
        out.push(clause(start));
        let bytes = sentence.as_bytes();
        for (at, c) in sentence.char_indices() {
            let next = at + c.len_utf8();
            let separates = match c {
                ',' | ';' | '—' | '–' | '(' | '，' | '；' | '…' => true,
                // A hyphen between spaces is a dash; a double one always.
                '-' => {
                    at > 0
                        && (bytes[at - 1] == b' '
                            && bytes.get(next).is_none_or(|b| *b == b' ' || *b == b'-')
                            || bytes[at - 1] == b'-')
                }
                ' ' => {
                    // "… and remember that …": a conjunction starts a clause too.
                    let rest = &sentence[next..];
                    ["and ", "but ", "so ", "also ", "then ", "please ", "pls "]
                        .iter()
                        .any(|w| {
                            rest.get(..w.len())
                                .is_some_and(|r| r.eq_ignore_ascii_case(w))
                        })
                }
                _ => false,
            };
            if separates && next < sentence.len() {
                let skip = sentence[next..].len()
                    - sentence[next..]
                        .trim_start_matches([' ', '-', '—', '\t'])
                        .len();
                out.push(clause(start + next + skip));
            }
        }
    }
    out
}

/// Splits into sentences: `(start, end before the final mark, is a question)`.
pub(super) fn sentences(text: &str) -> Vec<(usize, usize, bool)> {
    let mut out = Vec::new();
    let mut start = 0;
    let bytes = text.as_bytes();
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let end_mark = match c {
            '!' | '?' | '。' | '！' | '？' | '\n' => true,
            // A dot ends a sentence before a space or the end, unless it follows an abbreviation.
            '.' => {
                bytes
                    .get(at + 1)
                    .is_none_or(|b| b.is_ascii_whitespace() || *b == b'"' || *b == b')')
                    && !is_abbreviation(&text[start..at])
            }
            _ => false,
        };
        if !end_mark {
            continue;
        }
        let mut question = matches!(c, '?' | '？');
        let mut last = at + c.len_utf8();
        while let Some((next, d)) = chars.peek().copied() {
            if matches!(d, '!' | '?' | '.' | '？' | '！' | '。') {
                question |= matches!(d, '?' | '？');
                last = next + d.len_utf8();
                chars.next();
            } else {
                break;
            }
        }
        push(text, start, at, question, &mut out);
        start = last;
    }
    push(text, start, text.len(), false, &mut out);
    out
}

fn push(text: &str, start: usize, end: usize, question: bool, out: &mut Vec<(usize, usize, bool)>) {
    let part = &text[start..end];
    let lead = part.len()
        - part
            .trim_start_matches(|c: char| {
                c.is_whitespace() || matches!(c, '-' | '*' | '•' | ')' | '"')
            })
            .len();
    let trimmed = part.trim_end();
    if start + lead < start + trimmed.len() {
        out.push((start + lead, start + trimmed.len(), question));
    }
}

fn is_abbreviation(before: &str) -> bool {
    let word = before
        .rsplit(|c: char| c.is_whitespace() || c == '(')
        .next()
        .unwrap_or("")
        .to_ascii_lowercase();
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
    ) || (word.len() == 1
        && word.as_bytes()[0].is_ascii_alphabetic()
        && before.len() > 1
        && word != "i")
}
