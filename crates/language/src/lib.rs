//! What people mean, with no model: deterministic, English and Chinese.
//!
//! Start with [`vocabulary`] for the shared words.

pub mod secret;
pub mod vocabulary;
