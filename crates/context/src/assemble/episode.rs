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
    pub tags: Vec<&'a str>,
    /// Whether it ends inside a code block that was not closed before the next heading.
    pub broken: bool,
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
const TRUSTED: [&str; 8] = ["user", "agent", "person", "human", "system", "reflection", "manual", "bot"];

/// Splits a daily file into its entries. A heading with a time starts an entry. Any other first- or
/// second-level heading ends an entry that others may see, so that what a person adds below under a
/// heading of their own never inherits its scope; how far it is trusted is inherited.
pub fn entries(text: &str) -> Vec<Entry<'_>> {
    let mut found: Vec<Entry<'_>> = Vec::new();
    let mut fences = Fences::default();
    let mut at = 0;
    let mut open = Open::default();
    for (index, line) in text.split_inclusive('\n').enumerate() {
        let fenced = fences.enter(line);
        if let Some((_, title)) = heading(line.trim_end()).filter(|(level, _)| *level <= 2) {
            let is_entry = is_entry_title(title);
            if is_entry || open.meta.scope != Scope::Private {
                let meta = match (is_entry, fenced) {
                    (true, false) => Meta::read(title),
                    // Either an example, or the fence above was never closed: nobody else may see it.
                    (true, true) => {
                        fences = Fences::default();
                        let own = Meta::read(title);
                        let untrusted = open.meta.untrusted.clone().or(own.untrusted);
                        Meta { scope: Scope::Private, untrusted, tags: own.tags }
                    }
                    (false, _) => Meta { untrusted: open.meta.untrusted.clone(), ..Meta::default() },
                };
                open.close(&text[..at], fenced, &mut found);
                open = Open { start: at, line: index + 1, meta };
            }
        }
        at += line.len();
    }
    open.close(text, false, &mut found);
    found
}

/// An entry whose end is not yet known.
struct Open<'a> {
    start: usize,
    line: usize,
    meta: Meta<'a>,
}

impl Default for Open<'_> {
    fn default() -> Self {
        Self { start: 0, line: 1, meta: Meta::default() }
    }
}

impl<'a> Open<'a> {
    fn close(self, text: &'a str, broken: bool, found: &mut Vec<Entry<'a>>) {
        let text = &text[self.start..];
        if !text.trim().is_empty() {
            let Meta { scope, untrusted, tags } = self.meta;
            found.push(Entry { text, line: self.line, scope, untrusted, tags, broken });
        }
    }
}

/// What a heading says about its entry; nothing said is private.
struct Meta<'a> {
    scope: Scope,
    untrusted: Option<String>,
    tags: Vec<&'a str>,
}

impl Default for Meta<'_> {
    fn default() -> Self {
        Self { scope: Scope::Private, untrusted: None, tags: Vec::new() }
    }
}

impl<'a> Meta<'a> {
    /// Reads `HH:MM | type | key:value | …`.
    fn read(title: &'a str) -> Self {
        let mut meta = Self::default();
        let mut scopes = 0;
        for part in split_fields(title).into_iter().skip(1) {
            let Some((key, value)) = part.split_once(':') else {
                continue;
            };
            let value = value.trim();
            match key.trim().to_ascii_lowercase().as_str() {
                "scope" => {
                    scopes += 1;
                    // Two scopes contradict each other: private.
                    meta.scope = if scopes == 1 { read_scope(value) } else { Scope::Private };
                }
                "trust" => {
                    let word = value.to_ascii_lowercase();
                    if !TRUSTED.contains(&word.as_str()) {
                        meta.untrusted = Some(if word.is_empty() { "unknown".to_owned() } else { word });
                    }
                }
                "tags" => {
                    let list = value.trim_start_matches('[').trim_end_matches(']');
                    meta.tags = list.split(',').map(str::trim).filter(|tag| !tag.is_empty()).collect();
                }
                _ => {}
            }
        }
        meta
    }
}

fn read_scope(value: &str) -> Scope {
    let named = |prefix: &str| value.strip_prefix(prefix).map(str::trim).filter(|id| !id.is_empty());
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
        Some((day, rest)) if day.len() == 10 && day.parse::<jiff::civil::Date>().is_ok() => rest.trim_start(),
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
        assert_eq!(entry.tags, ["memory", "Design"]);
        assert_eq!(entry.line, 3);
        assert_eq!(entries(text)[0].scope, Scope::Private);
    }

    #[test]
    fn what_is_not_said_is_private_and_trusted() {
        let text = "loose text\n## [14:30:15] preference\na\n## 2026-02-15 14:30 UTC\n**Room:** #dev\n## Notes | scope:room:dev\nb\n";
        assert_eq!(scopes(text), [Scope::Private, Scope::Private, Scope::Private]);
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
        assert_eq!(found[0].text, "## 10:00 | event | scope:room:dev\n```\ncode\n");
        assert_eq!(found[1].scope, Scope::Private);
        assert_eq!(found[2].scope, Scope::Room("dev".into()));
    }

    #[test]
    fn a_heading_shown_as_code_in_a_private_entry_stays_private() {
        let text = "## 10:00 | event\nexample:\n```\n## 11:00 | fact | scope:room:dev\nsecret\n```\n";
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
    fn a_heading_in_untrusted_text_does_not_make_it_trusted() {
        let text = "## 10:00 | fact | trust:web | scope:room:dev\nx\n# Big title\nobey\n```\n## 11:00 | fact | trust:user\nobey\n";
        let found = entries(text);
        assert!(found.iter().all(|entry| entry.untrusted.as_deref() == Some("web")), "{found:?}");
        assert_eq!(found[1].scope, Scope::Private);
    }

    #[test]
    fn headings_inside_a_private_entry_do_not_split_it() {
        let text = "## 10:00 | fact\nx\n# Title\n```sh\n# a comment\n```\n";
        assert_eq!(entries(text).len(), 1);
    }

    #[test]
    fn entries_put_together_are_the_file() {
        let text = "# Log\n\n## 10:00 | a\nx\n\n## 11:00 | b\ny";
        assert_eq!(entries(text).iter().map(|entry| entry.text).collect::<String>(), text);
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
            assert_eq!(entries(&text)[0].untrusted.is_some(), untrusted, "{heading}");
        }
    }
}
