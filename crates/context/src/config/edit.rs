//! Changes one value of a JSON5 text and leaves every other byte as it was: comments, order, quotes.

use serde_json::Value;

use super::load::parse;
use super::path::{BadPath, KeyPath};
use super::spans::{self, Member, SpanKind, SpanNode};
use super::spelling;

/// Why a value was not changed.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum EditError {
    /// The path cannot be read.
    #[error(transparent)]
    Path(#[from] BadPath),
    /// The file is not JSON5 as it stands.
    #[error("the file cannot be edited: {0}")]
    Text(String),
    /// The path goes through something that is not an object.
    #[error("{0} is not an object, so {1} cannot be set inside it")]
    NotAnObject(String, String),
    /// A list has no such item.
    #[error("{0} has no such item; a new one goes at position {1}")]
    NoSuchItem(String, usize),
    /// The edit would have changed something else.
    #[error("{0} could not be changed without touching other keys; edit the file by hand")]
    Unsafe(String),
}

/// Reads a value as a person types it: JSON5 where it is, else a text.
pub fn parse_value(text: &str) -> Value {
    json5::from_str(text).unwrap_or_else(|_| Value::String(text.to_owned()))
}

/// Sets the value at a dotted path and gives the new text.
pub fn set(text: &str, path: &str, value: &Value) -> Result<String, EditError> {
    let before = parse(text).map_err(|problem| EditError::Text(problem.to_string()))?;
    let root = spans::parse(text);
    // A key in another spelling is changed where it stands, not written a second time.
    let path = spelling::as_written(&KeyPath::parse(path)?, root.as_ref());
    let edited = match root {
        Some(root) => set_in(text, &root, &path, value)?,
        None => {
            let body = render(&nest(&path.0, value.clone()), "", "  ");
            let gap = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
            format!("{text}{gap}{body}\n")
        }
    };
    let mut wanted = before;
    put(&mut wanted, &path.0, value.clone());
    confirm(&edited, &wanted, &path)?;
    Ok(edited)
}

/// Removes the value at a dotted path and gives the new text, unchanged where there is no such key.
pub fn unset(text: &str, path: &str) -> Result<String, EditError> {
    let path = KeyPath::parse(path)?;
    let mut wanted = parse(text).map_err(|problem| EditError::Text(problem.to_string()))?;
    let Some(mut root) = spans::parse(text) else {
        return Ok(text.to_owned());
    };
    let mut edited = text.to_owned();
    // A key written twice is removed twice, or the earlier one would come back to life.
    loop {
        let written = spelling::as_written(&path, Some(&root)).0;
        let Some((start, end)) = member_range(&edited, &root, &written) else { break };
        edited.replace_range(start..end, "");
        take(&mut wanted, &written);
        root = spans::parse(&edited).ok_or_else(|| EditError::Unsafe(path.to_string()))?;
        if matches!(root.find(&written[..written.len() - 1]).map(|n| &n.kind), Some(SpanKind::Array(_))) {
            break;
        }
    }
    confirm(&edited, &wanted, &path)?;
    Ok(edited)
}

/// The last line of defence: the new text must mean exactly what was asked for.
fn confirm(edited: &str, wanted: &Value, path: &KeyPath) -> Result<(), EditError> {
    match parse(edited) {
        Ok(value) if value == *wanted => Ok(()),
        _ => Err(EditError::Unsafe(path.to_string())),
    }
}

fn set_in(text: &str, root: &SpanNode, path: &KeyPath, value: &Value) -> Result<String, EditError> {
    let mut node = root;
    for (depth, key) in path.0.iter().enumerate() {
        let here = KeyPath(path.0[..depth].to_vec());
        let next = match &node.kind {
            SpanKind::Object(members) => members.iter().rev().find(|m| m.key == *key).map(|m| &m.node),
            SpanKind::Array(items) => {
                let at: usize = key.parse().map_err(|_| EditError::NoSuchItem(here.to_string(), items.len()))?;
                if at > items.len() {
                    return Err(EditError::NoSuchItem(here.to_string(), items.len()));
                }
                items.get(at)
            }
            SpanKind::Scalar if &text[node.start..node.end] == "null" => {
                let new = render(&nest(&path.0[depth..], value.clone()), &indent_of(text, node.start), "  ");
                return Ok(replace(text, node.start, node.end, &new));
            }
            SpanKind::Scalar => return Err(EditError::NotAnObject(here.to_string(), path.to_string())),
        };
        match next {
            Some(found) => node = found,
            None => {
                return Ok(insert(text, node, key, &nest(&path.0[depth + 1..], value.clone())));
            }
        }
    }
    let new = render(value, &indent_of(text, node.start), &unit_of(text));
    Ok(replace(text, node.start, node.end, &new))
}

