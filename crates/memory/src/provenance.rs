//! Where a memory came from and who may see it, and what follows for anything made from it.
//!
//! Owns the derivation rule: the result is trusted as little as its least trusted source and seen by no
//! one who could not see every source. Only a person raises either.

use soulfile_vocabulary::{Authority, Scope};

use crate::note::Note;

/// Source, scope and trust of one memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Provenance {
    /// How it came in: `conversation`, `reflection`, `user-explicit`, a file or an episode id.
    pub source: Option<String>,
    /// Who may see it.
    pub scope: Scope,
    /// How far it is trusted.
    pub trust: Authority,
}

impl Default for Provenance {
    /// A person's own words, for their own eyes.
    fn default() -> Self {
        Provenance { source: None, scope: Scope::Private, trust: Authority::Owner }
    }
}

impl Provenance {
    /// The provenance of something made by `maker` from `sources`: the least trust of all of
    /// them, and the narrowest scope. With no sources, it is as trusted as its maker and private.
    pub fn derived<'p>(
        maker: Authority,
        source: Option<String>,
        sources: impl IntoIterator<Item = &'p Provenance>,
    ) -> Provenance {
        let mut trust = maker;
        let mut scope: Option<Scope> = None;
        for from in sources {
            trust = trust.min(from.trust);
            scope = Some(match scope {
                None => from.scope.clone(),
                Some(scope) => scope.narrowest(&from.scope),
            });
        }
        Provenance { source, scope: scope.unwrap_or_default(), trust }
    }
}

/// Reads scope fields, failing closed, with a remark on the line for what could not be read.
pub(crate) fn read_scope<'v>(values: impl Iterator<Item = &'v str>, line: usize, notes: &mut Vec<Note>) -> Scope {
    let mut messages = Vec::new();
    let scope = Scope::from_fields(values, &mut messages);
    notes.extend(messages.into_iter().map(|message| Note::new(line, message)));
    scope
}

/// Reads trust fields, failing closed, with a remark on the line for what could not be read.
pub(crate) fn read_trust<'v>(values: impl Iterator<Item = &'v str>, line: usize, notes: &mut Vec<Note>) -> Authority {
    let mut messages = Vec::new();
    let authority = Authority::from_fields(values, &mut messages);
    notes.extend(messages.into_iter().map(|message| Note::new(line, message)));
    authority
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(scope: Scope, trust: Authority) -> Provenance {
        Provenance { source: None, scope, trust }
    }

    #[test]
    fn trust_is_the_least_and_scope_the_narrowest() {
        let room = from(Scope::Room("a".into()), Authority::Owner);
        let web = from(Scope::Shared, Authority::Web);
        let made = Provenance::derived(Authority::Agent, None, [&room, &web]);
        assert_eq!(made.trust, Authority::Web);
        assert_eq!(made.scope, Scope::Room("a".into()));
        let other = from(Scope::Room("b".into()), Authority::Owner);
        let made = Provenance::derived(Authority::Owner, None, [&room, &other]);
        assert_eq!(made.scope, Scope::Private);
    }

    #[test]
    fn nothing_derived_outranks_its_maker() {
        let made = Provenance::derived(Authority::Agent, None, [&Provenance::default()]);
        assert_eq!(made.trust, Authority::Agent);
        let alone = Provenance::derived(Authority::SubAgent, None, []);
        assert_eq!((alone.trust, alone.scope), (Authority::SubAgent, Scope::Private));
    }

    #[test]
    fn unreadable_fields_fail_closed() {
        let mut notes = Vec::new();
        let scope = read_scope(["shared", "room:x"].into_iter(), 3, &mut notes);
        assert_eq!(scope, Scope::Room("x".into()));
        assert_eq!(read_scope(["everyone"].into_iter(), 3, &mut notes), Scope::Private);
        assert_eq!(read_trust(["admin"].into_iter(), 3, &mut notes), Authority::Unknown);
        assert_eq!(notes.len(), 3);
    }
}
