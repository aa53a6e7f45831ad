//! The headings of episodes, which carry who may see an entry and whose word it is. The only parser of them.
//!
//! Reads `HH:MM | kind | key:value | …`, `[HH:MM:SS] category`, `YYYY-MM-DD HH:MM ZONE`, and a time with a title. Fails
//! closed: a scope that cannot be read is private, a trust that cannot be read is unknown.

use jiff::civil::{Date, Time};

use crate::{Authority, Confidence, EntryKind, Scope, markdown};

/// How an entry of a day file is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryForm {
    /// `## 14:30 | decision | confidence:high | tags:[a, b]`, the form that is written.
    Fields,
    /// `## [14:30:15] preference`, or a time and a title.
    Stamp,
    /// `## 2026-02-15 14:30 UTC`, perhaps with `**Room:**` and `**User:**` lines.
    DateStamp,
    /// A section with a heading that is no time.
    Section,
    /// A bullet or paragraph without a heading of its own.
    Plain,
}

/// What an entry heading says.
#[derive(Debug, Clone, PartialEq)]
pub struct EpisodeHeading {
    pub form: EntryForm,
    pub date: Option<Date>,
    pub time: Time,
    pub kind: Option<EntryKind>,
    pub label: Option<String>,
    pub confidence: Option<Confidence>,
    pub tags: Vec<String>,
    pub source: Option<String>,
    pub scope: Option<Scope>,
    pub trust: Authority,
    pub extra: Vec<String>,
    pub notes: Vec<String>,
}

impl EpisodeHeading {
    /// Reads a line of a day file; `None` when it is no heading of an entry: a heading below the first level that begins with
    /// a time.
    pub fn of_line(line: &str) -> Option<Self> {
        Self::of_title(entry_title(line)?)
    }

    /// Reads the text of a heading; `None` when it does not begin with a time.
    pub fn of_title(title: &str) -> Option<Self> {
        parse_title(title)
    }

    /// The word in the place of the kind: a kind, a label, or nothing.
    pub fn kind_word(&self) -> &str {
        match self.kind {
            Some(kind) => kind.as_str(),
            None => self.label.as_deref().unwrap_or_default(),
        }
    }

    /// The value of a field that is not known here, such as `session:s1`.
    pub fn extra_value(&self, key: &str) -> Option<&str> {
        let named =
            |field: &'_ String| field.split_once(':').is_some_and(|(name, _)| name.trim().eq_ignore_ascii_case(key));
        let field = self.extra.iter().find(|field| named(field))?;
        field.split_once(':').map(|(_, value)| value.trim())
    }
}

/// The time in a line that is the heading of an entry; cheaper than reading all of it.
pub fn entry_time(line: &str) -> Option<Time> {
    stamp(entry_title(line)?).map(|(_, time, _)| time)
}

