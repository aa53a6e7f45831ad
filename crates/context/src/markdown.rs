//! The little Markdown this layer needs: fences, comments, front matter, one named section.
//!
//! Works line by line and never fails: what it does not understand is plain text.

use soulfile_vocabulary::episode_heading::markdown_heading;

/// Follows code fences through the lines of a text.
#[derive(Debug, Clone, Default)]
pub struct Fences {
    open: Option<(char, usize)>,
}

impl Fences {
    /// Takes the next line; says whether it is inside a fence or a fence itself.
    pub fn enter(&mut self, line: &str) -> bool {
        let trimmed = line.trim_start_matches(' ');
        let mark = trimmed.chars().next().filter(|c| matches!(c, '`' | '~') && line.len() - trimmed.len() <= 3);
        let run = mark.map_or(0, |m| trimmed.chars().take_while(|c| *c == m).count());
        match (self.open, mark) {
            (Some((open, length)), Some(mark)) if mark == open && run >= length && trimmed[run..].trim().is_empty() => {
                self.open = None;
                true
            }
            (Some(_), _) => true,
            (None, Some(mark)) if run >= 3 && !(mark == '`' && trimmed[run..].contains('`')) => {
                self.open = Some((mark, run));
                true
            }
            _ => false,
        }
    }

    /// The mark that would close the open fence.
    pub fn closing(&self) -> Option<String> {
        self.open.map(|(mark, length)| mark.to_string().repeat(length))
    }
}

/// Takes HTML comments out of a line; `open` carries a comment that runs over lines.
pub fn strip_comments(line: &str, open: &mut bool) -> String {
    let mut kept = String::new();
    let mut rest = line;
    loop {
        if *open {
            match rest.find("-->") {
                Some(end) => {
                    *open = false;
                    rest = &rest[end + 3..];
                }
                None => return kept,
            }
        }
        match rest.find("<!--") {
            Some(start) => {
                kept.push_str(&rest[..start]);
                rest = &rest[start + 4..];
                *open = true;
            }
            None => {
                kept.push_str(rest);
                return kept;
            }
        }
    }
}

/// Splits YAML front matter from the body; no front matter is an empty first part.
pub fn front_matter(text: &str) -> (&str, &str) {
    let Some(after) = text.strip_prefix("---\n").or_else(|| text.strip_prefix("---\r\n")) else {
        return ("", text);
    };
    let mut at = 0;
    for line in after.split_inclusive('\n') {
        if matches!(line.trim_end(), "---" | "...") {
            return (&after[..at], &after[at + line.len()..]);
        }
        at += line.len();
    }
    ("", text)
}

/// Finds the section under a heading, title line included, up to the next heading of the same or a
/// higher level. Titles are compared without case; headings inside code fences do not count.
pub fn section<'a>(text: &'a str, title: &str) -> Option<&'a str> {
    let mut fences = Fences::default();
    let mut found: Option<(usize, usize)> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        if fences.enter(line) {
            continue;
        }
        let Some((level, name)) = markdown_heading(line.trim_end()) else {
            continue;
        };
        match found {
            Some((from, own)) if level <= own => return Some(&text[from..start]),
            None if name.to_lowercase() == title.trim().to_lowercase() => found = Some((start, level)),
            _ => {}
        }
    }
    found.map(|(from, _)| &text[from..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_are_told_from_text() {
        assert_eq!(markdown_heading("## A title ##"), Some((2, "A title")));
        assert_eq!(markdown_heading("  # A"), Some((1, "A")));
        assert_eq!(markdown_heading("#tag"), None);
        assert_eq!(markdown_heading("    # code"), None);
        assert_eq!(markdown_heading("####### seven"), None);
    }

    #[test]
    fn a_section_ends_at_the_next_heading_of_its_level() {
        let text = "# T\n## Shareable\nyes\n### More\nalso\n```\n## Private\n```\n## Private\nno\n";
        let found = section(text, "shareable").unwrap();
        assert!(found.contains("also") && found.contains("```\n## Private\n```\n") && !found.contains("no"));
        assert_eq!(section(text, "Nowhere"), None);
    }

    #[test]
    fn front_matter_is_split_off() {
        assert_eq!(front_matter("---\na: 1\n---\nbody"), ("a: 1\n", "body"));
        assert_eq!(front_matter("---\nnever closed"), ("", "---\nnever closed"));
        assert_eq!(front_matter("body"), ("", "body"));
    }

    #[test]
    fn fences_close_only_with_their_own_mark() {
        let mut fences = Fences::default();
        let inside: Vec<bool> = ["````md", "```", "# x", "````", "after"].iter().map(|l| fences.enter(l)).collect();
        assert_eq!(inside, [true, true, true, true, false]);
    }
}
