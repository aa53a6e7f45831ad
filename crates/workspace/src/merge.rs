//! Three-way merging of text, by libgit2.

use crate::error::Result;

/// Merges two changes of `base`; `None` when they overlap.
pub fn merge3(base: &[u8], ours: &[u8], theirs: &[u8]) -> Result<Option<Vec<u8>>> {
    if ours == theirs || base == theirs {
        return Ok(Some(ours.to_vec()));
    }
    if base == ours {
        return Ok(Some(theirs.to_vec()));
    }
    let input = |bytes| {
        let mut input = git2::MergeFileInput::new();
        input.content(bytes).path("file");
        input
    };
    let merged = git2::merge_file(&input(base), &input(ours), &input(theirs), None)?;
    Ok(merged.is_automergeable().then(|| merged.content().to_vec()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn apart_changes_merge_and_overlapping_ones_do_not() {
        let base = b"a\nb\nc\nd\ne\n";
        assert_eq!(merge3(base, b"A\nb\nc\nd\ne\n", b"a\nb\nc\nd\nE\n").unwrap().unwrap(), b"A\nb\nc\nd\nE\n");
        assert_eq!(merge3(base, b"X\nb\nc\nd\ne\n", b"Y\nb\nc\nd\ne\n").unwrap(), None);
        assert_eq!(merge3(base, base, b"other").unwrap().unwrap(), b"other");
    }
}