fn insert(text: &str, parent: &SpanNode, key: &str, value: &Value) -> String {
    let unit = unit_of(text);
    let (is_object, last, quoted) = match &parent.kind {
        SpanKind::Object(members) => {
            let quoted = members.first().is_some_and(|m| text[m.start..].starts_with(['"', '\'']));
            (true, members.last().map(|m: &Member| (m.start, m.node.end)), quoted)
        }
        SpanKind::Array(items) => (false, items.last().map(|n| (n.start, n.end)), false),
        SpanKind::Scalar => (false, None, false),
    };
    let label = if is_object { format!("{}: ", key_text(key, quoted)) } else { String::new() };
    let outer = indent_of(text, parent.start);
    let Some((last_start, last_end)) = last else {
        let inner = format!("{outer}{unit}");
        let entry = format!("\n{inner}{label}{},\n{outer}", render(value, &inner, &unit));
        // Comments inside empty braces stay: the new entry goes before the closing one.
        let kept = text[parent.start + 1..parent.end - 1].trim_end();
        return replace(text, parent.start + 1 + kept.len(), parent.end - 1, &entry);
    };
    let own_line = text[parent.start..last_start].contains('\n');
    let comma = comma_after(text, last_end);
    if own_line {
        let inner = indent_of(text, last_start);
        let entry = format!("\n{inner}{label}{},", render(value, &inner, &unit));
        match comma {
            // After the comma and a comment on the same line, which belongs to the last entry.
            Some(comma) => insert_at(text, end_of_line(text, comma + 1), &entry),
            None => {
                let line_end = end_of_line(text, last_end);
                let with_entry = insert_at(text, line_end, &entry);
                insert_at(&with_entry, last_end, ",")
            }
        }
    } else {
        let entry = format!("{label}{}", render(value, &outer, &unit));
        match comma {
            Some(comma) => insert_at(text, comma + 1, &format!(" {entry}")),
            None => insert_at(text, last_end, &format!(", {entry}")),
        }
    }
}

/// The end of the line that `at` stands on, if only space and a line comment follow; else `at`.
fn end_of_line(text: &str, at: usize) -> usize {
    let rest = &text[at..];
    let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
    let line = line.strip_suffix('\r').unwrap_or(line);
    let trimmed = line.trim_start();
    if trimmed.is_empty() || trimmed.starts_with("//") { at + line.len() } else { at }
}

fn comma_after(text: &str, at: usize) -> Option<usize> {
    let at = spans::skip_space(text, at);
    text[at..].starts_with(',').then_some(at)
}

/// The bytes to remove for one member or item: its whole line where it stands alone.
fn member_range(text: &str, root: &SpanNode, path: &[String]) -> Option<(usize, usize)> {
    let (last, parent) = path.split_last()?;
    let parent = root.find(parent)?;
    let (starts, at): (Vec<(usize, usize)>, usize) = match &parent.kind {
        SpanKind::Object(members) => {
            (members.iter().map(|m| (m.start, m.node.end)).collect(), members.iter().rposition(|m| m.key == *last)?)
        }
        SpanKind::Array(items) => (items.iter().map(|n| (n.start, n.end)).collect(), last.parse().ok()?),
        SpanKind::Scalar => return None,
    };
    let (mut start, value_end) = *starts.get(at)?;
    let mut end = match comma_after(text, value_end) {
        Some(comma) => comma + 1,
        None => {
            // The last entry without a comma: take the comma before it, so that plain JSON stays plain JSON.
            if let Some(comma) = at.checked_sub(1).and_then(|before| comma_after(text, starts[before].1)) {
                let between = &text[comma + 1..start];
                if between.trim().is_empty() {
                    return Some((comma, value_end));
                }
            }
            value_end
        }
    };
    let line_start = text[..start].rfind('\n').map_or(0, |n| n + 1);
    let rest = &text[end..];
    let line_end = rest.find('\n').map(|n| end + n + 1);
    let alone = text[line_start..start].trim().is_empty();
    match line_end {
        Some(line_end) if alone && text[end..line_end].trim().is_empty() => {
            start = line_start;
            end = line_end;
        }
        _ => end += rest.len() - rest.trim_start_matches([' ', '\t']).len(),
    }
    Some((start, end))
}

