//! What makes a line of Markdown structure: headings and code fences. Every parser of the workspace's files asks these, so that
//! none reads a heading where another reads code.

/// The text of a Markdown heading, with its level from 1 to 6.
pub fn heading(line: &str) -> Option<(usize, &str)> {
    let indent = line.len() - line.trim_start_matches(' ').len();
    let rest = &line[indent..];
    let level = rest.bytes().take_while(|byte| *byte == b'#').count();
    let after = &rest[level.min(rest.len())..];
    if indent > 3 || !(1..=6).contains(&level) || !(after.is_empty() || after.starts_with([' ', '\t', '\r', '\n'])) {
        return None;
    }
    let title = after.trim();
    let bare = title.trim_end_matches('#');
    Some((level, if bare.is_empty() || bare.ends_with([' ', '\t']) { bare.trim_end() } else { title }))
}

/// A line that may open or close a code fence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FenceLine {
    /// `` ` `` or `~`.
    pub mark: u8,
    /// How many of them, at least three.
    pub length: usize,
    /// Whether nothing follows; only then it can close a fence.
    pub is_bare: bool,
}

/// Reads a line as a fence, indented by three spaces at most.
pub fn fence(line: &str) -> Option<FenceLine> {
    let rest = line.trim_start_matches(' ');
    let mark = *rest.as_bytes().first()?;
    if !matches!(mark, b'`' | b'~') || line.len() - rest.len() > 3 {
        return None;
    }
    let length = rest.bytes().take_while(|byte| *byte == mark).count();
    let info = &rest[length..];
    let opens = length >= 3 && !(mark == b'`' && info.contains('`'));
    opens.then(|| FenceLine { mark, length, is_bare: info.trim().is_empty() })
}

/// Follows code fences through the lines of a text. A fence that is never closed goes on to the end.
#[derive(Debug, Clone, Default)]
pub struct Fences {
    open: Option<FenceLine>,
}

impl Fences {
    /// Takes the next line; says whether it is inside a fence or a fence itself.
    pub fn enter(&mut self, line: &str) -> bool {
        match (self.open, fence(line)) {
            (Some(open), Some(close)) if close.is_bare && close.mark == open.mark && close.length >= open.length => {
                self.open = None;
                true
            }
            (Some(_), _) => true,
            (None, opened) => {
                self.open = opened;
                opened.is_some()
            }
        }
    }

    /// The line that would close the open fence.
    pub fn closing(&self) -> Option<String> {
        self.open.map(|open| char::from(open.mark).to_string().repeat(open.length))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_have_a_space_and_little_indent() {
        assert_eq!(heading("## A title ##"), Some((2, "A title")));
        assert_eq!(heading("  # A"), Some((1, "A")));
        for line in ["#tag", "    # code", "####### seven", ""] {
            assert_eq!(heading(line), None, "{line}");
        }
    }

    #[test]
    fn a_fence_is_closed_by_its_own_kind_and_length() {
        let inside = |lines: &[&str]| -> Vec<bool> {
            let mut fences = Fences::default();
            lines.iter().map(|line| fences.enter(line)).collect()
        };
        assert_eq!(inside(&["````md", "```", "# x", "````", "after"]), [true, true, true, true, false]);
        assert_eq!(inside(&["~~~", "```", "~~~ x", "~~~", "after"]), [true, true, true, true, false]);
        assert_eq!(inside(&["``` a`b", "    ```", "``", "after"]), [false; 4]);
        let mut fences = Fences::default();
        fences.enter("  ~~~~ sh");
        assert_eq!(fences.closing().as_deref(), Some("~~~~"));
    }
}
