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
    let merged = merge_file(&input(base), &input(ours), &input(theirs), None)?;
    Ok(merged.is_automergeable().then(|| merged.content().to_vec()))
}

fn merge_file(
    base: &git2::MergeFileInput<'_>,
    ours: &git2::MergeFileInput<'_>,
    theirs: &git2::MergeFileInput<'_>,
    options: Option<&mut git2::MergeFileOptions>,
) -> Result<git2::MergeFileResult> {
    // Unlike everything else of libgit2, this one does not begin it; a buffer does.
    drop(git2::Buf::new());
    Ok(git2::merge_file(base, ours, theirs, options)?)
}

/// A stretch of a three-way merge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Hunk {
    /// What needs no decision.
    Clean(String),
    /// Where both changed the same lines.
    Both { base: String, ours: String, theirs: String },
}

/// Longer than any line of signs that people write.
const MARKER: u16 = 120;

/// Merges two changes of `base`, with the stretches that both changed apart.
pub fn hunks(base: &str, ours: &str, theirs: &str) -> Result<Vec<Hunk>> {
    // The signs that tell stretches apart must not occur in what is told apart.
    let sign = |c: char| c.to_string().repeat(usize::from(MARKER));
    let signs = ['<', '|', '=', '>'].map(sign);
    let whole = || vec![Hunk::Both { base: base.to_owned(), ours: ours.to_owned(), theirs: theirs.to_owned() }];
    if [base, ours, theirs].iter().any(|text| signs.iter().any(|sign| text.contains(sign.as_str()))) {
        return Ok(whole());
    }
    // The last line ends like the others, or a sign would follow it on the same line.
    let ended =
        |text: &str| if text.is_empty() || text.ends_with('\n') { text.to_owned() } else { format!("{text}\n") };
    let (base, ours, theirs) = (ended(base), ended(ours), ended(theirs));
    fn input(text: &str) -> git2::MergeFileInput<'_> {
        let mut input = git2::MergeFileInput::new();
        input.content(text.as_bytes()).path("file");
        input
    }
    let mut options = git2::MergeFileOptions::new();
    options.style_diff3(true).marker_size(MARKER);
    let merged = merge_file(&input(&base), &input(&ours), &input(&theirs), Some(&mut options))?;
    let text = String::from_utf8_lossy(merged.content()).into_owned();
    let mut out: Vec<Hunk> = Vec::new();
    // Which part of a stretch the lines belong to.
    let mut part = 0;
    for line in text.split_inclusive('\n') {
        if let Some(found) = signs.iter().position(|sign| line.starts_with(sign.as_str())) {
            part = (found + 1) % 4;
            if found == 0 {
                out.push(Hunk::Both { base: String::new(), ours: String::new(), theirs: String::new() });
            }
            continue;
        }
        match (part, out.last_mut()) {
            (1, Some(Hunk::Both { ours, .. })) => *ours += line,
            (2, Some(Hunk::Both { base, .. })) => *base += line,
            (3, Some(Hunk::Both { theirs, .. })) => *theirs += line,
            (_, Some(Hunk::Clean(text))) => *text += line,
            _ => out.push(Hunk::Clean(line.to_owned())),
        }
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stretches_that_both_changed_are_told_apart() {
        let found = hunks("a\nb\nc\n", "a\nX\nc\nd\n", "a\nY\nc").unwrap();
        assert_eq!(
            found,
            [
                Hunk::Clean("a\n".into()),
                Hunk::Both { base: "b\n".into(), ours: "X\n".into(), theirs: "Y\n".into() },
                Hunk::Clean("c\nd\n".into()),
            ]
        );
        assert_eq!(hunks("a\n", "a\n", "a\nb\n").unwrap(), [Hunk::Clean("a\nb\n".into())]);
        let both = hunks("a\n", "a\nours\n", "a\ntheirs\n").unwrap();
        assert_eq!(both[1], Hunk::Both { base: "".into(), ours: "ours\n".into(), theirs: "theirs\n".into() });
    }

    #[test]
    fn apart_changes_merge_and_overlapping_ones_do_not() {
        let base = b"a\nb\nc\nd\ne\n";
        assert_eq!(merge3(base, b"A\nb\nc\nd\ne\n", b"a\nb\nc\nd\nE\n").unwrap().unwrap(), b"A\nb\nc\nd\nE\n");
        assert_eq!(merge3(base, b"X\nb\nc\nd\ne\n", b"Y\nb\nc\nd\ne\n").unwrap(), None);
        assert_eq!(merge3(base, base, b"other").unwrap().unwrap(), b"other");
    }
}
