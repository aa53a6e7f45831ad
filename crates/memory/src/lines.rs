//! Lines of a document with their byte spans.
//!
//! Owns the one line scanner of the crate: a line ends in `\n` or `\r\n` (so that line numbers agree
//! with git and editors; a lone `\r` is an ordinary character), and a line may be *covered* by a closed code
//! fence or a closed block comment. Something left open covers nothing: an unfinished fence must
//! never hide what follows it. Scanning is linear in the size of the text.

use std::ops::Range;

use soulfile_vocabulary::markdown::{FenceLine, fence};

/// What keeps a line from being read as Markdown structure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cover {
    /// Nothing: the line may be a heading, a bullet, a paragraph.
    Open,
    /// A closed code fence, its two fence lines included.
    Fence,
    /// A closed HTML comment that begins a line.
    Comment,
}

/// One line of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    /// Where the line begins, after a byte order mark.
    pub start: usize,
    /// Where its text ends, before the line terminator.
    pub end: usize,
    /// Where the next line begins.
    pub next: usize,
    pub cover: Cover,
}

impl Line {
    /// The text of the line, without its terminator.
    pub fn of<'t>(&self, text: &'t str) -> &'t str {
        &text[self.start..self.end]
    }

    /// The span of the line with its terminator.
    pub fn span(&self) -> Range<usize> {
        self.start..self.next
    }
}

/// Splits `text` into lines and works out what covers each.
pub fn scan(text: &str) -> Vec<Line> {
    let mut lines = split(text);
    cover(text, &mut lines, true);
    lines
}

/// As [`scan`], but no fence or comment reaches over a line for which `is_boundary` says so: one
/// that does not close before it is left open.
pub fn scan_between(text: &str, is_boundary: impl Fn(&str) -> bool) -> Vec<Line> {
    let mut lines = split(text);
    let mut start = 0;
    for index in 0..lines.len() {
        if is_boundary(lines[index].of(text)) {
            cover(text, &mut lines[start..index], true);
            start = index + 1;
        }
    }
    cover(text, &mut lines[start..], true);
    lines
}

/// As [`scan`], but comments cover nothing.
pub fn scan_fences(text: &str) -> Vec<Line> {
    let mut lines = split(text);
    cover(text, &mut lines, false);
    lines
}

/// The line terminator the document already uses; `\n` when it has none.
pub fn terminator(text: &str) -> &'static str {
    match text.find('\n') {
        Some(at) if text[..at].ends_with('\r') => "\r\n",
        _ => "\n",
    }
}

/// Rewrites the `\n` of freshly made text as the document's own terminator.
pub fn with_terminator(fresh: &str, terminator: &str) -> String {
    if terminator == "\n" { fresh.to_owned() } else { fresh.replace('\n', terminator) }
}

fn split(text: &str) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut start = if text.starts_with('\u{feff}') { 3 } else { 0 };
    let bytes = text.as_bytes();
    while start < bytes.len() {
        let (mut end, next) = match text[start..].find('\n') {
            Some(offset) => (start + offset, start + offset + 1),
            None => (bytes.len(), bytes.len()),
        };
        // Also at the end of the file, where a `\n` added later would complete it.
        if end > start && bytes[end - 1] == b'\r' {
            end -= 1;
        }
        lines.push(Line { start, end, next, cover: Cover::Open });
        start = next;
    }
    lines
}

/// Removes up to three leading spaces, which Markdown allows before any block.
pub(crate) fn strip_indent(line: &str) -> &str {
    let spaces = line.bytes().take(3).take_while(|b| *b == b' ').count();
    &line[spaces..]
}