fn nest(keys: &[String], value: Value) -> Value {
    keys.iter().rev().fold(value, |inner, key| Value::Object([(key.clone(), inner)].into_iter().collect()))
}

fn put(target: &mut Value, keys: &[String], value: Value) {
    let Some((first, rest)) = keys.split_first() else {
        return *target = value;
    };
    match target {
        Value::Array(items) => {
            let at = first.parse().unwrap_or(usize::MAX).min(items.len());
            if at == items.len() {
                items.push(nest(rest, value));
            } else {
                put(&mut items[at], rest, value);
            }
        }
        Value::Object(map) => match map.get_mut(first) {
            Some(inner) => put(inner, rest, value),
            None => {
                map.insert(first.clone(), nest(rest, value));
            }
        },
        other => *other = nest(keys, value),
    }
}

fn take(target: &mut Value, keys: &[String]) {
    match (target, keys) {
        (Value::Object(map), [last]) => {
            map.shift_remove(last);
        }
        (Value::Array(items), [last]) => {
            if let Some(at) = last.parse().ok().filter(|at| *at < items.len()) {
                let at: usize = at;
                items.remove(at);
            }
        }
        (Value::Object(map), [first, rest @ ..]) => {
            if let Some(inner) = map.get_mut(first) {
                take(inner, rest);
            }
        }
        (Value::Array(items), [first, rest @ ..]) => {
            if let Some(inner) = first.parse::<usize>().ok().and_then(|at| items.get_mut(at)) {
                take(inner, rest);
            }
        }
        _ => {}
    }
}

fn replace(text: &str, start: usize, end: usize, new: &str) -> String {
    format!("{}{new}{}", &text[..start], &text[end..])
}

fn insert_at(text: &str, at: usize, new: &str) -> String {
    replace(text, at, at, new)
}

/// The white space at the start of the line `at` stands on.
fn indent_of(text: &str, at: usize) -> String {
    let line = &text[text[..at].rfind('\n').map_or(0, |n| n + 1)..at];
    line.chars().take_while(|c| matches!(c, ' ' | '\t')).collect()
}

/// One step of indentation as this file uses it.
fn unit_of(text: &str) -> String {
    let first = text.lines().find_map(|line| {
        let space = &line[..line.len() - line.trim_start_matches([' ', '\t']).len()];
        (!space.is_empty() && space.len() < line.len()).then(|| space.to_owned())
    });
    first.filter(|space| space.len() <= 8).unwrap_or_else(|| "  ".to_owned())
}

fn key_text(key: &str, quoted: bool) -> String {
    let mut letters = key.chars();
    let plain = letters.next().is_some_and(|c| c.is_ascii_alphabetic() || matches!(c, '_' | '$'))
        && letters.all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '$'));
    if plain && !quoted { key.to_owned() } else { Value::String(key.to_owned()).to_string() }
}

/// Writes a value as JSON5, continuing at `indent`.
fn render(value: &Value, indent: &str, unit: &str) -> String {
    let inner = format!("{indent}{unit}");
    match value {
        Value::Object(map) if !map.is_empty() => {
            let body: String = map
                .iter()
                .map(|(key, value)| format!("\n{inner}{}: {},", key_text(key, false), render(value, &inner, unit)))
                .collect();
            format!("{{{body}\n{indent}}}")
        }
        Value::Array(items) if !items.is_empty() => {
            if items.iter().all(|item| !item.is_object() && !item.is_array()) {
                let body: Vec<String> = items.iter().map(ToString::to_string).collect();
                return format!("[{}]", body.join(", "));
            }
            let body: String = items.iter().map(|item| format!("\n{inner}{},", render(item, &inner, unit))).collect();
            format!("[{body}\n{indent}]")
        }
        other => other.to_string(),
    }
}
