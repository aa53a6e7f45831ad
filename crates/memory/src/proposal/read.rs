//! Reading the lines of a proposal: its heading, its fields, and the text that continues them.

use std::ops::Range;

use super::SourceBinding;
use crate::escape::{trim_block, unescape_inline};
use crate::lines::{Cover, Line};
use crate::outline::heading;

/// One field of a proposal.
pub(super) struct RawField {
    pub(super) key: String,
    pub(super) value: String,
    pub(super) value_range: Range<usize>,
    pub(super) end: usize,
}

/// Reads `- **Key**: value` lines; indented lines below one continue it.
pub(super) fn fields(text: &str, lines: &[Line], range: Range<usize>) -> Vec<RawField> {
    let mut found: Vec<RawField> = Vec::new();
    let mut pending_blanks = 0;
    for index in range {
        let line = &lines[index];
        let content = line.of(text);
        if content.trim().is_empty() {
            pending_blanks += 1;
            continue;
        }
        if let Some((key, value)) = field_line(content) {
            let start = line.start + (content.len() - value.len());
            found.push(RawField {
                key,
                value: unescape_inline(value.trim()),
                value_range: start..start + value.trim_end().len(),
                end: line.next,
            });
        } else if let Some(last) = found.last_mut() {
            // Two columns of the indent are ours, the rest is the text's own.
            let indent = content.bytes().take(2).take_while(|b| *b == b' ' || *b == b'\t').count();
            for _ in 0..=pending_blanks {
                last.value.push('\n');
            }
            last.value.push_str(&unescape_lead(content[indent..].trim_end()));
            last.end = line.next;
        }
        pending_blanks = 0;
    }
    for field in &mut found {
        field.value = trim_block(&field.value).to_owned();
    }
    found
}

pub(super) fn field_line(line: &str) -> Option<(String, &str)> {
    let rest = line.strip_prefix(' ').unwrap_or(line);
    let rest = rest.strip_prefix("- ").or_else(|| rest.strip_prefix("* "))?;
    let rest = rest.trim_start();
    let (key, value) = match rest.strip_prefix("**") {
        Some(bold) => {
            let (key, value) = bold.split_once("**")?;
            let value = match key.ends_with(':') {
                true => value,
                false => value.trim_start().strip_prefix(':')?,
            };
            (key.trim_end_matches(':'), value)
        }
        None => rest.split_once(':')?,
    };
    let key = key.trim();
    let right = !key.is_empty() && key.len() <= 40 && key.chars().all(|c| c.is_alphanumeric() || c == ' ' || c == '-');
    right.then(|| (key.to_owned(), value.trim_start()))
}

/// Undoes what `proposal/edit.rs` does to a continuation line.
pub(super) fn unescape_lead(line: &str) -> String {
    let rest = line.trim_start();
    let backslashes = rest.bytes().take_while(|b| *b == b'\\').count();
    let lead = &line[..line.len() - rest.len()];
    let line = match backslashes > 0 && rest[backslashes..].starts_with(LEADS) {
        true => format!("{lead}{}", &rest[1..]),
        false => line.to_owned(),
    };
    unescape_inline(&line)
}

/// Characters that open a block of Markdown or a field.
pub(super) const LEADS: [char; 10] = ['-', '*', '+', '#', '>', '<', '|', '=', '`', '~'];

pub(super) fn ends_block(text: &str, line: &Line) -> bool {
    let content = line.of(text);
    line.cover == Cover::Open && (content.trim_end() == "---" || heading(content).is_some_and(|h| h.level <= 2))
}

pub(super) fn proposal_number(line: &str) -> Option<u32> {
    let found = heading(line).filter(|heading| (2..=3).contains(&heading.level))?;
    let word = found.title.get(..8)?;
    if !word.eq_ignore_ascii_case("proposal") {
        return None;
    }
    let rest = found.title[8..].trim_start().trim_start_matches('#');
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    rest[..digits].parse().ok()
}

pub(super) fn conflict_mark(title: &str) -> &str {
    match title.find("CONFLICT") {
        Some(at) => &title[at..],
        None => "",
    }
}

pub(super) fn numbers(text: &str) -> Vec<u32> {
    text.split('#')
        .skip(1)
        .filter_map(|after| {
            let digits = after.bytes().take_while(u8::is_ascii_digit).count();
            after[..digits].parse().ok()
        })
        .collect()
}

pub(super) fn hashed(numbers: &[u32]) -> String {
    let numbers: Vec<String> = numbers.iter().map(|n| format!("#{n}")).collect();
    numbers.join(", ")
}

pub(super) fn bindings(value: &str) -> Vec<SourceBinding> {
    value
        .split(',')
        .filter_map(|part| {
            let (path, hash) = part.trim().rsplit_once('@')?;
            Some(SourceBinding { path: path.to_owned(), hash: (hash != "absent").then(|| hash.to_owned()) })
        })
        .collect()
}
