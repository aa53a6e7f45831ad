//! Line by line differences, by the libgit2 that is linked anyway.

use git2::{DiffOptions, Patch};

use crate::error::Result;

/// A unified diff of two texts with two lines around each change; empty when they are equal.
/// `names` stand in the header.
pub fn unified(before: &str, after: &str, names: (&str, &str)) -> Result<String> {
    if before == after {
        return Ok(String::new());
    }
    let patch = patch(before.as_bytes(), after.as_bytes(), 2)?;
    let mut out = format!("--- {}\n+++ {}\n", names.0, names.1);
    for at in 0..patch.num_hunks() {
        let (hunk, lines) = patch.hunk(at)?;
        let range = |start: u32, count: u32| if count == 1 { start.to_string() } else { format!("{start},{count}") };
        let (old, new) = (range(hunk.old_start(), hunk.old_lines()), range(hunk.new_start(), hunk.new_lines()));
        out += &format!("@@ -{old} +{new} @@\n");
        for line in 0..lines {
            let line = patch.line_in_hunk(at, line)?;
            let origin = line.origin();
            if !matches!(origin, ' ' | '+' | '-') {
                continue;
            }
            let text = String::from_utf8_lossy(line.content());
            out.push(origin);
            out += &text;
            if !text.ends_with('\n') {
                out += "\n\\ No newline at end of file\n";
            }
        }
    }
    Ok(out)
}

/// For each line of `new`, the line of `old` that stayed.
pub(crate) fn stayed(old: &[&str], new: &[&str]) -> Result<Vec<Option<usize>>> {
    // Every line ends alike, so that a last line is not another for want of a newline.
    let join = |lines: &[&str]| lines.iter().flat_map(|line| [line, "\n"]).collect::<String>();
    let (before, after) = (join(old), join(new));
    let patch = patch(before.as_bytes(), after.as_bytes(), 0)?;
    let mut out = Vec::with_capacity(new.len());
    let mut from = 0;
    for at in 0..patch.num_hunks() {
        let (hunk, _) = patch.hunk(at)?;
        let (start, count) = (hunk.old_start() as usize, hunk.old_lines() as usize);
        // A hunk that only adds names the line before it.
        let begin = if count == 0 { start } else { start - 1 };
        out.extend((from..begin).map(Some));
        out.extend(std::iter::repeat_n(None, hunk.new_lines() as usize));
        from = begin + count;
    }
    out.extend((from..old.len()).map(Some));
    debug_assert_eq!(out.len(), new.len());
    Ok(out)
}

fn patch<'a>(old: &'a [u8], new: &'a [u8], around: u32) -> Result<Patch<'a>> {
    let mut options = DiffOptions::new();
    options.context_lines(around).interhunk_lines(0).force_text(true);
    Ok(Patch::from_buffers(old, None, new, None, Some(&mut options))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diff_shows_what_changed_and_two_lines_around() {
        let before = "1\n2\n3\n4\n5\n6\n";
        let shown = unified(before, "1\n2\n3\nfour\n5\n6\n", ("a/x", "b/x")).unwrap();
        assert_eq!(shown, "--- a/x\n+++ b/x\n@@ -2,5 +2,5 @@\n 2\n 3\n-4\n+four\n 5\n 6\n");
        assert_eq!(unified(before, before, ("a", "b")).unwrap(), "");
        let last = unified("a\n", "a\nb", ("a", "b")).unwrap();
        assert_eq!(last, "--- a\n+++ b\n@@ -1 +1,2 @@\n a\n+b\n\\ No newline at end of file\n");
    }

    #[test]
    fn lines_that_stayed_are_told_from_new_ones() {
        let stayed = |old: &[&str], new: &[&str]| super::stayed(old, new).unwrap();
        assert_eq!(stayed(&["a", "b", "c"], &["a", "x", "c", "d"]), [Some(0), None, Some(2), None]);
        assert_eq!(stayed(&["a", "b", "c"], &["b"]), [Some(1)]);
        assert_eq!(stayed(&[], &["a", "b"]), [None, None]);
        assert_eq!(stayed(&["a"], &[]), []);
        assert_eq!(stayed(&["a", "b"], &["n", "a", "b"]), [None, Some(0), Some(1)]);
    }
}
