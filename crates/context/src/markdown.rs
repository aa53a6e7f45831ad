//! The little Markdown this layer needs: comments, front matter, one named section. Headings and fences are the
//! vocabulary's.
//!
//! Works line by line and never fails: what it does not understand is plain text.

use soulfile_vocabulary::markdown::{Fences, heading};

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
        let Some((level, name)) = heading(line.trim_end()) else {
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
}
