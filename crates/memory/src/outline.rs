//! Headings, sections and list items of a Markdown document.
//!
//! Owns the reading that core memory, entities, procedures and vault files share. It keeps spans
//! only; what a section means is its store's business.

use std::ops::Range;

use soulfile_vocabulary::markdown;

use crate::lines::{Cover, Line, scan, strip_indent};

/// An ATX heading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading<'t> {
    /// 1 for `#`, up to 6.
    pub level: u8,
    /// The text, without marks at either end.
    pub title: &'t str,
}

/// Reads a line as a heading.
pub fn heading(line: &str) -> Option<Heading<'_>> {
    markdown::heading(line).map(|(level, title)| Heading { level: level as u8, title })
}

/// A section: its heading and what stands under it, up to the next section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutlineSection {
    /// The heading's level.
    pub level: u8,
    /// The heading's text.
    pub title: String,
    /// The index of the heading's line.
    pub heading: usize,
    /// The indices of the lines of the body.
    pub body: Range<usize>,
}

/// A document cut into sections.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outline {
    /// Every line.
    pub lines: Vec<Line>,
    /// The indices of the lines before the first section.
    pub preamble: Range<usize>,
    /// The sections in order.
    pub sections: Vec<OutlineSection>,
}

impl Outline {
    /// Cuts `text` at every heading for which `starts_section` says so.
    pub fn parse(text: &str, mut starts_section: impl FnMut(&Heading<'_>) -> bool) -> Outline {
        let lines = scan(text);
        let mut sections: Vec<OutlineSection> = Vec::new();
        let mut preamble = 0..lines.len();
        for (index, line) in lines.iter().enumerate() {
            if line.cover != Cover::Open {
                continue;
            }
            let Some(found) = heading(line.of(text)) else {
                continue;
            };
            if !starts_section(&found) {
                continue;
            }
            match sections.last_mut() {
                Some(last) => last.body.end = index,
                None => preamble.end = index,
            }
            sections.push(OutlineSection {
                level: found.level,
                title: found.title.to_owned(),
                heading: index,
                body: index + 1..lines.len(),
            });
        }
        Outline { lines, preamble, sections }
    }

    /// The bytes of a run of lines.
    pub fn span(&self, lines: &Range<usize>) -> Range<usize> {
        match (self.lines.get(lines.start), lines.end.checked_sub(1)) {
            (Some(first), Some(last)) if last >= lines.start => first.start..self.lines[last].next,
            (Some(first), _) => first.start..first.start,
            (None, _) => {
                let end = self.lines.last().map_or(0, |line| line.next);
                end..end
            }
        }
    }

    /// The first section whose title is one of `names`, ignoring case and decoration.
    pub fn section(&self, names: &[&str]) -> Option<&OutlineSection> {
        self.sections.iter().find(|section| names.contains(&plain_title(&section.title).as_str()))
    }

    /// Where text is to be added to a body: after its last line that is not blank.
    pub fn end_of_body(&self, text: &str, body: &Range<usize>) -> usize {
        let last = body.clone().rev().find(|index| !self.lines[*index].of(text).trim().is_empty());
        match last {
            Some(index) => self.lines[index].next,
            // An empty body: right under its heading.
            None => body.start.checked_sub(1).map_or(0, |heading| self.lines[heading].next),
        }
    }
}

/// A title in lower case with decoration (brackets, emoji, colons, numbers' dots) taken off.
pub fn plain_title(title: &str) -> String {
    let words: String = title.chars().map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect();
    words.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// A list item or a paragraph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutlineItem {
    /// The indices of its lines; blank lines after it are not part of it.
    pub lines: Range<usize>,
    /// Where its text begins, after the bullet.
    pub text_start: usize,
    /// Where its text ends: before a code block that belongs to it, else at the end of its last line. An
    /// item that begins with a code block has no text.
    pub text_end: usize,
    /// Whether it is a list item rather than a paragraph.
    pub bullet: bool,
}

impl OutlineItem {
    /// The text after the bullet up to the end of the last line, line ends as `\n`, the indent of
    /// continuation lines removed.
    pub fn text(&self, text: &str, lines: &[Line]) -> String {
        let mut out = String::new();
        for index in self.lines.clone() {
            let line = &lines[index];
            if index == self.lines.start {
                out.push_str(text[self.text_start.min(line.end)..line.end].trim_end());
            } else {
                out.push('\n');
                let content = line.of(text);
                out.push_str(if self.bullet { content.trim() } else { content.trim_end() });
            }
        }
        out
    }

