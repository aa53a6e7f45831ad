//! Entries of a daily file: where each begins, whose it is, how far it is trusted.
//!
//! Reads only what decides who may see an entry. In doubt an entry is private: nothing a heading
//! fails to say clearly is shown to a room.

use crate::markdown::{Fences, heading};

/// One entry of a daily file, or text between entries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry<'a> {
    /// Its text, heading included.
    pub text: &'a str,
    /// Line its heading stands on, counted from 1.
    pub line: usize,
    /// Who may see it.
    pub scope: Scope,
    /// Where it came from, if that is not the user or the agent.
    pub untrusted: Option<String>,
    /// Its tags.
    pub tags: Vec<String>,
}

/// Who may see an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Scope {
    /// Private sessions only.
    Private,
    /// One room.
    Room(String),
    /// Sessions with one user.
    User(String),
    /// Everyone.
    Shared,
}

/// Sources whose entries are shown as they are. Any other word is treated as untrusted.
const TRUSTED: [&str; 8] = [
    "user",
    "agent",
    "person",
    "human",
    "system",
    "reflection",
    "manual",
    "bot",
];

/// Splits a daily file into its entries. Every first- or second-level heading starts a new one, so
/// that text a person adds under a heading of their own never inherits the scope of the entry above.
pub fn entries(text: &str) -> Vec<Entry<'_>> {
    let mut found: Vec<Entry<'_>> = Vec::new();
    let mut fences = Fences::default();
    let (mut start, mut start_line, mut at) = (0, 1, 0);
    let mut meta = Meta::default();
    for (index, line) in text.split_inclusive('\n').enumerate() {
        let title = heading(line.trim_end())
            .filter(|(level, _)| *level <= 2)
            .map(|(_, title)| title);
        let fenced = fences.enter(line);
        if let Some(title) = title {
            let is_entry = is_entry_title(title);
            if !fenced || is_entry {
                push(
                    &mut found,
                    &text[start..at],
                    start_line,
                    std::mem::take(&mut meta),
                );
                (start, start_line) = (at, index + 1);
                // An entry heading inside a fence ends the entry above, whose fence was never closed.
                // It might also be an example, so it gets no scope of its own.
                meta = if fenced {
                    Meta {
                        tainted: true,
                        ..Meta::read(title)
                    }
                } else {
                    Meta::read(title)
                };
                if fenced {
                    fences = Fences::default();
                }
            }
        }
        at += line.len();
    }
    push(&mut found, &text[start..], start_line, meta);
    found
}

fn push<'a>(found: &mut Vec<Entry<'a>>, text: &'a str, line: usize, meta: Meta) {
    if text.trim().is_empty() {
        return;
    }
    let Meta {
        scope,
        untrusted,
        tags,
        tainted,
    } = meta;
    let scope = if tainted {
        Scope::Private
    } else {
        scope.unwrap_or(Scope::Private)
    };
    found.push(Entry {
        text,
        line,
        scope,
        untrusted,
        tags,
    });
}

#[derive(Default)]
struct Meta {
    scope: Option<Scope>,
    untrusted: Option<String>,
    tags: Vec<String>,
    tainted: bool,
}

impl Meta {
    /// Reads `HH:MM | type | key:value | …`; other titles say nothing.
    fn read(title: &str) -> Self {
        let mut meta = Self::default();
        if !is_entry_title(title) {
            return meta;
        }
        for part in split_fields(title).into_iter().skip(1) {
            let Some((key, value)) = part.split_once(':') else {
                continue;
            };
            let value = value.trim();
            match key.trim().to_ascii_lowercase().as_str() {
                // Two scopes contradict each other: private.
                "scope" => {
                    meta.scope = Some(if meta.scope.is_some() {
                        Scope::Private
                    } else {
                        read_scope(value)
                    })
                }
                "trust" => {
                    let word = value.to_ascii_lowercase();
                    if !TRUSTED.contains(&word.as_str()) {
                        meta.untrusted = Some(if word.is_empty() {
                            "unknown".to_owned()
                        } else {
                            word
                        });
                    }
                }
                "tags" => {
                    let list = value.trim_start_matches('[').trim_end_matches(']');
                    meta.tags = list
                        .split(',')
                        .map(|tag| tag.trim().to_lowercase())
                        .filter(|t| !t.is_empty())
                        .collect();
                }
                _ => {}
            }
        }
        meta
    }
}

fn read_scope(value: &str) -> Scope {
    let named = |prefix: &str| {
        value
            .strip_prefix(prefix)
            .map(str::trim)
            .filter(|id| !id.is_empty())
    };
    if let Some(room) = named("room:") {
        Scope::Room(room.to_owned())
    } else if let Some(user) = named("user:") {
        Scope::User(user.to_owned())
    } else if value == "shared" {
        Scope::Shared
    } else {
        Scope::Private
    }
}

