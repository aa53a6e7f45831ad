//! Clauses: the stretches of a text between marks, and the phrases of the word lists that they open with.

use std::ops::Range;

use crate::lexicon::{self, Classes};

/// Whether a clause ends with this mark.
pub fn ends_clause(c: char) -> bool {
    matches!(c, '.' | '!' | '?' | ';' | ',' | ':' | '\n' | '…' | '—' | '–' | '(' | ')')
        || matches!(c, '。' | '！' | '？' | '；' | '，' | '：' | '、' | '؟' | '،')
}

/// The clauses of a text, without the words that lead up to a request ("please", "hey").
pub fn clauses(visible: &str) -> Vec<Range<usize>> {
    let mut clauses = Vec::new();
    let mut start = 0;
    for (at, c) in visible.char_indices().chain([(visible.len(), '.')]) {
        if ends_clause(c) {
            let part = &visible[start..at];
            let lead = start + part.len() - part.trim_start().len();
            if lead < at {
                clauses.push(lead + lexicon::lead(&visible[lead..at])..at);
            }
            start = at + c.len_utf8();
        }
    }
    clauses
}

/// The lists of all phrases that a clause opens with.
pub fn openings(visible: &str) -> Classes {
    let found = clauses(visible).into_iter().filter_map(|clause| lexicon::opening(&visible[clause], Classes::REQUESTS));
    found.fold(Classes::default(), |all, (found, _)| all.with(found))
}
