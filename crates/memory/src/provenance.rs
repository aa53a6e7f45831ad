//! Where a memory came from and who may see it, and what follows for anything made from it.
//!
//! Owns the derivation rule: the result is trusted as little as its least trusted source and seen by no
//! one who could not see every source. Only a person raises either.

use soulfile_understand::vocabulary::{Scope, Trust};

use crate::note::Note;

/// Source, scope and trust of one memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Provenance {
    /// How it came in: `conversation`, `reflection`, `user-explicit`, a file or an episode id.
    pub source: Option<String>,
    /// Who may see it.
    pub scope: Scope,
    /// How far it is trusted.
    pub trust: Trust,
}

impl Default for Provenance {
    /// A person's own words, for their own eyes.
    fn default() -> Self {
        Provenance { source: None, scope: Scope::Private, trust: Trust::User }
    }
}

impl Provenance {
    /// The provenance of something made by `maker` from `sources`: the least trust of all of
    /// them, and the narrowest scope. With no sources, it is as trusted as its maker and private.
    pub fn derived<'p>(
        maker: Trust,
        source: Option<String>,
        sources: impl IntoIterator<Item = &'p Provenance>,
    ) -> Provenance {
        let mut trust = maker;
        let mut scope: Option<Scope> = None;
        for from in sources {
            trust = trust.min(from.trust);
            scope = Some(match scope {
                None => from.scope.clone(),
                Some(scope) => narrowest(&scope, &from.scope),
            });
        }
        Provenance { source, scope: scope.unwrap_or_default(), trust }
    }
}

/// The scope of something made from two scopes: who may see both.
pub fn narrowest(one: &Scope, other: &Scope) -> Scope {
    match (one, other) {
        (Scope::Shared, scope) | (scope, Scope::Shared) => scope.clone(),
        (one, other) if one == other => one.clone(),
        // What is private is seen in a private session with anybody; what is one person's is not. No session
        // is with both of two people: only the owner's own sees what is made of both.
        (Scope::User(one), Scope::User(other)) => Scope::User(format!("{one}+{other}")),
        (Scope::User(id), _) | (_, Scope::User(id)) => Scope::User(id.clone()),
        // Two rooms, or a room and the owner.
        _ => Scope::Private,
    }
}

/// Reads scope fields, failing closed: what cannot be read is private.
pub(crate) fn read_scope<'v>(values: impl Iterator<Item = &'v str>, line: usize, notes: &mut Vec<Note>) -> Scope {
    let mut found: Option<Scope> = None;
    for value in values {
        let scope = value.parse().unwrap_or_else(|error| {
            notes.push(Note::new(line, format!("{error}; taken as private")));
            Scope::Private
        });
        found = Some(match found {
            None => scope,
            Some(earlier) => {
                notes.push(Note::new(line, "scope is given twice; the narrower holds"));
                narrowest(&earlier, &scope)
            }
        });
    }
    found.unwrap_or_default()
}

/// Reads trust fields, failing closed: what cannot be read is trusted least.
pub(crate) fn read_trust<'v>(values: impl Iterator<Item = &'v str>, line: usize, notes: &mut Vec<Note>) -> Trust {
    let mut found: Option<Trust> = None;
    for value in values {
        let trust = value.parse().unwrap_or_else(|error| {
            notes.push(Note::new(line, format!("{error}; taken as web")));
            Trust::Web
        });
        found = Some(match found {
            None => trust,
            Some(earlier) => {
                notes.push(Note::new(line, "trust is given twice; the lesser holds"));
                earlier.min(trust)
            }
        });
    }
    found.unwrap_or(Trust::User)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn from(scope: Scope, trust: Trust) -> Provenance {
        Provenance { source: None, scope, trust }
    }

    #[test]
    fn trust_is_the_least_and_scope_the_narrowest() {
        let room = from(Scope::Room("a".into()), Trust::User);
        let web = from(Scope::Shared, Trust::Web);
        let made = Provenance::derived(Trust::Agent, None, [&room, &web]);
        assert_eq!(made.trust, Trust::Web);
        assert_eq!(made.scope, Scope::Room("a".into()));
        let other = from(Scope::Room("b".into()), Trust::User);
        let made = Provenance::derived(Trust::User, None, [&room, &other]);
        assert_eq!(made.scope, Scope::Private);
    }

    #[test]
    fn nothing_derived_outranks_its_maker() {
        let made = Provenance::derived(Trust::Agent, None, [&Provenance::default()]);
        assert_eq!(made.trust, Trust::Agent);
        let alone = Provenance::derived(Trust::Subagent, None, []);
        assert_eq!((alone.trust, alone.scope), (Trust::Subagent, Scope::Private));
    }

    #[test]
    fn unreadable_fields_fail_closed() {
        let mut notes = Vec::new();
        let scope = read_scope(["shared", "room:x"].into_iter(), 3, &mut notes);
        assert_eq!(scope, Scope::Room("x".into()));
        assert_eq!(read_scope(["everyone"].into_iter(), 3, &mut notes), Scope::Private);
        assert_eq!(read_trust(["admin"].into_iter(), 3, &mut notes), Trust::Web);
        assert_eq!(notes.len(), 3);
    }
}
