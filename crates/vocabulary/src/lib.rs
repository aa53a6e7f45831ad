//! What everything is called, defined once: stores, scopes, authority, life-cycle states, entry kinds and relations.
//!
//! Owns the exact spellings that are written to files and sent over the wire, and the two tables that every layer must
//! agree on: who outranks whom ([`authority`]) and which file is which store. The lowest crate: it uses no other crate of
//! the workspace, reads no file and keeps no state.

#[macro_use]
mod words;

mod authority;
mod entry;
mod graph;
mod scope;
mod state;
mod store;

pub use authority::{Authority, Origin, Rights, Speaker};
pub use entry::{Confidence, EntryKind};
pub use graph::{EntityType, Relation};
pub use scope::Scope;
pub use state::State;
pub use store::Store;
pub use words::UnknownWord;
