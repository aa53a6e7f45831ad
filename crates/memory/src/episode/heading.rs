//! The grammar of entry headings.
//!
//! Reads `HH:MM | kind | key:value | …`, `[HH:MM:SS] category`, `YYYY-MM-DD HH:MM ZONE`, and a time with a
//! title; writes the first form only, and `HH:MM | erased` where an entry was.

use jiff::civil::{Date, Time};
use soulfile_understand::vocabulary::{Confidence, EntryKind, Scope, Trust};

use super::Form;
use crate::escape::heading_field;
use crate::note::Note;
use crate::provenance::{read_scope, read_trust};

/// The word in the kind's place of an entry that was erased.
const ERASED: &str = "erased";

/// What an entry heading says.
#[derive(Debug, Clone, PartialEq)]
pub struct Head {
    pub form: Form,
    pub date: Option<Date>,
    pub time: Time,
    pub kind: Option<EntryKind>,
    pub label: Option<String>,
    pub confidence: Option<Confidence>,
    pub tags: Vec<String>,
    pub source: Option<String>,
    pub scope: Option<Scope>,
    pub trust: Trust,
    pub extra: Vec<String>,
    pub notes: Vec<String>,
}

/// Reads how a heading begins: perhaps a date, then a time, and what follows them. `None` when it does not
/// begin with a time.
pub fn stamp(title: &str) -> Option<(Option<Date>, Time, &str)> {
    let (date, after_date) = match take_date(title) {
        Some((date, rest)) => (Some(date), rest),
        None => (None, title),
    };
    let (time, rest) = take_time(after_date)?;
    Some((date, time, rest))
}

/// Reads the text of a heading; `None` when it does not begin with a time.
pub fn parse(title: &str) -> Option<Head> {
    let (date, time, rest) = stamp(title)?;
    let rest = match date {
        Some(_) => skip_zone(rest),
        None => rest,
    };
    let mut head = Head {
        form: if date.is_some() { Form::DateStamp } else { Form::Stamp },
        date,
        time,
        kind: None,
        label: None,
        confidence: None,
        tags: Vec::new(),
        source: None,
        scope: None,
        trust: Trust::User,
        extra: Vec::new(),
        notes: Vec::new(),
    };
    let rest = rest.trim();
    if let Some(fields) = rest.strip_prefix('|') {
        head.form = Form::Fields;
        read_fields(&mut head, fields);
    } else {
        // `14:30 preference | tags:[x]`, or a time and a title.
        let mut parts = split_fields(rest);
        let title = parts.remove(0);
        let title = title.trim_start_matches(['-', '–', '—', ':', ' ']).trim();
        set_kind(&mut head, title);
        if !parts.is_empty() {
            read_fields(&mut head, &parts.join("|"));
        }
    }
    Some(head)
}

/// Writes a heading in the form `14:30 | decision | confidence:high | tags:[a, b] | …`.
pub fn render(head: &Head) -> String {
    let mut fields = vec![format!("{:02}:{:02}", head.time.hour(), head.time.minute())];
    if let Some(kind) = head.kind {
        fields.push(kind.to_string());
    }
    if let Some(confidence) = head.confidence {
        fields.push(format!("confidence:{confidence}"));
    }
    let tags: Vec<String> = head.tags.iter().map(|tag| clean_tag(tag)).filter(|tag| !tag.is_empty()).collect();
    if !tags.is_empty() {
        fields.push(format!("tags:[{}]", tags.join(", ")));
    }
    if let Some(source) = head.source.as_deref().map(clean_tag).filter(|s| !s.is_empty()) {
        fields.push(format!("source:{source}"));
    }
    if let Some(scope) = head.scope.as_ref().filter(|scope| **scope != Scope::Private) {
        fields.push(format!("scope:{scope}"));
    }
    if head.trust != Trust::User {
        fields.push(format!("trust:{}", head.trust));
    }
    fields.join(" | ")
}

/// The heading that keeps the number of an entry that was erased: its minute, and nothing of what it said.
pub fn erased(hour: u8, minute: u8) -> String {
    format!("{hour:02}:{minute:02} | {ERASED}")
}

/// Whether a heading only keeps the number of an entry that was erased.
pub fn is_erased(title: &str) -> bool {
    let Some((None, time, _)) = stamp(title) else { return false };
    title.trim() == erased(time.hour() as u8, time.minute() as u8)
}

