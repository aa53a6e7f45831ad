//! What everything is called, defined once: stores, scopes, authority, life-cycle states, entry kinds and relations.
//!
//! Owns the exact spellings that are written to files and sent over the wire, and the two tables that every layer must
//! agree on: who outranks whom ([`Authority`]) and which file is which store ([`layout`]). The lowest crate: it uses no other crate of
//! the workspace, reads no file and keeps no state.

#[macro_use]
mod words;

mod actor;
mod authority;
pub mod day_file;
mod entry;
pub mod episode_heading;
mod graph;
pub mod layout;
pub mod markdown;
mod scope;
mod session_kind;
mod state;
mod store;
mod wire_format;

pub use actor::{Actor, SelfEdit, UnknownActor};
pub use authority::{Authority, Origin, Rights, Speaker};
pub use entry::{Confidence, EntryKind};
pub use graph::{EntityType, Relation};
pub use scope::Scope;
pub use session_kind::{SessionAudience, SessionKind, UnknownSessionKind};
pub use state::State;
pub use store::{SearchedStore, Store, StoreRow};
pub use wire_format::{WireFormat, WireFormatRow};
pub use words::UnknownWord;
