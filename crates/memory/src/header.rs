//! Header comments: `<!-- Type: project | Created: 2026-01-15 -->` under a title.
//!
//! Owns reading and patching the `Key: value` fields of the comment lines that open an entity, procedure
//! or vault file. Fields it is not asked about stay byte for byte.

use std::ops::Range;

use crate::escape::comment_text;
use crate::lines::{Cover, Line};
use crate::outline::heading;
use crate::splice::Splice;

/// One field of a header comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeaderField {
    /// The key as written.
    pub key: String,
    /// The value, trimmed.
    pub value: String,
    /// Where the value stands.
    pub range: Range<usize>,
}

/// The header of a document: every field of the comment lines before its first section.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Header {
    /// The fields in order.
    pub fields: Vec<HeaderField>,
    /// Where a field can be added to the first header comment.
    append_at: Option<usize>,
    /// Where a new header comment line goes.
    insert_at: usize,
}

impl Header {
    /// Reads the header from the lines before the first section.
    pub fn parse(text: &str, lines: &[Line], preamble: Range<usize>) -> Header {
        let mut header = Header { insert_at: lines.first().map_or(text.len(), |line| line.start), ..Header::default() };
        for line in &lines[preamble] {
            let content = line.of(text);
            let is_title = line.cover == Cover::Open && heading(content).is_some_and(|heading| heading.level == 1);
            if is_title && header.fields.is_empty() {
                header.insert_at = line.next;
            }
            let trimmed = content.trim();
            let inner = trimmed.strip_prefix("<!--").and_then(|rest| rest.strip_suffix("-->"));
            if line.cover != Cover::Comment || trimmed.len() < 7 {
                continue;
            }
            let Some(inner) = inner.filter(|inner| !inner.contains("-->")) else {
                continue;
            };
            let base = line.start + (content.len() - content.trim_start().len()) + 4;
            let fields = fields(inner, base);
            if !fields.is_empty() && header.append_at.is_none() {
                header.append_at = Some(base + inner.trim_end().len());
            }
            header.fields.extend(fields);
        }
        header
    }

    /// The value of `key`, ignoring case. The first one wins.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.field(key).map(|field| field.value.as_str())
    }

    /// The splice that sets `key` to `value`; `None` when it has that value already.
    pub fn set(&self, key: &str, value: &str, terminator: &str) -> Option<Splice> {
        let value = field_value(value);
        if let Some(field) = self.field(key) {
            return (field.value != value).then(|| Splice::replace(field.range.clone(), value));
        }
        Some(match self.append_at {
            Some(at) => Splice::insert(at, format!(" | {key}: {value}")),
            None => Splice::insert(self.insert_at, format!("{terminator}<!-- {key}: {value} -->{terminator}")),
        })
    }

    fn field(&self, key: &str) -> Option<&HeaderField> {
        self.fields.iter().find(|field| field.key.eq_ignore_ascii_case(key))
    }
}

/// Makes a value fit a header field.
pub fn field_value(value: &str) -> String {
    comment_text(value).replace('|', "/")
}

/// Writes a header comment line from its fields, leaving out empty ones.
pub fn render(fields: &[(&str, &str)]) -> String {
    let fields: Vec<String> = fields
        .iter()
        .filter(|(_, value)| !value.is_empty())
        .map(|(key, value)| format!("{key}: {}", field_value(value)))
        .collect();
    format!("<!-- {} -->", fields.join(" | "))
}

fn fields(inner: &str, base: usize) -> Vec<HeaderField> {
    let mut found = Vec::new();
    let mut start = 0;
    for part in inner.split('|') {
        if let Some((key, value)) = part.split_once(':') {
            let key = key.trim();
            let known_shape =
                !key.is_empty() && key.len() <= 32 && key.chars().all(|c| c.is_alphanumeric() || c == ' ' || c == '-');
            if known_shape {
                let offset = part.len() - value.len();
                let lead = value.len() - value.trim_start().len();
                let from = base + start + offset + lead;
                found.push(HeaderField {
                    key: key.to_owned(),
                    value: value.trim().to_owned(),
                    range: from..from + value.trim().len(),
                });
            }
        }
        start += part.len() + 1;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outline::Outline;
    use crate::splice::apply;

    fn header(text: &str) -> Header {
        let outline = Outline::parse(text, |h| h.level == 2);
        Header::parse(text, &outline.lines, outline.preamble.clone())
    }

    #[test]
    fn fields_are_read_and_patched_in_place() {
        let text = "# a\n\n<!-- Type: project | Created: 2026-01-15 -->\n<!-- Pinned: no -->\n## S\n";
        let found = header(text);
        assert_eq!(found.get("created"), Some("2026-01-15"));
        assert_eq!(found.get("pinned"), Some("no"));
        let edit = found.set("Created", "2026-02-02", "\n").unwrap();
        assert_eq!(apply(text, vec![edit]), text.replace("01-15", "02-02"));
        let edit = found.set("Label", "A | --> B", "\n").unwrap();
        assert!(apply(text, vec![edit]).contains("2026-01-15 | Label: A / -- > B -->\n<!-- Pinned"));
        assert_eq!(found.set("Type", "project", "\n"), None);
    }

    #[test]
    fn a_file_without_a_header_gets_one_under_its_title() {
        let text = "# a\n## S\n";
        let edit = header(text).set("Type", "x", "\n").unwrap();
        assert_eq!(apply(text, vec![edit]), "# a\n\n<!-- Type: x -->\n## S\n");
    }
}
