//! Where a clause may begin: sentence starts, and after commas, dashes and conjunctions.

/// A place where a request could start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Clause {
    /// Where the clause, or the request in it, begins.
    pub start: usize,
    /// Where the clause begins, what frames a request included.
    pub frame: usize,
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
        let clause = |at: usize| Clause { start: at, frame: at, sentence_start: start, sentence_end: end, question };
        out.push(clause(start));
        let bytes = sentence.as_bytes();
        for (at, c) in sentence.char_indices() {
            let next = at + c.len_utf8();
            let separates = match c {
                ',' | ';' | '—' | '–' | '(' | '，' | '；' | '…' => true,
                // "Before I go: remember …".
                ':' | '>' => bytes.get(next) == Some(&b' '),
                // A hyphen between spaces is a dash; a double one always.
                '-' => {
                    at > 0
                        && (bytes[at - 1] == b' ' && bytes.get(next).is_none_or(|b| *b == b' ' || *b == b'-')
                            || bytes[at - 1] == b'-')
                }
                ' ' => {
                    // "… and remember that …": a conjunction starts a clause too.
                    let rest = &sentence[next..];
                    ["and ", "but ", "so ", "also ", "then ", "please ", "pls "]
                        .iter()
                        .any(|w| rest.get(..w.len()).is_some_and(|r| r.eq_ignore_ascii_case(w)))
                }
                _ => false,
            };
            if separates && next < sentence.len() {
                let skip = sentence[next..].len() - sentence[next..].trim_start_matches([' ', '-', '—', '\t']).len();
                out.push(clause(start + next + skip));
            }
        }
    }
    out
}

/// Splits into sentences: `(start, end before the final mark, is a question)`.
pub(super) fn sentences(text: &str) -> Vec<(usize, usize, bool)> {
    soulfile_text::sentences::split(text).into_iter().map(|s| (s.span.start, s.span.end, s.question)).collect()
}
