//! Edits as splices over the original text.
//!
//! Every writer of this crate changes a document only through [`apply`], so whatever no splice
//! names is byte for byte what it was.

use std::ops::Range;

/// Replaces one span of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Splice {
    /// The bytes to replace; empty to insert.
    pub range: Range<usize>,
    /// What comes in their place.
    pub text: String,
}

impl Splice {
    /// Replaces `range` with `text`.
    pub fn replace(range: Range<usize>, text: impl Into<String>) -> Self {
        Splice { range, text: text.into() }
    }

    /// Inserts `text` at `at`.
    pub fn insert(at: usize, text: impl Into<String>) -> Self {
        Splice::replace(at..at, text)
    }

    /// Removes `range`.
    pub fn remove(range: Range<usize>) -> Self {
        Splice::replace(range, "")
    }
}

/// Applies `splices` to `text`. They may come in any order; two at the same place keep theirs.
///
/// A splice that overlaps an earlier one is a fault of the caller and panics in debug builds; in
/// release builds the part already replaced is skipped.
pub fn apply(text: &str, mut splices: Vec<Splice>) -> String {
    splices.sort_by_key(|splice| splice.range.start);
    let mut out = String::with_capacity(text.len() + splices.iter().map(|splice| splice.text.len()).sum::<usize>());
    let mut at = 0;
    for splice in splices {
        debug_assert!(splice.range.start >= at, "overlapping splices");
        out.push_str(&text[at..splice.range.start.max(at)]);
        out.push_str(&splice.text);
        at = at.max(splice.range.end);
    }
    out.push_str(&text[at..]);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splices_apply_in_document_order() {
        let edits = vec![Splice::remove(4..5), Splice::insert(0, "x"), Splice::replace(1..2, "yy")];
        assert_eq!(apply("abcde", edits), "xayycd");
    }
}
