//! How foreign text is put into a document without becoming structure.
//!
//! Owns the escapes of every writer: block content (episode bodies, summaries), single lines
//! (facts, core lines), comment values, heading fields and table cells. Block and line escapes are
//! lossless: a reader gets back exactly the cleaned text that was stored.

use soulfile_vocabulary::markdown::fence;

use crate::lines::{Cover, scan_fences, strip_indent};

/// Normalises text for storage: line ends become `\n`, control characters but tab go, blank
/// lines at either end and white space at the very end go.
pub fn clean_block(text: &str) -> String {
    let unix = text.replace("\r\n", "\n").replace('\r', "\n");
    let kept: String =
        unix.chars().filter(|c| *c == '\n' || *c == '\t' || !(c.is_control() || *c == '\u{feff}')).collect();
    trim_block(&kept).to_owned()
}

/// Removes blank lines at both ends and white space at the very end.
pub(crate) fn trim_block(text: &str) -> &str {
    let mut rest = text.trim_end();
    while let Some((first, after)) = rest.split_once('\n') {
        if !first.trim().is_empty() {
            break;
        }
        rest = after;
    }
    rest
}

/// Normalises text to one line: white space collapses to single spaces, control characters and
/// marks that reorder or break lines go.
pub fn single_line(text: &str) -> String {
    let kept: String = text
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .filter(
            |c| !matches!(c, '\u{feff}' | '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'),
        )
        .collect();
    kept.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Escapes cleaned block text so that no line of it opens a heading, a comment, an HTML block, an
/// unfinished fence, or underlines the line above into a heading.
pub fn escape_block(text: &str) -> String {
    let lines = scan_fences(text);
    let mut out = String::with_capacity(text.len() + 8);
    let mut above_blank = true;
    for line in &lines {
        let content = line.of(text);
        let rest = strip_indent(content);
        let backslashes = rest.bytes().take_while(|b| *b == b'\\').count();
        let after = &rest[backslashes..];
        let fenced = line.cover == Cover::Fence;
        let escape = if backslashes > 0 {
            escapable(after)
        } else {
            is_heading(after)
                || opens_html(after)
                || (fence(after).is_some() && !fenced)
                || (is_underline(after) && !above_blank && !fenced)
        };
        let indent = content.len() - rest.len();
        out.push_str(&content[..indent]);
        if escape {
            out.push('\\');
        }
        out.push_str(rest);
        if line.next > line.end {
            out.push('\n');
        }
        above_blank = content.trim().is_empty();
    }
    out
}

/// Undoes [`escape_block`].
pub fn unescape_block(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (index, line) in text.split('\n').enumerate() {
        if index > 0 {
            out.push('\n');
        }
        let rest = strip_indent(line);
        let backslashes = rest.bytes().take_while(|b| *b == b'\\').count();
        out.push_str(&line[..line.len() - rest.len()]);
        if backslashes > 0 && escapable(&rest[backslashes..]) {
            out.push_str(&rest[1..]);
        } else {
            out.push_str(rest);
        }
    }
    out
}

/// Escapes one line of text so that it can neither open nor close a comment.
pub fn escape_inline(text: &str) -> String {
    map_comment_marks(text, |backslashes| backslashes + 1)
}

/// Undoes [`escape_inline`].
pub fn unescape_inline(text: &str) -> String {
    if !text.contains('\\') {
        return text.to_owned();
    }
    map_comment_marks(text, |backslashes| backslashes.saturating_sub(1))
}

/// Puts text into a table cell.
pub fn table_cell(text: &str) -> String {
    single_line(text).replace('\\', "\\\\").replace('|', "\\|")
}

/// Reads a table cell back.
pub fn unescape_cell(cell: &str) -> String {
    let mut out = String::with_capacity(cell.len());
    let mut chars = cell.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\\' if matches!(chars.peek(), Some('|' | '\\')) => out.extend(chars.next()),
            _ => out.push(c),
        }
    }
    out
}

/// Makes text fit between the pipes of a heading: one line, no `|`.
pub fn heading_field(text: &str) -> String {
    single_line(&text.replace('|', "/"))
}

/// Makes text fit inside an HTML comment: one line, no `-->`, no comment opening.
pub fn comment_text(text: &str) -> String {
    single_line(text).replace("-->", "-- >").replace("<!--", "<! --")
}

/// Rewrites how many backslashes stand before each `<!--` and before the `>` of each `-->`.
fn map_comment_marks(text: &str, count: impl Fn(usize) -> usize) -> String {
    let mut out = String::with_capacity(text.len());
    let mut backslashes = 0;
    for (at, c) in text.char_indices() {
        if c == '\\' {
            backslashes += 1;
            continue;
        }
        let before = &text[..at - backslashes];
        let mark = text[at..].starts_with("<!--") || (c == '>' && before.ends_with("--"));
        let kept = if mark { count(backslashes) } else { backslashes };
        out.extend(std::iter::repeat_n('\\', kept));
        backslashes = 0;
        out.push(c);
    }
    out.extend(std::iter::repeat_n('\\', backslashes));
    out
}

fn escapable(rest: &str) -> bool {
    is_heading(rest) || opens_html(rest) || fence(rest).is_some() || is_underline(rest)
}

fn is_heading(rest: &str) -> bool {
    let hashes = rest.bytes().take_while(|b| *b == b'#').count();
    (1..=6).contains(&hashes) && matches!(rest.as_bytes().get(hashes), None | Some(b' ' | b'\t'))
}

fn opens_html(rest: &str) -> bool {
    let Some(tag) = rest.strip_prefix('<') else {
        return false;
    };
    tag.starts_with(['!', '?'])
        || ["script", "pre", "style", "textarea"]
            .iter()
            .any(|name| tag.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name)))
}

fn is_underline(rest: &str) -> bool {
    let rest = rest.trim_end();
    !rest.is_empty() && (rest.bytes().all(|b| b == b'=') || rest.bytes().all(|b| b == b'-'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn structure_is_escaped_and_code_is_kept() {
        let text = "a\n---\n## 14:30 | fact\n```\nlet x;\n```\n<!-- x\n```rust";
        assert_eq!(escape_block(text), "a\n\\---\n\\## 14:30 | fact\n```\nlet x;\n```\n\\<!-- x\n\\```rust");
    }

    #[test]
    fn a_line_cannot_forge_a_comment() {
        assert_eq!(escape_inline("a <!-- id:f1 -->"), "a \\<!-- id:f1 --\\>");
        assert_eq!(unescape_inline("a \\\\<!-- b"), "a \\<!-- b");
    }

    #[test]
    fn single_lines_hold_no_line_break_of_any_kind() {
        assert_eq!(single_line("a\r\nb\u{2028}c\u{202e}d\u{85}e\t f"), "a bcd e f");
    }

    proptest! {
        #[test]
        fn block_escape_is_lossless(text in "[-#<!`~=\\\\ a\n]{0,60}") {
            let clean = clean_block(&text);
            let escaped = escape_block(&clean);
            prop_assert_eq!(unescape_block(&escaped), clean);
            for line in crate::lines::scan(&escaped) {
                let line = strip_indent(line.of(&escaped));
                prop_assert!(!is_heading(line) && !opens_html(line));
            }
        }

        #[test]
        fn inline_escape_is_lossless(text in "[<!\\\\> -]{0,40}") {
            prop_assert_eq!(unescape_inline(&escape_inline(&text)), text);
        }

        #[test]
        fn cells_are_lossless(text in "[|\\\\a]{0,20}") {
            prop_assert_eq!(unescape_cell(&table_cell(&text)), text);
        }
    }
}
