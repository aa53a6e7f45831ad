//! Who may see what: the filters of a query as one mask over the image.
//!
//! The mask is made before anything is scored, so that a hidden entry can neither answer nor push
//! another one up or down.

use soulfile_vocabulary::State;

use crate::image::Image;
use crate::query::{Filter, Span};
use crate::record::{NO_DATE, Row, name_hash};

/// Whether what a row says was true at some moment of a span; one that names no time was true at none.
pub fn holds_in(row: &Row, span: Span) -> bool {
    (row.valid_from != NO_DATE || row.valid_to != NO_DATE)
        && (row.valid_from == NO_DATE || row.valid_from < span.to)
        && (row.valid_to == NO_DATE || row.valid_to > span.from)
}

/// A filter made ready for rows.
pub struct Mask<'a> {
    filter: &'a Filter,
    scopes: Option<Vec<u64>>,
    private: u64,
    session: Option<u64>,
    states: u8,
}

impl<'a> Mask<'a> {
    /// Prepares `filter`; `by_name` lets dormant entries in, as a dated or named question does.
    pub fn new(filter: &'a Filter, by_name: bool) -> Self {
        let mut states = filter.states.iter().fold(0u8, |m, s| m | 1 << (*s as u8));
        if by_name && states & 1 != 0 {
            states |= 1 << (State::Dormant as u8);
        }
        Self {
            filter,
            scopes: filter.scopes.as_ref().map(|s| s.iter().map(|n| name_hash(n)).collect()),
            private: name_hash("private"),
            session: filter.session.as_deref().map(name_hash),
            states,
        }
    }

    /// Says whether a row may answer; else why not.
    pub fn admits(&self, row: &Row) -> Result<(), &'static str> {
        let filter = self.filter;
        let scope = if row.scope == 0 { self.private } else { row.scope };
        if self.scopes.as_ref().is_some_and(|s| !s.contains(&scope)) {
            return Err("its scope may not be read here");
        }
        if row.trust() < filter.least_trust {
            return Err("its source is not trusted enough");
        }
        let held = row.state() == State::Superseded && filter.held_in.is_some_and(|span| holds_in(row, span));
        if self.states & (1 << (row.state() as u8)) == 0 && !held {
            return Err(match row.state() {
                State::Dormant => "it is dormant",
                State::Archived => "it is archived",
                State::Superseded => "a newer statement replaced it",
                _ => "its state is left out",
            });
        }
        if filter.stores.as_ref().is_some_and(|s| !s.contains(&row.store())) {
            return Err("its store is left out");
        }
        if self.session.is_some_and(|s| s != row.session) {
            return Err("it is from another session");
        }
        if filter.dated.is_some_and(|d| row.date == NO_DATE || !(d.from..d.to).contains(&row.date)) {
            return Err("its date is outside the span asked for");
        }
        let untrue = |t: i64| {
            (row.valid_from != NO_DATE && row.valid_from > t) || (row.valid_to != NO_DATE && t >= row.valid_to)
        };
        if filter.as_of.is_some_and(untrue) {
            return Err("it was not true at that time");
        }
        Ok(())
    }

    /// One flag per slot.
    pub fn over(&self, image: &Image) -> Vec<bool> {
        let filter = self.filter;
        // Only scope, store, state and trust decide: one table look-up per entry.
        let plain =
            self.session.is_none() && filter.dated.is_none() && filter.as_of.is_none() && filter.held_in.is_none();
        if plain && let Some(flags) = image.admitted_classes(|row| self.admits(row).is_ok()) {
            return flags;
        }
        image.admitted(|row| self.admits(row).is_ok())
    }
}
