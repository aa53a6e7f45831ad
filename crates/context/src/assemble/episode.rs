//! Entries of a daily file: where each begins, whose it is, how far it is trusted.
//!
//! Reads only what decides who may see an entry. In doubt an entry is private: nothing a heading
//! fails to say clearly is shown to a room.

use soulfile_vocabulary::Scope;
use soulfile_vocabulary::episode_heading::EpisodeHeading;
use soulfile_vocabulary::markdown::{Fences, heading};

/// One entry of a daily file, or text between entries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DailyEntry<'a> {
    /// Its text, heading included.
    pub text: &'a str,
    /// Line its heading stands on, counted from 1.
    pub line: usize,
    /// Who may see it.
    pub scope: Scope,
    /// Where it came from, if that is neither the owner nor something they approved.
    pub untrusted: Option<String>,
    pub tags: Vec<String>,
    /// Whether it ends inside a code block that was not closed before the next heading.
    pub broken: bool,
}

/// Splits a daily file into its entries. A heading with a time starts an entry. Any other first- or
/// second-level heading ends an entry that others may see, so that what a person adds below under a
/// heading of their own never inherits its scope; how far it is trusted is inherited.
pub fn entries(text: &str) -> Vec<DailyEntry<'_>> {
    let mut found: Vec<DailyEntry<'_>> = Vec::new();
    let mut fences = Fences::default();
    let mut at = 0;
    let mut open = OpenEntry::default();
    for (index, line) in text.split_inclusive('\n').enumerate() {
        let fenced = fences.enter(line);
        let line_text = line.trim_end();
        let entry = EpisodeHeading::of_line(line_text);
        let is_heading = || heading(line_text).is_some_and(|(level, _)| level <= 2);
        if entry.is_some() || (open.meta.scope != Scope::Private && is_heading()) {
            let meta = match entry.map(Meta::from) {
                Some(own) if !fenced => own,
                // Either an example, or the fence above was never closed: nobody else may see it.
                Some(own) => {
                    fences = Fences::default();
                    let untrusted = open.meta.untrusted.clone().or(own.untrusted);
                    Meta { scope: Scope::Private, untrusted, tags: own.tags }
                }
                None => Meta { untrusted: open.meta.untrusted.clone(), ..Meta::default() },
            };
            open.close(&text[..at], fenced, &mut found);
            open = OpenEntry { start: at, line: index + 1, meta };
        }
        at += line.len();
    }
    open.close(text, false, &mut found);
    found
}

/// An entry whose end is not yet known.
struct OpenEntry {
    start: usize,
    line: usize,
    meta: Meta,
}

impl Default for OpenEntry {
    fn default() -> Self {
        Self { start: 0, line: 1, meta: Meta::default() }
    }
}

impl OpenEntry {
    fn close<'a>(self, text: &'a str, broken: bool, found: &mut Vec<DailyEntry<'a>>) {
        let text = &text[self.start..];
        if !text.trim().is_empty() {
            let Meta { scope, untrusted, tags } = self.meta;
            found.push(DailyEntry { text, line: self.line, scope, untrusted, tags, broken });
        }
    }
}

/// What a heading says about its entry; nothing said is private.
#[derive(Default)]
struct Meta {
    scope: Scope,
    untrusted: Option<String>,
    tags: Vec<String>,
}

impl From<EpisodeHeading> for Meta {
    fn from(heading: EpisodeHeading) -> Self {
        let untrusted = (!heading.trust.rights().unquoted).then(|| heading.trust.to_string());
        Self { scope: heading.scope.unwrap_or_default(), untrusted, tags: heading.tags }
    }
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
    fn a_deeper_entry_does_not_inherit_the_scope_of_the_one_above() {
        let text = "## 10:00 | event | scope:room:dev\nshared\n### 11:00 | fact\nprivate\n";
        assert_eq!(scopes(text), [Scope::Room("dev".into()), Scope::Private]);
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
            ("trust:approved", false),
            ("trust:agent", true),
            ("trust:email", true),
            ("trust:", true),
            ("trust:sub-agent", true),
            ("trust:room", true),
        ] {
            let text = format!("## 10:00 | fact | {heading}\nx");
            assert_eq!(entries(&text)[0].untrusted.is_some(), untrusted, "{heading}");
        }
    }
}
