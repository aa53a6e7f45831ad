//! What a session may find and read: the table of the context layer, entry by entry.
//!
//! The same rules make the filter inside a search ([`Visibility::filter`]) and the lines of a file that
//! may be read ([`Visibility::lines`]). In doubt nothing is seen.

use soulfile_context::markdown;
use soulfile_context::session::{Session, grantable};
use soulfile_recall::Filter;
use soulfile_vocabulary::{Scope, SessionAudience, Store, layout};

use super::entry_metadata::{EntryMetadata, FileMetadata, OWNER, PRIVATE, SHARED, file_scope, shareable_scope};

/// Which lines of a file a session may read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lines {
    /// All of them.
    All,
    /// Only these, first and last, from 1.
    Only(Vec<(u32, u32)>),
}

/// What one session may see.
pub struct Visibility<'a> {
    session: &'a Session,
}

impl<'a> Visibility<'a> {
    /// What a session sees.
    pub fn of(session: &'a Session) -> Self {
        Self { session }
    }

    /// The filter of a search over the whole index; `None` when no filter can say what this session
    /// sees, and its own text must be searched instead. `scopes` are those in use.
    pub fn filter(&self, scopes: &[String]) -> Option<Filter> {
        let mut filter = Filter::default();
        match self.session.kind.audience() {
            SessionAudience::Owner => {
                if self.session.user.is_some() {
                    let mut seen: Vec<String> = scopes.iter().filter(|s| self.sees_scope(s)).cloned().collect();
                    seen.extend([PRIVATE.to_owned(), SHARED.to_owned()]);
                    filter.scopes = Some(seen);
                }
            }
            SessionAudience::Room => {
                let mut seen = vec![SHARED.to_owned()];
                seen.extend(self.session.room.as_ref().map(|room| format!("room:{room}")));
                seen.extend(self.session.room_file().as_deref().map(file_scope));
                seen.extend(self.session.user_file().as_deref().map(shareable_scope));
                filter.scopes = Some(seen);
            }
            SessionAudience::Granted => {
                let access = &self.session.access;
                if !access.files.is_empty() || !access.tags.is_empty() || !access.sections.is_empty() {
                    return None;
                }
                filter.stores = Some(access.stores.clone());
            }
        }
        Some(filter)
    }

    /// Says whether a search can find anything at all.
    pub fn is_blind(&self) -> bool {
        self.session.kind.audience() == SessionAudience::Granted && self.session.access.is_empty()
    }

    /// Says whether ties between entities may be followed: only where every edge may be seen.
    pub fn sees_graph(&self) -> bool {
        self.session.kind.is_private()
    }

    /// Says whether an entry of a scope may be seen.
    pub fn sees(&self, scope: &Scope) -> bool {
        self.sees_scope(&scope.to_string())
    }

    fn sees_scope(&self, scope: &str) -> bool {
        let session = self.session;
        match session.kind.audience() {
            SessionAudience::Owner => {
                let Some(user) = &session.user else { return true };
                let own_file = session.user_file().unwrap_or_default();
                // With one person, what belongs to another stays out, and what quotes it.
                match scope.split_once(':') {
                    None if scope == OWNER => false,
                    Some(("user", of)) => of == user,
                    Some(("file" | "shareable", path)) if layout::below(path, layout::USERS_DIR).is_some() => {
                        path == own_file
                    }
                    _ => true,
                }
            }
            SessionAudience::Room => {
                scope == SHARED
                    || session.room.as_ref().is_some_and(|room| scope == format!("room:{room}"))
                    || session.room_file().is_some_and(|path| scope == file_scope(&path))
                    || session.user_file().is_some_and(|path| scope == shareable_scope(&path))
            }
            SessionAudience::Granted => false,
        }
    }

    /// Says which lines of a file may be read.
    pub fn lines(&self, path: &str, text: &str, known: &FileMetadata) -> Lines {
        let session = self.session;
        match session.kind.audience() {
            SessionAudience::Granted => self.granted_lines(path, text, known),
            SessionAudience::Room if layout::root_file(path).is_some_and(|file| file.in_groups) => Lines::All,
            // Memory about memory quotes every store.
            SessionAudience::Room if !grantable(path) => Lines::Only(Vec::new()),
            _ => self.lines_by_scope(text, known),
        }
    }

    fn lines_by_scope(&self, text: &str, known: &FileMetadata) -> Lines {
        let all = text.lines().count() as u32;
        let seen: Vec<bool> = known.entries.iter().map(|entry| self.sees_scope(&entry.scope)).collect();
        let rest = self.sees_scope(&known.rest.scope);
        if rest && seen.iter().all(|seen| *seen) {
            return Lines::All;
        }
        let mut shown = vec![rest; all as usize];
        // Hidden last: a line two entries share is seen only if both are.
        for pass in [true, false] {
            let entries = known.entries.iter().zip(&seen).filter(|(_, seen)| **seen == pass);
            for (entry, _) in entries {
                for line in entry.lines.0..=entry.lines.1.min(all) {
                    shown[line as usize - 1] = pass;
                }
            }
        }
        Lines::Only(runs(&shown))
    }

    fn granted_lines(&self, path: &str, text: &str, known: &FileMetadata) -> Lines {
        let access = &self.session.access;
        if layout::root_file(path).is_some_and(|file| file.for_subagents) || access.allows(path) {
            return Lines::All;
        }
        if !grantable(path) {
            return Lines::Only(Vec::new());
        }
        let mut found = Vec::new();
        let tagged = |entry: &&EntryMetadata| {
            access.tags.iter().any(|tag| entry.tags.iter().any(|t| t.eq_ignore_ascii_case(tag)))
        };
        found.extend(known.entries.iter().filter(tagged).map(|entry| entry.lines));
        for wanted in &access.sections {
            let part = wanted.split_once('#').filter(|(of, _)| *of == path && known.store != Store::Episodic);
            if let Some(part) = part.and_then(|(_, title)| markdown::section(text, title)) {
                let start = part.as_ptr() as usize - text.as_ptr() as usize;
                let first = text[..start].matches('\n').count() as u32 + 1;
                found.push((first, first + part.trim_end().matches('\n').count() as u32));
            }
        }
        found.sort_unstable();
        Lines::Only(found)
    }
}

impl Lines {
    /// Says whether every line of a range may be read.
    pub fn cover(&self, first: u32, last: u32) -> bool {
        match self {
            Self::All => true,
            Self::Only(runs) => (first..=last).all(|line| runs.iter().any(|(a, b)| (*a..=*b).contains(&line))),
        }
    }

    /// The text with every other line left blank, so that lines keep their numbers; `None` when
    /// nothing is left.
    pub fn apply(&self, text: &str) -> Option<String> {
        let Self::Only(_) = self else {
            return Some(text.to_owned());
        };
        let mut kept = String::with_capacity(text.len());
        let mut any = false;
        for (at, line) in text.lines().enumerate() {
            let number = at as u32 + 1;
            if self.cover(number, number) {
                any |= !line.trim().is_empty();
                kept.push_str(line);
            }
            kept.push('\n');
        }
        any.then_some(kept)
    }
}

fn runs(shown: &[bool]) -> Vec<(u32, u32)> {
    let mut out: Vec<(u32, u32)> = Vec::new();
    for (at, _) in shown.iter().enumerate().filter(|(_, shown)| **shown) {
        let line = at as u32 + 1;
        match out.last_mut() {
            Some(last) if last.1 + 1 == line => last.1 = line,
            _ => out.push((line, line)),
        }
    }
    out
}