    /// The bytes of the item with its last line's terminator.
    pub fn span(&self, lines: &[Line]) -> Range<usize> {
        lines[self.lines.start].start..lines[self.lines.end - 1].next
    }
}

/// The length of a bullet (`- `, `* `, `+ `, `1. `) at the start of a line, with its indent.
pub fn bullet(line: &str) -> Option<usize> {
    let rest = strip_indent(line);
    let indent = line.len() - rest.len();
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let mark = match rest.as_bytes().get(digits)? {
        b'-' | b'*' | b'+' if digits == 0 => 1,
        b'.' | b')' if (1..=9).contains(&digits) => digits + 1,
        _ => return None,
    };
    let after = &rest[mark..];
    if after.is_empty() {
        return Some(indent + mark);
    }
    let spaces = after.len() - after.trim_start_matches([' ', '\t']).len();
    // A rule such as `- - -` or `***` is no item.
    let rule = rest.len() >= 3
        && rest.bytes().all(|b| b == rest.as_bytes()[0] || b == b' ')
        && rest.bytes().filter(|b| *b != b' ').count() >= 3;
    (spaces > 0 && !rule).then_some(indent + mark + spaces)
}

/// The items of a run of lines. Headings, comment lines and rules are no items; nested bullets
/// belong to the item above them.
pub fn items(text: &str, lines: &[Line], range: Range<usize>) -> Vec<OutlineItem> {
    let mut found: Vec<OutlineItem> = Vec::new();
    let mut open = false;
    let mut blank = false;
    let mut sealed = false;
    for index in range {
        let line = &lines[index];
        let content = line.of(text);
        if content.trim().is_empty() {
            blank = true;
            continue;
        }
        let indented = content.starts_with("  ") || content.starts_with('\t');
        let extends = open && found.last().is_some_and(|item| if item.bullet { indented || !blank } else { !blank });
        if line.cover == Cover::Comment && !(extends && indented) {
            open = false;
            blank = false;
            continue;
        }
        let structural = line.cover == Cover::Open
            && (heading(content).is_some()
                || is_rule(content)
                // A comment left open: a comment added after it would close it.
                || strip_indent(content).starts_with("<!--"));
        if structural {
            open = false;
            blank = false;
            continue;
        }
        let mark = match line.cover {
            Cover::Open => bullet(content),
            _ => None,
        };
        let starts = match mark {
            Some(_) => !(open && indented && found.last().is_some_and(|item| item.bullet)),
            None => !extends,
        };
        let code = line.cover == Cover::Fence
            || content.trim_start().starts_with("```")
            || content.trim_start().starts_with("~~~");
        if starts {
            let text_start = line.start + mark.unwrap_or(0);
            sealed = code;
            found.push(OutlineItem {
                lines: index..index + 1,
                text_start,
                text_end: if code { text_start } else { line.end },
                bullet: mark.is_some(),
            });
        } else if let Some(last) = found.last_mut() {
            last.lines.end = index + 1;
            sealed |= code;
            if !sealed {
                last.text_end = line.end;
            }
        }
        open = true;
        blank = false;
    }
    found
}

fn is_rule(line: &str) -> bool {
    let rest = line.trim();
    rest.len() >= 3
        && ['-', '*', '_'].iter().any(|mark| rest.chars().all(|c| c == *mark || c == ' '))
        && rest.chars().filter(|c| *c != ' ').count() >= 3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_lose_their_marks() {
        assert_eq!(heading("## A b ##").unwrap().title, "A b");
        assert_eq!(heading("## C#").unwrap().title, "C#");
        assert_eq!(heading("#").unwrap().title, "");
        assert!(heading("#tag").is_none());
        assert!(heading("    # code").is_none());
        assert_eq!(plain_title("🧠 [Critical] Facts:"), "critical facts");
    }

    #[test]
    fn items_take_their_continuations() {
        let text = "<!-- c -->\n- a\n  more\n  - nested\n* b\nlazy\n\npara\nline\n\n1. c\n\n   later\n---\n- d";
        let lines = scan(text);
        let texts: Vec<String> =
            items(text, &lines, 0..lines.len()).iter().map(|item| item.text(text, &lines)).collect();
        assert_eq!(texts, ["a\nmore\n- nested", "b\nlazy", "para\nline", "c\n\nlater", "d"]);
    }

    #[test]
    fn sections_and_their_ends() {
        let text = "# T\n\n## A\nx\n\n## B\n";
        let outline = Outline::parse(text, |h| h.level == 2);
        assert_eq!(outline.sections.len(), 2);
        let a = outline.section(&["a"]).unwrap();
        assert_eq!(&text[outline.span(&a.body)], "x\n\n");
        assert_eq!(outline.end_of_body(text, &a.body), 12);
        let b = outline.section(&["b"]).unwrap();
        assert_eq!(outline.end_of_body(text, &b.body), text.len());
    }
}