/// The title of a heading that can be an entry's: any but one of the first level, which is the day's.
pub fn entry_title(line: &str) -> Option<&str> {
    markdown::heading(line).filter(|(level, _)| *level >= 2).map(|(_, title)| title)
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

fn parse_title(title: &str) -> Option<EpisodeHeading> {
    let (date, time, rest) = stamp(title)?;
    let rest = match date {
        Some(_) => skip_zone(rest),
        None => rest,
    };
    let mut head = EpisodeHeading {
        form: if date.is_some() { EntryForm::DateStamp } else { EntryForm::Stamp },
        date,
        time,
        kind: None,
        label: None,
        confidence: None,
        tags: Vec::new(),
        source: None,
        scope: None,
        trust: Authority::Owner,
        extra: Vec::new(),
        notes: Vec::new(),
    };
    let rest = rest.trim();
    if let Some(fields) = rest.strip_prefix('|') {
        head.form = EntryForm::Fields;
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

fn read_fields(head: &mut EpisodeHeading, fields: &str) {
    let (mut scopes, mut trusts, mut open_list) = (Vec::new(), Vec::new(), false);
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
            "tags" | "tag" => {
                open_list |= value.starts_with('[') && !value.contains(']');
                head.tags.extend(read_tags(value));
            }
            "source" => head.source = Some(value.to_owned()),
            "scope" => scopes.push(value),
            "trust" => trusts.push(value),
            "" if index == 0 && head.kind.is_none() => set_kind(head, field),
            _ => head.extra.push(field.to_owned()),
        }
    }
    if !scopes.is_empty() {
        head.scope = Some(Scope::from_fields(scopes, &mut head.notes));
    }
    // What follows a list of tags that never closes may be a tag: nobody else may see the entry.
    if open_list {
        head.scope = head.scope.take().map(|_| Scope::Private);
    }
    head.trust = Authority::from_fields(trusts, &mut head.notes);
}

fn set_kind(head: &mut EpisodeHeading, word: &str) {
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
    let (date, rest) = text.split_at_checked(10)?;
    // Nearly no heading begins with a date, and what is none is dear to parse.
    if date.as_bytes()[4] != b'-' {
        return None;
    }
    let date = date.parse().ok()?;
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

#[cfg(test)]
mod tests {
    use super::*;

    fn scope(line: &str) -> Option<Scope> {
        EpisodeHeading::of_line(line).unwrap_or_else(|| panic!("{line}")).scope
    }

    #[test]
    fn the_full_form() {
        let line = "## 14:30 | decision | confidence:high | tags:[memory, design] | source:alex | scope:room:!a:b.org | \
            trust:web | session:s1";
        let head = EpisodeHeading::of_line(line).unwrap();
        assert_eq!((head.form, head.kind_word()), (EntryForm::Fields, "decision"));
        assert_eq!((head.time.hour(), head.time.minute()), (14, 30));
        assert_eq!(head.tags, ["memory", "design"]);
        assert_eq!(head.scope, Some(Scope::Room("!a:b.org".into())));
        assert_eq!(head.trust, Authority::Web);
        assert_eq!(head.extra_value("session"), Some("s1"));
    }

    #[test]
    fn simple_forms() {
        let word = |line: &str| EpisodeHeading::of_line(line).map(|head| head.kind_word().to_owned());
        assert_eq!(word("## 09:05").as_deref(), Some(""));
        assert_eq!(word("## 09:05 task").as_deref(), Some("task"));
        assert_eq!(word("### 9:05 pm dinner").as_deref(), Some("dinner"));
        assert_eq!(word("## [14:30:15] preference").as_deref(), Some("preference"));
        assert_eq!(word("## 2026-02-15 14:30 UTC").as_deref(), Some(""));
        for other in ["## Plans", "## 25:00 | x", "# 14:30", "## 14:30x | fact", "14:30 | fact", "##14:30"] {
            assert!(EpisodeHeading::of_line(other).is_none(), "{other}");
        }
    }

    #[test]
    fn a_scope_cannot_be_smuggled_in() {
        for line in [
            "## 14:30 | fact | tags:[x | scope:room:dev]",
            "## 14:30 | fact | tags:[x | scope:room:dev",
            "## 14:30 | fact | scope:private | scope:room:dev",
            "## 14:30 | fact | scope:room:",
            "## 14:30 | fact | scope:everyone",
        ] {
            assert_eq!(scope(line).unwrap_or_default(), Scope::Private, "{line}");
        }
        assert_eq!(scope("## 14:30 | fact | scope:shared | scope:room:x"), Some(Scope::Room("x".into())));
    }

    #[test]
    fn a_trust_that_is_no_word_is_unknown_and_the_lower_of_two_holds() {
        let trust = |field: &str| EpisodeHeading::of_line(&format!("## 10:00 | fact | {field}")).unwrap().trust;
        assert_eq!(trust("trust:admin"), Authority::Unknown);
        assert_eq!(trust("trust:"), Authority::Unknown);
        assert_eq!(trust("trust:user | trust:web"), Authority::Web);
        assert_eq!(trust("tags:[a | trust:web"), Authority::Web, "an open bracket hides no source");
        assert_eq!(trust("tags:[a]"), Authority::Owner);
    }
}
