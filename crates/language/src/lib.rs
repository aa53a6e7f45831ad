//! What people mean, with no model: deterministic, English and Chinese.
//!
//! Start with [`vocabulary`] for the shared words.

pub mod autodetect;
pub mod contradiction;
pub mod dates;
pub mod entity_match;
pub mod eval;
pub mod injection;
pub mod lang;
mod names;
mod pattern;
pub mod query;
mod quoted;
pub mod route;
pub mod secret;
mod sentences;
pub mod trigger;
pub mod vocabulary;