fn cover(text: &str, lines: &mut [Line], comments: bool) {
    let comment = |line: &'_ Line| strip_indent(line.of(text)).strip_prefix("<!--").filter(|_| comments);
    let fenced = lines.iter().any(|line| fence(line.of(text)).is_some());
    if !fenced && !lines.iter().any(|line| comment(line).is_some()) {
        return;
    }
    // Both tables are for what does not end on the line it begins on, which few documents hold.
    let closing = if fenced { closing_fences(text, lines) } else { Vec::new() };
    let left_open = lines.iter().any(|line| comment(line).is_some_and(|rest| !rest.contains("-->")));
    let comment_end = if left_open { comment_ends(text, lines) } else { Vec::new() };
    let mut index = 0;
    while index < lines.len() {
        let line = lines[index].of(text);
        let mut end = index;
        if let Some(FenceLine { mark, length, .. }) = fence(line) {
            let longest = match mark {
                b'`' => closing[index + 1].0,
                _ => closing[index + 1].1,
            };
            if longest >= length {
                end = index + 1;
                let closes = |line: FenceLine| line.is_bare && line.mark == mark && line.length >= length;
                while !fence(lines[end].of(text)).is_some_and(closes) {
                    end += 1;
                }
                lines[index..=end].iter_mut().for_each(|line| line.cover = Cover::Fence);
            }
        } else if comments && let Some(rest) = strip_indent(line).strip_prefix("<!--") {
            // A line that opens a comment of its own before it closes one closes nothing above it.
            let closes = if rest.contains("-->") {
                Some(index)
            } else {
                comment_end[index + 1].filter(|last: &usize| {
                    let line = lines[*last].of(text);
                    let close = line.find("-->").unwrap_or(0);
                    !line[..close].contains("<!--")
                })
            };
            if let Some(last) = closes {
                end = last;
                lines[index..=end].iter_mut().for_each(|line| line.cover = Cover::Comment);
            }
        }
        index = end + 1;
    }
}

/// The longest bare fence of each kind from each line to the end: asking it first keeps an opening that never closes
/// from costing a scan of the rest.
fn closing_fences(text: &str, lines: &[Line]) -> Vec<(usize, usize)> {
    let mut closing = vec![(0usize, 0usize); lines.len() + 1];
    for index in (0..lines.len()).rev() {
        let (mut ticks, mut tildes) = closing[index + 1];
        match fence(lines[index].of(text)) {
            Some(FenceLine { mark: b'`', length, is_bare: true }) => ticks = ticks.max(length),
            Some(FenceLine { length, is_bare: true, .. }) => tildes = tildes.max(length),
            _ => {}
        }
        closing[index] = (ticks, tildes);
    }
    closing
}

/// The next line from each line that holds a `-->`.
fn comment_ends(text: &str, lines: &[Line]) -> Vec<Option<usize>> {
    let mut ends = vec![None; lines.len() + 1];
    for index in (0..lines.len()).rev() {
        ends[index] = match lines[index].of(text).contains("-->") {
            true => Some(index),
            false => ends[index + 1],
        };
    }
    ends
}

#[cfg(test)]
mod tests {
    use super::*;

    fn covers(text: &str) -> Vec<Cover> {
        scan(text).iter().map(|line| line.cover).collect()
    }

    #[test]
    fn lines_end_in_lf_or_crlf_and_keep_a_lone_cr() {
        let text = "\u{feff}a\r\nb\rc\n\nd";
        let lines: Vec<&str> = scan(text).iter().map(|line| line.of(text)).collect();
        assert_eq!(lines, ["a", "b\rc", "", "d"]);
        assert_eq!(terminator(text), "\r\n");
        assert_eq!(terminator("a"), "\n");
    }

    #[test]
    fn a_closed_fence_covers_and_an_open_one_does_not() {
        use Cover::*;
        assert_eq!(covers("```\n# a\n```\n# b"), [Fence, Fence, Fence, Open]);
        assert_eq!(covers("````\n# a\n```\n# b"), [Open, Open, Open, Open]);
        assert_eq!(covers("```\n~~~\n```"), [Fence, Fence, Fence]);
    }

    #[test]
    fn a_closed_comment_covers_and_an_open_one_does_not() {
        use Cover::*;
        assert_eq!(covers("<!-- a -->\n<!--\n# b\n-->\nc"), [Comment, Comment, Comment, Comment, Open]);
        assert_eq!(covers("<!--\n# b"), [Open, Open]);
        assert_eq!(covers("<!--\n- b <!-- id:f1 -->"), [Open, Open]);
    }

    #[test]
    fn nothing_reaches_over_a_boundary() {
        use Cover::*;
        let text = "<!--\n==\n-->\n```\n```\n==\n```";
        let lines = scan_between(text, |line| line == "==");
        let covers: Vec<Cover> = lines.iter().map(|line| line.cover).collect();
        assert_eq!(covers, [Open, Open, Open, Fence, Fence, Open, Open]);
    }

    #[test]
    fn many_unclosed_openings_stay_linear() {
        let text = "<!--\n```\n~~~~\n".repeat(100_000) + "x <!-- -->";
        assert_eq!(scan(&text).len(), 300_001);
    }
}