/// Whether a tag or source is one word of letters and digits, which reads back as it is.
pub fn is_plain(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// A tag or source that cannot end its list or field, nor close the heading.
fn clean_tag(text: &str) -> String {
    if is_plain(text) {
        return text.to_owned();
    }
    let field = heading_field(text).replace(['[', ']'], "").replace(',', " ");
    field.split_whitespace().collect::<Vec<_>>().join(" ").trim_matches(['#', ' ']).to_owned()
}

fn read_fields(head: &mut Head, fields: &str) {
    let (mut scopes, mut trusts) = (Vec::new(), Vec::new());
    for (index, field) in split_fields(fields).into_iter().enumerate() {
        let field = field.trim();
        if field.is_empty() {
            continue;
        }
        let (key, value) = match field.split_once(':') {
            Some((key, value)) => (key.trim().to_ascii_lowercase(), value.trim()),
            None => (String::new(), field),
        };
        match key.as_str() {
            "type" | "kind" => set_kind(head, value),
            "confidence" => match value.parse() {
                Ok(confidence) => head.confidence = Some(confidence),
                Err(error) => {
                    head.notes.push(error.to_string());
                    head.extra.push(field.to_owned());
                }
            },
            "tags" | "tag" => head.tags.extend(read_tags(value)),
            "source" => head.source = Some(value.to_owned()),
            "scope" => scopes.push(value),
            "trust" => trusts.push(value),
            "" if index == 0 && head.kind.is_none() => set_kind(head, field),
            _ => head.extra.push(field.to_owned()),
        }
    }
    let mut notes: Vec<Note> = Vec::new();
    if !scopes.is_empty() {
        head.scope = Some(read_scope(scopes.into_iter(), 0, &mut notes));
    }
    head.trust = read_trust(trusts.into_iter(), 0, &mut notes);
    head.notes.extend(notes.into_iter().map(|note| note.message));
}

fn set_kind(head: &mut Head, word: &str) {
    match word.parse() {
        Ok(kind) => head.kind = Some(kind),
        Err(_) if !word.is_empty() => head.label = Some(word.to_owned()),
        Err(_) => {}
    }
}

fn read_tags(value: &str) -> Vec<String> {
    value
        .trim_start_matches('[')
        .trim_end_matches(']')
        .split(',')
        .map(|tag| tag.trim().trim_start_matches('#').to_owned())
        .filter(|tag| !tag.is_empty())
        .collect()
}

/// Splits at `|`, but not inside `[…]`.
fn split_fields(text: &str) -> Vec<&str> {
    let mut fields = Vec::new();
    let (mut start, mut depth) = (0, 0u32);
    for (at, c) in text.char_indices() {
        match c {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            '|' if depth == 0 => {
                fields.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    // A bracket that never closes must not swallow the fields after it.
    if depth > 0 {
        return text.split('|').collect();
    }
    fields.push(&text[start..]);
    fields
}

fn take_date(text: &str) -> Option<(Date, &str)> {
    let date = text.get(..10)?.parse().ok()?;
    let rest = &text[10..];
    let rest = rest.strip_prefix(['T', ' ', ','])?;
    Some((date, rest.trim_start()))
}

fn take_time(text: &str) -> Option<(Time, &str)> {
    let (text, bracketed) = match text.strip_prefix('[') {
        Some(inner) => (inner, true),
        None => (text, false),
    };
    let digits = |text: &str| text.bytes().take(2).take_while(u8::is_ascii_digit).count();
    let hours = digits(text);
    let mut rest = text[hours..].strip_prefix(':')?;
    if hours == 0 || digits(rest) != 2 {
        return None;
    }
    let mut hour: i8 = text[..hours].parse().ok()?;
    let minute: i8 = rest[..2].parse().ok()?;
    rest = &rest[2..];
    let mut second = 0;
    if let Some(after) = rest.strip_prefix(':') {
        if digits(after) != 2 {
            return None;
        }
        second = after[..2].parse().ok()?;
        rest = &after[2..];
    }
    let word = rest.trim_start();
    for (mark, afternoon) in [("am", false), ("pm", true)] {
        let is_mark = word.get(..2).is_some_and(|w| w.eq_ignore_ascii_case(mark))
            && !word[2..].starts_with(char::is_alphanumeric);
        if is_mark && (1..=12).contains(&hour) {
            hour = hour % 12 + if afternoon { 12 } else { 0 };
            rest = &word[2..];
            break;
        }
    }
    if bracketed {
        rest = rest.trim_start().strip_prefix(']')?;
    }
    if rest.starts_with(|c: char| c.is_alphanumeric() && c != 'Z' && c != 'z') {
        return None;
    }
    Some((Time::new(hour, minute, second, 0).ok()?, rest))
}

/// Skips `Z`, `UTC`, `+02:00` or another zone after a dated time.
fn skip_zone(rest: &str) -> &str {
    let word = rest.trim_start();
    let end = word.find(|c: char| c.is_whitespace() || c == '|').unwrap_or(word.len());
    let zone = &word[..end];
    let is_zone = matches!(zone, "Z" | "z")
        || (zone.len() <= 5 && zone.len() >= 2 && zone.bytes().all(|b| b.is_ascii_uppercase()))
        || (zone.starts_with(['+', '-'])
            && zone.len() > 1
            && zone[1..].bytes().all(|b| b.is_ascii_digit() || b == b':'));
    if is_zone { &word[end..] } else { rest }
}
