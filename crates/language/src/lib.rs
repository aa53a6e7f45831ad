//! What people mean, with no model: deterministic, English and Chinese.
//!
//! Start with [`vocabulary`] for the shared words.

pub mod eval;
pub mod lang;
mod quoted;
pub mod secret;
pub mod trigger;
pub mod vocabulary;