/// Says whether a title starts with a time of day: `14:30 | …`, `[14:30:15] …`, `2026-02-02 14:30 UTC`.
fn is_entry_title(title: &str) -> bool {
    let title = title.trim_start_matches('[');
    let time = match title.split_once(' ') {
        Some((day, rest)) if day.len() == 10 && day.parse::<jiff::civil::Date>().is_ok() => {
            rest.trim_start()
        }
        _ => title,
    };
    let bytes = time.as_bytes();
    bytes.len() >= 5
        && bytes[2] == b':'
        && [0, 1, 3, 4].iter().all(|i| bytes[*i].is_ascii_digit())
        && !bytes.get(5).is_some_and(u8::is_ascii_alphanumeric)
}

/// Splits at `|`, but not inside brackets: a tag must not be able to name a scope.
fn split_fields(title: &str) -> Vec<&str> {
    let mut fields = Vec::new();
    let (mut depth, mut start) = (0usize, 0);
    for (at, c) in title.char_indices() {
        match c {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            '|' if depth == 0 => {
                fields.push(title[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    fields.push(title[start..].trim());
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scopes(text: &str) -> Vec<Scope> {
        entries(text).into_iter().map(|entry| entry.scope).collect()
    }

    #[test]
    fn scope_trust_and_tags_are_read_from_the_heading() {
        let text = "# 2026-02-02 — Episode Log\n\n## 14:30 | decision | confidence:high | tags:[memory, Design] | source:conversation | scope:room:!a:b.org | trust:web\nText\n";
        let entry = &entries(text)[1];
        assert_eq!(entry.scope, Scope::Room("!a:b.org".into()));
        assert_eq!(entry.untrusted.as_deref(), Some("web"));
        assert_eq!(entry.tags, ["memory", "design"]);
        assert_eq!(entry.line, 3);
        assert_eq!(entries(text)[0].scope, Scope::Private);
    }

    #[test]
    fn what_is_not_said_is_private_and_trusted() {
        let text = "loose text\n## [14:30:15] preference\na\n## 2026-02-15 14:30 UTC\n**Room:** #dev\n## Notes | scope:room:dev\nb\n";
        assert_eq!(
            scopes(text),
            [
                Scope::Private,
                Scope::Private,
                Scope::Private,
                Scope::Private
            ]
        );
        assert!(entries(text).iter().all(|entry| entry.untrusted.is_none()));
    }

    #[test]
    fn a_scope_cannot_be_smuggled_in() {
        for heading in [
            "## 14:30 | fact | tags:[x | scope:room:dev]",
            "## 14:30 | fact | scope:private | scope:room:dev",
            "## 14:30 | fact | scope:room:",
            "## 14:30 | fact | scope:ROOM:dev",
            "## 14:30x | fact | scope:room:dev",
        ] {
            assert_eq!(scopes(heading), [Scope::Private], "{heading}");
        }
    }

    #[test]
    fn an_unclosed_fence_does_not_swallow_the_next_entry() {
        let text = "## 10:00 | event | scope:room:dev\n```\ncode\n## 11:00 | fact\nsecret\n## 12:00 | fact | scope:room:dev\nok\n";
        let found = entries(text);
        assert_eq!(
            found[0].text,
            "## 10:00 | event | scope:room:dev\n```\ncode\n"
        );
        assert_eq!(found[1].scope, Scope::Private);
        assert_eq!(found[2].scope, Scope::Room("dev".into()));
    }

    #[test]
    fn a_heading_shown_as_code_in_a_private_entry_stays_private() {
        let text =
            "## 10:00 | event\nexample:\n```\n## 11:00 | fact | scope:room:dev\nsecret\n```\n";
        assert!(scopes(text).iter().all(|scope| *scope == Scope::Private));
    }

    #[test]
    fn a_persons_own_heading_ends_a_room_entry() {
        let text = "## 10:00 | event | scope:room:dev\nshared\n### detail\nshared too\n## My diary\nprivate\n";
        let found = entries(text);
        assert!(found[0].text.contains("shared too") && !found[0].text.contains("private"));
        assert_eq!(found[1].scope, Scope::Private);
    }

    #[test]
    fn entries_put_together_are_the_file() {
        let text = "# Log\n\n## 10:00 | a\nx\n\n## 11:00 | b\ny";
        assert_eq!(
            entries(text)
                .iter()
                .map(|entry| entry.text)
                .collect::<String>(),
            text
        );
    }

    #[test]
    fn unknown_trust_is_no_trust() {
        for (heading, untrusted) in [
            ("trust:user", false),
            ("trust:agent", false),
            ("trust:email", true),
            ("trust:", true),
            ("trust:sub-agent", true),
        ] {
            let text = format!("## 10:00 | fact | {heading}\nx");
            assert_eq!(
                entries(&text)[0].untrusted.is_some(),
                untrusted,
                "{heading}"
            );
        }
    }
}
